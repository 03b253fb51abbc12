// Take back: what somebody did to a reminder by itself. It stands again as it stood; where its recipient's zone or quiet hours are others
// by now, it is placed by those. Only what was done last is taken back, so that nobody's later change is lost.

import { BelfryError } from '../errors.ts'
import { readObject, refuse } from '../input.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import { type Rang, unsay, wordThatKept } from './acted.ts'
import { advance } from './advance.ts'
import { type ChangedRow, storedContent } from './changes.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { bucketOf } from './key.ts'
import { lockSeries } from './parked.ts'
import type { Person, Planned } from './planning.ts'
import { notFound } from './reminder-id.ts'
import { afterConclusion, afterSkip, firstOfRule, momentAgain, type Next, type Series } from './repeat.ts'
import { replan } from './replan.ts'
import type { Stood, StoodLine } from './stood.ts'
import { type Content, findBegun, type WriteRow, writeReminders } from './write.ts'

/** As actions of the audit trail. */
export const takenBack = ['cancelled', 'acknowledged', 'skipped', 'snoozed', 'moved'] as const

export type TakenBack = (typeof takenBack)[number]

export interface RestoreInput {
  /** What is taken back. Default: that it was cancelled, or acknowledged. */
  readonly change?: TakenBack
}

export interface RestoredReminder {
  readonly id: string
  /** False: it was to come already. */
  readonly restored: boolean
  /** When it rings; null while it is put off without a moment. */
  readonly dueAt: Date | null
  /** The zone of its clock: the one it is anchored in, else the recipient's. */
  readonly timezone: string
}

export function readRestore(input: RestoreInput): TakenBack | null {
  const { change } = readObject(input, ['change'], '')
  if (change === undefined) return null
  const known = takenBack.find((one) => one === change)
  if (known) return known
  throw refuse('invalid_input', 'Nothing that can be taken back.', {
    field: '/change',
    accepted: takenBack.join(', '),
  })
}

/** Whether what was done last is what is to be taken back. */
export function isAsked(asked: TakenBack | null, last: string | null): last is TakenBack {
  return asked === null ? last === 'cancelled' || last === 'acknowledged' : asked === last
}

/** What was last done to it, and what the ledger and its recipient say. */
export interface LastChange {
  readonly action: string | null
  readonly stood: Stood | null
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly kind: string | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly state: DeliveryState | null
  readonly reason: Reason | null
  readonly created_ms: number | null
  readonly zone: string
  readonly quiet_hours: QuietHours | null
  readonly now_ms: number
}

export async function readLastChange(
  context: Context,
  tx: Database,
  id: string,
  recipient: string,
): Promise<LastChange> {
  const [last] = await tx.run<LastChange>('stood', [bucketOf(id), id, context.tenant, recipient])
  if (!last) throw notFound(id)
  return last
}

export interface Target {
  readonly id: string
  readonly recipient: string
  readonly asked: TakenBack | null
  /** Its entity has a plan, which says nothing of it any more if it was a step. */
  readonly isPlanned: boolean
  /** What somebody said of a ring, and says no more (inbox/undo.ts). */
  readonly said?: Said
}

export interface Said extends Rang {
  readonly stood: Stood
  /** Of the reminder, and not of one ring. */
  readonly whole: boolean
}

