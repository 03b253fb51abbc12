// Many crons call the schedule route of as many servers at once. Whether something was sent twice is judged by a process outside, which
// knows nothing of Belfry.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from '../integration/command-line.ts'
import { reminderOf, type Sink, startSink } from '../proof/sink.ts'
import { sized } from '../size.ts'

const serversMax = sized(4, 10)
const alarms = 100 * serversMax
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** `belfry serve` without a worker: nothing rings but by a request. */
async function startServers(cli: CommandLine, count: number): Promise<string[]> {
  const starting = Array.from({ length: count }, async () => {
    const server = cli.start(['serve', '--port', '0', '--worker', 'false', '--connections-max', '3'])
    let said = ''
    server.process.stderr?.on('data', (text: string) => {
      said += text
    })
    await server.says('Belfry runs on')
    return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
  })
  return await Promise.all(starting)
}

async function stage(): Promise<{ library: Belfry; cli: CommandLine; sink: Sink; key: string }> {
  const database: TestDatabase = await createTestDatabase()
  closers.push(() => database.drop())
  const library = await createBelfry({ database: database.url })
  closers.push(() => library.close())
  await library.clock.set(new Date('2031-01-01T01:00:00Z'))
  const cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven', BELFRY_CLOCK_FORCE: 'true' })
  closers.push(() => cli.close())
  const sink = await startSink()
  // Before the servers: their connections to it would keep them alive.
  closers.push(() => sink.close())
  const channel = new URL('../proof/processes/sink-channel.js', import.meta.url)
  writeFileSync(
    join(cli.directory, 'belfry.config.js'),
    `import { connectSink } from ${JSON.stringify(channel.href)}
const push = connectSink(${sink.port}).channel({ name: 'push', idempotent: false })
export default { channels: [push], defaultChannels: ['push'] }
`,
  )
  const { key } = await library.keys.create({ name: 'cron', tenant: 'default', scopes: ['read', 'write'] })
  return { library, cli, sink, key }
}

async function register(library: Belfry): Promise<void> {
  const pages = Array.from({ length: alarms }, (_, i) => ({ pageId: `page-${i}`, userId: `user-${i}`, title: `${i}` }))
  for (let i = 0; i < pages.length; i += 50)
    await Promise.all(pages.slice(i, i + 50).map((page) => library.alarms.put(page)))
}

interface Ran {
  readonly fetched: number
  readonly sent: number
}

async function cron(url: string, key: string, query: string): Promise<Ran> {
  const answer = await fetch(`${url}/api/reminder/schedule/v2${query}`, { headers: { authorization: `Bearer ${key}` } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Ran
}

it(`${serversMax} processes call the schedule route at once over ${alarms} due alarms: each is sent once`, async () => {
  const { library, cli, sink, key } = await stage()
  await register(library)
  const servers = await startServers(cli, serversMax)
  const answers: Ran[] = []
  // Each takes its share of them at the most, so that all are at it together; then once more for what is left.
  for (const query of ['?fetch_limit=100', '?fetch_limit=100', ''])
    answers.push(...(await Promise.all(servers.map((url) => cron(url, key, query)))))
  const sum = (name: keyof Ran) => answers.reduce((all, one) => all + one[name], 0)
  expect([sum('fetched'), sum('sent')]).toEqual([alarms, alarms])
  expect(answers.slice(0, serversMax).filter(({ fetched }) => fetched > 0).length).toBeGreaterThan(1)
  const arrivals = await sink.arrivals()
  expect(arrivals).toHaveLength(alarms)
  expect(new Set(arrivals.map(({ id }) => reminderOf(id))).size).toBe(alarms)
  expect(new Set(arrivals.map(({ pid }) => pid)).size).toBeGreaterThan(1)
})
