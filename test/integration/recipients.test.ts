import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/belfry.ts'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let belfry: Belfry

beforeAll(async () => {
  database = await createTestDatabase()
  const channels = [memoryChannel(), memoryChannel({ name: 'email' })]
  belfry = await createBelfry({ database: database.url, channels })
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
})
afterAll(async () => {
  await belfry.close()
  await database.drop()
})

const ana = {
  id: 'ana',
  name: 'Ana',
  timezone: 'Europe/Paris',
  locale: 'fr',
  addresses: { email: 'ana@example.com', memory: 'ana' },
  channels: ['email', 'in_app'],
} as const

describe('put', () => {
  it('creates a recipient and answers it', async () => {
    const put = await belfry.recipients.put(ana)
    const preferences = { channelsOff: [], kindsOff: [], typesOff: [], off: [] }
    const defaults = { quietHours: null, fallback: null, preferences, paused: null }
    expect(put).toEqual({ ...ana, ...defaults, suspended: {}, version: 1, createdAt: new Date('2030-01-01T00:00:00Z') })
    expect(await belfry.recipients.get('ana')).toEqual(put)
  })

  it('with an id alone takes the defaults', async () => {
    expect(await belfry.recipients.put({ id: 'bare' })).toMatchObject({
      name: null,
      timezone: 'UTC',
      locale: 'en',
      addresses: {},
      channels: null,
      version: 1,
    })
  })

  it('keeps what is left out, whichever field it is', async () => {
    await belfry.recipients.put({ ...ana, id: 'kept' })
    for (const change of [
      { name: 'Anna' },
      { timezone: 'Asia/Seoul' },
      { locale: 'ko' },
      { channels: ['memory'] },
      { addresses: { email: 'anna@example.com' } },
      {},
    ]) {
      const before = (await belfry.recipients.get('kept'))!
      const after = await belfry.recipients.put({ id: 'kept', ...change })
      const addresses = { ...before.addresses, ...(change.addresses ?? {}) }
      expect(after).toEqual({ ...before, ...change, addresses, version: before.version + 1 })
    }
  })

  it('clears what is null, whichever field it is', async () => {
    await belfry.recipients.put({ ...ana, id: 'cleared' })
    const cleared = await belfry.recipients.put({
      id: 'cleared',
      name: null,
      timezone: null,
      locale: null,
      channels: null,
      addresses: { email: null },
    })
    expect(cleared).toMatchObject({ name: null, timezone: 'UTC', locale: 'en', channels: null })
    expect(cleared.addresses).toEqual({ memory: 'ana' })
  })

  it('writes zones and languages in their one spelling', async () => {
    const put = await belfry.recipients.put({ id: 'spelling', timezone: 'europe/kyiv', locale: 'EN-gb' })
    expect(put).toMatchObject({ timezone: 'Europe/Kyiv', locale: 'en-GB' })
  })

  it('by many at once loses nothing', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `name ${i}`)
    await Promise.all(names.map((name) => belfry.recipients.put({ id: 'busy', name })))
    expect((await belfry.recipients.get('busy'))?.version).toBe(20)
  })

  it('inside the caller’s transaction is not there when that rolls back', async () => {
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('begin')
    expect(await belfry.with(client).recipients.put({ id: 'maybe' })).toMatchObject({ id: 'maybe' })
    await client.query('rollback')
    await client.end()
    expect(await belfry.recipients.get('maybe')).toBeNull()
  })
})

describe('the audit trail', () => {
  const trail = async (recipient: string) =>
    (await belfry.audit.list({ recipient })).items.map(({ action, data }) => [action, data])

  it('says which fields of a person were changed, and never what they are', async () => {
    const person = { id: 'trail', name: 'Tess', timezone: 'Europe/Paris', addresses: { email: 't@example.com' } }
    await belfry.recipients.put(person)
    // An application that puts its user at every sign-in changes nothing.
    await belfry.recipients.put(person)
    expect(await trail('trail')).toEqual([])
    await belfry.recipients.put({ id: 'trail', quietHours: { from: '22:00', to: '07:00' } })
    await belfry.recipients.put({ id: 'trail', name: 'Theresa', addresses: { memory: 'secret place' } })
    expect(await trail('trail')).toEqual([
      ['recipient_changed', { fields: ['name', 'addresses'] }],
      ['recipient_changed', { fields: ['quietHours'] }],
    ])
  })

  it('says who has opened what is somebody’s own', async () => {
    await belfry.recipients.put({ id: 'opened' })
    const { token, expiresAt } = await belfry.recipients.issueToken(Buffer.alloc(32), { recipient: 'opened' })
    expect(await trail('opened')).toEqual([['token_issued', { expiresAt: expiresAt.toISOString() }]])
    expect(JSON.stringify(await belfry.audit.list({}))).not.toContain(token)
  })
})

describe('get and list', () => {
  it('know nobody who was not put', async () => {
    expect(await belfry.recipients.get('nobody')).toBeNull()
  })

  it('go through everybody, page by page, in the order of ids', async () => {
    const ids = Array.from({ length: 23 }, (_, i) => `list-${String(i).padStart(2, '0')}`)
    await Promise.all(ids.map((id) => belfry.recipients.put({ id })))
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await belfry.recipients.list({ limit: 5, ...(cursor ? { cursor } : {}) })
      expect(page.items.length).toBeLessThanOrEqual(5)
      seen.push(...page.items.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen).toEqual(expect.arrayContaining(ids))
  })

  it('see only their own tenant', async () => {
    const other = await createBelfry({ database: database.url, tenant: 'acme' })
    try {
      await other.recipients.put({ id: 'ana', name: 'Another Ana' })
      expect((await other.recipients.list()).items.map(({ id }) => id)).toEqual(['ana'])
      expect((await belfry.recipients.get('ana'))?.name).toBe('Ana')
      expect(await other.recipients.delete('ana')).toMatchObject({ erased: true })
      expect((await belfry.recipients.get('ana'))?.name).toBe('Ana')
    } finally {
      await other.close()
    }
  })
})
