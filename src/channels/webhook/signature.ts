// Standard Webhooks: a message is signed with HMAC-SHA256 over its id, the moment and its body. While a secret is being changed there
// are two signatures, and a receiver may know either secret.

import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

/** What a secret is sealed for: nobody can put that of one endpoint into the row of another. */
export function secretContext(tenant: string, endpoint: string): string {
  return `webhook ${tenant} ${endpoint}`
}

export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

export function signatureHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(signed, secret)).join(' '),
  }
}

function signatureOf({ id, timestamp, body }: Signed, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
