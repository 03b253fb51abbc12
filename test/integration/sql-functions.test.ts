import { describe, expect, it } from 'vitest'
import { useDatabase } from './running.ts'

const { start, client } = useDatabase()
const name = { type: 'meeting', id: '42' }

const table = `
  create table public.meetings (id text primary key, starts_at timestamptz, attendees text[], title text, called_off boolean default false);
  create function public.remind() returns trigger language plpgsql as $$
  begin
    if new.called_off then
      perform belfry.cancel('default', 'meeting', new.id);
    else
      perform belfry.put_entity('default', 'meeting', new.id, at => new.starts_at, recipients => new.attendees,
        plan => array['-PT24H', '-PT1H'], title => new.title);
    end if;
    return new;
  end $$;
  create trigger remind after insert or update on public.meetings for each row execute function public.remind();
`

describe('from a trigger on a table of one’s own', () => {
  it('a meeting is reminded of, moves with its row, and is called off with it', async () => {
    const test = await start({ now: '2030-03-01T08:00:00Z' })
    const sql = await client()
    await sql.query(table)
    await sql.query(`insert into meetings values ('42', '2030-03-04T09:00:00Z', array['ana'], 'Budget')`)
    await test.settled()
    expect(await test.belfry.entities.get(name)).toMatchObject({ title: 'Budget', recipients: [{ id: 'ana' }] })
    await sql.query(`update meetings set starts_at = '2030-03-05T09:00:00Z'`)
    await test.advance('P3DT12H')
    expect(test.memory.sent.map(({ kind, dueAt }) => [kind, dueAt.toISOString()])).toEqual([
      ['24h_before', '2030-03-04T09:00:00.000Z'],
    ])
    await sql.query('update meetings set called_off = true')
    await test.advance('P5D')
    expect(test.memory.sent).toHaveLength(1)
  })

  it('rolled back, it never existed', async () => {
    const test = await start({ now: '2030-03-01T08:00:00Z' })
    const sql = await client()
    await sql.query(table)
    await sql.query('begin')
    await sql.query(`insert into meetings values ('42', '2030-03-04T09:00:00Z', array['ana'], 'Budget')`)
    await sql.query('rollback')
    await test.advance('P5D')
    expect(test.memory.sent).toEqual([])
    expect(await test.belfry.entities.get(name)).toBeNull()
  })

  it('an old time does not ring while nobody has resolved the new one', async () => {
    const test = await start({ now: '2030-03-01T08:00:00Z' })
    const sql = await client()
    await sql.query(table)
    await sql.query(`insert into meetings values ('42', '2030-03-04T09:00:00Z', array['ana'], 'Budget')`)
    await test.settled()
    await test.worker.stop()
    await sql.query(`update meetings set starts_at = '2030-03-08T09:00:00Z'`)
    const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
    expect(items.map(({ dueAt }) => dueAt)).toEqual([null, null])
  })

  it('cancel answers at once, and drops what nobody has resolved', async () => {
    const test = await start({ now: '2030-03-01T08:00:00Z' })
    const sql = await client()
    await test.worker.stop()
    await sql.query(`select belfry.put_entity('default', 'meeting', '42', local_at => '2030-03-04T10:00:00',
      timezone => 'Europe/Paris', recipients => array['ana'], plan => array['-PT1H'])`)
    const { rows } = await sql.query(`select * from belfry.cancel('default', 'meeting', '42')`)
    expect(rows).toEqual([{ cancelled: 0, in_flight: 0 }])
    expect((await sql.query('select count(*)::integer as n from belfry.requests')).rows).toEqual([{ n: 0 }])
  })
})

