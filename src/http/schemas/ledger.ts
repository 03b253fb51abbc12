// The ledger by itself: "have I sent this before?"

import { z } from 'zod'
import { deliveryStates, limits } from '../../index.ts'
import { id, like, name, time } from './basics.ts'

export const ledgerKey = z
  .strictObject({
    entityType: name,
    entityId: id,
    reminderType: name.describe('The kind: `24h`, `weekly`.'),
    userId: id,
    occurrence: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Which one, such as `2031-W03`. Left out: what the reminder would ring next, else `once`.'),
  })
  .meta({
    id: 'LedgerKey',
    example: { entityType: 'MEETING', entityId: '42', reminderType: '24h', userId: 'ana' },
  })

export const markMany = z
  .strictObject({ keys: z.array(ledgerKey).min(1).max(limits.markManyMax) })
  .meta({ id: 'LedgerKeys' })

export const marked = z
  .object({ marked: z.boolean().describe('True the first time, false ever after.') })
  .meta({ id: 'Marked' })
export const markedMany = z.object({ marked: z.array(z.boolean()) }).meta({ id: 'MarkedMany' })
export const wasSent = z.object({ sent: z.boolean() }).meta({ id: 'WasSent' })
export const released = z.object({ released: z.boolean() }).meta({ id: 'MarkReleased' })

export const sentReminder = z
  .object({
    entityType: like('MEETING'),
    entityId: like('42'),
    reminderType: like('24h'),
    userId: like('ana'),
    occurrence: like('once'),
    channel: like('hand'),
    state: z.enum(deliveryStates).meta({ example: 'sent' }),
    sentAt: time,
  })
  .meta({ id: 'SentReminder' })
