// Windows are half open, due exactly now is overdue, and what passed through while nobody ran is not forgotten.

import { describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, client } = useDatabase()

async function begin(more: Parameters<typeof hourly>[1] = {}) {
  const test = await start({ now })
  const sql = await client()
  await makeTasks(sql)
  await test.belfry.sweeps.put(hourly({}, { enabled: false, ...more }))
  return { test, sql, run: () => runAt(test) }
}

async function runAt({ belfry, settled }: TestBelfry) {
  const run = await belfry.sweeps.run('tasks')
  await settled()
  expect(run).toMatchObject({ state: 'done', errors: 0, problems: [] })
  return run
}

describe('due in the next 24 hours', () => {
  it('is (now, now + 24 h]: due exactly now is overdue, and was so before the sweep existed', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('-PT0.001S'))
    await addTask(sql, 2, at('+PT0S'))
    await addTask(sql, 3, at('+PT0.001S'))
    await addTask(sql, 4, at('+PT24H'))
    await addTask(sql, 5, at('+PT24H0.001S'))
    expect(await run()).toMatchObject({ examined: 2, reminded: 2, skipped: {} })
    expect(told(test.memory)).toEqual(['3 due_soon', '4 due_soon'])
  })

  it('what is finer than a millisecond is not early', async () => {
    const { test, sql, run } = await begin()
    await sql.query(`insert into public.tasks (id, owner, due_at) values (1, 'ana', '2030-01-15T10:00:00.0001Z')`)
    await run()
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })

  it('an item that comes into the window is caught by the next run', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT24H30M'))
    expect((await run()).reminded).toBe(0)
    await test.jump(at('+PT1H').toISOString())
    expect((await run()).reminded).toBe(1)
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })

  it('an item moved into the window between runs is caught', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT72H'))
    await run()
    await sql.query('update public.tasks set due_at = $1', [at('+PT3H')])
    await test.jump(at('+PT1H').toISOString())
    expect((await run()).reminded).toBe(1)
  })

  it('one that became overdue while the worker was down gets one overdue reminder, not silence', async () => {
    const { test, sql, run } = await begin()
    await run()
    await addTask(sql, 1, at('+PT2H'))
    await addTask(sql, 2, at('+PT6H'))
    await test.jump(at('+PT6H').toISOString())
    expect(await run()).toMatchObject({ reminded: 2 })
    expect(told(test.memory)).toEqual(['1 overdue', '2 overdue'])
    await test.jump(at('+PT7H').toISOString())
    expect(await run()).toMatchObject({ examined: 0, reminded: 0 })
  })

  it('what was reminded of in time is not called overdue afterwards', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT2H'))
    await run()
    await test.jump(at('+PT3H').toISOString())
    expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })

  it('a reminder that expired unheard is followed by an overdue one', async () => {
    const { test, sql, run } = await begin()
    await test.worker.stop()
    await addTask(sql, 1, at('+PT1H'))
    await test.belfry.sweeps.run('tasks')
    await test.belfry.clock.set(at('+PT2H'))
    await test.belfry.sweeps.run('tasks')
    const worker = test.belfry.startWorker()
    await test.memory.received(1)
    expect(told(test.memory)).toEqual(['1 overdue'])
    await worker.stop()
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0 })
    expect(run).toBeDefined()
  })

  it('where nobody wants an overdue kind, nothing is said of it', async () => {
    const { test, sql, run } = await begin({ overdueKind: null })
    await addTask(sql, 1, at('+PT2H'))
    await test.jump(at('+PT6H').toISOString())
    expect(await run()).toMatchObject({ reminded: 0, skipped: { overdue: 1 } })
  })

  it('the look back ends after seven days', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT1H'))
    await addTask(sql, 2, at('+PT50H'))
    await test.jump(at('+PT200H').toISOString())
    expect(await run()).toMatchObject({ examined: 1, reminded: 1 })
    expect(told(test.memory)).toEqual(['2 overdue'])
  })
})

