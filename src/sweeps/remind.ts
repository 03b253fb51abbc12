// Reminding of items: what the ledger knows of them is read without locks first, and most of them are done with then. The others
// go in transactions of a few hundred: lock the items, the people and the reminders that are there, look and decide again, claim
// the rows, write. What fails is split until the bad item stands alone.

import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Call, Database } from '../engine/database.ts'
import { bucketOf, lockOfReminder, reminderId } from '../engine/key.ts'
import { ladderOf } from '../engine/ladder.ts'
import { type Person, place } from '../engine/planning.ts'
import { toleranceDefaultMs } from '../engine/reminder.ts'
import { stopDeliveries } from '../engine/stop.ts'
import { type WriteRow, writeReminders } from '../engine/write.ts'
import { instantNominal } from '../time/moment.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import { type Decision, decide, type Facts } from './decide.ts'
import { columnTime, type Details, type Item } from './items.ts'
import type { Definition } from './read-sweep.ts'
import type { Claim, OpenedTable, Session } from './source.ts'
import type { Tally } from './tally.ts'
import { isOverdue } from './window.ts'

/** For whom a sweep without a recipient column marks in the ledger that it has written to the audit trail. */
export const nobody = '-'

export interface Reminding {
  readonly context: Context
  readonly session: Session
  readonly definition: Definition
  readonly run: string
  readonly nowMs: number
  readonly tally: Tally
  /** Nobody is reminded: the audit trail is all there is. */
  readonly isSilent: boolean
  readonly table: (Pick<OpenedTable, 'sentAt'> & { readonly timezone: string }) | null
  /** Recipients that this run has found or made. */
  readonly known: Set<string>
}

/** An item, and the reminders that it may become. */
export interface Candidate {
  readonly item: Item
  readonly recipient: string
  readonly ordinaryId: string
  /** Null where nobody has to know. */
  readonly overdueId: string | null
}

export interface Detailed extends Candidate {
  readonly details: Details
}

type Reminded = Extract<Decision, { what: 'remind' }>

interface Chosen extends Detailed {
  readonly decision: Reminded
}

export function candidateOf(
  { context, definition, nowMs, table }: Reminding,
  item: Item,
  recipient: string,
): Candidate {
  const { entityType, kind, overdueKind } = definition
  const idOf = (of: string) =>
    reminderId({ tenant: context.tenant, entityType, entityId: item.id, kind: of, recipient })
  // A `reminderSentAt` stands for both kinds: whether it is of this due time, only both can tell.
  const isAsked = isOverdue(item.dueMs, nowMs) || (table !== null && table.sentAt !== null)
  const overdueId = isAsked && overdueKind !== null ? idOf(overdueKind) : null
  return { item, recipient, ordinaryId: idOf(kind), overdueId }
}

/** Those that are to be reminded of, as far as can be seen without a lock; the others are counted as skipped. */
export async function withoutSkipped(reminding: Reminding, items: readonly Candidate[]): Promise<Candidate[]> {
  if (items.length === 0) return []
  const facts = await reminding.context.db.run<Facts>(...factsCall(reminding, items))
  const decided = decideAll(reminding, items, facts)
  for (const { decision } of decided) if (decision.what === 'skip') reminding.tally.skip(decision.reason)
  return decided.flatMap(({ candidate, decision }) => (decision.what === 'remind' ? [candidate] : []))
}

interface Decided<One extends Candidate> {
  readonly candidate: One
  readonly decision: Decision
}

function factsCall({ context, nowMs }: Reminding, items: readonly Candidate[]): Call {
  const ids = idsOf(items)
  // Twice where both kinds are asked about.
  const isLate = items.flatMap(({ item, overdueId }) => {
    const isDue = overdueId !== null && isOverdue(item.dueMs, nowMs)
    return overdueId === null ? [isDue] : [isDue, isDue]
  })
  return ['swept-facts', [context.tenant, ids.map(bucketOf), ids, isLate]]
}

function idsOf(items: readonly Candidate[]): string[] {
  return items.flatMap(({ ordinaryId, overdueId }) => (overdueId === null ? [ordinaryId] : [ordinaryId, overdueId]))
}

function decideAll<One extends Candidate>(
  reminding: Reminding,
  items: readonly One[],
  facts: readonly Facts[],
): Decided<One>[] {
  const { coolDownMs, toleranceMs, overdueKind } = reminding.definition
  const rules = { coolDownMs, toleranceMs, hasOverdueKind: overdueKind !== null }
  let next = 0
  return items.map((candidate) => {
    const ordinary = facts[next++]!
    const overdue = candidate.overdueId === null ? null : facts[next++]!
    return { candidate, decision: decide(candidate.item.dueMs, reminding.nowMs, rules, { ordinary, overdue }) }
  })
}

