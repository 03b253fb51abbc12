// A clock to drive: a 24-hour reminder is tested in a second.

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { begins, startRinging } from './ringing.ts'
import { operatorKey, useServer } from './serving.ts'

const server = useServer()
const operator = { key: operatorKey }

describe('a driven clock', () => {
  it('rings a 24-hour reminder', async () => {
    const { ask, memory } = await startRinging(server)
    await ask('POST', '/v1/reminders', { body: { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT24H' } })
    const before = await ask('POST', '/v1/clock', { ...operator, body: { advance: 'PT23H' } })
    expect(before.body).toMatchObject({ now: { instant: '2031-01-01T23:00:00.000Z' }, driven: true, reached: true })
    expect(memory.sent).toEqual([])
    const moved = await ask('POST', '/v1/clock', { ...operator, body: { advance: 'PT1H' } })
    expect(moved).toMatchObject({ status: 200, headers: { 'belfry-clock': 'driven' } })
    expect(memory.sent).toHaveLength(1)
  })

  it('rings everything on the way, each in its own moment', async () => {
    const { ask, memory } = await startRinging(server)
    const daily = { entity: { type: 'note', id: '1' }, recipient: 'ana', at: '2031-01-01T09:00:00', rule: 'FREQ=DAILY' }
    await ask('POST', '/v1/reminders', { body: daily })
    await ask('POST', '/v1/clock', { ...operator, body: { advance: 'P3D' } })
    expect(memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual([
      ...['2031-01-01T08:00:00.000Z', '2031-01-02T08:00:00.000Z', '2031-01-03T08:00:00.000Z'],
    ])
  })

  it('is set in one jump, as if nobody had been there', async () => {
    const { ask, memory, worker } = await startRinging(server)
    const daily = { entity: { type: 'note', id: '1' }, recipient: 'ana', at: '2031-01-01T09:00:00', rule: 'FREQ=DAILY' }
    await ask('POST', '/v1/reminders', { body: daily })
    const set = await ask('POST', '/v1/clock', { ...operator, body: { set: '2031-01-04T13:00:00+01:00' } })
    expect(set).toMatchObject({ status: 200, body: { now: { instant: '2031-01-04T12:00:00.000Z' }, driven: true } })
    worker.wake()
    // Of what was missed, the latest.
    expect(await memory.received(1)).toHaveLength(1)
    expect(await ask('GET', '/v1/clock', operator)).toMatchObject({ body: { driven: true } })
  })

  it('does not go back when somebody moves it further meanwhile', async () => {
    const { ask, belfry, worker } = await startRinging(server)
    await worker.stop()
    const made = await ask('POST', '/v1/reminders', {
      body: { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1H' },
    })
    const moving = ask('POST', '/v1/clock', { ...operator, body: { advance: 'PT2H' } })
    // It stands where the reminder is due, which nobody rings.
    const due = new Date(Date.parse(begins) + 3_600_000)
    await expect.poll(async () => (await belfry.clock.read()).now).toEqual(due)
    const further = new Date(Date.parse(begins) + 5 * 3_600_000)
    await belfry.clock.set(further)
    await belfry.reminders.cancel(made.body.id)
    expect(await moving).toMatchObject({ body: { now: { instant: further.toISOString() }, reached: true } })
  })

  it('is moved once under a key, and what keeps the answer is not ended for being idle meanwhile', async () => {
    const { ask, url } = await startRinging(server)
    const sql = new pg.Client({ connectionString: url })
    await sql.connect()
    await sql.query(`create table public.seen (idle text);
      create function public.see() returns trigger language plpgsql as $$
      begin insert into public.seen values (current_setting('idle_in_transaction_session_timeout')); return null; end $$;
      create trigger see after insert on belfry.answers execute function public.see()`)
    const once = { ...operator, headers: { 'idempotency-key': 'once' }, body: { advance: 'PT1H' } }
    const first = await ask('POST', '/v1/clock', once)
    expect(await ask('POST', '/v1/clock', once)).toMatchObject({ status: 200, body: first.body })
    const { rows } = await sql.query('select idle from public.seen')
    await sql.end()
    expect(rows).toEqual([{ idle: '0' }])
  })

  it('is not moved by nonsense', async () => {
    const { ask } = await startRinging(server)
    const drive = async (body: unknown) => {
      const answer = await ask('POST', '/v1/clock', { ...operator, body })
      return [answer.status, answer.body.code, answer.body.pointer]
    }
    expect(await drive({})).toEqual([400, 'missing_field', '/advance'])
    expect(await drive({ advance: 'PT1H', set: begins })).toEqual([400, 'invalid_input', '/set'])
    expect(await drive({ advance: '-PT1H' })).toEqual([400, 'invalid_duration', '/advance'])
    expect(await drive({ advance: 'P1Y' })).toEqual([400, 'invalid_duration', '/advance'])
    expect(await drive({ set: 'tomorrow' })).toEqual([400, 'invalid_input', '/set'])
    expect(await drive({ set: '9999-12-31T23:59:59Z' })).toEqual([400, 'invalid_input', '/set'])
    expect(await drive({ set: '1969-12-31T23:59:59Z' })).toEqual([400, 'invalid_input', '/set'])
    expect(await ask('GET', '/v1/clock', operator)).toMatchObject({
      body: { now: { instant: new Date(begins).toISOString() } },
    })
  })

  it('is read with any key, and moved by the operator', async () => {
    const { ask } = await startRinging(server)
    expect(await ask('POST', '/v1/clock', { body: { advance: 'PT1H' } })).toMatchObject({ status: 403 })
    expect(await ask('GET', '/v1/clock')).toMatchObject({
      ...{ status: 200, body: { now: { instant: new Date(begins).toISOString() }, driven: true } },
    })
    expect(await ask('GET', '/v1/clock', { key: null })).toMatchObject({ status: 401 })
  })
})

describe('the real clock', () => {
  it('is read, and not moved', async () => {
    const { ask } = await server.start()
    const read = await ask('GET', '/v1/clock', operator)
    expect(read).toMatchObject({ status: 200, body: { driven: false } })
    expect(read.headers['belfry-clock']).toBeUndefined()
    for (const body of [{ advance: 'PT1H' }, { set: begins }])
      expect(await ask('POST', '/v1/clock', { ...operator, body })).toMatchObject({
        status: 409,
        body: { code: 'clock_not_driven' },
      })
    expect((await ask('GET', '/v1/clock', operator)).body.driven).toBe(false)
  })
})
