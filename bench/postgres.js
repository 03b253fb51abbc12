// One PostgreSQL for everybody: the kind Belfry embeds, with the settings Belfry gives it (fsync on), in a directory that is
// thrown away. Each contender gets a database of its own, new for each repetition.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../dist/storage/embedded/embedded.js'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export async function startPostgres() {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-'))
  const embedded = await startEmbedded({
    dataDir: directory,
    logger: silent,
    // Loaded, but counting only where a row switches it on for its own database.
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'none' },
  })
  const { host, port, user } = embedded.connection
  const urlOf = (database) => `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const admin = new pg.Pool({ connectionString: urlOf('postgres'), max: 1 })
  // A connection that is idle when the server stops would end the run.
  admin.on('error', () => {})
  let made = 0
  let stopping
  const stop = async () => {
    await admin.end()
    await embedded.close()
    await rm(directory, { recursive: true, force: true })
  }
  return {
    urlOf,
    version: (await admin.query('show server_version')).rows[0].server_version,
    /** A new, empty database. The checkpoint before lets everybody begin with the same amount of log to write. */
    async newDatabase(label) {
      const name = `bench_${label.replaceAll('-', '_')}_${++made}`
      await admin.query(`create database ${name}`)
      await admin.query('checkpoint')
      return urlOf(name)
    },
    async dropDatabase(url) {
      const name = new URL(url).pathname.slice(1)
      await admin.query(`drop database if exists ${name} with (force)`)
    },
    checkpoint: () => admin.query('checkpoint'),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Opens a connection for measuring, and closes it whatever happens. */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
