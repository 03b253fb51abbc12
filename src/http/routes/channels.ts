// Channels: which there are, a message to see whether one works, and what providers tell later. Nobody calls the last with a key: who
// calls has signed what they say.

import { z } from 'zod'
import { route } from '../route.ts'
import { channelOut, id, like, name } from '../schemas/basics.ts'

const channel = z
  .object({
    name: channelOut,
    mode: z.enum(['active', 'demo']).describe('`demo`: it sends nothing, and keeps what it would have sent.'),
    idempotent: z.boolean().describe('Whether a send may be repeated under the same id.'),
    needsAddress: z.boolean(),
  })
  .meta({ id: 'Channel' })

const list = route({
  method: 'GET',
  path: '/v1/channels',
  summary: 'All channels, and which of them are in demo mode',
  door: 'read',
  answers: { 200: z.object({ items: z.array(channel) }).meta({ id: 'Channels' }) },
  async handle({ verbs }) {
    return { status: 200, body: { items: verbs.channels.list() } }
  },
})

const test = route({
  method: 'POST',
  path: '/v1/channels/{channel}/test',
  summary: 'Send one message now, to see whether a channel works',
  description:
    'To a recipient’s own address, or to the one that is given. It goes past the engine: nothing of it is in the ledger, and nothing is tried again.',
  door: 'write',
  params: z.strictObject({ channel: name.meta({ example: 'email' }) }),
  body: z.strictObject({ recipient: id.optional(), address: z.string().min(1).max(4_096).optional() }),
  answers: {
    200: z
      .object({
        channel: channelOut,
        outcome: z.enum(['delivered', 'deferred', 'busy', 'refused', 'gone', 'suppressed', 'unknown']),
        reply: like('250 2.0.0 Ok: queued as 4Xq1')
          .nullable()
          .describe('What the provider said; in demo mode, the message.'),
        tookMs: z.number().int(),
      })
      .meta({ id: 'ChannelTest' }),
  },
  problems: ['missing_field', 'unknown_channel', 'unknown_recipient'],
  idempotency: 'beside',
  async handle({ params, body: { recipient, address }, verbs }) {
    const target = { ...(recipient === undefined ? {} : { recipient }), ...(address === undefined ? {} : { address }) }
    return { status: 200, body: await verbs.channels.test({ ...params, ...target }) }
  },
})

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

export const channels = { list, test, sendgridEvents }
