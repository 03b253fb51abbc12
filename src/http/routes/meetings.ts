// Meetings: proposed, answered, moved and called off. Every transition takes an Idempotency-Key and honours If-Match; its answer
// says what became of the reminders.

import * as crypto from 'node:crypto'
import { z } from 'zod'
import type { Meeting, MeetingReminderState } from '../../index.ts'
import { presentMeeting, presentMeetingEvent, presentRing, presentTransitioned } from '../present-meeting.ts'
import { momentProblems, Problem, type ProblemCode, planProblems } from '../problem.ts'
import { type Caller, etagOf, route } from '../route.ts'
import { id, moment, paging } from '../schemas/basics.ts'
import * as shapes from '../schemas/meeting.ts'

const one = z.strictObject({ id: id.meta({ example: 'budget-2031' }) })
const transitionProblems: readonly ProblemCode[] = ['not_found', 'invalid_transition']
/** What a verb is not to be called twice for. */
const always = { idempotency: 'required', versioned: true, door: 'write', own: 'owner', params: one } as const

const request = route({
  method: 'POST',
  path: '/v1/meetings',
  summary: 'Propose a meeting',
  description:
    'It is `pending` until the others answer, and everybody who is asked gets a notice. Nobody is reminded of it before a slot is accepted.',
  door: 'write',
  own: 'owner',
  body: shapes.meetingIn,
  answers: { 201: shapes.transitioned },
  problems: [...planProblems, 'not_found', 'in_use', 'slot_in_past'],
  async handle({ body, caller, verbs }) {
    const requester = actorOf(caller, body.requester, '/requester')
    const made = await verbs.meetings.request({ ...body, requester })
    return { status: 201, body: presentTransitioned(made), headers: etagOf(made.meeting.version) }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/meetings/{id}',
  summary: 'One meeting, and who answered what',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.meeting },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, caller, verbs }) {
    const found = await verbs.meetings.get(params.id, viewerOf(caller))
    if (!found) throw new Problem('not_found', 'There is no such meeting.', { pointer: '/id' })
    return { status: 200, body: presentMeeting(found), headers: etagOf(found.version, partOf(found)) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/meetings',
  summary: 'List meetings by when they begin, of one participant or of all',
  door: 'read',
  own: 'owner',
  query: z.strictObject({
    participant: id
      .optional()
      .describe(
        'Only those that they take part in; with a recipient’s token, those that its owner takes part in, too.',
      ),
    status: shapes.status.optional(),
    from: moment
      .optional()
      .describe('Only those that end after this: RFC 3339 with an offset, or local time with its zone in brackets.'),
    to: moment.optional().describe('Only those that begin before this.'),
    ...paging,
  }),
  answers: { 200: shapes.meetingPage },
  problems: momentProblems,
  async handle({ query, caller, verbs }) {
    const page = await verbs.meetings.list({ ...query, ...viewerOf(caller) })
    return { status: 200, body: { ...page, items: page.items.map(presentMeeting) } }
  },
})

const accept = route({
  ...always,
  method: 'POST',
  path: '/v1/meetings/{id}/accept',
  summary: 'Accept one of the proposed slots',
  description:
    'From then on it is in everybody’s time, and they are reminded. Nobody can be in two places: where somebody is not free, the answer is `slot_conflict` with what conflicts. Steps whose moment had passed are in `skippedPast`. With `quorum: all` it stays `pending` until the last one has accepted.',
  body: shapes.acceptIn,
  answers: { 200: shapes.transitioned },
  problems: [
    ...transitionProblems,
    ...momentProblems,
    ...(['own_proposal', 'unknown_recipient', 'slot_in_past', 'slot_conflict'] as const),
  ],
  async handle({ params, body, caller, verbs, version }) {
    const done = await verbs.meetings.accept(params.id, { ...body, ...acting(caller, body.participant, version) })
    return { status: 200, body: presentTransitioned(done), headers: etagOf(done.meeting.version) }
  },
})

const deny = route({
  ...always,
  method: 'POST',
  path: '/v1/meetings/{id}/deny',
  summary: 'Say no to all of the proposed slots',
  description: 'The requester is told, with the reason.',
  body: shapes.transitionIn,
  answers: { 200: shapes.transitioned },
  problems: [...transitionProblems, 'own_proposal'],
  async handle({ params, body, caller, verbs, version }) {
    const done = await verbs.meetings.deny(params.id, { ...body, ...acting(caller, body.participant, version) })
    return { status: 200, body: presentTransitioned(done), headers: etagOf(done.meeting.version) }
  },
})

const reschedule = route({
  ...always,
  method: 'POST',
  path: '/v1/meetings/{id}/reschedule',
  summary: 'Propose other slots instead',
  description:
    'The meeting becomes `rescheduled` and its reminders are cancelled; another, `pending`, takes its place and is in the answer. Whoever comes second is told its id as `childMeetingId`.',
  body: shapes.rescheduleIn,
  answers: { 200: shapes.transitioned },
  problems: [...transitionProblems, ...momentProblems, 'unknown_recipient', 'slot_in_past'],
  async handle({ params, body, caller, verbs, version }) {
    const done = await verbs.meetings.reschedule(params.id, { ...body, ...acting(caller, body.participant, version) })
    return { status: 200, body: presentTransitioned(done), headers: etagOf(done.meeting.version) }
  },
})

