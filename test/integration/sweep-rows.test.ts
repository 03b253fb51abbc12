// Rows as other people's tables have them: one meeting with a row for each who takes part, times of whole seconds.

import { describe, expect, it } from 'vitest'
import type { MemoryChannel } from '../../src/index.ts'
import { useDatabase } from './running.ts'
import { at, hourly, now } from './sweeping.ts'

const { start, client } = useDatabase()

const people = ['ana', 'ben', 'cem', 'dia', 'eva', 'fay']

function toldWhom({ sent }: MemoryChannel): string[] {
  return sent.map(({ entity, recipient }) => `${entity.id} ${recipient}`).sort()
}

describe('one meeting with several people', () => {
  it.each([1, 2, 4, 5, 6])('each of them hears, in pages of %i', async (batchSize) => {
    const test = await start({ now })
    const sql = await client()
    await sql.query(
      `create table public.meetings (id integer primary key, due_at timestamptz);
       create table public.participants (meeting integer, person text);
       create view public.invited as select id, due_at, person from public.meetings left join public.participants on meeting = id`,
    )
    await sql.query('insert into public.meetings values (1, $1), (2, $1), (3, $1)', [at('+PT5H')])
    await sql.query('insert into public.participants select m, p from unnest($1::integer[]) m, unnest($2::text[]) p', [
      [1, 2],
      people,
    ])
    // Somebody who is not known, and somebody who is invited twice.
    await sql.query(`insert into public.participants values (1, null), (1, 'fay')`)
    await test.belfry.sweeps.put(hourly({ table: 'invited', recipient: 'person' }, { batchSize, enabled: false }))
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'done', reminded: 12, errors: 0, skipped: { no_recipient: 2 } })
    await test.settled()
    expect(toldWhom(test.memory)).toEqual([1, 2].flatMap((id) => people.map((person) => `${id} ${person}`)))
  })

  it('each of their rows is claimed for itself', async () => {
    const test = await start({ now })
    const sql = await client()
    await sql.query(
      `create table public.invited (id integer, person text, due_at timestamptz, sent_at timestamptz, primary key (id, person))`,
    )
    await sql.query('insert into public.invited select 1, p, $2 from unnest($1::text[]) p', [people, at('+PT5H')])
    await sql.query(`update public.invited set sent_at = $1 where person = 'ben'`, [at('-PT1H')])
    const source = { table: 'invited', recipient: 'person', reminderSentAt: 'sent_at' }
    await test.belfry.sweeps.put(hourly(source, { batchSize: 4, enabled: false }))
    // Somebody else is at this one.
    const other = await client()
    await other.query('begin')
    await other.query(`select from public.invited where person = 'cem' for update`)
    const first = await test.belfry.sweeps.run('tasks')
    expect(first).toMatchObject({ reminded: 4, skipped: { already_reminded: 1, busy: 1 } })
    const { rows } = await sql.query(`select person, sent_at as at from public.invited order by person`)
    const marked = (person: string) => (person === 'ben' ? at('-PT1H') : person === 'cem' ? null : at('+PT0S'))
    expect(rows).toEqual(people.map((person) => ({ person, at: marked(person) })))
    await other.query('commit')
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1, skipped: { already_reminded: 5 } })
    await test.settled()
    expect(toldWhom(test.memory)).toEqual(people.filter((one) => one !== 'ben').map((person) => `1 ${person}`))
  })
})

it.each(['timestamptz(0)', 'timestamp(0)'])('a column of %s has nothing rounded away from it', async (type) => {
  const test = await start({ now: '2030-01-15T10:00:00.700Z' })
  const sql = await client()
  await sql.query(`create table public.tasks (id integer primary key, owner text, due_at ${type})`)
  await sql.query(`insert into public.tasks values (1, 'ana', '2030-01-15T10:00:01Z')`)
  await test.belfry.sweeps.put(hourly({}, { enabled: false }))
  expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', examined: 1, reminded: 1 })
})
