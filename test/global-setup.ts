import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { silentLogger } from '../src/log.ts'
import { startEmbedded } from '../src/storage/embedded/embedded.ts'
import { migrate } from '../src/storage/migrate.ts'
import { builtIns } from '../src/sweeps/built-in.ts'
import { builtInNeeded } from '../src/sweeps/sweeping.ts'
import { fastestFolder } from './fastest-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** How a database is made that has every migration applied, and nothing else. */
    templateClause: string
  }
}

// The suite runs on an embedded PostgreSQL of its own, or on the server of DATABASE_URL, where it makes and drops
// databases called belfry_test_….
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Some tests run the program as it is built. Where that is up to date, this takes no time.
  const build = fileURLToPath(new URL('../scripts/build.js', import.meta.url))
  execFileSync(process.execPath, [build, '--if-stale'], { stdio: 'inherit' })
  const given = process.env.DATABASE_URL
  if (given) {
    project.provide('databaseUrl', given)
    return await provideTemplate(project, given, '')
  }
  const dataDir = await mkdtemp(join(fastestFolder(), 'belfry-suite-'))
  const server = await startEmbedded({ dataDir, logger: silentLogger, settings: unsafeSettings })
  const { host, port, user, password, database } = server.connection
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user
  if (password) url.password = password
  url.searchParams.set('host', host)
  project.provide('databaseUrl', url.href)
  // Files are copied in 50 ms and dropped in 20; through the log, the server's own choice, it is 105 and 70.
  await provideTemplate(project, url.href, ' strategy file_copy')
  return async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Nothing in it has to outlive the machine: pages are not written whole into the log after each of the checkpoints that databases are made with. */
const unsafeSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** Answers how it is removed. */
async function provideTemplate(project: TestProject, server: string, how: string): Promise<() => Promise<void>> {
  const name = `belfry_test_template_${randomBytes(6).toString('hex')}`
  const on = async (url: string, work: (pool: pg.Pool) => Promise<unknown>) => {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    try {
      await work(pool)
    } finally {
      await pool.end()
    }
  }
  await on(server, (pool) => pool.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  await on(url.href, async (pool) => {
    await migrate(pool, silentLogger)
    await planBuiltIns(pool)
  })
  project.provide('templateClause', `template ${name}${how}`)
  return () => on(server, (pool) => pool.query(`drop database if exists ${name} with (force)`))
}

/**
 * Belfry's own sweeps, as if it had been opened where the clocks of tests begin: each is first due one interval later. Without this
 * they were planned for today, and all of them ran in each test that drives its clock to 2030.
 */
async function planBuiltIns(pool: pg.Pool): Promise<void> {
  for (const [name, { every }] of Object.entries(builtIns))
    await pool.query(
      `insert into belfry.sweeps (tenant, name, origin, definition, every, timezone, needs, next_at, covered_until, created_at, updated_at)
       select '', $1, 'built_in', json_build_object('name', $1::text, 'every', $2::text), $2, 'UTC', $3, at + $2::interval, at, at, at
       from (select timestamptz '2030-01-01T00:00:00Z') as begin(at)`,
      [name, every, builtInNeeded(name)],
    )
}
