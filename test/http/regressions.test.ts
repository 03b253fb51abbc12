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
