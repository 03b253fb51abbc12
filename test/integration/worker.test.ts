import { describe, expect, it } from 'vitest'
import { createBelfry, memoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, client, atEnd } = useDatabase()

/** A promise and the function that keeps it. */
function gateway() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describe('hold', () => {
  it.each([{}, { tenant: 'default' }, { channel: 'memory' }, { tenant: 'default', channel: 'memory' }])(
    '%o stops new sends at once, and release lets them go',
    async (scope) => {
      const test = await start()
      await test.belfry.reminders.scheduleMany(many(3))
      await test.belfry.holds.hold({ ...scope, reason: 'maintenance' })
      await test.belfry.clock.set(new Date('2030-01-01T00:05:00Z'))
      await test.worker.stop()
      expect(test.memory.sent).toEqual([])
      expect(await test.belfry.holds.list()).toMatchObject([{ ...scope, reason: 'maintenance' }])
      test.belfry.startWorker()
      expect(await test.belfry.holds.release(scope)).toBe(true)
      expect(await test.memory.received(3)).toHaveLength(3)
    },
  )

  it('of one tenant leaves the others alone', async () => {
    const test = await start()
    const other = await createBelfry({ database: url(), tenant: 'other', channels: [test.memory] })
    const sql = await client()
    await sql.query(`insert into belfry.tenants (id) values ('other') on conflict do nothing`)
    atEnd(async () => other?.close())
    await other.recipients.put({ id: 'ana' })
    await test.belfry.reminders.scheduleMany(many(5))
    await other.reminders.schedule({ ...reminder('theirs'), channels: ['memory'] })
    await test.belfry.holds.hold({ tenant: 'default', reason: 'they asked' })
    await test.advance('PT10M')
    expect(test.memory.sent.map(({ tenant }) => tenant)).toEqual(['other'])
  })
})

describe('several channels', () => {
  const quiet = memoryChannel({ name: 'push' })

  it('a ladder waits for its delay, and acknowledging stops the rest everywhere', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push] })
    const ladder = { channels: ['memory', { channel: 'push', after: 'PT2M' }] }
    const seen = await test.belfry.reminders.schedule(reminder('seen', ladder))
    await test.belfry.reminders.schedule(reminder('unseen', ladder))
    await test.advance('PT2M')
    expect(test.memory.sent).toHaveLength(2)
    expect(push.sent).toEqual([])
    const answer = await test.belfry.reminders.acknowledge(seen.id)
    expect(answer).toMatchObject({ cancelled: true, inFlight: [] })
    expect(answer.alreadySent).toHaveLength(1)
    await test.advance('PT10M')
    expect(push.sent.map(({ entity }) => entity.id)).toEqual(['unseen'])
    const story = await test.belfry.reminders.explain(seen.id)
    expect(story.deliveries.find(({ channel }) => channel === 'push')).toMatchObject({
      state: 'cancelled',
      reason: 'acknowledged',
    })
  })

  it.each([
    ['refused', 'sent'],
    ['gone', 'sent'],
    ['unknown', 'sent'],
    ['delivered', 'skipped'],
  ] as const)('after %s the fallback is %s', async (kind, state) => {
    const test = await start({ channels: [quiet] })
    test.memory.script(() => ({ kind }))
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['memory'], fallback: 'push' }))
    await test.advance('PT2M')
    const story = await test.belfry.reminders.explain(id)
    expect(story.deliveries.find(({ channel }) => channel === 'push')).toMatchObject({ state })
  })

  it('a channel without an address is suppressed, and its fallback takes over', async () => {
    const mail = memoryChannel({ name: 'email', needsAddress: true })
    const test = await start({ channels: [mail] })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email'], fallback: 'memory' }))
    await test.advance('PT2M')
    expect(mail.sent).toEqual([])
    expect(test.memory.sent).toHaveLength(1)
    expect(
      (await test.belfry.reminders.explain(id)).deliveries.find(({ channel }) => channel === 'email'),
    ).toMatchObject({ state: 'suppressed', reason: 'no_address' })
  })

  it('an address that is gone is suspended until it is put anew', async () => {
    const mail = memoryChannel({ name: 'email', needsAddress: true })
    const test = await start({ channels: [mail] })
    await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    mail.script(() => ({ kind: 'gone' }))
    await test.belfry.reminders.schedule(reminder('a', { channels: ['email'] }))
    await test.advance('PT2M')
    mail.script(null)
    const second = await test.belfry.reminders.schedule(reminder('b', { channels: ['email'] }))
    await test.advance('PT2M')
    expect(mail.sent).toEqual([])
    expect((await test.belfry.reminders.explain(second.id)).deliveries).toMatchObject([
      { state: 'suppressed', reason: 'address_suspended' },
    ])
    await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.org' } })
    await test.belfry.reminders.schedule(reminder('c', { channels: ['email'] }))
    await test.advance('PT2M')
    expect(mail.sent.map(({ address }) => address)).toEqual(['ana@example.org'])
  })
})

