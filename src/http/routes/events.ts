// The feed: everything that happened, in the order in which it became visible, for whoever wants to follow.

import { z } from 'zod'
import { type EventType, eventTypes } from '../../index.ts'
import { typesOf } from '../event-filter.ts'
import { presentEvent } from '../present.ts'
import { route } from '../route.ts'
import {
  channelOut,
  cursor,
  deliveryId,
  entityNameOut,
  like,
  limit,
  recipientOut,
  reminderId,
  time,
} from '../schemas/basics.ts'

const event = z
  .object({
    id: like('8841-1207-0').describe('Its place in the feed: a cursor to go on from.'),
    at: time,
    type: z.enum(Object.keys(eventTypes) as [EventType]).meta({ example: 'delivery.sent' }),
    actor: z.string().nullable(),
    entity: entityNameOut.nullable(),
    recipient: recipientOut.nullable(),
    reminderId: reminderId.nullable(),
    deliveryId: deliveryId.nullable(),
    channel: channelOut.nullable(),
    state: like('sent').nullable(),
    reason: z.string().nullable(),
    data: z.unknown(),
  })
  .meta({ id: 'Event' })

const list = route({
  method: 'GET',
  path: '/v1/events',
  summary: 'Follow what happens',
  description:
    'Append-only and in order: whoever goes on from `nextCursor` misses nothing and gets nothing twice. With `Accept: text/event-stream` events come as they happen; `Last-Event-ID` goes on after a break.',
  door: 'read',
  streams: 'events',
  query: z.strictObject({
    after: cursor
      .optional()
      .describe('The `nextCursor` of the page before. Left out: from the beginning of what is kept.'),
    types: z.string().min(1).max(1_000).optional().describe('Only these, separated by commas.'),
    limit: limit.optional(),
  }),
  answers: {
    200: z
      .object({
        items: z.array(event),
        nextCursor: like('8841-1207-0').describe('Where to go on, also when nothing has happened.'),
      })
      .meta({ id: 'EventPage' }),
  },
  async handle({ query: { types, ...query }, verbs }) {
    const page = await verbs.events.list({ ...query, ...(types === undefined ? {} : { types: typesOf(types) }) })
    return { status: 200, body: { ...page, items: page.items.map(presentEvent) } }
  },
})

export const events = { list }
