// Web Push: what a page subscribes with, and the devices of a recipient. A page of the person's own does all of it with their token.

import { z } from 'zod'
import type { PushDevice } from '../../index.ts'
import { timeOf, timeOrNull } from '../present.ts'
import { Problem } from '../problem.ts'
import { route } from '../route.ts'
import { id, nothing } from '../schemas/basics.ts'
import * as shapes from '../schemas/push.ts'

const whose = z.strictObject({ id: id.meta({ example: 'ana' }) })
const one = z.strictObject({ id: id.meta({ example: 'ana' }), device: shapes.deviceId })
const pointers = { '/recipient': '/id' }

const publicKey = route({
  method: 'GET',
  path: '/v1/push/public-key',
  summary: 'The key that a page subscribes with',
  description: 'For `applicationServerKey` of `pushManager.subscribe`. It stays the same.',
  door: 'anyone',
  answers: { 200: shapes.publicKey },
  problems: ['unknown_channel'],
  async handle({ server }) {
    return { status: 200, body: { publicKey: await server.belfry.push.publicKey() } }
  },
})

const subscribe = route({
  method: 'POST',
  path: '/v1/recipients/{id}/push-subscriptions',
  summary: 'Add a device, or the same one again',
  description:
    'The same browser again is the same device. It is one person’s: whoever used the browser before gets nothing there any more. Twenty at the most; the oldest gives way.',
  door: 'write',
  own: 'recipient',
  params: whose,
  body: shapes.subscribeIn,
  answers: { 201: shapes.device },
  problems: ['unknown_recipient', 'unknown_channel'],
  pointers,
  async handle({ params, body, verbs }) {
    const added = await verbs.push.subscribe({
      recipient: params.id,
      subscription: { endpoint: body.subscription.endpoint, keys: body.subscription.keys },
      ...(body.label === undefined ? {} : { label: body.label }),
    })
    return { status: 201, body: presentDevice(added) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/recipients/{id}/push-subscriptions',
  summary: 'The devices of a recipient, the newest first',
  description: 'What a device is sent with is never told.',
  door: 'read',
  own: 'recipient',
  params: whose,
  answers: { 200: shapes.devices },
  problems: ['not_found'],
  pointers,
  async handle({ params, verbs }) {
    if (!(await verbs.recipients.get(params.id)))
      throw new Problem('not_found', 'There is no such recipient.', { pointer: '/id' })
    return { status: 200, body: { items: (await verbs.push.list(params.id)).map(presentDevice) } }
  },
})

const unsubscribe = route({
  method: 'DELETE',
  path: '/v1/recipients/{id}/push-subscriptions/{device}',
  summary: 'Remove a device',
  door: 'write',
  own: 'recipient',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found'],
  // The library's `id` is the device's.
  pointers: { '/recipient': '/id', '/id': '/device' },
  async handle({ params, verbs }) {
    const { removed } = await verbs.push.unsubscribe({ recipient: params.id, id: params.device })
    if (!removed) throw new Problem('not_found', 'There is no such device.', { pointer: '/device' })
    return { status: 200, body: {} }
  },
})

function presentDevice(device: PushDevice) {
  return { ...device, createdAt: timeOf(device.createdAt), lastSentAt: timeOrNull(device.lastSentAt) }
}

export const push = { publicKey, subscribe, list, unsubscribe }
