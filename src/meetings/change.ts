// What every transition has in common. One transaction under the lock of the meeting's entity: existence, version, state, then the change
// itself, with a compare-and-set on the status; the entity and its reminders follow in the same transaction.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, entityLock, entityRange } from '../engine/key.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { endHeld } from '../entities/end.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject } from '../input.ts'
import { type Held, holdMeeting, noMeeting } from './held.ts'
import { type MeetingReminder, type MeetingReminders, meetingType, type Transitioned } from './meeting.ts'
import { callBackNotices, isNotice } from './notices.ts'
import { readReason } from './read-input.ts'
import { type MeetingRow, statusOf } from './row.ts'
import { type MeetingStatus, type MeetingVerb, transitions, verbsFrom } from './transitions.ts'
import { isOutdated, resolveHeld } from './zones.ts'

export interface Acting {
  readonly id: string
  readonly participant: string
  readonly reason: string | null
  readonly version: number | undefined
  /** Who looks at the answer; null: sees everything of the tenant. */
  readonly viewer: string | null
  /** The fields that only this verb has. */
  readonly more: Readonly<Record<string, unknown>>
}

const actingFields = ['participant', 'reason', 'version', 'viewer']

export function readActing(id: string, input: unknown, more: readonly string[] = []): Acting {
  const value = readObject(input, [...actingFields, ...more], '')
  return {
    id: readId(id, '/id'),
    participant: readId(value.participant, '/participant'),
    reason: readReason(value.reason),
    version: readVersion(value.version),
    viewer: value.viewer === undefined ? null : readId(value.viewer, '/viewer'),
    more: value,
  }
}

/** Nobody else changes the meeting, or its reminders, meanwhile. */
export async function withMeeting(
  context: Context,
  acting: Acting,
  verb: MeetingVerb,
  work: (held: Held) => Promise<Transitioned>,
): Promise<Transitioned> {
  const lock = entityLock(context.tenant, meetingType, acting.id)
  return await context.db.transaction(
    async (tx) => {
      const held = await resolvedFirst(context, await holdMeeting(context, tx, acting.id))
      // Nobody acts who was erased, or is erased before this is done.
      if (!held?.people.some(({ id }) => id === acting.participant)) throw noMeeting()
      const { row } = held
      checkVersion(acting.version, row.version)
      checkState(row, verb)
      if ((verb === 'accept' || verb === 'deny') && row.requester === acting.participant) throw ownProposal(verb)
      return seenBy(acting.viewer, await work(held))
    },
    { lock },
  )
}

/** A process with an older time-zone database has written it: its slots are what they mean here. */
async function resolvedFirst(context: Context, held: Held | null): Promise<Held | null> {
  if (!held || !isOutdated(context, held.row)) return held
  await resolveHeld({ ...context, actor: 'time zones' }, held)
  return await holdMeeting(context, held.tx, held.row.id)
}

/** Everybody sees when they themselves are reminded; of the others, whoever has the key. */
export function seenBy(viewer: string | null, done: Transitioned): Transitioned {
  if (viewer === null) return done
  const own = <T extends { readonly recipient: string }>(some: readonly T[]) =>
    some.filter(({ recipient }) => recipient === viewer)
  const { created, cancelled, skippedPast, inFlight } = done.reminders
  return {
    meeting: done.meeting,
    reminders: { created: own(created), cancelled: own(cancelled), skippedPast: own(skippedPast), inFlight },
    notices: own(done.notices),
  }
}

function ownProposal(verb: MeetingVerb): BelfryError {
  return new BelfryError('own_proposal', `Whoever has proposed a meeting cannot ${verb} it.`, {
    field: '/participant',
    accepted: 'one of those who were asked; the requester may cancel or reschedule it',
  })
}

