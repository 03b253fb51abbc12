// Belfry as a contender: the same few verbs as the peers have, over its public surface.

import { createBelfry } from 'belfry'
import pg from 'pg'

export const name = 'belfry'
const title = 'Drink a glass of water'
const recipients = 1_000

/** @param {{ database: string, sendMany?: boolean }} place */
export async function open({ database, sendMany = false }) {
  let onSend = (_dueMs) => {}
  const channel = {
    name: 'noop',
    idempotent: false,
    needsAddress: false,
    concurrency: 4_000,
    async send({ dueAt }) {
      onSend(dueAt.getTime())
      return delivered
    },
    ...(sendMany && {
      async sendMany(messages) {
        for (const { dueAt } of messages) onSend(dueAt.getTime())
        return messages.map(() => delivered)
      },
    }),
  }
  const belfry = await createBelfry({ database, channels: [channel], defaultChannels: ['noop'] })
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  const wanted = ({ n, dueMs }) => ({
    entity: { type: 'note', id: String(n) },
    kind: 'once',
    recipient: `person-${n % recipients}`,
    at: new Date(dueMs),
    title,
    data: { n: 1 },
  })
  return {
    belfry,
    bulk: { size: 10_000, parallel: 2 },
    async prepare() {
      const ids = Array.from({ length: recipients }, (_, i) => `person-${i}`)
      while (ids.length > 0) await Promise.all(ids.splice(0, 10).map((id) => belfry.recipients.put({ id })))
    },
    scheduleMany: (jobs) => belfry.reminders.scheduleMany(jobs.map(wanted)),
    schedule: (job) => belfry.reminders.schedule(wanted(job)),
    things: {
      put: (n, dueMs) => belfry.entities.put({ ...thing(n, dueMs), title, recipients: people, plan }),
      move: (n, dueMs) => belfry.entities.put(thing(n, dueMs)),
      cancel: (n) => belfry.entities.cancel({ type: 'meeting', id: String(n) }),
    },
    async work(handled, { onStart } = {}) {
      onSend = handled
      const worker = belfry.startWorker()
      onStart?.(worker)
      return () => worker.stop()
    },
    async concluded() {
      const { rows } = await pool.query(
        `select (select count(*) from belfry.reminders where due_at <= now())::integer
          + (select count(*) from belfry.deliveries where state <> 'sent')::integer as left`,
      )
      return { left: rows[0].left }
    },
    async close() {
      await belfry.close()
      await pool.end()
    },
  }
}

const delivered = { kind: 'delivered' }
const people = ['person-1', 'person-2']
const plan = ['-PT24H', '-PT1H', '-PT15M']

/** A meeting with six reminders, 24 hours, an hour and a quarter of an hour before it, for two people. */
function thing(n, dueMs) {
  return { type: 'meeting', id: String(n), at: new Date(dueMs.at(-1) + 900_000).toISOString() }
}
