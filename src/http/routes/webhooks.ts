// Webhooks: where a tenant's messages are posted to. Secrets are in the answers that made them, and in no other.

import { z } from 'zod'
import type { WebhookDelivery, WebhookEndpoint } from '../../index.ts'
import { presentDelivery, timeOf, timeOrNull } from '../present.ts'
import { Problem, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { name, nothing, paging } from '../schemas/basics.ts'
import * as shapes from '../schemas/webhook.ts'

const one = z.strictObject({ id: name.meta({ example: 'shop' }) })

const put = route({
  method: 'PUT',
  path: '/v1/webhooks/{id}',
  summary: 'Make or change an endpoint',
  description:
    'Messages are signed as Standard Webhooks has it. The secret is in the answer to the first put, and nowhere else: where that answer was lost, rotate it.',
  door: 'write',
  params: one,
  body: shapes.webhookIn,
  answers: { 200: shapes.webhookPut, 201: shapes.webhookPut },
  problems: ['version_conflict'],
  versioned: true,
  async handle({ params, body, verbs, version, mustExist }) {
    if (mustExist) requireThere(await verbs.webhooks.get(params.id))
    const { url, description } = body
    const { created, secret, ...written } = await verbs.webhooks.put({
      ...params,
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(version === undefined ? {} : { version }),
    })
    const answer = { body: { ...present(written), secret }, headers: etagOf(written.version) }
    return created ? { status: 201, ...answer } : { status: 200, ...answer }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/webhooks/{id}',
  summary: 'One endpoint',
  door: 'read',
  params: one,
  answers: { 200: shapes.webhook },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, verbs }) {
    const found = await verbs.webhooks.get(params.id)
    if (!found) throw noEndpoint()
    return { status: 200, body: present(found), headers: etagOf(found.version) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List endpoints',
  door: 'read',
  query: z.strictObject(paging),
  answers: { 200: shapes.webhookPage },
  async handle({ query, verbs }) {
    const { items, nextCursor } = await verbs.webhooks.list(query)
    return { status: 200, body: { items: items.map(present), nextCursor } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  summary: 'Remove an endpoint',
  description: 'What still waits for it is refused when its turn comes.',
  door: 'write',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    if (!(await verbs.webhooks.delete(params.id))) throw noEndpoint()
    return { status: 200, body: {} }
  },
})

const rotate = route({
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate',
  summary: 'Give an endpoint a new secret',
  description: 'The secret is in this answer and nowhere else. The old one signs beside it for `overlap`.',
  door: 'write',
  params: one,
  body: shapes.rotateIn,
  answers: { 200: shapes.webhookRotated },
  problems: ['not_found', 'invalid_duration'],
  async handle({ params, body, verbs }) {
    const { secret, ...rotated } = await verbs.webhooks.rotate(params.id, definedOnly(body))
    return { status: 200, body: { ...present(rotated), secret: secret! } }
  },
})

const enable = route({
  method: 'POST',
  path: '/v1/webhooks/{id}/enable',
  summary: 'Use an endpoint again',
  description: 'Also the addresses that were suspended because it was gone.',
  door: 'write',
  params: one,
  answers: { 200: shapes.webhook },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: present(await verbs.webhooks.enable(params.id)) }
  },
})

const disable = route({
  method: 'POST',
  path: '/v1/webhooks/{id}/disable',
  summary: 'Send nothing more to an endpoint',
  description: 'What would go there fails as refused.',
  door: 'write',
  params: one,
  answers: { 200: shapes.webhook },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: present(await verbs.webhooks.disable(params.id)) }
  },
})

const test = route({
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  summary: 'Post a message of the type webhook.test, now',
  description: 'It answers with what the receiver said, and is not tried again. Also for one that is disabled.',
  door: 'write',
  // A receiver has its time to answer.
  idempotency: 'beside',
  takesLong: true,
  params: one,
  answers: { 200: shapes.webhookTest },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.webhooks.test(params.id) }
  },
})

const deliveries = route({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  summary: 'What went to an endpoint, the newest first, and how each attempt ended',
  door: 'read',
  params: one,
  query: z.strictObject(paging),
  answers: { 200: shapes.webhookDeliveryPage },
  problems: ['not_found'],
  async handle({ params, query, verbs }) {
    const { items, nextCursor } = await verbs.webhooks.deliveries(params.id, query)
    return { status: 200, body: { items: items.map(presentLogged), nextCursor } }
  },
})

function present(endpoint: WebhookEndpoint) {
  return {
    ...endpoint,
    disabledAt: timeOrNull(endpoint.disabledAt),
    previousSecretUntil: timeOrNull(endpoint.previousSecretUntil),
    createdAt: timeOf(endpoint.createdAt),
    updatedAt: timeOf(endpoint.updatedAt),
  }
}

function presentLogged({ attempts, ...delivery }: WebhookDelivery) {
  const zone = delivery.recipientTimezone
  return {
    ...presentDelivery(delivery),
    attempts: attempts.map((attempt) => ({ ...attempt, at: timeOf(attempt.at, zone) })),
  }
}

function definedOnly({ overlap }: { readonly overlap?: string | undefined }): { readonly overlap?: string } {
  return overlap === undefined ? {} : { overlap }
}

function noEndpoint(): Problem {
  return new Problem('not_found', 'There is no such endpoint.', { pointer: '/id' })
}

export const webhooks = { put, get, remove, list, rotate, enable, disable, test, deliveries }
