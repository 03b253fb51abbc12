// Seen on one channel stops the ladder on the others: what waits is cancelled, what is in flight does not go on, and a series rings
// again when it is time.

import { describe, expect, it } from 'vitest'
import type { Channel, Outcome } from '../../src/index.ts'
import { type MemoryChannel, memoryChannel } from '../../src/index.ts'
import { blocked, gateAtCommit } from './gate.ts'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()

const named = (name: string) => memoryChannel({ name })
/** Keeps every try, and answers that it could not be sent just now. */
function deferring(channel: MemoryChannel): string[] {
  const tries: string[] = []
  channel.script(({ id }) => {
    tries.push(id)
    return { kind: 'deferred' }
  })
  return tries
}

const ladder = ['in_app', { channel: 'web_push', after: 'PT2M' }, { channel: 'email', after: 'PT10M' }]

/** A running Belfry with channels that keep what they were given. */
async function climbing(more: readonly Channel[] = []) {
  const push = named('web_push')
  const email = named('email')
  const test = await start({ channels: [push, email, ...more] })
  await test.belfry.recipients.put({ id: 'ana', addresses: { web_push: 'p', email: 'ana@example.com' } })
  const deliveries = async () => (await test.belfry.deliveries.list({ recipient: 'ana' })).items
  const of = async (channel: string) => (await deliveries()).find((one) => one.channel === channel)!
  return { ...test, push, email, deliveries, of }
}

describe('a ladder', () => {
  it('goes on, channel by channel, while nobody has seen it', async () => {
    const { belfry, advance, push, email } = await climbing()
    await belfry.reminders.schedule(reminder('1', { channels: ladder }))
    await advance('PT2M')
    expect([push.sent.length, email.sent.length]).toEqual([0, 0])
    await advance('PT1M')
    expect([push.sent.length, email.sent.length]).toEqual([1, 0])
    await advance('PT8M')
    expect([push.sent.length, email.sent.length]).toEqual([1, 1])
  })

  it('stops where it is once it was read in the inbox', async () => {
    const { belfry, advance, push, email, of } = await climbing()
    await belfry.reminders.schedule(reminder('1', { channels: ladder }))
    await advance('PT3M')
    const item = await of('in_app')
    const read = await belfry.inbox.read(item.id)
    expect(read).toMatchObject({ state: 'read', readAt: new Date('2030-01-01T00:03:00Z') })
    await advance('PT1H')
    expect([push.sent.length, email.sent.length]).toEqual([1, 0])
    expect(await of('email')).toMatchObject({ state: 'cancelled', reason: 'seen', pendingAt: null })
    const { next, deliveries } = await belfry.reminders.explain(item.reminderId)
    expect(next).toBeNull()
    expect(deliveries.find(({ channel }) => channel === 'email')?.why).toBe('Seen on another channel.')
  })

  it('seen on any other channel is read in the inbox; said again it is the same', async () => {
    const { belfry, advance, of, email } = await climbing()
    await belfry.reminders.schedule(reminder('1', { channels: ladder }))
    await advance('PT3M')
    const { id } = await of('web_push')
    const mail = await of('email')
    expect(await belfry.deliveries.seen(id)).toEqual({ id, cancelled: [mail.id], inFlight: [] })
    expect(await belfry.deliveries.seen(id)).toEqual({ id, cancelled: [], inFlight: [] })
    expect(await belfry.inbox.get((await of('in_app')).id)).toMatchObject({ state: 'read' })
    await advance('PT1H')
    expect(email.sent).toEqual([])
    const { items } = await belfry.audit.list({ reminder: mail.reminderId })
    expect(items.filter(({ action }) => action === 'seen').length).toBe(1)
  })

  it('acknowledged, it stops too', async () => {
    const { belfry, advance, push, email, of } = await climbing()
    const { id } = await belfry.reminders.schedule(reminder('1', { channels: ladder }))
    await advance('PT1M')
    await belfry.reminders.acknowledge(id)
    await advance('PT1H')
    expect([push.sent.length, email.sent.length]).toEqual([0, 0])
    expect(await of('web_push')).toMatchObject({ state: 'cancelled', reason: 'acknowledged' })
  })

  it('cancels a fallback that stands by', async () => {
    const { belfry, advance, push, email, of } = await climbing()
    const tries = deferring(push)
    await belfry.reminders.schedule(reminder('1', { channels: ['web_push'], fallback: 'email' }))
    await advance('PT1M')
    expect(await of('email')).toMatchObject({ state: 'pending', pendingAt: null })
    await belfry.deliveries.seen((await of('web_push')).id)
    await advance('PT2H')
    expect([await of('web_push'), await of('email')]).toMatchObject([
      { state: 'cancelled', reason: 'seen' },
      { state: 'cancelled', reason: 'seen' },
    ])
    expect([tries.length, email.sent.length]).toEqual([1, 0])
  })

  it('is of one occurrence: the next one of a series climbs again', async () => {
    const { belfry, advance, push, of } = await climbing()
    const daily = { rule: 'FREQ=DAILY', at: '2030-01-01T08:00:00', in: undefined, timezone: 'UTC' }
    await belfry.reminders.schedule(reminder('1', { ...daily, channels: ladder }))
    await advance('PT8H')
    await belfry.inbox.read((await of('in_app')).id)
    await advance('PT1H')
    expect(push.sent).toEqual([])
    await advance('P1D')
    expect(push.sent.length).toBe(1)
  })
})

