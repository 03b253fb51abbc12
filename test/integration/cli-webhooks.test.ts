// `belfry webhooks`, with a receiver on loopback.

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IssuedEndpoint, WebhookEndpoint } from '../../src/index.ts'
import { answerWith, type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'
import { verified } from './webhooks.ts'

let database: TestDatabase
let cli: CommandLine
let receiver: ScriptedServer
beforeEach(async () => {
  database = await createTestDatabase()
  receiver = await scriptedServer()
  cli = new CommandLine({
    ...{ DATABASE_URL: database.url, BELFRY_ALLOWED_TARGETS: '127.0.0.0/8,hooks.internal' },
    BELFRY_ENCRYPTION_KEY: 'a key for tests that is long enough',
  })
  await cli.inside(['migrate'])
})
afterEach(async () => {
  await cli.close()
  await receiver.close()
  await database.drop()
})

it('puts, lists, rotates, switches, tests and deletes', async () => {
  expect((await cli.inside(['webhooks'])).stdout).toContain('There are no endpoints yet')
  const put = await cli.inside(['webhooks', 'put', 'shop', `${receiver.url}/hook`, '--description', 'the shop'])
  const [secret] = /whsec_\S+/.exec(put.stdout) ?? []
  expect(put.stdout).toContain('This is shown once')
  expect(await cli.json<{ items: WebhookEndpoint[] }>(['webhooks', 'list'])).toMatchObject({
    items: [{ id: 'shop', description: 'the shop', disabledReason: null }],
  })
  expect((await cli.inside(['webhooks'])).stdout).not.toContain('whsec_')
  const tested = await cli.inside(['webhooks', 'test', 'shop'])
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/^Delivered in \d+ ms: 200\n$/)])
  expect(verified(receiver.requests[0], secret!).type).toBe('webhook.test')
  const rotated = await cli.json<IssuedEndpoint>(['webhooks', 'rotate', 'shop', '--overlap', '2h'])
  expect(rotated.secret).not.toBe(secret)
  receiver.script(answerWith(500))
  const failed = await cli.inside(['webhooks', 'test', 'shop'])
  expect([failed.code, failed.stdout]).toEqual([1, 'Not delivered (deferred): 500\n'])
  expect(verified(receiver.requests[1], rotated.secret!)).toEqual(expect.anything())
  expect((await cli.inside(['webhooks', 'disable', 'shop'])).stdout).toContain('disabled (by_hand)')
  expect((await cli.inside(['webhooks', 'enable', 'shop'])).stdout).toContain('used')
  expect((await cli.inside(['webhooks', 'deliveries', 'shop'])).stdout).toBe('Nothing went there yet.\n')
  expect((await cli.inside(['webhooks', 'delete', 'shop'])).stdout).toBe('Deleted: shop.\n')
  expect((await cli.inside(['webhooks', 'delete', 'shop'])).code).toBe(1)
})

it('says what is wrong', async () => {
  const said = async (...words: string[]) => (await cli.inside(['webhooks', ...words])).stderr
  expect(await said('put', 'a', 'https://10.0.0.1/')).toContain('a private network')
  expect(await said('test', 'nobody')).toContain('There is no such endpoint')
  expect(await said('put', 'a', 'https://x.example', 'more')).toContain('one word too many')
  expect(await said('forget', 'a')).toContain('nothing to do with webhooks')
})
