// Snooze: ring again later. The moment that already rang stays in the ledger; the second one is linked to it by its
// occurrence and has the next generation.

import { BelfryError } from '../errors.ts'
import { readBoolean, readObject } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import { type MomentInput, parseMoment } from '../time/moment.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import { type Before, noteSnooze, snoozedItems } from './acted.ts'
import type { ChangedRow } from './changes.ts'
import { audit, type Context, settleRequests, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import { bucketOf, deliveryId } from './key.ts'
import { notFound, requireReminderId } from './reminder-id.ts'
import { snoozeSeries } from './series.ts'
import { keeping, stoodBefore, stoodOf } from './stood.ts'
import { stopDeliveries } from './stop.ts'

export interface SnoozeInput {
  /** How long from now, such as `PT10M`. */
  readonly for?: string
  /** Or until when. */
  readonly until?: MomentInput
  readonly timezone?: string
  /** Of a series: the ring that comes next instead of the one that rang last. */
  readonly next?: boolean
}

export interface SnoozeResult {
  readonly id: string
  readonly dueAt: Date
  readonly recipientTimezone: string
  /** The series rings by itself before that moment, and is left as it is. */
  readonly collapsed: boolean
  readonly occurrence: string
  readonly generation: number
  /** Sends of the first moment that were in flight: they are not tried again. */
  readonly inFlight: readonly string[]
}

export async function snoozeReminder(context: Context, id: string, input: SnoozeInput): Promise<SnoozeResult> {
  const bucket = bucketOf(requireReminderId(id))
  const readUntil = readSnooze(input)
  return await context.db.transaction(async (tx) => {
    await settleRequests(context, tx, [id])
    const [known] = await tx.run<{ recipient: string }>('known-reminder', [bucket, id, context.tenant])
    if (!known) throw notFound(id)
    // As schedule does: nothing is written for somebody who is just being erased.
    const [recipient] = await tx.run<{ timezone: string; now_ms: number }>('lock-recipients', [
      context.tenant,
      [known.recipient],
    ])
    if (!recipient) throw notFound(id)
    const untilMs = readUntil(recipient.now_ms, recipient.timezone, context.rules)
    const [before] = await tx.run<ChangedRow>('reminder-for-change', [bucket, id, context.tenant])
    const snoozed = before ? await snoozedItems(context, tx, id) : {}
    // What the first moment still has under way ends here: one bell at a time.
    const stopped = await stopDeliveries(tx, [{ bucket, id }], 'moved')
    const series = await snoozeSeries(context, tx, id, untilMs, input.next ?? false)
    const row = series ?? (await snoozeOnce(tx, [bucket, id, context.tenant, untilMs]))
    if (!row) {
      throw new BelfryError('not_found', 'There is nothing to snooze: it never rang, and is not going to.', {
        field: '/id',
      })
    }
    const dueAt = row.dueAt ?? new Date(untilMs)
    if (!series || !input.next) {
      const { collapsed } = row
      // What does not repeat comes again as the generation after the one that rang; if none did, there is none.
      const rang = series ? null : { occurrence: row.occurrence, generation: row.generation - 1 }
      const asked = askedOf(input)
      const stands = { ...standingBefore(before, row.hasMoved), snoozed }
      await noteSnooze(context, tx, { reminder: id, rang, dueAt, collapsed, asked, before: stands })
    }
    const stood = before && row.hasMoved ? stoodOf(before, true) : null
    // Whether the ring that was to come was put elsewhere, or what rang is to ring again.
    const data = { until: new Date(untilMs).toISOString(), ...(input.next ? { next: true } : {}), ...keeping(stood) }
    await audit(context, tx, 'snoozed', [{ reminder: id, data }])
    await wakeWorkers(context, tx, untilMs)
    return {
      id,
      dueAt,
      recipientTimezone: recipient.timezone,
      collapsed: row.collapsed,
      occurrence: row.occurrence,
      generation: row.generation,
      inFlight: stopped
        .filter(({ state }) => state !== 'cancelled')
        .map((one) => deliveryId({ reminder: one.reminder, occurrenceKey: one.occurrence_key })),
    }
  })
}

function standingBefore(row: ChangedRow | undefined, hasMoved: boolean): Omit<Before, 'snoozed'> {
  if (!hasMoved) return { version: row?.version ?? null }
  return row ? { stood: stoodBefore(row, true) } : { made: true }
}

async function snoozeOnce(tx: Database, parameters: readonly unknown[]) {
  const [row] = await tx.run<{ occurrence: string; generation: number }>('snooze', parameters)
  return row && { ...row, dueAt: null, collapsed: false, hasMoved: true }
}

/** In one text: whoever asks for the same again gets the same answer. */
export function askedOf({ for: duration, until, timezone = '' }: SnoozeInput): string {
  return duration ?? `${until instanceof Date ? until.toISOString() : until} ${timezone}`.trim()
}

/** Reads what was asked; the moment follows once the clock and the recipient's zone are known. */
function readSnooze(input: SnoozeInput): (nowMs: number, zone: string, rules: ZoneRules) => number {
  const value = readObject(input, ['for', 'until', 'timezone', 'next'], '')
  if ((value.for === undefined) === (value.until === undefined)) {
    throw new BelfryError('missing_field', 'Exactly one of for and until is needed.', {
      field: '/for',
      accepted: 'for: a duration such as PT10M, or until: a moment',
    })
  }
  if (value.next !== undefined) readBoolean(value.next, '/next')
  if (input.for !== undefined) {
    const ms = durationMs(input.for, '/for')
    return (nowMs) => Math.ceil(nowMs + ms)
  }
  const read = (zone: string, rules?: ZoneRules) =>
    parseMoment(input.until!, { timezone: input.timezone, defaultTimezone: zone, field: '/until' }, rules)
  // Whatever the zone will be: what cannot be read is refused before anything is locked.
  read('UTC')
  return (nowMs, zone, rules) => {
    const until = read(zone, rules).instant.epochMilliseconds
    if (until > nowMs) return until
    throw new BelfryError('invalid_input', 'That moment has passed.', {
      field: '/until',
      accepted: 'a moment in the future',
    })
  }
}
