// Endpoints: made, changed, looked at; their secrets are shown once, and their log is by the ledger.

import { describe, expect, it } from 'vitest'
import { type Belfry, createBelfry, type EndpointInput } from '../../src/index.ts'
import { answerWith, ok } from '../channels/scripted-server.ts'
import { backupOf, gathered, restoreInto, useSecondDatabase } from './backing-up.ts'
import { many, reminder, useDatabase } from './running.ts'
import { startHooked, verified, webhookOptions } from './webhooks.ts'

const running = useDatabase()
const { second } = useSecondDatabase()
const url = 'https://hooks.example.com/belfry?token=abc'

describe('put', () => {
  it('makes and changes; what is left out stays; the secret is in the first answer only', async () => {
    const { webhooks, audit } = await running.open(webhookOptions)
    const made = await webhooks.put({ id: 'shop', url, description: 'the shop' })
    expect(made).toMatchObject({
      id: 'shop',
      url,
      description: 'the shop',
      version: 1,
      created: true,
      disabledAt: null,
    })
    const bytes = Buffer.from(made.secret!.slice('whsec_'.length), 'base64').length
    expect([made.secret!.startsWith('whsec_'), bytes]).toEqual([true, 32])
    expect(await webhooks.put({ id: 'shop', url })).toMatchObject({ version: 1, created: false, secret: null })
    const changed = await webhooks.put({ id: 'shop', url: 'https://hooks.example.com/2' })
    expect(changed).toMatchObject({
      url: 'https://hooks.example.com/2',
      description: 'the shop',
      version: 2,
      secret: null,
    })
    expect(await webhooks.put({ id: 'shop', description: null })).toMatchObject({ description: null, version: 3 })
    const seen = JSON.stringify([await webhooks.get('shop'), await webhooks.list(), await audit.list({})])
    expect(seen).not.toContain(made.secret)
    expect(seen).not.toContain('whsec_')
    expect(seen).not.toContain('abc')
    const actions = (await audit.list({})).items.map(({ action }) => action)
    expect(actions.filter((one) => one.startsWith('webhook'))).toEqual([
      'webhook_changed',
      'webhook_changed',
      'webhook_created',
    ])
  })

  it('of two at once, one makes it, and has its secret', async () => {
    const { webhooks } = await running.open(webhookOptions)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => webhooks.put({ id: 'a', url: `${url}${i}` })))
    expect(answers.filter(({ created, secret }) => created && secret)).toHaveLength(1)
    expect(answers.filter(({ secret }) => secret)).toHaveLength(1)
  })

  it('refuses an older version, and what is not there if it has to be', async () => {
    const { webhooks } = await running.open(webhookOptions)
    await webhooks.put({ id: 'shop', url })
    await expect(webhooks.put({ id: 'shop', url, version: 2 })).rejects.toMatchObject({ code: 'version_conflict' })
    await expect(webhooks.put({ id: 'b', url }, { mustExist: true })).rejects.toMatchObject({ code: 'not_found' })
  })

  const flawed: [EndpointInput & { secret?: string }, string, string][] = [
    [{ id: 'shop' }, 'missing_field', '/url'],
    [{ id: 'a b', url }, 'invalid_input', '/id'],
    [{ id: 'a', url: 'http://hooks.example.com/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://10.0.0.1/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://[::ffff:127.0.0.1]/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://0x7f.1/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://localhost/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://user:pass@hooks.example.com/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'ftp://hooks.example.com/' }, 'invalid_input', '/url'],
    [{ id: 'a', url: 'https://hooks.example.com/\r\nx' }, 'invalid_input', '/url'],
    [{ id: 'a', url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, 'text_too_long', '/url'],
    [{ id: 'a', url, description: 'x'.repeat(501) }, 'text_too_long', '/description'],
    [{ id: 'a', url, secret: 'whsec_x' }, 'unknown_field', '/secret'],
  ]
  it('refuses what is malformed, and where nothing may go', async () => {
    const { webhooks } = await running.open({ encryptionKey: webhookOptions.encryptionKey })
    for (const [input, code, field] of flawed)
      await expect(webhooks.put(input), JSON.stringify(input).slice(0, 80)).rejects.toMatchObject({ code, field })
    expect((await webhooks.list()).items).toEqual([])
  })

  it('takes http, and private hosts, where the operator allows them', async () => {
    const { webhooks } = await running.open({ ...webhookOptions, allowedTargets: ['10.1.0.0/16', 'hooks.internal'] })
    expect(await webhooks.put({ id: 'a', url: 'http://10.1.2.3:8080/' })).toMatchObject({ created: true })
    expect(await webhooks.put({ id: 'b', url: 'http://hooks.internal/' })).toMatchObject({ created: true })
    await expect(webhooks.put({ id: 'c', url: 'http://10.2.0.1/' })).rejects.toMatchObject({ field: '/url' })
  })
})

describe('secrets', () => {
  it('are sealed at rest, each for its endpoint', async () => {
    const { webhooks } = await running.open(webhookOptions)
    const { secret } = await webhooks.put({ id: 'shop', url })
    const sql = await running.client()
    const { rows } = await sql.query<{ secret: Buffer }>('select secret from belfry.webhook_endpoints')
    const stored = rows[0]!.secret
    const plain = Buffer.from(secret!.slice('whsec_'.length), 'base64')
    expect([stored.includes(plain), stored.includes(secret!), stored.length > 40]).toEqual([false, false, true])
  })

  it('that were sealed with another key, or for another endpoint, sign nothing: tried again later', async () => {
    const test = await startHooked(running)
    const { belfry, receiver } = test
    await belfry.webhooks.put({ id: 'other', url: `${receiver.url}/other` })
    const sql = await running.client()
    await sql.query(
      `update belfry.webhook_endpoints set secret = (select secret from belfry.webhook_endpoints where id = 'other') where id = 'shop'`,
    )
    await belfry.reminders.schedule(reminder('1'))
    await test.advance('PT1M')
    expect(receiver.connections).toBe(0)
    const [delivery] = (await belfry.deliveries.list({ recipient: 'ana' })).items
    expect(delivery).toMatchObject({ state: 'pending' })
    expect((await belfry.deliveries.attempts(delivery!.id))[0]).toMatchObject({
      ...{ outcome: 'deferred', reply: expect.stringContaining('sealed with another key') },
    })
  })

  it('rotate as often as one likes; without overlap the old one ends at once', async () => {
    const test = await startHooked(running)
    const { belfry, receiver, secret: first } = test
    const { secret: next, previousSecretUntil } = await belfry.webhooks.rotate('shop', { overlap: 'PT0S' })
    expect([next === first, previousSecretUntil]).toEqual([false, null])
    expect(await belfry.webhooks.test('shop')).toMatchObject({ outcome: 'delivered' })
    expect(() => verified(receiver.requests[0], first)).toThrow()
    expect(verified(receiver.requests[0], next!).type).toBe('webhook.test')
    await expect(belfry.webhooks.rotate('nobody')).rejects.toMatchObject({ code: 'not_found', field: '/id' })
    await expect(belfry.webhooks.rotate('shop', { overlap: 'P91D' })).rejects.toMatchObject({ field: '/overlap' })
  })
})

describe('a test', () => {
  it('says what the receiver said, also of one that is disabled', async () => {
    const { belfry, receiver, secret } = await startHooked(running)
    receiver.script(answerWith(418, {}, 'I’m a teapot'))
    expect(await belfry.webhooks.test('shop')).toEqual({
      ...{ outcome: 'deferred', status: 418, reply: '418 I’m a teapot', tookMs: expect.any(Number) },
    })
    await belfry.webhooks.disable('shop')
    receiver.script(ok)
    expect(await belfry.webhooks.test('shop')).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(verified(receiver.requests[1], secret)).toMatchObject({ type: 'webhook.test', data: { endpoint: 'shop' } })
    await receiver.close()
    expect(await belfry.webhooks.test('shop')).toMatchObject({ outcome: 'deferred', status: null })
    await expect(belfry.webhooks.test('nobody')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('switching', () => {
  it('off: nothing is tried; on: it is; twice is the same', async () => {
    const test = await startHooked(running)
    const { belfry, receiver } = test
    expect(await belfry.webhooks.disable('shop')).toMatchObject({ disabledReason: 'by_hand', version: 2 })
    expect(await belfry.webhooks.disable('shop')).toMatchObject({ disabledReason: 'by_hand', version: 2 })
    await belfry.reminders.schedule(reminder('1'))
    await test.advance('PT1M')
    expect(receiver.connections).toBe(0)
    expect((await belfry.deliveries.list({ recipient: 'ana' })).items[0]).toMatchObject({ state: 'failed' })
    expect(await belfry.webhooks.enable('shop')).toMatchObject({ disabledReason: null, version: 3 })
    expect(await belfry.webhooks.enable('shop')).toMatchObject({ version: 3 })
    await expect(belfry.webhooks.enable('nobody')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the log', () => {
  it('has every delivery that went there, the newest first, with its attempts, in pages', async () => {
    const test = await startHooked(running)
    const { belfry, receiver } = test
    receiver.script((_, count) => (count === 0 ? answerWith(500, {}, 'oh no') : ok))
    await belfry.reminders.schedule(reminder('first', { usefulUntil: '2030-02-01T00:00:00Z' }))
    await test.advance('PT2M')
    await belfry.reminders.scheduleMany(many(5))
    await belfry.webhooks.put({ id: 'other', url: receiver.url })
    await belfry.recipients.put({ id: 'bo', addresses: { webhook: 'other' } })
    await belfry.reminders.schedule(reminder('elsewhere', { recipient: 'bo' }))
    await test.advance('PT2M')
    const all = await belfry.webhooks.deliveries('shop')
    expect(all.items).toHaveLength(6)
    expect(all.items.at(-1)).toMatchObject({ entity: { id: 'first' }, state: 'sent', attempt: 2 })
    expect(all.items.at(-1)!.attempts).toEqual([
      ...[
        {
          attempt: 1,
          at: new Date('2030-01-01T00:01:00Z'),
          outcome: 'deferred',
          status: 500,
          reply: '500 oh no',
          tookMs: expect.any(Number),
        },
      ],
      ...[
        {
          attempt: 2,
          at: new Date('2030-01-01T00:01:05Z'),
          outcome: 'delivered',
          status: 200,
          reply: '200',
          tookMs: expect.any(Number),
        },
      ],
    ])
    expect(all.items[0]!.attempts).toMatchObject([{ attempt: 1, outcome: 'delivered', status: null, reply: null }])
    const pages: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await belfry.webhooks.deliveries('shop', { limit: 2, ...(cursor && { cursor }) })
      pages.push(...page.items.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(pages).toEqual(all.items.map(({ id }) => id))
    expect((await belfry.webhooks.deliveries('other')).items).toHaveLength(1)
    await expect(belfry.webhooks.deliveries('nobody')).rejects.toMatchObject({ code: 'not_found' })
    await expect(belfry.webhooks.deliveries('shop', { cursor: 'x' })).rejects.toMatchObject({ field: '/cursor' })
    // What has left the ledger has left the log.
    await test.advance('P2D')
    expect(await belfry.ledger.cleanupOldReminders(1)).toBe(7)
    const sql = await running.client()
    const { rows } = await sql.query<{ left: number }>('select count(*)::integer as left from belfry.webhook_sends')
    expect(rows[0]!.left).toBe(0)
  })
})

describe('tenants', () => {
  it('have endpoints of their own: the same id leads elsewhere, or nowhere', async () => {
    const { belfry, receiver } = await startHooked(running)
    const other = await running.open({ ...webhookOptions, tenant: 'other' })
    expect(await other.webhooks.get('shop')).toBeNull()
    expect((await other.webhooks.list()).items).toEqual([])
    await other.recipients.put({ id: 'ana', addresses: { webhook: 'shop' } })
    await expect(other.webhooks.test('shop')).rejects.toMatchObject({ code: 'not_found' })
    expect(receiver.connections).toBe(0)
    await other.webhooks.put({ id: 'shop', url })
    expect((await belfry.webhooks.get('shop'))!.url).toContain(receiver.url)
  })
})

describe('carried over', () => {
  const opened = async (database: string, more: object = {}): Promise<Belfry> => {
    const belfry = await createBelfry({ database, ...webhookOptions, ...more })
    running.atEnd(() => belfry.close())
    return belfry
  }

  it('by a backup with its secret, which the same key opens', async () => {
    const { belfry, receiver, secret } = await startHooked(running)
    const lines = await backupOf(belfry)
    expect(lines.join('\n')).not.toContain(secret)
    const copy = await second()
    await restoreInto(copy, lines, { encryptionKey: webhookOptions.encryptionKey })
    const restored = await opened(copy)
    expect(await restored.webhooks.test('shop')).toMatchObject({ outcome: 'delivered' })
    expect(verified(receiver.requests.at(-1), secret).type).toBe('webhook.test')
  })

  it('by an export without it: it is off until it has another', async () => {
    const { belfry, receiver, secret } = await startHooked(running)
    await belfry.webhooks.put({ id: 'shop', description: 'the shop' })
    const lines = await gathered(belfry.export())
    expect(lines.join('\n')).not.toContain(secret)
    expect(JSON.parse(lines[0]!)).toEqual({
      ...{ kind: 'webhook', id: 'shop', url: `${receiver.url}/hook?token=1`, description: 'the shop' },
    })
    const copy = await opened(running.url(), { tenant: 'copy' })
    const report = await copy.import.lines({ lines })
    expect(report).toMatchObject({ refusedCount: 0, kinds: { webhook: 1 } })
    expect(await copy.webhooks.get('shop')).toMatchObject({ disabledReason: 'imported', description: 'the shop' })
    expect(await copy.import.lines({ lines })).toMatchObject({ created: 0, refusedCount: 0 })
    const { secret: fresh } = await copy.webhooks.rotate('shop', { overlap: 'PT0S' })
    await copy.webhooks.enable('shop')
    await copy.webhooks.test('shop')
    expect(verified(receiver.requests.at(-1), fresh!).type).toBe('webhook.test')
  })
})
