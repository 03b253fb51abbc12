// What can be done to a reminder that is still to come, and what takes it back. A moment that follows from something else (a plan, a
// rule) is not described anew: that one ring is put off, and the others stay where they are. What is taken back, the server takes back:
// it alone knows how it stood.

import { act } from './act.ts'
import { api, type Reminder, type Time } from './api.ts'
import { localText, ownZone, showTime } from './clock.ts'
import { wordsNow } from './language.ts'
import { words } from './words/upcoming.ts'
import { daysLater, instantIn } from './zoned.ts'

export function titleOf({ title, entity }: Reminder): string {
  return title || `${entity.type} ${entity.id}`
}

interface Moved {
  readonly dueAt: Time
  /** Its next ring takes its place. */
  readonly isMerged: boolean
  /** What takes it back. */
  readonly change: 'moved' | 'snoozed'
}

/** Rings at another moment. */
async function moveTo(reminder: Reminder, toMs: number): Promise<Moved> {
  const at = wallClock(toMs, reminder.timezone)
  if (reminder.step !== null || reminder.series !== null || at === null) return await putOff(reminder, toMs)
  const { dueAt } = await api.reminders.change({ id: reminder.id, at })
  return { dueAt, isMerged: false, change: 'moved' }
}

/** As snooze does: the same ring, later or sooner. */
async function putOff(reminder: Reminder, toMs: number): Promise<Moved> {
  const until = new Date(toMs).toISOString()
  const { dueAt, collapsed } = await api.reminders.snooze({ id: reminder.id, until, next: true })
  return { dueAt, isMerged: collapsed, change: 'snoozed' }
}

/**
 * What goes by a wall clock keeps going by it, and an instant stays one; which zone it is, and whether it is its recipient's, the server
 * knows. Null: the second of two equal wall clocks, which no text without a zone can name.
 */
function wallClock(ms: number, timezone: string | null): string | null {
  if (timezone === null) return new Date(ms).toISOString()
  const wholeMs = Math.floor(ms / 1_000) * 1_000
  const local = localText(wholeMs, timezone)
  if (instantIn(local, timezone) !== Math.floor(ms / 60_000) * 60_000) return null
  return `${local}:${String((wholeMs / 1_000) % 60).padStart(2, '0')}`
}

/** Moved or put off, said in a toast, and taken back. False: it was refused. */
export async function moving(
  reminder: Reminder,
  toMs: number,
  how: 'moved' | 'snoozed',
  expect: () => void = () => undefined,
): Promise<boolean> {
  const w = wordsNow(words)
  return await act({
    run: () => (how === 'moved' ? moveTo : putOff)(reminder, toMs),
    expect,
    said: ({ dueAt, isMerged }) =>
      isMerged ? w.merged(titleOf(reminder)) : w[how](titleOf(reminder), showTime(dueAt.instant, ownZone.get())),
    // Of an alarm only its page knows how it stood: that ring is put back to when it was due.
    undo: ({ change }) =>
      canComeBack(reminder) ? takeBack(reminder, change) : putOff(reminder, Date.parse(reminder.dueAt!.instant)),
    undone: w.undone,
  })
}

/** So much later on the clock that it goes by: days are those of the calendar. */
export function laterBy({ dueAt }: Reminder, minutes: number): number {
  const { instant, timezone } = dueAt!
  const days = Math.floor(minutes / minutesADay)
  return daysLater(Date.parse(instant), days, timezone) + (minutes % minutesADay) * 60_000
}

const minutesADay = 1_440

/** Of an alarm the moments follow from its page: only the page's owner begins it again. */
export function canComeBack({ series }: Reminder): boolean {
  return !series?.repeat?.backoff
}

/** Takes back a cancel, or a Done before it rang: the server knows how it stood. */
export async function bringBack({ id }: Pick<Reminder, 'id'>) {
  return await api.reminders.restore({ id })
}

/** Takes back what was done to it last. */
export async function takeBack({ id }: Pick<Reminder, 'id'>, change: 'moved' | 'snoozed' | 'skipped' | 'acknowledged') {
  return await api.reminders.restore({ id, change })
}
