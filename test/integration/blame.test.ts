// A reminder is quarantined for its own fault only. Everybody here has failed four times before: the first who is blamed is
// quarantined.

import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Worker } from '../../src/index.ts'
import { many, reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

/** What is called `poison` ends the transaction of whoever fires it. */
async function poison(sql: pg.Client): Promise<void> {
  await sql.query(`create function public.poison() returns trigger language plpgsql as $$
    begin if new.title = 'poison' then raise exception 'poison'; end if; return new; end $$`)
  await sql.query(
    'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
  )
  await sql.query(
    `insert into belfry.trouble (bucket, reminder, failures, last_error) select bucket, id, 4, 'poison' from belfry.reminders`,
  )
}

function quarantined(worker: Worker): Promise<{ reminder: string }> {
  return new Promise((resolve) => worker.events.once('quarantined', resolve))
}

describe('blame', () => {
  it('does not fall on a held tenant’s reminder that was due before the culprit', async () => {
    const test = await start()
    const other = await open({ tenant: 'other', channels: [test.memory], defaultChannels: ['memory'] })
    await test.belfry.holds.hold({ tenant: 'default', reason: 'maintenance' })
    const good = await test.belfry.reminders.schedule(reminder('good', { in: 'PT1M' }))
    const bad = await other.reminders.schedule(reminder('bad', { in: 'PT2M', title: 'poison' }))
    await poison(await client())
    const first = quarantined(test.worker)
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    expect((await first).reminder).toBe(bad.id)
    await test.belfry.holds.release({ tenant: 'default' })
    await test.memory.received(1)
    await test.settled()
    expect((await test.belfry.reminders.explain(good.id)).deliveries).toMatchObject([{ state: 'sent' }])
  })

  it('does not fall on a reminder that another worker’s buckets hold', async () => {
    const test = await start()
    await test.worker.stop()
    const sql = await client()
    const good = await test.belfry.reminders.schedule(reminder('good', { in: 'PT1M' }))
    const bad = await test.belfry.reminders.schedule(reminder('bad', { in: 'PT2M', title: 'poison' }))
    await poison(sql)
    const { rows } = await sql.query('select belfry.bucket_of($1) as good, belfry.bucket_of($2) as bad', [
      good.id,
      bad.id,
    ])
    expect(rows[0].good).not.toBe(rows[0].bad)
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    const worker = test.belfry.startWorker({ buckets: [rows[0].bad] })
    expect((await quarantined(worker)).reminder).toBe(bad.id)
    expect(await test.belfry.reminders.get(good.id)).toMatchObject({ state: 'scheduled' })
  })

  it('does not fall on a late one that is being spread, and what is on time rings meanwhile', async () => {
    const test = await start({ worker: { lateMax: 10, latePerSecond: 5 } })
    await test.belfry.reminders.scheduleMany(many(200, { kind: 'late' }))
    const bad = await test.belfry.reminders.schedule(reminder('bad', { in: 'PT1H', title: 'poison' }))
    await test.belfry.reminders.schedule(reminder('good', { in: 'PT1H', title: 'good' }))
    await poison(await client())
    const first = quarantined(test.worker)
    const rang = new Promise<void>((resolve) =>
      test.memory.script(({ title }) => {
        if (title === 'good') resolve()
        return { kind: 'delivered' }
      }),
    )
    await test.belfry.clock.set(new Date('2030-01-01T01:00:00Z'))
    expect((await first).reminder).toBe(bad.id)
    await rang
  })

  it('is written where a cancelled row of the same moment stands', async () => {
    const test = await start()
    const wanted = { ...reminder('a', { title: 'poison' }), in: undefined, at: '2030-01-01T00:01:00Z' }
    const { id } = await test.belfry.reminders.schedule(wanted)
    await test.belfry.reminders.cancel(id)
    await test.belfry.reminders.schedule(wanted)
    const sql = await client()
    await poison(sql)
    // a batch that meets a row of its own opens it again, and that is where this one fails
    await sql.query(`create trigger poison_again before update on belfry.deliveries for each row
      when (new.state = 'pending') execute function public.poison()`)
    const first = quarantined(test.worker)
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await first
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'quarantined', reason: 'poison' },
    ])
  })

  it('is forgotten once the reminder was fired after all', async () => {
    const test = await start()
    const sql = await client()
    await sql.query(`create function public.hiccup() returns trigger language plpgsql as $$
      begin if (select coalesce(max(failures), 0) from belfry.trouble) < 2 then raise exception 'hiccup'; end if; return new; end $$`)
    await sql.query(
      'create trigger hiccup before insert on belfry.deliveries for each row execute function public.hiccup()',
    )
    await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await test.memory.received(1)
    await test.settled()
    expect((await sql.query('select * from belfry.trouble')).rows).toEqual([])
  })
})
