// Devices of a person: who has which, and that the address that stands for them is in step.

import { describe, expect, it } from 'vitest'
import { webPush } from '../../src/channels/index.ts'
import { subscriptionId } from '../../src/channels/web-push/endpoint.ts'
import type { Belfry, BelfryOptions } from '../../src/index.ts'
import { browserAt } from '../channels/push-provider.ts'
import { onThisMachine, subject } from '../channels/pushing.ts'
import { gathered } from './backing-up.ts'
import { CommandLine } from './command-line.ts'
import { useDatabase } from './running.ts'

const { open, client, url, atEnd } = useDatabase()
const service = 'https://push.example.net'

const openPushing = (options: BelfryOptions = {}) =>
  open({ ...onThisMachine, channels: [webPush({ subject })], ...options })
const addressOf = async (belfry: Belfry, id: string) => {
  const { addresses, suspended } = (await belfry.recipients.get(id))!
  return { address: addresses.web_push?.replace(/:.*/, ''), suspended: suspended.web_push }
}

describe('devices', () => {
  it('are listed without what they are sent with', async () => {
    const belfry = await openPushing()
    const { subscription, endpoint } = browserAt(service, 'phone')
    const device = await belfry.push.subscribe({ recipient: 'ana', subscription, label: 'Phone' })
    expect(device).toEqual({
      id: subscriptionId(endpoint),
      service: 'push.example.net',
      label: 'Phone',
      createdAt: expect.any(Date),
      lastSentAt: null,
    })
    expect(await belfry.push.list('ana')).toEqual([device])
    expect(await belfry.push.list('nobody')).toEqual([])
  })

  it('keep the browser’s secret sealed', async () => {
    const belfry = await openPushing()
    const { subscription } = browserAt(service, 'phone')
    await belfry.push.subscribe({ recipient: 'ana', subscription })
    const sql = await client()
    const { rows } = await sql.query<{ auth: Buffer; row: string }>(
      'select auth, s::text as row from belfry.push_subscriptions s',
    )
    expect(rows[0]!.auth.includes(Buffer.from(subscription.keys.auth))).toBe(false)
    expect(rows[0]!.auth.includes(Buffer.from(subscription.keys.auth, 'base64url'))).toBe(false)
    expect(rows[0]!.row).not.toContain(subscription.keys.auth)
  })

  it('are the same when the browser comes again, and keep their label', async () => {
    const belfry = await openPushing()
    const one = browserAt(service, 'phone')
    await belfry.push.subscribe({ recipient: 'ana', subscription: one.subscription, label: 'Phone' })
    const renewed = browserAt(service, 'phone')
    await belfry.push.subscribe({ recipient: 'ana', subscription: renewed.subscription })
    expect(await belfry.push.list('ana')).toMatchObject([{ label: 'Phone' }])
  })

  it('an address stands for them for as long as there are any', async () => {
    const belfry = await openPushing()
    const [phone, desk] = [browserAt(service, 'phone'), browserAt(service, 'desk')]
    expect(await addressOf(belfry, 'ana')).toEqual({ address: undefined, suspended: undefined })
    await belfry.push.subscribe({ recipient: 'ana', subscription: phone.subscription })
    const { id } = await belfry.push.subscribe({ recipient: 'ana', subscription: desk.subscription })
    expect(await addressOf(belfry, 'ana')).toEqual({ address: 'devices', suspended: undefined })
    expect(await belfry.push.unsubscribe({ recipient: 'ana', endpoint: phone.endpoint })).toEqual({ removed: true })
    expect(await addressOf(belfry, 'ana')).toMatchObject({ address: 'devices' })
    expect(await belfry.push.unsubscribe({ recipient: 'ana', id })).toEqual({ removed: true })
    expect(await addressOf(belfry, 'ana')).toMatchObject({ address: undefined })
    expect(await belfry.push.unsubscribe({ recipient: 'ana', id })).toEqual({ removed: false })
  })

  it('go when the address is taken away, and with the person', async () => {
    const belfry = await openPushing()
    await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'phone').subscription })
    await belfry.recipients.put({ id: 'ana', addresses: { web_push: null } })
    expect(await belfry.push.list('ana')).toEqual([])
    await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'phone').subscription })
    await belfry.recipients.delete('ana')
    const { rows } = await (await client()).query('select from belfry.push_subscriptions')
    expect(rows).toEqual([])
  })

  it('are one person’s: whoever used the browser before gets nothing there', async () => {
    const belfry = await openPushing()
    await belfry.recipients.put({ id: 'bo' })
    const { subscription } = browserAt(service, 'kitchen')
    await belfry.push.subscribe({ recipient: 'ana', subscription })
    await belfry.push.subscribe({ recipient: 'bo', subscription })
    expect(await belfry.push.list('ana')).toEqual([])
    expect(await addressOf(belfry, 'ana')).toMatchObject({ address: undefined })
    expect(await belfry.push.list('bo')).toHaveLength(1)
  })

  it('are one person’s, also when several say so at once', async () => {
    const belfry = await openPushing()
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) await belfry.recipients.put({ id })
    const { subscription } = browserAt(service, 'kitchen')
    await Promise.all([...ids, ...ids].map((recipient) => belfry.push.subscribe({ recipient, subscription })))
    const lists = await Promise.all(ids.map(async (id) => [id, (await belfry.push.list(id)).length] as const))
    const owners = lists.filter(([, count]) => count > 0).map(([id]) => id)
    expect(owners).toHaveLength(1)
    for (const id of ids)
      expect((await addressOf(belfry, id)).address).toBe(owners.includes(id) ? 'devices' : undefined)
  })

  it('are 20 at the most: the oldest gives way', async () => {
    const belfry = await openPushing()
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    for (let i = 0; i < 22; i++) {
      await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, String(i)).subscription })
      await belfry.clock.set(new Date(Date.UTC(2030, 0, 1, 0, 0, i + 1)))
    }
    const ids = (await belfry.push.list('ana')).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 20 }, (_, i) => subscriptionId(`${service}/push/${21 - i}`)))
  })

  it('lift a suspension, and are not suspended by what ended before them', async () => {
    const belfry = await openPushing()
    await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'phone').subscription })
    const sql = await client()
    await sql.query(`update belfry.addresses set suspended_at = now(), suspended_reason = 'gone'`)
    const before = (await belfry.recipients.get('ana'))!.addresses.web_push
    await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'desk').subscription })
    expect(await addressOf(belfry, 'ana')).toEqual({ address: 'devices', suspended: undefined })
    // Suspending names the address that it is about.
    expect((await belfry.recipients.get('ana'))!.addresses.web_push).not.toBe(before)
  })

  it('are of one tenant', async () => {
    const belfry = await openPushing()
    await belfry.tenants.put({ id: 'other' })
    const other = belfry.as({ tenant: 'other' })
    await other.recipients.put({ id: 'ana' })
    const { subscription, endpoint } = browserAt(service, 'phone')
    await belfry.push.subscribe({ recipient: 'ana', subscription })
    await other.push.subscribe({ recipient: 'ana', subscription })
    expect(await other.push.unsubscribe({ recipient: 'ana', endpoint })).toEqual({ removed: true })
    expect(await belfry.push.list('ana')).toHaveLength(1)
  })

  it('stay behind when a tenant is exported: their browsers know one server’s key', async () => {
    const belfry = await openPushing()
    await belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    await belfry.push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'phone').subscription })
    await (await client()).query(`update belfry.addresses set suspended_at = now(), suspended_reason = 'gone'`)
    const lines = await gathered(belfry.export())
    const ana = lines.map((line) => JSON.parse(line)).find(({ kind }) => kind === 'recipient')
    expect(ana).toMatchObject({ addresses: { email: 'ana@example.com' }, suspended: { email: { reason: 'gone' } } })
    expect(lines.join()).not.toContain('devices:')
  })

  it('are shown and removed on the command line', async () => {
    const belfry = await openPushing()
    const { id } = await belfry.push.subscribe({
      recipient: 'ana',
      subscription: browserAt(service, 'phone').subscription,
      label: 'Phone',
    })
    const cli = new CommandLine({ DATABASE_URL: url() })
    atEnd(() => cli.close())
    expect((await cli.inside(['push', 'list', 'ana'])).stdout).toMatch(new RegExp(`${id} +push.example.net .* Phone`))
    expect(await cli.inside(['push', 'remove', 'ana', id])).toMatchObject({ code: 0, stdout: 'Removed.\n' })
    expect((await cli.inside(['push', 'remove', 'ana', id])).code).toBe(3)
    expect((await cli.inside(['push', 'list', 'ana'])).stdout).toBe('There is no device.\n')
    expect((await cli.inside(['push', 'public-key'])).stderr).toContain('web_push is in demo mode')
  })

  it('can be put in a transaction of the caller’s', async () => {
    const belfry = await openPushing()
    const sql = await client()
    await sql.query('begin')
    await belfry.with(sql).push.subscribe({ recipient: 'ana', subscription: browserAt(service, 'phone').subscription })
    await sql.query('rollback')
    expect(await belfry.push.list('ana')).toEqual([])
  })
})

