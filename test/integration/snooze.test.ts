import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { blocked } from './gate.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()

describe('snooze', () => {
  it('three times at once is one more ring, and each of them is answered', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const answers = await Promise.all([1, 2, 3].map(() => test.belfry.reminders.snooze(id, { for: 'PT10M' })))
    expect(answers.map(({ generation }) => generation)).toEqual([2, 2, 2])
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(2)
  })

  it('of the next ring, where none comes by itself, is one more of the last', async () => {
    const test = await start()
    const done = { repeat: { afterCompletion: 'PT30H' } }
    const { id } = await test.belfry.reminders.schedule(reminder('a', done))
    await test.advance('PT1M')
    await test.belfry.reminders.snooze(id, { for: 'PT1H' })
    await test.advance('PT1H')
    await test.belfry.reminders.snooze(id, { for: 'PT1H', next: true })
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(3)
  })

  it('of a ladder rings step by step again', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push] })
    const ladder = { channels: ['memory', { channel: 'push', after: 'PT5M' }] }
    const { id } = await test.belfry.reminders.schedule(reminder('a', ladder))
    await test.advance('PT10M')
    await test.belfry.reminders.snooze(id, { for: 'PT10M' })
    await test.advance('PT10M')
    expect([test.memory.sent.length, push.sent.length]).toEqual([2, 1])
    await test.advance('PT5M')
    expect([test.memory.sent.length, push.sent.length]).toEqual([2, 2])
  })

  it('after a cancel of one that would have gone to the default channels rings nowhere', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.reminders.cancel(id)
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([{ state: 'cancelled', channel: '' }])
    await expect(test.belfry.reminders.snooze(id, { for: 'PT10M' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of a quarantined reminder, and “send again” of it, are refused: its texts are gone', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(reminder('a', { title: 'Call mom' }))
    await (await client()).query(statementText('quarantine'), [Number.parseInt(id.slice(0, 4), 16) >> 6, id])
    const [delivery] = (await test.belfry.reminders.explain(id)).deliveries
    expect(delivery).toMatchObject({ state: 'quarantined', channel: '' })
    await expect(test.belfry.reminders.snooze(id, { for: 'PT1M' })).rejects.toMatchObject({ code: 'not_found' })
    const again = test.belfry.deliveries.settle(delivery!.id, 'send_again')
    await expect(again).rejects.toMatchObject({ code: 'not_unknown' })
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
  })

  it('while its recipient is being erased finds nobody, and nothing is sent after the erasure', async () => {
    const test = await start()
    const [eraser, watcher] = [await client(), await client()]
    const { id } = await test.belfry.reminders.schedule(reminder('a', { title: 'private' }))
    await test.advance('PT1M')
    await eraser.query('begin')
    await test.belfry.with(eraser).recipients.delete('ana')
    const snoozed = test.belfry.reminders.snooze(id, { for: 'PT1M' })
    snoozed.catch(() => {})
    await Promise.race([snoozed, blocked(watcher)])
    await eraser.query('commit')
    await expect(snoozed).rejects.toMatchObject({ code: 'not_found' })
    test.memory.clear()
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
    expect((await eraser.query('select from belfry.reminders')).rows).toEqual([])
  })
})
