// A recipient travels, or changes when they want to be left alone: what is still to come for them is planned again.

import { readClock } from '../engine/clock.ts'
import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { type PersonRow, type ReplanRow, replan, toPerson, writeReplanned } from '../engine/replan.ts'
import { replanSteps } from '../entities/replan.ts'

interface PlanRow extends ReplanRow {
  readonly kind: string
  readonly entityType: string
}

/** The caller holds the recipient's row. */
export async function replanRecipient(context: Context, tx: Database, recipient: PersonRow): Promise<void> {
  const person = toPerson(recipient)
  const rows = await tx.run<PlanRow>('lock-recipient-plans', [context.tenant, recipient.id, null])
  const { now } = await readClock({ ...context, db: tx })
  const nowMs = now.getTime()
  const all = rows.filter(({ step }) => step === null).flatMap((row) => replan(row, person, nowMs, context) ?? [])
  await writeReplanned(tx, context, all)
  const steps = rows.filter(({ step }) => step !== null)
  const moved = [
    ...all.filter(({ hasMoved }) => hasMoved).map(({ id, planned }) => ({ id, dueMs: planned.dueMs })),
    ...(await replanSteps(context, tx, { id: recipient.id, person }, steps, nowMs)),
  ]
  await noteMoved(context, tx, recipient, moved)
}

/**
 * What a pause has put off is due when it was, and then placed among the quiet hours: they hold for what is late too. It stays useful
 * for at least as long as it was. The caller holds the recipient's row.
 */
export async function resumeRecipient(context: Context, tx: Database, recipient: PersonRow): Promise<void> {
  const due = await tx.run<{ id: string }>('resume-recipient', [context.tenant, recipient.id])
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const rows = await tx.run<PlanRow>('lock-recipient-plans', [context.tenant, recipient.id, ids])
  const { now } = await readClock({ ...context, db: tx })
  const all = rows.flatMap((row) => {
    const again = replan(row, toPerson(recipient), now.getTime(), context)
    const usefulUntilMs = Math.max(row.usefulUntilMs, again?.planned.usefulUntilMs ?? 0)
    return again ? [{ ...again, planned: { ...again.planned, usefulUntilMs } }] : []
  })
  await writeReplanned(tx, context, all)
  const moved = all.filter(({ hasMoved }) => hasMoved).map(({ id, planned }) => ({ id, dueMs: planned.dueMs }))
  await noteMoved(context, tx, recipient, moved)
  await wakeWorkers(context, tx)
}

interface Moved {
  readonly id: string
  readonly dueMs: number | null
}

async function noteMoved(context: Context, tx: Database, recipient: PersonRow, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  const because = { because: 'recipient', timezone: recipient.timezone }
  await audit(
    context,
    tx,
    'moved',
    moved.map(({ id, dueMs }) => ({
      recipient: recipient.id,
      reminder: id,
      data: { dueAt: dueMs === null ? null : new Date(dueMs).toISOString(), ...because },
    })),
  )
  await wakeWorkers(context, tx)
}
