// Several runs at once share the work, a run that is killed half-way is finished by the next one, and tables may be elsewhere.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../database.ts'
import { gateAtReminded } from './gate.ts'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, open, client, url, atEnd } = useDatabase()

async function fill(count: number) {
  const sql = await client()
  await makeTasks(sql)
  await sql.query(
    `insert into public.tasks (id, title, owner, due_at)
     select g, 'Task ' || g, 'user-' || g % 20, timestamptz '${now}' + g * interval '1 s' from generate_series(1, $1::integer) g`,
    [count],
  )
  return sql
}

describe('multiple cron instances', () => {
  it.each([{}, { reminderSentAt: 'reminder_sent_at' }])('ten runs at once remind once (%o)', async (source) => {
    const test = await start({ now })
    const sql = await fill(600)
    await test.belfry.sweeps.put(hourly(source, { batchSize: 50, enabled: false }))
    const others = await Promise.all([1, 2, 3, 4].map(() => open()))
    const all = [test.belfry, ...others]
    const runs = await Promise.all([...all, ...all].map(({ sweeps }) => sweeps.run('tasks')))
    expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'done'))
    const left = await test.belfry.sweeps.run('tasks')
    expect([...runs, left].reduce((sum, { reminded }) => sum + reminded, 0)).toBe(600)
    await test.settled()
    expect(new Set(told(test.memory)).size).toBe(600)
    expect(test.memory.sent).toHaveLength(600)
    const { rows } = await sql.query(
      `select count(*)::integer as count from belfry.audit where action = 'reminder_sent'`,
    )
    expect(rows).toEqual([{ count: 600 }])
  })

  it('what another run has right now is skipped as busy, and shared out', async () => {
    const test = await start({ now })
    const sql = await fill(30)
    await test.belfry.sweeps.put(hourly({}, { batchSize: 10, enabled: false }))
    const gate = await gateAtReminded(sql)
    const first = test.belfry.sweeps.run('tasks')
    await gate.reached()
    await sql.query('drop trigger gate on belfry.audit').catch(() => {})
    const other = await open()
    const second = other.sweeps.run('tasks')
    await gate.open()
    const runs = await Promise.all([first, second])
    const last = await test.belfry.sweeps.run('tasks')
    expect([...runs, last].reduce((sum, { reminded }) => sum + reminded, 0)).toBe(30)
    await test.settled()
    expect(test.memory.sent).toHaveLength(30)
  })
})

const child = fileURLToPath(new URL('./sweep-child.mjs', import.meta.url))

describe('a run killed half-way', () => {
  it('is finished by the next one, with no duplicate, and shown as what it is', async () => {
    const test = await start({ now })
    const sql = await fill(400)
    await test.belfry.sweeps.put(hourly({ reminderSentAt: 'reminder_sent_at' }, { batchSize: 20, enabled: false }))
    const process = fork(child, [url(), 'tasks'])
    const gone = once(process, 'exit')
    for (;;) {
      const { rows } = await sql.query(
        'select count(*)::integer as count from public.tasks where reminder_sent_at is not null',
      )
      if (rows[0].count > 0) break
    }
    process.kill('SIGKILL')
    await gone
    for (;;) {
      const { rows } = await sql.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'belfry sweep %'`,
      )
      if (rows.length === 0) break
    }
    const before = await sql.query(
      'select count(*)::integer as count from public.tasks where reminder_sent_at is not null',
    )
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'done', reminded: 400 - before.rows[0].count })
    expect(run.skipped).toEqual({ already_reminded: before.rows[0].count })
    await test.settled()
    expect(new Set(told(test.memory)).size).toBe(400)
    expect(test.memory.sent).toHaveLength(400)
    const { runs } = await test.belfry.sweeps.runs('tasks')
    expect(runs.map(({ state }) => state)).toEqual(['done', 'failed'])
  })
})

describe('a table in another database', () => {
  async function elsewhere() {
    const database = await createTestDatabase()
    const { default: pg } = await import('pg')
    const sql = new pg.Client({ connectionString: database.url })
    sql.on('error', () => {})
    await sql.connect()
    await makeTasks(sql)
    atEnd(async () => {
      await sql.end()
      await database.drop()
    })
    return { sql, url: database.url }
  }

  it('is read and claimed there, and reminded of here', async () => {
    const there = await elsewhere()
    const test = await start({ now, connections: { app: there.url } })
    const put = await test.belfry.sweeps.put(
      hourly({ connection: 'app', reminderSentAt: 'reminder_sent_at' }, { coolDown: 'PT24H', batchSize: 2 }),
    )
    expect(JSON.stringify(put)).not.toContain('postgres')
    for (let id = 1; id <= 5; id++) await addTask(there.sql, id, at('+PT5H'))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ examined: 5, reminded: 5 })
    const { rows } = await there.sql.query('select distinct reminder_sent_at as at from public.tasks')
    expect(rows).toEqual([{ at: at('+PT0S') }])
    // What waits to ring is another reason than what has rung.
    await test.settled()
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0, skipped: { cool_down: 5 } })
    await test.settled()
    expect(told(test.memory)).toHaveLength(5)
  })

  it('that cannot be claimed there is not reminded of here', async () => {
    const there = await elsewhere()
    const test = await start({ now, connections: { app: there.url } })
    await test.belfry.sweeps.put(hourly({ connection: 'app', reminderSentAt: 'reminder_sent_at' }))
    await addTask(there.sql, 1, at('+PT5H'))
    await addTask(there.sql, 2, at('+PT5H'))
    await there.sql.query(`create function public.refuse() returns trigger language plpgsql as $$
      begin if new.id = 1 then raise exception 'no'; end if; return new; end $$`)
    await there.sql.query(
      'create trigger r before update on public.tasks for each row execute function public.refuse()',
    )
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ reminded: 1, errors: 1, problems: [{ item: '1' }] })
    await test.settled()
    expect(told(test.memory)).toEqual(['2 due_soon'])
  })

  it('a crash between the two commits does not ring twice: the ledger knows', async () => {
    const there = await elsewhere()
    const test = await start({ now, connections: { app: there.url }, sweepRetryMs: [1, 2, 4] })
    await test.belfry.sweeps.put(hourly({ connection: 'app', reminderSentAt: 'reminder_sent_at' }, { enabled: false }))
    await addTask(there.sql, 1, at('+PT5H'))
    // Refused at its commit, after ours.
    await there.sql.query(`create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = '57P01'; end $$`)
    await there.sql.query(`create constraint trigger r after update on public.tasks deferrable initially deferred
      for each row execute function public.refuse()`)
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', skipped: { already_reminded: 1 } })
    await there.sql.query('drop trigger r on public.tasks')
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0 })
    await test.settled()
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })

  it('only a process that knows the connection runs it', async () => {
    const there = await elsewhere()
    const test = await start({ now, connections: { app: there.url } })
    await test.belfry.sweeps.put(hourly({ connection: 'app' }))
    const other = await open()
    await expect(other.sweeps.run('tasks')).rejects.toMatchObject({ code: 'in_use' })
    await expect(other.sweeps.put(hourly({ connection: 'app' }))).rejects.toMatchObject({ field: '/source/connection' })
  })
})
