// Entities and plans, in and out.

import { z } from 'zod'
import { limits } from '../../index.ts'
import {
  body,
  channelOut,
  channelSteps,
  channelStepsOut,
  data,
  deliveryId,
  deliveryIds,
  entityNameOut,
  id,
  kindOut,
  like,
  moment,
  name,
  occurrenceOut,
  offset,
  pageOf,
  recipientOut,
  reminderId,
  time,
  timezone,
  title,
  titleOut,
} from './basics.ts'

export const step = z
  .union([
    offset,
    z.strictObject({
      kind: name.optional(),
      offset,
      anchor: name.optional().describe('Which anchor it counts from; `start` if left out.'),
      channels: channelSteps.optional(),
    }),
  ])
  .meta({ id: 'Step', example: '-PT1H' })

const steps = z.array(step).max(limits.stepsMax)

const stepOut = z
  .object({ kind: kindOut, offset, anchor: like('start'), channels: channelStepsOut.optional() })
  .meta({ id: 'PlannedStep' })

export const entityIn = z
  .strictObject({
    at: moment.nullish().describe('The anchor `start`. Local time without a zone is each recipient’s own wall clock.'),
    timezone: timezone.nullish(),
    timeAnchor: z
      .enum(['local', 'instant'])
      .optional()
      .describe('`instant` keeps the moment when a zone’s rules change; `local` keeps the wall clock.'),
    anchors: z
      .record(name, z.union([z.strictObject({ at: moment, timezone: timezone.optional() }), z.null()]))
      .optional()
      .describe('Further anchors by name, such as `due`.'),
    recipients: z
      .array(z.union([id, z.strictObject({ id, plan: steps.optional() })]))
      .max(limits.entityRecipientsMax)
      .optional(),
    plan: z.union([name, steps, z.null()]).optional().describe('Steps, or the name of a plan.'),
    title: title.nullish(),
    body: body.nullish(),
    data: data.optional(),
    channels: channelSteps.nullish(),
    critical: z.boolean().optional(),
    latePolicy: z
      .enum(['skip', 'immediate'])
      .optional()
      .describe('Steps whose moment has passed: `skip` them, or send one message at once.'),
  })
  .meta({
    id: 'EntityInput',
    description:
      'What is going to happen, when, and who cares. A field that is left out keeps its value; null clears it.',
    example: {
      at: '2031-12-02T10:00:00',
      timezone: 'Europe/Paris',
      title: 'Budget review',
      recipients: ['ana'],
      plan: ['-PT24H', '-PT1H', '-PT15M'],
    },
  })

export const putResult = z
  .object({
    version: z.number().int(),
    created: z.number().int(),
    moved: z.number().int(),
    cancelled: z.number().int(),
    unchanged: z.number().int(),
    skippedPast: z.number().int(),
    inFlight: z.number().int(),
    inFlightIds: deliveryIds.describe('Sends of earlier moments that were under way: they are not tried again.'),
    reminders: z.array(
      z.object({
        id: reminderId,
        kind: kindOut,
        recipient: recipientOut,
        outcome: like('created'),
        dueAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: 'EntityPut' })

const anchorOut = z.object({ nominal: z.string(), timezone: z.string().nullable() })

export const entity = z
  .object({
    ...entityNameOut.shape,
    status: z.enum(['active', 'done', 'cancelled']),
    version: z.number().int(),
    at: z
      .object({
        instant: like('2031-12-02T09:00:00.000Z').nullable(),
        local: occurrenceOut.nullable(),
        timezone: like('Europe/Paris').nullable(),
      })
      .nullable()
      .describe('Its anchor. Without a zone it is each recipient’s own wall clock, and there is no one instant.'),
    anchors: z.record(z.string(), anchorOut),
    timeAnchor: z.enum(['local', 'instant']),
    recipients: z.array(z.object({ id: recipientOut, plan: z.array(stepOut).nullable() })),
    plan: z.union([z.string(), z.array(stepOut), z.null()]),
    title: titleOut,
    body: z.string().nullable(),
    data: z.unknown(),
    channels: channelStepsOut.nullable(),
    critical: z.boolean(),
    latePolicy: z.enum(['skip', 'immediate']),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Entity' })

export const entityPage = pageOf(entity, 'Entity')

export const entityEnded = z
  .object({
    cancelled: z.number().int().describe('Reminders that will not ring any more.'),
    inFlight: deliveryIds,
    alreadySent: deliveryIds,
  })
  .meta({ id: 'EntityEnded' })

export const timelineItem = z
  .object({
    at: time,
    what: z.enum(['upcoming', 'delivery', 'change']),
    reminderId: reminderId.nullable(),
    deliveryId: deliveryId.nullable(),
    kind: kindOut.nullable(),
    recipient: recipientOut.nullable(),
    occurrence: occurrenceOut.nullable(),
    channel: channelOut.nullable(),
    state: like('sent'),
    reason: z.string().nullable(),
    why: like('Sent by email, 3 ms after it was due.').describe('In words.'),
    actor: z.string().nullable(),
    data: z.unknown(),
  })
  .meta({ id: 'TimelineItem' })

export const planIn = z
  .strictObject({ steps })
  .meta({ id: 'PlanInput', example: { steps: ['-PT24H', '-PT1H', '-PT15M'] } })

export const plan = z
  .object({
    name: like('meetings'),
    steps: z.array(stepOut),
    version: z.number().int(),
    used: z.number().int().describe('How many entities use it.'),
    updatedAt: time,
  })
  .meta({ id: 'Plan' })
