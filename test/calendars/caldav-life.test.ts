// The whole way, with nothing put in its place: a real CalDAV server, real meetings, and a worker that reads and writes calendars by itself.

import { expect, it } from 'vitest'
import { uidOf } from '../../src/meetings/calendar-file/uid.ts'
import { createTestBelfry } from '../../src/testing/index.ts'
import { account, at, home, other, proxy, stage, textAt, useCaldav } from './caldav-stage.ts'

useCaldav()

const slot = (day: number, hour: number) => ({
  ...{ start: `2030-01-${day}T${hour}:00:00Z`, end: `2030-01-${day}T${hour + 1}:00:00Z` },
})

/** Where the copy of a lineage is. */
const copyOf = (root: string) => `${home}${encodeURIComponent(uidOf('default', root))}.ics`

it('what is in somebody’s calendar is in the way, meetings go there, and removing one there is heard here', async () => {
  const { url, sql } = stage()
  const { belfry, advance, memory, close } = await createTestBelfry({
    ...{ database: url, now: '2030-01-10T00:00:00Z', encryptionKey: 'a key for tests only' },
    allowedTargets: ['127.0.0.0/8'],
  })
  try {
    await other('PUT', `${home}dentist.ics`, at('dentist', 10))
    await belfry.calendars.put({ ...account, url: `${proxy.url}${home}`, writes: true, onRemoved: 'cancel' })
    const request = async (...slots: { start: string; end: string }[]) =>
      (
        await belfry.meetings.request({
          requester: 'ana',
          participants: ['bo'],
          title: 'Budget',
          timezone: 'UTC',
          slots,
        })
      ).meeting.id
    const bo = { participant: 'bo' }
    await expect(belfry.meetings.accept(await request(slot(15, 10)), bo)).rejects.toMatchObject({
      code: 'slot_conflict',
      facts: { conflicts: [{ kind: 'busy', participant: 'ana', meetingId: null }] },
    })
    const id = await request(slot(16, 10), slot(17, 10))
    await belfry.meetings.accept(id, { ...bo, slot: slot(16, 10) })
    await advance('PT2M')
    const ours = copyOf(id)
    expect(await (await other('GET', ours)).text()).toMatch(/SEQUENCE:0[\s\S]*STATUS:CONFIRMED/)
    // Its copy there does not stand in its own way, nor in that of its successor.
    const moved = (
      await belfry.meetings.reschedule(id, { ...bo, slots: [{ start: '2030-01-16T10:30:00Z', end: slot(16, 11).end }] })
    ).meeting
    await belfry.meetings.accept(moved.id, { participant: 'ana' })
    await advance('PT2M')
    expect(await (await other('GET', ours)).text()).toMatch(
      /DTSTART:20300116T103000Z[\s\S]*SEQUENCE:1|SEQUENCE:1[\s\S]*DTSTART:20300116T103000Z/,
    )
    // For a calendar that keeps it, not for people who are invited; and its server tells nobody.
    const kept = (await textAt(ours)).replaceAll(/\r?\n /g, '')
    expect(kept).not.toMatch(/METHOD/)
    expect(kept.match(/^(?:ORGANIZER|ATTENDEE).*SCHEDULE-AGENT=CLIENT/gm)).toHaveLength(3)
    // Whoever moves it, it is still the invitation of the one who proposed it first.
    expect(kept).toMatch(/^ORGANIZER;CN="?ana/m)
    await other('DELETE', ours)
    await advance('PT20M')
    expect(await belfry.meetings.get(moved.id)).toMatchObject({ status: 'accepted' })
    await advance('PT20M')
    expect(await belfry.meetings.get(moved.id)).toMatchObject({ status: 'cancelled' })
    expect((await belfry.meetings.events(moved.id)).at(-1)).toMatchObject({ to: 'cancelled', participant: 'ana' })
    expect(memory.sent.filter(({ kind, entity }) => kind === 'cancelled' && entity.id === moved.id)).toHaveLength(2)
    await advance('P10D')
    expect(memory.sent.filter(({ kind }) => kind.endsWith('_before'))).toEqual([])
    expect((await sql.query('select from belfry.bookings')).rowCount).toBe(0)
  } finally {
    await close()
  }
})
