// The inbox, out and in.

import { z } from 'zod'
import { inboxStates } from '../../index.ts'
import {
  deliveryId,
  deliveryIds,
  duration,
  entityNameOut,
  id,
  kindOut,
  like,
  moment,
  occurrenceOut,
  pageOf,
  recipientOut,
  reminderId,
  time,
  timezone,
  titleOut,
} from './basics.ts'

export const inboxItem = z
  .object({
    id: deliveryId,
    reminderId,
    recipient: recipientOut,
    entity: entityNameOut,
    kind: kindOut,
    occurrence: occurrenceOut,
    generation: z.number().int(),
    state: z
      .enum(inboxStates)
      .describe('`snoozed`: until it rings again; that ring is an item of its own, and this one is then archived.')
      .meta({ example: 'unread' }),
    title: titleOut,
    body: z.string().nullable(),
    data: z.unknown(),
    startsAt: time
      .nullable()
      .describe(
        'When what it is about takes place: what a step of a plan counts from. Null: it is about the moment at which it rang, or that is not known any more.',
      ),
    dueAt: time,
    at: time.describe('When it came.'),
    readAt: time.nullable().meta({ example: null }),
    archivedAt: time.nullable().meta({ example: null }),
    snoozedUntil: time.nullable().meta({ example: null }),
    doneAt: time.nullable().meta({ example: null }),
  })
  .meta({ id: 'InboxItem' })

export const inboxPage = pageOf(inboxItem, 'Inbox')

const count = z.number().int().meta({ example: 3 })
export const inboxCounts = z
  .object({ unread: count, read: count, archived: count, snoozed: count, done: count, total: count })
  .meta({ id: 'InboxCounts' })

export const inboxMark = z
  .object({ mark: like('0cc175b9c0f1b6a831c399e269772661').describe('Another one whenever anything has changed.') })
  .meta({ id: 'InboxMark' })

export const inboxSnooze = z
  .strictObject({ for: duration.optional(), until: moment.optional(), timezone: timezone.optional() })
  .meta({ id: 'InboxSnooze', description: 'Exactly one of `for` and `until`.', example: { for: 'PT10M' } })

export const readAllIn = z
  .strictObject({
    recipient: id,
    upTo: deliveryId.optional().describe('The newest that was shown; what came later stays unread.'),
  })
  .meta({ id: 'ReadAll', example: { recipient: 'ana' } })

export const readAllOut = z.object({ read: count }).meta({ id: 'ReadAllResult' })

export const seen = z
  .object({
    id: deliveryId,
    cancelled: deliveryIds.describe('Deliveries of the same occurrence that are not sent any more.'),
    inFlight: deliveryIds.describe('Being sent, or of unknown outcome: these are not tried again.'),
  })
  .meta({ id: 'Seen' })
