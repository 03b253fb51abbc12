// The routes of webhooks: what they answer, and that secrets are in two answers and nowhere else.

import { expect, it } from 'vitest'
import { scriptedServer } from '../channels/scripted-server.ts'
import { othersAreDone } from '../integration/feed-horizon.ts'
import { verified, webhookOptions } from '../integration/webhooks.ts'
import { useServer } from './serving.ts'

const server = useServer({ belfry: webhookOptions })
const url = 'https://hooks.example.com/belfry'

it('make, show, change and remove endpoints', async () => {
  const { ask, otherKey } = await server.start()
  const made = await ask('PUT', '/v1/webhooks/shop', { body: { url, description: 'the shop' } })
  expect([made.status, made.headers.etag, made.body.secret]).toEqual([201, '"1"', expect.stringMatching(/^whsec_/)])
  const again = await ask('PUT', '/v1/webhooks/shop', { body: { description: null } })
  expect([again.status, again.body.secret, again.body.version]).toEqual([200, null, 2])
  const stale = await ask('PUT', '/v1/webhooks/shop', { body: { url }, headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.code]).toEqual([412, 'version_conflict'])
  const shown = await ask('GET', '/v1/webhooks/shop')
  expect(shown.body).toMatchObject({ id: 'shop', url, disabledAt: null, previousSecretUntil: null })
  expect(shown.body).not.toHaveProperty('secret')
  expect((await ask('GET', '/v1/webhooks')).body.items).toHaveLength(1)
  expect((await ask('GET', '/v1/webhooks', { key: otherKey })).body.items).toEqual([])
  expect((await ask('GET', '/v1/webhooks/shop', { key: otherKey })).status).toBe(404)
  expect((await ask('POST', '/v1/webhooks/shop/disable')).body.disabledReason).toBe('by_hand')
  expect((await ask('POST', '/v1/webhooks/shop/enable')).body.disabledReason).toBeNull()
  expect((await ask('GET', '/v1/webhooks/shop/deliveries')).body).toEqual({ items: [], nextCursor: null })
  expect((await ask('DELETE', '/v1/webhooks/shop')).status).toBe(200)
  expect((await ask('DELETE', '/v1/webhooks/shop')).status).toBe(404)
})

it('refuse what may not be reached, with the reason', async () => {
  const { ask } = await server.start({ belfry: { allowedTargets: [] } })
  const refused = await ask('PUT', '/v1/webhooks/shop', { body: { url: 'https://169.254.169.254/latest/meta-data' } })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input'])
  expect(JSON.stringify(refused.body)).toContain('link-local')
})

it('rotate a secret once for one Idempotency-Key, and test with it, under the roles of a server', async () => {
  const { ask, belfry, url: database } = await server.start()
  expect(belfry.hasRoles).toBe(true)
  const receiver = await scriptedServer()
  try {
    await ask('PUT', '/v1/webhooks/shop', { body: { url: `${receiver.url}/` } })
    const rotate = { body: { overlap: 'PT1H' }, headers: { 'idempotency-key': 'rotate once' } }
    const first = await ask('POST', '/v1/webhooks/shop/rotate', rotate)
    const second = await ask('POST', '/v1/webhooks/shop/rotate', rotate)
    expect([second.headers['idempotent-replayed'], second.body.secret]).toEqual(['true', first.body.secret])
    const tested = await ask('POST', '/v1/webhooks/shop/test')
    expect(tested.body).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(verified(receiver.requests[0], first.body.secret).type).toBe('webhook.test')
    await othersAreDone(database)
    const seen = [await ask('GET', '/v1/webhooks'), await ask('GET', '/v1/audit'), await ask('GET', '/v1/events')]
    expect(JSON.stringify(seen)).not.toContain('whsec_')
    expect(seen[2]!.body.items.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['webhook.created', 'webhook.rotated']),
    )
  } finally {
    await receiver.close()
  }
})
