// Reminders: schedule, look, change, and everything that people do with one that rings.

import { z } from 'zod'
import { limits } from '../../index.ts'
import { momentOf } from '../../time/show.ts'
import { entityOf, entityPointers } from '../entity-filter.ts'
import { presentReminder, presentRing, presentScheduled, presentStory, timeOf, timeOrNull } from '../present.ts'
import { momentProblems, Problem, planProblems } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { deliveryIds, id, moment, name, paging, reminderId, timezone } from '../schemas/basics.ts'
import {
  acknowledged,
  cancelled,
  inSeries,
  previewIn,
  previewItem,
  reminder,
  reminderChange,
  reminderIn,
  reminderPage,
  restored,
  restoreIn,
  scheduled,
  skipped,
  snoozed,
  snoozeIn,
  story,
  upcomingCount,
} from '../schemas/reminder.ts'

const one = z.strictObject({ id: reminderId })

const schedule = route({
  method: 'POST',
  path: '/v1/reminders',
  summary: 'Schedule a reminder',
  description:
    'Entity, kind and recipient name the reminder: scheduling it again moves it. What was sent before is not sent again unless `again` says so.',
  door: 'write',
  body: reminderIn,
  answers: { 200: scheduled, 201: scheduled },
  problems: planProblems,
  async handle({ body, verbs }) {
    const answer = presentScheduled(await verbs.reminders.schedule(body))
    return answer.status === 'created' ? { status: 201, body: answer } : { status: 200, body: answer }
  },
})

const scheduleMany = route({
  method: 'POST',
  path: '/v1/reminders/batch',
  summary: 'Schedule up to 10,000 reminders at once',
  description: 'All or nothing, in one transaction. The answers come in the order of the reminders.',
  door: 'write',
  // Ten thousand reminders with a title are one to three megabytes.
  bodyBytesMax: 16 * 1_048_576,
  body: z
    .strictObject({ reminders: z.array(reminderIn).min(1).max(limits.scheduleManyMax) })
    .meta({ id: 'ReminderBatch' }),
  answers: { 200: z.object({ items: z.array(scheduled) }).meta({ id: 'ScheduledBatch' }) },
  problems: planProblems,
  pointers: { '': '/reminders' },
  async handle({ body, verbs }) {
    const results = await verbs.reminders.scheduleMany(body.reminders)
    return { status: 200, body: { items: results.map(presentScheduled) } }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/reminders',
  summary: 'List what is to come',
  description: 'Of a recipient, of an entity, or all; in the order in which they are due, those without a moment last.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({ recipient: id.optional(), entityType: name.optional(), entityId: id.optional(), ...paging }),
  answers: { 200: reminderPage },
  pointers: entityPointers,
  async handle({ query: { entityType, entityId, ...query }, verbs }) {
    const page = await verbs.reminders.list({ ...query, ...entityOf(entityType, entityId) })
    return { status: 200, body: { ...page, items: page.items.map(presentReminder) } }
  },
})

const upcoming = route({
  method: 'GET',
  path: '/v1/upcoming',
  summary: 'What will ring between two moments',
  description:
    'With `channel`, what rings on it as things stand (`ringsOn`); a page may then be short, or empty, while its `nextCursor` says that there is more: up to 2,000 reminders are looked at for it.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({
    from: moment.optional().describe('Now if left out.'),
    to: moment.optional(),
    timezone: timezone.optional().describe('Of local `from` and `to`; UTC if left out.'),
    recipient: id.optional(),
    entityType: name.optional(),
    entityId: id.optional(),
    channel: name.optional(),
    ...paging,
  }),
  answers: { 200: reminderPage },
  problems: momentProblems,
  pointers: entityPointers,
  async handle({ query: { from, to, timezone: zone = 'UTC', entityType, entityId, ...query }, verbs }) {
    const page = await verbs.reminders.upcoming({
      ...query,
      ...entityOf(entityType, entityId),
      ...(from === undefined ? {} : { from: momentOf(from, zone, '/from') }),
      ...(to === undefined ? {} : { to: momentOf(to, zone, '/to') }),
    })
    return { status: 200, body: { ...page, items: page.items.map(presentReminder) } }
  },
})

