// Requests that carry an Idempotency-Key are done once. The answer is kept with the effect, in one transaction, so a server that
// dies between its commit and its answer has the answer still, and whoever repeats the request gets it.
//
//   somebody is at it      `running`, at once: the lock is tried, not waited for
//   answered before        that answer again; `mismatch` if it was another request
//   new                    the work is done; what it refuses is undone and its refusal kept; a fault leaves nothing
//
// The key itself is not stored, and the answer (which may hold a new API key, or somebody's words) is sealed with it.

import * as crypto from 'node:crypto'
import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'

export interface RepeatableRequest {
  /** Who asks: a key of theirs is nobody else's. */
  readonly caller: string
  readonly key: string
  /** Of everything that makes it the same request. */
  readonly fingerprint: Buffer
}

export type Once =
  | { readonly kind: 'done'; readonly answer: string }
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' }

export interface OnceWork {
  /** The effect and its answer, as text. */
  readonly work: (tx: Database) => Promise<string>
  /** The answer to a refusal, to be kept; null for a fault, which is thrown and leaves the key free. */
  readonly refusal: (error: unknown) => string | null
  /** The work goes on beside the transaction, which is idle for as long. */
  readonly isBeside?: boolean
}

const keptMs = 24 * 3_600_000

export async function doOnce(context: Context, request: RepeatableRequest, steps: OnceWork): Promise<Once> {
  const { work, refusal, isBeside = false } = steps
  const { caller, fingerprint } = request
  const name = crypto.createHash('sha256').update(request.key).digest()
  const seal = sealOf(request.key)
  const lock = crypto.createHash('sha256').update(`${context.tenant}\n${caller}\n`).update(name).digest()
  return await context.db.transaction(async (tx): Promise<Once> => {
    const [locked, known] = await tx.runEach<{ free: boolean; fingerprint: Buffer; answer: Buffer }>([
      ['try-lock-answer', [lock]],
      ['answer', [context.tenant, caller, name]],
      ['savepoint', []],
    ])
    if (!locked?.[0]?.free) return { kind: 'running' }
    const before = known?.[0]
    if (before) {
      if (!crypto.timingSafeEqual(before.fingerprint, fingerprint)) return { kind: 'mismatch' }
      return { kind: 'replayed', answer: open(seal, before.answer) }
    }
    if (isBeside) await tx.run('stay-idle', [])
    const answer = await attempt(tx, work, refusal)
    await tx.run('keep-answer', [context.tenant, caller, name, fingerprint, close(seal, answer), keptMs])
    return { kind: 'done', answer }
  })
}

async function attempt(tx: Database, work: OnceWork['work'], refusal: OnceWork['refusal']): Promise<string> {
  try {
    return await work(tx)
  } catch (error) {
    const refused = refusal(error)
    if (refused === null) throw error
    await tx.run('undo-effect', [])
    return refused
  }
}

const forgetMax = 1_000

/** Removes answers that nobody may ask for any more, a thousand at a time. */
export async function forgetAnswers(context: Context): Promise<number> {
  for (let forgotten = 0; ; ) {
    const gone = await context.db.run('forget-answers', [forgetMax])
    forgotten += gone.length
    if (gone.length < forgetMax) return forgotten
  }
}

function sealOf(key: string): Buffer {
  return crypto.createHmac('sha256', 'belfry answer').update(key).digest()
}

function close(seal: Buffer, text: string): Buffer {
  const nonce = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', seal, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(seal: Buffer, sealed: Buffer): string {
  const decipher = crypto.createDecipheriv('aes-256-gcm', seal, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
