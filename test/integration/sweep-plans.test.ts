// A sweep with a plan: each item is an entity, and its steps remind. What nobody heard of is called overdue all the same.

import { expect, it } from 'vitest'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, client } = useDatabase()

async function begin(more: Parameters<typeof hourly>[1]) {
  const test = await start({ now })
  const sql = await client()
  await makeTasks(sql)
  await test.belfry.sweeps.put(hourly({}, { enabled: false, ...more }))
  const run = async () => {
    const done = await test.belfry.sweeps.run('tasks')
    await test.settled()
    expect(done).toMatchObject({ state: 'done', errors: 0 })
    return done
  }
  const hours = async (count: number) => test.jump(at(`+PT${count}H`).toISOString())
  const move = async (due: Date) => await sql.query('update public.tasks set due_at = $1', [due])
  return { test, sql, run, hours, move }
}

it('makes each item an entity, whose steps remind, and moves it with its row', async () => {
  const { test, sql, run, hours, move } = await begin({ plan: ['-PT24H', '-PT1H'], window: { to: 'PT72H' } })
  await addTask(sql, 1, at('+PT48H'))
  expect(await run()).toMatchObject({ reminded: 1 })
  expect(await run()).toMatchObject({ reminded: 0, skipped: { already_planned: 1 } })
  expect(await test.belfry.entities.get({ type: 'task', id: '1' })).toMatchObject({ title: 'Task 1' })
  await hours(24)
  expect(told(test.memory)).toEqual(['1 24h_before'])
  await move(at('+PT60H'))
  expect(await run()).toMatchObject({ reminded: 1 })
  await hours(59)
  expect(told(test.memory)).toEqual(['1 1h_before', '1 24h_before', '1 24h_before'])
  await hours(61)
  // Its steps have seen to it: it is not called overdue.
  expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
})

it('calls overdue what its steps said to nobody: they expired unsent', async () => {
  const { test, sql } = await begin({ plan: ['-PT1H'] })
  await test.worker.stop()
  await addTask(sql, 1, at('+PT5H'))
  expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1 })
  await test.belfry.clock.set(at('+PT6H'))
  expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1, skipped: {} })
  const worker = test.belfry.startWorker()
  await test.memory.received(1)
  await worker.stop()
  expect(told(test.memory)).toEqual(['1 overdue'])
  expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0 })
})

it('an item that comes after its only step is not reminded of until it is due', async () => {
  const { test, sql, run, hours } = await begin({ plan: ['-PT10H'] })
  await addTask(sql, 1, at('+PT5H'))
  expect(await run()).toMatchObject({ examined: 1, reminded: 0, skipped: { steps_past: 1 } })
  expect(await run()).toMatchObject({ reminded: 0, skipped: { already_planned: 1 } })
  await hours(6)
  expect(await run()).toMatchObject({ reminded: 1 })
  expect(told(test.memory)).toEqual(['1 overdue'])
  await hours(7)
  expect(await run()).toMatchObject({ reminded: 0 })
})

it('says nothing of what was done or called off before it was due', async () => {
  const { test, sql, run, hours } = await begin({ plan: ['-PT1H'] })
  for (const id of [1, 2, 3]) await addTask(sql, id, at('+PT5H'))
  await run()
  await test.belfry.entities.complete({ type: 'task', id: '1' })
  await test.belfry.entities.cancel({ type: 'task', id: '2' })
  const [waiting] = (await test.belfry.reminders.list({ entity: { type: 'task', id: '3' } })).items
  await test.belfry.reminders.acknowledge(waiting!.id)
  await sql.query(`update public.tasks set title = 'Another'`)
  expect(await run()).toMatchObject({ reminded: 0 })
  await hours(6)
  expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 3 } })
  expect(told(test.memory)).toEqual([])
})

it('writes an audit event with the id of the run for each item that it plans', async () => {
  const { test, sql, run } = await begin({ plan: ['-PT3H', '-PT1H'] })
  await addTask(sql, 1, at('+PT5H'))
  const { id } = await run()
  await run()
  const { items } = await test.belfry.audit.list({ action: 'reminder_planned' })
  const data = { run: id, sweep: 'tasks', due: at('+PT5H').toISOString(), reminders: 2 }
  expect(items).toMatchObject([{ entity: { type: 'task', id: '1' }, recipient: 'ana', data }])
})

it('a text that was changed in the table is what the next step says', async () => {
  const { test, sql, run, hours } = await begin({ plan: ['-PT1H'] })
  await addTask(sql, 1, at('+PT5H'))
  await run()
  await sql.query(`update public.tasks set title = 'Another'`)
  expect(await run()).toMatchObject({ reminded: 0, skipped: { already_planned: 1 } })
  await hours(4)
  expect(test.memory.sent.map(({ title }) => title)).toEqual(['Another'])
})
