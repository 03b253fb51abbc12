// Devices over HTTP: with a key, and with the person's own token, as their page has it.

import { expect, it } from 'vitest'
import { webPush } from '../../src/channels/index.ts'
import { browserAt } from '../channels/push-provider.ts'
import { onThisMachine, subject } from '../channels/pushing.ts'
import { useServer } from './serving.ts'

const { start } = useServer({ belfry: { ...onThisMachine, channels: [webPush({ subject })] } })
const { subscription } = browserAt('https://push.example.net', 'phone')
const path = '/v1/recipients/ana/push-subscriptions'

async function startWithAna() {
  const serving = await start()
  for (const id of ['ana', 'bo']) await serving.ask('PUT', `/v1/recipients/${id}`, { body: {} })
  const { body } = await serving.ask('POST', '/v1/recipients/ana/tokens', { body: {} })
  return { ...serving, token: body.token as string }
}

it('anybody gets the key that pages subscribe with', async () => {
  const { ask, belfry } = await startWithAna()
  const { status, body } = await ask('GET', '/v1/push/public-key', { key: null })
  expect([status, body]).toEqual([200, { publicKey: await belfry.push.publicKey() }])
})

it('a person adds, sees and removes devices of their own', async () => {
  const { ask, token: key } = await startWithAna()
  const added = await ask('POST', path, { key, body: { subscription, label: 'Phone' } })
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      service: 'push.example.net',
      label: 'Phone',
    }),
  ])
  const listed = await ask('GET', path, { key })
  expect(listed.body.items).toEqual([added.body])
  for (const secret of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
    expect(JSON.stringify([added.body, listed.body])).not.toContain(secret)
  expect((await ask('DELETE', `${path}/${added.body.id}`, { key })).status).toBe(200)
  expect((await ask('DELETE', `${path}/${added.body.id}`, { key })).status).toBe(404)
  expect((await ask('GET', path, { key })).body.items).toEqual([])
})

it('and none of anybody else', async () => {
  const { ask, token: key } = await startWithAna()
  const theirs = path.replace('ana', 'bo')
  const { body } = await ask('POST', theirs, { body: { subscription } })
  expect((await ask('GET', theirs, { key })).status).toBe(404)
  expect((await ask('POST', theirs, { key, body: { subscription } })).status).toBe(404)
  expect((await ask('DELETE', `${theirs}/${body.id}`, { key })).status).toBe(404)
  expect((await ask('GET', theirs)).body.items).toHaveLength(1)
})

it('what is no device is named, with its place', async () => {
  const { ask } = await startWithAna()
  const refused = async (body: object) => {
    const { status, body: problem } = await ask('POST', path, { body })
    return [status, problem.errors?.[0]?.pointer ?? problem.pointer]
  }
  expect(await refused({ subscription: { ...subscription, endpoint: 'https://127.0.0.1:1/x' } })).toEqual([
    201,
    undefined,
  ])
  expect(await refused({ subscription: { ...subscription, endpoint: 'https://10.0.0.1/x' } })).toEqual([
    400,
    '/subscription/endpoint',
  ])
  expect(await refused({ subscription: { endpoint: subscription.endpoint } })).toEqual([400, '/subscription/keys'])
  expect((await ask('POST', path.replace('ana', 'eve'), { body: { subscription } })).status).toBe(404)
})

it('without the channel there is no key', async () => {
  const { ask } = await start({ belfry: { channels: [] } })
  const { status, body } = await ask('GET', '/v1/push/public-key', { key: null })
  expect([status, body.code]).toEqual([400, 'unknown_channel'])
})
