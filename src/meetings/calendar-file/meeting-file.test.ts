// Files of meetings, read by two calendars that know nothing of each other: node-ical and ical.js.

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { runtimeRules } from '../../time/zone-rules.ts'
import type { Meeting, Participant } from '../meeting.ts'
import { meetingStatuses } from '../transitions.ts'
import { type FileOptions, meetingFile } from './meeting-file.ts'
import { uidOf } from './uid.ts'

const slot = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) })
/** Nine o'clock in Berlin, in summer. */
const morning = slot('2030-07-01T07:00:00Z', '2030-07-01T08:30:00Z')

const participant = (recipient: string, more: Partial<Participant> = {}): Participant => ({
  ...{ recipient, isRequester: false, answer: null, slot: null, reason: null, answeredAt: null, removedAt: null },
  ...more,
})

function meeting(more: Partial<Meeting> = {}): Meeting {
  return {
    ...{ id: 'm1', status: 'accepted', reason: null, requester: 'ana', title: 'Budget review', body: null },
    participants: [
      participant('ana', { isRequester: true }),
      participant('ben', { answer: 'accepted' }),
      participant('cho'),
    ],
    ...{ location: null, data: null, timezone: 'Europe/Berlin', timeAnchor: 'local', slots: [morning] },
    ...{ acceptedSlot: morning, quorum: 'any', plan: ['-PT24H', '-PT1H', '-PT15M'], latePolicy: 'skip' },
    ...{ buffers: { before: 'PT0S', after: 'PT0S' }, allowOutsideAvailability: false, parentMeetingId: null },
    ...{ rootMeetingId: 'm1', childMeetingId: null, sequence: 0, version: 1, tzVersion: '2025b', conflictAt: null },
    createdAt: new Date('2030-06-01T10:00:00Z'),
    updatedAt: new Date('2030-06-02T10:00:00.789Z'),
    ...more,
  }
}

const people = new Map([
  ['ana', { name: 'Ana "Ace" Ångström; CEO', email: 'ana@example.com' }],
  ['ben', { name: null, email: 'ben+calendar@example.com' }],
  ['cho', { name: '조민수', email: null }],
])

const options: FileOptions = { tenant: 'default', locale: 'en', rules: runtimeRules }
const file = (more: Partial<Meeting> = {}, also: Partial<FileOptions> = {}) =>
  meetingFile(meeting(more), people, { ...options, ...also })

