// The reminders of a meeting, one line each: who, when, how long before, what became of it, and why not. One that is to come can be
// cancelled, and brought back.

import { act } from '../../act.ts'
import { api, type Delivery, type Meeting } from '../../api.ts'
import { useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { offsetMs } from '../../length.ts'
import { BringBack } from '../../parts/bring-back.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import type { People } from '../../people.ts'
import { type Query, useQuery } from '../../query.ts'
import { bringBack } from '../../reminder-changes.ts'
import { distanceWords } from '../../step-words.ts'
import { isEndedByHand } from '../../stories/come-back.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/meeting.ts'
import { words as noticeWords } from '../../words/notices.ts'
import { words as reasonWords } from '../../words/reasons.ts'
import { isOf } from './concerns.ts'

type Found = Awaited<ReturnType<typeof api.meetings.reminders>>
type One = Found['items'][number]

interface RemindersProps {
  readonly meeting: Meeting
  readonly people: People
}

export function Reminders({ meeting, people }: RemindersProps) {
  const w = useWords(words)
  const { id } = meeting
  const found = useQuery(`meeting reminders ${id}`, () => api.meetings.reminders({ id }), {
    live: ['meeting', 'reminder', 'delivery', 'entity'],
    concerns: isOf(id),
  })
  const { items = [], notices = [] } = found.value ?? {}
  const waiting = items.filter(isToCome).length
  return (
    <>
      <Panel title={items.length > 0 ? `${w.reminders} (${items.length})` : w.reminders}>
        {!found.value && (found.error ? <Failed error={found.error} again={found.refresh} /> : <Loading rows={6} />)}
        {found.value && items.length === 0 && <p>{noneWords(meeting, w)}</p>}
        {items.length > 0 && <p class="hint">{w.remindersCount(waiting)}</p>}
        {items.length > 0 && <Table {...{ items, found, meeting, people }} />}
      </Panel>
      {notices.length > 0 && <Notices notices={notices} people={people} />}
    </>
  )
}

function noneWords(meeting: Meeting, w: (typeof words)['en']): string {
  const { plan, status, participants } = meeting
  if (Array.isArray(plan) && plan.length === 0) return w.remindersNoPlan
  if (status !== 'pending') return w.remindersNone
  if (typeof plan === 'string') return w.remindersLater(null, plan)
  const steps = plan.map((step) => distanceWords(offsetMs(typeof step === 'string' ? step : step.offset)))
  return w.remindersLater(plan.length * participants.length, w.and(steps))
}

export function isToCome({ state }: Pick<One, 'state'>): boolean {
  return state === 'pending'
}

/** Its meeting takes place, and its moment is ahead. */
function canComeBack(one: One, { status }: Meeting, nowMs: number): boolean {
  return isEndedByHand(one) && status === 'accepted' && Date.parse(one.dueAt?.instant ?? '') > nowMs
}

interface TableProps extends RemindersProps {
  readonly items: readonly One[]
  readonly found: Query<Found>
}

function Table({ items, found, meeting, people }: TableProps) {
  const w = useWords(words)
  const cancel = (one: One) =>
    act({
      run: () => api.reminders.cancel({ id: one.id }),
      expect: () =>
        found.change((value) => ({
          ...value,
          items: value.items.map((each) =>
            each.id === one.id ? { ...each, state: 'cancelled', reason: 'cancelled' } : each,
          ),
        })),
      said: w.cancelledOne(people.nameOf(one.recipient)),
      undo: () => bringBack(one),
      undone: w.backOne,
    })
  return (
    <table class="list meeting-reminders">
      <thead>
        <tr>
          <th scope="col">{w.columns.who}</th>
          <th scope="col">{w.columns.when}</th>
          <th scope="col">{w.columns.before}</th>
          <th scope="col">{w.columns.state}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {items.map((one, i) => (
          <Line key={`${one.id} ${i}`} {...{ one, meeting, people }} onCancel={() => cancel(one)} />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps extends RemindersProps {
  readonly one: One
  readonly onCancel: () => unknown
}

function Line({ one, meeting, people, onCancel }: LineProps) {
  const w = useWords(words)
  const name = people.nameOf(one.recipient)
  const distance = distanceOf(one, meeting)
  const planned = plannedOf(one, meeting)
  const nowMs = useNow()
  return (
    <tr>
      <td>
        <a href={hrefs.recipient(one.recipient)}>{name}</a>
      </td>
      <td>
        <When time={one.dueAt} hasDistance={isToCome(one)} />
      </td>
      <td>
        {distance}
        {planned !== null && planned !== distance && <div class="hint">{w.plannedAt(planned)}</div>}
      </td>
      <td>
        <State one={one} />
      </td>
      <td>
        <div class="actions">
          {isToCome(one) && (
            <button
              type="button"
              class="button"
              aria-label={w.cancelOneOf(name, distance)}
              onClick={() => void onCancel()}
            >
              {w.cancelOne}
            </button>
          )}
          {canComeBack(one, meeting, nowMs) && <BringBack id={one.id} label={w.bringBackOf(name, distance)} />}
          <a class="button quiet" href={hrefs.reminder(one.id)}>
            {w.story}
          </a>
        </div>
      </td>
    </tr>
  )
}

function distanceOf({ dueAt, kind }: One, { acceptedSlot }: Meeting): string {
  if (!dueAt || !acceptedSlot) return kind
  return distanceWords(Date.parse(dueAt.instant) - Date.parse(acceptedSlot.start.instant))
}

/** Quiet hours, or somebody, may have moved it away from where the plan has it. */
function plannedOf({ kind }: One, { plan }: Meeting): string | null {
  const step = Array.isArray(plan) ? plan.find((one) => typeof one !== 'string' && one.kind === kind) : undefined
  return typeof step === 'object' ? distanceWords(offsetMs(step.offset)) : null
}

function State({ one: { state, reason } }: { readonly one: Pick<One, 'state' | 'reason'> }) {
  const w = useWords(words)
  const { states } = useWords(core)
  const reasons = useWords(reasonWords)
  if (isToCome({ state })) return <span class="badge main">{w.toCome}</span>
  return (
    <>
      <span class={`badge ${state}`}>{states[state as Delivery['state']] ?? state}</span>
      {reason && <div class="hint">{reasons[reason as keyof typeof reasons] ?? reason}</div>}
    </>
  )
}

function Notices({ notices, people }: { readonly notices: Found['notices']; readonly people: People }) {
  const w = useWords(words)
  const told: Readonly<Record<string, string>> = useWords(noticeWords)
  return (
    <Panel title={w.notices}>
      <p class="hint">{w.noticesHint}</p>
      <ul class="notices">
        {notices.map((one, i) => (
          <li key={`${one.id} ${i}`}>
            <a href={hrefs.reminder(one.id)}>
              {people.nameOf(one.recipient)}: {told[one.kind] ?? one.kind}
            </a>
            <State one={one} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
