// Recipient tokens: a web page or an app of one person acts for that person only, for a short while. A token says for whom and
// until when, signed with HMAC-SHA-256, and is not stored. Real time decides, also while the clock is driven.

import * as crypto from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject } from '../input.ts'
import { wallClockMs } from '../time/clock.ts'
import { durationMs } from '../time/duration.ts'

const prefix = 'bft_'
const lifeDefault = 'PT1H'
const lifeDaysMax = 30

export interface RecipientToken {
  readonly token: string
  readonly recipient: string
  readonly expiresAt: Date
}

export interface TokenBearer {
  readonly tenant: string
  readonly recipient: string
}

/** For a recipient who exists. The audit trail says who has opened what is theirs; the token itself is stored nowhere. */
export async function issueToken(
  context: Context,
  secret: Buffer,
  input: { readonly recipient: string; readonly expiresIn?: string },
): Promise<RecipientToken> {
  const value = readObject(input, ['recipient', 'expiresIn'], '')
  const recipient = readId(value.recipient, '/recipient')
  const lifeMs = durationMs(value.expiresIn ?? lifeDefault, '/expiresIn', lifeDaysMax)
  const known = await context.db.run('recipients', [context.tenant, recipient, null, 1])
  if (known.length === 0)
    throw new BelfryError('unknown_recipient', 'There is no such recipient.', {
      field: '/recipient',
      accepted: 'the id of a recipient that was put before',
    })
  const expiresMs = Math.ceil(wallClockMs() + lifeMs)
  const expiresAt = new Date(expiresMs)
  await audit(context, context.db, 'token_issued', [{ recipient, data: { expiresAt: expiresAt.toISOString() } }])
  const payload = Buffer.from(JSON.stringify([context.tenant, recipient, expiresMs])).toString('base64url')
  return {
    token: `${prefix}${payload}.${signatureOf(payload, secret)}`,
    recipient,
    expiresAt,
  }
}

export function looksLikeToken(text: string): boolean {
  return text.startsWith(prefix)
}

/** Null when it was not signed here, or has expired. */
export function readToken(text: string, secret: Buffer): TokenBearer | null {
  const [payload = '', signature = ''] = text.slice(prefix.length).split('.')
  const expected = Buffer.from(signatureOf(payload, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return null
  const [tenant, recipient, expiresMs] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    ...[string, string, number],
  ]
  return wallClockMs() < expiresMs ? { tenant, recipient } : null
}

function signatureOf(payload: string, secret: Buffer): string {
  return crypto.createHmac('sha256', secret).update(`recipient-token.${payload}`).digest('base64url')
}
