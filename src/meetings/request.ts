// Request: somebody proposes a meeting. It is pending; nothing rings until one of those who were asked accepts a slot.

import { randomUUID } from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { BelfryError } from '../errors.ts'
import { putMeetingEntity } from './entity.ts'
import { type MeetingInput, meetingType, type Transitioned } from './meeting.ts'
import { checkKinds, giveNotice } from './notices.ts'
import { readMeeting } from './read.ts'
import { type Described, readRequest } from './read-input.ts'

export async function requestMeeting(context: Context, input: MeetingInput): Promise<Transitioned> {
  const { id = randomUUID(), ...wanted } = readRequest(context, input)
  const lock = entityLock(context.tenant, meetingType, id)
  return await context.db.transaction(
    async (tx) => {
      await checkPeople(context, tx, wanted)
      await checkPlan(context, tx, input.plan)
      const origin = { id, parent: null, root: id, sequence: 0 }
      const reminders = await createMeeting(context, tx, wanted, origin)
      const notices = await giveNotice(
        context,
        tx,
        { id, ...wanted },
        {
          ...{ kind: 'requested', to: wanted.people.slice(1), by: wanted.requester },
          ...{ reason: null, slots: wanted.slots },
        },
      )
      await audit(context, tx, 'meeting_requested', [
        { entityType: meetingType, entityId: id, recipient: wanted.requester },
      ])
      return { meeting: await readMeeting(context, tx, id), reminders, notices }
    },
    { lock },
  )
}

/** Whether it is said in steps or by name. */
async function checkPlan(context: Context, tx: Database, plan: MeetingInput['plan']): Promise<void> {
  if (typeof plan === 'object') return checkKinds(plan, (i) => `/plan/${i}/kind`)
  if (plan === undefined) return
  const [named] = await tx.run<{ steps: readonly unknown[] }>('plans', [context.tenant, plan])
  checkKinds(named?.steps ?? [], () => '/plan')
}

interface KnownRow {
  readonly id: string
  readonly now_ms: number
}

/** Everybody is known, and the slots are to come. */
export async function checkPeople(context: Context, tx: Database, { people, slots }: Described): Promise<void> {
  const known = await tx.run<KnownRow>('lock-recipients', [context.tenant, people])
  const ids = new Set(known.map(({ id }) => id))
  const missing = people.findIndex((one) => !ids.has(one))
  if (missing >= 0) {
    throw new BelfryError(
      'unknown_recipient',
      `There is no recipient ${JSON.stringify(people[missing]!.slice(0, 60))}.`,
      {
        field: missing === 0 ? '/requester' : `/participants/${missing - 1}`,
        accepted: 'the id of a recipient; recipients.put creates one',
      },
    )
  }
  const nowMs = known[0]?.now_ms ?? 0
  const past = slots.findIndex(({ startMs }) => startMs <= nowMs)
  if (past >= 0) throw slotInPast(`/slots/${past}`)
}

export function slotInPast(field: string): BelfryError {
  return new BelfryError('slot_in_past', 'The slot has begun already.', { field, accepted: 'a slot that is to come' })
}

export interface Origin {
  readonly id: string
  readonly parent: string | null
  readonly root: string
  readonly sequence: number
}

export async function createMeeting(context: Context, tx: Database, wanted: Described, origin: Origin) {
  await insertMeeting(context, tx, wanted, origin)
  return await putMeetingEntity(context, tx, { ...wanted, id: origin.id }, wanted.people, null)
}

/** Without its entity. */
export async function insertMeeting(context: Context, tx: Database, wanted: Described, origin: Origin): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const made = await tx.run('create-meeting', [
    ...[context.tenant, origin.id, wanted.requester, wanted.title, wanted.body, wanted.location, json(wanted.data)],
    ...[wanted.timezone, wanted.time_anchor, JSON.stringify(wanted.slots)],
    Math.min(...wanted.slots.map(({ startMs }) => startMs)),
    Math.max(...wanted.slots.map(({ endMs }) => endMs)),
    ...[wanted.quorum, JSON.stringify(wanted.plan), wanted.late_policy, json(wanted.channels), wanted.critical],
    ...[wanted.before_ms, wanted.after_ms, wanted.outside_ok, origin.parent, origin.root, origin.sequence],
    ...[context.tzVersion, wanted.people, wanted.requester, context.actor],
  ])
  if (made.length === 0) {
    throw new BelfryError('in_use', `There is a meeting ${JSON.stringify(origin.id.slice(0, 60))} already.`, {
      field: '/id',
      accepted: 'an id that no meeting has, or none',
    })
  }
}
