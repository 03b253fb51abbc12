// Shapes that many routes share: ids, names, times, pages. Everything that comes in is strict: an unknown field is an error.

import { z } from 'zod'
import { limits } from '../../index.ts'

export const id = z.string().min(1).max(limits.idBytesMax).describe('1 to 256 bytes, no control characters.')
export const name = z.string().min(1).max(64).describe('1 to 64 bytes, no control characters.')
export const tenantId = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/)
export const reminderId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .describe('Names a reminder for ever, also after it rang.')
  .meta({ example: '1f3870be-274f-6c49-b3e3-1a0c6728957f' })
export const deliveryId = z
  .string()
  .min(1)
  .max(64)
  .describe('Names one delivery: an occurrence of a reminder on a channel.')
  .meta({ example: '1f3870be-274f-6c49-b3e3-1a0c6728957f.e7a94a48525a7afe' })
export const timezone = z
  .string()
  .min(1)
  .max(64)
  .describe('A name of the IANA time-zone database.')
  .meta({ example: 'Europe/Paris' })
export const duration = z.string().min(2).max(64).describe('An ISO 8601 duration.').meta({ example: 'PT10M' })
export const offset = z
  .string()
  .min(2)
  .max(64)
  .describe('How far from the anchor: `-PT24H` is elapsed time, `-P1D` the same wall clock a day earlier.')
  .meta({ example: '-PT1H' })
export const moment = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'RFC 3339 with an offset (an instant), or local time; the zone is in brackets, beside it as `timezone`, or the recipient’s.',
  )
  .meta({ example: '2031-12-01T09:00:00' })
export const title = z.string().max(limits.titleCharsMax)
export const body = z.string().max(limits.bodyCharsMax)
export const data = z.unknown().describe('Any JSON, up to 32 KiB. It comes back as it was given.')

/** A string of an answer. The reference shows the example in its samples. */
export function like(example: string) {
  return z.string().meta({ example })
}

/** Every time in an answer: the instant, and what the clocks of a zone show then. */
export const time = z
  .object({
    instant: z.iso.datetime().meta({ example: '2031-12-01T09:00:00.000Z' }),
    local: like('2031-12-01T10:00:00'),
    timezone: like('Europe/Paris'),
  })
  .meta({ id: 'Time', description: 'An instant, and what the clocks of a zone show then.' })

export const entityName = z.strictObject({ type: name, id }).meta({ id: 'EntityName' })
export const recipientOut = like('ana')
export const kindOut = like('24h_before')
export const occurrenceOut = like('2031-12-02T10:00:00')
export const channelOut = like('email')
export const titleOut = like('Budget review').nullable()
export const actorOut = like('operator').describe('Who it was: an operator, a key, a recipient, or the library.')

export const entityNameOut = z.object({ type: like('meeting'), id: like('42') }).meta({ id: 'EntityRef' })

export const cursor = z.string().min(1).max(limits.cursorCharsMax).describe('The `nextCursor` of the page before.')
export const limit = z.number().int().min(1).max(limits.listLimitMax).describe('How many at the most; 50 if left out.')
export const channelSteps = z
  .array(z.union([name, z.strictObject({ channel: name, after: duration.optional() })]))
  .min(1)
  .max(limits.channelsMax)
  .describe('In order; one with `after` waits so long, unless somebody has seen it by then.')
export const channelStepsOut = z
  .array(z.union([channelOut, z.object({ channel: channelOut, after: like('PT10M').optional() })]))
  .meta({ example: ['in_app', { channel: 'email', after: 'PT10M' }] })

export const paging = { cursor: cursor.optional(), limit: limit.optional() }

export function pageOf<T extends z.ZodType>(item: T, called: string) {
  return z
    .object({ items: z.array(item), nextCursor: z.string().nullable().describe('Null on the last page.') })
    .meta({ id: `${called}Page` })
}

export const deliveryIds = z.array(deliveryId)
export const nothing = z.object({}).meta({ id: 'Nothing' })
