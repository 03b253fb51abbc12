// When people are there, in and out, and what is asked of it.

import { z } from 'zod'
import { limits } from '../../index.ts'
import { duration, id, like, moment, recipientOut, time, timezone } from './basics.ts'
import { buffers } from './meeting.ts'

export const blockId = id.meta({ example: 'mondays' })

const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ example: '2031-12-24' })
const clock = (pattern: RegExp, example: string) => z.string().regex(pattern).meta({ example })
const startTime = clock(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, '09:00')
const endTime = clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)(:00)?$/, '17:30')
const kind = z
  .enum(['weekly', 'extra', 'off'])
  .describe('`weekly`; `extra`: more hours on one date; `off`: not there on one date.')

export const blockIn = z
  .strictObject({
    kind: kind.optional(),
    dayOfWeek: z.number().int().min(0).max(6).optional().describe('0 is Sunday. Of `weekly`.'),
    date: date.optional().describe('Of `extra` and `off`.'),
    startTime: startTime
      .optional()
      .describe('A wall clock of the zone. Of `off`, left out together with the end: the whole day.'),
    endTime: endTime
      .optional()
      .describe('At most 24:00; one before the start is on the next day, and the start itself is refused.'),
    timezone: timezone.optional().describe('The recipient’s, if left out.'),
    validFrom: date.nullish().describe('Of `weekly`: the first date on which it may begin.'),
    validUntil: date.nullish().describe('Of `weekly`: the last date on which it may begin.'),
  })
  .meta({ id: 'AvailabilityBlockInput', example: { dayOfWeek: 1, startTime: '09:00', endTime: '17:30' } })

export const block = z
  .object({
    id: like('mondays'),
    recipient: recipientOut,
    kind,
    dayOfWeek: z.number().int().nullable(),
    date: like('2031-12-24').nullable(),
    startTime: like('09:00'),
    endTime: like('17:30'),
    timezone: like('Europe/Paris'),
    validFrom: like('2031-01-01').nullable(),
    validUntil: like('2031-12-31').nullable(),
    version: z.number().int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AvailabilityBlock' })

export const blocks = z.object({ items: z.array(block) }).meta({ id: 'AvailabilityBlocks' })

const span = { start: time, end: time }

export const freeBusy = z
  .object({
    recipient: recipientOut,
    timezone: like('Europe/Paris'),
    from: time,
    to: time,
    busy: z.array(
      z.object({
        ...span,
        kind: z
          .enum(['meeting', 'busy', 'off'])
          .describe('`meeting`: an accepted one; `busy`: a calendar elsewhere; `off`: not there on that date.'),
      }),
    ),
    free: z.array(z.object(span)).describe('They are there, and nothing is in the way.'),
  })
  .meta({ id: 'FreeBusy' })

const participants = z.array(id).min(1).max(limits.meetingParticipantsMax)

export const suggestIn = z
  .strictObject({
    participants,
    duration: duration.describe('How long it takes.').meta({ example: 'PT45M' }),
    window: z.strictObject({
      from: moment,
      to: moment.meta({ example: '2031-12-06T00:00:00' }),
      timezone: timezone.optional().describe('Of times that name none.'),
    }),
    granularity: duration
      .optional()
      .describe('Slots begin on multiples of this from the full hour; `PT15M` if left out.'),
    buffers: buffers.optional(),
    limit: z.number().int().min(1).max(100).optional().describe('How many at the most; 10 if left out.'),
  })
  .meta({
    id: 'SlotsWanted',
    example: {
      participants: ['ana', 'bo'],
      duration: 'PT45M',
      window: { from: '2031-12-01T00:00:00', to: '2031-12-06T00:00:00', timezone: 'Europe/Paris' },
    },
  })

export const suggested = z
  .object({
    slots: z.array(
      z.object({
        start: time,
        end: time,
        local: z
          .array(
            z.object({
              participant: recipientOut,
              timezone: like('Europe/Paris'),
              start: like('2031-12-02T10:00:00'),
              end: like('2031-12-02T10:45:00'),
            }),
          )
          .describe('What the clocks of each of them show.'),
      }),
    ),
    reasons: z
      .array(
        z.object({
          participant: recipientOut,
          code: z
            .enum([
              ...(['window_over', 'not_there', 'off', 'busy', 'too_close', 'too_short', 'apart'] as const),
              ...(['not_on_grid', 'never_with_all', 'others_not_free'] as const),
            ])
            .meta({ example: 'not_there' }),
          why: like('is not there in that window').describe('The code in words.'),
          others: z.array(recipientOut).describe('Of `apart`: who is never free at the same time.'),
          freeMinutes: z.number().int(),
        }),
      )
      .describe('Where there is no slot: what stands in the way, by participant.'),
  })
  .meta({ id: 'SlotsSuggested' })

export const checkIn = z
  .strictObject({
    participants: participants.optional().describe('Those of the meeting, if left out.'),
    start: moment.optional(),
    end: moment.optional().meta({ example: '2031-12-01T10:00:00' }),
    slot: z
      .strictObject({ start: moment, end: moment.optional() })
      .optional()
      .describe('Instead of `start` and `end`. With `meetingId` alone: one of the proposed; left out, the only one.'),
    timezone: timezone.optional().describe('Of times that name none.'),
    buffers: buffers.optional(),
    meetingId: id
      .optional()
      .describe(
        'A meeting that is to be accepted or moved: it does not stand in its own way. Alone it is enough: its people, its slot, its buffers.',
      ),
    allowOutsideAvailability: z.boolean().optional(),
  })
  .meta({
    id: 'ConflictsWanted',
    example: {
      participants: ['ana', 'bo'],
      start: '2031-12-02T10:00:00',
      end: '2031-12-02T11:00:00',
      timezone: 'Europe/Paris',
    },
  })

export const conflict = z
  .object({
    kind: z
      .enum(['meeting', 'busy', 'outside_availability'])
      .describe('Another accepted meeting; a calendar elsewhere; they are not there then.'),
    participant: recipientOut,
    start: time,
    end: time,
    meetingId: z.string().nullable().describe('The meeting that stands in the way, where the caller may see it.'),
  })
  .meta({ id: 'Conflict' })

export const checked = z
  .object({ free: z.boolean().describe('Nothing stands in the way.'), conflicts: z.array(conflict) })
  .meta({ id: 'ConflictsFound' })
