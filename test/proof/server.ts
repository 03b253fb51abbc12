// A PostgreSQL of the proof's own, which can be stopped, gone for a while, and started again on the same data.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Build, Embedded } from './build.ts'
import { until } from './until.ts'

/** Fast: open transactions are rolled back, a checkpoint is written. Immediate: as after a crash. */
export type StopMode = 'fast' | 'immediate'

export interface Server {
  /** Makes a database; answers its URL. */
  createDatabase(name: string): Promise<string>
  stop(mode: StopMode): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface ServerOptions {
  /** Where its data is. Default: the folder for temporary files. */
  readonly folder?: string
  readonly settings?: Record<string, string>
}

const running = new Set<number>()

/** For a proof that is interrupted: PostgreSQL has a session of its own, and would stay. */
export function stopServersNow(): void {
  for (const pid of running) if (isAlive(pid)) process.kill(pid, 'SIGINT')
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export async function startServer(build: Build, options: ServerOptions = {}): Promise<Server> {
  const { folder = tmpdir(), settings } = options
  const dataDir = await mkdtemp(join(folder, 'belfry-proof-'))
  const open = () => build.startEmbedded({ dataDir, logger: silent, settings: { max_connections: '200', ...settings } })
  let embedded: Embedded = await open()
  running.add(embedded.pid)

  return {
    async createDatabase(name) {
      await runOn(urlOf(embedded, 'postgres'), `create database ${name}`)
      return urlOf(embedded, name)
    },
    async stop(mode) {
      const { pid } = embedded
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await until('PostgreSQL has stopped', () => !isAlive(pid))
      running.delete(pid)
    },
    async start() {
      const before = embedded
      embedded = await open()
      running.add(embedded.pid)
      await before.close()
    },
    async close() {
      await embedded.close()
      running.delete(embedded.pid)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For a server that is somebody else's, such as the test suite's. */
export async function createDatabaseOn(serverUrl: string, name: string): Promise<string> {
  await runOn(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabaseOn(serverUrl: string, name: string): Promise<void> {
  await runOn(serverUrl, `drop database if exists ${name} with (force)`)
}

function urlOf({ connection }: Embedded, database: string): string {
  const url = new URL(`postgres://localhost:${connection.port}/${database}`)
  url.username = connection.user
  if (connection.password) url.password = connection.password
  url.searchParams.set('host', connection.host)
  return url.href
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
