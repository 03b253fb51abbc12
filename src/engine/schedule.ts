// Schedule: an upsert by identity. In one transaction: lock the recipients against erasure, resolve the moments, write the
// rows, and stop what an earlier moment of the same reminder still has under way.

import { BelfryError } from '../errors.ts'
import { tzdbVersion } from '../time/temporal.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import { bucketOf, deliveryId, occurrenceKey, reminderId } from './key.ts'
import { type Planned, planOnce, type ScheduleResult, type Wanted } from './reminder.ts'
import { stopDeliveries } from './stop.ts'

interface Row extends Wanted, Planned {
  readonly id: string
  readonly bucket: number
  readonly generation: number
  /** Place in the caller's list. */
  readonly index: number
}

export type ScheduleAnswer = ScheduleResult | BelfryError

/** Answers in order; one that cannot be accepted is answered by an error and does not disturb the others. */
export async function scheduleBatch(
  context: Context,
  tx: Database,
  wanted: readonly Wanted[],
): Promise<ScheduleAnswer[]> {
  const answers = new Array<ScheduleAnswer>(wanted.length)
  const { rows, nowMs } = await plan(context, tx, wanted, answers)
  for (const round of withoutRepeats(rows)) await write(context, tx, round, answers)
  const earliestMs = Math.min(...rows.map(({ dueMs }) => dueMs))
  if (earliestMs <= nowMs + context.pollMs) await wakeWorkers(context, tx, earliestMs)
  return answers
}

/** All or nothing. */
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

async function plan(context: Context, tx: Database, wanted: readonly Wanted[], answers: ScheduleAnswer[]) {
  const recipients = [...new Set(wanted.map(({ recipient }) => recipient))]
  const known = await tx.run<{ id: string; timezone: string; now_ms: number }>('lock-recipients', [
    context.tenant,
    recipients,
  ])
  const zones = new Map(known.map(({ id, timezone }) => [id, timezone]))
  const nowMs = known[0]?.now_ms ?? 0
  const rows: Row[] = []
  wanted.forEach((item, index) => {
    try {
      const zone = zones.get(item.recipient)
      if (zone === undefined) throw unknownRecipient(item)
      const id = reminderId({ tenant: context.tenant, ...item })
      rows.push({ ...item, ...planOnce(item, zone, nowMs), id, bucket: bucketOf(id), generation: 1, index })
    } catch (error) {
      if (!(error instanceof BelfryError)) throw error
      answers[index] = error
    }
  })
  return { rows: await raiseGenerations(tx, rows), nowMs }
}

function unknownRecipient({ recipient, field }: Wanted): BelfryError {
  return new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(recipient.slice(0, 60))}.`, {
    field: `${field}/recipient`,
    accepted: 'the id of a recipient; recipients.put creates one',
  })
}

async function raiseGenerations(tx: Database, rows: Row[]): Promise<Row[]> {
  const again = rows.filter((row) => row.again)
  if (again.length === 0) return rows
  const found = await tx.run<{ id: string; generation: number }>('generations', [
    again.map(({ bucket }) => bucket),
    again.map(({ id }) => id),
  ])
  const generations = new Map(found.map(({ id, generation }) => [id, generation]))
  return rows.map((row) => (row.again ? { ...row, generation: (generations.get(row.id) ?? 0) + 1 } : row))
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
  const written = await tx.run<{ id: string; version: number; generation: number }>(
    'schedule',
    parameters(context, rows),
  )
  const byId = new Map(written.map((row) => [row.id, row]))
  const stopped = await stopDeliveries(
    tx,
    rows.map((row) => ({
      ...row,
      keep: row.occurrence,
      keepGeneration: byId.get(row.id)?.generation ?? row.generation,
    })),
    'moved',
  )
  const left = await standing(
    tx,
    rows.filter(({ id }) => !byId.has(id)),
  )
  for (const row of rows) {
    const now = byId.get(row.id)
    const there = left.get(row.id)
    answers[row.index] = {
      id: row.id,
      status: now ? (now.version === 1 ? 'created' : 'updated') : there ? 'unchanged' : 'already_sent',
      dueAt: new Date(row.dueMs),
      occurrence: row.occurrence,
      generation: now?.generation ?? there ?? row.generation,
      inFlight: stopped
        .filter((one) => one.reminder === row.id && one.state !== 'cancelled')
        .map((one) => deliveryId({ reminder: one.reminder, occurrenceKey: one.occurrence_key })),
    }
  }
  const moved = rows.filter((row) => (byId.get(row.id)?.version ?? 1) > 1)
  await audit(
    context,
    tx,
    'moved',
    moved.map((row) => ({
      ...row,
      reminder: row.id,
      data: { dueAt: new Date(row.dueMs).toISOString(), occurrence: row.occurrence },
    })),
  )
}

async function standing(tx: Database, rows: readonly Row[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const found = await tx.run<{ id: string; there: boolean; generation: number }>('standing', [
    rows.map(({ bucket }) => bucket),
    rows.map(({ id }) => id),
  ])
  return new Map(found.filter(({ there }) => there).map(({ id, generation }) => [id, generation]))
}

function parameters(context: Context, rows: readonly Row[]): unknown[] {
  return [
    context.tenant,
    tzdbVersion(),
    rows.map((row) => row.bucket),
    rows.map((row) => row.id),
    rows.map((row) => row.entityType),
    rows.map((row) => row.entityId),
    rows.map((row) => row.kind),
    rows.map((row) => row.recipient),
    rows.map((row) => row.dueMs),
    rows.map((row) => row.usefulUntilMs),
    rows.map((row) => row.occurrence),
    rows.map((row) => occurrenceKey(row.occurrence, row.generation)),
    rows.map((row) => row.generation),
    rows.map((row) => row.timezone),
    rows.map((row) => channelList(row)?.channels ?? null),
    rows.map((row) => channelList(row)?.delays ?? null),
    rows.map((row) => row.fallback),
    rows.map((row) => row.critical),
    rows.map((row) => row.title),
    rows.map((row) => row.body),
    rows.map((row) => row.data),
  ]
}

/** A fallback is a last channel with the delay -1: it stands by until a channel has failed. */
function channelList({ channels, delaysMs, fallback }: Row): { channels: string; delays: string | null } | null {
  if (channels === null) return null
  if (fallback === null) return { channels: channels.join(), delays: delaysMs?.join() ?? null }
  return { channels: [...channels, fallback].join(), delays: [...(delaysMs ?? channels.map(() => 0)), -1].join() }
}
