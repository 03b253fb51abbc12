// One meeting as an event of a calendar file (VEVENT). The same version of a meeting always makes the same lines, so that whoever
// has read them sees that nothing is new.

import { type CalendarMethod, escapeText, parameterText, utcStamp, wallStamp } from '../../calendar-text.ts'
import { offsetsOf } from '../../time/recurrence/offsets.ts'
import { saySpan } from '../../time/say-moment.ts'
import type { ZoneRules } from '../../time/zone-rules.ts'
import type { Meeting, Participant, Slot } from '../meeting.ts'
import type { MeetingStatus } from '../transitions.ts'
import { alarmLines } from './alarms.ts'
import { uidOf, urnOf } from './uid.ts'
import type { FileWords } from './words.ts'

/** What a file says of a meeting. */
export type FiledMeeting = Pick<
  Meeting,
  | 'status'
  | 'requester'
  | 'title'
  | 'body'
  | 'location'
  | 'timezone'
  | 'timeAnchor'
  | 'slots'
  | 'acceptedSlot'
  | 'plan'
  | 'rootMeetingId'
  | 'sequence'
  | 'updatedAt'
> & {
  /** Who proposed the first of its lineage; left out where that is the requester. */
  readonly organizer?: string
  readonly participants: readonly Pick<Participant, 'recipient' | 'isRequester' | 'answer'>[]
}

export interface Person {
  readonly name: string | null
  /** Their address of mail; null: they have none. */
  readonly email: string | null
}

export type People = ReadonlyMap<string, Person>

export interface EventGround {
  readonly tenant: string
  readonly people: People
  /** Offsets from the start, or from another anchor, at which people are reminded. */
  readonly steps: readonly { readonly offset: string; readonly anchor: string }[]
  readonly words: FileWords
  readonly rules: ZoneRules
}

const shapes: Readonly<Record<MeetingStatus, { readonly method: CalendarMethod; readonly status: string }>> = {
  pending: { method: 'REQUEST', status: 'TENTATIVE' },
  accepted: { method: 'REQUEST', status: 'CONFIRMED' },
  completed: { method: 'REQUEST', status: 'CONFIRMED' },
  denied: { method: 'CANCEL', status: 'CANCELLED' },
  rescheduled: { method: 'CANCEL', status: 'CANCELLED' },
  cancelled: { method: 'CANCEL', status: 'CANCELLED' },
}

export function methodOf({ status }: Pick<FiledMeeting, 'status'>): CalendarMethod {
  return shapes[status].method
}

/** The slot it is about: while none is accepted, the first that was proposed. */
export function slotOf({ acceptedSlot, slots }: Pick<FiledMeeting, 'acceptedSlot' | 'slots'>): Slot {
  return acceptedSlot ?? slots[0]!
}

/** Whose clocks its times are written on; null: they are in UTC. */
export function zoneOf(meeting: FiledMeeting, rules: ZoneRules): string | null {
  const { timezone, timeAnchor } = meeting
  if (timeAnchor === 'instant' || timezone === 'UTC') return null
  const offsets = offsetsOf(timezone, rules)
  const { start, end } = slotOf(meeting)
  // Of what clocks show twice, calendars take the first (RFC 5545) or the second (ical.js): such a time is said in UTC.
  const isTwice = (at: Date) => offsets.place(at.getTime() + offsets.at(at.getTime())).kind === 'overlap'
  return isTwice(start) || isTwice(end) ? null : timezone
}

/** `isPublished`: in a feed nobody is invited, so nobody is listed as invited (RFC 5546): those who take part are named in the text. */
export function eventLines(
  meeting: FiledMeeting,
  ground: EventGround,
  { isPublished = false, isStored = false } = {},
): string[] {
  const { tenant, rules } = ground
  const slot = slotOf(meeting)
  const zone = zoneOf(meeting, rules)
  const stamp = utcStamp(meeting.updatedAt)
  const description = descriptionOf(meeting, ground, isPublished)
  const { status } = shapes[meeting.status]
  // One for all of a UID: calendars refuse a change by anybody else (RFC 5546).
  const organizer = meeting.organizer ?? meeting.requester
  const agent = isStored ? ';SCHEDULE-AGENT=CLIENT' : ''
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(tenant, meeting.rootMeetingId)}`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `DTSTART${momentOf(slot.start, zone, rules)}`,
    `DTEND${momentOf(slot.end, zone, rules)}`,
    `SUMMARY:${escapeText(meeting.title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(meeting.location === null ? [] : [`LOCATION:${escapeText(meeting.location)}`]),
    `STATUS:${status}`,
    'TRANSP:OPAQUE',
    `ORGANIZER;CN=${parameterText(nameOf(organizer, ground))}${agent}:${addressOf(organizer, ground)}`,
    ...(isPublished ? [] : meeting.participants.map((one) => attendeeLine(one, ground, agent))),
    ...(meeting.status === 'accepted' ? alarmLines(meeting, slot, ground) : []),
    'END:VEVENT',
  ]
}

function momentOf(at: Date, zone: string | null, rules: ZoneRules): string {
  if (zone === null) return `:${utcStamp(at)}`
  return `;TZID=${zone}:${wallStamp(at.getTime() + offsetsOf(zone, rules).at(at.getTime()))}`
}

function descriptionOf(meeting: FiledMeeting, ground: EventGround, isPublished: boolean): string {
  const { words } = ground
  const others = meeting.status === 'pending' ? meeting.slots.slice(1) : []
  // As if said long ago: with date and year, whenever somebody reads it.
  const listener = { timezone: meeting.timezone, locale: words.locale, nowMs: 0 }
  const proposed = others.map(({ start, end }) => saySpan(start.getTime(), end.getTime(), listener))
  const names = meeting.participants.map(({ recipient }) => nameOf(recipient, ground))
  return [
    meeting.body ?? '',
    proposed.length === 0 ? '' : [words.alsoProposed, ...proposed].join('\n'),
    isPublished ? `${words.with} ${names.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const answers = { accepted: 'ACCEPTED', denied: 'DECLINED' }

/** Answers are given to Belfry and not by mail: RSVP is FALSE. Whoever has proposed it is there. */
function attendeeLine(
  { recipient, isRequester, answer }: FiledMeeting['participants'][number],
  ground: EventGround,
  agent: string,
) {
  const said = isRequester ? 'ACCEPTED' : answer === null ? 'NEEDS-ACTION' : answers[answer]
  const role = isRequester ? 'CHAIR' : 'REQ-PARTICIPANT'
  const name = parameterText(nameOf(recipient, ground))
  return `ATTENDEE;CN=${name};ROLE=${role};PARTSTAT=${said};RSVP=FALSE${agent}:${addressOf(recipient, ground)}`
}

function nameOf(recipient: string, { people }: EventGround): string {
  return people.get(recipient)?.name || recipient
}

/**
 * Calendars know people by a URI. Without an address of mail it is a UUID: unlike `invalid:nomail`, which Exchange writes, it tells two
 * people apart, and unlike a made-up address nobody can write to it.
 */
function addressOf(recipient: string, { tenant, people }: EventGround): string {
  const email = people.get(recipient)?.email ?? null
  return email === null ? urnOf(tenant, recipient) : `mailto:${mailText(email)}`
}

/** What stands behind ? or # would not be of the address any more. */
function mailText(email: string): string {
  return encodeURI(email.toWellFormed()).replaceAll(/[?&#]/g, encodeURIComponent)
}