interface SliceDone {
  readonly reminded: number
  readonly skipped: readonly (readonly [reason: string, count: number])[]
  readonly leftMs: readonly number[]
}

/** One transaction; counted when it is committed. */
export async function remindSlice(reminding: Reminding, slice: readonly Detailed[]): Promise<void> {
  const { session, tally } = reminding
  const done = await session.transaction((tx, claim) => remindIn(reminding, tx, claim, slice))
  tally.reminded += done.reminded
  for (const [reason, count] of done.skipped) tally.skip(reason, count)
  for (const dueMs of done.leftMs) tally.left(dueMs)
}

async function remindIn(
  reminding: Reminding,
  tx: Database,
  claim: Claim,
  slice: readonly Detailed[],
): Promise<SliceDone> {
  const busy: Candidate[] = []
  const skips = new Map<string, number>()
  const free = await lockItems(tx, slice, busy)
  const { people, facts } = await lockAndLook(reminding, tx, free)
  const chosen: Chosen[] = []
  for (const { candidate, decision } of decideAll(reminding, free, facts)) {
    if (decision.what === 'skip') count(skips, decision.reason)
    // Erased just now: if they are still named, the next run makes them known again.
    else if (people && !people.has(candidate.recipient)) busy.push(candidate)
    else chosen.push({ ...candidate, decision })
  }
  const claimed = await claimAll(reminding, claim, chosen, busy, skips)
  const written = people ? await write(reminding, tx, claimed, people) : await mark(reminding, tx, claimed)
  count(skips, 'already_reminded', claimed.length - written.length)
  await record(reminding, tx, written)
  if (people && written.length > 0) await wakeWorkers(reminding.context, tx, reminding.nowMs)
  count(skips, 'busy', busy.length)
  return { reminded: written.length, skipped: [...skips], leftMs: busy.map(({ item }) => item.dueMs) }
}

function count(skips: Map<string, number>, reason: string, by = 1): void {
  if (by > 0) skips.set(reason, (skips.get(reason) ?? 0) + by)
}

/** What another run has just now, or somebody who changes the entity, is theirs. */
async function lockItems(tx: Database, slice: readonly Detailed[], busy: Candidate[]): Promise<Detailed[]> {
  const mine = await tx.run<{ n: number }>('try-lock-entities', [
    slice.map(({ ordinaryId }) => lockOfReminder(ordinaryId)),
  ])
  if (mine.length === slice.length) return [...slice]
  const numbers = new Set(mine.map(({ n }) => n))
  const free: Detailed[] = []
  for (const [i, candidate] of slice.entries()) (numbers.has(i + 1) ? free : busy).push(candidate)
  return free
}

interface LockedRow {
  readonly id: string
  readonly timezone: string | null
  readonly quiet_hours: QuietHours | null
}

/**
 * Who is known by now, locked against erasure and travel, and so are the reminders that are there, against a fire. What they have
 * fired is read by a later statement.
 */
async function lockAndLook(reminding: Reminding, tx: Database, items: readonly Detailed[]) {
  if (items.length === 0) return { people: null, facts: [] }
  if (reminding.isSilent) return { people: null, facts: await tx.run<Facts>(...factsCall(reminding, items)) }
  await makeKnown(reminding, tx, items)
  const ordered = [...new Set(idsOf(items))].sort()
  const recipients = [...new Set(items.map(({ recipient }) => recipient))]
  const [locked = [], facts = []] = await tx.runEach<LockedRow | Facts>([
    ['lock-for-schedule', [reminding.context.tenant, recipients, ordered.map(bucketOf), ordered]],
    factsCall(reminding, items),
  ])
  const people = (locked as LockedRow[]).flatMap(({ id, timezone, quiet_hours: quietHours }) =>
    timezone === null ? [] : [[id, { timezone, quietHours }] as const],
  )
  return { people: new Map<string, Person>(people), facts: facts as Facts[] }
}

/** Memory stays flat, however many there are. */
const knownMax = 10_000

export async function makeKnown(
  { context, known }: Reminding,
  tx: Database,
  items: readonly Detailed[],
): Promise<void> {
  const { tenant, db } = context
  const profiles = new Map(items.map(({ recipient, details }) => [recipient, details.profile]))
  const unseen = [...profiles].filter(([id]) => !known.has(id))
  if (unseen.length === 0) return
  const there = await db.run<{ id: string }>('known-recipients', [tenant, unseen.map(([id]) => id)])
  if (known.size > knownMax) known.clear()
  for (const { id } of there) known.add(id)
  const strangers = unseen.filter(([id]) => !known.has(id))
  if (strangers.length === 0) return
  const addresses = strangers.flatMap(([id, { addresses: all }]) =>
    Object.entries(all).map(([channel, address]) => ({ id, channel, address })),
  )
  await tx.run('swept-recipients', [
    tenant,
    strangers.map(([id]) => id),
    strangers.map(([, { name }]) => name),
    strangers.map(([, { timezone }]) => timezone),
    strangers.map(([, { locale }]) => locale),
    addresses.map(({ id }) => id),
    addresses.map(({ channel }) => channel),
    addresses.map(({ address }) => address),
  ])
}

