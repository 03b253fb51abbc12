// What a sweep does when something breaks, item by item of what its worker has to withstand.

import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../../src/config.ts'
import type { Logger } from '../../src/index.ts'
import { gateAtReminded } from './gate.ts'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'
import { wireTo } from './wire.ts'

const { start, open, client, url, atEnd } = useDatabase()

const soon = { sweepRetryMs: [1, 2, 4] }
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'

/** Lines of the log, each with its fields. */
function keeping(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const keep = (level: string) => (fields: object, message: string) => void lines.push({ ...fields, level, message })
  return { lines, logger: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') } }
}

async function refuseTask(sql: Awaited<ReturnType<typeof client>>, id: number): Promise<void> {
  await sql.query(`create function public.refuse() returns trigger language plpgsql as $$
    begin if new.id = ${id} then raise exception 'not this one'; end if; return new; end $$`)
  await sql.query('create trigger refuse before update on public.tasks for each row execute function public.refuse()')
}

describe('database connection errors', () => {
  it('are retried after 1, 2 and 4 s', () => {
    expect(resolveConfig({}).sweepRetryMs).toEqual([1_000, 2_000, 4_000])
  })

  it('three tries, then the run is recorded as failed and the next one continues', async () => {
    const { logger, lines } = keeping()
    const test = await start({ now, connections: { app: nowhere }, logger, ...soon })
    const put = await test.belfry.sweeps.put(hourly({ connection: 'app' }, { enabled: false }))
    expect(put.warnings).toEqual([expect.stringContaining('cannot be reached')])
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'failed', examined: 0, reminded: 0 })
    expect(run.problems).toEqual([{ item: null, message: expect.stringContaining('cannot be reached') }])
    expect(lines.filter(({ waitMs }) => waitMs !== undefined).map(({ waitMs, ns }) => `${ns} ${waitMs}`)).toEqual([
      ...['sweep 1', 'sweep 2', 'sweep 4'],
    ])
    await test.belfry.close()
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT2H'))
    const later = await start({ now: at('+PT3H').toISOString(), connections: { app: url() } })
    expect(await later.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1 })
    await later.settled()
    expect(told(later.memory)).toEqual(['1 overdue'])
  })

  it('a connection lost in the middle is made again, and nothing is done twice', async () => {
    const test = await start({ now, ...soon })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 30; id++) await addTask(sql, id, at('+PT5H'))
    await test.belfry.sweeps.put(hourly({}, { batchSize: 10 }))
    const gate = await gateAtReminded(sql)
    const running = test.belfry.sweeps.run('tasks')
    await gate.reached()
    await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'belfry sweep %'`,
    )
    await gate.open()
    const first = await running
    expect(first).toMatchObject({ state: 'done', errors: 0 })
    // What the lost connection still held for a moment was busy, and is the next run's.
    const next = await test.belfry.sweeps.run('tasks')
    expect(first.reminded + next.reminded).toBe(30)
    await test.settled()
    expect(new Set(test.memory.sent.map(({ entity }) => entity.id)).size).toBe(30)
    expect(test.memory.sent).toHaveLength(30)
  })
})

describe('individual task errors', () => {
  it('one bad row is logged with its id, skipped and tried again next run, the rest go on', async () => {
    const { logger, lines } = keeping()
    const test = await start({ now, logger })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 20; id++) await addTask(sql, id, at(`+PT${id}M`))
    await refuseTask(sql, 7)
    await test.belfry.sweeps.put(hourly({ reminderSentAt: 'reminder_sent_at' }, { enabled: false }))
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'done', examined: 20, reminded: 19, errors: 1 })
    expect(run.problems).toEqual([{ item: '7', message: expect.stringContaining('P0001') }])
    expect(lines.find(({ message }) => message === 'an item failed')).toMatchObject({
      item: '7',
      run: run.id,
      sweep: 'tasks',
    })
    await test.settled()
    await sql.query('drop trigger refuse on public.tasks')
    // By now it is overdue, and still not forgotten.
    await test.jump(at('+PT1H').toISOString())
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1, errors: 0 })
    await test.settled()
    expect(told(test.memory)).toHaveLength(20)
    expect(told(test.memory)).toContain('7 overdue')
  })

  it('a row that cannot be read is an error of its own', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'), { owner: 'x'.repeat(300) })
    await addTask(sql, 2, at('+PT5H'))
    await test.belfry.sweeps.put(hourly())
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ examined: 2, reminded: 1, errors: 1, problems: [{ item: '1' }] })
  })
})

describe('worker restartability', () => {
  it('state is in the database: another process goes on without duplicates', async () => {
    const first = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 10; id++) await addTask(sql, id, at('+PT5H'))
    await first.belfry.sweeps.put(hourly({}, { limit: 4 }))
    expect(await first.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 4 })
    await first.settled()
    await first.belfry.close()
    const second = await open()
    expect(await second.sweeps.run('tasks')).toMatchObject({ reminded: 4, skipped: { already_reminded: 4 } })
    expect(await second.sweeps.run('tasks')).toMatchObject({ reminded: 2, skipped: { already_reminded: 8 } })
  })
})

describe('transaction boundaries', () => {
  it('if the reminder cannot be written, the claim is rolled back: no partial state', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    for (const id of [1, 2, 3]) await addTask(sql, id, at('+PT5H'))
    await sql.query(`create function public.refuse() returns trigger language plpgsql as $$
      begin if new.entity_id = '2' then raise exception 'not this one'; end if; return new; end $$`)
    await sql.query('create trigger refuse before insert on belfry.audit for each row execute function public.refuse()')
    await test.belfry.sweeps.put(hourly({ reminderSentAt: 'reminder_sent_at' }))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 2, errors: 1, problems: [{ item: '2' }] })
    const { rows } = await sql.query('select id::integer from public.tasks where reminder_sent_at is null')
    expect(rows).toEqual([{ id: 2 }])
    await test.settled()
    expect(told(test.memory)).toEqual(['1 due_soon', '3 due_soon'])
    expect(await test.belfry.ledger.getRemindersSentForEntity('task', '2')).toEqual([])
  })
})

describe('idempotency on retries', () => {
  it('a commit that was not heard of is seen in the ledger', async () => {
    const wire = await wireTo(url(), atEnd)
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 5; id++) await addTask(sql, id, at('+PT5H'))
    const test = await start({ now, database: wire.url, ...soon })
    await test.belfry.sweeps.put(hourly({ reminderSentAt: 'reminder_sent_at' }))
    const gate = await gateAtReminded(sql)
    const running = test.belfry.sweeps.run('tasks')
    await gate.reached()
    wire.mute()
    await gate.open()
    await committed(sql)
    wire.cut()
    expect(await running).toMatchObject({ state: 'done', reminded: 0, skipped: { already_reminded: 5 } })
    await test.settled()
    expect(told(test.memory)).toHaveLength(5)
  })
})

/** Resolves when what was held at the gate can be seen. */
async function committed(sql: Awaited<ReturnType<typeof client>>): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(`select from belfry.audit where action = 'reminder_sent' limit 1`)
    if (rows.length > 0) return
  }
}

describe('database unavailable', () => {
  it('a run that was cut off is shown as failed by the next one, which does the work', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.sweeps.put(hourly())
    await sql.query(`insert into belfry.runs (tenant, id, sweep, trigger, started_at)
      values ('default', gen_random_uuid(), 'tasks', 'schedule', belfry.now())`)
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1 })
    const { runs } = await test.belfry.sweeps.runs('tasks')
    expect(runs.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
    expect(runs.find(({ state }) => state === 'failed')!.problems).toMatchObject([
      { message: expect.stringContaining('cut off') },
    ])
  })

  it('a table that is gone fails the run, and the next one continues', async () => {
    const test = await start({ now, ...soon })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.sweeps.put(hourly())
    await sql.query('alter table public.tasks rename to gone')
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'failed', problems: [{ message: expect.stringContaining('no such table') }] })
    await sql.query('alter table public.gone rename to tasks')
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1 })
  })
})

describe('a run that failed has covered nothing', () => {
  async function begin() {
    const test = await start({ now, ...soon })
    const sql = await client()
    await makeTasks(sql)
    await test.belfry.sweeps.put(hourly({}, { enabled: false }))
    const runAt = async (offset: string) => {
      await test.jump(at(offset).toISOString())
      return await test.belfry.sweeps.run('tasks')
    }
    return { test, sql, runAt }
  }

  it('where its table was gone: what became overdue meanwhile is reminded of when it is back', async () => {
    const { test, sql, runAt } = await begin()
    await runAt('+PT1H')
    await addTask(sql, 1, at('+PT30H'))
    await sql.query('alter table public.tasks rename to gone')
    expect(await runAt('+PT31H')).toMatchObject({ state: 'failed' })
    await sql.query('alter table public.gone rename to tasks')
    expect(await runAt('+PT32H')).toMatchObject({ state: 'done', reminded: 1 })
    await test.settled()
    expect(told(test.memory)).toEqual(['1 overdue'])
  })

  it('where the ledger could not be asked about the last page', async () => {
    const { test, sql } = await begin()
    await test.worker.stop()
    await addTask(sql, 1, at('+PT30H'))
    await sql.query('alter table belfry.deliveries rename to gone')
    await test.belfry.clock.set(at('+PT31H'))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'failed' })
    await sql.query('alter table belfry.gone rename to deliveries')
    await test.belfry.clock.set(at('+PT32H'))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1 })
    const { items } = await test.belfry.audit.list({ action: 'reminder_sent' })
    expect(items).toMatchObject([{ data: { kind: 'overdue' } }])
  })
})

describe('what would be the same with every item ends the run', () => {
  const withColumn = { reminderSentAt: 'reminder_sent_at' }

  it('a claim that is not allowed, however it comes', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 20; id++) await addTask(sql, id, at('+PT5H'))
    await test.belfry.sweeps.put(hourly(withColumn, { enabled: false }))
    await sql.query(`create function public.refuse() returns trigger language plpgsql as $$
      begin raise insufficient_privilege; end $$`)
    await sql.query('create trigger refuse before update on public.tasks for each row execute function public.refuse()')
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'failed', reminded: 0, errors: 0 })
    expect(run.problems).toEqual([{ item: null, message: expect.stringContaining('may not be') }])
  })

  it('a plan that is not there', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 3; id++) await addTask(sql, id, at('+PT5H'))
    await test.belfry.sweeps.put(hourly({}, { enabled: false, plan: 'nothing' }))
    const run = await test.belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ state: 'failed', errors: 0, problems: [{ item: null }] })
  })

  it('a view that cannot be changed, or a column without the right, is refused when it is put', async () => {
    const sql = await client()
    await makeTasks(sql)
    await sql.query(`create view public.grouped as select id, max(due_at) as due_at, max(owner) as owner,
      max(reminder_sent_at) as reminder_sent_at from public.tasks group by id`)
    await sql.query('create view public.simple as select * from public.tasks')
    const reader = `reader_${(await sql.query<{ name: string }>('select current_database() as name')).rows[0]!.name}`
    await sql.query(`create role "${reader}" login`)
    atEnd(async () => {
      const last = await client()
      await last.query(`drop owned by "${reader}"`)
      await last.query(`drop role "${reader}"`)
    })
    await sql.query(`grant select on public.tasks to "${reader}"`)
    const asReader = new URL(url())
    asReader.username = reader
    const test = await start({ now, connections: { app: asReader.href } })
    const put = (table: string, more: object = {}) => test.belfry.sweeps.put(hourly({ ...withColumn, table, ...more }))
    const refused = { code: 'invalid_input', field: '/source/reminderSentAt' }
    await expect(put('grouped')).rejects.toMatchObject(refused)
    await expect(put('tasks', { connection: 'app' })).rejects.toMatchObject(refused)
    await put('simple')
    await sql.query(`grant update (reminder_sent_at) on public.tasks to "${reader}"`)
    await put('tasks', { connection: 'app' })
  })
})

describe('a function that throws', () => {
  it('is named as the one that failed, with its message', async () => {
    const test = await start({ now })
    const items = () => {
      throw new TypeError(`no invoices today, ${'x'.repeat(1_000)}`)
    }
    await test.belfry.sweeps.put({ name: 'things', every: 'PT1H', enabled: false, source: { items } })
    const run = await test.belfry.sweeps.run('things')
    expect(run).toMatchObject({ state: 'failed', problems: [{ item: null }] })
    const { message } = run.problems[0]!
    expect(message).toContain('The function of the sweep failed: TypeError: no invoices today')
    expect(message.length).toBeLessThanOrEqual(300)
  })
})

describe('an item without a recipient', () => {
  it('is skipped, and whoever gets it later is reminded, even if it is overdue by then', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await sql.query('update public.tasks set owner = null')
    await test.belfry.sweeps.put(hourly({}, { enabled: false }))
    await test.jump(at('+PT6H').toISOString())
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ errors: 0, skipped: { no_recipient: 1 } })
    await sql.query(`update public.tasks set owner = 'ana'`)
    await test.jump(at('+PT7H').toISOString())
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1 })
    await test.settled()
    expect(told(test.memory)).toEqual(['1 overdue'])
  })
})

describe('notification service down', () => {
  it('the reminder is tracked, and its delivery is the engine’s to retry: the sweep does not repeat it', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.sweeps.put(hourly())
    test.memory.script(() => ({ kind: 'deferred' }))
    await test.belfry.sweeps.run('tasks')
    await test.settled()
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
    test.memory.script(null)
    await test.advance('PT10M')
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })
})
