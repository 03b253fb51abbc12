// Endpoints for webhooks, in and out. A secret stands only in the answer that made it.

import { z } from 'zod'
import { duration, like, pageOf, time } from './basics.ts'
import { delivery } from './reminder.ts'

export const webhookIn = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .describe('https, of a public host; others only where the operator allows them. Needed for a new one.')
      .meta({ example: 'https://hooks.example.com/belfry' }),
    description: z.string().max(500).nullish(),
  })
  .meta({ id: 'WebhookInput', description: 'Where messages of the channel `webhook` are posted to.' })

const shown = {
  id: like('shop').describe('What recipients have as their address on the channel `webhook`.'),
  url: like('https://hooks.example.com/belfry'),
  description: like('The shop').nullable(),
  disabledAt: time.nullable().meta({ example: null }),
  disabledReason: z
    .enum(['gone', 'by_hand', 'imported'])
    .nullable()
    .describe('`gone`: it answered 410; `by_hand`; `imported`: it came without a secret.')
    .meta({ example: null }),
  previousSecretUntil: time.nullable().describe('So long the secret before the last rotation signs, too.'),
  version: z.number().int(),
  createdAt: time,
  updatedAt: time,
}

export const webhook = z.object(shown).meta({ id: 'Webhook' })
export const webhookPage = pageOf(webhook, 'Webhook')

const secret = like('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').describe(
  'Verifies signatures. It is shown once, here: keep it now.',
)
export const webhookPut = z
  .object({
    ...shown,
    secret: secret.nullable().describe('Only where the endpoint is new, and only once: keep it now.'),
  })
  .meta({ id: 'WebhookPut' })
export const webhookRotated = z.object({ ...shown, secret }).meta({ id: 'WebhookRotated' })

export const rotateIn = z
  .strictObject({ overlap: duration.optional().describe('How long the old secret signs, too; 24 hours if left out.') })
  .meta({ id: 'WebhookRotation' })

export const webhookTest = z
  .object({
    outcome: z.enum(['delivered', 'deferred', 'busy', 'refused', 'gone', 'suppressed', 'unknown']),
    status: z.number().int().nullable().describe('Null: no answer came.'),
    reply: like('200 ok').nullable(),
    tookMs: z.number(),
  })
  .meta({ id: 'WebhookTest' })

export const webhookDelivery = z
  .object({
    ...delivery.shape,
    attempts: z.array(
      z.object({
        attempt: z.number().int(),
        at: time,
        outcome: like('deferred'),
        status: z.number().int().nullable().describe('Null: no answer came; or a plain first success.'),
        reply: like('503 try later').nullable(),
        tookMs: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDelivery' })
export const webhookDeliveryPage = pageOf(webhookDelivery, 'WebhookDelivery')