/** With `reminderSentAt`, whose row it is decides too. */
async function claimAll(
  { context, definition, nowMs, table }: Reminding,
  claim: Claim,
  chosen: readonly Chosen[],
  busy: Candidate[],
  skips: Map<string, number>,
): Promise<readonly Chosen[]> {
  if (table === null || table.sentAt === null || chosen.length === 0) return chosen
  const { sentAt, timezone } = table
  const timeOf = (ms: number) => columnTime(ms, sentAt, timezone, context.rules)
  const { coolDownMs } = definition
  const wanted = chosen.map(({ item, recipient, decision }) => ({
    ...{ id: item.id, due: item.due, recipient, force: decision.isMoved },
  }))
  const times = { now: timeOf(nowMs), before: coolDownMs === null ? null : timeOf(nowMs - coolDownMs) }
  const outcomes = await claim(wanted, times)
  return chosen.filter((one, i) => {
    const outcome = outcomes[i]
    if (outcome === 'reminded') count(skips, coolDownMs === null ? 'already_reminded' : 'cool_down')
    if (outcome == null) busy.push(one)
    return outcome === 'free'
  })
}

function idOf({ decision, ordinaryId, overdueId }: Chosen): string {
  return decision.kind === 'overdue' ? overdueId! : ordinaryId
}

function kindOf({ kind, overdueKind }: Definition, { decision }: Chosen): string {
  return decision.kind === 'overdue' ? overdueKind! : kind
}

async function write(
  { context, definition, nowMs }: Reminding,
  tx: Database,
  chosen: readonly Chosen[],
  people: ReadonlyMap<string, Person>,
): Promise<readonly Chosen[]> {
  const { entityType, channels } = definition
  const rows = chosen.map((one): WriteRow => {
    const { item, recipient, decision, details } = one
    const { title, body, data } = details
    const basis = { occurrence: instantNominal(item.dueMs), timezone: null, floating: false, step: null }
    // Of what is ahead nobody wants to hear once it is due; of what is overdue, for a day.
    const useful = { untilMs: decision.kind === 'overdue' ? null : item.dueMs, toleranceMs: toleranceDefaultMs }
    const id = idOf(one)
    const content = {
      kind: kindOf(definition, one),
      recipient,
      entityType,
      entityId: item.id,
      title,
      body,
      data,
      ...(channels === null ? { channels, delaysMs: null } : ladderOf(channels)),
    }
    return {
      ...{ id, bucket: bucketOf(id), generation: decision.generation, since: decision.generation },
      wanted: { ...content, fallback: null, critical: false },
      planned: place(basis, nowMs, useful, people.get(recipient)!, { nowMs, critical: false, rules: context.rules }),
    }
  })
  const versions = await writeReminders(context, tx, rows)
  const again = rows.filter(({ id, generation }) => generation > 1 && versions.has(id))
  const targets = again.map(({ id, bucket, planned, generation }) => ({
    ...{ id, bucket, keep: planned.occurrence, keepGeneration: generation },
  }))
  await stopDeliveries(tx, targets, 'moved')
  return chosen.filter((one) => versions.has(idOf(one)))
}

async function mark({ context, definition }: Reminding, tx: Database, chosen: readonly Chosen[]) {
  if (chosen.length === 0) return []
  const ids = chosen.map(idOf)
  const marked = await tx.run<{ reminder: string }>('swept-marks', [
    context.tenant,
    ids.map(bucketOf),
    ids,
    chosen.map(() => definition.entityType),
    chosen.map(({ item }) => item.id),
    chosen.map((one) => kindOf(definition, one)),
    chosen.map(({ recipient }) => recipient),
    chosen.map(({ item }) => instantNominal(item.dueMs)),
    chosen.map(({ decision }) => decision.generation),
  ])
  const free = new Set(marked.map(({ reminder }) => reminder))
  return chosen.filter((one) => free.has(idOf(one)))
}

async function record(reminding: Reminding, tx: Database, written: readonly Chosen[]): Promise<void> {
  const { context, definition, run, isSilent } = reminding
  const entries = written.map((one) => ({
    entityType: definition.entityType,
    entityId: one.item.id,
    reminder: idOf(one),
    ...(isSilent ? {} : { recipient: one.recipient }),
    data: {
      ...{ run, sweep: definition.name, kind: kindOf(definition, one) },
      due: new Date(one.item.dueMs).toISOString(),
    },
  }))
  await audit(context, tx, 'reminder_sent', entries)
}
