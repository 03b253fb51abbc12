// A restored system starts held, and what the system before it may have sent since the backup is not sent again. A witness hears
// what both systems send.

import { describe, expect, it } from 'vitest'
import { type Channel, createBelfry, type Message, memoryChannel, type StartWorkerOptions } from '../../src/index.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { backupOf, restoreInto, useSecondDatabase } from './backing-up.ts'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client, atEnd, url } = useDatabase()
const { second } = useSecondDatabase()

/** What was sent, by whichever system: `entity kind occurrence generation channel`. */
const nameOf = ({ entity, kind, occurrence, generation }: Message) => `${entity.id} ${kind} ${occurrence} ${generation}`

/** The restored system, with a worker, at the time of the first one. */
async function revive(database: string, options: { worker?: StartWorkerOptions; channels?: Channel[] } = {}): Promise<TestBelfry> {
  const clock = await createBelfry({ database })
  const { now } = await clock.clock.read()
  await clock.close()
  const test = await createTestBelfry({ database, now: now.toISOString(), ...options })
  atEnd(() => test.close())
  return test
}

const daily = { in: undefined, at: '2030-01-01T09:00:00', timezone: 'UTC', rule: { every: 'day' } } as const

describe('a restored system', () => {
  it('sends nothing while it is held, and afterwards only what is ahead', async () => {
    const first = await start()
    const { belfry } = first
    const unit = (id: string, more: object = {}) => belfry.reminders.schedule(reminder(id, more))
    await unit('before', { in: 'PT1H' })
    await unit('between', { in: 'PT30H' })
    await unit('after', { in: 'P10D' })
    await unit('daily', daily)
    await unit('every one', { ...daily, missed: 'all' })
    await unit('none missed', { ...daily, missed: 'skip' })
    await unit('minutely', { ...daily, rule: { every: 'minute', interval: 30 } })
    await unit('nag', { in: 'PT29H', repeat: { nag: { every: 'PT1H', atMost: 100 } } })
    await unit('nagging rule', { ...daily, repeat: { nag: { every: 'PT2H', atMost: 100 } } })
    await unit('few nags', { in: 'PT29H', repeat: { nag: { every: 'PT1H', atMost: 3 } } })
    await unit('backoff', { in: 'PT26H', repeat: { backoff: { base: 'PT6H' } } })
    await unit('completion', { in: 'PT27H', repeat: { afterCompletion: 'P1D' } })
    await unit('snoozed', daily)
    await unit('paused', daily)
    await belfry.entities.put({ type: 'meeting', id: 'm', at: '2030-01-03T12:00:00', timezone: 'UTC', recipients: ['ana'], plan: ['-PT24H', '-PT30M', 'PT120H'] })
    await first.advance('P1D')
    const { items } = await belfry.reminders.list({ recipient: 'ana', limit: 200 })
    const idOf = (id: string) => items.find(({ entity }) => entity.id === id)!.id
    await belfry.reminders.snooze(idOf('snoozed'), { for: 'PT3H' })
    await belfry.reminders.pause(idOf('paused'))
    const lines = await backupOf(belfry)

    await first.advance('P2D')
    const sentByFirst = first.memory.sent.map(nameOf)
    expect(new Set(sentByFirst).size).toBe(sentByFirst.length)
    const { now } = await belfry.clock.read()
    await first.worker.stop()

    const target = await second()
    // The clock is restored as it stood: here it is moved on to where the first system was lost.
    const moved = lines.map((line) => line)
    const result = await restoreAt(target, moved, now)
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
    for (const id of ['daily', 'every one', 'none missed', 'snoozed']) expect(heard(id).map(({ occurrence }) => occurrence)).toEqual(
      ['04', '05', '06', '07', '08', '09', '10', '11', '12'].slice(0, heard(id).length).map((day) => `2030-01-${day}T09:00`))
    for (const id of ['daily', 'nag', 'nagging rule', 'backoff', 'minutely']) expect(heard(id).length).toBeGreaterThan(1)
    expect(heard('m').map(({ kind }) => kind)).toEqual(['120h_after'])
  })
})

/** Restores as if it were that time: in these tests the clock is driven, and a backup has the time it was taken at. */
async function restoreAt(target: string, lines: readonly string[], now: Date) {
  const { createHash } = await import('node:crypto')
  const at = lines.findIndex((line) => line.startsWith('{"table":"clock"')) + 1
  const row = JSON.parse(lines[at]!) as string[]
  const body = lines.with(at, JSON.stringify(row.with(1, now.toISOString()))).slice(0, -1)
  const sha256 = createHash('sha256').update(body.map((line) => `${line}\n`).join('')).digest('hex')
  return await restoreInto(target, [...body, JSON.stringify({ ...JSON.parse(lines.at(-1)!), sha256 })])
}
