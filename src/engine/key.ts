// The identity of a reminder and of its occurrences, as short keys. The same is computed in SQL (migrations/0001), and
// test/integration/key.test.ts holds the two together.
//
// A reminder's id is 16 bytes: 8 that name its entity and 8 that name the reminder, so that everything of one entity is
// one range of the primary key. The bucket (0–1023, the distribution column of a distributed database) is the id's
// first ten bits, so an id carries its bucket.

import * as crypto from 'node:crypto'

export interface ReminderIdentity {
  readonly tenant: string
  readonly entityType: string
  readonly entityId: string
  readonly kind: string
  readonly recipient: string
}

/** Written over and over: a buffer for each digest costs as much as the digest. */
const scratch = Buffer.allocUnsafe(4_096)

/** SHA-256 over the fields, each prefixed by its length in bytes: ('ab','c') and ('a','bc') differ. */
function digest(fields: readonly string[]): string {
  let bytesMax = 0
  for (const field of fields) bytesMax += 4 + field.length * 3
  const buffer = bytesMax <= scratch.length ? scratch : Buffer.allocUnsafe(bytesMax)
  let at = 0
  for (const field of fields) {
    const length = buffer.write(field, at + 4)
    buffer.writeUInt32BE(length, at)
    at += 4 + length
  }
  return crypto.hash('sha256', buffer.subarray(0, at), 'hex')
}

export function reminderId({ tenant, entityType, entityId, kind, recipient }: ReminderIdentity): string {
  const reminder = digest(['reminder', tenant, entityType, entityId, kind, recipient])
  return `${entityHead(tenant, entityType, entityId)}-${reminder.slice(0, 4)}-${reminder.slice(4, 16)}`
}

function entityHead(tenant: string, entityType: string, entityId: string): string {
  const entity = digest(['entity', tenant, entityType, entityId])
  return `${entity.slice(0, 8)}-${entity.slice(8, 12)}-${entity.slice(12, 16)}`
}

/** The first and last id an entity's reminders can have. */
export function entityRange(tenant: string, entityType: string, entityId: string): { first: string; last: string } {
  const head = entityHead(tenant, entityType, entityId)
  return { first: `${head}-0000-000000000000`, last: `${head}-ffff-ffffffffffff` }
}

/** The number by which whoever changes an entity locks it, and not only while it has a row. */
export function entityLock(tenant: string, entityType: string, entityId: string): string {
  const hex = digest(['entity', tenant, entityType, entityId]).slice(0, 16)
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}

/** The same, of the entity that a reminder is about: its id begins with it. */
export function lockOfReminder(id: string): string {
  return BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`)).toString()
}

export function bucketOf(id: string): number {
  return Number.parseInt(id.slice(0, 4), 16) >> 6
}

/** Channel '' names the occurrence itself: the key of its first channel, and of a mark by hand. */
export function occurrenceKey(occurrence: string, generation: number, channel = ''): string {
  const hex = digest(['occurrence', occurrence, String(generation), channel]).slice(0, 16)
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}

/** The key of the fallback that stands behind a channel of an occurrence; null where there is none, or it is the one. */
export function fallbackKeyOf(row: {
  occurrence: string
  generation: number
  fallback: string | null
  channel?: string
}): string | null {
  if (row.fallback === null || row.fallback === row.channel) return null
  return occurrenceKey(row.occurrence, row.generation, row.fallback)
}

const deliveryPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9a-f]{16})$/

export interface DeliveryKey {
  readonly bucket: number
  readonly reminder: string
  /** A signed 64-bit integer, in decimal. */
  readonly occurrenceKey: string
}

/** The public id of a delivery, which is also the idempotency key that channels get. */
export function deliveryId(key: Pick<DeliveryKey, 'reminder' | 'occurrenceKey'>): string {
  return `${key.reminder}.${BigInt.asUintN(64, BigInt(key.occurrenceKey)).toString(16).padStart(16, '0')}`
}

export function parseDeliveryId(id: string): DeliveryKey | null {
  const match = deliveryPattern.exec(id)
  if (!match?.[1] || !match[2]) return null
  return {
    bucket: bucketOf(match[1]),
    reminder: match[1],
    occurrenceKey: BigInt.asIntN(64, BigInt(`0x${match[2]}`)).toString(),
  }
}

/** Of its 16 bytes, written in hex. */
export function reminderIdOfHex(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function isReminderId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
}
