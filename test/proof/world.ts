// Where a scenario plays: one build, one database, the sink, worker processes, and a Belfry of the harness's own that
// schedules and cancels. Everything is ended at the end, also after a failure.

import { randomBytes } from 'node:crypto'
import type { Belfry, StartWorkerOptions } from 'belfry'
import pg from 'pg'
import type { Build } from './build.ts'
import { Child, type Said } from './child.ts'
import { createDatabaseOn, dropDatabaseOn, type Server, type ServerOptions, startServer } from './server.ts'
import { type Sink, startSink } from './sink.ts'

export interface ChannelSettings {
  readonly name: string
  readonly idempotent: boolean
  readonly concurrency: number
  readonly timeoutMs: number
}

export interface WorkerSettings {
  readonly channels: readonly ChannelSettings[]
  readonly worker: StartWorkerOptions
  /** Workers in the process. Default 1. */
  readonly workers?: number
  /** How wrong the process's wall clock is. */
  readonly clockShiftMs?: number
}

export interface WorkerProcess {
  readonly child: Child
  /** The ids of its workers. */
  readonly workers: readonly string[]
}

export interface World {
  readonly databaseUrl: string
  readonly sink: Sink
  readonly belfry: Belfry
  /** Only where the scenario asked for a server of its own. */
  readonly server: Server | null
  /** Errors that workers logged. */
  readonly troubles: Said[]
  readonly say: (line: string) => void
  /** As another tenant, with a recipient `ana` of its own. */
  belfryOf(tenant: string): Promise<Belfry>
  startWorkers(settings: WorkerSettings): Promise<WorkerProcess>
  startChild(program: string, argument: object): Child
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface WorldOptions {
  readonly build: Build
  /** A server to make a database on; null: one of its own, that can be stopped. */
  readonly serverUrl: string | null
  readonly channels: readonly string[]
  /** Of a server of its own. */
  readonly server?: ServerOptions
  readonly say?: (line: string) => void
}

export async function withWorld<T>(options: WorldOptions, play: (world: World) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    return await play(await makeWorld(options, ends))
  } finally {
    for (const end of ends.reverse()) await end().catch(() => {})
  }
}

async function makeWorld(options: WorldOptions, ends: (() => Promise<unknown>)[]): Promise<World> {
  const { build, channels, say = () => {} } = options
  const { databaseUrl, server } = await makeDatabase(options, ends)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})
  ends.push(() => pool.end())
  const sink = await startSink()
  ends.push(() => sink.close())
  const troubles: Said[] = []

  const startChild = (program: string, argument: object) => {
    const child = new Child(program, { entry: build.entry, database: databaseUrl, ...argument })
    ends.push(() => child.kill())
    return child
  }
  const belfryOf = async (tenant: string) => {
    const belfry = await build.createBelfry({
      database: databaseUrl,
      tenant,
      channels: channels.map((name) => ({ name, idempotent: false, needsAddress: false, timeoutMs: 1_000, send })),
    })
    ends.push(() => belfry.close())
    await belfry.recipients.put({ id: 'ana' })
    return belfry
  }
  return {
    databaseUrl,
    server,
    sink,
    troubles,
    say,
    startChild,
    belfryOf,
    belfry: await belfryOf('default'),
    async startWorkers(settings) {
      const child = startChild('worker', { ...settings, sinkPort: sink.port })
      child.listen((said) => 'trouble' in said && troubles.push(said.trouble as Said))
      const { workers } = await child.says('ready')
      return { child, workers: workers as string[] }
    },
    async sql<Row extends object>(text: string, values: unknown[] = []) {
      return (await pool.query<Row>(text, values)).rows
    },
  }
}

/** The harness's own Belfry runs no worker: it never sends. */
async function send(): Promise<never> {
  throw new Error('the harness sends nothing')
}

async function makeDatabase(
  { build, serverUrl, server: options }: WorldOptions,
  ends: (() => Promise<unknown>)[],
): Promise<{ databaseUrl: string; server: Server | null }> {
  const name = `belfry_test_${randomBytes(6).toString('hex')}`
  if (serverUrl !== null) {
    ends.push(() => dropDatabaseOn(serverUrl, name))
    return { databaseUrl: await createDatabaseOn(serverUrl, name), server: null }
  }
  const server = await startServer(build, options)
  ends.push(() => server.close())
  return { databaseUrl: await server.createDatabase(name), server }
}
