// Request: somebody proposes a meeting. It is pending; nothing rings until one of those who were asked accepts a slot.

import { randomUUID } from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { noPlan } from '../entities/put.ts'
import { BelfryError } from '../errors.ts'
import { putMeetingEntity } from './entity.ts'
import { holdPeople, type Person } from './held.ts'
import { type MeetingInput, meetingType, type Transitioned } from './meeting.ts'
import { checkKinds, giveNotice } from './notices.ts'
import { readMeeting } from './read.ts'
import { type Described, readRequest } from './read-input.ts'

export async function requestMeeting(context: Context, input: MeetingInput): Promise<Transitioned> {
  const { id = randomUUID(), ...wanted } = readRequest(context, input)
  const lock = entityLock(context.tenant, meetingType, id)
  return await context.db.transaction(
    async (tx) => {
      const people = await holdPeople(context, tx, wanted.people)
      checkKnown(wanted.people, people)
      checkAhead(wanted.slots, await nowMs(tx))
      await checkPlan(context, tx, input.plan)
      await refuseTaken(context, tx, id)
      const reminders = await createMeeting(context, tx, wanted, people, {
        ...{ id, parent: null, root: id, sequence: 0 },
      })
      const [requester, ...asked] = people
      const notice = { kind: 'requested', to: asked, by: requester ?? null, reason: null, slots: wanted.slots } as const
      const notices = await giveNotice(context, tx, { id, ...wanted }, notice)
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
  // Before anything is written: in a caller's transaction half of it would stay.
  if (!named) throw noPlan(plan)
  checkKinds(named.steps, () => '/plan')
}

/** What is already known as an entity of that name would become something else. */
async function refuseTaken(context: Context, tx: Database, id: string): Promise<void> {
  const [there] = await tx.run('entity', [context.tenant, meetingType, id, null, null, 1])
  if (there) throw idInUse(id)
}

function idInUse(id: string): BelfryError {
  return new BelfryError('in_use', `There is a meeting ${JSON.stringify(id.slice(0, 60))} already.`, {
    field: '/id',
    accepted: 'an id that no meeting has, or none',
  })
}

function checkKnown(names: readonly string[], people: readonly Person[]): void {
  const known = new Set(people.map(({ id }) => id))
  const missing = names.findIndex((name) => !known.has(name))
  if (missing < 0) return
  throw new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(names[missing]!.slice(0, 60))}.`, {
    field: missing === 0 ? '/requester' : `/participants/${missing - 1}`,
    accepted: 'the id of a recipient; recipients.put creates one',
  })
}

/** The slots are to come. */
export function checkAhead(slots: Described['slots'], now: number): void {
  const past = slots.findIndex(({ startMs }) => startMs <= now)
  if (past >= 0) throw slotInPast(`/slots/${past}`)
}

async function nowMs(tx: Database): Promise<number> {
  const [clock] = await tx.run<{ now_ms: number }>('clock', [])
  return clock?.now_ms ?? 0
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

export async function createMeeting(
  context: Context,
  tx: Database,
  wanted: Described,
  people: readonly Person[],
  origin: Origin,
) {
  await insertMeeting(context, tx, wanted, origin)
  return await putMeetingEntity(context, tx, { ...wanted, id: origin.id }, people, null)
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
  if (made.length === 0) throw idInUse(origin.id)
}
