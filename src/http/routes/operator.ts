// What concerns the whole installation: holds, tenants, keys, the clock, time-zone data.

import { z } from 'zod'
import type { ApiKey, Hold, OperatorVerbs, Tenant } from '../../index.ts'
import { timeOf, timeOrNull } from '../present.ts'
import { Problem } from '../problem.ts'
import { route } from '../route.ts'
import { id, name, paging, tenantId } from '../schemas/basics.ts'
import * as shapes from '../schemas/operator.ts'
import type { Server } from '../server.ts'

const keyId = z.strictObject({ id: id.meta({ example: '5MCtNIqz8h' }) })

const hold = route({
  method: 'POST',
  path: '/v1/hold',
  summary: 'Stop new sends at once: all of them, a tenant’s, or a channel’s',
  description: 'When this is answered, nothing of what it covers is fired any more by any worker.',
  door: 'operator',
  body: shapes.holdIn,
  answers: { 200: shapes.holds },
  problems: ['not_found', 'unknown_channel'],
  async handle({ body, operator, server }) {
    await requireScope(body, operator, server)
    await operator.holds.hold({ reason: 'no reason given', ...body })
    return { status: 200, body: { items: (await operator.holds.list()).map(presentHold) } }
  },
})

/** A stop that names nobody stops nothing: that is not what whoever pulls it wants to hear later. */
async function requireScope(
  { tenant, channel }: { tenant?: string | undefined; channel?: string | undefined },
  operator: OperatorVerbs,
  { belfry }: Server,
): Promise<void> {
  if (tenant !== undefined && !(await operator.tenants.get(tenant)))
    throw new Problem('not_found', 'There is no such tenant.', { pointer: '/tenant' })
  if (channel !== undefined && !belfry.channels.list().some(({ name }) => name === channel))
    throw new Problem('unknown_channel', `No channel ${JSON.stringify(channel)} is configured.`, {
      pointer: '/channel',
    })
}

const listHolds = route({
  method: 'GET',
  path: '/v1/hold',
  summary: 'What is held, by whom and why',
  door: 'operator',
  answers: { 200: shapes.holds },
  async handle({ operator }) {
    return { status: 200, body: { items: (await operator.holds.list()).map(presentHold) } }
  },
})

const releaseHold = route({
  method: 'DELETE',
  path: '/v1/hold',
  summary: 'Let go of a hold',
  door: 'operator',
  query: z.strictObject({ tenant: tenantId.optional(), channel: name.optional() }),
  answers: { 200: shapes.holdReleased },
  async handle({ query, operator }) {
    return { status: 200, body: { released: await operator.holds.release(query) } }
  },
})

const releaseAlso = route({
  method: 'POST',
  path: '/v1/hold/release',
  summary: 'Let go of a hold, for clients that only POST',
  door: 'operator',
  body: z.strictObject({ tenant: tenantId.optional(), channel: name.optional() }).meta({ id: 'HoldScope' }),
  answers: { 200: shapes.holdReleased },
  async handle({ body, operator }) {
    return { status: 200, body: { released: await operator.holds.release(body) } }
  },
})

const putTenant = route({
  method: 'POST',
  path: '/v1/tenants',
  summary: 'Make a tenant, or change its name',
  door: 'operator',
  body: shapes.tenantIn,
  answers: { 200: shapes.tenant, 201: shapes.tenant },
  async handle({ body, operator }) {
    const { created, ...tenant } = await operator.tenants.put(body)
    return created ? { status: 201, body: presentTenant(tenant) } : { status: 200, body: presentTenant(tenant) }
  },
})

const getTenant = route({
  method: 'GET',
  path: '/v1/tenants/{id}',
  summary: 'One tenant',
  door: 'operator',
  params: z.strictObject({ id: tenantId.meta({ example: 'acme' }) }),
  answers: { 200: shapes.tenant },
  problems: ['not_found'],
  async handle({ params, operator }) {
    const found = await operator.tenants.get(params.id)
    if (!found) throw new Problem('not_found', 'There is no such tenant.', { pointer: '/id' })
    return { status: 200, body: presentTenant(found) }
  },
})

const listTenants = route({
  method: 'GET',
  path: '/v1/tenants',
  summary: 'List tenants',
  door: 'operator',
  query: z.strictObject(paging),
  answers: { 200: shapes.tenantPage },
  async handle({ query, operator }) {
    const page = await operator.tenants.list(query)
    return { status: 200, body: { ...page, items: page.items.map(presentTenant) } }
  },
})

