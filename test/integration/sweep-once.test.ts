// The same item, kind and person once, or again after the cool-down: by the ledger, and by a column of the table.

import { describe, expect, it } from 'vitest'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, client, open } = useDatabase()

async function begin(...how: Parameters<typeof hourly>) {
  const test = await start({ now })
  const sql = await client()
  await makeTasks(sql)
  await test.belfry.sweeps.put(hourly(how[0], { enabled: false, ...how[1] }))
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

const markOf = (more: object = {}) => ({
  ...{ entityType: 'task', entityId: '1', reminderType: 'due_soon', userId: 'ana' },
  ...more,
})

describe('idempotent by the ledger', () => {
  it('cron runs twice: the second run reminds nobody', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT5H'))
    await run()
    expect(await run()).toMatchObject({ examined: 1, reminded: 0, skipped: { already_reminded: 1 } })
    expect(told(test.memory)).toEqual(['1 due_soon'])
    expect(await test.belfry.ledger.wasReminderSent(markOf())).toBe(true)
    expect(await test.belfry.ledger.markReminderAsSent(markOf())).toBe(false)
  })

  it('a mark made by hand stands in the way', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.ledger.markReminderAsSent(markOf())
    expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
  })

  it('a mark made by hand of one occurrence stands in the way of that one', async () => {
    const { test, sql, run, move } = await begin()
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.ledger.markReminderAsSent(markOf({ occurrence: at('+PT5H').toISOString() }))
    expect(await run()).toMatchObject({ reminded: 0 })
    await move(at('+PT8H'))
    expect(await run()).toMatchObject({ reminded: 1 })
  })

  it('again after the cool-down, in a generation of its own', async () => {
    const { test, sql, run, hours } = await begin({}, { coolDown: 'PT4H', window: { to: 'PT48H' } })
    await addTask(sql, 1, at('+PT40H'))
    await run()
    await hours(4)
    expect(await run()).toMatchObject({ reminded: 0, skipped: { cool_down: 1 } })
    await hours(5)
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(told(test.memory)).toEqual(['1 due_soon', '1 due_soon'])
    expect(new Set(test.memory.sent.map(({ id }) => id)).size).toBe(2)
  })

  it('a due time moved by the tolerance is the same, by more it is a new occurrence that beats the cool-down', async () => {
    const { test, sql, run, move } = await begin({}, { coolDown: 'PT24H' })
    await addTask(sql, 1, at('+PT5H'))
    await run()
    await move(at('+PT6H'))
    expect(await run()).toMatchObject({ reminded: 0, skipped: { cool_down: 1 } })
    await move(at('+PT6H0.001S'))
    expect(await run()).toMatchObject({ reminded: 1 })
    await move(at('+PT2H'))
    expect(await run()).toMatchObject({ reminded: 1 })
    // Back to a moment that was told before: whoever heard the last one has to hear it.
    await move(at('+PT6H0.001S'))
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(told(test.memory)).toHaveLength(4)
  })

  it('somebody who called the reminder off is not reminded again', async () => {
    const { test, sql, run, hours } = await begin()
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '09:00', to: '11:00' } })
    await addTask(sql, 1, at('+PT5H'))
    await run()
    const [waiting] = (await test.belfry.reminders.list({ recipient: 'ana' })).items
    expect(waiting).toMatchObject({ kind: 'due_soon', dueAt: at('+PT1H') })
    await test.belfry.reminders.cancel(waiting!.id)
    expect(await run()).toMatchObject({ reminded: 0 })
    await hours(2)
    expect(await run()).toMatchObject({ reminded: 0 })
    expect(told(test.memory)).toEqual([])
  })

  it('quiet hours defer it, and past its due time it would be useless', async () => {
    const { test, sql, run, hours } = await begin()
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '09:00', to: '12:00' } })
    await addTask(sql, 1, at('+PT5H'))
    await addTask(sql, 2, at('+PT1H'))
    await run()
    expect(told(test.memory)).toEqual([])
    const [sent] = (await test.belfry.deliveries.list({ entity: { type: 'task', id: '2' } })).items
    expect(sent).toMatchObject({ channel: 'in_app', state: 'sent' })
    await hours(2)
    expect(told(test.memory)).toEqual(['1 due_soon'])
  })
})

