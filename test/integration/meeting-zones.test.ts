// A government changes its clocks: what becomes of meetings that were agreed on before.

import { describe, expect, it } from 'vitest'
import { newer, older } from './changed-paris.ts'
import { blocked } from './gate.ts'
import { useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

const now = '2030-01-01T00:00:00Z'
const inParis = { timezone: 'Europe/Paris', slots: [{ start: '2030-01-11T10:00:00', end: '2030-01-11T11:00:00' }] }

async function asItWas() {
  const belfry = await open({ timeZones: older })
  for (const id of ['bo', 'cy']) await belfry.recipients.put({ id, timezone: 'Asia/Seoul' })
  await belfry.clock.set(new Date(now))
  const agree = async (more: object) => {
    const { meeting } = await belfry.meetings.request({
      ...{ requester: 'ana', participants: ['bo'], title: 'Budget review', ...inParis, ...more },
    })
    await belfry.meetings.accept(meeting.id, { participant: meeting.participants[1]!.recipient })
    return meeting.id
  }
  return { belfry, agree }
}

describe('a changed time-zone database', () => {
  it('moves a meeting of the wall clock with its reminders, tells everybody, and leaves an instant where it is', async () => {
    const { agree } = await asItWas()
    const local = await agree({})
    const instant = await agree({
      participants: ['cy'],
      requester: 'bo',
      timeAnchor: 'instant',
      slots: [{ start: '2030-01-12T10:00:00', end: '2030-01-12T11:00:00' }],
    })
    const test = await start({ timeZones: newer, now })
    await test.settled()
    const { meetings, audit } = test.belfry
    expect(await meetings.get(local)).toMatchObject({
      acceptedSlot: { start: new Date('2030-01-11T08:00:00Z'), end: new Date('2030-01-11T09:00:00Z') },
      ...{ tzVersion: '2030b', sequence: 1, conflictAt: null },
    })
    expect((await meetings.get(instant))?.acceptedSlot?.start).toEqual(new Date('2030-01-12T09:00:00Z'))
    const reminders = (await meetings.reminders(local)).filter(({ isNotice }) => !isNotice)
    expect(reminders.map(({ kind, dueAt }) => `${kind} ${dueAt?.toISOString()}`).slice(0, 2)).toEqual([
      '24h_before 2030-01-10T08:00:00.000Z',
      '24h_before 2030-01-10T08:00:00.000Z',
    ])
    const told = test.memory.sent.filter(({ kind }) => kind === 'moved')
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(['ana', 'bo'])
    const { items } = await audit.list({ entity: { type: 'meeting', id: local } })
    expect(items.filter(({ action }) => action === 'meeting_moved')).toMatchObject([
      { actor: 'time zones', data: { was: '2030-01-11T09:00:00.000Z', start: '2030-01-11T08:00:00.000Z' } },
    ])
    await test.advance('P12D')
    const rang = test.memory.sent.filter(({ entity, kind }) => entity.id === local && kind.endsWith('_before'))
    expect(rang).toHaveLength(6)
  })

  it('reports what it moves into something else, and keeps both', async () => {
    const { agree } = await asItWas()
    const fixed = await agree({
      timezone: 'UTC',
      slots: [{ start: '2030-01-11T08:00:00', end: '2030-01-11T09:00:00' }],
    })
    const local = await agree({ participants: ['cy'] })
    const test = await start({ timeZones: newer, now })
    await test.settled()
    const moved = await test.belfry.meetings.get(local)
    expect(moved).toMatchObject({ status: 'accepted', acceptedSlot: { start: new Date('2030-01-11T08:00:00Z') } })
    expect(moved?.conflictAt).not.toBeNull()
    const { items } = await test.belfry.audit.list({ entity: { type: 'meeting', id: local } })
    expect(items.find(({ action }) => action === 'meeting_conflict')?.data).toMatchObject({
      conflicts: [{ kind: 'meeting', participant: 'ana', meetingId: fixed }],
    })
    // Whoever comes next finds both.
    const third = await test.belfry.meetings.request({
      ...{ requester: 'cy', participants: ['ana'], title: 'x', timezone: 'UTC' },
      slots: [{ start: '2030-01-11T08:30:00', end: '2030-01-11T09:30:00' }],
    })
    await expect(test.belfry.meetings.accept(third.meeting.id, { participant: 'ana' })).rejects.toMatchObject({
      facts: { conflicts: [{ participant: 'ana' }, { participant: 'ana' }, { participant: 'cy', meetingId: local }] },
    })
  })

  it('moves what was only proposed, and is not undone by a worker that has the older one', async () => {
    const { belfry } = await asItWas()
    const { meeting } = await belfry.meetings.request({
      requester: 'ana',
      participants: ['bo'],
      title: 'x',
      ...inParis,
    })
    const test = await start({ timeZones: newer, now })
    await test.settled()
    await test.worker.stop()
    const again = await start({ timeZones: older, now })
    await again.settled()
    expect((await again.belfry.meetings.get(meeting.id))?.slots).toEqual([
      { start: new Date('2030-01-11T08:00:00Z'), end: new Date('2030-01-11T09:00:00Z') },
    ])
  })
})

describe('a changed time-zone database beside everything else', () => {
  const in2030 = (from: string, to: string) => ({
    ...{ timezone: 'Europe/Paris', slots: [{ start: `2030-01-11T${from}:00`, end: `2030-01-11T${to}:00` }] },
  })

  it('meetings in a row that move together are in nobody’s way', async () => {
    const { agree } = await asItWas()
    const ids = [
      await agree(in2030('09:00', '10:00')),
      await agree(in2030('10:00', '11:00')),
      await agree(in2030('11:00', '12:00')),
    ]
    const test = await start({ timeZones: newer, now })
    await test.settled()
    for (const id of ids) expect(await test.belfry.meetings.get(id)).toMatchObject({ sequence: 1, conflictAt: null })
    const { rows } = await (await client()).query('select distinct is_enforced from belfry.bookings')
    expect(rows).toEqual([{ is_enforced: true }])
  })

  it('somebody who was erased since keeps no worker from its work', async () => {
    const { belfry, agree } = await asItWas()
    const id = await agree({ participants: ['bo', 'cy'] })
    await belfry.recipients.delete('cy')
    const test = await start({ timeZones: newer, now })
    await test.settled()
    expect((await test.belfry.meetings.get(id))?.acceptedSlot?.start).toEqual(new Date('2030-01-11T08:00:00Z'))
    await test.belfry.reminders.schedule({ entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1M' })
    await test.advance('PT2M')
    expect(test.memory.sent.filter(({ kind }) => kind === 'once')).toHaveLength(1)
  })

  it('what was called off meanwhile stays off', async () => {
    const { belfry, agree } = await asItWas()
    const id = await agree({})
    const sql = await client()
    await sql.query('begin')
    await sql.query('select from belfry.meetings where id = $1 for update', [id])
    // The cancel waits for the row with the entity's lock, and the newer worker behind it.
    // On a connection that waits for a lock as long as it takes.
    const calling = await client()
    await calling.query('begin')
    const cancelling = belfry
      .with(calling)
      .meetings.cancel(id, { participant: 'ana' })
      .then(() => calling.query('commit'))
    const watcher = await client()
    await blocked(watcher)
    const starting = start({ timeZones: newer, now })
    await blocked(watcher, 2)
    await sql.query('commit')
    await cancelling
    const test = await starting
    await test.settled()
    await test.advance('P12D')
    expect(await test.belfry.meetings.get(id)).toMatchObject({ status: 'cancelled' })
    expect((await sql.query('select from belfry.bookings')).rowCount).toBe(0)
    expect(test.memory.sent.map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled'])
  })

  it('slots to come move, also where the first has passed, and an accepted one that stays is no news', async () => {
    const { belfry } = await asItWas()
    const asked = { requester: 'ana', participants: ['bo'], title: 'x', timezone: 'Europe/Paris' }
    const slot = (day: string) => ({ start: `${day}T10:00:00`, end: `${day}T11:00:00` })
    const open = (await belfry.meetings.request({ ...asked, slots: [slot('2030-01-02'), slot('2030-01-11')] })).meeting
    const agreed = (await belfry.meetings.request({ ...asked, slots: [slot('2030-02-01'), slot('2030-07-01')] }))
      .meeting
    await belfry.meetings.accept(agreed.id, { participant: 'bo', slot: slot('2030-07-01') })
    const test = await start({ timeZones: newer, now: '2030-01-03T00:00:00Z' })
    await test.settled()
    const { meeting, reminders } = await test.belfry.meetings.accept(open.id, {
      ...{ participant: 'bo', slot: { start: '2030-01-11T10:00:00' } },
    })
    expect(meeting.acceptedSlot?.start).toEqual(new Date('2030-01-11T08:00:00Z'))
    expect(reminders.created[0]?.dueAt).toEqual(new Date('2030-01-10T08:00:00Z'))
    expect(await test.belfry.meetings.get(agreed.id)).toMatchObject({ sequence: 0, tzVersion: '2030b' })
  })

  it('whoever has the newer one resolves a meeting of an older process before anything else', async () => {
    const { belfry } = await asItWas()
    const other = await open({ timeZones: newer })
    const { meeting } = await belfry.meetings.request({
      requester: 'ana',
      participants: ['bo'],
      title: 'x',
      ...inParis,
    })
    const accepted = await other.meetings.accept(meeting.id, {
      participant: 'bo',
      slot: { start: '2030-01-11T10:00:00' },
    })
    expect(accepted.meeting.acceptedSlot?.start).toEqual(new Date('2030-01-11T08:00:00Z'))
    expect(accepted.reminders.created[0]?.dueAt).toEqual(new Date('2030-01-10T08:00:00Z'))
  })
})