const cancel = route({
  ...always,
  method: 'POST',
  path: '/v1/meetings/{id}/cancel',
  summary: 'Call it off',
  description: 'From that answer on no reminder of it is sent; what was being sent at that moment is in `inFlight`.',
  body: shapes.transitionIn,
  answers: { 200: shapes.transitioned },
  problems: transitionProblems,
  async handle({ params, body, caller, verbs, version }) {
    const done = await verbs.meetings.cancel(params.id, { ...body, ...acting(caller, body.participant, version) })
    return { status: 200, body: presentTransitioned(done), headers: etagOf(done.meeting.version) }
  },
})

const complete = route({
  ...always,
  method: 'POST',
  path: '/v1/meetings/{id}/complete',
  summary: 'It has taken place',
  description: 'Not before it has begun.',
  body: shapes.transitionIn,
  answers: { 200: shapes.transitioned },
  problems: [...transitionProblems, 'not_begun'],
  async handle({ params, body, caller, verbs, version }) {
    const done = await verbs.meetings.complete(params.id, { ...body, ...acting(caller, body.participant, version) })
    return { status: 200, body: presentTransitioned(done), headers: etagOf(done.meeting.version) }
  },
})

const events = route({
  method: 'GET',
  path: '/v1/meetings/{id}/events',
  summary: 'What became of it, and who did it',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.events },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    const found = await verbs.meetings.get(params.id, viewerOf(caller))
    const items = await verbs.meetings.events(params.id, viewerOf(caller))
    const zone = found?.timezone ?? 'UTC'
    return { status: 200, body: { items: items.map((event) => presentMeetingEvent(event, zone)) } }
  },
})

const reminders = route({
  method: 'GET',
  path: '/v1/meetings/{id}/reminders',
  summary: 'Its reminders and notices: still to come, or what became of them',
  description: 'A recipient’s token gets its owner’s. `/v1/reminders/{id}/explain` has the story of each.',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.reminders },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    const all = await verbs.meetings.reminders(params.id, viewerOf(caller))
    const of = (isNotice: boolean) => all.filter((one) => one.isNotice === isNotice).map(presentState)
    return { status: 200, body: { items: of(false), notices: of(true) } }
  },
})

const lineage = route({
  method: 'GET',
  path: '/v1/meetings/{id}/lineage',
  summary: 'Every meeting of its lineage: what it took the place of, and what took its place',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.lineage },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    const items = await verbs.meetings.lineage(params.id, viewerOf(caller))
    return { status: 200, body: { items: items.map(presentMeeting) } }
  },
})

const file = route({
  method: 'GET',
  path: '/v1/meetings/{id}.ics',
  summary: 'It as a calendar file',
  description: 'One UID for the whole lineage; a higher SEQUENCE with every change; METHOD CANCEL where it is off.',
  door: 'read',
  own: 'owner',
  params: one,
  mediaType: 'text/calendar; charset=utf-8',
  answers: { 200: shapes.calendarFile },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, caller, verbs }) {
    const { text, version } = await verbs.meetings.calendarFile(params.id, viewerOf(caller))
    // What people are called may change without its version.
    const part = crypto.hash('sha256', text, 'hex').slice(0, 12)
    const headers = { ...etagOf(version, part), 'content-disposition': 'attachment; filename="meeting.ics"' }
    return { status: 200, body: text, headers }
  },
})

/** Nobody answered in time: it is over from that moment on, and its version is raised a little later. */
function partOf({ status, reason }: Meeting): string | null {
  return status === 'cancelled' && reason === 'expired' ? 'e'.repeat(12) : null
}

function presentState({ isNotice: _, ...reminder }: MeetingReminderState) {
  return presentRing(reminder)
}

/** Meetings that they do not take part in are not there, for whoever comes with a recipient's token. */
function viewerOf({ recipient }: Caller): { viewer?: string } {
  return recipient === null ? {} : { viewer: recipient }
}

function acting(caller: Caller, named: string | undefined, version: number | undefined) {
  // For whoever else they name there is nothing here, whether or not there is such a meeting.
  if (caller.recipient !== null && named !== undefined && named !== caller.recipient)
    throw new Problem('not_found', 'There is no such meeting for them: a recipient’s token acts for its owner.', {
      pointer: '/participant',
    })
  return { participant: actorOf(caller, named, '/participant'), version, ...viewerOf(caller) }
}

/** A key names who acts; a token acts for its owner, who may not propose in the name of another. */
function actorOf({ recipient }: Caller, named: string | undefined, pointer: string): string {
  const actor = recipient ?? named
  if (actor === undefined)
    throw new Problem('missing_field', `${pointer.slice(1)} is missing: with an API key it says who acts.`, { pointer })
  if (named !== undefined && named !== actor)
    throw new Problem('forbidden', 'A recipient’s token acts for its owner.', { pointer })
  return actor
}

export const meetings = {
  ...{ request, list, get, accept, deny, reschedule, cancel, complete },
  ...{ events, reminders, lineage, file },
}
