import { describe, expect, it } from 'vitest'
import { createBelfry, memoryChannel } from '../../src/index.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start } = useDatabase()

describe('a fallback', () => {
  it('is used for each of several reminders that ring at the same moment', async () => {
    const test = await start({ channels: [memoryChannel({ name: 'email', needsAddress: true })] })
    await test.belfry.reminders.scheduleMany(many(5, { channels: ['email'], fallback: 'memory' }))
    await test.advance('PT1M')
    expect(test.memory.sent.map(({ entity }) => entity.id).sort()).toEqual(['0', '1', '2', '3', '4'])
  })

  it.each([
    { channels: ['email', 'in_app'] },
    { channels: ['in_app', 'email', 'push'] },
    { channels: ['push', 'email', 'in_app'] },
  ])('behind $channels is not needed when in-app was written and the others have no address', async ({ channels }) => {
    const needing = (name: string) => memoryChannel({ name, needsAddress: true })
    const test = await start({ channels: [needing('email'), needing('push')] })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels, fallback: 'memory' }))
    await test.advance('PT1H')
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.find(({ channel }) => channel === 'memory')).toMatchObject({
      state: 'skipped',
      reason: 'not_needed',
    })
    expect(test.memory.sent).toEqual([])
  })

  it.each([
    ['refused', 'delivered'],
    ['delivered', 'refused'],
  ] as const)('behind two channels that report %s and %s together is not needed', async (first, second) => {
    const push = memoryChannel({ name: 'push' })
    const sms = memoryChannel({ name: 'sms' })
    const test = await start({ channels: [push, sms] })
    test.memory.script(() => ({ kind: first }))
    push.script(() => ({ kind: second }))
    await test.belfry.reminders.scheduleMany(many(6, { channels: ['memory', 'push'], fallback: 'sms' }))
    await test.advance('PT1H')
    expect(sms.sent).toEqual([])
  })
})

describe('default channels', () => {
  it.each([[[]], [['memory', 'memory']]])(
    'of %o are refused: a reminder would vanish, or come twice',
    async (names) => {
      const made = createBelfry({ database: url(), channels: [memoryChannel()], defaultChannels: names })
      await expect(made.then((belfry) => belfry.close())).rejects.toMatchObject({
        code: 'invalid_input',
        field: '/defaultChannels',
      })
    },
  )
})
