// Addresses that nobody can be reached at: suspended with a reason, told, listed, verified.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { othersAreDone } from './feed-horizon.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, client, open } = useDatabase()

async function mailing() {
  const mail = memoryChannel({ name: 'mail', needsAddress: true })
  const test = await start({ channels: [mail], defaultChannels: ['mail'] })
  const { belfry } = test
  await belfry.recipients.put({ id: 'ana', addresses: { mail: 'ana@example.com' } })
  const suspendedOf = async (id = 'ana') => (await belfry.recipients.get(id))?.suspended
  return { test, belfry, mail, suspendedOf }
}

const toldOf = async ({ belfry }: TestBelfry) => {
  await othersAreDone(url())
  const { items } = await belfry.events.list({ types: ['address.suspended', 'address.verified'] })
  return items.map(({ type, recipient, actor, data }) => ({ type, recipient, actor, data }))
}

describe('an address', () => {
  it.each([undefined, 'gone', 'bounced', 'blocked'] as const)('that is %s is suspended for that', async (fault) => {
    const { test, belfry, mail, suspendedOf } = await mailing()
    mail.script(() => (fault ? { kind: 'gone', fault } : { kind: 'gone' }))
    const { id } = await belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const reason = fault ?? 'gone'
    expect(await suspendedOf()).toEqual({ mail: { reason, at: new Date('2030-01-01T00:01:00Z') } })
    const { deliveries } = await belfry.reminders.explain(id)
    expect(deliveries).toMatchObject([{ state: 'failed', reason: 'address_gone' }])
    const event = { type: 'address.suspended', recipient: 'ana', actor: 'worker', data: { channel: 'mail', reason } }
    expect(await toldOf(test)).toEqual([event])
    const { items } = await belfry.events.list({ types: ['address.suspended'] })
    expect(items[0]?.deliveryId).toBe(deliveries[0]?.id)
  })

  it('is told once, however many sends it was about', async () => {
    const { test, belfry, mail } = await mailing()
    await belfry.recipients.put({ id: 'bo', addresses: { mail: 'bo@example.com' } })
    mail.script(() => ({ kind: 'gone', fault: 'bounced' }))
    await belfry.reminders.scheduleMany([...many(5), reminder('b', { recipient: 'bo' })])
    await test.advance('PT1M')
    const told = await toldOf(test)
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(['ana', 'bo'])
  })

  it('that was changed during the send is not suspended for the old one', async () => {
    const { test, belfry, mail, suspendedOf } = await mailing()
    mail.script(async () => {
      await belfry.recipients.put({ id: 'ana', addresses: { mail: 'ana@example.org' } })
      return { kind: 'gone' }
    })
    await belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    expect(await suspendedOf()).toEqual({})
    mail.script(null)
    await belfry.reminders.schedule(reminder('b'))
    await test.advance('PT1M')
    expect(mail.sent.map(({ address }) => address)).toEqual(['ana@example.org'])
  })

  it('put again as it is stays suspended; another one starts healthy', async () => {
    const { belfry, suspendedOf } = await mailing()
    await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'mail', reason: 'bounced' })
    await belfry.recipients.put({ id: 'ana', addresses: { mail: 'ana@example.com' }, name: 'Ana' })
    expect(await suspendedOf()).toMatchObject({ mail: { reason: 'bounced' } })
    await belfry.recipients.put({ id: 'ana', addresses: { mail: ' ana@example.com ' } })
    expect(await suspendedOf()).toMatchObject({ mail: { reason: 'bounced' } })
    await belfry.recipients.put({ id: 'ana', addresses: { mail: 'ana@example.org' } })
    expect(await suspendedOf()).toEqual({})
  })

  it('that was suspended and verified is used again, for what rings from then on', async () => {
    const { test, belfry, mail, suspendedOf } = await mailing()
    await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'mail', reason: 'blocked' })
    const { id } = await belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    expect((await belfry.reminders.explain(id)).deliveries).toMatchObject([{ reason: 'address_suspended' }])
    expect(await belfry.recipients.verifyAddress({ recipient: 'ana', channel: 'mail' })).toMatchObject({
      suspended: {},
    })
    expect(await suspendedOf()).toEqual({})
    await belfry.reminders.schedule(reminder('b'))
    await test.advance('PT1M')
    expect(mail.sent.map(({ entity }) => entity.id)).toEqual(['b'])
    const told = { recipient: 'ana', actor: 'library' }
    expect(await toldOf(test)).toEqual([
      { ...told, type: 'address.suspended', data: { channel: 'mail', reason: 'blocked' } },
      { ...told, type: 'address.verified', data: { channel: 'mail' } },
    ])
    const { items } = await belfry.audit.list({ recipient: 'ana' })
    expect(items.map(({ action }) => action).sort()).toEqual([
      'address_suspended',
      'address_verified',
      'recipient_changed',
    ])
  })

  it('by a word that came late is suspended only while it is that one', async () => {
    const { belfry, suspendedOf } = await mailing()
    const late = { recipient: 'ana', channel: 'mail', reason: 'bounced', address: 'old@example.com' }
    await belfry.recipients.suspendAddress(late)
    expect(await suspendedOf()).toEqual({})
    await belfry.recipients.suspendAddress({ ...late, address: 'ana@example.com' })
    expect(await suspendedOf()).toMatchObject({ mail: { reason: 'bounced' } })
  })

  it('that nothing changes is not told', async () => {
    const { test, belfry } = await mailing()
    const name = { recipient: 'ana', channel: 'mail' }
    await belfry.recipients.verifyAddress(name)
    await belfry.recipients.suspendAddress({ ...name, reason: 'bounced' })
    await belfry.recipients.suspendAddress({ ...name, reason: 'bounced' })
    expect(await toldOf(test)).toHaveLength(1)
  })

  it.each([
    [{ recipient: 'nobody', channel: 'mail' }, 'not_found', '/recipient'],
    [{ recipient: 'ana', channel: 'memory' }, 'not_found', '/channel'],
    [{ recipient: 'ana' }, 'missing_field', '/channel'],
    [{ recipient: 'ana', channel: 'mail', adress: 'x' }, 'unknown_field', '/adress'],
  ])('of %o is refused', async (name, code, field) => {
    const { belfry } = await mailing()
    await expect(belfry.recipients.verifyAddress(name as never)).rejects.toMatchObject({ code, field })
    const suspended = belfry.recipients.suspendAddress({ ...name, reason: 'gone' } as never)
    await expect(suspended).rejects.toMatchObject({ code, field })
  })

  it('is named by an object', async () => {
    const { belfry } = await start()
    await expect(belfry.recipients.verifyAddress(null as never)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('needs a reason to be suspended', async () => {
    const { belfry } = await mailing()
    const suspended = belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'mail' } as never)
    await expect(suspended).rejects.toMatchObject({ code: 'missing_field', field: '/reason' })
  })
})

