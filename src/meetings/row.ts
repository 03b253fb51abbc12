// A meeting as it is stored, and what verbs make of it.

import type { ChannelSteps } from '../engine/ladder.ts'
import type { Step } from '../entities/steps.ts'
import { durationText } from '../time/duration.ts'
import type { Meeting, Participant, Slot } from './meeting.ts'
import { expiredReason, type MeetingStatus } from './transitions.ts'

/** A slot as it was proposed (nominal local times, or instants that end in Z), and what that means. */
export interface StoredSlot {
  readonly start: string
  readonly end: string
  readonly startMs: number
  readonly endMs: number
}

/** The name of a plan, or steps. */
export type StoredPlan = string | readonly Step[]

interface ParticipantRow {
  readonly recipient: string
  readonly answer: Participant['answer']
  readonly slot: number | null
  readonly reason: string | null
  readonly answeredMs: number | null
  readonly removedMs: number | null
}

export interface MeetingRow {
  readonly id: string
  readonly status: MeetingStatus
  readonly reason: string | null
  readonly requester: string
  readonly title: string
  readonly body: string | null
  readonly location: string | null
  readonly data: unknown
  readonly timezone: string
  readonly time_anchor: Meeting['timeAnchor']
  readonly slots: readonly StoredSlot[]
  readonly accepted: number | null
  readonly quorum: Meeting['quorum']
  readonly plan: StoredPlan
  readonly late_policy: Meeting['latePolicy']
  readonly channels: ChannelSteps | null
  readonly critical: boolean
  readonly before_ms: number
  readonly after_ms: number
  readonly outside_ok: boolean
  readonly parent: string | null
  readonly root: string
  readonly child: string | null
  readonly sequence: number
  readonly version: number
  readonly tz_version: string
  readonly starts_ms: number
  readonly ends_ms: number
  readonly conflict_ms: number | null
  readonly created_ms: number
  readonly updated_ms: number
  readonly now_ms: number
  readonly participants: readonly ParticipantRow[]
}

/** Nobody has answered, and the last slot is over: it counts as cancelled also before anybody has written that down. */
export function statusOf({ status, ends_ms: endsMs, now_ms: nowMs }: MeetingRow): MeetingStatus {
  return status === 'pending' && endsMs <= nowMs ? 'cancelled' : status
}

export function toMeeting(row: MeetingRow): Meeting {
  const status = statusOf(row)
  const slotAt = (index: number | null) => (index === null ? null : toSlot(row.slots[index]!))
  return {
    id: row.id,
    status,
    reason: status === row.status ? row.reason : expiredReason,
    requester: row.requester,
    participants: row.participants.map((one) => ({
      recipient: one.recipient,
      isRequester: one.recipient === row.requester,
      answer: one.answer,
      slot: slotAt(one.slot),
      reason: one.reason,
      answeredAt: dateOf(one.answeredMs),
      removedAt: dateOf(one.removedMs),
    })),
    title: row.title,
    body: row.body,
    location: row.location,
    data: row.data,
    timezone: row.timezone,
    timeAnchor: row.time_anchor,
    slots: row.slots.map(toSlot),
    acceptedSlot: slotAt(row.accepted),
    quorum: row.quorum,
    plan: row.plan,
    latePolicy: row.late_policy,
    buffers: { before: durationText(row.before_ms), after: durationText(row.after_ms) },
    allowOutsideAvailability: row.outside_ok,
    parentMeetingId: row.parent,
    rootMeetingId: row.root,
    childMeetingId: row.child,
    sequence: row.sequence,
    version: row.version,
    tzVersion: row.tz_version,
    conflictAt: dateOf(row.conflict_ms),
    createdAt: new Date(row.created_ms),
    updatedAt: new Date(row.updated_ms),
  }
}

export function toSlot({ startMs, endMs }: StoredSlot): Slot {
  return { start: new Date(startMs), end: new Date(endMs) }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
