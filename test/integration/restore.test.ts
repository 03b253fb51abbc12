// A restored system starts held, and what the system before it may have sent since the backup is not sent again. A witness hears
// what both systems send.

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type BelfryOptions,
  type Channel,
  createBelfry,
  type Message,
  memoryChannel,
  type StartWorkerOptions,
} from '../../src/index.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { backupOf, restoreInto, useSecondDatabase } from './backing-up.ts'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client, atEnd } = useDatabase()
const { second } = useSecondDatabase()

/** What was sent, by whichever system. An id is the same in both: it names reminder, occurrence, generation and channel. */
const nameOf = ({ entity, occurrence, id }: Message) => `${entity.id} ${occurrence} ${id}`

/** The restored system, with a worker, at the time of the first one. */
async function revive(
  database: string,
  options: { worker?: StartWorkerOptions; channels?: Channel[] } = {},
): Promise<TestBelfry> {
  const clock = await createBelfry({ database })
  const { now } = await clock.clock.read()
  await clock.close()
  const test = await createTestBelfry({ database, now: now.toISOString(), ...options })
  atEnd(() => test.close())
  return test
}

const daily = { in: undefined, at: '2030-01-01T09:00:00', timezone: 'UTC', rule: { every: 'day' } } as const

/** Reminders of every kind, a day of their life, and two that people have put off. */
async function liveADay(first: TestBelfry): Promise<void> {
  const { belfry } = first
  const unit = (id: string, more: object = {}) => belfry.reminders.schedule(reminder(id, more))
  await unit('before', { in: 'PT1H' })
  await unit('between', { in: 'PT30H' })
  await unit('after', { in: 'P10D' })
  await unit('daily', daily)
  await unit('every one', { ...daily, missed: 'all' })
  await unit('none missed', { ...daily, missed: 'skip' })
  await unit('minutely', { ...daily, rule: { every: 'minute', interval: 240 } })
  await unit('nag', { in: 'PT29H', repeat: { nag: { every: 'PT4H', atMost: 100 } } })
  await unit('nagging rule', { ...daily, repeat: { nag: { every: 'PT4H', atMost: 100 } } })
  await unit('few nags', { in: 'PT29H', repeat: { nag: { every: 'PT1H', atMost: 3 } } })
  await unit('backoff', { in: 'PT26H', repeat: { backoff: { base: 'PT6H' } } })
  await unit('completion', { in: 'PT27H', repeat: { afterCompletion: 'P1D' } })
  await unit('snoozed', daily)
  await unit('paused', daily)
  await belfry.entities.put({
    type: 'meeting',
    id: 'm',
    at: '2030-01-03T12:00:00',
    timezone: 'UTC',
    recipients: ['ana'],
    plan: ['-PT24H', '-PT30M', 'PT120H'],
  })
  await first.advance('P1D')
  const { items } = await belfry.reminders.list({ recipient: 'ana', limit: 200 })
  const idOf = (id: string) => items.find(({ entity }) => entity.id === id)!.id
  await belfry.reminders.snooze(idOf('snoozed'), { for: 'PT3H' })
  await belfry.reminders.pause(idOf('paused'))
}