describe('the list of suspended addresses', () => {
  it('has everybody who has one, page by page, and nobody else', async () => {
    const { belfry } = await mailing()
    const ids = Array.from({ length: 12 }, (_, i) => `p${String(i).padStart(2, '0')}`)
    for (const id of ids) {
      await belfry.recipients.put({ id, addresses: { mail: `${id}@example.com`, memory: id } })
      if (Number(id.slice(1)) % 3 > 0) continue
      await belfry.recipients.suspendAddress({ recipient: id, channel: 'mail', reason: 'bounced' })
      await belfry.recipients.suspendAddress({ recipient: id, channel: 'memory', reason: 'gone' })
    }
    const other = await open({ tenant: 'other', channels: [memoryChannel({ name: 'mail' })] })
    await other.recipients.put({ id: 'p00', addresses: { mail: 'x' } })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await belfry.recipients.list({ suspended: true, limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ id }) => id))
      for (const { suspended } of page.items) expect(Object.keys(suspended).sort()).toEqual(['mail', 'memory'])
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['p00', 'p03', 'p06', 'p09'])
    expect((await other.recipients.list({ suspended: true })).items).toEqual([])
    expect((await belfry.recipients.list({ suspended: false })).items).toHaveLength(13)
  })

  it('is read through an index of its own, however many addresses there are', async () => {
    await mailing()
    const sql = await client()
    const { rows } = await sql.query<{ definition: string }>(
      `select pg_get_indexdef('belfry.addresses_suspended'::regclass) as definition`,
    )
    expect(rows[0]?.definition).toContain('WHERE (suspended_at IS NOT NULL)')
  })
})
