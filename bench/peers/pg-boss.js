// pg-boss, tuned for throughput: batches of thousands, two local workers, and no pause while batches come back full.
// Its polling interval cannot be set below half a second, which decides its lateness.

import pg from 'pg'
import { PgBoss } from 'pg-boss'

export const name = 'pg-boss'
const queue = 'remind'
const title = 'Drink a glass of water'

/** @param {{ database: string }} place */
export async function open({ database }) {
  const boss = new PgBoss({ connectionString: database, max: 12, supervise: false, schedule: false })
  const pool = new pg.Pool({ connectionString: database, max: 2 })
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`))
  await boss.start()
  return {
    bulk: { size: 10_000, parallel: 2 },
    prepare: () => boss.createQueue(queue),
    scheduleMany: (jobs) =>
      boss.insert(
        queue,
        jobs.map(({ n, dueMs }) => ({ data: { n, title, dueMs }, startAfter: new Date(dueMs) })),
      ),
    schedule: ({ n, dueMs }) => boss.send(queue, { n, title, dueMs }, { startAfter: new Date(dueMs) }),
    /** A thing with several jobs. A job cannot be moved: it is cancelled and made again. */
    things: {
      put: (n, dueMs) => boss.insert(queue, thing(n, dueMs), { returnId: true }),
      async move(n, dueMs, put) {
        await boss.cancel(queue, put)
        return await boss.insert(queue, thing(n, dueMs), { returnId: true })
      },
      async cancel(_, put) {
        await boss.cancel(queue, put)
      },
    },
    async work(handled) {
      const options = { batchSize: 2_000, localConcurrency: 2, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true }
      await boss.work(queue, options, async (jobs) => {
        for (const { data } of jobs) handled(data.dueMs)
      })
      return () => boss.offWork(queue)
    },
    async concluded() {
      const { rows } = await pool.query(
        `select count(*)::integer as left from pgboss.job where name = '${queue}' and state <> 'completed'`,
      )
      return { left: rows[0].left }
    },
    async close() {
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

function thing(n, dueMs) {
  return dueMs.map((ms) => ({ data: { n, title, dueMs: ms }, startAfter: new Date(ms) }))
}
