// Deliveries: what was sent, what was not and why, and what an operator decides about what nobody can know.

import { z } from 'zod'
import { type DeliveryState, deliveryStates } from '../../index.ts'
import { momentOf } from '../../time/show.ts'
import { entityOf, entityPointers } from '../entity-filter.ts'
import { presentAttempt, presentDelivery } from '../present.ts'
import { momentProblems, Problem } from '../problem.ts'
import { route } from '../route.ts'
import { deliveryId, id, moment, name, paging, timezone } from '../schemas/basics.ts'
import { seen as seenOut } from '../schemas/inbox.ts'
import { attempt, delivery, deliveryPage } from '../schemas/reminder.ts'

const one = z.strictObject({ id: deliveryId })
const decided = z.object({ id: deliveryId, state: z.enum(deliveryStates) }).meta({ id: 'DeliveryDecided' })

const list = route({
  method: 'GET',
  path: '/v1/deliveries',
  summary: 'List deliveries, the newest first',
  description:
    'With nothing that narrows it down (a recipient, an entity, only states that need attention, a time), the last 24 hours.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({
    state: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(`Only these, separated by commas: ${deliveryStates.join(', ')}.`)
      .meta({ example: 'failed,expired' }),
    channel: name.optional(),
    recipient: id.optional(),
    entityType: name.optional(),
    entityId: id.optional(),
    from: moment.optional(),
    to: moment.optional(),
    timezone: timezone.optional().describe('Of local `from` and `to`; UTC if left out.'),
    ...paging,
  }),
  answers: { 200: deliveryPage },
  problems: momentProblems,
  pointers: entityPointers,
  async handle({ query: { from, to, timezone: zone = 'UTC', entityType, entityId, state, ...query }, verbs }) {
    const page = await verbs.deliveries.list({
      ...query,
      // The library knows them, and refuses what is none.
      ...(state === undefined ? {} : { state: state.split(',') as DeliveryState[] }),
      ...entityOf(entityType, entityId),
      ...(from === undefined ? {} : { from: momentOf(from, zone, '/from') }),
      ...(to === undefined ? {} : { to: momentOf(to, zone, '/to') }),
    })
    return { status: 200, body: { ...page, items: page.items.map(presentDelivery) } }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/deliveries/{id}',
  summary: 'One delivery',
  door: 'read',
  params: one,
  answers: { 200: delivery },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const found = await verbs.deliveries.get(params.id)
    if (!found) throw new Problem('not_found', 'There is no such delivery.', { pointer: '/id' })
    return { status: 200, body: presentDelivery(found) }
  },
})

const attempts = route({
  method: 'GET',
  path: '/v1/deliveries/{id}/attempts',
  summary: 'Every attempt of a delivery, and what the provider answered',
  door: 'read',
  params: one,
  answers: { 200: z.object({ items: z.array(attempt) }).meta({ id: 'Attempts' }) },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const items = await verbs.deliveries.attempts(params.id)
    return { status: 200, body: { items: items.map((item) => presentAttempt(item, null)) } }
  },
})

const retry = route({
  method: 'POST',
  path: '/v1/deliveries/{id}/retry',
  summary: 'Send again what has failed',
  door: 'write',
  params: one,
  answers: { 200: decided },
  problems: ['not_found', 'not_failed', 'stopped'],
  async handle({ params, verbs }) {
    return { status: 200, body: { ...params, ...(await verbs.deliveries.retry(params.id)) } }
  },
})

const settle = route({
  method: 'POST',
  path: '/v1/deliveries/{id}/settle',
  summary: 'Decide what nobody can know: it arrived, or send it again',
  door: 'write',
  params: one,
  body: z
    .strictObject({ decision: z.enum(['sent', 'send_again']) })
    .meta({ id: 'Settlement', example: { decision: 'sent' } }),
  answers: { 200: decided },
  problems: ['not_found', 'not_unknown', 'stopped'],
  async handle({ params, body, verbs }) {
    return { status: 200, body: { ...params, ...(await verbs.deliveries.settle(params.id, body.decision)) } }
  },
})

const seen = route({
  method: 'POST',
  path: '/v1/deliveries/{id}/seen',
  summary: 'Somebody has it before them: other channels need not follow',
  description: 'What waits of the same occurrence on other channels is not sent any more. Later occurrences ring.',
  door: 'write',
  own: 'owner',
  params: one,
  answers: { 200: seenOut },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    // What is not theirs is not there, for whoever comes with a recipient's token.
    if (caller.recipient !== null && (await verbs.deliveries.get(params.id))?.recipient !== caller.recipient)
      throw new Problem('not_found', 'There is no such delivery.', { pointer: '/id' })
    return { status: 200, body: await verbs.deliveries.seen(params.id) }
  },
})

export const deliveries = { list, get, attempts, retry, settle, seen }