/** `tx` holds the lock of its entity. */
export async function takeBack(context: Context, tx: Database, target: Target): Promise<RestoredReminder> {
  const { id, recipient, asked, isPlanned, said } = target
  // Recipients before reminders, as everybody who plans.
  await tx.run('lock-recipients', [context.tenant, [recipient]])
  const [row] = await tx.run<ChangedRow>('reminder-for-change', [bucketOf(id), id, context.tenant])
  const change = await readLastChange(context, tx, id, recipient)
  const last = said ? { ...change, stood: said.stood } : change
  if (row && isThere(row, last, target)) return answerOf(id, row, last, false)
  if (!row && !isLastWord(last, target)) throw asked === null ? nothingToBring() : overtaken(said ? '/id' : undefined)
  if (!last.stood) throw nothingToBring()
  // It went on, and was ended by something else.
  if (!row && last.stood.version !== undefined) throw overtaken(said ? '/id' : undefined)
  if (isPlanned && last.stood.as.step !== null) throw nothingToBring()
  const again = planAgain(context, { id, recipient }, last, { isGone: row === undefined, isLate: said !== undefined })
  // What waited for the end of its last ring has nothing to come: what was said of that ring is taken back all the same.
  if (!again && !said) throw tooLate()
  const content = row ? storedContent(row) : contentOf(last, recipient)
  if (again) await write(context, tx, content, again, last)
  const word = await wordThatKept(context, tx, id, last.stood)
  if (word) await unsay(context, tx, id, word)
  const { entityType, entityId } = content
  const data = { change: last.action, ...(said ? wordOf(said) : {}) }
  await audit(context, tx, 'restored', [{ entityType, entityId, recipient, reminder: id, data }])
  const stands = again?.planned ?? { ...last.stood.as, dueMs: null }
  await wakeWorkers(context, tx, stands.dueMs)
  return answerOf(id, { ...stands, due_ms: stands.dueMs }, last, true)
}

/** What something was said of, for an entry of the audit trail. */
export function wordOf({ occurrence, generation, whole }: Omit<Said, 'stood'>): Omit<Said, 'stood'> {
  return { occurrence, generation, whole }
}

/** It is to come, and there is nothing to take back. */
function isThere({ version }: ChangedRow, { action, stood }: LastChange, target: Target): boolean {
  const { asked, said } = target
  if (isAsked(asked, action) && stood?.version === version) return false
  if (asked === null || asked === 'cancelled' || action === 'restored') return true
  throw overtaken(said ? '/id' : undefined)
}

/** Nothing became of it afterwards. */
function isLastWord({ action, state, reason }: LastChange, { asked, said }: Target): boolean {
  if (!isAsked(asked, action)) return false
  // That it has not rung since is known, and the ring that it was said of may still be on its way.
  if (said) return true
  if (state === 'skipped') return reason === 'skipped' || reason === 'merged'
  return state === 'cancelled' && (reason === 'cancelled' || reason === 'acknowledged')
}

interface Again {
  readonly bucket: number
  readonly id: string
  readonly planned: Planned
  readonly generation: number
}

/**
 * Null: its moment has gone by. `isLate`: then it comes late, like any other that nobody was there to ring; whoever says Done by mistake
 * a moment before it rings does not lose it by that.
 */
function planAgain(
  context: Context,
  { id, recipient }: { readonly id: string; readonly recipient: string },
  { action, stood, zone, quiet_hours: quietHours, now_ms: nowMs }: LastChange,
  { isGone, isLate }: { readonly isGone: boolean; readonly isLate: boolean },
): Again | null {
  const line = stood!.as
  const { generation } = line
  const person: Person = { timezone: zone, quietHours }
  const at = { nowMs, rules: context.rules }
  const series = line.repeat && { ...line, repeat: line.repeat }
  const target = { bucket: bucketOf(id), id }
  if (line.dueMs === null) return orNull(target, series ? afterStop(series, person, at) : null, line)
  if (Math.max(line.dueMs, momentAgain(line, person, context.rules)) > nowMs) {
    const whose = { tenant: context.tenant, recipient, entityId: '' }
    const placed = replan({ ...line, ...target, ...whose }, person, nowMs, context)
    return placed && { ...target, planned: chosen(line, placed.planned), generation }
  }
  if (isLate) return { ...target, planned: line, generation }
  // A series that was ended goes on without what it has missed; one ring that has gone by does not come back.
  if (!series?.repeat.rule || !isGone || action !== 'cancelled') return null
  const isMainAhead = (series.repeat.state.main?.dueMs ?? 0) > nowMs
  return orNull(target, isMainAhead ? afterSkip(series, person, at) : firstOfRule(series, person, at), line)
}