describe('in flight', () => {
  it('cancelled while being sent: named in the answer, and a retry becomes cancelled: stopped', async () => {
    const test = await start()
    const gate = gateway()
    const begun = gateway()
    test.memory.script(async () => {
      begun.resolve()
      await gate.promise
      return { kind: 'deferred' }
    })
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await begun.promise
    const answer = await test.belfry.reminders.cancel(id)
    expect(answer.cancelled).toBe(false)
    expect(answer.inFlight).toHaveLength(1)
    gate.resolve()
    await test.advance('PT1H')
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'cancelled', reason: 'stopped', attempt: 1 },
    ])
  })

  it('moved while a retry waits: only the new moment rings', async () => {
    const test = await start()
    test.memory.script(() => ({ kind: 'deferred' }))
    await test.belfry.reminders.schedule(reminder('a', { title: 'old' }))
    await test.advance('PT1M')
    test.memory.script(null)
    const moved = await test.belfry.reminders.schedule(reminder('a', { in: 'PT1H', title: 'new' }))
    expect(moved).toMatchObject({ status: 'created', inFlight: [] })
    await test.advance('PT2H')
    expect(test.memory.sent.map(({ title }) => title)).toEqual(['new'])
  })

  it('an unknown outcome that was cancelled cannot be sent again by an operator', async () => {
    const test = await start()
    test.memory.script(() => ({ kind: 'unknown' }))
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    test.memory.script(null)
    const answer = await test.belfry.reminders.cancel(id)
    expect(answer.cancelled).toBe(false)
    const again = test.belfry.deliveries.settle(answer.inFlight[0]!, 'send_again')
    await expect(again).rejects.toMatchObject({ code: 'stopped' })
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
  })

  it('a worker that stops gives back what it has not begun, and leaves nothing unknown', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 5 })
    const test = await start({ channels: [slow] })
    let begun = 0
    const gate = gateway()
    const busy = gateway()
    slow.script(async () => {
      begun += 1
      if (begun === 5) busy.resolve()
      await gate.promise
      return { kind: 'delivered' }
    })
    await test.belfry.reminders.scheduleMany(many(20, { channels: ['slow'] }))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await busy.promise
    const stopped = test.worker.stop()
    gate.resolve()
    await stopped
    expect(slow.sent).toHaveLength(5)
    const sql = await client()
    const { rows } = await sql.query(
      'select state, count(*)::integer as count from belfry.deliveries group by state order by state',
    )
    const waiting = (await sql.query('select count(*)::integer as count from belfry.reminders')).rows[0].count
    expect(rows.filter(({ state }) => !['sent', 'pending'].includes(state))).toEqual([])
    expect(rows.reduce((sum, { count }) => sum + count, waiting)).toBe(20)
    expect((await sql.query('select count(*)::integer as count from belfry.claims')).rows[0].count).toBe(0)
  })
})

// A lease shorter than the age of the suite's server: nothing is reaped in the first lease after a database start.
describe('leases', () => {
  function reaped(test: TestBelfry): Promise<unknown> {
    return new Promise((resolve) => {
      test.worker.events.once('reaped', resolve)
      test.worker.wake()
    })
  }

  async function lose(test: TestBelfry, repeatable: boolean, critical = false) {
    const sql = await client()
    const { id } = await test.belfry.reminders.schedule(reminder('a', { critical }))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await test.memory.received(1)
    await test.settled()
    // as if the worker had died between the send and its report
    await sql.query(`update belfry.deliveries set state = 'sending', took_ms = null, repeatable = $1`, [repeatable])
    await sql.query(`insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
      select bucket, 'dead', clock_timestamp(), array[bucket], array[reminder], array[occurrence_key], array[attempt] from belfry.deliveries`)
    return { id, sql }
  }

  it('that run out make the outcome unknown, where a repetition would be heard', async () => {
    const test = await start({ memoryTimeoutMs: 100, worker: { leaseMs: 5_000 } })
    const { id } = await lose(test, false)
    test.worker.wake()
    await reaped(test)
    await test.settled()
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'lease_expired' },
    ])
    expect(test.memory.sent).toHaveLength(1)
  })

  it('that run out are tried again under the same id, where the channel knows it', async () => {
    const test = await start({ memoryTimeoutMs: 100, worker: { leaseMs: 5_000 } })
    await lose(test, true)
    test.worker.wake()
    await reaped(test)
    await test.settled()
    expect(test.memory.sent.map(({ id, attempt }) => [id, attempt])).toEqual([
      [test.memory.sent[0]!.id, 1],
      [test.memory.sent[0]!.id, 2],
    ])
  })
})
