// Schedule: an upsert by identity. In one transaction: lock the recipients against erasure and the rows that are there
// against a fire, resolve the moments, write the rows, and stop what an earlier moment of the same reminder still has
// under way.

import { BelfryError } from '../errors.ts'
import { tzdbVersion } from '../time/temporal.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database, TransactionOptions } from './database.ts'
import { bucketOf, deliveryId, occurrenceKey, reminderId } from './key.ts'
import { isPlainMoment, type Planned, planOnce, type ScheduleResult, type Wanted } from './reminder.ts'
import { type StoppedRow, stopDeliveries } from './stop.ts'

interface Row {
  readonly wanted: Wanted
  readonly planned: Planned
  readonly id: string
  readonly bucket: number
  /** Place in the caller's list. */
  readonly index: number
  generation: number
  /** An occurrence that has begun in this generation or a later one stands in the way. */
  since: number
}

export type ScheduleAnswer = ScheduleResult | BelfryError

/** Answers in order; one that cannot be accepted is answered by an error and does not disturb the others. */
export async function scheduleBatch(
  context: Context,
  db: Database,
  wanted: readonly Wanted[],
  options: TransactionOptions = {},
): Promise<ScheduleAnswer[]> {
  const answers = await scheduleNewInSlices(context, db, wanted)
  const left = wanted.flatMap((item, index) => (answers[index] ? [] : [{ item, index }]))
  if (left.length > 0) {
    const slower = await db.transaction(
      (tx) =>
        scheduleAny(
          context,
          tx,
          left.map(({ item }) => item),
        ),
      options,
    )
    left.forEach(({ index }, i) => {
      answers[index] = slower[i]!
    })
  }
  return answers as ScheduleAnswer[]
}

/** All or nothing; `tx` is a transaction. */
export async function scheduleAll(
  context: Context,
  tx: Database,
  wanted: readonly Wanted[],
): Promise<ScheduleResult[]> {
  const answers = await scheduleBatch(context, tx, wanted)
  return answers.map((answer) => {
    if (answer instanceof BelfryError) throw answer
    return answer
  })
}

/** While PostgreSQL writes one slice of a long list, the next one is prepared. */
const sliceSize = 2_000

async function scheduleNewInSlices(
  context: Context,
  db: Database,
  wanted: readonly Wanted[],
): Promise<(ScheduleAnswer | undefined)[]> {
  if (wanted.length <= sliceSize) return await scheduleNew(context, db, wanted)
  const answers: (ScheduleAnswer | undefined)[] = []
  let writing = scheduleNew(context, db, wanted.slice(0, sliceSize))
  for (let from = sliceSize; from < wanted.length; from += sliceSize) {
    const next = scheduleNew(context, db, wanted.slice(from, from + sliceSize))
    // Awaited below, unless an earlier slice fails first.
    next.catch(() => {})
    for (const answer of await writing) answers.push(answer)
    writing = next
  }
  for (const answer of await writing) answers.push(answer)
  return answers
}

/**
 * Most reminders are new, and most name their moment without the help of the recipient's zone or the clock: they are written
 * by one statement. Answers only what was written.
 */
async function scheduleNew(
  context: Context,
  db: Database,
  wanted: readonly Wanted[],
): Promise<(ScheduleAnswer | undefined)[]> {
  const answers = new Array<ScheduleAnswer | undefined>(wanted.length)
  const rows: Row[] = []
  const ids = new Set<string>()
  for (const [index, item] of wanted.entries()) {
    if (!isPlainMoment(item)) continue
    const { entityType, entityId, kind, recipient } = item
    const id = reminderId({ tenant: context.tenant, entityType, entityId, kind, recipient })
    // A list that names a reminder twice: the second one is not new any more.
    if (ids.has(id)) continue
    ids.add(id)
    const planned = planOrNull(item)
    if (planned) rows.push({ wanted: item, planned, id, bucket: bucketOf(id), index, generation: 1, since: 1 })
  }
  if (rows.length === 0) return answers
  const recipients = [...new Set(rows.map((row) => row.wanted.recipient))]
  const parameters = [...scheduleParameters(context, rows), context.notify ? context.pollMs : null, recipients]
  const written = await db.run<{ id: string | null }>('schedule-new', parameters)
  const isAll = written[0]?.id === null
  const some = new Set(written.map(({ id }) => id))
  for (const row of rows) if (isAll || some.has(row.id)) answers[row.index] = answer(row, 1, none, [])
  return answers
}

