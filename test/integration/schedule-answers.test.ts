// What schedule answers is what is so: which moment will ring, whether anything was written, and that a request repeated
// changes nothing.

import { describe, expect, it } from 'vitest'
import { blocked, gateAtCommit } from './gate.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()

const at = (moment: string | Date, more: object = {}) => ({ ...reminder('a', more), in: undefined, at: moment })
const rang = '2030-01-01T00:01:00Z'

describe('schedule of a moment that has rung', () => {
  it('after the reminder was moved to another one says that it was sent, and the other one is not wanted any more', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(at(rang))
    await test.advance('PT1M')
    expect((await test.belfry.reminders.schedule(at('2030-01-01T02:00:00Z'))).status).toBe('created')
    expect((await test.belfry.reminders.schedule(at(rang))).status).toBe('already_sent')
    expect((await test.belfry.reminders.get(id))?.dueAt).toBeNull()
    await test.advance('PT3H')
    expect(test.memory.sent).toHaveLength(1)
  })

  it('with a new title, while its snooze waits, says that it was sent, not that nothing differs', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(at(rang, { title: 'old' }))
    await test.advance('PT1M')
    await test.belfry.reminders.snooze(id, { for: 'PT10M' })
    expect((await test.belfry.reminders.schedule(at(rang, { title: 'new' }))).status).toBe('already_sent')
    await test.advance('PT1H')
    expect(test.memory.sent.map(({ title }) => title)).toEqual(['old', 'old'])
  })

  it('repeated, does not cancel the retry of the snoozed ring', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(at(rang))
    await test.advance('PT1M')
    await test.belfry.reminders.snooze(id, { for: 'PT10M' })
    test.memory.script(() => ({ kind: 'deferred' }))
    await test.advance('PT10M')
    test.memory.script(null)
    expect(await test.belfry.reminders.schedule(at(rang))).toMatchObject({ status: 'already_sent', inFlight: [] })
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(2)
  })

  it.each([
    ['text', rang],
    ['a Date', new Date(rang)],
    ['local time in a zone', '2030-01-01T01:01:00[Europe/Paris]'],
  ])('repeated while it is just being fired says that it was sent, and writes nothing: %s', async (_, moment) => {
    const test = await start()
    const sql = await client()
    const gate = await gateAtCommit(sql)
    const { id } = await test.belfry.reminders.schedule(at(moment))
    await test.belfry.clock.set(new Date(rang))
    await gate.reached()
    const repeated = test.belfry.reminders.schedule(at(moment))
    await blocked(sql, 2)
    await gate.open()
    expect((await repeated).status).toBe('already_sent')
    expect((await sql.query('select from belfry.reminders where id = $1', [id])).rows).toEqual([])
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(1)
  })
})

describe('calls that are written together', () => {
  const wanted = (id: string) => ({ ...at('2030-02-01T00:00:00Z'), entity: { type: 'note', id } })

  it('keep what they have written when one of them has to wait', async () => {
    const { belfry } = await start()
    const sql = await client()
    const { id } = await belfry.reminders.schedule(at('2030-03-01T00:00:00Z'))
    await sql.query('begin')
    await sql.query('select from belfry.reminders where id = $1 for update', [id])
    const [moved, made] = ['a', 'b'].map((one) => belfry.reminders.schedule(wanted(one)))
    // Answered once the batch has given up on the row, which is held still.
    expect(await made).toMatchObject({ status: 'created' })
    await sql.query('commit')
    expect(await moved).toMatchObject({ status: 'updated' })
  })

  it('are not written again when the connection was lost', async () => {
    const { belfry } = await start()
    const sql = await client()
    await sql.query(`create sequence public.tries;
      create function public.lose() returns trigger language plpgsql as $$
      begin perform nextval('public.tries'), pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger lose after insert on belfry.reminders execute function public.lose()`)
    const lost = { status: 'rejected', reason: { code: 'database_unavailable' } }
    const both = ['a', 'b'].map((one) => belfry.reminders.schedule(wanted(one)))
    expect(await Promise.allSettled(both)).toMatchObject([lost, lost])
    expect((await sql.query('select last_value::integer as n from public.tries')).rows).toEqual([{ n: 1 }])
  })
})

it('fifty local times at once take as many statements as one', async () => {
  const { belfry } = await start()
  const sql = await client()
  const statements: string[] = []
  const counting = {
    query(text: string, values?: unknown[]) {
      statements.push(text)
      return sql.query(text, values)
    },
  }
  const counted = async (first: number, count: number) => {
    await sql.query('begin')
    const before = statements.length
    const reminderOf = (_: unknown, i: number) => ({ ...reminder(String(first + i)), in: 'PT1H' })
    await belfry.with(counting).reminders.scheduleMany(Array.from({ length: count }, reminderOf))
    await sql.query('commit')
    return statements.length - before
  }
  const forOne = await counted(0, 1)
  expect(await counted(1, 50)).toBe(forOne)
})
