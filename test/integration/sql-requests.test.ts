// Requests that the SQL functions leave for a worker: in which order they come among other calls, what they hold meanwhile,
// and that nobody waits for one which cannot be resolved just now.

import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { asleep, useDatabase } from './running.ts'

const { start, client } = useDatabase()
const begin = { now: '2030-03-01T08:00:00Z' }
let test: TestBelfry
let sql: pg.Client

beforeEach(async () => {
  test = await start(begin)
  sql = await client()
})

const name = { type: 'meeting', id: '42' }
const meeting = { ...name, at: '2030-03-04T10:00:00Z', recipients: ['ana'], plan: ['-PT1H'] }
const note = { entity: { type: 'note', id: '1' }, recipient: 'ana' }

/** As a trigger would: a meeting of Ana's with a reminder an hour before it. */
const ask = (id: string, at: string, by: pg.Client = sql) =>
  by.query(
    `select belfry.put_entity('default', 'meeting', $1, at => $2, recipients => array['ana'], plan => array['-PT1H'])`,
    [id, at],
  )
const askTitle = (title: string, by: pg.Client = sql) =>
  by.query(`select belfry.put_entity('default', 'meeting', '42', title => $1)`, [title])
const askNote = (at: string) =>
  sql.query(`select belfry.schedule('default', 'note', '1', 'once', 'ana', at => $1)`, [at])
const askRecipient = (id: string) =>
  sql.query(`select belfry.put_entity('default', 'meeting', '42', recipients => array[$1])`, [id])
const openRequests = async () => (await sql.query('select from belfry.requests where failed_at is null')).rows.length
const rung = () => test.memory.sent.map(({ dueAt }) => dueAt.toISOString().slice(5, 16))

/** Nobody resolves anything until `restart`. */
const halt = () => test.worker.stop()
async function restart(): Promise<void> {
  test = await start({ now: (await test.belfry.clock.read()).now.toISOString() })
}

describe('an older request', () => {
  it('does not bring back a reminder that was cancelled after it', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-03-02T09:00:00Z' })
    await halt()
    await askNote('2030-03-03T09:00:00Z')
    expect(await test.belfry.reminders.cancel(id)).toMatchObject({ cancelled: true })
    await restart()
    await test.advance('P5D')
    expect(rung()).toEqual([])
  })

  it('does not overwrite what was scheduled after it', async () => {
    await halt()
    await askNote('2030-03-03T09:00:00Z')
    await test.belfry.reminders.schedule({ ...note, at: '2030-03-04T09:00:00Z' })
    await restart()
    await test.advance('P5D')
    expect(rung()).toEqual(['03-04T09:00'])
  })

  it('does not overwrite what was put after it, while a worker is resolving', async () => {
    const ids = Array.from({ length: 25 }, (_, i) => String(i))
    for (const id of ids) {
      await ask(id, '2030-03-04T11:00:00Z')
      await test.belfry.entities.put({ ...meeting, id, at: '2030-03-04T12:00:00Z' })
    }
    await test.settled()
    const { items } = await test.belfry.entities.list({ type: 'meeting' })
    const overwritten = items.filter(({ at }) => at?.instant?.toISOString() !== '2030-03-04T12:00:00.000Z')
    expect([items.length, overwritten]).toEqual([25, []])
  })
})

describe('the same asked for again', () => {
  it('lets a series go on', async () => {
    const daily = () =>
      sql.query(`select belfry.schedule('default', 'note', '1', 'daily', 'ana', local_at => '2030-03-01T09:00:00',
        timezone => 'UTC', fields => '{"rule": "FREQ=DAILY"}')`)
    await daily()
    await test.settled()
    await daily()
    await test.advance('P3D')
    expect(rung()).toEqual(['03-01T09:00', '03-02T09:00', '03-03T09:00'])
  })

  it('leaves a snoozed reminder where it is', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-03-01T09:00:00Z' })
    await test.jump('2030-03-01T09:00:00Z')
    await test.belfry.reminders.snooze(id, { for: 'PT30M' })
    await askNote('2030-03-01T09:00:00Z')
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T09:00', '03-01T09:30'])
  })

  it('leaves a snoozed step where it is, although its first moment has passed', async () => {
    const { reminders } = await test.belfry.entities.put(meeting)
    await test.belfry.reminders.snooze(reminders[0]!.id, { until: '2030-03-04T09:45:00Z' })
    await test.jump('2030-03-04T09:30:00Z')
    await askTitle('Budget')
    await test.settled()
    expect(rung()).toEqual([])
    await test.advance('P1D')
    expect(rung()).toEqual(['03-04T09:45'])
  })
})

