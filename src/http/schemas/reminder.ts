// Reminders and deliveries, in and out.

import { z } from 'zod'
import { deliveryStates, reasons } from '../../index.ts'
import {
  actorOut,
  body,
  channelOut,
  channelSteps,
  channelStepsOut,
  data,
  deliveryId,
  deliveryIds,
  duration,
  entityName,
  entityNameOut,
  id,
  kindOut,
  like,
  moment,
  name,
  occurrenceOut,
  pageOf,
  recipientOut,
  reminderId,
  time,
  timezone,
  title,
  titleOut,
} from './basics.ts'
import { missed, repeat, rule } from './rule.ts'

const when = {
  at: moment.optional(),
  timezone: timezone.optional(),
  in: duration.optional().describe('Instead of `at`: so long from now.'),
  rule: rule.optional(),
  repeat: repeat.optional(),
  missed: missed
    .optional()
    .describe('Occurrences of a rule that nobody was there to ring: one ring (`latest`), none, or all.'),
}

const what = {
  title: title.optional(),
  body: body.optional(),
  data: data.optional(),
  channels: channelSteps.optional(),
  fallback: name.optional().describe('The channel that is used when the others have failed.'),
  usefulUntil: moment.optional().describe('After this it is not sent any more.'),
  tolerance: duration.optional().describe('How late it may be; 24 hours if left out.'),
  critical: z
    .boolean()
    .optional()
    .describe('An unknown outcome is tried once more, at the price of a possible repetition.'),
}

export const reminderIn = z
  .strictObject({
    entity: entityName.describe('What it is about.'),
    kind: name
      .optional()
      .describe('`once` if left out. Entity, kind and recipient name the reminder: scheduling it again moves it.'),
    recipient: id,
    ...when,
    ...what,
    again: z.boolean().optional().describe('Ring although this occurrence was sent before.'),
  })
  .meta({
    id: 'ReminderInput',
    description: 'Who is reminded, of what, and when: `at`, `in` or `rule`.',
    example: { entity: { type: 'note', id: '7' }, recipient: 'ana', in: 'PT10S', title: 'Stand up' },
  })

/** A field that is left out keeps its value; null clears it. */
export const reminderChange = z
  .strictObject({
    at: when.at,
    timezone: when.timezone,
    in: when.in,
    rule: when.rule,
    repeat: when.repeat,
    missed: when.missed,
    title: title.nullish(),
    body: body.nullish(),
    data: data.optional(),
    channels: channelSteps.nullish(),
    fallback: name.nullish(),
    usefulUntil: moment.optional(),
    tolerance: duration.optional(),
    critical: z.boolean().optional(),
  })
  .meta({
    id: 'ReminderChange',
    description: 'What to change. A field that is left out keeps its value; null clears it.',
    example: { at: '2031-12-01T10:00:00', title: 'Budget review' },
  })

export const scheduled = z
  .object({
    id: reminderId,
    status: z.enum(['created', 'updated', 'unchanged', 'already_sent']),
    dueAt: time,
    occurrence: occurrenceOut,
    generation: z.number().int(),
    inFlight: deliveryIds.describe('Sends of an earlier moment that were under way: they are not tried again.'),
  })
  .meta({ id: 'Scheduled' })

export const reminder = z
  .object({
    id: reminderId,
    entity: entityNameOut,
    kind: kindOut,
    recipient: recipientOut,
    occurrence: occurrenceOut.describe(
      'Which moment of it is next: its local time before any shift, an instant, or `once`.',
    ),
    generation: z.number().int(),
    version: z.number().int().nullable().describe('For If-Match; null when nothing of it is to come.'),
    title: titleOut,
    body: z.string().nullable(),
    data: z.unknown(),
    critical: z.boolean(),
    channels: channelStepsOut.nullable().describe('Its own, as it was scheduled with; null: those of the recipient.'),
    fallback: channelOut.nullable().describe('The channel that stands behind its own ones.').meta({ example: null }),
    ringsOn: z
      .array(channelOut)
      .describe(
        'Where it rings as things stand: its own channels, else the recipient’s, else the default ones. What the recipient has switched off is found out when it rings.',
      ),
    state: z
      .enum(['scheduled', 'waiting', 'paused', ...deliveryStates])
      .describe(
        '`scheduled`, `waiting` (for a result, or for Done), `paused`; afterwards the state of its latest delivery.',
      ),
    dueAt: time.nullable(),
    usefulUntil: time.nullable(),
    plannedAt: time.nullable().describe('The moment before quiet hours changed it.').meta({ example: null }),
    adjusted: z.string().nullable(),
    timezone: like('Europe/Paris').nullable(),
    step: like('-PT24H').nullable(),
    repeats: z.string().nullable().describe('How, in words.'),
    series: z
      .object({
        start: occurrenceOut.describe('`at`: where a rule is counted from, or the occurrence that stands.'),
        rule: rule.optional(),
        repeat: repeat.optional(),
        missed: missed.optional(),
      })
      .nullable()
      .describe('How it repeats, in the words of scheduling it; null: it does not.')
      .meta({ example: null }),
    createdAt: time.nullable(),
  })
  .meta({ id: 'Reminder' })

export const reminderPage = pageOf(reminder, 'Reminder')

export const upcomingCount = z
  .object({
    from: time.describe('Its beginning; it ends where the next one begins.'),
    count: z.number().int(),
    isEstimate: z.boolean().describe('There are more than are counted; so many if they go on as they begin.'),
  })
  .meta({ id: 'UpcomingCount' })

const reason = z
  .enum(Object.keys(reasons) as [keyof typeof reasons])
  .nullable()
  .meta({ example: null })

