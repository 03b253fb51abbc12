// How the whole installation does, out.

import { z } from 'zod'
import { like, time } from './basics.ts'
import { hold } from './operator.ts'

const count = z
  .object({
    value: z.number().int(),
    precision: z
      .enum(['exact', 'estimate', 'at_least'])
      .describe('Small numbers are counted, large ones are PostgreSQL’s estimates.'),
  })
  .meta({ id: 'Count' })

const lateness = z
  .object({
    count: z.number().int().describe('Of how many sends.'),
    p50Ms: z.number().meta({ example: 1.2 }),
    p99Ms: z.number().meta({ example: 3.8 }),
  })
  .meta({ id: 'Lateness', description: 'From the moment of a reminder to the hand-over to its channel.' })

const ended = {
  sent: z.number().int().meta({ example: 120 }),
  failed: z.number().int().meta({ example: 0 }),
  unknown: z.number().int().meta({ example: 0 }),
  others: z
    .number()
    .int()
    .describe('Not sent for a reason: suppressed, expired, skipped, cancelled, quarantined.')
    .meta({ example: 2 }),
  lateness: lateness.nullable().describe('Null where nothing was sent.'),
}

const seen = z.number().int().nullable().describe('The most that was seen at once; null where nobody looked.')

const span = z
  .object({ at: z.iso.datetime().describe('Its beginning.'), ...ended, due: seen, pending: seen, waiting: seen })
  .meta({ id: 'OverviewSpan' })

const worker = z
  .object({
    id: like('w-3f9a1c2b4d5e'),
    isRunning: z.boolean().describe('False: it is not connected any more, and left leases behind.'),
    since: time.nullable(),
    address: like('10.0.0.7').nullable().describe('Null over a Unix socket.'),
    connections: z.number().int(),
    batches: z.number().int().describe('Batches that it is sending right now.'),
    deliveries: z.number().int().describe('Deliveries in them.'),
    leaseUntil: time.nullable().describe('When the first of their leases runs out, in real time.'),
  })
  .meta({ id: 'LeasedWorker' })

export const overview = z
  .object({
    now: time,
    due: count.describe('Reminders whose moment has come and that are not fired yet, held ones too.'),
    oldestDueAt: time.nullable(),
    pending: count.describe('Reminders with a moment, come or to come.'),
    waiting: count.describe('Deliveries that wait: retries, later channels, no free place.'),
    attention: z
      .object({ failed: count, unknown: count, quarantined: count })
      .describe('Deliveries that need a person.'),
    holds: z.array(hold),
    workers: z.array(worker),
    lastHour: z.object(ended).meta({ id: 'Ended' }),
    spans: z.array(span).describe('What workers have written down, from the first to the last, each `step` long.'),
  })
  .meta({ id: 'Overview' })
