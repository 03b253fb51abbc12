// "One function call to check and send": mark, send, and record how it went. The mark is `sending` under a lease while the
// given function runs, so a process that dies in between leaves an `unknown`, which is listed, and never a silent second
// send.

import { conclude, type Result } from '../engine/conclude.ts'
import type { Context } from '../engine/context.ts'
import { concluding } from '../engine/settle.ts'
import { refuse } from '../input.ts'
import { type LedgerKey, type MarkedRow, mark, type ReadKey, readKey } from './ledger.ts'

export type SendOnceResult<T> =
  | { readonly sent: true; readonly value: T }
  | { readonly sent: false; readonly why: 'already_sent' }

/** The given function may take this long before others call its outcome unknown. */
const sendOnceLeaseMs = 300_000

/**
 * Calls `send` if nobody has sent this before. If it throws, the outcome is recorded as unknown (it may have reached the
 * provider) and the error is passed on; `release(key)` frees the key when the send is known to have failed.
 */
export async function sendOnce<T>(
  context: Context,
  key: LedgerKey,
  send: () => Promise<T> | T,
): Promise<SendOnceResult<T>> {
  const read = readKey(context, key)
  if (typeof send !== 'function')
    throw refuse('invalid_input', 'Expected a function that sends.', { field: '/send', accepted: 'a function' })
  const claimed = await claim(context, read)
  if (!claimed) return { sent: false, why: 'already_sent' }
  let value: T
  try {
    value = await send()
  } catch (error) {
    // If this cannot be written either, the lease runs out and says the same; what the caller must see is the error.
    await record(context, read.bucket, claimed, {
      kind: 'unknown',
      reply: error instanceof Error ? error.name : 'threw',
    }).catch(() => {})
    throw error
  }
  await record(context, read.bucket, claimed, { kind: 'delivered' })
  return { sent: true, value }
}

interface Claimed {
  readonly row: MarkedRow
  readonly claim: string
}

async function claim(context: Context, key: ReadKey): Promise<Claimed | null> {
  return await context.db.transaction(async (tx) => {
    const [row] = await mark({ ...context, db: tx }, [key], 'sending')
    if (!row) return null
    const [opened] = await tx.run<{ id: string }>('open-claim', [
      key.bucket,
      context.actor,
      sendOnceLeaseMs,
      row.reminder,
      row.occurrence_key,
      row.attempt,
    ])
    return { row, claim: opened!.id }
  })
}

async function record(context: Context, bucket: number, { row, claim }: Claimed, result: Result): Promise<void> {
  const delivery = {
    bucket,
    reminder: row.reminder,
    occurrenceKey: row.occurrence_key,
    attempt: row.attempt,
    tries: 0,
    lost: 0,
    critical: false,
    repeatable: false,
    parked: false,
    fallbackKey: null,
  }
  await conclude(
    context.db,
    concluding(context),
    [{ claim: null, delivery, result, tookMs: null }],
    [{ bucket, id: claim }],
  )
}

/** Frees a mark whose send definitely failed. Answers whether there was one. */
export async function release(context: Context, key: LedgerKey): Promise<boolean> {
  const { bucket, id, occurrence } = readKey(context, key)
  return (await context.db.run('release-mark', [bucket, id, context.tenant, occurrence])).length > 0
}
