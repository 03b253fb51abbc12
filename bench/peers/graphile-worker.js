// graphile-worker, tuned for throughput: jobs fetched by the hundreds into a local queue, completions written together.
// A completed job is deleted: it keeps no record of what it did.

import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'

export const name = 'graphile-worker'
const silent = new Logger(() => () => {})
const title = 'Drink a glass of water'

/** @param {{ database: string }} place */
export async function open({ database }) {
  const pool = new pg.Pool({ connectionString: database, max: 12 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent })
  return {
    bulk: { size: 10_000, parallel: 2 },
    prepare: () => utils.migrate(),
    scheduleMany: (jobs) =>
      utils.addJobs(
        jobs.map(({ n, dueMs }) => ({ identifier: 'remind', payload: { n, title, dueMs }, runAt: new Date(dueMs) })),
      ),
    schedule: ({ n, dueMs }) => utils.addJob('remind', { n, title, dueMs }, { runAt: new Date(dueMs) }),
    /** A thing with several jobs: who schedules sends has to keep the names of all of them. */
    things: {
      put: (n, dueMs) => utils.addJobs(thing(n, dueMs)),
      move: (n, dueMs) => utils.addJobs(thing(n, dueMs)),
      async cancel(_, put) {
        await utils.completeJobs(put.map(({ id }) => id))
      },
    },
    async work(handled, { lateness = false } = {}) {
      const runner = await run({
        pgPool: pool,
        logger: silent,
        noHandleSignals: true,
        preset: { worker: lateness ? promptly : inBulk },
        taskList: { remind: async ({ dueMs }) => handled(dueMs) },
      })
      return () => runner.stop()
    },
    async concluded() {
      const { rows } = await pool.query('select count(*)::integer as left from graphile_worker._private_jobs')
      return { left: rows[0].left }
    },
    async close() {
      await utils.release()
      await pool.end()
    },
  }
}

/** Replaced by key, all in one call: the fastest way it has. */
function thing(n, dueMs) {
  return dueMs.map((ms, i) => ({
    identifier: 'remind',
    payload: { n, title, dueMs: ms },
    runAt: new Date(ms),
    jobKey: `${n}-${i}`,
  }))
}

const inBulk = {
  concurrentJobs: 24,
  maxPoolSize: 12,
  pollInterval: 100,
  localQueue: { size: 1_000 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}
const promptly = { ...inBulk, pollInterval: 10 }
