// Put: says what is going to happen, when, and who cares; Belfry computes the difference to what it knew and applies it in one
// transaction. Whoever changes the same entity waits; a fire that has one of its reminders is waited for, and what it sent is
// named in the answer.

import { type Context, wakeWorkers } from '../engine/context.ts'
import type { Call, Database } from '../engine/database.ts'
import { bucketOf, deliveryId, entityLock, entityRange } from '../engine/key.ts'
import { type Person, resolve } from '../engine/planning.ts'
import { type PersonRow, toPerson } from '../engine/replan.ts'
import { checkVersion } from '../engine/version.ts'
import { findBegun, findStanding, versionsOf, type WrittenVersion, writeCall } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { sameText } from '../input.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import { desiredOf } from './desired.ts'
import { type Change, differenceOf, type Existing, isSilent } from './difference.ts'
import { type EntityName, ofMeeting } from './end.ts'
import {
  type EntityFields,
  type EntityInput,
  type EntityPatch,
  emptyEntity,
  type Member,
  readEntity,
} from './entity.ts'
import { resolveRequestsOf } from './requests.ts'
import { rowOf, silentColumns } from './rows.ts'
import { mainAnchor, type Step } from './steps.ts'

export interface PutReminder {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly outcome: Change['outcome'] | 'alreadySent'
  readonly dueAt: Date | null
  /** The zone of its clock: the one it is anchored in, else the recipient's. */
  readonly timezone: string
}

export interface PutResult {
  /** It was not there before. */
  readonly isNew: boolean
  readonly version: number
  readonly created: number
  readonly moved: number
  readonly cancelled: number
  readonly unchanged: number
  readonly skippedPast: number
  /** Sends of earlier moments that were in flight: they are not tried again. */
  readonly inFlight: number
  /** Their deliveries. */
  readonly inFlightIds: readonly string[]
  readonly reminders: readonly PutReminder[]
}

export interface Known {
  readonly now_ms: number
  readonly has_requests: boolean
  /** Its meeting says what it is. */
  readonly is_meeting: boolean
  readonly entity: (EntityFields & { readonly status: string; readonly version: number }) | null
  readonly members: readonly Member[]
  readonly people: readonly PersonRow[]
  /** Somebody changed a recipient while this waited for them: what it knows is not all there is. */
  readonly overtaken: boolean
  readonly plan_steps: readonly Step[] | null
  readonly reminders: readonly Existing[]
}

export async function putEntity(context: Context, input: EntityInput): Promise<PutResult> {
  const patch = readEntity(context, input)
  const lock = entityLock(context.tenant, patch.type, patch.id)
  return await context.db.transaction((tx) => putInTransaction(context, tx, patch), { lock })
}

async function putInTransaction(context: Context, tx: Database, patch: EntityPatch): Promise<PutResult> {
  const { type, id } = patch
  const known = await readKnown(context, tx, patch)
  if (known.is_meeting) throw ofMeeting(patch)
  if (!known.has_requests) return await applyTo(known, context, tx, patch)
  // What a trigger asked for before comes first.
  await resolveRequestsOf(context, tx, entityLock(context.tenant, type, id))
  return await applyPatch(context, tx, patch)
}

/** For whoever holds the entity already. */
export async function applyPatch(context: Context, tx: Database, patch: EntityPatch): Promise<PutResult> {
  await tx.run('lock-entity', [entityLock(context.tenant, patch.type, patch.id)])
  return await applyTo(await readKnown(context, tx, patch), context, tx, patch)
}

async function applyTo(known: Known, context: Context, tx: Database, patch: EntityPatch): Promise<PutResult> {
  const { type, id } = patch
  checkVersion(patch.version, known.entity?.version)
  const before = known.entity ?? emptyEntity
  const after = patch.fields(before)
  const members = patch.members ?? stillThere(known)
  const changes = changesOf(context, { type, id }, after, members, known)
  const isNew = known.entity === null || known.entity.status !== 'active' || !isSame(before, after, members, known)
  return await apply(context, tx, { patch, after, members, changes, isNew, known })
}

/** Every reminder that the entity should have or has, and what becomes of it. */
export function changesOf(
  context: Context,
  entity: EntityName,
  after: EntityFields,
  members: readonly Member[],
  known: Known,
): Change[] {
  const at = { nowMs: known.now_ms, rules: context.rules }
  const steps = after.plan === null ? after.steps : planSteps(after.plan, known)
  const desired = desiredOf({ ...after, steps }, withPeople(members, known), at)
  return differenceOf(context.tenant, entity, desired, known.reminders, known.now_ms)
}

