// Alarms: pages that come back. And the routes of the system they come from, under its own paths and with its own names.

import { z } from 'zod'
import type { AlarmRan } from '../../index.ts'
import { presentAlarm } from '../present.ts'
import { Problem } from '../problem.ts'
import { type Caller, route } from '../route.ts'
import * as shapes from '../schemas/alarm.ts'
import { id, paging } from '../schemas/basics.ts'

const one = z.strictObject({ pageId: shapes.pageId })
/** What an alarm is underneath says `id` of itself. */
const reminderPointers = { '/id': '/pageId' }

const put = route({
  method: 'PUT',
  path: '/v1/alarms/{pageId}',
  summary: 'Register a page, or register it again',
  description:
    'It is due now. A new one begins with a count of 1; one that is there keeps its count. Two alarms of a user never ring at one moment.',
  door: 'write',
  own: 'owner',
  params: one,
  body: shapes.alarmIn,
  answers: { 200: shapes.alarmPut, 201: shapes.alarmPut },
  problems: ['not_found', 'unknown_recipient', 'unknown_timezone'],
  async handle({ params, body, caller, verbs }) {
    const userId = userOf(caller, body.userId, '/userId')
    const result = await verbs.alarms.put({ ...params, ...body, userId }, ownerOf(caller))
    return { status: result.created ? 201 : 200, body: presentAlarm(result) }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/alarms/{pageId}',
  summary: 'The alarm of a page',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.alarm },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    const found = await verbs.alarms.get(params.pageId, ownerOf(caller))
    if (!found) throw noAlarm()
    return { status: 200, body: presentAlarm(found) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/alarms',
  summary: 'List alarms, of one user or of all',
  door: 'read',
  own: 'owner',
  query: z.strictObject({ user: id.optional(), ...paging }),
  answers: { 200: shapes.alarmPage },
  async handle({ query, caller, verbs }) {
    if (caller.recipient !== null) userOf(caller, query.user, '/user')
    const page = await verbs.alarms.list({ ...query, ...ownerOf(caller) })
    return { status: 200, body: { ...page, items: page.items.map(presentAlarm) } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/alarms/{pageId}',
  summary: 'The page is gone: its alarm never rings again',
  description: 'The answer names what was being sent at that moment, and what had been sent before.',
  door: 'write',
  own: 'owner',
  params: one,
  answers: { 200: shapes.alarmDeleted },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    const owner = ownerOf(caller)
    // The verb is content with a page that has none; here, what is not theirs is not there.
    if (!(await verbs.alarms.get(params.pageId, owner))) throw noAlarm()
    return { status: 200, body: await verbs.alarms.delete(params.pageId, owner) }
  },
})

const moreOften = route({
  method: 'POST',
  path: '/v1/alarms/{pageId}/more-often',
  summary: 'Begin anew with the shortest interval',
  door: 'write',
  own: 'owner',
  params: one,
  pointers: reminderPointers,
  answers: { 200: shapes.alarm },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    return { status: 200, body: presentAlarm(await verbs.alarms.moreOften(params.pageId, ownerOf(caller))) }
  },
})

const done = route({
  method: 'POST',
  path: '/v1/alarms/{pageId}/done',
  summary: 'Seen: it ends, or its interval begins again, as its policy says',
  door: 'write',
  own: 'owner',
  params: one,
  pointers: reminderPointers,
  body: shapes.doneIn,
  answers: { 200: shapes.alarmDone },
  problems: ['not_found'],
  async handle({ params, body, caller, verbs }) {
    const result = await verbs.alarms.done(params.pageId, { ...body, ...ownerOf(caller) })
    return { status: 200, body: presentAlarm(result) }
  },
})

const snooze = route({
  method: 'POST',
  path: '/v1/alarms/{pageId}/snooze',
  summary: 'Ring again later; the count stays',
  door: 'write',
  own: 'owner',
  params: one,
  pointers: reminderPointers,
  body: shapes.alarmSnoozeIn,
  answers: { 200: shapes.alarm },
  problems: ['not_found', 'unknown_timezone', 'impossible_date', 'offset_mismatch', 'invalid_duration'],
  async handle({ params, body, caller, verbs }) {
    return { status: 200, body: presentAlarm(await verbs.alarms.snooze(params.pageId, body, ownerOf(caller))) }
  },
})

const sync = route({
  method: 'POST',
  path: '/v1/alarms/sync',
  summary: 'What a client has changed and deleted',
  description:
    'All of it in one transaction. A deleted page never rings again, also when its alarm was just taken: the answer says what was under way.',
  door: 'write',
  own: 'owner',
  // A thousand pages with two texts of 2,000 characters of three bytes are 12 megabytes.
  bodyBytesMax: 16 * 1_048_576,
  body: shapes.syncIn,
  answers: { 200: shapes.synced },
  async handle({ body, caller, verbs }) {
    return { status: 200, body: await verbs.alarms.sync(body, ownerOf(caller)) }
  },
})

const run = route({
  method: 'POST',
  path: '/v1/alarms/run',
  summary: 'Ring one batch of due alarms now, and answer when every send has ended',
  description: 'Beside workers, or instead of one: each due alarm is taken once, however many call this at once.',
  door: 'write',
  // It takes as long as its sends.
  idempotency: 'beside',
  body: shapes.runIn,
  answers: { 200: shapes.ran },
  async handle({ body, verbs }) {
    return { status: 200, body: await verbs.alarms.run(body) }
  },
})

const registerByPage = route({
  method: 'POST',
  path: '/api/reminder/register-by-page',
  summary: 'Register a page, with the names of the system before',
  door: 'write',
  own: 'owner',
  body: shapes.registerIn,
  answers: { 200: shapes.registered },
  problems: ['not_found', 'unknown_recipient', 'unknown_timezone'],
  pointers: { '/pageId': '/page_id', '/userId': '/user_id' },
  async handle({ body: { page_id: pageId, user_id: user, ...rest }, caller, verbs }) {
    const userId = userOf(caller, user, '/user_id')
    const result = await verbs.alarms.put({ pageId, userId, ...rest }, ownerOf(caller))
    return {
      status: 200,
      body: {
        page_id: result.pageId,
        user_id: result.userId,
        title: result.title,
        body: result.body,
        next_alarm_time: result.nextAlarmTime?.toISOString() ?? null,
        sent_count: result.sentCount,
        last_notification_id: result.lastNotificationId,
        timezone: result.timezone,
      },
    }
  },
})

const schedulePath = '/api/reminder/schedule/v2'
const schedulePointers = { '/fetchLimit': '/fetch_limit' }

const schedule = route({
  method: 'POST',
  path: schedulePath,
  summary: 'Ring one batch of due alarms now, with the names of the system before',
  door: 'write',
  idempotency: 'beside',
  query: z.strictObject(shapes.scheduleFields),
  body: shapes.scheduleIn,
  answers: { 200: shapes.batchRan },
  pointers: schedulePointers,
  async handle({ query, body, verbs }) {
    return { status: 200, body: presentBatch(await verbs.alarms.run(batchOf({ ...query, ...body }))) }
  },
})

const scheduleByGet = route({
  method: 'GET',
  path: schedulePath,
  summary: 'The same for a cron that only knows GET',
  description: 'It sends. Nothing may call it in advance, and no answer of it is kept.',
  door: 'write',
  query: z.strictObject(shapes.scheduleFields),
  answers: { 200: shapes.batchRan },
  pointers: schedulePointers,
  async handle({ query, verbs }) {
    return { status: 200, body: presentBatch(await verbs.alarms.run(batchOf(query))) }
  },
})

/** Pages of others are not there, for whoever comes with a recipient's token. */
function ownerOf({ recipient }: Caller): { user?: string } {
  return recipient === null ? {} : { user: recipient }
}

/** A key names whose page it is; a token is its owner's, who may not name another. */
function userOf({ recipient }: Caller, named: string | undefined, pointer: string): string {
  const user = recipient ?? named
  if (user === undefined)
    throw new Problem('missing_field', `${pointer.slice(1)} is missing: with an API key it says whose page it is.`, {
      pointer,
    })
  if (named !== undefined && named !== user)
    throw new Problem('forbidden', 'A recipient’s token is for pages of their own.', { pointer })
  return user
}

function noAlarm(): Problem {
  return new Problem('not_found', 'There is no alarm of that page.', { pointer: '/pageId' })
}

interface Batch {
  readonly fetch_limit?: number | undefined
  readonly concurrency?: number | undefined
}

function batchOf({ fetch_limit: fetchLimit, concurrency }: Batch) {
  return { ...(fetchLimit === undefined ? {} : { fetchLimit }), ...(concurrency === undefined ? {} : { concurrency }) }
}

function presentBatch({ processingTimeMs, ...counts }: AlarmRan) {
  return { ...counts, processing_time_ms: processingTimeMs }
}

export const alarms = {
  ...{ put, get, remove, moreOften, done, snooze, list, sync, run },
  ...{ registerByPage, schedule, scheduleByGet },
}