describe('a series that waits for the end of its ring', () => {
  it('goes on as after a send, when its first channel was waiting', async () => {
    const { belfry, advance, push, of } = await climbing()
    deferring(push)
    const { id } = await belfry.reminders.schedule(
      reminder('1', { repeat: { nag: { every: 'PT30M', atMost: 3 } }, channels: ['web_push', 'in_app'] }),
    )
    await advance('PT1M')
    expect(await belfry.reminders.get(id)).toMatchObject({ state: 'waiting', dueAt: null })
    await belfry.inbox.read((await of('in_app')).id)
    expect(await belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-01T00:31:00Z') })
    push.script(null)
    await advance('PT30M')
    expect(push.sent.map(({ occurrence }) => occurrence)).toEqual([expect.stringMatching(/#2$/)])
  })

  it('goes on at once when its first channel was in flight, and once only', async () => {
    const sending = latch()
    const answer = latch()
    const slow: Channel = {
      name: 'slow',
      idempotent: false,
      needsAddress: false,
      async send(): Promise<Outcome> {
        sending.open()
        await answer.opened
        return { kind: 'deferred' }
      },
    }
    const { belfry, settled, of, advance } = await climbing([slow])
    const { id } = await belfry.reminders.schedule(
      reminder('1', { in: 'PT0S', repeat: { nag: { every: 'PT30M', atMost: 3 } }, channels: ['slow', 'in_app'] }),
    )
    await sending.opened
    const seen = await belfry.deliveries.seen((await of('in_app')).id)
    expect(seen).toMatchObject({ cancelled: [], inFlight: [(await of('slow')).id] })
    const { dueAt } = (await belfry.reminders.get(id))!
    expect(dueAt).toEqual(new Date('2030-01-01T00:30:00Z'))
    answer.open()
    await settled()
    expect(await of('slow')).toMatchObject({ state: 'cancelled', reason: 'stopped' })
    expect((await belfry.reminders.get(id))!.dueAt).toEqual(dueAt)
    await advance('PT30M')
    expect((await belfry.inbox.counts('ana')).total).toBe(2)
  })
})

describe('against a take that is just committing', () => {
  it('either it was not sent, or the answer names it and it is not tried again', async () => {
    const email = named('email')
    const tries = deferring(email)
    const { belfry, jump, worker } = await start({ channels: [email] })
    await belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    await belfry.reminders.schedule(reminder('1', { channels: ['in_app', { channel: 'email', after: 'PT10M' }] }))
    await jump('2030-01-01T00:01:00Z')
    const [item] = (await belfry.inbox.list({ recipient: 'ana' })).items
    const sql = await client()
    const gate = await gateAtCommit(sql)
    await belfry.clock.set(new Date('2030-01-01T00:11:00Z'))
    worker.wake()
    await gate.reached()
    const seen = belfry.deliveries.seen(item!.id)
    // The row is held by the take, which waits at the gate: this one waits for the row.
    await blocked(sql, 2)
    expect(tries).toEqual([])
    await gate.open()
    const { cancelled, inFlight } = await seen
    expect({ cancelled, inFlight: inFlight.length }).toEqual({ cancelled: [], inFlight: 1 })
    await jump('2030-01-01T03:00:00Z')
    // The witness: one try, which had begun before; deferred, it would be tried again after a minute.
    expect(tries).toEqual(inFlight)
    expect(await belfry.deliveries.get(inFlight[0]!)).toMatchObject({ state: 'cancelled', reason: 'stopped' })
  })
})