/** Without a moment: what waits for Done or is paused goes on waiting; what waited for a ring that was stopped with it comes next. */
function afterStop(series: Series, person: Person, at: Parameters<typeof afterConclusion>[3]): Next {
  const { kind, state } = series.repeat
  if (state.paused || kind === 'after_completion') return { kind: 'unchanged' }
  return afterConclusion(series, 'sent', person, at)
}

function orNull(target: { bucket: number; id: string }, next: Next | null, line: StoodLine): Again | null {
  if (next?.kind === 'rings') return { ...target, planned: next.planned, generation: next.generation }
  return next?.kind === 'unchanged' ? { ...target, planned: line, generation: line.generation } : null
}

/** A moment that somebody chose is not moved by quiet hours. */
function chosen({ adjusted, dueMs, plannedMs, usefulUntilMs }: StoodLine, planned: Planned): Planned {
  return adjusted === 'snoozed' ? { ...planned, adjusted, dueMs, plannedMs, usefulUntilMs } : planned
}

function contentOf(last: LastChange, recipient: string): Content {
  const { channels, delaysMs, fallback, critical } = last.stood!.as
  return {
    ...{ entityType: last.entity_type!, entityId: last.entity_id!, kind: last.kind!, recipient },
    ...{ title: last.title, body: last.body, data: last.data === null ? null : JSON.stringify(last.data) },
    ...{ channels, delaysMs, fallback, critical },
  }
}

/** Its row is there, and its moment is kept apart from those of the others. */
async function advanceAlarm(context: Context, tx: Database, { id, planned, generation }: Again): Promise<void> {
  const [row] = await lockSeries(tx, [id], context.tenant)
  const { bucket, series, now_ms: nowMs } = row!
  await advance(tx, context, [{ bucket, id, series, nowMs, next: { kind: 'rings', planned, generation } }])
}

const generationMax = 2_147_483_647

async function write(
  context: Context,
  tx: Database,
  wanted: Content,
  again: Again,
  { created_ms: createdMs }: LastChange,
): Promise<void> {
  if (again.planned.repeat?.alarm) return await advanceAlarm(context, tx, again)
  // What rang of an earlier generation was no obstacle to it before; and to what waits without a moment, its own ring is none.
  const since = again.planned.dueMs === null ? generationMax : again.generation
  const row: WriteRow = { ...again, wanted, since, createdMs }
  const written = await writeReminders(context, tx, [row])
  if (written.size === 0 && (await findBegun(tx, [row])).size > 0) throw begun()
}

function answerOf(
  id: string,
  { due_ms: dueMs, timezone, floating }: Pick<ChangedRow, 'due_ms' | 'timezone' | 'floating'>,
  { zone }: LastChange,
  restored: boolean,
): RestoredReminder {
  const dueAt = dueMs === null ? null : new Date(Math.round(dueMs))
  return { id, restored, dueAt, timezone: floating ? zone : (timezone ?? zone) }
}

function nothingToBring(): BelfryError {
  return new BelfryError('not_found', 'What it was about is over, or says nothing of it any more.', {
    field: '/id',
    accepted: 'a step of the plan of an active entity, or a reminder by itself that was cancelled or marked as done',
  })
}

/** `field`: what of the call names something that is over. */
export function overtaken(field = '/change'): BelfryError {
  return new BelfryError('version_conflict', 'Something else was done to it since, or it has rung.', {
    field,
    accepted: 'what was done to it last',
  })
}

export function tooLate(): BelfryError {
  return new BelfryError('stopped', 'Its moment has gone by, or another step rings in its place.', {
    field: '/id',
    accepted: 'a reminder whose moment is ahead',
  })
}

export function begun(): BelfryError {
  return new BelfryError('already_sent', 'Its send has begun, and it is not sent again.', { field: '/id' })
}