const upcomingCounts = route({
  method: 'GET',
  path: '/v1/upcoming/counts',
  summary: 'How many will ring in each of many spans of time',
  description:
    'The time between two moments in equal parts of a minute or more. Counting ends somewhere: where there are more, `isEstimate` says that the number is taken from how densely they come.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({
    from: moment,
    to: moment,
    timezone: timezone.optional().describe('Of local `from` and `to`; UTC if left out.'),
    spans: z.number().int().min(1).max(limits.countSpansMax).meta({ example: 24 }),
    recipient: id.optional(),
    entityType: name.optional(),
    entityId: id.optional(),
    channel: name.optional().describe('Only what rings on it as things stand.'),
  }),
  answers: { 200: z.object({ items: z.array(upcomingCount) }).meta({ id: 'UpcomingCounts' }) },
  problems: momentProblems,
  pointers: entityPointers,
  async handle({ query: { from, to, timezone: zone = 'UTC', entityType, entityId, ...query }, verbs }) {
    const items = await verbs.reminders.upcomingCounts({
      ...query,
      ...entityOf(entityType, entityId),
      from: momentOf(from, zone, '/from'),
      to: momentOf(to, zone, '/to'),
    })
    return {
      status: 200,
      body: { items: items.map(({ to: _, ...one }) => ({ ...one, from: timeOf(one.from, zone) })) },
    }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/reminders/{id}',
  summary: 'One reminder, also after it rang',
  door: 'read',
  own: 'reminder',
  params: one,
  answers: { 200: reminder },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, verbs }) {
    const found = await verbs.reminders.get(params.id)
    if (!found) throw new Problem('not_found', 'There is no such reminder.', { pointer: '/id' })
    return {
      status: 200,
      body: presentReminder(found),
      ...(found.version === null ? {} : { headers: etagOf(found.version) }),
    }
  },
})

const change = route({
  method: 'PUT',
  path: '/v1/reminders/{id}',
  summary: 'Change a reminder that has not rung',
  description:
    'A field that is left out keeps its value; null clears it. Without a new moment, the moment stays exactly as it is.',
  door: 'write',
  params: one,
  body: reminderChange,
  answers: { 200: scheduled },
  problems: [
    'not_found',
    'already_sent',
    'stopped',
    'version_conflict',
    'unknown_channel',
    'invalid_duration',
    ...momentProblems,
  ],
  versioned: true,
  async handle({ params, body, verbs, version }) {
    const found = await verbs.reminders.change(params.id, body, version === undefined ? {} : { version })
    const { version: written, ...result } = found
    return {
      status: 200,
      body: presentScheduled(result),
      ...(written === null ? {} : { headers: etagOf(written) }),
    }
  },
})

const cancel = route({
  method: 'POST',
  path: '/v1/reminders/{id}/cancel',
  summary: 'Cancel a reminder, and learn the truth about it',
  description:
    '200: no new send of it begins, and what was under way is named. 409 `already_sent`: everything of it had been sent.',
  door: 'write',
  own: 'reminder',
  params: one,
  answers: { 200: cancelled },
  problems: ['not_found', 'already_sent'],
  async handle({ params, verbs }) {
    const result = await verbs.reminders.cancel(params.id)
    if (!result.cancelled && result.inFlight.length === 0 && result.alreadySent.length > 0)
      throw new Problem('already_sent', `It had been sent before: ${result.alreadySent.join(', ')}.`, {
        pointer: '/id',
      })
    return { status: 200, body: result }
  },
})

const restore = route({
  method: 'POST',
  path: '/v1/reminders/{id}/restore',
  summary: 'Take back what was done to a reminder',
  description:
    'What was cancelled, marked as done, left out, snoozed or moved last stands as it stood: the same clock, the same rings. A step of a plan goes back to its plan, and follows it. Of a change of its texts nothing is taken back. 409 `stopped`: its moment has gone by. 412 `version_conflict`: something else was done to it since.',
  door: 'write',
  own: 'reminder',
  params: one,
  body: restoreIn,
  answers: { 200: restored },
  problems: ['not_found', 'stopped', 'already_sent', 'version_conflict'],
  async handle({ params, body, verbs }) {
    return { status: 200, body: presentRing(await verbs.reminders.restore(params.id, body)) }
  },
})

