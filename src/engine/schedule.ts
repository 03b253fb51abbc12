// Schedule: an upsert by identity. In one transaction: lock the recipients against erasure and the rows that are there
// against a fire, resolve the moments, write the rows, and stop what an earlier moment of the same reminder still has
// under way.

import { BelfryError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import { Budget } from '../time/recurrence/recurrence.ts'
import { audit, type Context, settleRequests, wakeWorkers } from './context.ts'
import type { Database, TransactionOptions } from './database.ts'
import { isPlainMoment, planFirst } from './first-moment.ts'
import { bucketOf, deliveryId, reminderId } from './key.ts'
import type { Person, Planned } from './planning.ts'
import { ofAnAlarm, type ScheduleResult, type Wanted } from './reminder.ts'
import { isSameSeries, type Repeat } from './repeat.ts'
import { keeping, type Stood } from './stood.ts'
import { type StoppedRow, stopDeliveries } from './stop.ts'
import { findBegun, reminderParameters, type WriteRow, writeReminders } from './write.ts'

interface Row extends WriteRow {
  readonly wanted: Wanted
  /** Place in the caller's list. */
  readonly index: number
  /** The recipient's zone, where it was read. */
  readonly zone: string | null
  generation: number
  since: number
  /** A series that goes on as it stood: whatever it has under way is not stopped. */
  readonly goesOn: boolean
  /** The row that is there. */
  readonly there: { readonly occurrence: string; readonly isSeries: boolean } | undefined
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
  await scheduleRest(context, db, wanted, answers, options)
  return answers as ScheduleAnswer[]
}

/** Fills in the answers that are missing. */
export async function scheduleRest(
  context: Context,
  db: Database,
  wanted: readonly Wanted[],
  answers: (ScheduleAnswer | undefined)[],
  options: TransactionOptions,
): Promise<void> {
  const left = wanted.flatMap((item, index) => (answers[index] ? [] : [{ item, index }]))
  if (left.length === 0) return
  const items = left.map(({ item }) => item)
  const slower = await db.transaction(async (tx) => {
    await settleRequests(
      context,
      tx,
      items.map((item) => idOf(context, item)),
    )
    return await scheduleAny(context, tx, items)
  }, options)
  left.forEach(({ index }, i) => {
    answers[index] = slower[i]!
  })
}

function idOf({ tenant }: Context, { entityType, entityId, kind, recipient }: Wanted): string {
  return reminderId({ tenant, entityType, entityId, kind, recipient })
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

export async function scheduleNewInSlices(
  context: Context,
  db: Database,
  wanted: readonly Wanted[],
): Promise<(ScheduleAnswer | undefined)[]> {
  if (wanted.length <= sliceSize || !db.pipelined) return await scheduleNew(context, db, wanted)
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
    const id = idOf(context, item)
    // A list that names a reminder twice: the second one is not new any more.
    if (ids.has(id)) continue
    ids.add(id)
    const planned = planOrNull(context, item)
    if (planned)
      rows.push({
        wanted: item,
        planned,
        id,
        bucket: bucketOf(id),
        index,
        zone: null,
        generation: 1,
        since: 1,
        goesOn: false,
        there: undefined,
      })
  }
  if (rows.length === 0) return answers
  const recipients = [...new Set(rows.map((row) => row.wanted.recipient))]
  const parameters = [...reminderParameters(context, rows), context.notify ? context.pollMs : null, recipients]
  const written = await db.run<{ id: string | null }>('schedule-new', parameters)
  const isAll = written[0]?.id === null
  const some = new Set(written.map(({ id }) => id))
  for (const row of rows) if (isAll || some.has(row.id)) answers[row.index] = answer(row, 1, none, [])
  return answers
}

const none: ReadonlySet<string> = new Set()
/** Whose zone and quiet hours do not matter: the statement leaves out everybody who has any. */
const nobody: Person = { timezone: 'UTC', quietHours: null }

/** What cannot be planned is answered by the longer way, in its place. */
function planOrNull({ rules }: Context, item: Wanted): Planned | null {
  try {
    return planFirst(item, nobody, { nowMs: 0, rules })
  } catch (error) {
    if (error instanceof BelfryError) return null
    throw error
  }
}

/** For a request that is just being resolved. */
export async function scheduleAsked(context: Context, tx: Database, wanted: readonly Wanted[]): Promise<void> {
  for (const answer of await scheduleAny(context, tx, wanted)) if (answer instanceof BelfryError) throw answer
}

/** In a transaction, with everything that SQL functions asked for resolved; answers in order. `stood`: how the only one stood before. */
export async function scheduleAny(
  context: Context,
  tx: Database,
  wanted: readonly Wanted[],
  stood: Stood | null = null,
): Promise<ScheduleAnswer[]> {
  const answers = new Array<ScheduleAnswer>(wanted.length)
  const { rows, nowMs } = await plan(context, tx, wanted, answers)
  for (const round of withoutRepeats(rows)) await write(context, tx, round, answers, stood)
  const earliestMs = Math.min(...rows.map(({ planned }) => planned.dueMs ?? Number.POSITIVE_INFINITY))
  if (earliestMs <= nowMs + context.pollMs) await wakeWorkers(context, tx, earliestMs)
  return answers
}

interface LockedRow {
  readonly id: string
  /** Of a recipient. */
  readonly timezone: string | null
  readonly quiet_hours: QuietHours | null
  /** Of a reminder. */
  readonly generation: number | null
  readonly occurrence: string | null
  /** Of one that repeats: how it stands. */
  readonly series: (Omit<Planned, 'repeat'> & { readonly repeat: Repeat }) | null
  readonly now_ms: number | null
}

async function plan(context: Context, tx: Database, wanted: readonly Wanted[], answers: ScheduleAnswer[]) {
  const ids = wanted.map((item) => idOf(context, item))
  const locked = await lock(context, tx, wanted, ids)
  const people = new Map(
    locked.flatMap(({ id, timezone, quiet_hours: quietHours }) =>
      timezone === null ? [] : [[id, { timezone, quietHours }] as const],
    ),
  )
  const there = new Map(locked.flatMap((row) => (row.generation === null ? [] : [[row.id, row] as const])))
  const nowMs = locked[0]?.now_ms ?? 0
  const rows: Row[] = []
  // Spent on rules that take too long, it refuses the rules that follow, each in its place; a plain moment needs none.
  const at = { nowMs, rules: context.rules, budget: new Budget(limits.ruleStepsMax) }
  for (const [index, item] of wanted.entries()) {
    try {
      const person = people.get(item.recipient)
      if (person === undefined) throw unknownRecipient(item)
      const id = ids[index]!
      const first = planFirst(item, person, at)
      const row = there.get(id)
      if (row?.series?.repeat.alarm) throw ofAnAlarm(`${item.field}/kind`)
      const going = goOn(item, first, row)
      rows.push({ wanted: item, id, bucket: bucketOf(id), index, zone: person.timezone, ...going })
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

/** A series that is described as before goes on as it stands; described in another way, or wanted again, it begins anew. */
function goOn(item: Wanted, first: Planned, there: LockedRow | undefined): Going {
  const generation = there?.generation ?? 1
  const series = there?.series
  const row = there && { occurrence: there.occurrence ?? '', isSeries: series != null }
  if (series && first.repeat && !item.again && isAsBefore(item, first, series)) {
    // What rang of it is no obstacle: the series is past that.
    return { planned: series, generation, since: generation + 1, goesOn: true, there: row }
  }
  // An edit beats a snooze: the generation is that of the main line.
  const begins = series?.repeat.state.main?.generation ?? generation
  return { planned: first, generation: begins, since: 1, goesOn: false, there: row }
}

type Going = Pick<Row, 'planned' | 'generation' | 'since' | 'goesOn' | 'there'>

function isAsBefore(item: Wanted, first: Planned, series: NonNullable<LockedRow['series']>): boolean {
  if (!first.repeat || first.timezone !== series.timezone || first.floating !== series.floating) return false
  // A rule without a moment of its own begins on the day it is said: on another day it is still the same rule.
  const hasStart = item.at !== null || item.inMs !== null || item.rule?.start !== undefined
  const start = hasStart ? first.repeat.start : series.repeat.start
  return isSameSeries(series.repeat, start === undefined ? first.repeat : { ...first.repeat, start })
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

async function write(
  context: Context,
  tx: Database,
  rows: readonly Row[],
  answers: ScheduleAnswer[],
  stood: Stood | null,
): Promise<void> {
  const ordered = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const versions = await writeReminders(context, tx, ordered)
  const changed = ordered.filter(({ id }) => versions.has(id))
  const stopped = await stopDeliveries(
    tx,
    changed
      .filter(({ goesOn }) => !goesOn)
      .map(({ bucket, id, planned, generation }) => ({
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
  // The moment that is wanted was rung before: then the other one that the row stood for is not wanted either.
  const ended = ordered.filter(
    ({ id, there, planned, goesOn }) =>
      begun.has(id) && !goesOn && there !== undefined && (there.isSeries || there.occurrence !== planned.occurrence),
  )
  const given = await endMoved(tx, ended)
  for (const row of rows) answers[row.index] = answer(row, versions.get(row.id), begun, [...stopped, ...given])
  await auditMoves(
    context,
    tx,
    ordered.filter(({ id }) => (versions.get(id) ?? 1) > 1),
    stood,
  )
}

/** Ends rows whose moment gave way to one that was rung before; answers what they had under way. */
async function endMoved(tx: Database, rows: readonly Row[]): Promise<StoppedRow[]> {
  if (rows.length === 0) return []
  await tx.run('end-reminders', [rows.map(({ bucket }) => bucket), rows.map(({ id }) => id), 'cancelled', 'moved'])
  const targets = rows.map(({ bucket, id, planned, generation }) => ({
    ...{ bucket, id, keep: planned.occurrence, keepGeneration: generation },
  }))
  return await stopDeliveries(tx, targets, 'moved')
}

function answer(
  { id, planned, generation, zone }: Row,
  version: number | undefined,
  begun: ReadonlySet<string>,
  stopped: readonly StoppedRow[],
): ScheduleResult {
  return {
    id,
    status: version === 1 ? 'created' : version ? 'updated' : begun.has(id) ? 'already_sent' : 'unchanged',
    // Null only while a series waits for its ring to end: then it is the moment of that ring that counts.
    dueAt: new Date(planned.dueMs ?? planned.usefulUntilMs - (planned.repeat?.toleranceMs ?? 0)),
    timezone: planned.timezone,
    recipientTimezone: zone,
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

async function auditMoves(context: Context, tx: Database, moved: readonly Row[], stood: Stood | null): Promise<void> {
  await audit(
    context,
    tx,
    'moved',
    moved.map(({ id, wanted, planned }) => ({
      entityType: wanted.entityType,
      entityId: wanted.entityId,
      recipient: wanted.recipient,
      reminder: id,
      data: { dueAt: isoOrNull(planned.dueMs), occurrence: planned.occurrence, ...keeping(stood) },
    })),
  )
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
