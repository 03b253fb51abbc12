// What a button carries, in the 64 bytes that Telegram gives it: what to do, of what, and as of which version. Signed, because
// whoever speaks the protocol of Telegram's clients sends any bytes they like. The channel that puts buttons under messages and the bot
// that answers them derive the same key from the token. The signature says that the button was made here, and not for whom: whoever
// answers it looks at whose it is.
//
//   `a` and base64url of: 1 byte the action, 2 the version, 16 a reminder (or 24 a delivery), 8 the signature    48 characters at the most
//   `b` and base64url of: 1 byte the action, up to 30 of text, 8 the signature                                   53 characters at the most
//
// Eight bytes are guessed in 2^63 tries on the average, each of them a tap that Telegram carries.

import * as crypto from 'node:crypto'
import { deliveryId, isReminderId, parseDeliveryId, reminderIdOfHex } from '../../engine/key.ts'

export interface Callback {
  /** One letter or digit. */
  readonly action: string
  /** Of the reminder, when the button was made; 0 where there is none. */
  readonly version: number
  /** Of a reminder, a bundle, or a delivery. */
  readonly id: string
}

export interface Choice {
  /** One letter or digit. */
  readonly action: string
  /** At most 30 bytes. */
  readonly value: string
}

const ofId = 'a'
const ofText = 'b'
const signatureBytes = 8
const headBytes = 3
const versionMax = 65_535
const valueBytesMax = 30

/** What signs the buttons of a bot. The token cannot be told from it. */
export function signingKeyOf(token: string): Buffer {
  return crypto.createHmac('sha256', token).update('belfry telegram buttons').digest()
}

/** Throws for what is no id, and for what does not fit. */
export function writeCallback(key: Buffer, { action, version, id }: Callback): string {
  if (!Number.isInteger(version) || version < 0 || version > versionMax)
    throw new TypeError('not a version of a reminder')
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(actionByte(action), 0)
  head.writeUInt16BE(version, 1)
  return signed(key, ofId, Buffer.concat([head, idBytes(id)]))
}

/** Null for anything that was not written with this key. */
export function readCallback(key: Buffer, data: string): Callback | null {
  const payload = verified(key, ofId, data)
  if (!payload) return null
  const id = idOfHex(payload.toString('hex', headBytes))
  return id === null ? null : { action: String.fromCharCode(payload[0]!), version: payload.readUInt16BE(1), id }
}

/** Throws for a text that does not fit. */
export function writeChoice(key: Buffer, { action, value }: Choice): string {
  const text = Buffer.from(value)
  if (text.length > valueBytesMax || !value.isWellFormed()) throw new TypeError('not a short text')
  return signed(key, ofText, Buffer.concat([Buffer.of(actionByte(action)), text]))
}

/** Null for anything that was not written with this key. */
export function readChoice(key: Buffer, data: string): Choice | null {
  const payload = verified(key, ofText, data)
  return payload && { action: String.fromCharCode(payload[0]!), value: payload.toString('utf8', 1) }
}

/** The version of a reminder as a button has room for it: after 65,536 changes one would be taken for the latest again. */
export function versionMark(version: number | null | undefined): number {
  return (version ?? 0) % (versionMax + 1)
}

function actionByte(action: string): number {
  if (!/^[A-Za-z0-9]$/.test(action)) throw new TypeError('not an action')
  return action.charCodeAt(0)
}

function idBytes(id: string): Buffer {
  if (!isReminderId(id) && !parseDeliveryId(id)) throw new TypeError('not the id of a reminder or a delivery')
  return Buffer.from(id.replace(/[-.]/g, ''), 'hex')
}

/** Null for what is neither a reminder nor a delivery. */
export function idOfHex(hex: string): string | null {
  const reminder = reminderIdOfHex(hex.slice(0, 32))
  if (hex.length === 32) return reminder
  return hex.length === 48 ? deliveryId({ reminder, occurrenceKey: BigInt(`0x${hex.slice(32)}`).toString() }) : null
}

function signed(key: Buffer, form: string, payload: Buffer): string {
  return form + Buffer.concat([payload, signatureOf(key, form, payload)]).toString('base64url')
}

function verified(key: Buffer, form: string, data: string): Buffer | null {
  if (typeof data !== 'string' || !data.startsWith(form) || data.length > 64) return null
  const bytes = Buffer.from(data.slice(1), 'base64url')
  // One text for each button: another ending of base64url would be as good.
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== data.slice(1)) return null
  const payload = bytes.subarray(0, -signatureBytes)
  return crypto.timingSafeEqual(bytes.subarray(-signatureBytes), signatureOf(key, form, payload)) ? payload : null
}

function signatureOf(key: Buffer, form: string, payload: Buffer): Buffer {
  return crypto.createHmac('sha256', key).update(form).update(payload).digest().subarray(0, signatureBytes)
}
