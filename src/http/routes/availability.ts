// When people are there, and the questions that follow: when are they free, when could all of them meet, what is in the way.

import { z } from 'zod'
import type { AvailabilityBlock, FreeBusy, Suggested } from '../../index.ts'
import { timeOf } from '../present.ts'
import { presentConflict, presentSlot } from '../present-meeting.ts'
import { momentProblems, Problem, type ProblemCode, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import * as shapes from '../schemas/availability.ts'
import { id, moment, nothing } from '../schemas/basics.ts'

const whose = z.strictObject({ id: id.meta({ example: 'ana' }) })
const one = z.strictObject({ id: id.meta({ example: 'ana' }), block: shapes.blockId })
/** The library's `id` is the block's. */
const pointers = { '/recipient': '/id', '/id': '/block' }
const blockProblems: readonly ProblemCode[] = ['unknown_recipient', 'unknown_timezone', 'impossible_date']

const add = route({
  method: 'POST',
  path: '/v1/recipients/{id}/availability-blocks',
  summary: 'Say when somebody is there, or not',
  description:
    'A block is a wall clock of a zone: every week, more hours on one date, or a date on which they are off. Who has no block but days off is always there.',
  door: 'write',
  own: 'recipient',
  params: whose,
  body: shapes.blockIn,
  answers: { 201: shapes.block },
  problems: blockProblems,
  pointers: { '/recipient': '/id' },
  async handle({ params, body, verbs }) {
    const made = await verbs.availability.put({ ...body, recipient: params.id })
    return { status: 201, body: presentBlock(made), headers: etagOf(made.version) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/recipients/{id}/availability-blocks',
  summary: 'When somebody is there',
  door: 'read',
  own: 'recipient',
  params: whose,
  answers: { 200: shapes.blocks },
  problems: ['unknown_recipient'],
  pointers: { '/recipient': '/id' },
  async handle({ params, verbs }) {
    if (!(await verbs.recipients.get(params.id)))
      throw new Problem('unknown_recipient', 'There is no such recipient.', { pointer: '/id' })
    const items = await verbs.availability.list({ recipient: params.id })
    return { status: 200, body: { items: items.map(presentBlock) } }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/recipients/{id}/availability-blocks/{block}',
  summary: 'One block',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: shapes.block },
  problems: ['not_found'],
  versioned: true,
  pointers,
  async handle({ params, verbs }) {
    const found = await verbs.availability.get({ recipient: params.id, id: params.block })
    if (!found) throw noBlock()
    return { status: 200, body: presentBlock(found), headers: etagOf(found.version) }
  },
})

const put = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/availability-blocks/{block}',
  summary: 'Make or change a block',
  door: 'write',
  own: 'recipient',
  params: one,
  body: shapes.blockIn,
  answers: { 200: shapes.block },
  problems: blockProblems,
  versioned: true,
  pointers,
  async handle({ params, body, verbs, version, mustExist }) {
    const named = { recipient: params.id, id: params.block }
    if (mustExist) requireThere(await verbs.availability.get(named))
    const written = await verbs.availability.put({ ...body, ...named, version })
    return { status: 200, body: presentBlock(written), headers: etagOf(written.version) }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/recipients/{id}/availability-blocks/{block}',
  summary: 'Remove a block',
  description: 'Meetings that were accepted stay.',
  door: 'write',
  own: 'recipient',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found'],
  pointers,
  async handle({ params, verbs }) {
    const { deleted } = await verbs.availability.delete({ recipient: params.id, id: params.block })
    if (!deleted) throw noBlock()
    return { status: 200, body: {} }
  },
})

const freeBusy = route({
  method: 'GET',
  path: '/v1/recipients/{id}/freebusy',
  summary: 'When somebody is busy, and when they are there and free',
  door: 'read',
  own: 'recipient',
  params: whose,
  query: z.strictObject({
    from: moment.describe('RFC 3339 with an offset, or local time in the recipient’s zone.'),
    to: moment.meta({ example: '2031-12-08T09:00:00' }),
  }),
  answers: { 200: shapes.freeBusy },
  problems: ['unknown_recipient', ...momentProblems],
  pointers: { '/recipient': '/id' },
  async handle({ params, query, verbs }) {
    return {
      status: 200,
      body: presentFreeBusy(await verbs.availability.freeBusy({ recipient: params.id, ...query })),
    }
  },
})

const suggest = route({
  method: 'POST',
  path: '/v1/slots/suggest',
  summary: 'Times at which all of them are there and free',
  description: 'In the local time of each. Where there is none, the answer says for each participant why.',
  door: 'read',
  own: 'owner',
  idempotency: 'none',
  body: shapes.suggestIn,
  answers: { 200: shapes.suggested },
  problems: ['unknown_recipient', 'invalid_duration', ...momentProblems],
  async handle({ body, verbs }) {
    return { status: 200, body: presentSuggested(await verbs.slots.suggest(body), body.window.timezone) }
  },
})

const check = route({
  method: 'POST',
  path: '/v1/conflicts/check',
  summary: 'What would stand in the way of a meeting: accept, tried out',
  description:
    'Either `{ meetingId, slot? }`, which is accept of that meeting; or `{ participants, start, end }`, any time for anybody. A recipient’s token learns of meetings of others only that they are there.',
  door: 'read',
  own: 'owner',
  idempotency: 'none',
  body: shapes.checkIn,
  answers: { 200: shapes.checked },
  problems: [
    ...(['unknown_recipient', 'not_found', 'invalid_transition', 'invalid_duration', 'slot_in_past'] as const),
    ...momentProblems,
  ],
  async handle({ body, caller, verbs }) {
    const viewer = caller.recipient === null ? {} : { viewer: caller.recipient }
    const { free, conflicts } = await verbs.conflicts.check({ ...body, ...viewer })
    const meeting = body.meetingId === undefined ? null : await verbs.meetings.get(body.meetingId, viewer)
    const zone = body.timezone ?? meeting?.timezone
    return { status: 200, body: { free, conflicts: conflicts.map((one) => presentConflict(one, zone)) } }
  },
})

function presentBlock(block: AvailabilityBlock) {
  const { timezone: zone } = block
  return { ...block, createdAt: timeOf(block.createdAt, zone), updatedAt: timeOf(block.updatedAt, zone) }
}

function presentFreeBusy({ busy, free, from, to, ...whom }: FreeBusy) {
  const { timezone: zone } = whom
  return {
    ...whom,
    from: timeOf(from, zone),
    to: timeOf(to, zone),
    busy: busy.map((one) => ({ ...one, ...presentSlot(one, zone) })),
    free: free.map((one) => presentSlot(one, zone)),
  }
}

/** On the clocks of the window, which are those of the first of them where it names none. */
function presentSuggested({ slots, reasons }: Suggested, asked: string | undefined) {
  const zone = asked ?? slots[0]?.local[0]?.timezone ?? 'UTC'
  return { slots: slots.map(({ local, ...slot }) => ({ ...presentSlot(slot, zone), local })), reasons }
}

function noBlock(): Problem {
  return new Problem('not_found', 'There is no such block.', { pointer: '/block' })
}

export const availability = { add, list, get, put, remove, freeBusy }
export const slots = { suggest }
export const conflicts = { check }
