// Channels and listeners are somebody's code: whatever they answer or throw, every delivery comes to an honest end.

import { describe, expect, it } from 'vitest'
import type { Channel, Outcome } from '../../src/index.ts'
import { reminder, useDatabase } from './running.ts'

const { start } = useDatabase()

describe('a listener that throws', () => {
  it.each(['fired', 'attempted'] as const)('at “%s” keeps nothing from being sent', async (event) => {
    const test = await start()
    test.worker.events.on(event, () => {
      throw new Error('a bug in somebody’s metrics')
    })
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await test.memory.received(1)
    await test.settled()
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([{ state: 'sent', attempt: 1 }])
  })
})

describe('a channel', () => {
  it('whose sendMany answers no list has sent what nobody knows', async () => {
    const channel: Channel = {
      name: 'many',
      idempotent: false,
      needsAddress: false,
      concurrency: 100,
      send: async () => ({ kind: 'delivered' }),
      sendMany: async () => undefined as unknown as Outcome[],
    }
    const test = await start({ channels: [channel] })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['many'] }))
    await test.advance('PT1M')
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'outcome_unknown' },
    ])
  })

  it.each([
    ['an HTTP date', Number('Wed, 21 Oct 2015 07:28:00 GMT'), 'sent'],
    ['a number beyond all time', Number.MAX_VALUE, 'failed'],
  ])('that wants to be asked again after %s has not sent it, and that is known', async (_, retryAfterMs, state) => {
    const test = await start()
    test.memory.script(({ attempt }) => (attempt === 1 ? { kind: 'deferred', retryAfterMs } : { kind: 'delivered' }))
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT10M')
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([{ state }])
  })

  it.each([
    ['a kind that there is not', { kind: 'ok' }],
    ['a word', 'delivered'],
  ])('that answers %s has sent what nobody knows', async (_, answer) => {
    const test = await start()
    test.memory.send = async () => answer as unknown as Outcome
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'outcome_unknown' },
    ])
  })
})