describe('a sweep that is described anew', () => {
  it.each([
    ['looks at another table', { source: { table: 'chores', recipient: 'owner' } }],
    ['calls its items something else', { entityType: 'chore' }],
    ['calls its reminders something else', { kind: 'soon' }],
    ['calls what is overdue something else', { overdueKind: 'late' }],
  ])('and %s begins with what comes from now on', async (_, change) => {
    const { test, sql, run } = await begin()
    await sql.query('create view public.chores as select * from public.tasks')
    await addTask(sql, 1, at('+PT2H'))
    await test.jump(at('+PT6H').toISOString())
    await test.belfry.sweeps.put(hourly({}, { enabled: false, ...change }))
    expect(await run()).toMatchObject({ examined: 0, reminded: 0 })
  })

  it('and is switched on again begins with what comes from now on', async () => {
    const { test, sql } = await begin()
    await addTask(sql, 1, at('+PT2H'))
    await test.worker.stop()
    await test.belfry.clock.set(at('+PT6H'))
    await test.belfry.sweeps.put(hourly({}, { enabled: true }))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ examined: 0, reminded: 0 })
  })

  it('with other texts goes on where it was', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT2H'))
    await test.jump(at('+PT6H').toISOString())
    await test.belfry.sweeps.put(hourly({ columns: { title: 'title' } }, { enabled: false, message: { body: 'x' } }))
    expect(await run()).toMatchObject({ reminded: 1 })
  })
})

describe('24 hours ahead, one hour either side', () => {
  const window = { from: 'PT23H', to: 'PT25H' }

  it('is (now + 23 h, now + 25 h]', async () => {
    const { test, sql, run } = await begin({ window })
    await addTask(sql, 1, at('+PT23H'))
    await addTask(sql, 2, at('+PT23H0.001S'))
    await addTask(sql, 3, at('+PT25H'))
    await addTask(sql, 4, at('+PT25H0.001S'))
    expect(await run()).toMatchObject({ examined: 2, reminded: 2 })
    expect(told(test.memory)).toEqual(['2 due_soon', '3 due_soon'])
  })

  it('what passed through it while nobody ran is reminded of late, while it is still ahead', async () => {
    const { test, sql, run } = await begin({ window })
    await run()
    await addTask(sql, 1, at('+PT26H'))
    await addTask(sql, 2, at('+PT24H'))
    await test.jump(at('+PT25H').toISOString())
    expect(await run()).toMatchObject({ reminded: 2 })
    expect(told(test.memory)).toEqual(['1 due_soon', '2 overdue'])
  })
})

describe('due times without a zone', () => {
  it('are read in the zone that the source names, through a change of the clocks', async () => {
    const test = await start({ now: '2030-11-03T04:00:00Z' })
    const sql = await client()
    await sql.query('create table public.shifts (id text primary key, owner text, due_at timestamp)')
    await sql.query('create index on public.shifts (due_at)')
    const source = { table: 'shifts', recipient: 'owner', timezone: 'America/New_York' }
    await test.belfry.sweeps.put({ name: 'shifts', every: 'PT1H', enabled: false, window: { to: 'PT2H' }, source })
    // 04:00Z is midnight in New York; 01:30 happens twice that night, and the first one is meant.
    for (const [id, due] of Object.entries({ before: '00:00', first: '01:30', last: '01:59', late: '02:01' }))
      await sql.query('insert into public.shifts values ($1, $2, $3)', [id, 'ana', `2030-11-03T${due}:00`])
    const run = await test.belfry.sweeps.run('shifts')
    await test.settled()
    expect(run).toMatchObject({ examined: 2, reminded: 2 })
    expect(told(test.memory)).toEqual(['first due_soon', 'last due_soon'])
    expect(test.memory.sent.map(({ occurrence }) => occurrence).sort()).toEqual([
      '2030-11-03T05:30:00Z',
      '2030-11-03T05:59:00Z',
    ])
  })

  it('and days begin at midnight there', async () => {
    const test = await start({ now })
    const sql = await client()
    await sql.query('create table public.bills (id integer primary key, owner text, due_at date)')
    const source = { table: 'bills', recipient: 'owner', timezone: 'Asia/Seoul' }
    const { warnings } = await test.belfry.sweeps.put({ name: 'bills', every: 'P1D', source })
    expect(warnings).toEqual([expect.stringContaining('No index')])
    await sql.query(`insert into public.bills values (1, 'ana', '2030-01-16'), (2, 'ana', '2030-01-17')`)
    await test.belfry.sweeps.run('bills')
    await test.settled()
    expect(test.memory.sent.map(({ occurrence }) => occurrence)).toEqual(['2030-01-15T15:00:00Z'])
  })
})
