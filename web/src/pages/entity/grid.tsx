// The reminders of a thing: who, and each step; what became of it or when it rings.

import type { Timeline } from '../../api.ts'
import { useWords } from '../../language.ts'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { tellKind, tellReason } from '../../stories/tell.ts'
import { words as coreWords } from '../../words/core.ts'
import { words } from '../../words/entity.ts'
import { type Reason, words as tellingWords } from '../../words/telling.ts'

type Item = Timeline['items'][number]

export function Grid({ items, entityType }: { readonly items: readonly Item[]; readonly entityType: string }) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const cells = cellsOf(items)
  const kinds = [...new Set([...cells.values()].map(({ kind }) => kind!))].sort(
    (a, b) => firstMs(cells, a) - firstMs(cells, b),
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
                {tellKind(kind, t)}
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
                  <Cell item={cells.get(keyOf(who, kind))} entityType={entityType} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ item, entityType }: { readonly item: Item | undefined; readonly entityType: string }) {
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
          <When time={item.at} />
        </span>
      )}
      {why && <p class="why">{why}</p>}
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

function firstMs(cells: ReadonlyMap<string, Item>, kind: string): number {
  const moments = [...cells.values()].filter((item) => item.kind === kind).map(({ at }) => Date.parse(at.instant))
  return Math.min(...moments)
}