describe('a restored system', () => {
  it('sends nothing while it is held, and afterwards only what is ahead', async () => {
    const first = await start()
    const { belfry } = first
    await liveADay(first)
    const lines = await backupOf(belfry)

    await first.advance('P2D')
    const sentByFirst = first.memory.sent.map(nameOf)
    expect(new Set(sentByFirst).size).toBe(sentByFirst.length)
    const { now } = await belfry.clock.read()
    await first.worker.stop()

    const target = await second()
    // The clock is restored as it stood: here it is moved on to where the first system was lost.
    const result = await restoreAt(target, lines, now)
    expect(result).toMatchObject({ held: true })
    expect(result.unknown).toBeGreaterThan(8)

    const again = await revive(target)
    await again.settled()
    expect(await again.belfry.holds.list()).toMatchObject([{ reason: 'restored' }])
    await again.advance('PT1H')
    expect(again.memory.sent).toEqual([])
    const unknown = await again.belfry.deliveries.needingAttention({ state: 'unknown', limit: 200 })
    expect(unknown).toHaveLength(result.unknown)
    expect(new Set(unknown.map(({ reason }) => reason))).toEqual(new Set(['restored']))

    await again.belfry.holds.release()
    await again.advance('P8D')
    const sentAgain = again.memory.sent.map(nameOf).filter((name) => sentByFirst.includes(name))
    expect(sentAgain).toEqual([])
    const heard = (id: string) => again.memory.sent.filter(({ entity }) => entity.id === id)
    expect(heard('before')).toEqual([])
    expect(heard('between')).toEqual([])
    expect(heard('after')).toHaveLength(1)
    expect(heard('few nags')).toEqual([])
    expect(heard('paused')).toEqual([])
    expect(heard('completion')).toEqual([])
    // What became due during the hold rings at the release, as after any outage.
    for (const id of ['daily', 'every one', 'none missed', 'snoozed'])
      expect(heard(id).map(({ occurrence }) => occurrence)).toEqual(
        ['04', '05', '06', '07', '08', '09', '10', '11', '12']
          .slice(0, heard(id).length)
          .map((day) => `2030-01-${day}T09:00`),
      )
    for (const id of ['daily', 'nag', 'nagging rule', 'backoff', 'minutely'])
      expect(heard(id).length).toBeGreaterThan(1)
    expect(heard('m').map(({ kind }) => kind)).toEqual(['120h_after'])
  })

  it('does not know what was being sent, or waiting to be sent, when the backup was taken', async () => {
    const first = await start()
    const begun = latch()
    const answer = latch()
    first.memory.script(async ({ entity }) => {
      if (entity.id === 'retry' || entity.id === 'later')
        return { kind: 'deferred', retryAfterMs: entity.id === 'retry' ? 60_000 : 86_400_000 }
      begun.open()
      await answer.opened
      return { kind: 'delivered' }
    })
    await first.belfry.reminders.schedule(reminder('retry'))
    await first.belfry.reminders.schedule(reminder('later'))
    await first.advance('PT1M')
    const flying = await first.belfry.reminders.schedule(
      reminder('flying', { in: 'PT30S', repeat: { nag: { every: 'PT1H' } } }),
    )
    await first.belfry.clock.set(new Date('2030-01-01T00:01:30Z'))
    await begun.opened
    const lines = await backupOf(first.belfry)
    answer.open()
    await first.settled()

    const target = await second()
    expect(await restoreAt(target, lines, new Date('2030-01-01T02:15:00Z'))).toMatchObject({ unknown: 2 })
    const again = await revive(target)
    const unknown = await again.belfry.deliveries.needingAttention()
    expect(unknown.map(({ entity, state, reason }) => `${entity.id} ${state} ${reason}`).sort()).toEqual([
      'flying unknown restored',
      'retry unknown restored',
    ])
    await again.belfry.holds.release()
    await again.settled()
    expect(again.memory.sent).toEqual([])
    // The nag goes on: past the two rings that the first system may have made meanwhile.
    expect(await again.belfry.reminders.get(flying.id)).toMatchObject({
      state: 'scheduled',
      dueAt: new Date('2030-01-01T03:15:00Z'),
    })
    await again.advance('PT1H')
    expect(again.memory.sent.map(({ occurrence }) => occurrence)).toEqual(['2030-01-01T00:01:30Z#4'])
    // What was to be tried later than now is.
    await again.advance('P1D')
    expect(again.memory.sent.filter(({ entity }) => entity.id === 'later')).toHaveLength(1)
    // And an operator decides about the rest.
    const idOf = (name: string) => unknown.find(({ entity }) => entity.id === name)!.id
    expect(await again.belfry.deliveries.settle(idOf('flying'), 'sent')).toEqual({ state: 'sent' })
    expect(await again.belfry.deliveries.settle(idOf('retry'), 'send_again')).toEqual({ state: 'pending' })
    await again.settled()
    expect(again.memory.sent.filter(({ entity }) => entity.id === 'retry')).toHaveLength(1)
    expect(
      again.memory.sent.filter(({ entity, occurrence }) => entity.id === 'flying' && !occurrence.includes('#')),
    ).toEqual([])
  })

  it('knows of each channel whether it may have been used', async () => {
    const others = ['second', 'third', 'spare', 'quiet'].map((name) => memoryChannel({ name }))
    const first = await start({ channels: others })
    const { belfry } = first
    await belfry.recipients.put({ id: 'ana', preferences: { channelsOff: ['quiet'] } })
    const { id } = await belfry.reminders.schedule(
      reminder('ladder', {
        channels: ['memory', 'quiet', { channel: 'second', after: 'PT1H' }, { channel: 'third', after: 'PT5H' }],
        fallback: 'spare',
      }),
    )
    await belfry.ledger.markReminderAsSent({
      entityType: 'note',
      entityId: 'marked',
      reminderType: 'once',
      userId: 'ana',
      occurrence: 'once',
    })
    const target = await second()
    const channels = [memoryChannel(), ...others]
    const lines = await backupOf(belfry)
    await restoreAt(target, lines, new Date('2030-01-01T02:00:00Z'), { channels })
    const again = await revive(target, {
      channels: ['second', 'third', 'spare', 'quiet'].map((name) => memoryChannel({ name })),
    })
    const { deliveries } = await again.belfry.reminders.explain(id)
    expect(
      Object.fromEntries(
        deliveries.map(({ channel, state, pendingAt }) => [
          channel,
          `${state} ${pendingAt?.toISOString() ?? ''}`.trim(),
        ]),
      ),
    ).toEqual({
      memory: 'unknown',
      second: 'unknown',
      third: 'pending 2030-01-01T05:01:00.000Z',
      spare: 'pending',
      quiet: 'suppressed',
    })
  })

  it('lists what SQL functions had asked for: it may have been done', async () => {
    const { belfry, worker } = await start()
    await worker.stop()
    const sql = await client()
    const { id } = await belfry.reminders.schedule(reminder('held'))
    await sql.query(`select belfry.schedule('default', 'note', 'held', 'once', 'ana', at => '2030-01-01T00:00:30Z')`)
    const target = await second()
    const result = await restoreAt(target, await backupOf(belfry), new Date('2030-01-01T01:00:00Z'))
    expect(result).toMatchObject({ requests: 1, unknown: 1 })
    const again = await revive(target)
    await again.belfry.holds.release()
    await again.settled()
    expect(again.memory.sent).toEqual([])
    expect(await again.belfry.requests.failed()).toMatchObject([{ verb: 'schedule', error: { code: 'stopped' } }])
    expect((await again.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'restored' },
    ])
  })

  it('leaves alone what had been sent before, and opens again what had been cancelled', async () => {
    const { belfry, advance } = await start()
    const sent = await belfry.reminders.schedule(reminder('sent', { in: undefined, at: '2030-01-01T00:10:00Z' }))
    await advance('PT10M')
    const cancelled = await belfry.reminders.schedule(
      reminder('cancelled', { in: undefined, at: '2030-01-01T00:20:00Z' }),
    )
    await belfry.reminders.cancel(cancelled.id)
    await belfry.reminders.schedule(reminder('cancelled', { in: undefined, at: '2030-01-01T00:20:00Z' }))
    const target = await second()
    expect(await restoreAt(target, await backupOf(belfry), new Date('2030-01-01T01:00:00Z'))).toMatchObject({
      unknown: 1,
    })
    const again = await revive(target)
    expect(await again.belfry.reminders.get(sent.id)).toMatchObject({ state: 'sent' })
    expect((await again.belfry.reminders.explain(cancelled.id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'restored' },
    ])
  })

  it('is held again when it is restored again', async () => {
    const { belfry } = await start()
    const target = await second()
    await restoreInto(target, await backupOf(belfry))
    const again = await revive(target)
    await again.belfry.holds.release()
    const third = await second()
    await restoreInto(third, await backupOf(again.belfry))
    const last = await revive(third)
    expect(await last.belfry.holds.list()).toMatchObject([{ reason: 'restored' }])
  })
})

/** Restores as if it were that time: in these tests the clock is driven, and a backup has the time it was taken at. */
async function restoreAt(target: string, lines: readonly string[], now: Date, options: BelfryOptions = {}) {
  const at = lines.findIndex((line) => line.startsWith('{"table":"clock"')) + 1
  const row = JSON.parse(lines[at]!) as string[]
  const body = lines.with(at, JSON.stringify(row.with(1, now.toISOString()))).slice(0, -1)
  const sha256 = createHash('sha256')
    .update(body.map((line) => `${line}\n`).join(''))
    .digest('hex')
  return await restoreInto(target, [...body, JSON.stringify({ ...JSON.parse(lines.at(-1)!), sha256 })], options)
}
