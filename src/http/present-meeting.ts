// Meetings as JSON: their times on the clocks of their own zone.

import type { Conflict, Meeting, MeetingEvent, MeetingReminder, Participant, Slot, Transitioned } from '../index.ts'
import { presentRing, timeOf, timeOrNull } from './present.ts'

export { presentRing }

export function presentSlot({ start, end }: Slot, zone: string) {
  return { start: timeOf(start, zone), end: timeOf(end, zone) }
}

export function presentMeeting(meeting: Meeting) {
  const { timezone: zone } = meeting
  return {
    ...meeting,
    participants: meeting.participants.map((one) => presentParticipant(one, zone)),
    slots: meeting.slots.map((slot) => presentSlot(slot, zone)),
    acceptedSlot: meeting.acceptedSlot && presentSlot(meeting.acceptedSlot, zone),
    conflictAt: timeOrNull(meeting.conflictAt, zone),
    createdAt: timeOf(meeting.createdAt, zone),
    updatedAt: timeOf(meeting.updatedAt, zone),
  }
}

function presentParticipant(participant: Participant, zone: string) {
  return {
    ...participant,
    slot: participant.slot && presentSlot(participant.slot, zone),
    answeredAt: timeOrNull(participant.answeredAt, zone),
    removedAt: timeOrNull(participant.removedAt, zone),
  }
}

export function presentTransitioned({ meeting, reminders, notices }: Transitioned) {
  const rings = (list: readonly MeetingReminder[]) => list.map((one) => presentRing(one))
  return {
    meeting: presentMeeting(meeting),
    reminders: {
      created: rings(reminders.created),
      cancelled: rings(reminders.cancelled),
      skippedPast: rings(reminders.skippedPast),
      inFlight: reminders.inFlight,
    },
    notices: rings(notices),
  }
}

export function presentMeetingEvent({ replacement, ...event }: MeetingEvent, zone: string) {
  return {
    ...event,
    at: timeOf(event.at, zone),
    replacement: replacement && {
      ...replacement,
      slots: replacement.slots.map((slot) => presentSlot(slot, zone)),
    },
  }
}

export function presentConflict(conflict: Conflict, zone: string | null = 'UTC') {
  return { ...conflict, start: timeOf(conflict.start, zone), end: timeOf(conflict.end, zone) }
}
