// Once nobody knows whether a message was sent, nothing may deny it: no cancel, no deadline, no missing address. Only an
// answer, however late, ends the doubt.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

/** A channel that knows a repeated id, and whose every answer is lost: the second retry waits for a minute. */
function deaf(more: object = {}) {
  const channel = memoryChannel({ name: 'push', idempotent: true, ...more })
  const attempts: number[] = []
  channel.script(({ attempt }) => {
    attempts.push(attempt)
    return { kind: 'unknown' }
  })
  return { channel, attempts }
}

async function doubtful(more: object = {}) {
  const { channel, attempts } = deaf()
  const test = await start({ channels: [channel] })
  const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['push'], ...more }))
  await test.advance('PT1M')
  return { test, id, attempts }
}

async function deliveriesOf(test: TestBelfry, id: string) {
  return (await test.belfry.reminders.explain(id)).deliveries
}

describe('a retry that waits after an unknown outcome', () => {
  it.each(['cancel', 'acknowledge'] as const)('is named by %s as in flight, and stays unknown', async (verb) => {
    const { test, id, attempts } = await doubtful()
    expect(attempts).toEqual([1, 2])
    const [before] = await deliveriesOf(test, id)
    expect(await test.belfry.reminders[verb](id)).toMatchObject({
      id,
      cancelled: false,
      inFlight: [before!.id],
      alreadySent: [],
    })
    await test.advance('PT1H')
    expect(attempts).toEqual([1, 2])
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'outcome_unknown' }])
    expect(await test.belfry.deliveries.needingAttention({ state: 'unknown' })).toMatchObject([{ reminderId: id }])
  })

  it.each([
    ['moved', (test: TestBelfry) => test.belfry.reminders.schedule(reminder('a', { channels: ['push'], in: 'PT1H' }))],
    ['snoozed', (test: TestBelfry, id: string) => test.belfry.reminders.snooze(id, { for: 'PT1H' })],
  ] as const)('is named when its reminder is %s away from it', async (_, leave) => {
    const { test, id } = await doubtful()
    const { inFlight } = await leave(test, id)
    const [first] = await deliveriesOf(test, id)
    expect(first).toMatchObject({ state: 'unknown', reason: 'outcome_unknown' })
    expect(inFlight).toEqual([first!.id])
  })

  it('is not called failed, when a retry would come too late', async () => {
    const { test, id } = await doubtful({ tolerance: 'PT30S' })
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'outcome_unknown' }])
  })

  it('is not called expired, when nobody came to try it in time', async () => {
    const { test, id } = await doubtful({ tolerance: 'PT1H' })
    await test.jump('2030-01-01T06:00:00Z')
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'outcome_unknown' }])
    expect(await test.belfry.deliveries.needingAttention({ state: 'unknown' })).toHaveLength(1)
  })

  it('is not called suppressed, when the address went away meanwhile', async () => {
    const { channel } = deaf({ needsAddress: true })
    const test = await start({ channels: [channel] })
    await test.belfry.recipients.put({ id: 'ana', addresses: { push: 'device' } })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['push'] }))
    await test.advance('PT1M')
    await (await client()).query('delete from belfry.addresses')
    await test.advance('PT10M')
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'outcome_unknown' }])
  })

  it('is in the way of the same moment wanted again: cancelled and made anew, it is not sent a third time', async () => {
    const test = await start()
    let sends = 0
    test.memory.script(async () => {
      sends += 1
      // keeps the one repetition that critical allows waiting
      await test.belfry.holds.hold({ channel: 'memory', reason: 'test' })
      return { kind: 'unknown' }
    })
    const wanted = { ...reminder('a'), in: undefined, at: '2030-01-01T00:01:00Z', critical: true }
    const { id } = await test.belfry.reminders.schedule(wanted)
    await test.advance('PT1M')
    await test.belfry.reminders.cancel(id)
    expect((await test.belfry.reminders.schedule(wanted)).status).toBe('already_sent')
    test.memory.script(() => {
      sends += 1
      return { kind: 'unknown' }
    })
    await test.belfry.holds.release({ channel: 'memory' })
    await test.advance('PT1H')
    expect(sends).toBe(1)
  })
})

describe('a late “delivered”', () => {
  it('counts while the retry of the same attempt still waits: it is not sent a second time', async () => {
    const test = await start()
    const sql = await client()
    const begun = latch()
    const answer = latch()
    test.memory.script(async () => {
      begun.open()
      await answer.opened
      return { kind: 'delivered' }
    })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { critical: true }))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await begun.opened
    // The retry has to wait; the lease runs out under a second worker's eyes, or (on a server old enough) its own.
    await test.belfry.holds.hold({ channel: 'memory', reason: 'test' })
    const byItself = new Promise((resolve) => test.worker.events.once('reaped', resolve))
    await sql.query('update belfry.claims set expires_at = clock_timestamp()')
    const second = memoryChannel({ timeoutMs: 100 })
    const reaper = await open({ channels: [second] })
    const worker = reaper.startWorker({ leaseMs: 400 })
    await Promise.race([byItself, new Promise((resolve) => worker.events.once('reaped', resolve))])
    await worker.stop()
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'pending' }])
    answer.open()
    await test.settled()
    test.memory.script(null)
    await test.belfry.holds.release({ channel: 'memory' })
    await test.advance('PT1H')
    expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'sent', attempt: 1 }])
    expect([...test.memory.sent, ...second.sent]).toHaveLength(1)
  })
})
