// The way of a newcomer: a server on an embedded database, and commands beside it.

import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CommandLine, type Started } from './command-line.ts'

const cli = new CommandLine()
let server: Started

beforeAll(async () => {
  server = cli.start(['serve', '--rings', '--port', '0'])
  await server.says(/Belfry runs on its own PostgreSQL in \.belfry: .*worker w-/)
})
afterAll(() => cli.close())

it('a reminder rings, and is seen where it was asked for and where it was served', async () => {
  const { code, stdout, stderr } = await cli.run(['remind', '1s', 'Stand up', '--wait'])
  // A worker runs: there is nothing to warn of.
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^Rings in 1 s .*\n[0-9a-f-]{36}\n\d\d:\d\d:\d\d {2}me {2}Stand up {2}Sent by in_app, \d+ ms after/,
  )
  await server.says(/\d\d:\d\d:\d\d {2}me {2}Stand up\n/)
})

it('the first start prints a link that signs in once, without the key in it, and where the dashboard is', async () => {
  const said = await server.says(/The dashboard is at http:\/\/127\.0\.0\.1:\d+, the API at /)
  const [, key] = /\n {2}(bf_\S+)\n/.exec(said) ?? []
  const [, origin, code] = /Sign in, .*: (http:\/\/\S+)\/sign-in#code=(\S+)\n/.exec(said) ?? []
  expect(said.split(key!)).toHaveLength(2)
  const page = await fetch(`${origin}/sign-in`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const enter = async (by: object) =>
    await fetch(`${origin}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(by),
    })
  expect(await (await enter({ code })).json()).toMatchObject({ door: 'operator', tenant: 'default' })
  expect((await enter({ code })).status).toBe(401)
  expect((await enter({ key })).status).toBe(200)
})

it('a port that is taken is said in one line, and costs no key', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const elsewhere = new CommandLine()
  try {
    const { code, stderr } = await elsewhere.run(['serve', '--port', String(port)])
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^belfry: Port \d+ of 127\.0\.0\.1 is taken: .*\n$/)])
    const keys = await elsewhere.run(['keys'])
    expect(keys.stdout).toBe('There are no keys yet.\n')
  } finally {
    taken.close()
    await elsewhere.close()
  }
})

it('in a directory without a database it says so', async () => {
  const elsewhere = new CommandLine()
  try {
    const first = await elsewhere.run(['list'])
    expect([first.stdout, first.stderr]).toEqual([
      'Nothing is to come.\n',
      expect.stringMatching(/^There was no database in .*\.belfry: a new one is made\.\n$/),
    ])
    expect((await elsewhere.run(['list'])).stderr).toBe('')
  } finally {
    await elsewhere.close()
  }
})

it('what had rung cannot be cancelled: 4, and the truth', async () => {
  const waited = await cli.run(['remind', '1s', 'Too late', '--wait', '--json'])
  const { reminder, deliveries } = JSON.parse(waited.stdout) as {
    reminder: { id: string }
    deliveries: { state: string }[]
  }
  expect(deliveries.map(({ state }) => state)).toEqual(['sent'])
  const { code, stdout } = await cli.run(['cancel', reminder.id])
  expect([code, stdout]).toEqual([4, 'Too late: it had been sent already.\n'])
})

it('whoever stops reading ends it quietly', async () => {
  await Promise.all([1, 2, 3].map((i) => cli.run(['remind', '2035-01-01T00:00Z', `Later ${i}`])))
  const started = cli.start(['list'])
  started.process.stdout?.destroy()
  const { code, stderr } = await started.ended
  expect([code, stderr]).toEqual([0, ''])
})

it('logs hold no texts', async () => {
  const { stdout, stderr } = await server.stop('SIGINT')
  expect(stdout).toContain('"msg":"worker started"')
  expect(stdout).not.toContain('Stand up')
  expect(stderr).toMatch(/Stopping: finishing what is in flight …\nStopped\.\n$/)
})

it('a short command alone leaves the database stopped, also when it is interrupted', async () => {
  const pid = join(cli.directory, '.belfry', 'cluster', 'postmaster.pid')
  const waiting = cli.start(['remind', '1h', 'Nobody rings', '--wait'])
  await waiting.says('No worker is running')
  expect(existsSync(pid)).toBe(true)
  const { code } = await waiting.stop('SIGINT')
  expect(code).toBe(130)
  expect(existsSync(pid)).toBe(false)
})