const createKey = route({
  method: 'POST',
  path: '/v1/keys',
  summary: 'Make an API key',
  description: 'The key itself is in this answer and nowhere else.',
  door: 'operator',
  body: shapes.keyIn,
  answers: { 201: shapes.issuedKey },
  problems: ['not_found', 'invalid_duration'],
  async handle({ body, operator }) {
    const { key, ...rest } = await operator.keys.create(body)
    return { status: 201, body: { ...presentKey(rest), key } }
  },
})

const listKeys = route({
  method: 'GET',
  path: '/v1/keys',
  summary: 'List API keys',
  door: 'operator',
  query: z.strictObject({ tenant: tenantId.optional(), ...paging }),
  answers: { 200: shapes.keyPage },
  async handle({ query, operator }) {
    const page = await operator.keys.list(query)
    return { status: 200, body: { ...page, items: page.items.map(presentKey) } }
  },
})

const rotateKey = route({
  method: 'POST',
  path: '/v1/keys/{id}/rotate',
  summary: 'A new key with the same rights; the old one stays good for a while',
  door: 'operator',
  params: keyId,
  body: shapes.rotateIn,
  answers: { 201: shapes.issuedKey },
  problems: ['not_found', 'in_use', 'invalid_duration'],
  async handle({ params, body, operator }) {
    const { key, ...rest } = await operator.keys.rotate(params.id, body)
    return { status: 201, body: { ...presentKey(rest), key } }
  },
})

const revokeKey = route({
  method: 'DELETE',
  path: '/v1/keys/{id}',
  summary: 'Revoke a key',
  description: 'Servers remember a key for two seconds; after that it opens nothing.',
  door: 'operator',
  params: keyId,
  answers: { 200: shapes.key },
  problems: ['not_found'],
  async handle({ params, operator, server }) {
    const revoked = await operator.keys.revoke(params.id)
    server.forgetKeys()
    return { status: 200, body: presentKey(revoked) }
  },
})

const readClock = route({
  method: 'GET',
  path: '/v1/clock',
  summary: 'What time it is for reminders',
  door: 'key',
  answers: { 200: shapes.clock },
  async handle({ operator }) {
    const { now, driven } = await operator.clock.read()
    return { status: 200, body: { now: timeOf(now), driven, reached: true } }
  },
})

const driveClock = route({
  method: 'POST',
  path: '/v1/clock',
  summary: 'Move the clock, where it is driven',
  description: 'With BELFRY_CLOCK=driven a 24-hour reminder is tested in a second: `{ "advance": "PT24H" }`.',
  door: 'operator',
  // Moving it takes as long as what rings on the way.
  idempotency: 'beside',
  body: shapes.clockIn,
  answers: { 200: shapes.clock },
  problems: ['clock_not_driven', 'invalid_duration'],
  pointers: { '/at': '/set' },
  async handle({ body, operator, server }) {
    if (server.clock !== 'driven') throw new Problem('clock_not_driven', 'The clock is the real one.')
    if (body.advance === undefined && body.set === undefined)
      throw new Problem('missing_field', 'Exactly one of advance and set is needed.', { pointer: '/advance' })
    if (body.advance !== undefined && body.set !== undefined)
      throw new Problem('invalid_input', 'Exactly one of advance and set is needed.', { pointer: '/set' })
    if (body.set !== undefined) await operator.clock.set(new Date(body.set))
    const reached = body.advance === undefined || (await operator.clock.advance(body.advance)).reached
    const { now, driven } = await operator.clock.read()
    return { status: 200, body: { now: timeOf(now), driven, reached } }
  },
})

const tzdb = route({
  method: 'GET',
  path: '/v1/tzdb',
  summary: 'Which time-zone database is used, and what a newer one moved',
  door: 'read',
  answers: { 200: shapes.tzdb },
  async handle({ operator }) {
    const { version, resolutions } = await operator.zones.status()
    const shown = resolutions.map((one) => ({ ...one, resolvedAt: timeOf(one.resolvedAt) }))
    return { status: 200, body: { version, resolutions: shown } }
  },
})

export function presentHold({ tenant, channel, reason, by, since }: Hold) {
  return { tenant: tenant ?? null, channel: channel ?? null, reason, by, since: timeOf(since) }
}

function presentTenant(tenant: Tenant) {
  return { ...tenant, createdAt: timeOf(tenant.createdAt) }
}

function presentKey(key: ApiKey) {
  return {
    ...key,
    createdAt: timeOf(key.createdAt),
    expiresAt: timeOrNull(key.expiresAt),
    revokedAt: timeOrNull(key.revokedAt),
  }
}

export const holds = { hold, list: listHolds, release: releaseHold, letGo: releaseAlso }
export const tenants = { put: putTenant, list: listTenants, get: getTenant }
export const keys = { create: createKey, list: listKeys, rotate: rotateKey, revoke: revokeKey }
export const clock = { read: readClock, drive: driveClock }
export const zones = { status: tzdb }