/** As ical.js has it, with the zones of the file and no others. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  return { calendar, event, component: event.component, method: calendar.getFirstPropertyValue('method') }
}

function readByNode(text: string): VEvent & { method: string } {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT')
  expect(events).toHaveLength(1)
  return events[0] as VEvent & { method: string }
}

const property = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name)?.toString()

describe('the file of a meeting', () => {
  it('says the same to both', () => {
    const text = file({ body: 'Bring\nnumbers, please; all', location: 'Room 7; left', sequence: 2 })
    const { event, component, method } = read(text)
    const other = readByNode(text)
    expect([method, other.method]).toEqual(['REQUEST', 'REQUEST'])
    for (const uid of [event.uid, other.uid]) expect(uid).toBe(uidOf('default', 'm1'))
    expect([event.sequence, Number(other.sequence)]).toEqual([2, 2])
    for (const summary of [event.summary, other.summary]) expect(summary).toBe('Budget review')
    for (const text of [event.description, other.description]) expect(text).toBe('Bring\nnumbers, please; all')
    for (const location of [event.location, other.location]) expect(location).toBe('Room 7; left')
    expect([property(component, 'status'), other.status]).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect([event.startDate.toJSDate(), new Date(other.start.getTime())]).toEqual([morning.start, morning.start])
    expect([event.endDate.toJSDate(), new Date(other.end!.getTime())]).toEqual([morning.end, morning.end])
    expect(property(component, 'dtstamp')).toBe('2030-06-02T10:00:00Z')
    expect(property(component, 'last-modified')).toBe('2030-06-02T10:00:00Z')
  })

  it('is written on the clocks of its zone, with the zone’s rules', () => {
    const text = file()
    expect(text).toContain(
      '\r\nDTSTART;TZID=Europe/Berlin:20300701T090000\r\nDTEND;TZID=Europe/Berlin:20300701T103000\r\n',
    )
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    expect(read(text).event.startDate.zone?.tzid).toBe('Europe/Berlin')
  })

  it('is in UTC where the instant is what counts, where its zone is UTC, and where its clocks show the time twice', () => {
    for (const more of [{ timeAnchor: 'instant' as const }, { timezone: 'UTC' }]) {
      const text = file(more)
      expect(text).toContain('DTSTART:20300701T070000Z')
      expect(text).not.toContain('VTIMEZONE')
    }
    // 02:30 in Berlin comes twice on that night: once before the clocks are set back, once after.
    const first = slot('2030-10-27T00:30:00Z', '2030-10-27T03:00:00Z')
    const second = slot('2030-10-27T01:30:00Z', '2030-10-27T03:00:00Z')
    for (const acceptedSlot of [first, second]) {
      const text = file({ slots: [acceptedSlot], acceptedSlot })
      expect(read(text).event.startDate.toJSDate()).toEqual(acceptedSlot.start)
      expect(new Date(readByNode(text).start.getTime())).toEqual(acceptedSlot.start)
      expect(text).not.toContain('TZID')
    }
  })

  it('is the same file for the same version', () => {
    expect(file()).toBe(file())
  })

  it('says who takes part, and what they answered', () => {
    const { component } = read(file())
    const [organizer] = component.getAllProperties('organizer')
    expect(organizer!.getFirstValue()).toBe('mailto:ana@example.com')
    expect(organizer!.getParameter('cn')).toBe("Ana 'Ace' Ångström; CEO")
    const attendees = component
      .getAllProperties('attendee')
      .map((one) => [
        ...[one.getFirstValue(), one.getParameter('cn'), one.getParameter('partstat'), one.getParameter('role')],
        one.getParameter('rsvp'),
      ])
    const nobody = expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(attendees).toEqual([
      ['mailto:ana@example.com', "Ana 'Ace' Ångström; CEO", 'ACCEPTED', 'CHAIR', 'FALSE'],
      ['mailto:ben+calendar@example.com', 'ben', 'ACCEPTED', 'REQ-PARTICIPANT', 'FALSE'],
      [nobody, '조민수', 'NEEDS-ACTION', 'REQ-PARTICIPANT', 'FALSE'],
    ])
    const declined = [participant('ana', { isRequester: true }), participant('ben', { answer: 'denied' })]
    const after = read(file({ status: 'denied', acceptedSlot: null, participants: declined })).component
    expect(after.getAllProperties('attendee')[1]!.getParameter('partstat')).toBe('DECLINED')
  })

  it.each([
    ['pending', 'REQUEST', 'TENTATIVE'],
    ['accepted', 'REQUEST', 'CONFIRMED'],
    ['completed', 'REQUEST', 'CONFIRMED'],
    ['denied', 'CANCEL', 'CANCELLED'],
    ['rescheduled', 'CANCEL', 'CANCELLED'],
    ['cancelled', 'CANCEL', 'CANCELLED'],
  ] as const)('%s is %s and %s', (status, method, said) => {
    const text = file({ status })
    expect([read(text).method, property(read(text).component, 'status')]).toEqual([method, said])
    expect([readByNode(text).method, readByNode(text).status]).toEqual([method, said])
    expect(meetingStatuses).toContain(status)
  })

  it('has the first of several slots that are proposed, and names the others', () => {
    const slots = [
      morning,
      slot('2030-07-02T07:00:00Z', '2030-07-02T08:00:00Z'),
      slot('2031-01-01T22:30:00Z', '2031-01-01T23:30:00Z'),
    ]
    const pending = { status: 'pending', acceptedSlot: null, slots, body: 'Numbers' } as const
    const { event } = read(file(pending))
    expect(event.startDate.toJSDate()).toEqual(morning.start)
    expect(event.description).toBe(
      [
        'Numbers\n\nAlso proposed:',
        'Tuesday, July 2, 2030, 9:00 AM \u2013 10:00 AM CEST',
        'Wednesday, January 1, 2031, 11:30 PM CET \u2013 Thursday, January 2, 2031, 12:30 AM CET',
      ].join('\n'),
    )
    expect(read(file(pending, { locale: 'ko' })).event.description).toContain('다른 제안 시간:\n2030년 7월 2일')
    expect(read(file(pending, { locale: 'fr' })).event.description).toMatch(/proposed:\nTuesday,? 2 July 2030, 0?9:00/)
    expect(read(file({ ...pending, status: 'cancelled' })).event.description).toBe('Numbers')
  })
})

describe('alarms', () => {
  const triggers = (text: string) =>
    read(text)
      .component.getAllSubcomponents('valarm')
      .map((one) => {
        expect([property(one, 'action'), property(one, 'description')]).toEqual(['DISPLAY', 'Budget review'])
        return property(one, 'trigger')
      })

  it('are one for each step before the start', () => {
    expect(triggers(file())).toEqual(['-PT24H', '-PT1H', '-PT15M'])
    const plan = [
      'PT0S',
      'PT1H',
      { offset: '-PT10M' },
      { offset: '-PT1H', anchor: 'end' },
      { offset: '-PT2H', anchor: 'end' },
    ]
    expect(triggers(file({ plan }))).toEqual(['-PT10M', '2030-07-01T06:30:00Z'])
    expect(triggers(file({ plan: ['-PT5M', { offset: '-PT5M', anchor: 'elsewhere' }] }))).toEqual(['-PT5M'])
  })

  it('that calendars have no words for have their moment', () => {
    // A month before, and a week and a day before: nine o'clock there too, across a change of the clocks.
    const acceptedSlot = slot('2030-04-02T07:00:00Z', '2030-04-02T08:00:00Z')
    const plan = ['-P1M', '-P1W', '-P1W1D', '-PT0.5S', '-P2DT30M']
    expect(triggers(file({ plan, slots: [acceptedSlot], acceptedSlot }))).toEqual([
      ...['2030-03-02T08:00:00Z', '-P1W', '2030-03-25T08:00:00Z', '2030-04-02T06:59:59Z', '-P2DT30M'],
    ])
  })

  it('come from the plan that it names', () => {
    expect(triggers(file({ plan: 'calm' }, { steps: ['-P1D'] }))).toEqual(['-P1D'])
    expect(triggers(file({ plan: 'calm' }))).toEqual([])
  })

  it('are for what is agreed upon only', () => {
    for (const status of ['pending', 'cancelled', 'rescheduled', 'denied', 'completed'] as const)
      expect(triggers(file({ status }))).toEqual([])
  })
})

describe('the name of a lineage', () => {
  it('stays, and each change has a higher number', () => {
    const ids = ['first', 'second', 'third', 'fourth']
    const chain = ids.map((id, sequence) =>
      file({ id, rootMeetingId: 'first', sequence, parentMeetingId: ids[sequence - 1] ?? null }),
    )
    expect(chain.map((text) => read(text).event.sequence)).toEqual([0, 1, 2, 3])
    expect(chain.map((text) => Number(readByNode(text).sequence))).toEqual([0, 1, 2, 3])
    expect(new Set(chain.flatMap((text) => [read(text).event.uid, readByNode(text).uid])).size).toBe(1)
  })

  it('is one for each lineage of each tenant, whatever ids look like, and says nothing', () => {
    const roots = ['a', 'b', '', 'ana@example.com', 'x\r\nATTENDEE:mailto:eve@example.com', '한'.repeat(80), '","']
    const uids = roots.flatMap((root) => [uidOf('t', root), uidOf('u', root)])
    expect(new Set([...uids, uidOf('t","a', 'b'), uidOf('t', 'a","b')]).size).toBe(uids.length + 2)
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{32}@belfry$/)
    expect(uidOf('default', 'm1')).toBe('971524175157fc2366067859980879d4@belfry')
  })
})

describe('what people write', () => {
  const nasty = '한국어 🔔 회의; 예산, "검토" \\ 끝\r\nATTENDEE:mailto:eve@example.com\u2028BEGIN:VEVENT\0'

  it('arrives in both, in lines of 75 octets that are never cut inside a character', () => {
    const title = '분기 예산 검토 회의 🔔 '.repeat(30).trim()
    const text = file({ title, body: title, location: title })
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    const { event } = read(text)
    const other = readByNode(text)
    for (const said of [event.summary, event.description, event.location]) expect(said).toBe(title)
    for (const said of [other.summary, other.description, other.location]) expect(said).toBe(title)
  })

  it('cannot become anything else', () => {
    const named = new Map([
      ['ana', { name: nasty, email: null }],
      ['ben', { name: nasty, email: 'x@y.z' }],
    ])
    const text = meetingFile(meeting({ title: nasty, body: nasty, location: nasty }), named, options)
    const { calendar, component, event } = read(text)
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
    expect(component.getAllProperties('attendee')).toHaveLength(3)
    expect(event.summary).toBe(nasty.replace('\r\n', '\n').replace('\u2028', '\n').replace('\0', ''))
    expect(text).not.toMatch(/^ATTENDEE:/m)
  })

  it('has ^ in a name, and ? & # in an address, as what they are', () => {
    const odd = new Map([['ana', { name: "A^'B", email: 'a?b&c#d@example.com' }]])
    const text = meetingFile(meeting(), odd, options)
    expect(text).toMatch(/^ORGANIZER;CN="A\^\^'B":mailto:a%3Fb%26c%23d@example\.com\r$/m)
  })

  it('has no address that breaks out of its line', () => {
    const odd = new Map([['ana', { name: null, email: 'a\r\nX:y;"@example.com\ud800' }]])
    const text = meetingFile(meeting(), odd, options)
    expect(text).not.toMatch(/^X:y/m)
    expect(read(text).component.getFirstPropertyValue('organizer')).toContain('mailto:a%0D%0AX:y')
  })
})
