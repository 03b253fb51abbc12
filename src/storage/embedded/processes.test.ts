// Several processes on one data directory, and processes that are killed. The children run what tsc makes of the
// source, beside a link to node_modules, as an installed Belfry would.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from '../../log.ts'
import { startEmbedded } from './embedded.ts'
import { startOf } from './process.ts'

interface Started {
  readonly pid: number
  readonly adopted: boolean
  readonly connection: pg.ClientConfig
}

class Child {
  readonly process: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>

  constructor(dataDir: string) {
    const program = path.join(import.meta.dirname, 'child-program.mjs')
    this.process = spawn(process.execPath, [program, compiled, dataDir], { detached: true })
    this.process.stderr.pipe(process.stderr)
    this.#lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
    children.push(this)
  }

  async says<T>(): Promise<T> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('the child ended')
    return JSON.parse(value)
  }

  async started(): Promise<Started> {
    await this.says()
    return await this.says()
  }

  async end(word: 'close' | 'leave'): Promise<number> {
    const ended = once(this.process, 'exit')
    this.process.stdin.write(`${word}\n`)
    return (await ended)[0]
  }

  async kill(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    await ended
  }
}

let home = ''
let compiled = ''
let directories = 0
const children: Child[] = []
const postmasters = new Set<number>()

function newDataDir(): string {
  directories += 1
  return path.join(home, `data-${directories}`)
}

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'belfry-processes-'))
  await chmod(home, 0o755)
  const require = createRequire(import.meta.url)
  const built = path.join(import.meta.dirname, '..', '..', '..', 'dist')
  const isNeeded = (source: string) => !source.startsWith(path.join(built, 'web'))
  await cp(built, path.join(home, 'dist'), { recursive: true, filter: isNeeded })
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }')
  const modules = path.dirname(path.dirname(require.resolve('pg/package.json')))
  await symlink(modules, path.join(home, 'node_modules'))
  compiled = path.join(home, 'dist', 'storage', 'embedded', 'embedded.js')
})

afterAll(async () => {
  for (const child of children) if (child.process.exitCode === null) child.process.kill('SIGKILL')
  // Whatever a failed test left running, by the pids it told us.
  for (const pid of postmasters) if ((await startOf(pid)) !== undefined) process.kill(pid, 'SIGQUIT')
  await rm(home, { recursive: true, force: true, maxRetries: 10 })
})

async function query(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]!.one
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 200_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('did not happen')
    await wait(2)
  }
}

it('ten processes at once on an empty directory: one server, ten connections, stopped by the last', async () => {
  const dataDir = newDataDir()
  const ten = Array.from({ length: 10 }, () => new Child(dataDir))
  const started = await Promise.all(ten.map((child) => child.started()))
  for (const { pid } of started) postmasters.add(pid)
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(1)
  expect(started.filter(({ adopted }) => !adopted)).toHaveLength(1)
  expect(await Promise.all(started.map(({ connection }) => query(connection)))).toEqual(Array(10).fill(1))
  expect(await Promise.all(ten.slice(1).map((child) => child.end('close')))).toEqual(Array(9).fill(0))
  expect(await query(started[0]!.connection)).toBe(1)
  expect(await ten[0]!.end('close')).toBe(0)
  expect(await startOf(started[0]!.pid)).toBeUndefined()
})

it('a killed process leaves the server running, and the next one adopts it', async () => {
  const dataDir = newDataDir()
  const child = new Child(dataDir)
  const { pid } = await child.started()
  postmasters.add(pid)
  await child.kill()
  const next = await startEmbedded({ dataDir, logger: silentLogger })
  expect(next).toMatchObject({ pid, adopted: true })
  expect(await query(next.connection)).toBe(1)
  await next.close()
  expect(await startOf(pid)).toBeUndefined()
})

it('Ctrl-C reaches the process and not the database; a process that does not close it can still end', async () => {
  const dataDir = newDataDir()
  const child = new Child(dataDir)
  const { pid, connection } = await child.started()
  postmasters.add(pid)
  process.kill(-child.process.pid!, 'SIGINT') // what a terminal does: the whole foreground group
  expect(await child.says()).toEqual({ interrupted: true })
  expect(await query(connection)).toBe(1)
  expect(await child.end('leave')).toBe(0)
  expect(await query(connection)).toBe(1)
  const next = await startEmbedded({ dataDir, logger: silentLogger })
  expect(next).toMatchObject({ pid, adopted: true })
  await next.close()
})

it('killed while it makes the cluster: the next start makes a whole one', async () => {
  const dataDir = newDataDir()
  const child = new Child(dataDir)
  const drafts = async () => (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('cluster.'))
  await eventually(async () => (await drafts()).length > 0)
  await child.kill()
  expect(await readdir(dataDir)).not.toContain('cluster')
  const next = await startEmbedded({ dataDir, logger: silentLogger })
  expect(next.adopted).toBe(false)
  expect(await query(next.connection)).toBe(1)
  expect(await readFile(path.join(dataDir, 'cluster', 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/)
  await next.close()
})

it('killed while the server starts: the next one adopts that server', async () => {
  const dataDir = newDataDir()
  const child = new Child(dataDir)
  const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid')
  await eventually(async () => (await readFile(pidFile, 'utf8').catch(() => '')) !== '')
  await child.kill()
  const next = await startEmbedded({ dataDir, logger: silentLogger })
  postmasters.add(next.pid)
  expect(await query(next.connection)).toBe(1)
  expect(await readdir(path.join(dataDir, 'clients'))).toHaveLength(1)
  await next.close()
})