const none: ReadonlySet<string> = new Set()

/** What cannot be planned is answered by the longer way, in its place. */
function planOrNull(item: Wanted): Planned | null {
  try {
    return planOnce(item, 'UTC', 0)
  } catch (error) {
    if (error instanceof BelfryError) return null
    throw error
  }
}

async function scheduleAny(context: Context, tx: Database, wanted: readonly Wanted[]): Promise<ScheduleAnswer[]> {
  const answers = new Array<ScheduleAnswer>(wanted.length)
  const { rows, nowMs } = await plan(context, tx, wanted, answers)
  for (const round of withoutRepeats(rows)) await write(context, tx, round, answers)
  const earliestMs = rows.reduce((earliest, { planned }) => Math.min(earliest, planned.dueMs), Number.POSITIVE_INFINITY)
  if (earliestMs <= nowMs + context.pollMs) await wakeWorkers(context, tx, earliestMs)
  return answers
}

interface LockedRow {
  readonly id: string
  /** Of a recipient. */
  readonly timezone: string | null
  /** Of a reminder. */
  readonly generation: number | null
  readonly now_ms: number | null
}

async function plan(context: Context, tx: Database, wanted: readonly Wanted[], answers: ScheduleAnswer[]) {
  const ids = wanted.map(({ entityType, entityId, kind, recipient }) =>
    reminderId({ tenant: context.tenant, entityType, entityId, kind, recipient }),
  )
  const locked = await lock(context, tx, wanted, ids)
  const zones = new Map(locked.flatMap(({ id, timezone }) => (timezone === null ? [] : [[id, timezone] as const])))
  const generations = new Map(
    locked.flatMap(({ id, generation }) => (generation === null ? [] : [[id, generation] as const])),
  )
  const nowMs = locked[0]?.now_ms ?? 0
  const rows: Row[] = []
  for (const [index, item] of wanted.entries()) {
    try {
      const zone = zones.get(item.recipient)
      if (zone === undefined) throw unknownRecipient(item)
      const id = ids[index]!
      const generation = generations.get(id) ?? 1
      rows.push({
        wanted: item,
        planned: planOnce(item, zone, nowMs),
        id,
        bucket: bucketOf(id),
        index,
        generation,
        since: 1,
      })
    } catch (error) {
      if (!(error instanceof BelfryError)) throw error
      answers[index] = error
    }
  }
  await raiseGenerations(
    tx,
    rows.filter((row) => row.wanted.again),
  )
  return { rows, nowMs }
}

async function lock(
  context: Context,
  tx: Database,
  wanted: readonly Wanted[],
  ids: readonly string[],
): Promise<LockedRow[]> {
  const recipients = [...new Set(wanted.map(({ recipient }) => recipient))]
  const ordered = [...ids].sort()
  return await tx.run<LockedRow>('lock-for-schedule', [context.tenant, recipients, ordered.map(bucketOf), ordered])
}

/** "Again" is a generation above anything that was. */
async function raiseGenerations(tx: Database, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const highest = await tx.run<{ id: string; generation: number }>('generations', [
    rows.map(({ bucket }) => bucket),
    rows.map(({ id }) => id),
  ])
  const byId = new Map(highest.map(({ id, generation }) => [id, generation]))
  for (const row of rows) row.generation = row.since = (byId.get(row.id) ?? 0) + 1
}

