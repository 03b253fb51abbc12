// Tokens of links (`/r/{token}`): whoever has one may say Done, later, or no more, of one delivery, for a month. It says of which
// tenant and which delivery (whose it is follows from that) and until when, signed with HMAC-SHA-256; nothing of it is stored. Real
// time decides, also while the clock is driven. Packed as bytes: it goes into mails and push payloads, where room is scarce.
//
//   1 byte the form, 4 bytes until when (hours since 1970), 16 the reminder, 8 the occurrence and channel, the tenant, 16 the signature
//
// Of a message about several, the id of the bundle stands for the reminder, and the eight bytes are zero (form 2).

import * as crypto from 'node:crypto'
import type { Actions, ComposedMessage } from '../channels/content.ts'
import { deliveryId, isReminderId, parseDeliveryId, reminderIdOfHex } from '../engine/key.ts'
import { wallClockMs } from '../time/clock.ts'

const ofDelivery = 1
const ofBundle = 2
const headBytes = 29
const signatureBytes = 16
const hourMs = 3_600_000
const lifeHours = 30 * 24

export interface ActionTarget {
  readonly tenant: string
  /** Of a delivery, or of a bundle of several. */
  readonly delivery: string
}

/** Null: there is nothing of that id to act upon. */
export function actionToken({ tenant, delivery }: ActionTarget, secret: Buffer): string | null {
  const isBundle = isReminderId(delivery)
  const key = isBundle ? { reminder: delivery, occurrenceKey: '0' } : parseDeliveryId(delivery)
  if (!key) return null
  const name = Buffer.from(tenant)
  const payload = Buffer.alloc(headBytes + name.length)
  payload.writeUInt8(isBundle ? ofBundle : ofDelivery, 0)
  // Whole days: the tries of one message have the same link, but for one that begins after midnight.
  payload.writeUInt32BE((Math.ceil(wallClockMs() / hourMs / 24) + lifeHours / 24) * 24, 1)
  payload.write(key.reminder.replaceAll('-', ''), 5, 'hex')
  payload.writeBigInt64BE(BigInt(key.occurrenceKey), 21)
  name.copy(payload, headBytes)
  return Buffer.concat([payload, signatureOf(payload, secret)]).toString('base64url')
}

export type ReadActionToken =
  | ({ readonly kind: 'good' } & ActionTarget)
  | { readonly kind: 'expired' }
  | { readonly kind: 'forged' }

export function readActionToken(text: string, secret: Buffer): ReadActionToken {
  const bytes = /^[\w-]{60,200}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const payload = bytes.subarray(0, -signatureBytes)
  const signature = bytes.subarray(-signatureBytes)
  // One text for each token: another ending of base64url would be as good.
  if (payload.length <= headBytes || bytes.toString('base64url') !== text) return { kind: 'forged' }
  if (!crypto.timingSafeEqual(signature, signatureOf(payload, secret))) return { kind: 'forged' }
  if (payload.readUInt32BE(1) * hourMs <= wallClockMs()) return { kind: 'expired' }
  const reminder = reminderIdOfHex(payload.toString('hex', 5, 21))
  const tenant = payload.toString('utf8', headBytes)
  switch (payload[0]) {
    case ofDelivery:
      return {
        kind: 'good',
        tenant,
        delivery: deliveryId({ reminder, occurrenceKey: payload.readBigInt64BE(21).toString() }),
      }
    case ofBundle:
      return { kind: 'good', tenant, delivery: reminder }
    default:
      return { kind: 'forged' }
  }
}

function signatureOf(payload: Buffer, secret: Buffer): Buffer {
  return crypto
    .createHmac('sha256', secret)
    .update('action-token.')
    .update(payload)
    .digest()
    .subarray(0, signatureBytes)
}

/** The links of one message; null where nobody knows how the server is reached, or there is nothing to act upon. */
export async function linksOf(
  { publicUrl, signing }: { readonly publicUrl: string | null; readonly signing: () => Promise<Buffer> },
  { tenant, id }: Pick<ComposedMessage, 'tenant' | 'id'>,
): Promise<Actions | null> {
  if (publicUrl === null) return null
  const token = actionToken({ tenant, delivery: id }, await signing())
  if (token === null) return null
  const open = `${publicUrl}/r/${token}`
  return { open, done: `${open}?a=done`, snooze: `${open}?a=snooze`, unsubscribe: `${open}?a=unsubscribe`, token }
}
