// One database has one key for its secrets, whichever host seals them.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBelfry } from '../../src/index.ts'
import { CommandLine } from './command-line.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
const hook = { url: 'https://hooks.example.com/' }

function host() {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-host-'))
  running.atEnd(async () => rmSync(dataDir, { recursive: true }))
  return dataDir
}

it('a second host with a data directory of its own refuses to seal, and says why', async () => {
  const [first, second] = [host(), host()]
  const one = await running.open({ dataDir: first })
  await one.webhooks.put({ id: 'shop', ...hook })
  const errors: unknown[] = []
  const logger = { debug() {}, info() {}, warn() {}, error: (fields: object) => errors.push(fields) }
  const two = await running.open({ dataDir: second, logger })
  expect(errors).toEqual([expect.objectContaining({ why: expect.stringMatching(/encryption.key is missing/) })])
  await expect(two.webhooks.put({ id: 'other', ...hook })).rejects.toMatchObject({
    ...{ code: 'invalid_input', field: '/encryptionKey', message: expect.stringMatching(/encryption.key is missing/) },
  })
  expect(await two.webhooks.get('other')).toBeNull()
  expect(existsSync(join(second, 'encryption.key'))).toBe(false)
  expect(await one.secrets.check()).toBeNull()
  const cli = new CommandLine({ DATABASE_URL: running.url(), BELFRY_DATA_DIR: second })
  running.atEnd(() => cli.close())
  const { findings } = JSON.parse((await cli.run(['doctor', '--json'])).stdout)
  expect(findings).toContainEqual(expect.objectContaining({ check: 'secrets', state: 'fail' }))
})

it('of two hosts that seal their first secret at once, one does', async () => {
  const hosts = await Promise.all([host(), host()].map((dataDir) => running.open({ dataDir })))
  const done = await Promise.allSettled(hosts.map(({ webhooks }, i) => webhooks.put({ id: `shop-${i}`, ...hook })))
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const troubles = await Promise.all(hosts.map(({ secrets }) => secrets.check()))
  expect(troubles.filter((one) => one === null)).toHaveLength(1)
})

it.each(['secret', 'encryptionKey'])('a short %s is refused', async (name) => {
  await expect(createBelfry({ database: running.url(), [name]: 'x'.repeat(15) })).rejects.toMatchObject({
    ...{ code: 'invalid_input', field: `/${name}`, accepted: 'at least 16 characters' },
  })
})

it('a channel that cannot close does not keep connections open', async () => {
  const close = () => Promise.reject(new Error('no'))
  const broken = { name: 'broken', idempotent: true, send: async () => ({ kind: 'delivered' }) as const, close }
  const belfry = await createBelfry({ database: running.url(), channels: [broken] })
  await belfry.close()
  const sql = await running.client()
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await expect.poll(async () => (await sql.query(others)).rowCount).toBe(0)
})
