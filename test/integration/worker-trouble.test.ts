import { describe, expect, it } from 'vitest'
import { createBelfry, memoryChannel } from '../../src/index.ts'
import { onServer } from '../database.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, client, atEnd } = useDatabase()

describe('one bad reminder', () => {
  it('that ends its transaction is quarantined after five times, and the others ring', async () => {
    const test = await start()
    const sql = await client()
    await sql.query(`create function public.poison() returns trigger language plpgsql as $$
      begin if new.entity_id = '13' and new.state <> 'quarantined' then raise exception 'poison'; end if; return new; end $$`)
    await sql.query(
      'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
    )
    const results = await test.belfry.reminders.scheduleMany(many(50))
    const quarantined = new Promise<{ reminder: string }>((resolve) => test.worker.events.once('quarantined', resolve))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    expect(await test.memory.received(49)).toHaveLength(49)
    expect((await quarantined).reminder).toBe(results[13]!.id)
    expect((await test.belfry.reminders.explain(results[13]!.id)).deliveries).toMatchObject([
      { state: 'quarantined', reason: 'poison' },
    ])
    expect((await sql.query('select failures from belfry.trouble')).rows).toEqual([{ failures: 5 }])
  })

  it('whose key somebody holds in an open transaction is set aside, and rings when they let go', async () => {
    const test = await start()
    const holder = await client()
    await test.belfry.reminders.scheduleMany(many(20))
    await holder.query('begin')
    const marked = await test.belfry
      .with(holder)
      .ledger.markReminderAsSent({ entityType: 'note', entityId: '7', reminderType: 'once', userId: 'ana' })
    expect(marked).toBe(true)
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await test.memory.received(19)
    expect(test.memory.sent.map(({ entity }) => entity.id)).not.toContain('7')
    await holder.query('rollback')
    expect(await test.memory.received(20)).toHaveLength(20)
  })
})

describe('many at once', () => {
  it('late by an outage are spread, while what is on time is not kept waiting', async () => {
    const test = await start({ worker: { lateMax: 50, latePerSecond: 40 } })
    const spreading = new Promise((resolve) => test.worker.events.once('spreading', resolve))
    // a person each: those of one person would be one message
    for (let i = 0; i < 120; i++) await test.belfry.recipients.put({ id: `person-${i}` })
    await test.belfry.reminders.scheduleMany(many(120).map((one, i) => ({ ...one, recipient: `person-${i}` })))
    await test.belfry.reminders.schedule(reminder('on time', { in: 'PT1H' }))
    await test.belfry.clock.set(new Date('2030-01-01T01:00:00Z'))
    await spreading
    const first = await test.memory.received(1)
    expect(first.length).toBeLessThan(120)
    const all = await test.memory.received(121)
    const position = all.findIndex(({ entity }) => entity.id === 'on time')
    expect(position).toBeLessThan(60)
  })

  it('of one tenant do not delay another tenant’s single one', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 10 })
    const test = await start({ channels: [slow] })
    const other = await createBelfry({ database: url(), tenant: 'other', channels: [slow] })
    atEnd(() => other.close())
    await other.recipients.put({ id: 'ana' })
    await test.belfry.reminders.scheduleMany(many(3_000, { channels: ['slow'] }))
    await other.reminders.schedule(reminder('theirs', { channels: ['slow'], in: 'PT2M' }))
    slow.script(() => new Promise((resolve) => setImmediate(() => resolve({ kind: 'delivered' }))))
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    await slow.received(3_001)
    const position = slow.sent.findIndex(({ tenant }) => tenant === 'other')
    expect(position).toBeLessThan(500)
  })

  it('never exceed the concurrency of their channel', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 7 })
    const test = await start({ channels: [slow] })
    let now = 0
    let most = 0
    slow.script(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return { kind: 'delivered' }
    })
    await test.belfry.reminders.scheduleMany(many(300, { channels: ['slow'] }))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await slow.received(300)
    expect(most).toBe(7)
  })
})

describe('without the comforts', () => {
  it('works by the poll alone, when NOTIFY is off', async () => {
    const memory = memoryChannel()
    const belfry = await createBelfry({ database: url(), channels: [memory], notify: false, pollMs: 200 })
    atEnd(() => belfry.close())
    await belfry.recipients.put({ id: 'ana' })
    belfry.startWorker()
    await belfry.reminders.schedule({ ...reminder('a', { channels: ['memory'] }), in: 'PT0.3S' })
    expect(await memory.received(1)).toHaveLength(1)
  })

  it('works behind a pooler in transaction mode: no session state, no prepared statements', async () => {
    const memory = memoryChannel()
    const belfry = await createBelfry({ database: url(), channels: [memory], pooled: true, pollMs: 200 })
    atEnd(() => belfry.close())
    await belfry.recipients.put({ id: 'ana' })
    belfry.startWorker()
    await belfry.reminders.scheduleMany(many(10, { channels: ['memory'], in: 'PT0.1S' }))
    expect(await memory.received(10)).toHaveLength(10)
  })

  it('goes on by itself after its connections were cut', async () => {
    const test = await start()
    const changes: string[] = []
    test.worker.events.on('database', ({ state }) => changes.push(state))
    const back = new Promise<void>((resolve) =>
      test.worker.events.on('database', ({ state }) => state === 'back' && resolve()),
    )
    const name = new URL(url()).pathname.slice(1)
    await test.belfry.reminders.scheduleMany(many(5))
    await test.belfry.clock.set(new Date('2030-01-01T00:00:59Z'))
    const lost = new Promise<void>((resolve) => test.worker.events.once('database', () => resolve()))
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    test.worker.wake()
    await lost
    await onServer(`alter database ${name} allow_connections true`)
    await back
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await back
    expect(await test.memory.received(5)).toHaveLength(5)
    expect(changes).toEqual(['lost', 'back'])
  })
})
