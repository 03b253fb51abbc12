// Meetings, in and out.

import { z } from 'zod'
import { limits, meetingStatuses } from '../../index.ts'
import {
  actorOut,
  body,
  channelSteps,
  data,
  deliveryIds,
  duration,
  id,
  kindOut,
  like,
  moment,
  name,
  pageOf,
  recipientOut,
  reminderId,
  time,
  timezone,
  title,
} from './basics.ts'
import { step } from './entity.ts'

/** A path that ends in `.ics` is the calendar file of the meeting before it. */
export const meetingId = id
  .regex(/^(?!.*\.ics$)/s, 'The id of a meeting does not end in ".ics": that is the address of its calendar file')
  .describe('1 to 256 bytes, no control characters, not with `.ics` at its end.')
  .meta({ example: 'budget-2031' })

export const status = z.enum(meetingStatuses)

const start = moment.describe('A wall clock of the meeting’s zone, or a time with an offset that is the zone’s then.')
export const slotIn = z
  .strictObject({ start, end: start.meta({ example: '2031-12-02T11:00:00' }) })
  .meta({ id: 'SlotInput', example: { start: '2031-12-02T10:00:00', end: '2031-12-02T11:00:00' } })

const slotsIn = z
  .array(slotIn)
  .min(1)
  .max(limits.meetingSlotsMax)
  .describe('When it could be: the others accept one of them.')

export const buffers = z
  .strictObject({ before: duration.optional(), after: duration.optional() })
  .describe('Time that is kept free around it.')

const allowOutside = z
  .boolean()
  .describe('It may be at a time at which somebody is not there. Other meetings still stand in the way.')

export const meetingIn = z
  .strictObject({
    id: meetingId.optional().describe('Your own; made here if left out.'),
    requester: id
      .optional()
      .describe('Who proposes it, takes part and is reminded. With a recipient’s token it is the token’s owner.'),
    participants: z
      .array(id)
      .min(1)
      .max(limits.meetingParticipantsMax)
      .describe('Who is asked. The requester need not be named again.'),
    title,
    body: body.optional(),
    location: z.string().max(limits.titleCharsMax).optional(),
    data: data.optional(),
    timezone,
    slots: slotsIn,
    timeAnchor: z
      .enum(['local', 'instant'])
      .optional()
      .describe('What stays when a zone’s rules change: the wall clock (`local`), or the moment.'),
    quorum: z
      .enum(['any', 'all'])
      .optional()
      .describe('`any`: the first answer decides. `all`: everybody has to accept the same slot; one denial denies.'),
    plan: z
      .union([name, z.array(step).max(limits.stepsMax)])
      .optional()
      .describe('When to remind: steps, or the name of a plan. 24 hours, 1 hour and 15 minutes before if left out.'),
    latePolicy: z
      .enum(['skip', 'immediate'])
      .optional()
      .describe('Steps whose moment has passed when it is accepted: `skip` them, or send one message at once.'),
    channels: channelSteps.optional(),
    critical: z.boolean().optional(),
    buffers: buffers.optional(),
    allowOutsideAvailability: allowOutside.optional(),
  })
  .meta({
    id: 'MeetingInput',
    example: {
      requester: 'ana',
      participants: ['bo'],
      title: 'Budget review',
      timezone: 'Europe/Paris',
      slots: [
        { start: '2031-12-02T10:00:00', end: '2031-12-02T11:00:00' },
        { start: '2031-12-03T15:00:00', end: '2031-12-03T16:00:00' },
      ],
    },
  })

const participant = id
  .optional()
  .describe('Who acts: one who takes part. With a recipient’s token it is the token’s owner.')
  .meta({ example: 'bo' })
const reason = z.string().max(limits.titleCharsMax).optional().describe('In words; the others are told.')

export const acceptIn = z
  .strictObject({
    participant,
    slot: z
      .strictObject({ start, end: start.optional() })
      .optional()
      .describe('Which of the proposed slots; may be left out where there is one.'),
    reason,
    allowOutsideAvailability: allowOutside.optional(),
  })
  .meta({ id: 'MeetingAcceptance', example: { participant: 'bo', slot: { start: '2031-12-02T10:00:00' } } })

export const transitionIn = z
  .strictObject({ participant, reason })
  .meta({ id: 'MeetingTransition', example: { participant: 'bo', reason: 'I am away that week' } })

export const rescheduleIn = z
  .strictObject({
    participant,
    slots: slotsIn,
    timezone: timezone.optional().describe('The zone of the new slots; that of the meeting if left out.'),
    reason,
  })
  .meta({
    id: 'MeetingRescheduling',
    example: { participant: 'ana', slots: [{ start: '2031-12-04T10:00:00', end: '2031-12-04T11:00:00' }] },
  })

