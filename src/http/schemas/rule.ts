// How something repeats, as callers write it.

import { z } from 'zod'
import { duration, moment, timezone } from './basics.ts'

const one = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).max(1_000)])
const whole = z.number().int()
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
  .meta({ example: '09:00' })

export const quietWindow = z
  .strictObject({
    from: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .meta({ example: '22:00' }),
    to: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .meta({ example: '07:00' }),
    days: z.array(weekday).min(1).max(7).optional().describe('On which it begins; every day if left out.'),
  })
  .meta({ id: 'QuietWindow' })

const ruleParts = z
  .strictObject({
    every: z.enum(['second', 'minute', 'hour', 'day', 'week', 'month', 'year']),
    interval: whole.min(1).nullish(),
    inMonths: one(whole).nullish(),
    inWeeks: one(whole).nullish(),
    onYearDays: one(whole).nullish(),
    onDays: one(whole).nullish().describe('Days of the month; the 31st is the last day of a shorter month.'),
    on: one(z.string().max(40)).nullish().describe('`monday`, `1st monday`, `last friday`.'),
    at: one(timeOfDay).nullish(),
    atHours: one(whole).nullish(),
    atMinutes: one(whole).nullish(),
    atSeconds: one(whole).nullish(),
    setPosition: one(whole).nullish(),
    weekStart: weekday.nullish(),
    until: moment.nullish(),
    count: whole.min(1).nullish(),
    except: one(moment).nullish(),
    also: one(moment).nullish(),
    strict: z
      .boolean()
      .nullish()
      .describe('RFC 5545 to the letter: what is not on the calendar is skipped instead of moved.'),
    start: moment.nullish(),
    timezone: timezone.nullish(),
  })
  .meta({ id: 'RuleParts', example: { every: 'week', on: ['monday'], at: ['09:00'] } })

export const rule = z
  .union([
    z.string().min(1).max(40_000).describe('RFC 5545 text.').meta({ example: 'FREQ=WEEKLY;BYDAY=MO' }),
    z.strictObject({ rrule: z.string().min(1).max(40_000), strict: z.boolean().optional() }),
    ruleParts,
  ])
  .meta({ id: 'Rule' })

export const repeat = z
  .strictObject({
    backoff: z
      .strictObject({ base: duration, factor: z.number().min(1).max(100).optional(), cap: duration.optional() })
      .optional()
      .describe('Growing intervals, counted from each delivery.'),
    nag: z
      .strictObject({ every: duration, atMost: whole.min(2).max(1_000).optional(), hours: quietWindow.optional() })
      .optional()
      .describe('Every so often until acknowledged.'),
    afterCompletion: duration.optional().describe('So long after it was acknowledged.'),
  })
  .meta({ id: 'Repeat', description: 'Exactly one of its fields.', example: { nag: { every: 'PT10M', atMost: 6 } } })

export const missed = z.enum(['latest', 'skip', 'all'])