export async function readKnown(
  context: Context,
  tx: Database,
  { type, id, members, plan }: EntityName & Partial<EntityPatch>,
): Promise<Known> {
  const { first, last } = entityRange(context.tenant, type, id)
  const recipients = members?.map(({ recipient }) => recipient) ?? null
  const lock = entityLock(context.tenant, type, id)
  const named = [context.tenant, type, id, recipients, plan ?? null, bucketOf(first), first, last, lock]
  for (;;) {
    const [known] = await tx.run<Known>('entity-for-put', named)
    // Once at the most: by now they are locked.
    if (!known!.overtaken) return known!
  }
}

function planSteps(name: string, { plan_steps: steps }: Known): readonly Step[] {
  if (steps) return steps
  throw noPlan(name)
}

export function noPlan(name: string): BelfryError {
  return new BelfryError('not_found', `There is no plan ${JSON.stringify(name)}.`, {
    field: '/plan',
    accepted: 'the name of a plan that plans.put has stored, or a list of steps',
  })
}

/** Whom nobody named does not hinder a `put` by having been erased. */
export function stillThere({ members, people }: Known): readonly Member[] {
  return members.filter(({ recipient }) => people.some(({ id }) => id === recipient))
}

function withPeople(members: readonly Member[], { people }: Known): (Member & { person: Person })[] {
  const byId = new Map(people.map((row) => [row.id, toPerson(row)]))
  return members.map((member, i) => {
    const person = byId.get(member.recipient)
    if (person) return { ...member, person }
    throw new BelfryError(
      'unknown_recipient',
      `There is no recipient ${JSON.stringify(member.recipient.slice(0, 60))}.`,
      {
        field: `/recipients/${i}`,
        accepted: 'the id of a recipient; recipients.put creates one',
      },
    )
  })
}

function isSame(before: EntityFields, after: EntityFields, members: readonly Member[], known: Known): boolean {
  return (
    sameText({ ...before, status: null, version: null }) === sameText({ ...after, status: null, version: null }) &&
    sameText(sorted(members)) === sameText(sorted(known.members))
  )
}

function sorted(members: readonly Member[]): Member[] {
  return [...members].sort((a, b) => (a.recipient < b.recipient ? -1 : 1))
}

interface Applying {
  readonly patch: EntityPatch
  readonly after: EntityFields
  readonly members: readonly Member[]
  readonly changes: readonly Change[]
  readonly isNew: boolean
  readonly known: Known
}

interface WrittenRow {
  readonly what: 'entity' | 'recorded' | 'stopped'
  readonly reminder: string | null
  readonly occurrence_key: string | null
  /** Of what was stopped; the reason of what was recorded. */
  readonly state: string | null
  readonly version: number | null
}

async function apply(context: Context, tx: Database, applying: Applying): Promise<PutResult> {
  const { patch, after, known } = applying
  const changes = await withoutDismissed(tx, applying)
  const rings = changes.filter(({ write }) => write).map((change) => rowOf(patch, after, change))
  const [written = [], rows = []] = await tx.runEach<WrittenVersion | WrittenRow>([
    writeCall(context, rings),
    ...(isNothingNew(changes, applying) ? [] : [entityCall(context, { ...applying, changes })]),
  ])
  const versions = versionsOf(written as WrittenVersion[])
  // What was not written has begun, or is as it was.
  const begun = await findBegun(
    tx,
    rings.filter(({ id }) => !versions.has(id)),
  )
  await endOthers(tx, changes, begun)
  const answer = answerWith(changes, versions, begun, rows as WrittenRow[], known)
  if (answer.skippedPast > 0) context.notices.say({ kind: 'skipped_past', count: answer.skippedPast })
  const dueMs = Math.min(...rings.map(({ planned }) => planned.dueMs ?? Number.POSITIVE_INFINITY))
  if (dueMs <= known.now_ms + context.pollMs) await wakeWorkers(context, tx, dueMs)
  return answer
}

/**
 * A step that somebody cancelled or marked as done by itself does not come back because of an unrelated change. It does when
 * the entity was ended and is put again.
 */
async function withoutDismissed(tx: Database, { changes, known }: Applying): Promise<readonly Change[]> {
  const made = known.entity?.status === 'active' ? changes.filter(({ outcome }) => outcome === 'created') : []
  if (made.length === 0) return changes
  const standing = await findStanding(tx, made)
  const dismissed = new Set(
    standing.filter(({ reason }) => reason === 'acknowledged' || reason === 'cancelled').map(({ id }) => id),
  )
  return changes.map((change) =>
    dismissed.has(change.id) ? { ...change, outcome: 'unchanged', write: false } : change,
  )
}

/** Nothing of the entity, and no moment of its reminders: then there is nothing to stop, to end or to record either. */
function isNothingNew(changes: readonly Change[], { isNew }: Applying): boolean {
  return !isNew && changes.every(({ outcome }) => outcome === 'unchanged' || outcome === 'updated')
}

