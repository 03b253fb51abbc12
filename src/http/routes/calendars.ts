// Calendars elsewhere: those that are read for when somebody is busy, and the feed that others read.

import * as crypto from 'node:crypto'
import { z } from 'zod'
import { type Calendar, limits, type Synced } from '../../index.ts'
import { timeOf, timeOrNull } from '../present.ts'
import { Problem, type ProblemCode, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { id, nothing } from '../schemas/basics.ts'
import * as shapes from '../schemas/calendar.ts'

const whose = z.strictObject({ id: id.meta({ example: 'ana' }) })
const one = z.strictObject({ id: id.meta({ example: 'ana' }), calendar: shapes.calendarId })
/** The library's `id` is the calendar's. */
const pointers = { '/recipient': '/id', '/id': '/calendar' }
const ofRecipient = { '/recipient': '/id' }
const problems: readonly ProblemCode[] = [
  'unknown_recipient',
  'unknown_timezone',
  'invalid_duration',
  'version_conflict',
]
/** A line of JSON may take twice as much as what it says. */
const bodyBytesMax = 2 * limits.calendarBytesMax

const add = route({
  method: 'POST',
  path: '/v1/recipients/{id}/calendars',
  summary: 'Add a calendar elsewhere: what is in it blocks slots and acceptance',
  description:
    'It is read at once. One that cannot be read is kept, with its `trouble`, and tried again. Of what is in it only times are kept, and no words.',
  door: 'write',
  own: 'recipient',
  // Another server has its time to answer.
  idempotency: 'beside',
  takesLong: true,
  bodyBytesMax,
  params: whose,
  body: shapes.calendarIn,
  answers: { 201: shapes.synced },
  problems,
  pointers: ofRecipient,
  async handle({ params, body, verbs }) {
    return { status: 201, body: presentSynced(await verbs.calendars.put({ ...body, recipient: params.id })) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/recipients/{id}/calendars',
  summary: 'The calendars of a recipient',
  door: 'read',
  own: 'recipient',
  params: whose,
  answers: { 200: shapes.calendars },
  problems: ['unknown_recipient'],
  pointers: ofRecipient,
  async handle({ params, verbs }) {
    if (!(await verbs.recipients.get(params.id)))
      throw new Problem('unknown_recipient', 'There is no such recipient.', { pointer: '/id' })
    const items = await verbs.calendars.list({ recipient: params.id })
    return { status: 200, body: { items: items.map(presentCalendar) } }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/recipients/{id}/calendars/{calendar}',
  summary: 'One calendar, and when it was read',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: shapes.calendar },
  problems: ['not_found'],
  versioned: true,
  pointers,
  async handle({ params, verbs }) {
    const found = await verbs.calendars.get({ recipient: params.id, id: params.calendar })
    if (!found) throw noCalendar()
    return { status: 200, body: presentCalendar(found), headers: etag(found) }
  },
})

const put = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/calendars/{calendar}',
  summary: 'Make or change a calendar, and read it',
  description: 'What is left out stays, a password too, as long as it is the same server.',
  door: 'write',
  own: 'recipient',
  takesLong: true,
  bodyBytesMax,
  params: one,
  body: shapes.calendarIn,
  answers: { 200: shapes.synced },
  problems,
  versioned: true,
  pointers,
  async handle({ params, body, verbs, version, mustExist }) {
    const named = { recipient: params.id, id: params.calendar }
    if (mustExist) requireThere(await verbs.calendars.get(named))
    const synced = await verbs.calendars.put({ ...body, ...named, version })
    return { status: 200, body: presentSynced(synced), headers: etag(synced.calendar) }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/recipients/{id}/calendars/{calendar}',
  summary: 'Forget a calendar, and what it said',
  description: 'What was written there stays there.',
  door: 'write',
  own: 'recipient',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found'],
  pointers,
  async handle({ params, verbs }) {
    const { deleted } = await verbs.calendars.delete({ recipient: params.id, id: params.calendar })
    if (!deleted) throw noCalendar()
    return { status: 200, body: {} }
  },
})

const sync = route({
  method: 'POST',
  path: '/v1/recipients/{id}/calendars/{calendar}/sync',
  summary: 'Read it now, past its schedule',
  description: 'Where it cannot be read, the answer has its `trouble`, and what was known stays.',
  door: 'write',
  own: 'recipient',
  idempotency: 'beside',
  takesLong: true,
  params: one,
  answers: { 200: shapes.synced },
  problems: ['not_found'],
  pointers,
  async handle({ params, verbs }) {
    const synced = await verbs.calendars.sync({ recipient: params.id, id: params.calendar })
    return { status: 200, body: presentSynced(synced) }
  },
})

const getFeed = route({
  method: 'GET',
  path: '/v1/recipients/{id}/calendar-feed',
  summary: 'The address under which calendars subscribe to somebody’s meetings',
  description: 'For Google Calendar, Apple, Outlook. Whoever has it can read it: it needs no key.',
  door: 'read',
  own: 'recipient',
  params: whose,
  answers: { 200: shapes.feed },
  problems: ['unknown_recipient'],
  pointers: ofRecipient,
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.feeds.get({ recipient: params.id }) }
  },
})

const rotateFeed = route({
  method: 'POST',
  path: '/v1/recipients/{id}/calendar-feed/rotate',
  summary: 'Another address; the one before is no more',
  door: 'write',
  own: 'recipient',
  params: whose,
  answers: { 200: shapes.feed },
  problems: ['unknown_recipient'],
  pointers: ofRecipient,
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.feeds.rotate({ recipient: params.id }) }
  },
})

/** Every reading changes what is shown, and not the version. */
function etag(calendar: Calendar) {
  return etagOf(calendar.version, crypto.hash('sha256', JSON.stringify(calendar), 'hex').slice(0, 12))
}

function presentCalendar(calendar: Calendar) {
  const { timezone: zone } = calendar
  return {
    ...calendar,
    syncedAt: timeOrNull(calendar.syncedAt, zone),
    nextSyncAt: timeOrNull(calendar.nextSyncAt, zone),
    createdAt: timeOf(calendar.createdAt, zone),
    updatedAt: timeOf(calendar.updatedAt, zone),
  }
}

function presentSynced({ calendar, ...rest }: Synced) {
  return { ...rest, calendar: presentCalendar(calendar) }
}

function noCalendar(): Problem {
  return new Problem('not_found', 'There is no such calendar.', { pointer: '/calendar' })
}

export const calendars = { add, list, get, put, remove, sync }
export const feeds = { get: getFeed, rotate: rotateFeed }
