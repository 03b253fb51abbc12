// What people do with a series: leave one ring out, pause it, say that it is done, snooze what rang. None of it shifts the
// rule: the occurrences stay where the calendar has them.

import { BelfryError } from '../errors.ts'
import { type Advanced, advance, personOf } from './advance.ts'
import type { ChangedRow } from './changes.ts'
import { audit, type Context, settleRequests, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import { bucketOf } from './key.ts'
import { type LockedSeries, lockSeries } from './parked.ts'
import { notFound, requireReminderId } from './reminder-id.ts'
import {
  type AlarmRepeat,
  afterAcknowledge,
  afterPause,
  afterSkip,
  type MainLine,
  type Next,
  type Repeat,
} from './repeat.ts'
import { snoozed } from './snoozed-series.ts'
import { keeping, stoodOf } from './stood.ts'

export interface SeriesResult {
  readonly id: string
  /** When it rings next; null when that depends on something else, or it has come to its end. */
  readonly dueAt: Date | null
  /** The zone of its clock: the one it is anchored in, else the recipient's. */
  readonly timezone: string
}

export interface SkipResult extends SeriesResult {
  /** The occurrence that was left out. */
  readonly skipped: string
}

/** Leaves out the ring that comes next. */
export async function skipReminder(context: Context, id: string): Promise<SkipResult> {
  return await context.db.transaction(async (tx) => {
    const row = await lockOne(context, tx, id)
    if (row.due_ms === null || (row.series.repeat.kind !== 'rule' && !row.series.repeat.state.main)) {
      throw new BelfryError('invalid_input', 'There is no coming occurrence to leave out.', {
        field: '/id',
        accepted: 'a reminder with a rule, not paused',
      })
    }
    const next = afterSkip(row.series, personOf(row.series), momentOf(context, row))
    const [before] = await tx.run<ChangedRow>('reminder-for-change', [row.bucket, id, context.tenant])
    const stood = before ? stoodOf(before, next.kind !== 'ended') : null
    await record(tx, row, 'skipped', 'skipped')
    const dueAt = await goOn(context, tx, row, next)
    const data = { occurrence: row.series.occurrence, ...keeping(stood) }
    await audit(context, tx, 'skipped', [{ reminder: id, data }])
    return { id, skipped: row.series.occurrence, dueAt, timezone: zoneOf(row) }
  })
}

/** Nothing rings until `resume`. What is in flight is not called back. */
export async function pauseReminder(context: Context, id: string): Promise<SeriesResult> {
  return await context.db.transaction(async (tx) => {
    const row = await lockOne(context, tx, id)
    const { repeat } = row.series
    if (!repeat.state.paused) {
      const state = { ...repeat.state, paused: true as const, main: repeat.state.main ?? currentOf(row) }
      await advance(tx, context, [advancedOf(row, { kind: 'parked', repeat: { ...repeat, state } })])
      await audit(context, tx, 'paused', [{ reminder: id }])
    }
    return { id, dueAt: null, timezone: zoneOf(row) }
  })
}

/** Goes on from now: what passed meanwhile is not rung. */
export async function resumeReminder(context: Context, id: string): Promise<SeriesResult> {
  return await context.db.transaction(async (tx) => {
    const row = await lockOne(context, tx, id)
    const timezone = zoneOf(row)
    if (!row.series.repeat.state.paused) return { id, dueAt: dateOf(row.due_ms), timezone }
    const next = afterPause(row.series, personOf(row.series), momentOf(context, row))
    const dueAt = await goOn(context, tx, row, next)
    await audit(context, tx, 'resumed', [{ reminder: id }])
    return { id, dueAt, timezone }
  })
}

interface DoneSeries extends SeriesResult {
  readonly isRule: boolean
  /** It rings at another moment than before. */
  readonly hasMoved: boolean
}

/** Null when the reminder does not repeat, or ends when it is done: then it is like any other. */
export async function acknowledgeSeries(
  context: Context,
  tx: Database,
  id: string,
  onDone?: AlarmRepeat['onDone'],
): Promise<DoneSeries | null> {
  const [row] = await lockSeries(tx, [id], context.tenant)
  if (!row) return null
  const next = afterAcknowledge(row.series, personOf(row.series), momentOf(context, row), onDone)
  if (next.kind === 'ended') return null
  const timezone = zoneOf(row)
  // Only of a rule each occurrence is a thing by itself.
  const isRule = row.series.repeat.kind === 'rule'
  if (next.kind === 'unchanged') return { id, dueAt: dateOf(row.due_ms), timezone, isRule, hasMoved: false }
  // A ring that was still to come of what is done now.
  if (row.due_ms !== null) await record(tx, row, 'cancelled', 'acknowledged')
  return { id, dueAt: await goOn(context, tx, row, next), timezone, isRule, hasMoved: true }
}

export interface SnoozedRing extends SeriesResult {
  readonly occurrence: string
  readonly generation: number
  readonly collapsed: boolean
  /** False: it is left as it is. */
  readonly hasMoved: boolean
}

/** Snoozes what rang last, or (with `isNext`, or when nothing has) what rings next; null when it does not repeat. */
export async function snoozeSeries(
  context: Context,
  tx: Database,
  id: string,
  untilMs: number,
  isNext: boolean,
): Promise<SnoozedRing | null> {
  const [row] = await lockSeries(tx, [id], context.tenant)
  if (!row) return null
  if (row.series.repeat.state.paused) {
    throw new BelfryError('invalid_input', 'It is paused.', {
      field: '/id',
      accepted: 'a reminder that is not paused; resume it first',
    })
  }
  const current = currentOf(row)
  // Where nothing is to come by itself, it is the one that rang last.
  const isComing = isNext && current.dueMs !== null
  const [rang] = isComing
    ? []
    : await tx.run<{ occurrence: string; generation: number }>('latest-rung', [row.bucket, id])
  const person = personOf(row.series)
  const at = momentOf(context, row)
  const { next, collapsed } = snoozed(row.series, current, rang ?? null, untilMs, person, at)
  if (collapsed && next.kind !== 'unchanged') await record(tx, row, 'skipped', 'merged')
  const dueAt = await goOn(context, tx, row, next)
  const rings = next.kind === 'rings' ? next : null
  return {
    id,
    dueAt,
    timezone: zoneOf(row),
    collapsed,
    hasMoved: next.kind !== 'unchanged',
    occurrence: rings?.planned.occurrence ?? row.series.occurrence,
    generation: rings?.generation ?? row.series.generation,
  }
}

async function lockOne(context: Context, tx: Database, id: string): Promise<LockedSeries> {
  await settleRequests(context, tx, [requireReminderId(id)])
  const [row] = await lockSeries(tx, [id], context.tenant)
  if (row) return row
  const known = await tx.run('known-reminder', [bucketOf(id), id, context.tenant])
  if (known.length === 0) throw notFound(id)
  throw new BelfryError('not_repeating', 'This reminder does not repeat, or has come to its end.', {
    field: '/id',
    accepted: 'a reminder with a rule or another repeat',
  })
}

async function record(tx: Database, row: LockedSeries, state: 'skipped' | 'cancelled', reason: string): Promise<void> {
  await tx.run('record-missed', [[row.bucket], [row.id], state, reason])
}

async function goOn(context: Context, tx: Database, row: LockedSeries, next: Next): Promise<Date | null> {
  const [ring] = await advance(tx, context, [advancedOf(row, next)])
  if (next.kind === 'unchanged') return dateOf(row.due_ms)
  if (!ring) return null
  await wakeWorkers(context, tx, ring.planned.dueMs)
  return dateOf(ring.planned.dueMs)
}

export function advancedOf({ bucket, id, series, now_ms: nowMs }: LockedSeries, next: Next): Advanced {
  return { bucket, id, series, nowMs, next }
}

function momentOf({ rules }: Context, { now_ms: nowMs }: LockedSeries) {
  return { nowMs, rules }
}

function zoneOf({ series }: LockedSeries): string {
  return series.timezone ?? personOf(series).timezone
}

/** The row as it stands. What a pause of the recipient has put off is as if it had not: that may be over when it is its turn again. */
function currentOf(row: LockedSeries): MainLine {
  const { occurrence, timezone, floating, step, generation, repeat } = row.series
  const { main: _, ...state } = repeat.state
  const plain: Repeat = { ...repeat, state }
  const line = { occurrence, timezone, floating, step, generation, repeat: plain, usefulUntilMs: row.useful_until_ms }
  if (row.adjusted === 'paused') return { ...line, dueMs: row.planned_ms, plannedMs: null, adjusted: null }
  if (row.adjusted === 'snoozed' && row.due_ms === null)
    return { ...line, dueMs: row.planned_ms, plannedMs: null, adjusted: 'snoozed' }
  return { ...line, dueMs: row.due_ms, plannedMs: row.planned_ms, adjusted: row.adjusted }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
