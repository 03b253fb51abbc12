// Faults that the fuzzed requests and the tests of the contract have shown, each by itself.

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { startRinging } from './ringing.ts'
import { operatorKey, useServer } from './serving.ts'

const server = useServer()

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

describe('under the role for requests', () => {
  it('a recipient is erased, with stored replies and what the trail says', async () => {
    const { ask, advance, memory, belfry } = await startRinging(server)
    expect(belfry.hasRoles).toBe(true)
    memory.script(() => ({ kind: 'refused', reply: 'no such number as +1 555 0100' }))
    const body = { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1M', title: 'a secret' }
    const { id } = (await ask('POST', '/v1/reminders', { body })).body
    await ask('PUT', `/v1/reminders/${id}`, { body: { title: 'another secret' } })
    await advance('PT2M')
    const told = async () => {
      const { rows } = await query(`select (select string_agg(reply, ' ') from belfry.attempts) as replies,
        (select string_agg(data::text, ' ') from belfry.audit where recipient = 'ana' and action = 'changed') as trail`)
      return rows[0]
    }
    expect(await told()).toEqual({ replies: 'no such number as +1 555 0100', trail: '{"fields": ["title"]}' })
    expect(await ask('DELETE', '/v1/recipients/ana')).toMatchObject({ status: 200, body: { erased: true } })
    expect(await told()).toEqual({ replies: null, trail: '{}' })
  })

  it('holds of other tenants are not seen', async () => {
    const { belfry } = await server.start()
    await belfry.holds.hold({ tenant: 'other', reason: 'theirs' })
    await belfry.holds.hold({ reason: 'everybody’s' })
    const seen = await query(`select set_config('belfry.tenant', 'default', false); set role belfry_app;
      select reason from belfry.holds`)
    expect((seen as unknown as pg.QueryResult[]).at(-1)?.rows).toEqual([{ reason: 'everybody’s' }])
  })
})

describe('races', () => {
  it('a plan that is removed while it is put', async () => {
    const { ask } = await server.start({ belfry: { connectionsMax: 8 } })
    const calls = Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0
        ? ask('PUT', '/v1/plans/usual', { body: { steps: [`-PT${(i % 7) + 1}H`] } })
        : ask('DELETE', '/v1/plans/usual'),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  it('an alarm that is changed while its user is erased', async () => {
    const { ask } = await server.start({ belfry: { connectionsMax: 8 } })
    const seen = new Set<number>()
    for (let round = 0; round < 12; round++) {
      await ask('PUT', '/v1/alarms/page-1', { body: { userId: 'mina', title: 'A page' } })
      const answers = await Promise.all([
        ask('POST', '/v1/alarms/page-1/done', { body: { policy: 'postpone' } }),
        ask('DELETE', '/v1/recipients/mina'),
        ask('POST', '/v1/alarms/page-1/more-often'),
        ask('POST', '/v1/alarms/page-1/snooze', { body: { for: 'PT1H' } }),
        ask('PUT', '/v1/alarms/page-1', { body: { userId: 'mina' } }),
      ])
      for (const { status } of answers) seen.add(status)
    }
    expect([...seen].filter((status) => status >= 500)).toEqual([])
  })
})

it('what a handler forbids under an Idempotency-Key is forbidden, and not a fault of the database', async () => {
  const { ask, belfry } = await server.start()
  await belfry.recipients.put({ id: 'ana' })
  const { key } = await belfry.keys.create({ name: 'writes', tenant: 'default', scopes: ['write'] })
  const asked = { key, headers: { 'idempotency-key': 'once' }, body: {} }
  expect(await ask('POST', '/v1/recipients/ana/tokens', asked)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})

describe('answers that are not Belfry’s', () => {
  it('a path that cannot be decoded is a problem like any other', async () => {
    const { ask } = await server.start()
    for (const path of ['/v1/recipients/%', '/v1/recipients/%zz', '/v1/recipients/%ED%A0%80', '/nothing/%zz']) {
      const refused = await ask('GET', path)
      expect(refused, path).toMatchObject({ status: 400, body: { code: 'invalid_input', status: 400 } })
      expect(refused.headers).toMatchObject({
        'content-type': expect.stringContaining('application/problem+json'),
        'x-request-id': refused.body.requestId,
        'x-content-type-options': 'nosniff',
      })
    }
    const evil = await ask('GET', '/v1/recipients/%zz', { headers: { host: 'evil.example' } })
    expect(evil).toMatchObject({ status: 421, body: { code: 'host_not_allowed' } })
  })

  it('a part of a path that is too long is a problem like any other', async () => {
    const { ask } = await server.start()
    const refused = await ask('GET', `/v1/recipients/${'x'.repeat(2_500)}`)
    expect(refused).toMatchObject({ status: 400, body: { code: 'text_too_long' } })
  })
})

describe('truthful codes', () => {
  it('what cannot be retried is a conflict', async () => {
    const { ask, advance } = await startRinging(server)
    const body = { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1M' }
    const { id } = (await ask('POST', '/v1/reminders', { body })).body
    await advance('PT1M')
    const refused = { status: 409, body: { code: 'not_failed' } }
    expect(await ask('POST', `/v1/reminders/${id}/retry`)).toMatchObject(refused)
    const [delivery] = (await ask('GET', '/v1/deliveries')).body.items
    expect(await ask('POST', `/v1/deliveries/${delivery.id}/retry`)).toMatchObject(refused)
  })

  it('a pointer leads into the request, not into the library', async () => {
    const { ask } = await startRinging(server)
    const pointers = async (method: string, path: string, body?: object, headers = {}) => {
      const answer = await ask(method, path, { body, headers })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      // It is said once.
      expect(answer.body.detail).not.toContain('(at ')
      return answer.body.pointer
    }
    const bad = { entityType: 'two words', entityId: '1', reminderType: '24h', userId: 'ana' }
    expect(await pointers('POST', '/v1/ledger/mark/batch', { keys: [bad] })).toBe('/keys/0/entityType')
    const reminder = { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'soon' }
    expect(await pointers('POST', '/v1/reminders/batch', { reminders: [reminder] })).toBe('/reminders/0/in')
    expect(await pointers('PUT', '/v1/recipients/ana/addresses', { memory: 'a\u0000b' })).toBe('/memory')
    expect(await pointers('PUT', '/v1/recipients/ana/preferences', { kindsOff: ['two words'] })).toBe('/kindsOff/0')
    expect(await pointers('GET', '/v1/reminders?entityType=two%20words&entityId=1')).toBe('/entityType')
    expect(await pointers('GET', '/v1/ledger/entities/two%20words/1')).toBe('/type')
    expect(await pointers('GET', '/v1/ledger/recipients/a%00b')).toBe('/id')
    expect(await pointers('POST', '/v1/recipients/nobody/tokens', {})).toBe('/id')
    expect(await pointers('PUT', '/v1/recipients/ana', {}, { 'if-match': '"99"' })).toBe('/If-Match')
  })

  it('a clock is not set to where no calendar follows', async () => {
    const { ask } = await startRinging(server)
    const set = { key: operatorKey, body: { set: '9999-12-31T23:59:59Z' } }
    expect(await ask('POST', '/v1/clock', set)).toMatchObject({ status: 400, body: { pointer: '/set' } })
    await ask('POST', '/v1/clock', { key: operatorKey, body: { set: '9898-12-31T23:59:59Z' } })
    const far = await ask('POST', '/v1/clock', { key: operatorKey, body: { advance: 'PT1S' } })
    expect(far).toMatchObject({ status: 400, body: { code: 'invalid_input', pointer: '/advance' } })
    const body = { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'P36500D' }
    expect(await ask('POST', '/v1/reminders', { body })).toMatchObject({
      status: 201,
      body: { dueAt: { instant: expect.stringMatching(/^9998-/) } },
    })
  })

  it('what is useful beyond the last year is shown as RFC 3339 can write it', async () => {
    const { ask } = await startRinging(server)
    const body = { entity: { type: 'note', id: '1' }, recipient: 'ana', at: '9999-12-31T12:00:00Z' }
    const { id } = (await ask('POST', '/v1/reminders', { body })).body
    expect((await ask('GET', `/v1/reminders/${id}`)).body.usefulUntil.instant).toBe('9999-12-31T23:59:59.999Z')
  })

  it('an occurrence that is not on the calendar is refused where it stands', async () => {
    const { ask } = await server.start()
    const key = {
      entityType: 'note',
      entityId: '1',
      reminderType: '24h',
      userId: 'ana',
      occurrence: '2031-02-30T09:00',
    }
    const refused = { status: 400, body: { code: 'impossible_date', pointer: '/occurrence' } }
    for (const path of ['mark', 'was-sent', 'release'])
      expect(await ask('POST', `/v1/ledger/${path}`, { body: key })).toMatchObject(refused)
    expect(await ask('POST', '/v1/ledger/mark/batch', { body: { keys: [key] } })).toMatchObject({
      body: { pointer: '/keys/0/occurrence' },
    })
  })

  it('If-Match where nothing has a version changes nothing', async () => {
    const { ask } = await server.start()
    const headers = { 'if-match': 'nonsense' }
    expect(await ask('GET', '/v1/upcoming', { headers })).toMatchObject({ status: 200 })
    expect(await ask('PUT', '/v1/recipients/ana', { headers, body: {} })).toMatchObject({ status: 412 })
  })
})

describe('by a review', () => {
  it('what is wrong in a hundred thousand places is told in twenty', async () => {
    const { ask } = await server.start()
    const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`titel${i}`, i]))
    const refused = await ask('POST', '/v1/reminders', { body })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toHaveLength(20)
  })

  it('a step that has passed is skipped for somebody with quiet hours, by a clock finer than a millisecond', async () => {
    const { ask, belfry } = await server.start()
    await ask('PUT', '/v1/recipients/ana', { body: { quietHours: { from: '22:00', to: '07:00' } } })
    const { now } = await belfry.clock.read()
    const at = new Date(now.getTime() + 1_800_000).toISOString()
    // The real clock has microseconds: it is seldom at a whole millisecond.
    for (let i = 0; i < 5; i++) {
      const put = await ask('PUT', `/v1/entities/meeting/${i}`, {
        body: { at, recipients: ['ana'], plan: ['-PT24H', '-PT15M'], latePolicy: i % 2 ? 'skip' : 'immediate' },
      })
      expect(put.status).toBe(201)
      const past = { entity: { type: 'note', id: String(i) }, recipient: 'ana', at: '2020-12-03T10:00:00' }
      expect(await ask('POST', '/v1/reminders', { body: past })).toMatchObject({ status: 201 })
    }
  })

  it('conditions that would not be looked at are refused', async () => {
    const { ask } = await server.start()
    await ask('PUT', '/v1/recipients/ana', { body: {} })
    const erase = await ask('DELETE', '/v1/recipients/ana', { headers: { 'if-match': '"99"' } })
    expect(erase).toMatchObject({ status: 400, body: { pointer: '/If-Match' } })
    const create = await ask('PUT', '/v1/recipients/ana', { headers: { 'if-none-match': '*' }, body: {} })
    expect(create).toMatchObject({ status: 400, body: { pointer: '/If-None-Match' } })
    const weak = await ask('PUT', '/v1/recipients/ana', { headers: { 'if-match': 'W/"1"' }, body: {} })
    expect(weak).toMatchObject({ status: 412 })
    const any = (id: string) => ask('PUT', `/v1/recipients/${id}`, { headers: { 'if-match': '*' }, body: {} })
    expect(await any('ana')).toMatchObject({ status: 200 })
    expect(await any('nobody')).toMatchObject({ status: 412, body: { pointer: '/If-Match' } })
    expect(await ask('GET', '/v1/recipients/ana')).toMatchObject({ status: 200 })
  })

  it('a part of somebody who is not there makes nobody', async () => {
    const { ask } = await server.start()
    const hours = { body: { quietHours: { from: '22:00', to: '07:00' } } }
    expect(await ask('PUT', '/v1/recipients/ghost/quiet-hours', hours)).toMatchObject({ status: 404 })
    expect(await ask('PUT', '/v1/recipients/ghost/preferences', { body: {} })).toMatchObject({ status: 404 })
    expect(await ask('GET', '/v1/recipients/ghost')).toMatchObject({ status: 404 })
  })

  it('a hold of nobody is refused, one without a reason is not', async () => {
    const { ask } = await server.start()
    const hold = (body: object) => ask('POST', '/v1/hold', { key: operatorKey, body })
    expect(await hold({ tenant: 'nope' })).toMatchObject({ status: 404 })
    expect(await hold({ channel: 'mial' })).toMatchObject({ status: 400, body: { code: 'unknown_channel' } })
    expect(await hold({})).toMatchObject({ status: 200 })
    const release = () => ask('POST', '/v1/hold/release', { key: operatorKey, body: {} })
    expect((await release()).body).toEqual({ released: true })
    expect((await release()).body).toEqual({ released: false })
  })

  it('a key that may not read issues no token that does', async () => {
    const { ask, belfry } = await server.start()
    await ask('PUT', '/v1/recipients/ana', { body: {} })
    const { key } = await belfry.keys.create({ name: 'writer', tenant: 'default', scopes: ['write'] })
    expect(await ask('POST', '/v1/recipients/ana/tokens', { key, body: {} })).toMatchObject({ status: 403 })
  })

  it('listeners who hang up at once leave no stream behind', async () => {
    const { app, key, ask } = await server.start()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    for (let round = 0; round < 6; round++) {
      const gone = new AbortController()
      const calls = Array.from({ length: 30 }, () =>
        fetch(`${address}/v1/events`, { headers, signal: gone.signal }).catch(() => null),
      )
      // Somewhere between the request and its answer.
      await ask('GET', '/v1/recipients')
      gone.abort()
      await Promise.all(calls)
    }
    const gone = new AbortController()
    await expect
      .poll(async () => (await fetch(`${address}/v1/events`, { headers, signal: gone.signal })).status)
      .toBe(200)
    gone.abort()
  })
})
