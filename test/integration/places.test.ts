// A channel has so many places: no more than that is ever under way, whoever waits; no more is taken out of the backlog than
// can be sent; and where there is no channel to wait for, nothing is rationed.

import { describe, expect, it } from 'vitest'
import { memoryChannel, type Worker } from '../../src/index.ts'
import { latch } from './latch.ts'
import { many, reminder, useDatabase } from './running.ts'
import { openTables } from './tables.ts'

const { url, start, open, client, atEnd } = useDatabase()

/** Resolves when so many deliveries were written. Answers by how many statements. */
function written(worker: Worker, count: number): Promise<number> {
  return new Promise((resolve) => {
    let fires = 0
    let sum = 0
    worker.events.on('fired', (fired) => {
      fires += 1
      sum += fired.written
      if (sum >= count) resolve(fires)
    })
  })
}

describe('the places of a channel', () => {
  it('are not exceeded when more tenants wait than there are places', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 3 })
    const test = await start({ channels: [slow], defaultChannels: ['slow'] })
    const sql = await client()
    await sql.query(`insert into belfry.tenants (id) select 't' || i from generate_series(1, 40) i`)
    await sql.query(`insert into belfry.recipients (tenant, id, created_at, updated_at)
      select 't' || i, 'ana', now(), now() from generate_series(1, 40) i`)
    await sql.query(`insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant,
        entity_type, entity_id, kind, recipient, occurrence)
      select '2030-01-01T00:01:00Z', '2030-01-02T00:00:00Z', now(), 1, belfry.bucket_of(id), id, tenant, 'note', 'a', 'once', 'ana', 'o'
      from generate_series(1, 40) i cross join lateral (select 't' || i as tenant) t
      cross join lateral (select belfry.reminder_id(tenant, 'note', 'a', 'once', 'ana') as id) r`)
    let now = 0
    let most = 0
    slow.script(async () => {
      most = Math.max(most, ++now)
      await test.belfry.clock.read()
      now -= 1
      return { kind: 'delivered' }
    })
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await slow.received(40)
    expect(most).toBe(3)
    expect(new Set(slow.sent.map(({ tenant }) => tenant)).size).toBe(40)
  })

  it('when they are full leave the backlog where it is', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 10 })
    const belfry = await open({ channels: [slow], defaultChannels: ['slow'] })
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    const end = latch()
    const full = latch()
    let begun = 0
    slow.script(async () => {
      if (++begun === 10) full.open()
      await end.opened
      return { kind: 'delivered' }
    })
    await belfry.reminders.scheduleMany(many(1_000))
    belfry.startWorker({ batchMax: 50 })
    await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await full.opened
    // A thousand round trips: a worker that drags everything out has done so by then.
    for (let i = 0; i < 1_000; i++) await belfry.clock.read()
    const { rows } = await (await client()).query('select count(*)::integer as waiting from belfry.reminders')
    expect(rows[0].waiting).toBeGreaterThan(800)
    end.open()
    expect(await slow.received(1_000)).toHaveLength(1_000)
  })

  it('are counted before the first fire: a worker that starts takes no more out of the backlog, so it goes in due order', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 10 })
    const belfry = await open({ channels: [slow], defaultChannels: ['slow'] })
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    const due = (i: number) => new Date(Date.UTC(2030, 0, 1, 0, 1) + i)
    await belfry.reminders.scheduleMany(many(500).map(({ in: _, ...one }, i) => ({ ...one, at: due(i) })))
    await belfry.clock.set(due(500))
    belfry.startWorker()
    const sent = (await slow.received(500)).map(({ dueAt }) => dueAt.getTime() - due(0).getTime())
    // Two fires share the places, and a place that frees is taken at once: a few change their places, nobody waits behind hundreds.
    const away = sent.map((i, place) => Math.abs(i - place))
    expect(Math.max(...away)).toBeLessThan(150)
  })

  it('when they are full are no matter to a channel that has some left', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 2 })
    const idle = memoryChannel({ name: 'idle', concurrency: 10 })
    const belfry = await open({ channels: [slow, idle], defaultChannels: ['slow'] })
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    const end = latch()
    slow.script(async () => {
      await end.opened
      return { kind: 'delivered' }
    })
    await belfry.reminders.scheduleMany(many(500))
    await belfry.reminders.schedule(reminder('idle', { in: 'PT61S', channels: ['idle'] }))
    const worker = belfry.startWorker({ batchMax: 50 })
    await belfry.clock.set(new Date('2030-01-01T00:01:01Z'))
    await idle.received(1)
    // one reminder a look would be 500
    expect(worker.looks).toBeLessThan(100)
    expect(slow.sent).toHaveLength(0)
    end.open()
  })

  it('when they come and go are for those who wait already, not for more of the backlog', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 10 })
    const belfry = await open({ channels: [slow], defaultChannels: ['slow'] })
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    const tables = openTables(url())
    atEnd(() => tables.close())
    let most = 0
    slow.script(async () => {
      const waiting = await tables.query(`select from belfry.deliveries where state = 'pending'`)
      most = Math.max(most, waiting.length)
      return { kind: 'delivered' }
    })
    await belfry.reminders.scheduleMany(many(1_000))
    belfry.startWorker({ batchMax: 50 })
    await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await slow.received(1_000)
    expect(most).toBeLessThan(200)
  })

  it('are not asked for by in-app: alone, it is written in whole batches', async () => {
    const belfry = await open()
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    await belfry.reminders.scheduleMany(many(2_000))
    const fires = written(belfry.startWorker(), 2_000)
    await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    expect(await fires).toBeLessThan(10)
  })
})

describe('late reminders that are spread', () => {
  it('are shared between tenants: one of a small tenant does not wait behind the mass of another', async () => {
    const test = await start({ worker: { lateMax: 50, latePerSecond: 20 } })
    const small = await open({ tenant: 'small', channels: [test.memory], defaultChannels: ['memory'] })
    // a person each: those of one person would be one message
    for (let i = 0; i < 100; i++) await test.belfry.recipients.put({ id: `person-${i}` })
    await test.belfry.reminders.scheduleMany(many(100).map((one, i) => ({ ...one, recipient: `person-${i}` })))
    await small.reminders.schedule(reminder('small', { in: 'PT2M' }))
    const sent: string[] = []
    const rang = new Promise<void>((resolve) =>
      test.memory.script(({ tenant }) => {
        sent.push(tenant)
        if (tenant === 'small') resolve()
        return { kind: 'delivered' }
      }),
    )
    await test.belfry.clock.set(new Date('2030-01-01T01:00:00Z'))
    await rang
    expect(sent.length).toBeLessThan(50)
  })
})
