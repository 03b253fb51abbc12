// A worker sleeps until the next moment that concerns it, and nothing that concerns it passes unnoticed. Here the poll and
// the leases are an hour long: whatever is missed fails the test by its deadline.

import { describe, expect, it } from 'vitest'
import { memoryChannel, type Worker } from '../../src/index.ts'
import { gateAtCommit, gateAtTake } from './gate.ts'
import { latch } from './latch.ts'
import { asleep, longLease, many, reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

function idle(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.events.once('idle', resolve))
}

describe('a worker', () => {
  it('wakes for the next moment of the others while a tenant is held', async () => {
    const memory = memoryChannel()
    const options = { ...asleep, channels: [memory], defaultChannels: ['memory'] }
    const held = await open(options)
    const free = await open({ ...options, tenant: 'free' })
    await held.holds.hold({ tenant: 'default', reason: 'they asked' })
    await held.reminders.schedule(reminder('held', { in: 'PT0S' }))
    const worker = held.startWorker(longLease)
    await idle(worker)
    await free.reminders.schedule(reminder('free', { in: 'PT1S' }))
    await memory.received(1)
    expect(memory.sent.map(({ tenant }) => tenant)).toEqual(['free'])
  })

  it('is not kept awake by what is due in buckets that others serve', async () => {
    const test = await start({ ...asleep, worker: longLease })
    await test.worker.stop()
    const results = await test.belfry.reminders.scheduleMany(many(10))
    const served = await client()
    const { rows } = await served.query('select array_agg(bucket) as buckets from belfry.reminders')
    const others = Array.from({ length: 1_024 }, (_, i) => i).filter((bucket) => !rows[0].buckets.includes(bucket))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    const worker = test.belfry.startWorker({ ...longLease, buckets: others })
    await idle(worker)
    let looks = 0
    worker.events.on('idle', () => {
      looks += 1
    })
    // Another worker, whose poll is short, looks a hundred times meanwhile.
    const restless = (await open({ pollMs: 20 })).startWorker({ ...longLease, buckets: others })
    for (let i = 0; i < 100; i++) await idle(restless)
    expect(looks).toBeLessThanOrEqual(1)
    expect(test.memory.sent).toEqual([])
    expect(await test.belfry.reminders.get(results[0]!.id)).toMatchObject({ state: 'scheduled' })
  })

  it('that stops says so when it gives something back, and another one takes it at once', async () => {
    const taken = memoryChannel()
    const options = { ...asleep, defaultChannels: ['memory'] }
    const stopping = await open({ ...options, channels: [memoryChannel()] })
    const staying = await open({ ...options, channels: [taken] })
    const silent = await open({ ...options, channels: [memoryChannel()], notify: false })
    const gate = await gateAtCommit(await client())
    await idle(staying.startWorker(longLease))
    // Nobody is told of this one, so it is the worker that starts now who fires it.
    await silent.reminders.schedule(reminder('a', { in: 'PT0S' }))
    const worker = stopping.startWorker(longLease)
    await gate.reached()
    const stopped = worker.stop()
    await gate.open()
    await stopped
    expect(await taken.received(1)).toHaveLength(1)
  })

  it('sees a place that becomes free while it looks at something else', async () => {
    const slow = memoryChannel({ name: 'slow', concurrency: 1 })
    const other = memoryChannel({ name: 'other' })
    const test = await start({ ...asleep, channels: [slow, other], worker: longLease })
    const first = latch()
    let sends = 0
    slow.script(async () => {
      if (++sends === 1) await first.opened
      return { kind: 'delivered' }
    })
    // The other channel has something that waits and can never be had: the second time, the take of it takes long.
    const gate = await gateAtTake(await client(), 'other', 2)
    await test.belfry.reminders.schedule(
      reminder('ladder', { channels: ['memory', { channel: 'other', after: 'PT1M' }] }),
    )
    await test.advance('PT1M')
    await test.belfry.reminders.scheduleMany(many(2, { channels: ['slow'] }))
    await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
    await gate.reached()
    const concluded = new Promise((resolve) => test.worker.events.once('concluded', resolve))
    first.open()
    await concluded
    await gate.open()
    expect(await slow.received(2)).toHaveLength(2)
  })
})
