// The rules that the sink's arrivals are held against, in every scenario.

import { type Arrival, byDelivery, isAccepted, reminderOf } from './sink.ts'
import type { Judge } from './verdict.ts'

/** At most one accepted send of each delivery. */
export function neverTwice(judge: Judge, arrivals: readonly Arrival[]): void {
  const twice = [...byDelivery(arrivals.filter(isAccepted))].filter(([, sends]) => sends.length > 1)
  judge.none(
    twice.map(([id, sends]) => `${id} (${sends.map(({ attempt, pid }) => `attempt ${attempt} by ${pid}`).join(', ')})`),
    'sent_twice',
    'deliveries sent twice',
  )
}

/** Never before its moment. All clocks are one machine's, and due moments are whole milliseconds. */
export function neverEarly(judge: Judge, arrivals: readonly Arrival[]): void {
  judge.none(
    arrivals
      .filter(({ arrivedMs, dueMs }) => arrivedMs < dueMs)
      .map(({ id, arrivedMs, dueMs }) => `${id} by ${dueMs - arrivedMs} ms`),
    'early',
    'sends before their moment',
  )
}

/** Every reminder has arrived, except for those that are excused. */
export function noneMissing(
  judge: Judge,
  reminders: Iterable<string>,
  arrivals: readonly Arrival[],
  excused: ReadonlySet<string> = new Set(),
): void {
  const arrived = new Set(arrivals.filter(isAccepted).map(({ id }) => reminderOf(id)))
  judge.none(
    [...reminders].filter((id) => !arrived.has(id) && !excused.has(id)),
    'missing',
    'reminders never arrived',
  )
}

export function latenessFigures(judge: Judge, arrivals: readonly Arrival[]): void {
  const late = arrivals.map(({ arrivedMs, dueMs }) => arrivedMs - dueMs).sort((a, b) => a - b)
  const at = (part: number) => late[Math.min(late.length - 1, Math.floor(late.length * part))] ?? 0
  judge.figure('lateness ms, p50 / max', `${at(0.5)} / ${at(1)}`)
}
