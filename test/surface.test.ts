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
      "restoreBackup",
    ]
  `)
  expect(byLetter(exportedNames('index.ts'))).toMatchInlineSnapshot(`
    [
      "AcknowledgeResult AlarmsOptions AnchorInput Attempt",
      "BackupOptions BackupProgress Belfry BelfryError BelfryOptions",
      "CancelResult Channel ChannelStep",
      "Delivery DeliveryState",
      "EndResult Entity EntityInput EntityName ErasureResult ErrorCode ExportOptions ExportProgress",
      "FailedRequest",
      "Hold HoldScope",
      "ImportLinesOptions ImportLinesReport ImportOptions ImportProgress ImportReport ImportSource",
      "LedgerKey LinesProgress LinesSource ListEntitiesOptions Logger",
      "MemoryChannel Message Missed",
      "Outcome",
      "Page Plan Preferences PreviewInput PreviewItem PutReminder PutResult",
      "Queryable QuietHours QuietWindow",
      "Reason Recipient RecipientInput Refusal RefusedLine Reminder ReminderJobsOptions RepeatInput RestoreOptions RestoreResult RuleInput",
      "ScheduleInput ScheduleResult SendOnceResult SentReminder SeriesResult SkipResult SkippedPast SnoozeInput SnoozeResult StartWorkerOptions Step StepInput Story",
      "TableSource TimeZones TimelineItem",
      "Worker WorkerEvents",
      "ZoneRules ZonesResolved",
      "createBelfry",
      "deliveryStates",
      "errorCodes",
      "limits",
      "memoryChannel",
      "reasons restoreBackup",
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
        "backup()",
        "clock: nextMoment, read, set",
        "close()",
        "deliveries: needingAttention, settle",
        "entities: cancel, complete, delete, get, list, put, timeline",
        "export()",
        "holds: hold, list, release",
        "import: alarms, lines, reminderJobs, reminderSent",
        "ledger: cleanupOldReminders, getRemindersSentForEntity, getRemindersSentToUser, markReminderAsSent, markRemindersAsSent, release, sendOnce, wasReminderSent",
        "plans: delete, get, list, put",
        "recipients: delete, get, list, put",
        "reminders: acknowledge, cancel, explain, get, list, pause, preview, resume, schedule, scheduleMany, skip, snooze, upcoming",
        "requests: failed",
        "startWorker()",
        "with()",
        "zones: list",
      ]
    `)
    const inside = created.with({ query: async () => ({ rows: [] }) })
    // An import commits batch by batch: it has no place inside a transaction.
    const outside = Object.entries(created).filter(([noun, verbs]) => typeof verbs !== 'function' && noun !== 'import')
    expect(Object.keys(inside)).toEqual(outside.map(([noun]) => noun))
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
      "./testing",
      "./prisma",
      "./drizzle",
      "./kysely",
      "./package.json",
    ]
  `)
})