function checkState(row: MeetingRow, verb: MeetingVerb): void {
  const status = statusOf(row)
  if (transitions[status][verb] !== undefined) return
  const child = row.child === null ? '' : ` Meeting ${JSON.stringify(row.child)} has taken its place.`
  throw new BelfryError(
    'invalid_transition',
    `The meeting is ${status}: it cannot be ${participles[verb]} any more.${child}`,
    {
      field: '/id',
      accepted: acceptedFrom(status, row.child),
      facts: { currentStatus: status, ...(row.child === null ? {} : { childMeetingId: row.child }) },
    },
  )
}

function acceptedFrom(status: MeetingStatus, child: string | null): string {
  const verbs = verbsFrom(status)
  if (verbs.length > 0) return verbs.join(', ')
  return child === null ? 'nothing any more: that is an end' : `the same of meeting ${JSON.stringify(child)}`
}

const participles: Readonly<Record<MeetingVerb, string>> = {
  accept: 'accepted',
  deny: 'denied',
  reschedule: 'rescheduled',
  cancel: 'cancelled',
  complete: 'completed',
}

export interface Change {
  readonly to: MeetingStatus
  readonly reason: string | null
  /** Who acts; null: Belfry itself. */
  readonly by: string | null
  readonly accepted?: { readonly index: number; readonly startMs: number; readonly endMs: number }
  /** Calendars learn of it by a higher number. */
  readonly isNewForCalendars?: boolean
}

export async function changeStatus(context: Context, tx: Database, row: MeetingRow, change: Change): Promise<void> {
  const { accepted } = change
  const written = await tx.run('change-meeting', [
    ...[context.tenant, row.id, row.status, change.to, change.reason],
    ...[accepted?.index ?? null, accepted?.startMs ?? null, accepted?.endMs ?? null],
    ...[change.isNewForCalendars ? 1 : 0, change.by, context.actor],
  ])
  // The row is locked: nobody can have been faster.
  if (written.length === 0) throw new BelfryError('busy', 'Somebody else has changed the meeting meanwhile.')
}

export const nothing: MeetingReminders = { created: [], cancelled: [], skippedPast: [], inFlight: [] }

const ends = {
  off: { status: 'cancelled', reason: 'called_off' },
  /** Another one takes its place. */
  moved: { status: 'cancelled', reason: 'moved' },
  over: { status: 'done', reason: 'completed' },
} as const

/** The entity ends with its reminders; answers which of them will not ring, and what could not be called back. */
export async function endReminders(
  context: Context,
  tx: Database,
  id: string,
  end: keyof typeof ends,
): Promise<MeetingReminders> {
  const { status, reason } = ends[end]
  const before = await remindersOf(context, tx, id)
  // All of them in key order, before some of them are: news that did not go out was overtaken, and is not what was called off.
  const { first, last } = entityRange(context.tenant, meetingType, id)
  await tx.run('lock-entity-reminders', [bucketOf(first), first, last, context.tenant, meetingType, id])
  await callBackNotices(context, tx, id)
  const ended = await endHeld(context, tx, { type: meetingType, id }, status, reason)
  const cancelled = new Set(ended.cancelledOf)
  const seen = new Set<string>()
  return {
    ...nothing,
    // By reminder, not by further try; notices that did not go out are no reminders.
    cancelled: before
      .filter(({ id: one, kind }) => !isNotice(kind) && cancelled.has(one) && !seen.has(one) && seen.add(one))
      .map(toReminder),
    inFlight: ended.inFlight,
  }
}

export interface ReminderRow {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly state: string
  readonly reason: string | null
  readonly due_ms: number | null
  readonly timezone: string | null
  readonly zone: string | null
}

export async function remindersOf(context: Context, db: Database, id: string): Promise<ReminderRow[]> {
  const { first, last } = entityRange(context.tenant, meetingType, id)
  return await db.run<ReminderRow>('meeting-reminders', [bucketOf(first), first, last, context.tenant, id])
}

export function toReminder({ id, kind, recipient, due_ms: dueMs, timezone, zone }: ReminderRow): MeetingReminder {
  return {
    ...{ id, kind, recipient },
    dueAt: dueMs === null ? null : new Date(dueMs),
    timezone: zone ?? timezone ?? 'UTC',
  }
}
