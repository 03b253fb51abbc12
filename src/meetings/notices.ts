// Notices: what people are told about a meeting when something becomes of it. They are reminders of its entity that are due at once:
// recorded, sent once, explainable, and called back when the next thing becomes of the meeting before they went out.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { ladderOf } from '../engine/ladder.ts'
import { toleranceDefaultMs, type Wanted } from '../engine/reminder.ts'
import { scheduleAll } from '../engine/schedule.ts'
import { BelfryError } from '../errors.ts'
import { type MeetingReminder, meetingType } from './meeting.ts'
import type { MeetingRow, StoredSlot } from './row.ts'

export const noticeKinds = ['requested', 'accepted', 'denied', 'moved', 'cancelled', 'expired'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export function isNotice(kind: string): boolean {
  return (noticeKinds as readonly string[]).includes(kind)
}

/** A step of that kind would be the same reminder as the notice, and one of them would be lost. */
export function checkKinds(steps: readonly unknown[], fieldOf: (i: number) => string): void {
  const taken = steps.findIndex(
    (step) => typeof step === 'object' && step !== null && 'kind' in step && isNotice(String(step.kind)),
  )
  if (taken < 0) return
  throw new BelfryError('invalid_input', 'A step of a meeting cannot be of the kind of a notice.', {
    field: fieldOf(taken),
    accepted: `any kind but ${noticeKinds.join(', ')}`,
  })
}

export interface Notice {
  readonly kind: NoticeKind
  readonly to: readonly string[]
  /** Who did it; null: Belfry itself. */
  readonly by: string | null
  readonly reason: string | null
  readonly slots: readonly StoredSlot[]
}

type NoticeMeeting = Pick<MeetingRow, 'id' | 'title' | 'body' | 'channels'>

export async function giveNotice(
  context: Context,
  tx: Database,
  meeting: NoticeMeeting,
  notice: Notice,
): Promise<MeetingReminder[]> {
  const known = await tx.run<{ id: string; name: string | null; timezone: string }>('people-names', [
    context.tenant,
    [...new Set([...notice.to, ...(notice.by === null ? [] : [notice.by])])],
  ])
  const people = new Map(known.map((person) => [person.id, person]))
  const byName = notice.by === null ? null : (people.get(notice.by)?.name ?? notice.by)
  const iso = (ms: number) => new Date(ms).toISOString()
  const slots = notice.slots.map(({ startMs, endMs }) => ({ start: iso(startMs), end: iso(endMs) }))
  const data = JSON.stringify({ by: notice.by, byName, reason: notice.reason, slots })
  // Who was erased is told nothing.
  const wanted = notice.to
    .filter((recipient) => people.has(recipient))
    .map((recipient) => ({
      ...wantedOf(meeting, notice.kind, recipient),
      data,
    }))
  const results = await scheduleAll(context, tx, wanted)
  return results.map((result, i) => ({
    id: result.id,
    kind: notice.kind,
    recipient: wanted[i]!.recipient,
    dueAt: result.dueAt,
    timezone: people.get(wanted[i]!.recipient)!.timezone,
  }))
}

function wantedOf(meeting: NoticeMeeting, kind: NoticeKind, recipient: string): Omit<Wanted, 'data'> {
  return {
    entityType: meetingType,
    entityId: meeting.id,
    kind,
    recipient,
    title: meeting.title,
    body: meeting.body,
    ...(meeting.channels === null ? { channels: null, delaysMs: null } : ladderOf(meeting.channels)),
    fallback: null,
    critical: false,
    at: null,
    timezone: null,
    inMs: 0,
    rule: null,
    repeat: null,
    usefulUntil: null,
    toleranceMs: toleranceDefaultMs,
    again: false,
    field: '',
  }
}
