// Hold: a switch that stops new sends at once, for everything, a tenant, a channel, or a channel of a tenant. The firing
// statements read it themselves, and a hold waits for the fires that have not seen it: when it is answered, nothing of what
// it covers is fired any more in any worker. What was fired before is in flight, as it is for a cancel.

import { readName, readObject, readText } from '../input.ts'
import { audit, type Context, wakeWorkers } from './context.ts'

export interface HoldScope {
  /** Left out: every tenant. */
  readonly tenant?: string
  /** Left out: every channel. */
  readonly channel?: string
}

export interface Hold extends HoldScope {
  readonly reason: string
  readonly by: string
  readonly since: Date
}

export async function hold(context: Context, scope: HoldScope & { readonly reason: string }): Promise<void> {
  readObject(scope, ['tenant', 'channel', 'reason'], '')
  const reason = readText(scope.reason, '/reason', { charsMax: 500 })
  await context.db.transaction(async (tx) => {
    await tx.run('stop-sending', [])
    await tx.run('hold', [...key(scope), reason, context.actor])
    await audit(ofScope(context, scope), tx, 'held', [{ data: { ...scope } }])
    await wakeWorkers(context, tx)
  })
}

/** Answers whether there was such a hold. */
export async function release(context: Context, scope: HoldScope = {}): Promise<boolean> {
  return await context.db.transaction(async (tx) => {
    const released = await tx.run('release', key(scope))
    if (released.length === 0) return false
    await audit(ofScope(context, scope), tx, 'released', [{ data: { ...scope } }])
    await wakeWorkers(context, tx)
    return true
  })
}

export async function listHolds(context: Context): Promise<Hold[]> {
  const rows = await context.db.run<{
    tenant: string
    channel: string
    reason: string
    held_by: string
    held_ms: number
  }>('holds', [])
  return rows.map((row) => ({
    ...(row.tenant === '' ? {} : { tenant: row.tenant }),
    ...(row.channel === '' ? {} : { channel: row.channel }),
    reason: row.reason,
    by: row.held_by,
    since: new Date(row.held_ms),
  }))
}

/** Whom it concerns: one of every tenant is in no tenant's audit trail, but in the installation's. */
function ofScope(context: Context, { tenant = '' }: HoldScope): Context {
  return { ...context, tenant }
}

function key(scope: HoldScope): [string, string] {
  readObject(scope, ['tenant', 'channel', 'reason'], '')
  return [
    scope.tenant === undefined ? '' : readName(scope.tenant, '/tenant'),
    scope.channel === undefined ? '' : readName(scope.channel, '/channel'),
  ]
}
