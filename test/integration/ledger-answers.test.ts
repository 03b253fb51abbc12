// The ledger and the engine agree on what was sent, whichever of them is asked first and however the moment is spelled.

import { describe, expect, it } from 'vitest'
import { reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()

const key = (more: object = {}) => ({ entityType: 'note', entityId: 'a', reminderType: 'once', userId: 'ana', ...more })
const at = (moment: string, more: object = {}) => ({ ...reminder('a', more), in: undefined, at: moment })

describe('a mark by hand', () => {
  it('holds also beside a cancelled row of the same moment: the engine does not send', async () => {
    const test = await start()
    const wanted = at('2030-01-01T00:01:00Z')
    const { id } = await test.belfry.reminders.schedule(wanted)
    await test.belfry.reminders.cancel(id)
    await test.belfry.reminders.schedule(wanted)
    expect(await test.belfry.ledger.markReminderAsSent(key({ occurrence: 'once' }))).toBe(true)
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
  })

  it.each(['2030-06-01T09:00:00', '2030-06-01T09:00:00.000'])(
    'of the moment spelled %s is the mark of what the engine calls 2030-06-01T09:00',
    async (occurrence) => {
      const test = await start()
      const scheduled = await test.belfry.reminders.schedule(at('2030-06-01T09:00:00'))
      expect(scheduled.occurrence).toBe('2030-06-01T09:00')
      expect(await test.belfry.ledger.markReminderAsSent(key({ occurrence }))).toBe(true)
      expect(await test.belfry.ledger.wasReminderSent(key({ occurrence: '2030-06-01T09:00' }))).toBe(true)
      await test.advance('P200D')
      expect(test.memory.sent).toEqual([])
    },
  )
})

describe('in-app', () => {
  it('whose moment is wanted again after the ledger was cleaned is not quarantined', async () => {
    const test = await start()
    const wanted = at('2030-01-01T00:01:00Z', { channels: ['in_app'], tolerance: 'P30D' })
    const { id } = await test.belfry.reminders.schedule(wanted)
    await test.advance('PT2H')
    expect(await test.belfry.ledger.cleanupOldReminders(0)).toBe(1)
    await test.belfry.reminders.schedule(wanted)
    await test.settled()
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([{ channel: 'in_app', state: 'sent' }])
    const sql = await client()
    expect((await sql.query('select from belfry.trouble')).rows).toEqual([])
    expect((await sql.query('select from belfry.inbox')).rows).toHaveLength(1)
  })
})

describe('a cancel', () => {
  it('that is repeated, because its answer was lost, is told the same', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    const first = await test.belfry.reminders.cancel(id)
    expect(first).toMatchObject({ cancelled: true, inFlight: [], alreadySent: [] })
    expect(await test.belfry.reminders.cancel(id)).toEqual(first)
  })
})