describe('what a browser gives', () => {
  it('is read strictly', async () => {
    const belfry = await openPushing()
    const good = browserAt(service, 'phone').subscription
    const refused = async (subscription: object, field: string, code = 'invalid_input') =>
      await expect(belfry.push.subscribe({ recipient: 'ana', subscription } as never)).rejects.toMatchObject({
        code,
        field,
      })
    const keys = (more: object) => ({ ...good, keys: { ...good.keys, ...more } })
    await refused({ ...good, more: 1 }, '/subscription/more', 'unknown_field')
    await refused({ endpoint: good.endpoint }, '/subscription/keys')
    await refused(keys({ p256dh: 'AAAA' }), '/subscription/keys/p256dh')
    await refused(keys({ p256dh: Buffer.alloc(65, 4).toString('base64url') }), '/subscription/keys/p256dh')
    await refused(keys({ auth: 'AAAA' }), '/subscription/keys/auth')
    await refused(keys({ auth: 'not base64!' }), '/subscription/keys/auth')
    await expect(belfry.push.subscribe({ recipient: 'nobody', subscription: good })).rejects.toMatchObject({
      code: 'unknown_recipient',
    })
    const both = { recipient: 'ana', id: 'x', endpoint: 'y' }
    await expect(belfry.push.unsubscribe(both as never)).rejects.toMatchObject({ field: '/id' })
    expect(await belfry.push.list('ana')).toEqual([])
  })

  it.each([
    'http://push.example.net/x',
    'https://localhost/x',
    'https://box/x',
    'https://box.local/x',
    'https://hooks.internal/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://0177.0.0.1/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://93.184.216.34/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://１２７.0.0.1/x',
    'https://user:word@push.example.net/x',
    'ftp://push.example.net/x',
    'javascript:alert(1)',
    'not a url',
    'https://push.example.net/x\r\nhost: other',
    `https://push.example.net/${'x'.repeat(2_048)}`,
  ])('is no endpoint: %s', async (endpoint) => {
    const belfry = await openPushing({ allowedTargets: [] })
    const { subscription } = browserAt(service, 'phone')
    await expect(
      belfry.push.subscribe({ recipient: 'ana', subscription: { ...subscription, endpoint } }),
    ).rejects.toMatchObject({ field: '/subscription/endpoint' })
  })

  it('may be a push service of one’s own, where the operator says so', async () => {
    const belfry = await openPushing({ allowedTargets: ['10.1.0.0/16', 'push.internal', 'fd00::/8'] })
    const at = (endpoint: string) =>
      belfry.push.subscribe({
        recipient: 'ana',
        subscription: { ...browserAt(service, 'phone').subscription, endpoint },
      })
    await at('https://10.1.2.3/x')
    await at('http://push.internal/x')
    await at('https://[fd00::7]/x')
    await expect(at('https://10.2.2.3/x')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(at('https://[fe80::7]/x')).rejects.toMatchObject({ code: 'invalid_input' })
    // What is not on the list is not better off because there is one.
    await expect(at('https://93.184.216.34/x')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(at('https://db.internal/x')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(at('http://push.example.net/x')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
