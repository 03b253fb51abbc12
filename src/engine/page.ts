// Pages: what lists have in common. A cursor is the place of the last item in the order of its list, so what is written
// meanwhile neither moves the pages nor repeats an item.

import type { BelfryError } from '../errors.ts'
import { readDate, readId, readInteger, readName, readObject, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { bucketOf, entityRange } from './key.ts'

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

export function readLimit(limit: unknown): number {
  return limit === undefined ? 50 : readInteger(limit, '/limit', 1, limits.listLimitMax)
}

/** Splits a cursor: microseconds since 1970, and what follows. PostgreSQL's times are finer than a Date. */
export function splitCursor(cursor: unknown): { us: string; rest: string } {
  const [us, rest, more] = typeof cursor === 'string' ? cursor.split('~') : []
  if (!us || !rest || more !== undefined || !/^(\d{1,18}|infinity)$/.test(us)) throw notACursor()
  if (us !== 'infinity' && BigInt(us) > lastUs) throw notACursor()
  return { us, rest }
}

/** The end of the year 9999: nothing is later. */
const lastUs = BigInt(Date.UTC(9999, 11, 31, 23, 59, 59, 999)) * 1_000n + 999n

export function notACursor(field = '/cursor'): BelfryError {
  return refuse('invalid_input', 'Not a cursor.', { field, accepted: 'the nextCursor of the page before' })
}

/** As PostgreSQL reads it. */
export function timeOfMicroseconds(us: string): string {
  if (us === 'infinity') return us
  const digits = us.padStart(7, '0')
  const ms = Number(digits.slice(0, -3))
  return `${new Date(ms).toISOString().slice(0, -1)}${digits.slice(-3)}Z`
}

export interface Span {
  readonly from?: Date
  readonly to?: Date
}

/** From (included) to (not included). */
export function readSpan(value: Record<string, unknown>): { from: Date | null; to: Date | null } {
  const from = value.from === undefined ? null : readDate(value.from, '/from')
  const to = value.to === undefined ? null : readDate(value.to, '/to')
  return { from, to }
}

export interface EntityFilter {
  readonly type: string
  readonly id: string
  readonly bucket: number
  readonly first: string
  readonly last: string
}

/** An entity, and where its reminders and deliveries are. */
export function readEntityFilter(tenant: string, value: unknown): EntityFilter | null {
  if (value === undefined) return null
  const named = readObject(value, ['type', 'id'], '/entity')
  const type = readName(named.type, '/entity/type')
  const id = readId(named.id, '/entity/id')
  const { first, last } = entityRange(tenant, type, id)
  return { type, id, bucket: bucketOf(first), first, last }
}

export function readRecipientFilter(value: unknown): string | null {
  return value === undefined ? null : readId(value, '/recipient')
}