const inParis = (hour: number) => ({
  instant: `2031-12-02T${String(hour - 1).padStart(2, '0')}:00:00.000Z`,
  local: `2031-12-02T${hour}:00:00`,
  timezone: 'Europe/Paris',
})
export const slot = z
  .object({ start: time, end: time })
  .meta({ id: 'Slot', example: { start: inParis(10), end: inParis(11) } })

const participantOut = z
  .object({
    recipient: recipientOut,
    isRequester: z.boolean(),
    answer: z.enum(['accepted', 'denied']).nullable(),
    slot: slot.nullable().describe('The slot they accepted.').meta({ example: null }),
    reason: z.string().nullable(),
    answeredAt: time.nullable().meta({ example: null }),
    removedAt: time
      .nullable()
      .describe('When it was found that they had removed it from their own calendar.')
      .meta({ example: null }),
  })
  .meta({ id: 'MeetingParticipant' })

const idOut = like('budget-2031')

export const meeting = z
  .object({
    id: idOut,
    status,
    reason: z
      .string()
      .nullable()
      .describe(
        'Why it was denied, rescheduled or cancelled. `expired`: nobody answered before its last slot was over.',
      ),
    requester: recipientOut,
    participants: z.array(participantOut),
    title: like('Budget review'),
    body: z.string().nullable(),
    location: z.string().nullable(),
    data: z.unknown(),
    timezone: like('Europe/Paris'),
    timeAnchor: z.enum(['local', 'instant']),
    slots: z.array(slot).describe('What was proposed, in the meeting’s zone.'),
    acceptedSlot: slot.nullable(),
    quorum: z.enum(['any', 'all']),
    plan: z.union([z.string(), z.array(step)]).meta({
      example: [{ kind: '24h_before', offset: '-PT24H', anchor: 'start' }],
    }),
    latePolicy: z.enum(['skip', 'immediate']),
    buffers: z.object({ before: like('PT0S'), after: like('PT15M') }),
    allowOutsideAvailability: z.boolean(),
    parentMeetingId: z.string().nullable().describe('The meeting that this one took the place of.'),
    rootMeetingId: idOut.describe('The first of the lineage.'),
    childMeetingId: z.string().nullable().describe('The one that took its place.'),
    sequence: z.number().int().describe('Of the calendar file.'),
    version: z.number().int(),
    tzVersion: like('2026a').describe('The time-zone database that its times were resolved with.'),
    conflictAt: time
      .nullable()
      .describe('When a changed time-zone database was found to have moved it into something else.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Meeting' })

export const meetingPage = pageOf(meeting, 'Meeting')
export const lineage = z
  .object({ items: z.array(meeting).describe('The first one first.') })
  .meta({ id: 'MeetingLineage' })

const reminder = z
  .object({
    id: reminderId,
    kind: kindOut,
    recipient: recipientOut,
    dueAt: time.nullable().describe('Null for what does not ring.'),
  })
  .meta({ id: 'MeetingReminder' })

const notice = reminder.extend({ kind: like('accepted') }).meta({ id: 'MeetingNotice' })

export const transitioned = z
  .object({
    meeting: meeting.describe('As it is now; after a reschedule, the new one.'),
    reminders: z.object({
      created: z.array(reminder),
      cancelled: z.array(reminder),
      skippedPast: z.array(reminder).describe('Their moment had passed: on record, and not sent.'),
      inFlight: deliveryIds.describe('Being sent, and not to be called back; these are not tried again.'),
    }),
    notices: z.array(notice).describe('What people are told about it, as deliveries like any other.'),
  })
  .meta({ id: 'MeetingTransitioned' })

const event = z
  .object({
    at: time,
    from: status.nullable(),
    to: status,
    participant: recipientOut.nullable().describe('Null: Belfry itself.'),
    actor: actorOut,
    reason: z.string().nullable(),
    replacement: z
      .object({ meetingId: like('budget-2031b'), slots: z.array(slot) })
      .nullable()
      .describe('Of a reschedule: what took its place, and for when.')
      .meta({ example: null }),
  })
  .meta({ id: 'MeetingEvent' })

export const events = z.object({ items: z.array(event) }).meta({ id: 'MeetingEvents' })

const state = {
  state: like('pending').describe('`pending`: still to come; or what became of its delivery.'),
  reason: z.string().nullable().describe('Why it was not sent, where it was not.'),
}

export const reminders = z
  .object({
    items: z.array(reminder.extend(state).meta({ id: 'MeetingReminderState' })).describe('Of the plan.'),
    notices: z.array(notice.extend(state).meta({ id: 'MeetingNoticeState' })),
  })
  .meta({ id: 'MeetingReminders' })

export const calendarFile = like('BEGIN:VCALENDAR…')