describe('with a reminder_sent_at column', () => {
  const withColumn = { reminderSentAt: 'reminder_sent_at' }
  const sentAt = `select id::integer, reminder_sent_at as at from public.tasks order by id`

  it('the claim is an atomic update in the item’s own transaction', async () => {
    const { sql, run, test } = await begin(withColumn, { coolDown: 'PT24H' })
    for (const id of [1, 2, 3]) await addTask(sql, id, at('+PT5H'))
    await sql.query('update public.tasks set reminder_sent_at = $1 where id = 2', [at('-PT24H')])
    await sql.query('update public.tasks set reminder_sent_at = $1 where id = 3', [at('-PT24H0.001S')])
    expect(await run()).toMatchObject({ reminded: 2, skipped: { cool_down: 1 } })
    expect((await sql.query(sentAt)).rows).toEqual([
      { id: 1, at: at('+PT0S') },
      { id: 2, at: at('-PT24H') },
      { id: 3, at: at('+PT0S') },
    ])
    expect(told(test.memory)).toEqual(['1 due_soon', '3 due_soon'])
  })

  it('without a cool-down whatever is set stands', async () => {
    const { sql, run } = await begin(withColumn)
    await addTask(sql, 1, at('+PT5H'))
    await sql.query(`update public.tasks set reminder_sent_at = '2020-01-01'`)
    expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
  })

  it('a due time that has moved by more than the tolerance beats it', async () => {
    const { sql, run, move, test } = await begin(withColumn, { coolDown: 'PT24H' })
    await addTask(sql, 1, at('+PT5H'))
    await run()
    await move(at('+PT9H'))
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(told(test.memory)).toHaveLength(2)
  })

  it('a task that was called overdue and is moved to next week is reminded of then', async () => {
    const { sql, run, move, hours, test } = await begin(withColumn)
    await addTask(sql, 1, at('+PT2H'))
    await hours(3)
    expect(await run()).toMatchObject({ reminded: 1 })
    await move(at('+PT170H'))
    await hours(150)
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(told(test.memory)).toEqual(['1 due_soon', '1 overdue'])
  })

  it('a task that was reminded of, moved by days and then missed is called overdue', async () => {
    const { sql, run, move, hours, test } = await begin(withColumn)
    await addTask(sql, 1, at('+PT5H'))
    await run()
    await move(at('+PT50H'))
    await hours(51)
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(told(test.memory)).toEqual(['1 due_soon', '1 overdue'])
  })

  it('a row that somebody holds is left for the next run', async () => {
    const { sql, run } = await begin(withColumn)
    await addTask(sql, 1, at('+PT5H'))
    await addTask(sql, 2, at('+PT5H'))
    const other = await client()
    await other.query('begin')
    await other.query('select from public.tasks where id = 1 for update')
    expect(await run()).toMatchObject({ reminded: 1, skipped: { busy: 1 } })
    await other.query('commit')
    expect(await run()).toMatchObject({ reminded: 1, skipped: { already_reminded: 1 } })
  })

  it('of a row without a zone it is the clock of the source’s zone', async () => {
    const test = await start({ now })
    const sql = await client()
    await sql.query('create table public.notes (id text primary key, due_at timestamp, sent timestamp)')
    await sql.query(
      `insert into public.notes values ('a', '2030-01-15T20:00', null), ('b', '2030-01-15T20:00', '2030-01-15T18:30')`,
    )
    const source = { table: 'notes', reminderSentAt: 'sent', timezone: 'Asia/Seoul' }
    await test.belfry.sweeps.put({ name: 'notes', every: 'PT1H', coolDown: 'PT30M', source })
    expect(await test.belfry.sweeps.run('notes')).toMatchObject({ reminded: 1, skipped: { cool_down: 1 } })
    const { rows } = await sql.query(`select sent::text from public.notes where id = 'a'`)
    expect(rows).toEqual([{ sent: '2030-01-15 19:00:00' }])
  })
})

describe('without a recipient column', () => {
  it('only the audit trail is written, once', async () => {
    const { test, sql, run, move } = await begin({ recipient: null })
    await addTask(sql, 1, at('+PT5H'))
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(await run()).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
    await move(at('+PT9H'))
    expect(await run()).toMatchObject({ reminded: 1 })
    const { items } = await test.belfry.audit.list({ entity: { type: 'task', id: '1' } })
    expect(items.map(({ action, recipient }) => ({ action, recipient }))).toEqual([
      { action: 'reminder_sent', recipient: null },
      { action: 'reminder_sent', recipient: null },
    ])
    expect(told(test.memory)).toEqual([])
    expect((await test.belfry.recipients.list()).items.map(({ id }) => id)).toEqual(['ana'])
  })
})

describe('every reminder is an audit event', () => {
  it('with entity id, action reminder_sent, time and run id', async () => {
    const { test, sql, run } = await begin()
    await addTask(sql, 1, at('+PT5H'))
    const { id } = await run()
    const { items } = await test.belfry.audit.list({ action: 'reminder_sent' })
    expect(items).toMatchObject([
      {
        ...{ action: 'reminder_sent', at: at('+PT0S'), entity: { type: 'task', id: '1' }, recipient: 'ana' },
        data: { run: id, sweep: 'tasks', due: at('+PT5H').toISOString() },
      },
    ])
    expect(items[0]!.reminderId).toBe((await test.belfry.deliveries.list({ recipient: 'ana' })).items[0]!.reminderId)
    // Whatever else is open on the server delays the feed.
    for (let count = 0; count === 0; )
      count = (await test.belfry.events.list({ types: ['sweep.reminded'] })).items.length
  })
})