it('what was snoozed is not left so by cancel', async () => {
  const { belfry, advance } = await start({ defaultChannels: ['in_app'] })
  const sql = await client()
  await belfry.reminders.schedule({ entity: name, recipient: 'ana', in: 'PT1M' })
  await advance('PT2M')
  const [item] = (await belfry.inbox.list({ recipient: 'ana' })).items
  await belfry.inbox.snooze(item!.id, { for: 'PT1H' })
  await sql.query(`select belfry.cancel('default', 'meeting', '42')`)
  expect((await belfry.inbox.list({ recipient: 'ana' })).items).toMatchObject([{ id: item!.id, state: 'archived' }])
})

it('what was asked for before a put from the library comes before it', async () => {
  const test = await start({ now: '2030-03-01T08:00:00Z' })
  const sql = await client()
  await test.worker.stop()
  await sql.query(`select belfry.put_entity('default', 'meeting', '42', at => '2030-03-04T10:00:00Z', title => 'Old',
    recipients => array['ana'], plan => array['-PT1H'])`)
  await test.belfry.entities.put({ ...name, title: 'New' })
  expect(await test.belfry.entities.get(name)).toMatchObject({ title: 'New', recipients: [{ id: 'ana' }] })
})

it('schedule takes an instant or a local time', async () => {
  const test = await start()
  const sql = await client()
  await sql.query(
    `select belfry.schedule('default', 'note', '1', 'once', 'ana', at => '2030-01-02T09:00:00Z', title => 'Tea')`,
  )
  await sql.query(`select belfry.schedule('default', 'note', '2', 'once', 'ana', local_at => '2030-01-02T09:00:00',
    timezone => 'Asia/Seoul', fields => '{"critical": true}')`)
  await test.advance('P2D')
  expect(test.memory.sent.map(({ entity, dueAt }) => [entity.id, dueAt.toISOString()])).toEqual([
    ['2', '2030-01-02T00:00:00.000Z'],
    ['1', '2030-01-02T09:00:00.000Z'],
  ])
})

it('a request that cannot be resolved is kept with its reason, and what it held rings on', async () => {
  const test = await start()
  const sql = await client()
  await test.belfry.entities.put({ ...name, at: '2030-01-02T09:00:00Z', recipients: ['ana'], plan: ['-PT1H'] })
  await sql.query(`select belfry.put_entity('default', 'meeting', '42', recipients => array['nobody'])`)
  await test.settled()
  expect(await test.belfry.requests.failed()).toMatchObject([
    { verb: 'put_entity', entity: name, error: { code: 'unknown_recipient', field: '/recipients/0' } },
  ])
  await test.advance('P2D')
  expect(test.memory.sent).toHaveLength(1)
})

describe('row-level security', () => {
  it('shows a role the tenant that its transaction has set, and no other', async () => {
    const test = await start()
    const sql = await client()
    const role = `app_${Math.random().toString(36).slice(2, 10)}`
    await sql.query(`create role ${role}`)
    try {
      await sql.query(`select belfry.grant_to('${role}')`)
      await sql.query('begin')
      await sql.query(`set local role ${role}`)
      await sql.query(`select set_config('belfry.tenant', 'default', true)`)
      const inside = test.belfry.with(sql)
      await inside.entities.put({ ...name, at: '2030-01-02T09:00:00Z', recipients: ['ana'], plan: ['-PT1H'] })
      await inside.reminders.schedule({ entity: name, recipient: 'ana', in: 'PT1H' })
      await sql.query('commit')
      await sql.query('begin')
      await sql.query(`set local role ${role}`)
      await sql.query(`select set_config('belfry.tenant', 'other', true)`)
      expect((await sql.query('select count(*)::integer as n from belfry.reminders')).rows).toEqual([{ n: 0 }])
      expect(await inside.entities.get(name)).toBeNull()
      await expect(inside.reminders.schedule({ entity: name, recipient: 'ana', in: 'PT2H' })).rejects.toThrow()
      await sql.query('rollback')
      await test.advance('P2D')
      expect(test.memory.sent).toHaveLength(2)
    } finally {
      await sql.query(`drop owned by ${role}`)
      await sql.query(`drop role ${role}`)
    }
  })
})
