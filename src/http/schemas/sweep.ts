// Sweeps and their runs, in and out. What comes in has no functions and no database URLs: a connection is a name of the server's
// configuration.

import { z } from 'zod'
import { channelSteps, duration, like, name, pageOf, time, timezone } from './basics.ts'

const column = z.string().min(1).max(63)

const source = z
  .strictObject({
    table: z.string().min(1).max(127).describe('`tasks`, or `app.tasks`.').meta({ example: 'app.tasks' }),
    connection: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,62}$/)
      .nullish()
      .describe('The name of a connection of the server’s configuration; left out: Belfry’s own database. Never a URL.')
      .meta({ example: 'reporting' }),
    id: column.optional().describe('The column that names an item; `id` if left out.'),
    due: column.optional().describe('When an item is due; `due_at` if left out. It should have an index.'),
    recipient: column
      .nullish()
      .describe(
        'The column that names the recipient; left out: nobody is reminded, and only the audit trail is written.',
      ),
    status: z
      .strictObject({ column, in: z.array(z.string().min(1).max(200)).min(1).max(100) })
      .optional()
      .describe('Only rows with one of these values.'),
    reminderSentAt: column.nullish().describe('A column that is set when an item is reminded of, and heeded.'),
    timezone: timezone.optional().describe('The zone of due times without one; `UTC` if left out.'),
    columns: z.record(name, column).optional().describe('Columns for texts and data, by the name they get there.'),
    recipients: z
      .strictObject({
        name: column.optional(),
        timezone: column.optional(),
        locale: column.optional(),
        addresses: z.record(name, column).optional().describe('By channel.'),
      })
      .optional()
      .describe('For recipients that Belfry does not know: which columns say their zone, locale and addresses.'),
  })
  .meta({ id: 'SweepSource', description: 'Somebody’s table, read through the index of its due column.' })

const offset = duration.describe('From now on.').meta({ example: 'PT24H' })

export const sweepIn = z
  .strictObject({
    every: z
      .string()
      .min(2)
      .max(100)
      .describe('An interval on the full multiple (`PT1H`: at :00, `PT30M`: at :00 and :30), or five cron fields.')
      .meta({ example: 'PT1H' }),
    timezone: timezone.optional().describe('Where the schedule is read; `UTC` if left out.'),
    source,
    window: z
      .strictObject({ from: offset.optional(), to: offset })
      .optional()
      .describe('Due in (now + from, now + to]; the next 24 hours if left out.'),
    entityType: name.optional().describe('What the reminders are about; the name of the sweep if left out.'),
    kind: name.optional().describe('`due_soon` if left out.'),
    overdueKind: name
      .nullish()
      .describe(
        'For what has become due unreminded since the last run; null: nothing is said of it. `overdue` if left out.',
      ),
    plan: z
      .union([name, z.array(z.string().min(2).max(64)).min(1).max(50)])
      .optional()
      .describe(
        'Each item becomes an entity with these steps, or the plan of that name, instead of one reminder at once.',
      ),
    message: z
      .strictObject({
        title: z.string().max(2_000).optional(),
        body: z.string().max(20_000).optional(),
        channels: channelSteps.optional(),
      })
      .optional()
      .describe('`{column}` in a text is replaced by the item’s.'),
    coolDown: duration
      .nullish()
      .describe('So long after a reminder the same item may be reminded of again; left out: once.'),
    tolerance: duration
      .optional()
      .describe('A due time that has moved by more is a new occurrence; `PT1H` if left out.'),
    limit: z.number().int().min(1).max(1_000_000_000).nullish().describe('Items to remind of in one run at the most.'),
    batchSize: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Items read and written at a time; 1,000 if left out.'),
    enabled: z.boolean().optional().describe('False: it runs only when it is asked to.'),
  })
  .meta({
    id: 'SweepInput',
    description: 'A periodic look at somebody’s table, which reminds of what comes due there.',
    example: {
      every: 'PT1H',
      source: { table: 'app.tasks', due: 'due_date', recipient: 'owner', columns: { title: 'title' } },
      coolDown: 'PT24H',
    },
  })

export const run = z
  .object({
    id: like('01a3b5c7-0000-7000-8000-000000000001'),
    sweep: like('tasks'),
    startedAt: time,
    endedAt: time.nullable(),
    state: z
      .enum(['running', 'done', 'failed'])
      .describe(
        '`running` also of one whose process was killed, until the next run says that it failed and finishes its work.',
      ),
    trigger: z.enum(['schedule', 'request']),
    examined: z.number().int(),
    reminded: z.number().int(),
    skipped: z.record(z.string(), z.number().int()).describe('By reason: already_reminded, cool_down, busy, …'),
    errors: z.number().int(),
    problems: z
      .array(z.object({ item: like('42').nullable(), message: like('Not a time.') }))
      .describe('The first few, with the id of the item and what was wrong.'),
    tookMs: z.number().nullable(),
  })
  .meta({ id: 'Run' })
export const runPage = pageOf(run, 'Run')

export const sweep = z
  .object({
    name: like('tasks'),
    every: like('PT1H'),
    timezone: like('UTC'),
    enabled: z.boolean(),
    origin: z
      .enum(['library', 'config', 'api', 'built_in'])
      .describe('Who described it: a program, a configuration file, this API; or Belfry itself.'),
    definition: z.record(z.string(), z.unknown()).describe('As it was described, without functions.'),
    nextRunAt: time.nullable(),
    lastRun: run.nullable().meta({ example: null }),
    warnings: z.array(like('The column due_date has no index.')).describe('Such as a due column without an index.'),
  })
  .meta({ id: 'Sweep' })
export const sweeps = z.object({ items: z.array(sweep) }).meta({ id: 'Sweeps' })