describe('what a request holds', () => {
  it('stays held when its recipient changes', async () => {
    await test.belfry.entities.put(meeting)
    await halt()
    await ask('42', '2030-03-08T10:00:00Z')
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
    expect(items.map(({ dueAt }) => dueAt)).toEqual([null])
    await restart()
    await test.advance('P10D')
    expect(rung()).toEqual(['03-08T09:00'])
  })

  it('does not ring at its old time because the request failed, if a later one moved it', async () => {
    await test.belfry.entities.put(meeting)
    await halt()
    await sql.query(`select belfry.put_entity('default', 'meeting', '42', recipients => array['nobody'])`)
    await ask('42', '2030-03-09T10:00:00Z')
    await restart()
    await test.advance('P10D')
    expect(await test.belfry.requests.failed()).toMatchObject([{ error: { code: 'unknown_recipient' } }])
    expect(rung()).toEqual(['03-09T09:00'])
  })
})

describe('a request that cannot be resolved just now', () => {
  const soon = '2030-03-04T11:00:00Z'

  it('because somebody has the entity keeps neither what is due waiting nor other requests', async () => {
    const holder = await client()
    await halt()
    await ask('42', soon)
    await ask('43', soon)
    await holder.query('begin')
    await askTitle('Budget', holder)
    await test.belfry.reminders.schedule({ ...note, at: begin.now })
    await restart()
    await test.settled()
    expect(rung()).toEqual(['03-01T08:00'])
    expect(await test.belfry.entities.get({ ...name, id: '43' })).toMatchObject({ version: 1 })
    expect(await test.belfry.entities.get(name)).toBeNull()
    await holder.query('rollback')
    await test.settled()
    expect(await test.belfry.entities.get(name)).toMatchObject({ version: 1, title: null })
  })

  it('because somebody has the entity does not stand in the way of who cancels it', async () => {
    const holder = await client()
    await halt()
    await ask('42', soon)
    await holder.query('begin')
    await askTitle('Budget', holder)
    await restart()
    await test.settled()
    const { rows } = await holder.query(`select * from belfry.cancel('default', 'meeting', '42')`)
    expect(rows).toEqual([{ cancelled: 0, in_flight: 0 }])
    await holder.query('commit')
    await test.advance('P5D')
    expect([rung(), await openRequests()]).toEqual([[], 0])
  })

  it('for a reason outside of it is tried five times, keeps no other waiting, and is then listed', async () => {
    await sql.query(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'P0001'; end $$`)
    await sql.query(`create trigger refuse before insert on belfry.entities for each row when (new.id = '42')
      execute function public.refuse()`)
    await halt()
    await ask('42', soon)
    await ask('43', soon)
    await restart()
    await test.settled()
    expect(await test.belfry.entities.get({ ...name, id: '43' })).toMatchObject({ version: 1 })
    while ((await openRequests()) > 0) await test.settled()
    expect(await test.belfry.requests.failed()).toMatchObject([{ entity: name, error: { code: 'database_refused' } }])
    expect((await sql.query('select tries from belfry.requests')).rows).toEqual([{ tries: 5 }])
  })

  it('because there are many before it does not keep what is due waiting', async () => {
    await sql.query('create table public.seen (requests integer)')
    await sql.query(`create function public.see() returns trigger language plpgsql as
      $$ begin insert into public.seen select count(*) from belfry.requests; return null; end $$`)
    await sql.query('create trigger see after insert on belfry.claims for each row execute function public.see()')
    await halt()
    await sql.query(
      `select belfry.put_entity('default', 'meeting', n::text, at => '${soon}') from generate_series(1, 200) n`,
    )
    await test.belfry.reminders.schedule({ ...note, at: begin.now })
    await restart()
    await test.settled()
    // Fifty are resolved at a time, and after each round it is the turn of what is due.
    expect((await sql.query('select requests from public.seen')).rows).toEqual([{ requests: 150 }])
    expect([rung(), await openRequests()]).toEqual([['03-01T08:00'], 0])
  })
})

it('a plan that counts from an anchor called constructor is resolved, and so is the next request', async () => {
  await sql.query(`select belfry.put_entity('default', 'meeting', '42', at => '2030-03-04T10:00:00Z',
    recipients => array['ana'], fields => '{"plan": [{"kind": "x", "offset": "-PT1H", "anchor": "constructor"}]}')`)
  await ask('43', '2030-03-04T10:00:00Z')
  await test.settled()
  const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
  expect(items.map(({ entity }) => entity.id)).toEqual(['43'])
  expect(await test.belfry.requests.failed()).toEqual([])
})

it('nulls inside of data stay', async () => {
  await sql.query(`select belfry.put_entity('default', 'meeting', '42', data => '{"a": null, "b": 1}')`)
  await test.settled()
  expect((await test.belfry.entities.get(name))?.data).toEqual({ a: null, b: 1 })
})

it('an erased recipient leaves nothing in requests', async () => {
  await halt()
  await sql.query(`select belfry.schedule('default', 'note', '1', 'once', 'ana', at => '2030-03-03T09:00:00Z',
    title => 'Ana: appointment', body => 'private')`)
  await test.belfry.recipients.delete('ana')
  expect((await sql.query('select input from belfry.requests')).rows).toEqual([])
  await restart()
  await test.advance('P5D')
  expect([rung(), await test.belfry.requests.failed()]).toEqual([[], []])
})

/** As a row that is written twice in one transaction, with a trigger: two requests are open at once. */
async function together(...asks: (() => Promise<unknown>)[]): Promise<void> {
  await sql.query('begin')
  for (const ask of asks) await ask()
  await sql.query('commit')
}

describe('two requests of one entity that are open at once', () => {
  it('and both fail: what they held rings on', async () => {
    await test.belfry.entities.put(meeting)
    await together(
      () => askRecipient('nobody'),
      () => askRecipient('no-one'),
    )
    await test.advance('P5D')
    expect(await test.belfry.requests.failed()).toHaveLength(2)
    expect(rung()).toEqual(['03-04T09:00'])
  })

  it('and both say what a series is already: it goes on', async () => {
    const daily = () =>
      sql.query(`select belfry.schedule('default', 'note', '1', 'daily', 'ana', local_at => '2030-03-01T09:00:00',
        timezone => 'UTC', fields => '{"rule": "FREQ=DAILY"}')`)
    await daily()
    await test.settled()
    await together(daily, daily)
    await test.advance('P3D')
    expect(rung()).toEqual(['03-01T09:00', '03-02T09:00', '03-03T09:00'])
  })

  it('and leave a snoozed reminder as it is: it rings', async () => {
    const once = () =>
      sql.query(`select belfry.schedule('default', 'note', '1', 'once', 'ana', at => '2030-03-01T09:00:00Z')`)
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-03-01T09:00:00Z' })
    await test.jump('2030-03-01T09:00:00Z')
    await test.belfry.reminders.snooze(id, { for: 'PT30M' })
    await together(once, once)
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T09:00', '03-01T09:30'])
  })

  it('and leave a snoozed step where it is: it rings', async () => {
    const { reminders } = await test.belfry.entities.put(meeting)
    await test.belfry.reminders.snooze(reminders[0]!.id, { until: '2030-03-04T09:30:00Z' })
    await together(
      () => askTitle('Old'),
      () => askTitle('New'),
    )
    await test.advance('P5D')
    expect(rung()).toEqual(['03-04T09:30'])
  })

  it('and concern different reminders of it: what the first held rings on after it failed', async () => {
    await test.belfry.reminders.schedule({ ...note, at: '2030-03-02T09:00:00Z' })
    await together(
      () =>
        sql.query(`select belfry.schedule('default', 'note', '1', 'once', 'ana', at => '2030-03-03T09:00:00Z',
          fields => '{"nonsense": 1}')`),
      () => sql.query(`select belfry.schedule('default', 'note', '1', 'other', 'ana', at => '2030-03-03T09:00:00Z')`),
    )
    await test.advance('P5D')
    expect(rung()).toEqual(['03-02T09:00', '03-03T09:00'])
  })
})

it('a snoozed step has the title that a request gave its entity', async () => {
  const { reminders } = await test.belfry.entities.put({ ...meeting, title: 'Old' })
  await test.belfry.reminders.snooze(reminders[0]!.id, { until: '2030-03-04T09:30:00Z' })
  await askTitle('New')
  await test.advance('P5D')
  expect(test.memory.sent.map(({ title }) => title)).toEqual(['New'])
})

it('a request whose entity was locked is resolved when it is let go, without a word from anybody', async () => {
  await test.worker.stop()
  const holder = await client()
  await askTitle('Budget')
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(belfry.entity_lock('default', 'meeting', '42'))`)
  test = await start({ ...begin, ...asleep })
  // More than once: so that it sleeps, and no look that was already asked for comes after the roll-back.
  for (let i = 0; i < 5; i++) await test.settled()
  await holder.query('rollback')
  for (;;) if (await test.belfry.entities.get(name)) break
})

it('a moment finer than a millisecond is rounded up: never early', async () => {
  await askNote('2030-03-02T09:00:00.0001Z')
  await test.settled()
  const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
  expect(items.map(({ dueAt }) => dueAt?.toISOString())).toEqual(['2030-03-02T09:00:00.001Z'])
})
