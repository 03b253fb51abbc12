// Notices: what people are told about a meeting when something becomes of it. They are reminders of its entity that are due at once:
// recorded, sent once, explainable, and called back when the next thing becomes of the meeting before they went out.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, entityRange } from '../engine/key.ts'
import { ladderOf } from '../engine/ladder.ts'
import { toleranceDefaultMs, type Wanted } from '../engine/reminder.ts'
import { scheduleAll } from '../engine/schedule.ts'
import { stopDeliveries } from '../engine/stop.ts'
import { BelfryError } from '../errors.ts'
import type { Person } from './held.ts'
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
  /** Who is told; held by the caller, so that nobody of them is erased meanwhile. */
  readonly to: readonly Person[]
  /** Who did it; null: Belfry itself. */
  readonly by: Person | null
  readonly reason: string | null
  readonly slots: readonly StoredSlot[]
  /** Of one that takes another's place: when they had agreed to meet before. */
  readonly was?: StoredSlot | null
}

type NoticeMeeting = Pick<MeetingRow, 'id' | 'title' | 'body' | 'channels'>

export async function giveNotice(
  context: Context,
  tx: Database,
  meeting: NoticeMeeting,
  { kind, to, by, reason, slots, was = null }: Notice,
): Promise<MeetingReminder[]> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const said = ({ startMs, endMs }: StoredSlot) => ({ start: iso(startMs), end: iso(endMs) })
  const data = JSON.stringify({
    ...{ by: by?.id ?? null, byName: by?.name ?? by?.id ?? null, reason },
    slots: slots.map(said),
    ...(was && { was: said(was) }),
  })
  const wanted = to.map((person) => ({ ...wantedOf(meeting, kind, person.id), data }))
  await callBackNotices(context, tx, meeting.id)
  const results = await scheduleAll(context, tx, wanted)
  return results.map(({ id, dueAt }, i) => {
    const { id: recipient, timezone } = to[i]!
    return { id, kind, recipient, dueAt, timezone }
  })
}

interface Waiting {
  readonly bucket: number
  readonly id: string
}

/** What has not gone out of earlier notices does not any more: nobody reads "proposed" after "accepted". */
export async function callBackNotices({ tenant }: Context, tx: Database, id: string): Promise<void> {
  const { first, last } = entityRange(tenant, meetingType, id)
  const named = [bucketOf(first), first, last, tenant, id, noticeKinds]
  const waiting = await tx.run<Waiting>('lock-notices', named)
  await tx.run('end-reminders', [
    ...[waiting.map(({ bucket }) => bucket), waiting.map((one) => one.id), 'cancelled', 'overtaken'],
  ])
  // In a later statement, as everything that has fired is read.
  await stopDeliveries(tx, await tx.run<Waiting>('unsent-notices', named), 'overtaken')
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
