// One row that somebody's open transaction holds keeps nobody else waiting, and is not forgotten.

import { describe, expect, it } from 'vitest'
import type { Worker } from '../../src/index.ts'
import { memoryChannel } from '../../src/index.ts'
import { asleep, longLease, many, reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

function idle(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.events.once('idle', resolve))
}

const lockReminder = 'select from belfry.reminders where id = $1 for update'

describe('a due reminder that is locked', () => {
  // That each of them is met at its moment, and not when the lock is looked at again, is in src/engine/next.test.ts.
  it('does not keep the worker from the moments that come after it', async () => {
    const memory = memoryChannel()
    const belfry = await open({ ...asleep, channels: [memory], defaultChannels: ['memory'] })
    const holder = await client()
    const { id } = await belfry.reminders.schedule(reminder('locked', { in: 'PT0S' }))
    await holder.query('begin')
    await holder.query(lockReminder, [id])
    const worker = belfry.startWorker(longLease)
    await idle(worker)
    await belfry.reminders.scheduleMany(
      Array.from({ length: 20 }, (_, i) => reminder(String(i), { in: `PT${(0.5 + i / 10).toFixed(1)}S` })),
    )
    await memory.received(20)
    expect(memory.sent.map(({ entity }) => entity.id)).not.toContain('locked')
  })

  it('rings when it is let go, although later ones were fired meanwhile', async () => {
    const test = await start({ ...asleep, worker: longLease })
    const holder = await client()
    const { id } = await test.belfry.reminders.schedule(reminder('locked'))
    await test.belfry.reminders.schedule(reminder('later', { in: 'PT2M' }))
    await holder.query('begin')
    await holder.query(lockReminder, [id])
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    await test.memory.received(1)
    await idle(test.worker)
    // nobody says a word about it
    await holder.query('rollback')
    await test.memory.received(2)
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual(['later', 'locked'])
  })

  it('rings when it is let go, although something else is held', async () => {
    const test = await start({ ...asleep, worker: longLease })
    const holder = await client()
    await test.belfry.holds.hold({ channel: 'other', reason: 'unrelated' })
    const { id } = await test.belfry.reminders.schedule(reminder('locked'))
    await test.belfry.reminders.schedule(reminder('later', { in: 'PT2M' }))
    await holder.query('begin')
    await holder.query(lockReminder, [id])
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    await test.memory.received(1)
    await idle(test.worker)
    await holder.query('rollback')
    expect(await test.memory.received(2)).toHaveLength(2)
  })
})

describe('a delivery that is locked', () => {
  it('when its lease runs out, does not stop what is due, and is reaped when it is let go', async () => {
    const test = await start({ ...asleep, memoryTimeoutMs: 100, worker: { leaseMs: 5_000 } })
    const sql = await client()
    const holder = await client()
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    // as if a worker had died between the send and its report, while a caller's transaction has just touched the row
    await sql.query(`update belfry.deliveries set state = 'sending', took_ms = null`)
    await holder.query('begin')
    await holder.query('select from belfry.deliveries for update')
    await sql.query(`insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
      select bucket, 'dead', clock_timestamp(), array[bucket], array[reminder], array[occurrence_key], array[attempt]
      from belfry.deliveries`)
    await test.belfry.reminders.scheduleMany(many(20, { in: 'PT0S', kind: 'due' }))
    await test.memory.received(21)
    const reaped = new Promise((resolve) => test.worker.events.once('reaped', resolve))
    await holder.query('rollback')
    await sql.query('update belfry.claims set expires_at = clock_timestamp()')
    test.worker.wake()
    await reaped
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'lease_expired' },
    ])
  })
})

describe('schedule of a locked reminder', () => {
  /** The names of those who were answered, in order; `locked` is not among them while it is locked. */
  async function lock() {
    const belfry = await open()
    const holder = await client()
    const { id } = await belfry.reminders.schedule(reminder('locked'))
    await holder.query('begin')
    await holder.query(lockReminder, [id])
    const answered: string[] = []
    const schedule = (name: string) =>
      belfry.reminders.schedule(reminder(name, { in: 'PT1H' })).finally(() => answered.push(name))
    return { belfry, holder, answered, schedule }
  }

  it('keeps no stranger waiting who called at the same time, nor later ones', async () => {
    const { belfry, holder, answered, schedule } = await lock()
    // Connections are made before: a verb waits for a lock for five seconds.
    await Promise.all(Array.from({ length: 8 }, () => belfry.clock.read()))
    const locked = schedule('locked')
    locked.catch(() => {})
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(schedule))
    await schedule('later')
    expect(answered.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'later'])
    await holder.query('rollback')
    expect((await locked).status).toBe('updated')
  })

  it('by one who called alone keeps no later caller waiting', async () => {
    const { belfry, holder, answered, schedule } = await lock()
    const locked = schedule('locked')
    locked.catch(() => {})
    await belfry.clock.read()
    await schedule('later')
    expect(answered).toEqual(['later'])
    await holder.query('rollback')
    expect((await locked).status).toBe('updated')
  })
})
