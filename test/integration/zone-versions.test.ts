// Processes with time-zone databases of different ages beside each other: what was resolved with the older one is resolved
// again, whoever wrote it and whenever, and nobody waits for a row that is locked.

import { describe, expect, it } from 'vitest'
import { runtimeRules, type ZoneRules } from '../../src/time/zone-rules.ts'
import { useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

/** What would be if Paris were on summer time all year: an hour ahead in winter. */
const instead = (zone: string) => (zone === 'Europe/Paris' ? 'Etc/GMT-2' : zone)
const changed: ZoneRules = {
  offsetMsAt: (instant, zone) => runtimeRules.offsetMsAt(instant, instead(zone)),
  possibleInstants: (local, zone) => runtimeRules.possibleInstants(local, instead(zone)),
}
const older = { rules: runtimeRules, version: '2030a' }
const newer = { rules: changed, version: '2030b' }
const now = '2030-01-01T00:00:00Z'
const note = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana' })
const paris = { at: '2030-01-05T09:00:00', timezone: 'Europe/Paris' }

async function openOlder() {
  const belfry = await open({ timeZones: older })
  await belfry.clock.set(new Date(now))
  return belfry
}

describe('with a newer time-zone database', () => {
  it('a step by the recipient’s own clock moves with the recipient’s zone', async () => {
    const before = await openOlder()
    await before.recipients.put({ id: 'bo', timezone: 'Europe/Paris' })
    const meeting = { type: 'meeting', id: '42', at: '2030-01-05T09:00:00', recipients: ['bo'], plan: ['-PT1H'] }
    const { reminders } = await before.entities.put(meeting)
    expect(reminders).toMatchObject([{ dueAt: new Date('2030-01-05T07:00:00Z') }])
    const test = await start({ timeZones: newer, now })
    await test.settled()
    expect(await test.belfry.reminders.get(reminders[0]!.id)).toMatchObject({ dueAt: new Date('2030-01-05T06:00:00Z') })
  })

  it('what an older process writes after that is resolved again by the next worker', async () => {
    const first = await start({ timeZones: newer, now })
    await first.settled()
    await first.worker.stop()
    const { id, dueAt } = await (await openOlder()).reminders.schedule({ ...note('1'), ...paris })
    expect(dueAt).toEqual(new Date('2030-01-05T08:00:00Z'))
    const second = await start({ timeZones: newer, now })
    await second.settled()
    expect(await second.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-05T07:00:00Z') })
  })

  it('one locked row keeps a worker from nothing else, and is resolved again when it is free', async () => {
    const before = await openOlder()
    const { id } = await before.reminders.schedule({ ...note('locked'), ...paris })
    const free = await before.reminders.schedule({ ...note('free'), ...paris })
    await before.reminders.schedule({ ...note('due'), at: now })
    const holder = await client()
    await holder.query('begin')
    await holder.query('select from belfry.reminders where id = $1 for update', [id])
    const first = await start({ timeZones: newer, now })
    await first.memory.received(1)
    expect(await first.belfry.reminders.get(free.id)).toMatchObject({ dueAt: new Date('2030-01-05T07:00:00Z') })
    expect(await first.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-05T08:00:00Z') })
    // Else the first may be resolving it in the moment in which the second looks, and the second does not wait for that.
    await first.worker.stop()
    await holder.query('rollback')
    const second = await start({ timeZones: newer, now })
    await second.settled()
    expect(await second.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-05T07:00:00Z') })
  })

  it('a reminder that was locked meanwhile does not ring at the old time', async () => {
    const before = await openOlder()
    const { id } = await before.reminders.schedule({ ...note('1'), ...paris })
    const holder = await client()
    await holder.query('begin')
    await holder.query('select from belfry.reminders where id = $1 for update', [id])
    const test = await start({ timeZones: newer, now })
    await test.settled()
    await holder.query('rollback')
    await test.advance('P7D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual(['2030-01-05T07:00:00.000Z'])
  })
})
