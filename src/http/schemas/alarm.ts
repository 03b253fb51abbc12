// Alarms, in and out. What goes in has none of the scheduler's own fields (the next moment, the count, the state): bodies are strict,
// so whoever sends one is told its name.

import { z } from 'zod'
import { limits } from '../../index.ts'
import {
  deliveryId,
  deliveryIds,
  duration,
  id,
  like,
  moment,
  pageOf,
  recipientOut,
  reminderId,
  time,
  timezone,
} from './basics.ts'

export const pageId = id.meta({ example: 'page-1' })

const text = z.string().nullish().describe('Cut at 2,000 characters. Left out, it stays; null clears it.')
const onDone = z
  .enum(['end', 'postpone'])
  .describe('What Done means: nothing comes any more, or the same interval begins again.')
const fetchLimit = z.number().int().min(1).max(10_000).describe('Due alarms to take at the most; 1,000 if left out.')
const concurrency = z.number().int().min(1).max(100).describe('Sends at once; 10 if left out.')

export const alarmIn = z
  .strictObject({
    userId: id.optional().describe('Whose page it is. A recipient’s token need not say it: it is the token’s owner.'),
    title: text,
    body: text,
    timezone: timezone
      .optional()
      .describe('The user’s zone. A user who is not known is created in it; of one who is, it is changed.'),
    onDone: onDone.optional(),
  })
  .meta({
    id: 'AlarmInput',
    description:
      'A field that is left out keeps its value; null clears a text. Nothing of when it rings is written here.',
    example: { userId: 'ana', title: 'The art of memory', body: 'Three pages to read', timezone: 'Asia/Seoul' },
  })

export const alarm = z
  .object({
    pageId: like('page-1'),
    userId: recipientOut,
    title: like('The art of memory').nullable(),
    body: like('Three pages to read').nullable(),
    nextAlarmTime: time.nullable().describe('Null while it rings, while it is paused, and when it is done.'),
    sentCount: z
      .number()
      .int()
      .describe('1 when it is registered; one more with every delivery, never with a failure.'),
    interval: like('P2D').describe('How long after its next ring it comes back.'),
    lastNotificationId: deliveryId.nullable().describe('The delivery that was sent last.'),
    status: z.enum(['waiting', 'ringing', 'paused', 'done']),
    onDone,
    timezone: like('Asia/Seoul').describe('The user’s.'),
    reminderId: reminderId.describe('The reminder that rings: `/v1/reminders/{id}/explain` has its story.'),
  })
  .meta({ id: 'Alarm' })

const inFlight = deliveryIds.describe('Sends of an earlier moment that were under way: they are not tried again.')

export const alarmPut = alarm.extend({ created: z.boolean(), inFlight }).meta({ id: 'AlarmPut' })
export const alarmDone = alarm.extend({ inFlight }).meta({ id: 'AlarmDone' })
export const alarmPage = pageOf(alarm, 'Alarm')

export const alarmDeleted = z
  .object({
    pageId: like('page-1'),
    deleted: z.boolean().describe('Nothing of it will be sent any more. False: something was under way, and is named.'),
    inFlight: deliveryIds.describe('Being sent, or of unknown outcome: these are not tried again.'),
    alreadySent: deliveryIds,
  })
  .meta({ id: 'AlarmDeleted' })

export const doneIn = z
  .strictObject({ policy: onDone.optional() })
  .meta({ id: 'AlarmDoneInput', description: 'Nothing, or another policy than the alarm’s own.', example: {} })

export const alarmSnoozeIn = z
  .strictObject({
    for: duration.optional(),
    until: moment.optional().describe('RFC 3339 with an offset, or local time in the user’s zone.'),
  })
  .meta({ id: 'AlarmSnooze', description: 'Exactly one of `for` and `until`.', example: { for: 'PT3H' } })

/** So many pages in one call, of each kind. */
const pagesMax = limits.alarmSyncMax

export const syncIn = z
  .strictObject({
    changed: z
      .array(z.strictObject({ pageId: id, title: text, body: text }))
      .max(pagesMax)
      .optional()
      .describe('Pages whose texts have changed. A page without an alarm gets none.'),
    deleted: z.array(id).max(pagesMax).optional().describe('Ids of pages that are gone.'),
  })
  .meta({
    id: 'AlarmSyncInput',
    example: { changed: [{ pageId: 'page-1', title: 'The art of memory, revised' }], deleted: ['page-2'] },
  })

export const synced = z
  .object({
    changed: z.array(like('page-1')).describe('Pages whose alarm has the new texts.'),
    deleted: z.array(alarmDeleted),
    unknown: z.array(like('page-3')).describe('Changed pages that have no alarm.'),
  })
  .meta({ id: 'AlarmSynced' })

export const runIn = z
  .strictObject({ fetchLimit: fetchLimit.optional(), concurrency: concurrency.optional() })
  .meta({ id: 'AlarmRunInput', example: { fetchLimit: 100, concurrency: 10 } })

const counts = {
  fetched: z.number().int().describe('Due alarms that this run has taken.'),
  sent: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  deferred: z.number().int().describe('To be tried again.'),
  suppressed: z.number().int().describe('Not sent, with a reason: no address, switched off, too late.'),
  concurrency: z.number().int(),
}

export const ran = z.object({ ...counts, processingTimeMs: z.number() }).meta({ id: 'AlarmRan' })

// The routes of the system that alarms come from, with its names of fields.

export const registerIn = z
  .strictObject({
    page_id: id,
    user_id: id.optional().describe('Needed with an API key; with a recipient’s token it is the token’s owner.'),
    title: text,
    body: text,
    timezone: alarmIn.shape.timezone,
  })
  .meta({
    id: 'RegisterByPage',
    example: { page_id: 'page-1', user_id: 'ana', title: 'The art of memory', timezone: 'Asia/Seoul' },
  })

export const registered = z
  .object({
    page_id: like('page-1'),
    user_id: recipientOut,
    title: like('The art of memory').nullable(),
    body: like('Three pages to read').nullable(),
    next_alarm_time: z.iso.datetime().nullable(),
    sent_count: z.number().int(),
    last_notification_id: deliveryId.nullable(),
    timezone: like('Asia/Seoul'),
  })
  .meta({ id: 'RegisteredPage' })

export const scheduleFields = { fetch_limit: fetchLimit.optional(), concurrency: concurrency.optional() }
export const scheduleIn = z.strictObject(scheduleFields).meta({
  id: 'ScheduleBatch',
  description: 'Beside the query; what stands here holds.',
  example: { fetch_limit: 100 },
})
export const batchRan = z.object({ ...counts, processing_time_ms: z.number() }).meta({ id: 'ScheduledPages' })
