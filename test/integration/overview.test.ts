import { describe, expect, it } from 'vitest'
import { latch } from './latch.ts'
import { many, reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

describe('the overview', () => {
  it('has what workers did by the minute, with how late, from what they wrote down', async () => {
    const test = await start()
    test.memory.script(({ entity }) => ({
      kind: entity.id === '0' ? 'refused' : entity.id === '1' ? 'unknown' : 'delivered',
    }))
    await test.belfry.reminders.scheduleMany(many(6))
    await test.jump('2030-01-01T00:01:40Z')
    await test.belfry.reminders.schedule(reminder('later', { in: 'PT3M' }))
    await test.advance('PT3M')
    await test.worker.stop()
    const { spans, lastHour, stats } = await test.belfry.overview.read({ from: new Date('2030-01-01T00:00:00Z') })
    expect(stats.attention).toMatchObject({ failed: { value: 1 }, unknown: { value: 1 } })
    expect(spans.map(({ at }) => at.toISOString())).toEqual(
      [0, 1, 2, 3, 4].map((minute) => `2030-01-01T00:0${minute}:00.000Z`),
    )
    // Due at one minute, and fired forty seconds later.
    expect(spans[1]).toMatchObject({ sent: 4, failed: 1, unknown: 1, others: 0, lateness: { count: 6 } })
    expect(spans[1]!.lateness!.p50Ms).toBeGreaterThan(30_000)
    expect(spans[1]!.lateness!.p99Ms).toBeLessThanOrEqual(60_000)
    expect(spans[4]).toMatchObject({ sent: 1, failed: 0, lateness: { count: 1 } })
    expect(spans[2]).toMatchObject({ sent: 0, lateness: null, due: null })
    expect(lastHour).toMatchObject({ sent: 5, failed: 1, unknown: 1, lateness: { count: 7 } })
  })

  it('adds what several processes did, and longer spans', async () => {
    const test = await start()
    await test.belfry.reminders.scheduleMany(many(3))
    await test.jump('2030-01-01T00:01:00Z')
    await test.worker.stop()
    const sql = await client()
    await sql.query(
      `insert into belfry.pulses (minute, process, sent, lateness, due)
       select minute, 'another', 10, array_fill(0, array[18]) || array[10], 7
       from (values (timestamptz '2030-01-01 00:01:00Z'), ('2030-01-01 00:20:00Z')) v (minute)`,
    )
    const { spans } = await test.belfry.overview.read({
      ...{ from: new Date('2030-01-01T00:00:00Z'), to: new Date('2030-01-01T00:30:00Z'), step: 'PT15M' },
    })
    expect(spans.map(({ sent, due }) => ({ sent, due }))).toEqual([
      { sent: 13, due: 7 },
      { sent: 10, due: 7 },
      { sent: 0, due: null },
    ])
    expect(spans[0]!.lateness).toMatchObject({ count: 13, p99Ms: 3_600_000 })
  })

  it('costs nothing while nothing happens', async () => {
    const test = await start()
    const sql = await client()
    await test.advance('PT24H')
    await test.worker.stop()
    expect((await sql.query('select from belfry.pulses')).rowCount).toBe(0)
  })

  it('names workers with what they are sending, and those that left a lease behind', async () => {
    const test = await start()
    const gate = latch()
    test.memory.script(async () => {
      await gate.opened
      return { kind: 'delivered' }
    })
    await test.belfry.reminders.scheduleMany(many(3))
    const fired = new Promise((resolve) => test.worker.events.once('fired', resolve))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    test.worker.wake()
    await fired
    const sql = await client()
    await sql.query(
      `insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
       values (0, 'w-gone', clock_timestamp() + interval '1 minute', '{}', '{}', '{}', '{}')`,
    )
    const { workers } = await test.belfry.overview.read()
    const [running, gone] = workers
    expect(running).toMatchObject({ id: test.worker.id, isRunning: true, batches: 1, deliveries: 3 })
    expect(running!.leaseUntil).toBeInstanceOf(Date)
    expect(gone).toMatchObject({ id: 'w-gone', isRunning: false, connections: 0, batches: 1, deliveries: 0 })
    gate.open()
    await test.settled()
    const { workers: later } = await test.belfry.overview.read()
    expect(later[0]).toMatchObject({ batches: 0, leaseUntil: null })
  })

  it('refuses more spans than a chart has, and steps that are no minutes', async () => {
    const belfry = await open()
    const from = new Date('2030-01-01T00:00:00Z')
    const to = new Date('2030-01-02T00:00:00Z')
    await expect(belfry.overview.read({ from, to })).rejects.toMatchObject({ code: 'too_many', field: '/step' })
    await expect(belfry.overview.read({ step: 'PT90S' })).rejects.toMatchObject({
      ...{ code: 'invalid_duration', field: '/step' },
    })
    await expect(belfry.overview.read({ last: 'PT24H' })).rejects.toMatchObject({ code: 'too_many', field: '/step' })
    expect((await belfry.overview.read({ last: 'PT2H', step: 'PT1H' })).spans).toHaveLength(3)
    await expect(belfry.overview.read({ from: to, to: from, step: 'PT1H' })).rejects.toMatchObject({ field: '/from' })
  })

  it('is forgotten after 31 days', async () => {
    const test = await start({ retentionDays: 90 })
    const sql = await client()
    await sql.query(
      `insert into belfry.pulses (minute, process, lateness)
       select minute, 'p', array_fill(0, array[19])
       from (values (timestamptz '2029-11-30 23:59:00Z'), ('2029-12-02 00:00:00Z')) v (minute)`,
    )
    await test.belfry.sweeps.run('retention')
    const { rows } = await sql.query('select minute from belfry.pulses')
    expect(rows).toEqual([{ minute: new Date('2029-12-02T00:00:00Z') }])
  })
})
