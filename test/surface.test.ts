// The public surface is shaped by hand: whatever is added, renamed or removed changes this file, on purpose.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createBelfry } from '../src/belfry.ts'
import * as belfry from '../src/index.ts'
import * as testing from '../src/testing/index.ts'
import { createTestDatabase } from './database.ts'

const source = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')

/** Every exported name, types too, which are gone when the program runs. */
function exportedNames(path: string): string[] {
  const lists = [...source(path).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list)
  return lists
    .flatMap((list) => list.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .sort()
}

/** A line for each first letter. */
function byLetter(names: readonly string[]): string[] {
  const letters = [...new Set(names.map((name) => name[0]))]
  return letters.map((letter) => names.filter((name) => name[0] === letter).join(' '))
}

it('belfry exports these values and types', () => {
  expect(Object.keys(belfry).sort()).toMatchInlineSnapshot(`
    [
      "BelfryError",
      "createBelfry",
      "deliveryStates",
      "errorCodes",
      "limits",
      "memoryChannel",
      "reasons",
    ]
  `)
  expect(byLetter(exportedNames('index.ts'))).toMatchInlineSnapshot(`
    [
      "AcknowledgeResult AlarmsOptions AnchorInput Attempt AuditItem",
      "Belfry BelfryError BelfryOptions",
      "CancelResult Channel ChannelStep Count",
      "Delivery DeliveryState",
      "EndResult Entity EntityInput EntityName ErasureResult ErrorCode",
      "FailedRequest",
      "Health Hold HoldScope",
      "ImportOptions ImportProgress ImportReport ImportSource",
      "LedgerKey LinesSource ListAuditOptions ListDeliveriesOptions ListEntitiesOptions ListOptions Logger",
      "MemoryChannel Message Missed",
      "Notice",
      "Outcome",
      "Page Plan PoolUse Preferences PreviewInput PreviewItem PutReminder PutResult",
      "Queryable QuietHours QuietWindow",
      "Reason Recipient RecipientInput Refusal Reminder ReminderJobsOptions RepeatInput RuleInput Rung RunningWorker",
      "ScheduleInput ScheduleResult SendOnceResult SentReminder SeriesResult SkipResult SkippedPast SnoozeInput SnoozeResult StartWorkerOptions Step StepInput Story",
      "TableSource TimeZones TimelineItem",
      "UpcomingOptions",
      "Worker WorkerEvents",
      "ZoneRules ZonesResolved",
      "createBelfry",
      "deliveryStates",
      "errorCodes",
      "limits",
      "memoryChannel",
      "reasons",
    ]
  `)
})

it('belfry/testing exports these values and types', () => {
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "channelConformance",
      "createTestBelfry",
    ]
  `)
  expect(exportedNames('testing/index.ts')).toMatchInlineSnapshot(`
    [
      "ChannelUnderTest",
      "TestBelfry",
      "TestBelfryOptions",
      "channelConformance",
      "createTestBelfry",
    ]
  `)
})

it('a Belfry has these nouns and verbs', async () => {
  const database = await createTestDatabase()
  const created = await createBelfry({ database: database.url })
  try {
    const nouns = Object.entries(created).map(([noun, verbs]) =>
      typeof verbs === 'function' ? `${noun}()` : `${noun}: ${Object.keys(verbs).sort().join(', ')}`,
    )
    expect(nouns.sort()).toMatchInlineSnapshot(`
      [
        "audit: list",
        "clock: nextMoment, read, set",
        "close()",
        "deliveries: attempts, get, list, needingAttention, retry, settle",
        "entities: cancel, complete, delete, get, list, put, timeline",
        "health: read",
        "holds: hold, list, release",
        "import: alarms, reminderJobs, reminderSent",
        "ledger: cleanupOldReminders, getRemindersSentForEntity, getRemindersSentToUser, markReminderAsSent, markRemindersAsSent, release, sendOnce, wasReminderSent",
        "migrations: applied",
        "plans: delete, get, list, put",
        "pools()",
        "recipients: delete, get, list, put",
        "reminders: acknowledge, cancel, explain, find, get, list, pause, preview, resume, schedule, scheduleMany, skip, snooze, upcoming",
        "requests: failed",
        "startWorker()",
        "stats()",
        "with()",
        "workers: list",
        "zones: list",
      ]
    `)
    const inside = created.with({ query: async () => ({ rows: [] }) })
    // An import commits batch by batch, and migrations are over: they have no place inside a transaction.
    const nounsOf = (one: object) => Object.keys(one).filter((noun) => typeof one[noun as never] !== 'function')
    const outside = nounsOf(created).filter((noun) => !['import', 'migrations'].includes(noun))
    expect(nounsOf(inside)).toEqual(outside)
  } finally {
    await created.close()
    await database.drop()
  }
})

it('index.ts fits a screen, and names what it exports', () => {
  expect(source('index.ts').split('\n').length).toBeLessThan(70)
  for (const path of ['index.ts', 'testing/index.ts']) expect(source(path)).not.toMatch(/export \*|export default/)
})

it('package.json offers what is built, and nothing else', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(exports)).toMatchInlineSnapshot(`
    [
      ".",
      "./client",
      "./testing",
      "./prisma",
      "./drizzle",
      "./kysely",
      "./package.json",
    ]
  `)
})