export const delivery = z
  .object({
    id: deliveryId,
    reminderId,
    entity: entityNameOut,
    kind: kindOut,
    recipient: recipientOut,
    occurrence: occurrenceOut,
    generation: z.number().int(),
    channel: channelOut,
    state: z.enum(deliveryStates).meta({ example: 'sent' }),
    reason,
    why: z.string().nullable().describe('The reason in words.'),
    attempt: z.number().int(),
    dueAt: time,
    at: time.describe('When its send began, or when it was decided that there would be none.'),
    sentAt: time.nullable(),
    pendingAt: time.nullable().meta({ example: null }),
    title: titleOut,
    body: z.string().nullable(),
    bundle: z
      .object({ id: like('0b7e3f5c-1c1e-4d53-9a0f-6f1d2b7c9e10'), count: z.number().int() })
      .nullable()
      .describe('The message that it went in together with others, and how many they are; null: it went alone.')
      .meta({ example: null }),
  })
  .meta({ id: 'Delivery' })

export const deliveryPage = pageOf(delivery, 'Delivery')

export const attempt = z
  .object({
    deliveryId,
    attempt: z.number().int(),
    at: time,
    outcome: like('deferred'),
    reply: like('450 mailbox busy').nullable(),
    tookMs: z.number().nullable(),
    worker: z.string().nullable(),
  })
  .meta({ id: 'Attempt' })

export const cancelled = z
  .object({
    id: reminderId,
    cancelled: z.boolean().describe('Nothing of it will be sent any more.'),
    inFlight: deliveryIds.describe('Being sent, or of unknown outcome: these are not tried again.'),
    alreadySent: deliveryIds,
  })
  .meta({ id: 'Cancelled' })

export const acknowledged = cancelled.extend({ nextDueAt: time.nullable() }).meta({ id: 'Acknowledged' })

export const snoozeIn = z
  .strictObject({
    for: duration.optional(),
    until: moment.optional(),
    timezone: timezone.optional(),
    next: z.boolean().optional().describe('Of a series: the ring that comes next, instead of the one that rang last.'),
  })
  .meta({ id: 'Snooze', description: 'Exactly one of `for` and `until`.', example: { for: 'PT10M' } })

export const snoozed = z
  .object({
    id: reminderId,
    dueAt: time,
    collapsed: z.boolean().describe('The series rings by itself before that, and is left as it is.'),
    occurrence: occurrenceOut,
    generation: z.number().int(),
    inFlight: deliveryIds,
  })
  .meta({ id: 'Snoozed' })

export const inSeries = z.object({ id: reminderId, dueAt: time.nullable() }).meta({ id: 'SeriesState' })
export const restoreIn = z
  .strictObject({
    change: z
      .enum(['cancelled', 'acknowledged', 'skipped', 'snoozed', 'moved'])
      .optional()
      .describe('What is taken back, if it was done last. Default: that it was cancelled, or acknowledged.'),
  })
  .meta({ id: 'RestoreInput', description: 'Nothing, or what is to be taken back.', example: { change: 'skipped' } })
export const restored = z
  .object({
    id: reminderId,
    restored: z.boolean().describe('False: it was to come already, as it stood.'),
    dueAt: time.nullable(),
  })
  .meta({ id: 'Restored' })
export const skipped = inSeries.extend({ skipped: occurrenceOut }).meta({ id: 'Skipped' })

const way = z
  .object({
    channel: channelOut,
    afterMs: z.number().describe('How long after the first channel, unless somebody has seen it by then.'),
    isFallback: z.boolean().describe('Stands by in case the others fail.'),
    reason: reason.describe('Why it will not be sent this way; null: it will.'),
    held: z.boolean().describe('An operator holds sends: it goes when they are released.'),
  })
  .meta({ id: 'Way' })

export const story = z
  .object({
    reminder,
    next: z.string().nullable().describe('What is to come, in words.'),
    ways: z.array(way).describe('Where that goes as things stand, and what is in the way.'),
    deliveries: z.array(delivery),
    attempts: z.array(attempt).describe('Every attempt that was not a plain first success.'),
    changes: z.array(z.object({ at: time, actor: actorOut, action: like('reminder.moved'), data: z.unknown() })),
  })
  .meta({ id: 'Story' })

export const previewIn = z
  .strictObject({
    recipient: id.optional().describe('Whose zone and quiet hours count.'),
    count: z.number().int().min(1).max(1_000).optional(),
    ...when,
    ...what,
    again: z.boolean().optional(),
  })
  .meta({
    id: 'PreviewInput',
    example: { rule: 'FREQ=MONTHLY', at: '2031-01-31T09:00:00', timezone: 'Europe/Paris', count: 3 },
  })

const clockText = like('02:30')
const previewNote = z
  .discriminatedUnion('what', [
    z.object({ what: z.literal('short_month'), wanted: z.array(z.number().int()), day: z.number().int() }),
    z.object({ what: z.literal('gap'), wanted: clockText, shown: clockText }),
    z.object({ what: z.literal('twice'), at: clockText, which: z.enum(['first', 'second']) }),
    z.object({
      what: z.literal('adjusted'),
      how: z.enum(['deferred', 'advanced', 'in_app_only', 'spaced', 'snoozed', 'paused']),
    }),
  ])
  .meta({ id: 'PreviewNote', example: { what: 'adjusted', how: 'deferred' } })

export const previewItem = z
  .object({
    occurrence: occurrenceOut,
    at: time,
    notes: z.array(like('quiet hours: after them')).describe('What was adjusted, in words.'),
    noted: z.array(previewNote).describe('The same as facts, for words in another language.'),
  })
  .meta({ id: 'PreviewItem' })