function unknownRecipient({ recipient, field }: Wanted): BelfryError {
  return new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(recipient.slice(0, 60))}.`, {
    field: `${field}/recipient`,
    accepted: 'the id of a recipient; recipients.put creates one',
  })
}

/** One statement cannot write a row twice: a list that names a reminder twice is written in as many rounds. */
function withoutRepeats(rows: readonly Row[]): Row[][] {
  const rounds: Row[][] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const round = seen.get(row.id) ?? 0
    seen.set(row.id, round + 1)
    rounds[round] ??= []
    rounds[round].push(row)
  }
  return rounds
}

async function write(context: Context, tx: Database, rows: readonly Row[], answers: ScheduleAnswer[]): Promise<void> {
  const ordered = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const written = await tx.run<{ id: string; version: number }>('schedule', [
    ...scheduleParameters(context, ordered),
    ordered.map(({ since }) => since),
  ])
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  const changed = ordered.filter(({ id }) => versions.has(id))
  const stopped = await stopDeliveries(
    tx,
    changed.map(({ bucket, id, planned, generation }) => ({
      bucket,
      id,
      keep: planned.occurrence,
      keepGeneration: generation,
    })),
    'moved',
  )
  const begun = await findBegun(
    tx,
    ordered.filter(({ id }) => !versions.has(id)),
  )
  for (const row of rows) answers[row.index] = answer(row, versions.get(row.id), begun, stopped)
  await auditMoves(
    context,
    tx,
    ordered.filter(({ id }) => (versions.get(id) ?? 1) > 1),
  )
}

async function findBegun(tx: Database, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const found = await tx.run<{ id: string; begun: boolean }>('standing', [
    rows.map(({ bucket }) => bucket),
    rows.map(({ id }) => id),
    rows.map(({ planned }) => planned.occurrence),
    rows.map(({ since }) => since),
  ])
  return new Set(found.filter(({ begun }) => begun).map(({ id }) => id))
}

function answer(
  { id, planned, generation }: Row,
  version: number | undefined,
  begun: ReadonlySet<string>,
  stopped: readonly StoppedRow[],
): ScheduleResult {
  return {
    id,
    status: version === 1 ? 'created' : version ? 'updated' : begun.has(id) ? 'already_sent' : 'unchanged',
    dueAt: new Date(planned.dueMs),
    occurrence: planned.occurrence,
    generation,
    inFlight:
      stopped.length === 0
        ? []
        : stopped
            .filter((one) => one.reminder === id && one.state !== 'cancelled')
            .map((one) => deliveryId({ reminder: one.reminder, occurrenceKey: one.occurrence_key })),
  }
}

async function auditMoves(context: Context, tx: Database, moved: readonly Row[]): Promise<void> {
  await audit(
    context,
    tx,
    'moved',
    moved.map(({ id, wanted, planned }) => ({
      entityType: wanted.entityType,
      entityId: wanted.entityId,
      recipient: wanted.recipient,
      reminder: id,
      data: { dueAt: new Date(planned.dueMs).toISOString(), occurrence: planned.occurrence },
    })),
  )
}

function scheduleParameters(context: Context, rows: readonly Row[]): unknown[] {
  return [
    context.tenant,
    tzdbVersion(),
    rows.map((row) => row.bucket),
    rows.map((row) => row.id),
    rows.map((row) => row.wanted.entityType),
    rows.map((row) => row.wanted.entityId),
    rows.map((row) => row.wanted.kind),
    rows.map((row) => row.wanted.recipient),
    rows.map((row) => row.planned.dueMs),
    rows.map((row) => row.planned.usefulUntilMs),
    rows.map((row) => row.planned.occurrence),
    rows.map((row) => occurrenceKey(row.planned.occurrence, row.generation)),
    rows.map((row) => row.generation),
    rows.map((row) => row.planned.timezone),
    rows.map((row) => channelNames(row.wanted)),
    rows.map((row) => channelDelays(row.wanted)),
    rows.map((row) => row.wanted.fallback),
    rows.map((row) => row.wanted.critical),
    rows.map((row) => row.wanted.title),
    rows.map((row) => row.wanted.body),
    rows.map((row) => row.wanted.data),
  ]
}

/** A fallback is a last channel with the delay -1: it stands by until a channel has failed. */
function channelNames({ channels, fallback }: Wanted): string | null {
  if (channels === null) return null
  return fallback === null ? channels.join() : `${channels.join()},${fallback}`
}

function channelDelays({ channels, delaysMs, fallback }: Wanted): string | null {
  if (channels === null || fallback === null) return delaysMs?.join() ?? null
  return `${(delaysMs ?? channels.map(() => 0)).join()},-1`
}
