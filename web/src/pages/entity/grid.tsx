// The reminders of a thing: who, and each step; what became of it or when it rings.

import type { Entity, Timeline } from '../../api.ts'
import { useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { BringBack } from '../../parts/bring-back.tsx'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { comeBackOf, isEndedByHand, stoodIn } from '../../stories/come-back.ts'
import { tellReason, tellWhich } from '../../stories/tell.ts'
import { words as coreWords } from '../../words/core.ts'
import { words } from '../../words/entity.ts'
import { words as actsWords } from '../../words/reminder-acts.ts'
import { type Reason, words as tellingWords } from '../../words/telling.ts'
import { plannedMs } from './order.ts'

type Item = Timeline['items'][number]

interface GridProps {
  readonly items: readonly Item[]
  readonly entityType: string
  readonly entity: Entity | null
}

export function Grid({ items, entityType, entity }: GridProps) {
  const nowMs = useNow()
  const w = useWords(words)
  const t = useWords(tellingWords)
  const cells = cellsOf(items)
  const kinds = [...new Set([...cells.values()].map(({ kind }) => kind!))].sort(
    (a, b) => placeMs(cells, a, entity) - placeMs(cells, b, entity),
  )
  const people = [...new Set([...cells.values()].map(({ recipient }) => recipient!))].sort()
  if (people.length === 0) return <p class="faint">{w.noReminders}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls a wide table by its focus
    <section class="scrolled" tabIndex={0} aria-label={w.reminders}>
      <table class="list grid">
        <thead>
          <tr>
            <th scope="col">{w.recipient}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {tellWhich({ entity: { type: entityType }, kind }, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((who) => (
            <tr key={who}>
              <th scope="row">
                <RecipientName id={who} />
              </th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <Cell
                    item={cells.get(keyOf(who, kind))}
                    entityType={entityType}
                    comesBack={comesBack(cells.get(keyOf(who, kind)), items, entity, nowMs)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** It was ended by hand, and can be brought back. */
function comesBack(item: Item | undefined, items: readonly Item[], entity: Entity | null, nowMs: number): boolean {
  if (item?.what !== 'delivery' || !isEndedByHand(item)) return false
  const changes = items.filter(({ what, reminderId }) => what === 'change' && reminderId === item.reminderId)
  const stood = stoodIn(changes.map(({ state, data }) => ({ action: state, data })).reverse())
  return stood !== null && comeBackOf(stood, item.recipient!, entity, nowMs) === 'possible'
}

interface CellProps {
  readonly item: Item | undefined
  readonly entityType: string
  readonly comesBack: boolean
}

function Cell({ item, entityType, comesBack: isBack }: CellProps) {
  const acts = useWords(actsWords)
  const w = useWords(words)
  const t = useWords(tellingWords)
  const core = useWords(coreWords)
  const who = useName(item?.recipient ?? '')
  if (!item) return <span class="faint">–</span>
  const isToCome = item.what === 'upcoming'
  const states: Readonly<Record<string, string>> = core.states
  const about = { entity: { type: entityType }, kind: item.kind ?? '', channel: item.channel ?? '' }
  const why =
    !isToCome && item.reason && item.reason in t.reasons
      ? tellReason(item.reason as Reason, about, who, undefined, t)
      : null
  return (
    <div class="grid-cell">
      <a href={hrefs.reminder(item.reminderId!)} class={`badge ${isToCome ? 'pending' : item.state}`}>
        {isToCome ? w.toCome : (states[item.state] ?? item.state)}
      </a>
      {item.reason !== 'skipped_past' && (
        <span class="faint">
          <When time={item.at} isShort />
        </span>
      )}
      {why && <p class="why">{why}</p>}
      {isBack && <BringBack id={item.reminderId!} label={acts.bringBackOf(who, tellWhich(about, t))} />}
    </div>
  )
}

const keyOf = (recipient: string, kind: string) => JSON.stringify([recipient, kind])

/** What is to come before what was; of that, what was sent before what was not, and the latest. */
function cellsOf(items: readonly Item[]): Map<string, Item> {
  const cells = new Map<string, Item>()
  for (const item of items) {
    if (item.what === 'change' || !item.kind || !item.recipient || !item.reminderId) continue
    const key = keyOf(item.recipient, item.kind)
    const known = cells.get(key)
    if (!known || rank(item) > rank(known) || (rank(item) === rank(known) && item.at.instant >= known.at.instant))
      cells.set(key, item)
  }
  return cells
}

function rank({ what, state }: Item): number {
  if (what === 'upcoming') return 3
  if (['unknown', 'failed', 'quarantined', 'sending', 'pending'].includes(state)) return 2
  return state === 'sent' ? 1 : 0
}

function placeMs(cells: ReadonlyMap<string, Item>, kind: string, entity: Entity | null): number {
  const ms = plannedMs(kind, entity)
  return Number.isNaN(ms) ? firstMs(cells, kind) : ms
}

function firstMs(cells: ReadonlyMap<string, Item>, kind: string): number {
  const moments = [...cells.values()].filter((item) => item.kind === kind).map(({ at }) => Date.parse(at.instant))
  return Math.min(...moments)
}
