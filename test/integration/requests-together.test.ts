// Several requests of one entity that are open together, and what is locked while a worker wants to resolve it.

import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { runtimeRules, type ZoneRules } from '../../src/time/zone-rules.ts'
import { asleep, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()
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
const askTitle = (title: string) =>
  sql.query(`select belfry.put_entity('default', 'meeting', '42', title => $1)`, [title])
const askRecipient = (id: string) =>
  sql.query(`select belfry.put_entity('default', 'meeting', '42', recipients => array[$1])`, [id])
const rung = () => test.memory.sent.map(({ dueAt }) => dueAt.toISOString().slice(5, 16))

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
}, 10_000)

const instead = (zone: string) => (zone === 'Europe/Paris' ? 'Etc/GMT-2' : zone)
const changed: ZoneRules = {
  offsetMsAt: (instant, zone) => runtimeRules.offsetMsAt(instant, instead(zone)),
  possibleInstants: (local, zone) => runtimeRules.possibleInstants(local, instead(zone)),
}

it('a reminder that was locked while a newer time-zone database was applied does not ring at the old time', async () => {
  await test.worker.stop()
  const older = await open({ timeZones: { rules: runtimeRules, version: '2030a' } })
  const { id } = await older.reminders.schedule({ ...note, at: '2030-03-02T09:00:00', timezone: 'Europe/Paris' })
  const holder = await client()
  await holder.query('begin')
  await holder.query('select from belfry.reminders where id = $1 for update', [id])
  test = await start({ ...begin, timeZones: { rules: changed, version: '2030b' } })
  await test.settled()
  await holder.query('rollback')
  await test.advance('P3D')
  expect(rung()).toEqual(['03-02T07:00'])
})