describe('pages', () => {
  it('are read by due time and id, whatever the ids are as text', async () => {
    const { sql, run } = await begin({ status: { column: 'status', in: ['PENDING', 'CONFIRMED'] } }, { batchSize: 7 })
    for (let id = 1; id <= 30; id++) await addTask(sql, id, at(id % 2 === 0 ? '+PT5H' : '+PT6H'))
    await addTask(sql, 31, at('+PT5H'), { status: 'DONE' })
    await addTask(sql, 32, at('+PT5H'), { status: 'CONFIRMED' })
    expect(await run()).toMatchObject({ examined: 31, reminded: 31 })
    expect(await run()).toMatchObject({ examined: 31, reminded: 0 })
  })

  it('a limit ends a run, and the next ones go on', async () => {
    const { test, sql, run, hours } = await begin({}, { limit: 4, batchSize: 3 })
    for (let id = 1; id <= 10; id++) await addTask(sql, id, at(`+PT${id}M`))
    expect(await run()).toMatchObject({ reminded: 4 })
    await hours(1)
    expect(await run()).toMatchObject({ reminded: 4 })
    expect(await run()).toMatchObject({ reminded: 2 })
    expect(await run()).toMatchObject({ examined: 0, reminded: 0 })
    expect(told(test.memory).filter((one) => one.endsWith('overdue'))).toHaveLength(6)
  })
})

describe('recipients that Belfry does not know', () => {
  it('are created from mapped columns, and those it knows stay as they are', async () => {
    const test = await start({ now })
    const sql = await client()
    await sql.query(
      `create table public.calls (id text primary key, who text, zone text, lang text, called text, mail text, due_at timestamptz)`,
    )
    await sql.query(`insert into public.calls values
      ('1', 'bo', 'Asia/Seoul', 'ko', 'Bo', 'bo@example.com', '2030-01-15T12:00Z'),
      ('2', 'cy', null, null, null, null, '2030-01-15T12:00Z'),
      ('3', 'ana', 'Asia/Seoul', 'ko', 'No', 'no@example.com', '2030-01-15T12:00Z'),
      ('4', 'di', 'Mars/Olympus', null, null, null, '2030-01-15T12:00Z'),
      ('5', null, null, null, null, null, '2030-01-15T12:00Z')`)
    const recipients = { name: 'called', timezone: 'zone', locale: 'lang', addresses: { memory: 'mail' } }
    const message = { title: 'Call {called}, {id}', body: '{nothing}due {due}' }
    const source = { table: 'calls', recipient: 'who', recipients, columns: { called: 'called' } }
    await test.belfry.sweeps.put({ name: 'calls', every: 'PT1H', source, message })
    const run = await test.belfry.sweeps.run('calls')
    await test.settled()
    expect(run).toMatchObject({ examined: 5, reminded: 3, errors: 1, skipped: { no_recipient: 1 } })
    expect(run.problems).toMatchObject([{ item: '4' }])
    expect(await test.belfry.recipients.get('bo')).toMatchObject({
      ...{ timezone: 'Asia/Seoul', locale: 'ko', name: 'Bo', addresses: { memory: 'bo@example.com' } },
    })
    expect(await test.belfry.recipients.get('cy')).toMatchObject({ timezone: 'UTC', locale: 'en', addresses: {} })
    expect(await test.belfry.recipients.get('ana')).toMatchObject({ timezone: 'UTC', name: null, addresses: {} })
    expect(await test.belfry.recipients.get('di')).toBe(null)
    expect(test.memory.sent.find(({ recipient }) => recipient === 'bo')).toMatchObject({
      ...{ title: 'Call Bo, 1', body: 'due 2030-01-15 12:00:00+00', data: { called: 'Bo' } },
    })
  })
})

it('belongs to its tenant: another one has sweeps and a ledger of its own', async () => {
  const { test, sql, run } = await begin()
  await addTask(sql, 1, at('+PT5H'))
  await run()
  const other = await open({ tenant: 'other' })
  await expect(other.sweeps.run('tasks')).rejects.toMatchObject({ code: 'not_found' })
  await other.sweeps.put(hourly({}, { enabled: false }))
  expect(await other.sweeps.run('tasks')).toMatchObject({ reminded: 1 })
  expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0 })
})

it('what quiet hours put off stays at their end, also when these are changed', async () => {
  const test = await start({ now: '2030-01-15T02:00:00Z' })
  const sql = await client()
  await makeTasks(sql)
  await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
  await addTask(sql, 1, new Date('2030-01-15T20:00:00Z'))
  await test.belfry.sweeps.put(hourly())
  await test.belfry.sweeps.run('tasks')
  await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '06:30' } })
  const [reminder] = (await test.belfry.reminders.list({ recipient: 'ana' })).items
  expect(reminder!.dueAt!.toISOString()).toBe('2030-01-15T06:30:00.000Z')
})
