// BullMQ on Redis, tuned for throughput: one process, hundreds of jobs at once. Completed jobs are kept, as BullMQ does by
// default, because a record of what happened is what is being compared.

import { Queue, Worker } from 'bullmq'

export const name = 'bullmq'
const title = 'Drink a glass of water'

/** @param {{ redis: { host: string, port: number } }} place */
export async function open({ redis }) {
  const connection = { ...redis, maxRetriesPerRequest: null }
  const queue = new Queue('remind', { connection })
  queue.on('error', (error) => process.stderr.write(`bullmq: ${error.message}\n`))
  const job = ({ n, dueMs }) => ({
    name: 'remind',
    data: { n, title, dueMs },
    opts: { delay: Math.max(0, dueMs - Date.now()) },
  })
  return {
    bulk: { size: 5_000, parallel: 2 },
    prepare: () => queue.waitUntilReady(),
    scheduleMany: (jobs) => queue.addBulk(jobs.map(job)),
    schedule(one) {
      const { name: kind, data, opts } = job(one)
      return queue.add(kind, data, opts)
    },
    /** A thing with several jobs; each is moved by itself, all of them at once. */
    things: {
      put: (n, dueMs) => queue.addBulk(dueMs.map((ms) => job({ n, dueMs: ms }))),
      async move(_, dueMs, put) {
        await Promise.all(put.map((one, i) => one.changeDelay(dueMs[i] - Date.now())))
        return put
      },
      async cancel(_, put) {
        await Promise.all(put.map((one) => one.remove()))
      },
    },
    async work(handled, { lateness = false } = {}) {
      const worker = new Worker('remind', async ({ data }) => handled(data.dueMs), {
        connection,
        concurrency: lateness ? 100 : 300,
      })
      worker.on('error', (error) => process.stderr.write(`bullmq: ${error.message}\n`))
      return () => worker.close()
    },
    async concluded() {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized', 'paused')
      return { left: Object.values(counts).reduce((sum, count) => sum + count, 0) }
    },
    close: () => queue.close(),
  }
}
