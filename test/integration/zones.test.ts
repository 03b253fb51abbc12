import { describe, expect, it } from 'vitest'
import { newer, older } from './changed-paris.ts'
import { useDatabase } from './running.ts'

const { start, open } = useDatabase()

const entity = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana' })
const paris = { at: '2030-01-05T09:00:00', timezone: 'Europe/Paris' }

describe('a newer time-zone database', () => {
  it('moves what is to come before anything rings, once, and says so', async () => {
    const before = await open({ timeZones: older })
    await before.recipients.put({ id: 'bo', timezone: 'Europe/Paris' })
    await before.clock.set(new Date('2030-01-01T00:00:00Z'))
    const once = await before.reminders.schedule({ ...entity('1'), ...paris })
    const daily = await before.reminders.schedule({ ...entity('2'), ...paris, rule: 'FREQ=DAILY;COUNT=2' })
    const instant = await before.reminders.schedule({ ...entity('3'), at: '2030-01-05T08:00:00Z' })
    const floating = await before.reminders.schedule({ ...entity('4'), recipient: 'bo', at: '2030-01-05T09:00:00' })
    await before.entities.put({ type: 'meeting', id: '1', ...paris, recipients: ['ana'], plan: ['-P1D'] })
    const test = await start({ timeZones: newer, now: '2030-01-01T00:00:00Z' })
    await test.settled()
    const due = async ({ id }: { id: string }) => (await test.belfry.reminders.get(id))?.dueAt?.toISOString()
    expect(await due(once)).toBe('2030-01-05T07:00:00.000Z')
    expect(await due(daily)).toBe('2030-01-05T07:00:00.000Z')
    expect(await due(instant)).toBe('2030-01-05T08:00:00.000Z')
    expect(await due(floating)).toBe('2030-01-05T07:00:00.000Z')
    expect((await test.belfry.entities.get({ type: 'meeting', id: '1' }))?.at?.instant).toEqual(
      new Date('2030-01-05T07:00:00Z'),
    )
    const { changes } = await test.belfry.reminders.explain(once.id)
    expect(changes).toMatchObject([{ actor: 'time zones', action: 'moved', data: { was: '2030-01-05T08:00:00.000Z' } }])
    expect(await test.belfry.zones.list()).toMatchObject([{ version: '2030b', checked: 4, moved: 4 }])
    await test.advance('P7D')
    expect(test.memory.sent).toHaveLength(6)
    expect(new Set(test.memory.sent.map(({ id }) => id)).size).toBe(6)
  })

  it('does not ring again what rang under the older one', async () => {
    const before = await start({ timeZones: older })
    await before.belfry.reminders.schedule({ ...entity('1'), ...paris, rule: 'FREQ=DAILY' })
    await before.jump('2030-01-05T08:00:00Z')
    await before.worker.stop()
    const after = await start({ timeZones: newer, now: '2030-01-05T08:00:01Z' })
    await after.advance('P1D')
    const rang = [...before.memory.sent, ...after.memory.sent].map(({ occurrence }) => occurrence)
    expect(rang).toEqual(['2030-01-05T09:00', '2030-01-06T09:00'])
  })

  it('is not undone by a worker that has the older one', async () => {
    const first = await start({ timeZones: newer })
    const { id } = await first.belfry.reminders.schedule({ ...entity('1'), ...paris })
    await first.worker.stop()
    const second = await start({ timeZones: older, now: '2030-01-01T00:00:00Z' })
    await second.settled()
    expect((await second.belfry.reminders.get(id))?.dueAt).toEqual(new Date('2030-01-05T07:00:00Z'))
  })
})
