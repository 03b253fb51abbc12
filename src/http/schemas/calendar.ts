// Calendars elsewhere, in and out, and the feed that calendars elsewhere read. Passwords go in and never come out.

import { z } from 'zod'
import { limits } from '../../index.ts'
import { duration, like, name, recipientOut, time, timezone } from './basics.ts'

export const calendarId = name.meta({ example: 'work' })

const kind = z
  .enum(['file', 'url', 'caldav'])
  .describe('`file`: uploaded here; `url`: a file that is read now and then; `caldav`: a collection of a server.')
const onRemoved = z
  .enum(['mark', 'cancel'])
  .describe('What becomes of a meeting that they deleted there: `mark` it for everybody to see, or `cancel` it.')

export const calendarIn = z
  .strictObject({
    kind,
    name: z.string().min(1).max(200).nullish().meta({ example: 'Work' }),
    url: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .describe('Of `url` and `caldav`: https, of a public host; others only where the operator allows them.')
      .meta({ example: 'https://calendar.example.com/ana/work.ics' }),
    username: z.string().max(500).nullish().describe('With the password. Null: both are forgotten.'),
    password: z.string().max(2_000).nullish().describe('It is sealed, and never given out again.'),
    timezone: timezone.nullish().describe('Of events that name no zone; the recipient’s, if left out.'),
    onRemoved: onRemoved.optional(),
    writes: z.boolean().optional().describe('CalDAV: write accepted meetings there.'),
    every: duration.optional().describe('How often it is read; `PT15M` if left out.').meta({ example: 'PT15M' }),
    content: z.string().max(limits.calendarBytesMax).optional().describe('Of `file`: the iCalendar text.'),
  })
  .meta({
    id: 'CalendarInput',
    example: { kind: 'url', name: 'Work', url: 'https://calendar.example.com/ana/work.ics' },
  })

export const calendar = z
  .object({
    recipient: recipientOut,
    id: like('work'),
    kind,
    name: like('Work').nullable(),
    url: like('https://calendar.example.com/ana/work.ics').nullable().describe('Without user name and password.'),
    hasPassword: z.boolean(),
    timezone: like('Europe/Paris').nullable(),
    onRemoved,
    writes: z.boolean(),
    every: like('PT15M'),
    syncedAt: time.nullable(),
    nextSyncAt: time.nullable(),
    trouble: z.string().nullable().describe('Why it could not be read the last time.').meta({ example: null }),
    objects: z.number().int().describe('Events that are in it.'),
    version: z.number().int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Calendar' })

export const calendars = z.object({ items: z.array(calendar) }).meta({ id: 'Calendars' })

export const synced = z
  .object({
    calendar,
    changed: z.number().int().describe('Events that are new or changed.'),
    removed: z.number().int().describe('Events that are gone.'),
    written: z.number().int().describe('Meetings that were written there.'),
    meetings: z
      .array(z.object({ meetingId: like('budget-2031'), outcome: z.enum(['marked', 'cancelled', 'ignored']) }))
      .describe('Meetings that somebody removed there, and what was done about it.'),
  })
  .meta({ id: 'CalendarSynced' })

export const feed = z
  .object({
    url: like('https://reminders.example.com/calendar/….ics')
      .nullable()
      .describe('To subscribe to. Null where the server does not know its own address (`BELFRY_PUBLIC_URL`).'),
    path: like('/calendar/….ics').describe('The same, without the server.'),
  })
  .meta({ id: 'CalendarFeed' })
