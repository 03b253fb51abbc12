// Channels: what providers tell later. Nobody calls these with a key: who calls has signed what they say.

import { z } from 'zod'
import { route } from '../route.ts'

const event = z
  .looseObject({ event: z.string().max(100), email: z.string().max(1_000).optional() })
  .meta({ id: 'SendgridEvent', example: { event: 'delivered', email: 'ana@example.com' } })

const result = z
  .object({ events: z.int(), settled: z.int(), suspended: z.int(), muted: z.int() })
  .meta({ id: 'SendgridEventsResult' })

const sendgridEvents = route({
  method: 'POST',
  path: '/v1/channels/email/sendgrid/events',
  summary: 'What SendGrid tells of mails: its signed event webhook',
  description:
    'Signed by SendGrid in the headers `X-Twilio-Email-Event-Webhook-Signature` and `-Timestamp`. An event settles the delivery it names if nobody knew whether it was sent; addresses that bounce are suspended. Told twice, the end is the same.',
  door: 'anyone',
  idempotency: 'none',
  isSigned: true,
  body: z.array(event).max(10_000),
  answers: { 200: result },
  problems: ['bad_signature', 'not_found'],
  async handle({ raw, operator }) {
    const body = await operator.reports.sendgrid({
      signature: raw.header('x-twilio-email-event-webhook-signature'),
      timestamp: raw.header('x-twilio-email-event-webhook-timestamp'),
      body: raw.text ?? '',
    })
    return { status: 200, body }
  },
})

export const channels = { sendgridEvents }
