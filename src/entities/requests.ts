// Requests: what triggers and other languages asked for through the SQL functions (migrations/0003), resolved here, in order,
// by the same code as a call from TypeScript. One that cannot be resolved is kept with its reason, and what it held rings on.

import { type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { readSchedule } from '../engine/reminder.ts'
import { scheduleAsked } from '../engine/schedule.ts'
import { BelfryError } from '../errors.ts'
import { isMeeting, ofMeeting } from './end.ts'
import { type EntityInput, readEntity } from './entity.ts'
import { applyPatch } from './put.ts'

interface RequestRow {
  readonly id: string
  readonly tenant: string
  readonly verb: 'put_entity' | 'schedule'
  readonly entity_type: string
  readonly entity_id: string
  readonly input: Record<string, unknown>
  readonly actor: string
}

/** A worker has other things to do: so many requests at a time. */
const atOnce = 50
/** One that fails for a reason outside of it is tried again, but not for ever. */
const triesMax = 5

/**
 * Resolves some of what is open, of every tenant, entity by entity; answers how many. An entity that somebody is changing just
 * now is left for later: whoever holds it resolves its requests, or they are still there the next time.
 */
export async function resolveRequests(context: Context, isGone: (error: unknown) => boolean): Promise<number> {
  const open = await context.db.run<{ id: string; lock: string }>('open-requests', [atOnce])
  let count = 0
  for (const lock of new Set(open.map((one) => one.lock))) {
    try {
      count += await context.db.transaction((tx) => resolveIfFree(context, tx, lock))
    } catch (error) {
      if (isGone(error)) throw error
      await countFailure(context, open.find((one) => one.lock === lock)!.id)
    }
  }
  return count
}

async function resolveIfFree(context: Context, tx: Database, lock: string): Promise<number> {
  const [free] = await tx.run<{ mine: boolean }>('try-lock-entity', [lock])
  return free?.mine ? await resolveRequestsOf(context, tx, lock) : 0
}

async function countFailure(context: Context, id: string): Promise<void> {
  const [row] = await context.db.run<{ tries: number }>('count-request', [id])
  if (!row || row.tries < triesMax) return
  const error = {
    code: 'database_refused',
    message: `Failed ${triesMax} times for a reason that is not in the request.`,
  }
  await context.db.run('end-request', [id, JSON.stringify(error)])
}

/** Resolves everything that is open of one entity, in order, for whoever holds its lock; answers how many. */
export async function resolveRequestsOf(context: Context, tx: Database, lock: string): Promise<number> {
  for (let count = 0; ; count++) {
    const [request] = await tx.run<RequestRow>('take-request', [lock])
    if (!request) return count
    await resolveOne(context, tx, request)
  }
}

async function resolveOne(context: Context, tx: Database, request: RequestRow): Promise<void> {
  const asked: Context = { ...context, db: tx, tenant: request.tenant, actor: request.actor }
  try {
    await resolve(asked, tx, request)
    await tx.run('end-request', [request.id, null])
  } catch (error) {
    // Only what was asked can be at fault here: reading and planning come before the first write.
    if (!(error instanceof BelfryError)) throw error
    const { code, message, field } = error
    await tx.run('end-request', [request.id, JSON.stringify({ code, message, field })])
  }
  await wakeWorkers(asked, tx)
}

async function resolve(context: Context, tx: Database, request: RequestRow): Promise<void> {
  const { entity_type: type, entity_id: id, input } = request
  if (request.verb === 'put_entity') {
    if (await isMeeting(context, tx, { type, id })) throw ofMeeting({ type, id })
    await applyPatch(context, tx, readEntity(context, { ...input, type, id } as EntityInput))
    return
  }
  await scheduleAsked(context, tx, [readSchedule({ ...input, entity: { type, id } }, context.channels)])
}

export interface FailedRequest {
  readonly id: string
  readonly verb: string
  readonly entity: { readonly type: string; readonly id: string }
  readonly error: { readonly code: string; readonly message: string; readonly field?: string }
  readonly failedAt: Date
}

interface FailedRow extends RequestRow {
  readonly error: FailedRequest['error']
  readonly failed_ms: number
}

/** Requests of SQL functions that could not be resolved, the newest first. */
export async function failedRequests(context: Context): Promise<FailedRequest[]> {
  const rows = await context.db.run<FailedRow>('requests', [context.tenant, 200])
  return rows.map((row) => ({
    id: row.id,
    verb: row.verb,
    entity: { type: row.entity_type, id: row.entity_id },
    error: row.error,
    failedAt: new Date(row.failed_ms),
  }))
}