/** The wanted moment was rung before: then the other one that a row stands for is not wanted either. */
async function endOthers(tx: Database, changes: readonly Change[], begun: ReadonlySet<string>): Promise<void> {
  const ends = changes.filter(({ id, was, planned }) => begun.has(id) && was !== null && was !== planned.occurrence)
  if (ends.length === 0) return
  await tx.run('end-reminders', [ends.map(({ bucket }) => bucket), ends.map(({ id }) => id), 'cancelled', 'moved'])
}

function answerWith(
  changes: readonly Change[],
  versions: ReadonlyMap<string, number>,
  begun: ReadonlySet<string>,
  rows: readonly WrittenRow[],
  known: Known,
): PutResult {
  // A row that ended is on record too; here it is about what never rang.
  const isSilently = ({ what, state }: WrittenRow) =>
    what === 'recorded' && (state === 'skipped_past' || state === 'merged')
  const recorded = new Set(rows.filter(isSilently).map(({ reminder }) => reminder))
  const zones = new Map(known.people.map(({ id, timezone }) => [id, timezone]))
  const reminders = changes.map((change) => ({
    ...answerOf(change, versions, begun, recorded),
    timezone: change.planned.timezone ?? zones.get(change.recipient) ?? 'UTC',
  }))
  const inFlight = rows.filter(({ what, state }) => what === 'stopped' && state !== 'cancelled')
  const count = (outcome: PutReminder['outcome']) => reminders.filter((one) => one.outcome === outcome).length
  return {
    isNew: known.entity === null,
    version: rows.find(({ what }) => what === 'entity')?.version ?? known.entity?.version ?? 1,
    created: count('created'),
    moved: count('moved'),
    cancelled: count('cancelled'),
    unchanged: count('unchanged') + count('updated') + count('alreadySent'),
    skippedPast: count('skippedPast'),
    inFlight: inFlight.length,
    inFlightIds: inFlight.map((row) =>
      deliveryId({ reminder: row.reminder ?? '', occurrenceKey: row.occurrence_key ?? '0' }),
    ),
    reminders,
  }
}

function answerOf(
  change: Change,
  versions: ReadonlyMap<string, number>,
  begun: ReadonlySet<string>,
  recorded: ReadonlySet<string | null>,
): Omit<PutReminder, 'timezone'> {
  const { id, kind, recipient, planned } = change
  const outcome = outcomeOf(change, versions.has(id), begun.has(id), recorded.has(id))
  const rings = outcome !== 'cancelled' && outcome !== 'alreadySent' && !isSilent(change)
  return { id, kind, recipient, outcome, dueAt: rings && planned.dueMs !== null ? new Date(planned.dueMs) : null }
}

function outcomeOf(change: Change, isWritten: boolean, hasBegun: boolean, isRecorded: boolean): PutReminder['outcome'] {
  if (hasBegun && (isSilent(change) || (change.write && !isWritten))) return 'alreadySent'
  if (isSilent(change)) return isRecorded ? change.outcome : 'unchanged'
  return change.write && !isWritten ? 'unchanged' : change.outcome
}

function entityCall(context: Context, { patch, after, members, changes, isNew, known }: Applying): Call {
  const ended = changes.filter(({ ends }) => ends)
  const kept = changes.filter(({ outcome }) => outcome !== 'cancelled')
  const { first, last } = entityRange(context.tenant, patch.type, patch.id)
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const atMs = momentOfAnchors(after.anchors, context.rules)
  const action = known.entity ? 'entity_changed' : 'entity_created'
  return [
    'write-entity',
    [
      ...[context.tenant, patch.type, patch.id, JSON.stringify(after.anchors), atMs, context.tzVersion],
      ...[json(after.steps), after.plan, after.latePolicy, after.critical, json(after.channels), after.title],
      ...[after.body, json(after.data), after.timeAnchor],
      members.map(({ recipient }) => recipient),
      members.map(({ steps }) => json(steps)),
      ended.map(({ bucket }) => bucket),
      ended.map(({ id }) => id),
      known.entity ? 'moved' : 'removed',
      ...silentColumns(changes.filter(isSilent)),
      kept.map(({ id }) => id),
      kept.map(({ planned }) => planned.occurrence),
      isNew,
      ...[context.actor, action, JSON.stringify({ anchors: after.anchors })],
      ...[bucketOf(first), first, last],
    ],
  ]
}

/** When it is, for lists: a wall clock without a zone is taken as UTC there. */
export function momentOfAnchors(anchors: EntityFields['anchors'], rules: ZoneRules): number | null {
  const anchor = anchors[mainAnchor] ?? Object.values(anchors)[0]
  if (!anchor) return null
  const basis = { occurrence: anchor.nominal, timezone: anchor.timezone, floating: false, step: null }
  return resolve(basis, { timezone: 'UTC', quietHours: null }, rules)
}
