// A meeting that is rescheduled three times is one event for everybody's calendar: two parsers that are not ours read the files.

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { expect, it } from 'vitest'
import { useDatabase } from './running.ts'

const { start } = useDatabase()
const day = (n: number) => ({ start: `2030-03-${n}T10:00:00`, end: `2030-03-${n}T11:00:00` })

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  const [other] = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT') as VEvent[]
  expect([other?.uid, Number(other?.sequence), other?.start.getTime()]).toEqual([
    ...[event.uid, event.sequence, event.startDate.toJSDate().getTime()],
  ])
  return { uid: event.uid, sequence: event.sequence, method: calendar.getFirstPropertyValue('method') }
}

it('keeps its lineage, its UID, and counts: 0, 1, 2, 3', async () => {
  const { belfry } = await start()
  await belfry.recipients.put({ id: 'bo', name: 'Bo', addresses: { email: 'bo@example.com' } })
  const { meetings } = belfry
  const slots = [day(10)]
  let { meeting } = await meetings.request({
    ...{ requester: 'ana', participants: ['bo'], title: 'Budget review', timezone: 'Europe/Paris', slots },
  })
  const ids = [meeting.id]
  const atOnce = [read((await meetings.calendarFile(meeting.id)).text)]
  for (const [i, who] of ['bo', 'ana', 'bo'].entries()) {
    // Accepted in between, once: that is no news for the time of it.
    if (i === 1) await meetings.accept(meeting.id, { participant: 'ana' })
    meeting = (await meetings.reschedule(meeting.id, { participant: who, slots: [day(11 + i)] })).meeting
    ids.push(meeting.id)
    atOnce.push(read((await meetings.calendarFile(meeting.id)).text))
  }
  expect(atOnce.map(({ sequence, method }) => [sequence, method])).toEqual([0, 1, 2, 3].map((n) => [n, 'REQUEST']))
  const afterwards = await Promise.all(ids.map(async (id) => read((await meetings.calendarFile(id)).text)))
  expect(afterwards.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3])
  expect(new Set([...atOnce, ...afterwards].map(({ uid }) => uid)).size).toBe(1)
  const lineage = await meetings.lineage(ids[2]!)
  expect(lineage.map(({ id, parentMeetingId, rootMeetingId }) => [id, parentMeetingId, rootMeetingId])).toEqual(
    ids.map((id, i) => [id, i === 0 ? null : ids[i - 1], ids[0]]),
  )
  await meetings.cancel(meeting.id, { participant: 'ana' })
  expect(read((await meetings.calendarFile(meeting.id)).text)).toEqual({ ...atOnce[3], sequence: 4, method: 'CANCEL' })
})
