// Requests: what triggers and other languages asked for through the SQL functions (migrations/0003), resolved here, in order,
// by the same code as a call from TypeScript. One that cannot be resolved is kept with its reason, and what it held rings on.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { readSchedule } from '../engine/reminder.ts'
import { scheduleAll } from '../engine/schedule.ts'
import { BelfryError } from '../errors.ts'
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

/** Resolves what is open, of every tenant; answers how many. */
export async function resolveRequests(context: Context): Promise<number> {
  for (let count = 0; ; count++) {
    const isDone = await context.db.transaction(async (tx) => (await resolveNext(context, tx, null)) === 'none')
    if (isDone) return count
  }
}

/** Resolves what is open of one entity, inside a transaction that holds the entity. */
export async function resolveRequestsOf(context: Context, tx: Database, entity: readonly string[]): Promise<void> {
  while ((await resolveNext(context, tx, entity)) !== 'none');
}

async function resolveNext(context: Context, tx: Database, entity: readonly string[] | null): Promise<'one' | 'none'> {
  const [request] = await tx.run<RequestRow>('take-request', [entity])
  if (!request) return 'none'
  const asked: Context = { ...context, db: tx, tenant: request.tenant, actor: request.actor }
  try {
    await resolve(asked, tx, request)
    await tx.run('finish-request', [request.id])
  } catch (error) {
    // Only what was asked can be at fault here: reading and planning come before the first write.
    if (!(error instanceof BelfryError)) throw error
    const { code, message, field } = error
    await tx.run('fail-request', [request.id, JSON.stringify({ code, message, field })])
  }
  return 'one'
}

async function resolve(context: Context, tx: Database, request: RequestRow): Promise<void> {
  const { entity_type: type, entity_id: id, input } = request
  if (request.verb === 'put_entity') {
    await applyPatch(context, tx, readEntity(context, { ...input, type, id } as EntityInput))
    return
  }
  await scheduleAll(context, tx, [readSchedule({ ...input, entity: { type, id } }, context.channels)])
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
