// Watches a database from outside through pg_stat_statements: how many statements came, and how many buffers they touched.
// The watching session itself is not counted.

import pg from 'pg'
import { withClient } from './postgres.js'

/** Switches counting on for sessions that connect from now on. */
export async function countStatements(url) {
  await withClient(url, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set pg_stat_statements.track = 'top'`)
  })
}

/** @returns a watcher with `reset`, `read` and `close` */
export async function watchStatements(url) {
  const client = new pg.Client({ connectionString: url, options: '-c pg_stat_statements.track=none' })
  await client.connect()
  const ours = 'dbid = (select oid from pg_database where datname = current_database())'
  return {
    reset: () =>
      client.query(
        `select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`,
      ),
    async read(like = '%') {
      const { rows } = await client.query(
        `select coalesce(sum(calls), 0)::integer as calls,
          coalesce(sum(shared_blks_hit + shared_blks_read), 0)::integer as buffers
         from pg_stat_statements where ${ours} and query ilike $1 and query not ilike 'set %'`,
        [like],
      )
      return rows[0]
    },
    close: () => client.end(),
  }
}

/** Recognises Belfry's storage/sql/next.sql, whose leading comment the server drops. */
export const looks = '%lanes%pg_postmaster_start_time%'
