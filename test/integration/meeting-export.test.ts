// Meetings and people's hours go into an export, and come out of it as they were.

import { expect, it } from 'vitest'
import type { Belfry } from '../../src/index.ts'
import { useDatabase } from './running.ts'

const { open } = useDatabase()
const day = (n: number) => ({ start: `2030-01-${n}T10:00:00`, end: `2030-01-${n}T11:00:00` })
const proposal = (n: number) => ({
  ...{ requester: 'ana', participants: ['bo'], title: 'Budget review', timezone: 'Europe/Paris', slots: [day(n)] },
})

async function fill(belfry: Belfry) {
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
  for (const id of ['ana', 'bo']) await belfry.recipients.put({ id, timezone: 'Asia/Seoul' })
  await belfry.availability.put({ recipient: 'bo', id: 'mondays', dayOfWeek: 1, startTime: '22:00', endTime: '06:00' })
  const { meetings } = belfry
  const first = (await meetings.request(proposal(11))).meeting
  await meetings.accept(first.id, { participant: 'bo', allowOutsideAvailability: true, reason: 'gladly' })
  const moved = await meetings.reschedule(first.id, { participant: 'bo', slots: [day(12), day(13)], reason: 'ill' })
  await meetings.accept(moved.meeting.id, {
    ...{ participant: 'ana', slot: day(13), allowOutsideAvailability: true },
  })
  await meetings.deny((await meetings.request({ ...proposal(14), quorum: 'all' })).meeting.id, { participant: 'bo' })
  return moved.meeting.id
}

async function linesOf(belfry: Belfry): Promise<string[]> {
  const lines: string[] = []
  for await (const line of belfry.export()) lines.push(line)
  return lines
}

it('a tenant with meetings, taken in by another, exports the same again', async () => {
  const belfry = await open({ tenant: 'one' })
  const id = await fill(belfry)
  const lines = await linesOf(belfry)
  const other = await open({ tenant: 'two' })
  await other.recipients.delete('ana')
  const report = await other.import.lines({ lines })
  expect(report.refused).toEqual([])
  expect(report.kinds).toMatchObject({ availability: 1, meeting: 3 })
  expect((await other.import.lines({ lines })).created).toBe(0)
  expect((await linesOf(other)).filter((line) => /"kind":"(meeting|availability)"/.test(line))).toEqual(
    lines.filter((line) => /"kind":"(meeting|availability)"/.test(line)),
  )
  expect(await other.meetings.lineage(id)).toEqual(await belfry.meetings.lineage(id))
  expect(await other.meetings.events(id)).toEqual(await belfry.meetings.events(id))
  const pending = (await other.meetings.reminders(id)).filter(({ state, isNotice }) => state === 'pending' && !isNotice)
  expect(pending).toHaveLength(6)
  // Its time is kept.
  const again = await other.meetings.request(proposal(13))
  await expect(
    other.meetings.accept(again.meeting.id, { participant: 'bo', allowOutsideAvailability: true }),
  ).rejects.toMatchObject({ code: 'slot_conflict' })
})

it('a line that was edited by hand into what cannot be is refused with the field', async () => {
  const belfry = await open({ tenant: 'one' })
  await fill(belfry)
  const lines = await linesOf(belfry)
  const parsed = lines.map((line) => JSON.parse(line))
  const stories = parsed.filter(({ kind }) => kind === 'meeting')
  const denied = stories.find(({ story }) => story.status === 'denied')
  const moved = stories.find(({ story }) => story.status === 'rescheduled')
  const child = stories.find(({ story }) => story.parentMeetingId === moved.id)
  const event = denied.story.events[0]
  const edits: [line: { story: object }, story: object, field: string][] = [
    [denied, { status: 'accepted' }, '/story/accepted'],
    [denied, { status: 'completed' }, '/story/accepted'],
    [denied, { accepted: 0 }, '/story/accepted'],
    [denied, { events: [{ ...event, to: null }] }, '/story/events/0/to'],
    [denied, { events: [{ ...event, to: 'silly' }] }, '/story/events/0/to'],
    [denied, { events: [{ ...event, from: 'silly' }] }, '/story/events/0/from'],
    [child, {}, '/story/parentMeetingId'],
    [child, { parentMeetingId: denied.id }, '/story/parentMeetingId'],
  ]
  const other = await open({ tenant: 'two' })
  await other.recipients.delete('ana')
  await other.import.lines({ lines })
  for (const [line, story, field] of edits) {
    const edited = JSON.stringify({ ...line, id: 'edited', story: { ...line.story, ...story } })
    const { refused, created } = await other.import.lines({ lines: [lines[0]!, edited] })
    expect(refused, JSON.stringify(story)).toMatchObject([{ code: 'invalid_input', field }])
    expect(created).toBe(0)
  }
  expect(await other.meetings.get('edited')).toBeNull()
})

it('everybody finds an imported meeting at the time that was agreed on', async () => {
  const belfry = await open({ tenant: 'one' })
  const id = await fill(belfry)
  const other = await open({ tenant: 'two' })
  await other.recipients.delete('ana')
  await other.import.lines({ lines: await linesOf(belfry) })
  // Of two slots, the second was accepted; bo, who proposed it, has not answered.
  const before = '2030-01-13T00:00:00Z'
  for (const participant of ['ana', 'bo']) {
    const ids = (await other.meetings.list({ participant, to: before })).items.map((one) => one.id)
    expect(ids).not.toContain(id)
  }
})
