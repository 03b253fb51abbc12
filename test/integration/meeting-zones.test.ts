// A government changes its clocks: what becomes of meetings that were agreed on before.

import { describe, expect, it } from 'vitest'
import { newer, older } from './changed-paris.ts'
import { useDatabase } from './running.ts'

const { start, open } = useDatabase()

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
      {
        actor: 'time zones',
        data: { was: '2030-01-11T09:00:00.000Z', start: '2030-01-11T08:00:00.000Z', conflicts: [] },
      },
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
    expect(items.find(({ action }) => action === 'meeting_moved')?.data).toMatchObject({
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
