import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { silentLogger } from '../src/log.ts'
import { startEmbedded } from '../src/storage/embedded/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
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
    return async () => {}
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-suite-'))
  const server = await startEmbedded({ dataDir, logger: silentLogger, settings: { fsync: 'off' } })
  const { host, port, user, password, database } = server.connection
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user
  if (password) url.password = password
  url.searchParams.set('host', host)
  project.provide('databaseUrl', url.href)
  return async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
