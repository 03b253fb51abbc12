// Change: another text, another channel, another moment for a reminder that is still to come. A field that is left out keeps its
// value, null clears it.
//
//   what it says and where       written as it is: the moment, the series and a snooze stay as they stand
//   how long it is useful,       the same occurrence is placed again, as when the recipient's quiet hours change
//   whether it is critical
//   when it rings                scheduled again with what is stored of it, by the code of `schedule`: what an earlier moment
//                                has under way is stopped, what rang is not rung again

import { BelfryError } from '../errors.ts'
import { readObject, refuse } from '../input.ts'
import { parseMoment } from '../time/moment.ts'
import { type ChangedRow, type Changes, type Described, describeAgain, readChanges } from './changes.ts'
import { audit, type Context, settleRequests, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import type { DeliveryState } from './delivery.ts'
import { bucketOf } from './key.ts'
import { ofAnAlarm, type ScheduleInput, type ScheduleResult, toleranceDefaultMs } from './reminder.ts'
import { notFound, requireReminderId } from './reminder-id.ts'
import { replan, writeReplanned } from './replan.ts'
import { scheduleAny } from './schedule.ts'
import { stoodOf } from './stood.ts'
import { checkVersion, readVersion } from './version.ts'
import { type Content, channelDelays, channelNames } from './write.ts'

type Changeable = Omit<ScheduleInput, 'entity' | 'kind' | 'recipient' | 'again'>

/** A field that is left out keeps its value; null clears it. */
export type ChangeInput = { readonly [Field in keyof Changeable]?: Changeable[Field] | null }

export interface ChangeResult extends ScheduleResult {
  /** Null when nothing is to come any more: the moment that is wanted had been sent before. */
  readonly version: number | null
}

export async function changeReminder(
  context: Context,
  id: string,
  changes: ChangeInput,
  options: { readonly version?: number } = {},
): Promise<ChangeResult> {
  requireReminderId(id)
  const read = readChanges(changes, context.channels)
  const version = readVersion(readObject(options, ['version'], '').version)
  return await context.db.transaction(async (tx) => {
    await settleRequests(context, tx, [id])
    const row = await lock(context, tx, id)
    checkVersion(version, row.version)
    const after = describeAgain(read, row)
    if (after.wanted === null) return await changeHere(context, tx, row, after, read)
    if (row.step !== null) throw ofAPlan()
    if (row.repeat?.alarm) throw ofAnAlarm('/at')
    const [answer] = await scheduleAny(context, tx, [after.wanted], stoodOf(row, true))
    if (answer instanceof BelfryError) throw answer
    const [written] = await tx.run<{ version: number }>('reminder', [row.bucket, id, context.tenant])
    return { ...answer!, version: written?.version ?? null }
  })
}

/** Recipients before reminders, as everybody who plans. */
async function lock(context: Context, tx: Database, id: string): Promise<ChangedRow> {
  const bucket = bucketOf(id)
  const [known] = await tx.run<{ recipient: string }>('known-reminder', [bucket, id, context.tenant])
  if (!known) throw notFound(id)
  const people = await tx.run('lock-recipients', [context.tenant, [known.recipient]])
  if (people.length === 0) throw notFound(id)
  const [row] = await tx.run<ChangedRow>('reminder-for-change', [bucket, id, context.tenant])
  if (row) return row
  const [latest] = await tx.run<{ state: DeliveryState }>('ledger-of-reminder', [bucket, id, context.tenant])
  throw latest ? hasEnded(latest.state) : notFound(id)
}

/** Nothing of it is to come: what became of it says why there is nothing to change. */
function hasEnded(state: DeliveryState): BelfryError {
  const detail = { field: '/id', accepted: 'a reminder that is still to come; or a new schedule of it' }
  switch (state) {
    case 'cancelled':
      return new BelfryError('stopped', 'It was cancelled, moved or acknowledged.', detail)
    case 'suppressed':
    case 'expired':
    case 'skipped':
      return new BelfryError('not_found', `Nothing of it is to come: it is ${state}.`, detail)
    default:
      return new BelfryError('already_sent', 'Its send has begun, and nothing more of it is to come.', detail)
  }
}

function ofAPlan(): BelfryError {
  return refuse('invalid_input', 'It is a step of a plan: its moment follows from what it is about.', {
    field: '/at',
    accepted: 'entities.put, to move the entity; snooze, to ring later; or no moment',
  })
}

/** The moment stays what it is. */
async function changeHere(
  context: Context,
  tx: Database,
  row: ChangedRow,
  { content }: Described,
  changes: Changes,
): Promise<ChangeResult> {
  const written = await tx.run('change-reminder', [
    ...[row.bucket, row.id, content.title, content.body, content.data],
    ...[channelNames(content), channelDelays(content), content.fallback, content.critical],
  ])
  const isPlacedAgain = await placeAgain(context, tx, row, content, changes)
  const hasChanged = written.length > 0 || isPlacedAgain
  if (hasChanged) await audit(context, tx, 'changed', [auditEntry(row, changes)])
  const [now] = await tx.run<Stands>('reminder', [row.bucket, row.id, context.tenant])
  return {
    id: row.id,
    status: hasChanged ? 'updated' : 'unchanged',
    dueAt: new Date(Math.round(now!.due_ms ?? row.useful_until_ms - (row.repeat?.toleranceMs ?? 0))),
    timezone: row.timezone,
    recipientTimezone: row.zone,
    occurrence: row.occurrence,
    generation: row.generation,
    inFlight: [],
    version: now!.version,
  }
}

interface Stands {
  readonly version: number
  readonly due_ms: number | null
}

/** Which fields; never what they say. */
function auditEntry(row: ChangedRow, { given }: Changes) {
  const { entity_type: entityType, entity_id: entityId, recipient, id: reminder } = row
  return { entityType, entityId, recipient, reminder, data: { fields: given } }
}

/** Whether it breaks through quiet hours, and whether it is worth deferring, has changed. Answers whether that did anything. */
async function placeAgain(
  context: Context,
  tx: Database,
  row: ChangedRow,
  { critical }: Content,
  changes: Changes,
): Promise<boolean> {
  const usefulUntilMs = usefulUntil(context, row, changes)
  if ((critical === row.critical && usefulUntilMs === row.useful_until_ms) || row.due_ms === null) return false
  const { occurrence, timezone, floating, step, adjusted, repeat, generation, bucket, id } = row
  const whose = { tenant: context.tenant, recipient: row.recipient, entityId: row.entity_id }
  const stands = { ...whose, occurrence, timezone, floating, step, adjusted, repeat, generation, critical, bucket, id }
  const moments = { dueMs: row.due_ms, plannedMs: row.planned_ms, usefulUntilMs }
  const person = { timezone: row.zone, quietHours: row.quiet_hours }
  const placed = replan({ ...stands, ...moments }, person, row.now_ms, context)
  if (!placed) return false
  await writeReplanned(tx, context, [placed])
  if (placed.hasMoved) await wakeWorkers(context, tx, placed.planned.dueMs)
  return true
}

function usefulUntil({ rules }: Context, row: ChangedRow, { usefulUntil: until, toleranceMs }: Changes): number {
  if (until === undefined && toleranceMs === undefined) return row.useful_until_ms
  const momentMs = row.planned_ms ?? row.due_ms ?? row.now_ms
  if (until == null) return momentMs + (toleranceMs ?? toleranceDefaultMs)
  const { instant } = parseMoment(until, { defaultTimezone: row.zone, field: '/usefulUntil' }, rules)
  if (instant.epochMilliseconds >= momentMs) return instant.epochMilliseconds
  throw refuse('invalid_input', 'It would be useless before it is due.', {
    field: '/usefulUntil',
    accepted: 'a moment after at',
  })
}
