import { describe, expect, it } from 'vitest'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start } = useDatabase()

describe('settle', () => {
  it('refuses to send again what was sent by hand: nobody would', async () => {
    const test = await start()
    const key = { entityType: 'note', entityId: 'a', reminderType: 'once', userId: 'ana' }
    const send = () => Promise.reject(new Error('no answer'))
    await test.belfry.ledger.sendOnce(key, send).catch(() => {})
    const [unknown] = await test.belfry.deliveries.needingAttention({ state: 'unknown' })
    expect(unknown).toMatchObject({ channel: 'hand' })
    const again = test.belfry.deliveries.settle(unknown!.id, 'send_again')
    await expect(again).rejects.toMatchObject({ code: 'not_unknown' })
    expect(await test.belfry.deliveries.needingAttention({ state: 'unknown' })).toHaveLength(1)
  })

  it('refuses to send again what failed after it was cancelled, and writes nothing of it', async () => {
    const test = await start()
    const begun = latch()
    const answer = latch()
    test.memory.script(async () => {
      begun.open()
      await answer.opened
      return { kind: 'refused' }
    })
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await begun.opened
    await test.belfry.reminders.cancel(id)
    answer.open()
    await test.settled()
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries).toMatchObject([{ state: 'failed' }])
    const again = test.belfry.deliveries.settle(deliveries[0]!.id, 'send_again')
    await expect(again).rejects.toMatchObject({ code: 'stopped' })
    const { changes } = await test.belfry.reminders.explain(id)
    expect(changes.map(({ action }) => action)).not.toContain('sent_again')
  })

  it('says in the attempt whose word it was', async () => {
    const test = await start({ actor: 'operator' })
    test.memory.script(() => ({ kind: 'unknown' }))
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const [unknown] = await test.belfry.deliveries.needingAttention({ state: 'unknown' })
    expect(await test.belfry.deliveries.settle(unknown!.id, 'sent')).toEqual({ state: 'sent' })
    const { attempts, changes } = await test.belfry.reminders.explain(id)
    expect(changes).toContainEqual(expect.objectContaining({ action: 'settled_sent' }))
    expect(JSON.stringify(attempts)).toContain('settled by operator')
  })
})