const acknowledge = route({
  method: 'POST',
  path: '/v1/reminders/{id}/acknowledge',
  summary: 'Done: stops what would still come on any channel',
  door: 'write',
  own: 'reminder',
  params: one,
  answers: { 200: acknowledged },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const { timezone: zone, ...result } = await verbs.reminders.acknowledge(params.id)
    return { status: 200, body: { ...result, nextDueAt: timeOrNull(result.nextDueAt, zone) } }
  },
})

const snooze = route({
  method: 'POST',
  path: '/v1/reminders/{id}/snooze',
  summary: 'Ring again later',
  door: 'write',
  own: 'reminder',
  params: one,
  body: snoozeIn,
  answers: { 200: snoozed },
  problems: ['not_found', 'invalid_duration', ...momentProblems],
  async handle({ params, body, verbs }) {
    const { recipientTimezone, ...result } = await verbs.reminders.snooze(params.id, body)
    return { status: 200, body: { ...result, dueAt: timeOf(result.dueAt, body.timezone ?? recipientTimezone) } }
  },
})

const skip = route({
  method: 'POST',
  path: '/v1/reminders/{id}/skip',
  summary: 'Leave out the next ring of a repeating reminder',
  door: 'write',
  own: 'reminder',
  params: one,
  answers: { 200: skipped },
  problems: ['not_found', 'not_repeating'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentRing(await verbs.reminders.skip(params.id)) }
  },
})

const pause = route({
  method: 'POST',
  path: '/v1/reminders/{id}/pause',
  summary: 'Ring no more until resumed',
  door: 'write',
  own: 'reminder',
  params: one,
  answers: { 200: inSeries },
  problems: ['not_found', 'not_repeating'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentRing(await verbs.reminders.pause(params.id)) }
  },
})

const resume = route({
  method: 'POST',
  path: '/v1/reminders/{id}/resume',
  summary: 'Go on from now; what passed meanwhile is not rung',
  door: 'write',
  own: 'reminder',
  params: one,
  answers: { 200: inSeries },
  problems: ['not_found', 'not_repeating'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentRing(await verbs.reminders.resume(params.id)) }
  },
})

const retry = route({
  method: 'POST',
  path: '/v1/reminders/{id}/retry',
  summary: 'Send again what failed of its latest occurrence',
  door: 'write',
  params: one,
  answers: { 200: z.object({ id: reminderId, retried: deliveryIds }).meta({ id: 'Retried' }) },
  problems: ['not_found', 'not_failed'],
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.reminders.retry(params.id) }
  },
})

const explain = route({
  method: 'GET',
  path: '/v1/reminders/{id}/explain',
  summary: 'The whole story: what was computed, what was tried, why not',
  door: 'read',
  own: 'reminder',
  params: one,
  answers: { 200: story },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentStory(await verbs.reminders.explain(params.id)) }
  },
})

const preview = route({
  method: 'POST',
  path: '/v1/preview',
  summary: 'The next occurrences of something that need not exist',
  door: 'read',
  body: previewIn,
  answers: { 200: z.object({ items: z.array(previewItem) }).meta({ id: 'Preview' }) },
  problems: planProblems,
  idempotency: 'none',
  async handle({ body, verbs }) {
    const items = await verbs.reminders.preview(body)
    return {
      status: 200,
      body: {
        items: items.map(({ occurrence, instant, timezone: zone, notes, noted }) => ({
          occurrence,
          at: timeOf(instant, zone),
          notes,
          noted,
        })),
      },
    }
  },
})

export const reminders = {
  schedule,
  list,
  scheduleMany,
  upcoming,
  upcomingCounts,
  get,
  change,
  snooze,
  acknowledge,
  cancel,
  restore,
  skip,
  pause,
  resume,
  retry,
  explain,
  preview,
}
