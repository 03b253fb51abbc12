// Addresses of feeds (`/calendar/{token}.ics`): whoever has one may read one person's meetings. Calendars subscribe for years, so it
// does not expire; it is worth nothing as soon as the feed has another generation. Signed with HMAC-SHA-256 as other tokens are, under
// a name of its own, so that none of them is good for anything else.
//
//   1 byte the form, 4 bytes the generation, 1 how long the tenant's name is, the tenant, the recipient, 16 the signature

import * as crypto from 'node:crypto'

export interface FeedKey {
  readonly tenant: string
  readonly recipient: string
  readonly generation: number
}

const prefix = 'bfc_'
const form = 1
const headBytes = 6
const signatureBytes = 16

export function feedToken({ tenant, recipient, generation }: FeedKey, secret: Buffer): string {
  const names = [Buffer.from(tenant), Buffer.from(recipient)] as const
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(form, 0)
  head.writeUInt32BE(generation, 1)
  head.writeUInt8(names[0].length, 5)
  const payload = Buffer.concat([head, ...names])
  return `${prefix}${Buffer.concat([payload, signatureOf(payload, secret)]).toString('base64url')}`
}

/** Null: not signed here. Whether it is of the feed's generation is the database's to say. */
export function readFeedToken(text: string, secret: Buffer): FeedKey | null {
  const encoded = /^bfc_([\w-]{30,600})$/.exec(text)?.[1] ?? ''
  const bytes = Buffer.from(encoded, 'base64url')
  const payload = bytes.subarray(0, -signatureBytes)
  // One text for each token: another ending of base64url would be as good.
  if (payload.length <= headBytes || bytes.toString('base64url') !== encoded) return null
  if (!crypto.timingSafeEqual(bytes.subarray(-signatureBytes), signatureOf(payload, secret))) return null
  const recipientAt = headBytes + payload[5]!
  return {
    tenant: payload.toString('utf8', headBytes, recipientAt),
    recipient: payload.toString('utf8', recipientAt),
    generation: payload.readUInt32BE(1),
  }
}

function signatureOf(payload: Buffer, secret: Buffer): Buffer {
  const hmac = crypto.createHmac('sha256', secret).update('calendar-feed.').update(payload)
  return hmac.digest().subarray(0, signatureBytes)
}
