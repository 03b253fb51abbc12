// The entity of a meeting: what it says and whom it is for from the beginning, and when it is from the moment somebody accepts.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { applyPatch, type PutResult } from '../entities/put.ts'
import type { Person } from './held.ts'
import { type MeetingReminder, type MeetingReminders, meetingType } from './meeting.ts'
import type { MeetingRow, StoredSlot } from './row.ts'

type Told = Pick<
  MeetingRow,
  | 'id'
  | 'title'
  | 'body'
  | 'location'
  | 'data'
  | 'timezone'
  | 'time_anchor'
  | 'plan'
  | 'late_policy'
  | 'channels'
  | 'critical'
>

/** `slot` null: nobody knows yet when it is, and nothing rings. */
export async function putMeetingEntity(
  context: Context,
  tx: Database,
  meeting: Told,
  people: readonly Person[],
  slot: StoredSlot | null,
): Promise<MeetingReminders> {
  const { timezone } = meeting
  const plan = typeof meeting.plan === 'string' ? meeting.plan : null
  const steps = typeof meeting.plan === 'string' ? null : meeting.plan
  const anchors: Record<string, { nominal: string; timezone: string }> =
    slot === null ? {} : { start: { nominal: slot.start, timezone }, end: { nominal: slot.end, timezone } }
  const result = await applyPatch(context, tx, {
    type: meetingType,
    id: meeting.id,
    version: undefined,
    plan: plan ?? undefined,
    members: people.map(({ id: recipient }) => ({ recipient, steps: null })),
    fields: (before) => ({
      ...before,
      anchors,
      timeAnchor: meeting.time_anchor,
      plan,
      steps,
      latePolicy: meeting.late_policy,
      channels: meeting.channels,
      critical: meeting.critical,
      title: meeting.title,
      body: meeting.body,
      data: withLocation(meeting),
    }),
  })
  return answerOf(result, people)
}

/** Where templates and calendar files look for it. */
function withLocation({ data, location }: Told): unknown {
  if (location === null) return data
  if (data === null) return { location }
  return typeof data === 'object' && !Array.isArray(data) ? { location, ...data } : data
}

/** Each on the clock of whom it is for. What is put together with another that is late was past, too. */
function answerOf({ reminders, inFlightIds }: PutResult, people: readonly Person[]): MeetingReminders {
  const zones = new Map(people.map(({ id, timezone }) => [id, timezone]))
  const those = (...outcomes: string[]): MeetingReminder[] =>
    reminders
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ id, kind, recipient, dueAt, timezone }) => ({
        ...{ id, kind, recipient, dueAt },
        timezone: zones.get(recipient) ?? timezone,
      }))
  return {
    created: those('created', 'moved'),
    cancelled: those('cancelled'),
    skippedPast: those('skippedPast', 'merged'),
    inFlight: inFlightIds,
  }
}
