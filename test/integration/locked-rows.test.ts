import { expect, it } from 'vitest'
import { asleep, longLease, reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()
const lockReminder = 'select from belfry.reminders where id = $1 for update'

it('schedule of a locked reminder does not keep later callers waiting', async () => {
  const belfry = await open()
  const holder = await client()
  const { id } = await belfry.reminders.schedule(reminder('locked'))
  await holder.query('begin')
  await holder.query(lockReminder, [id])
  const answered: string[] = []
  const schedule = (name: string) =>
    belfry.reminders.schedule(reminder(name, { in: 'PT1H' })).finally(() => answered.push(name))
  const locked = schedule('locked').catch(() => {})
  await schedule('stranger').catch(() => {})
  await schedule('later')
  expect(answered).toEqual(['stranger', 'later'])
  await holder.query('rollback')
  await locked
}, 20_000)

it('schedule of a locked reminder alone does not keep later callers waiting', async () => {
  const belfry = await open()
  const holder = await client()
  const { id } = await belfry.reminders.schedule(reminder('locked'))
  await holder.query('begin')
  await holder.query(lockReminder, [id])
  const answered: string[] = []
  const schedule = (name: string) =>
    belfry.reminders.schedule(reminder(name, { in: 'PT1H' })).finally(() => answered.push(name))
  const locked = schedule('locked').catch(() => {})
  await belfry.clock.read()
  await schedule('later')
  expect(answered).toEqual(['later'])
  await holder.query('rollback')
  await locked
}, 20_000)

it('a locked due reminder rings when it is let go, although an unrelated channel is held', async () => {
  const test = await start({ ...asleep, worker: longLease })
  const holder = await client()
  await test.belfry.holds.hold({ channel: 'other', reason: 'unrelated' })
  const { id } = await test.belfry.reminders.schedule(reminder('locked'))
  await test.belfry.reminders.schedule(reminder('later', { in: 'PT2M' }))
  await holder.query('begin')
  await holder.query(lockReminder, [id])
  await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
  await test.memory.received(1)
  await new Promise((resolve) => test.worker.events.once('idle', resolve))
  await holder.query('rollback')
  await test.memory.received(2)
}, 15_000)

it('failures are forgotten once the reminder was fired, also in a batch', async () => {
  const test = await start()
  const sql = await client()
  await sql.query(`create function public.poison() returns trigger language plpgsql as $$
    begin if (select coalesce(max(failures), 0) from belfry.trouble) < 2 then raise exception 'poison'; end if; return new; end $$`)
  await sql.query(
    'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
  )
  await test.belfry.reminders.schedule(reminder('a'))
  await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
  await test.memory.received(1)
  await test.settled()
  expect((await sql.query('select * from belfry.trouble')).rows).toEqual([])
}, 30_000)
