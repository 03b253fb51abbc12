// What can be done to a reminder that is still to come, and what takes it back. A moment that follows from something else (a plan, a
// rule) is not described anew: that one ring is put off, and the others stay where they are.

import { api, type Reminder, type Time } from './api.ts'
import { localText } from './clock.ts'

/** Rings at another moment. Answers when it does, and whether it merged with the ring after it. */
export async function moveTo(reminder: Reminder, toMs: number): Promise<{ dueAt: Time; isMerged: boolean }> {
  if (reminder.step !== null || reminder.series !== null) return await putOff(reminder, toMs)
  const { dueAt } = await api.reminders.change({ id: reminder.id, at: wallClock(toMs, reminder.timezone) })
  return { dueAt, isMerged: false }
}

/** As snooze does: the same ring, later or sooner. */
export async function putOff(reminder: Reminder, toMs: number): Promise<{ dueAt: Time; isMerged: boolean }> {
  const until = new Date(toMs).toISOString()
  const { dueAt, collapsed } = await api.reminders.snooze({ id: reminder.id, until, next: true })
  return { dueAt, isMerged: collapsed }
}

/** Where it was planned: quiet hours move it again by themselves. */
export function plannedMs({ plannedAt, dueAt }: Reminder): number {
  return Date.parse((plannedAt ?? dueAt)!.instant)
}

/** What goes by a wall clock keeps going by it; its zone is known to the server. */
function wallClock(ms: number, timezone: string | null): string {
  return timezone === null ? new Date(ms).toISOString() : `${localText(ms, timezone)}:00`
}

/** Of an alarm the moments follow from its page: only the page's owner begins it again. */
export function canComeBack({ series }: Reminder): boolean {
  return !series?.repeat?.backoff
}

/** Takes back a cancel, or a Done before it rang: the server knows how it stood. */
export async function bringBack({ id }: Pick<Reminder, 'id'>) {
  return await api.reminders.restore({ id })
}

/** A series as it was before its ring was left out: the same entity, kind and recipient are the same reminder. */
async function planAnew(reminder: Reminder): Promise<unknown> {
  const { entity, kind, recipient, title, body, data, critical, channels, fallback, series, timezone } = reminder
  const { start, ...repeats } = series ?? { start: null }
  return await api.reminders.schedule({
    ...{ entity, kind, recipient, critical },
    at: start ?? wallClock(plannedMs(reminder), timezone),
    ...(timezone === null || start?.endsWith('Z') ? {} : { timezone }),
    ...repeats,
    ...(title === null ? {} : { title }),
    ...(body === null ? {} : { body }),
    ...(data === null ? {} : { data }),
    ...(channels === null ? {} : { channels }),
    ...(fallback === null ? {} : { fallback }),
    ...tolerance(reminder),
  })
}

/** How long after its moment it is useful. */
function tolerance({ usefulUntil, dueAt }: Reminder): { tolerance?: string } {
  if (!usefulUntil || !dueAt) return {}
  const seconds = Math.round((Date.parse(usefulUntil.instant) - Date.parse(dueAt.instant)) / 1_000)
  return seconds > 0 ? { tolerance: `PT${seconds}S` } : {}
}

/** Planned anew from its rule, the ring that was left out is there again. */
export async function takeBackSkip(reminder: Reminder): Promise<unknown> {
  await api.reminders.cancel({ id: reminder.id })
  return await planAnew(reminder)
}
