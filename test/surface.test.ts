// The public surface is shaped by hand: whatever is added, renamed or removed changes this file, on purpose.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createBelfry } from '../src/belfry.ts'
import * as language from '../src/bot/language/index.ts'
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
      "eventTypes",
      "formats",
      "inboxStates",
      "limits",
      "looksLikeKey",
      "looksLikeToken",
      "meetingStatuses",
      "meetingVerbs",
      "memoryChannel",
      "reasons",
      "recipientOfChat",
      "restoreBackup",
      "transitions",
    ]
  `)
  expect(byLetter(exportedNames('index.ts'))).toMatchInlineSnapshot(`
    [
      "AcceptInput AcknowledgeResult ActingVerbs ActionAnswer ActionInput Alarm AlarmInput AlarmOptions AlarmRan AlarmSync AlarmSynced AlarmVerbs AlarmsOptions AnchorInput ApiKey Attempt AuditItem AvailabilityBlock AvailabilityBlockInput",
      "BackupOptions BackupProgress Belfry BelfryError BelfryOptions BlockName Bundle",
      "Calendar CalendarInput CalendarName CalendarVerbs CancelResult ChangeInput ChangeResult Channel ChannelStep ChannelSteps ChatBot ChatLink ChatLinkInput ChatPerson ChatPersonInput ChatSettings ChatVerbs CheckInput Checked CoalesceInput Conflict ConflictKind Content Count CountOptions",
      "Delivery DeliveryState DenoKvOptions DenoKvSource DescribedSeries",
      "EndResult Ended EndpointInput Entity EntityInput EntityName ErasureResult ErrorCode EventPage EventType ExportOptions ExportProgress",
      "FailedRequest FeedEvent Format FreeBusy FreeBusyQuery FunctionSource",
      "Health Hold HoldScope",
      "ImportLinesOptions ImportLinesReport ImportOptions ImportProgress ImportReport ImportSource InboxItem IssuedEndpoint IssuedKey",
      "KeyInput KnownKey",
      "Lateness LeasedWorker LedgerKey LinesProgress LinesSource Linked ListAuditOptions ListDeliveriesOptions ListEntitiesOptions ListEventsOptions ListOptions ListRecipientsOptions Logger",
      "Meeting MeetingEvent MeetingInput MeetingQuery MeetingReminder MeetingReminderState MeetingReminders MeetingStatus MeetingVerb MeetingVerbs MeetingViewer MemoryChannel Message MessageMember Missed",
      "Notice",
      "OperatorVerbs Outcome Overview OverviewOptions OverviewSpan",
      "Page Participant Plan PoolUse Preferences PreviewInput PreviewItem PushDevice PushSubscriptionInput PutReminder PutResult",
      "Queryable QuietHours QuietWindow",
      "Reason Recipient RecipientInput RecipientToken RedeemInput Refusal RefusedLine Reminder ReminderJobsOptions RepeatInput RescheduleInput RestoreInput RestoreOptions RestoreResult RestoredReminder RetryResult RuleInput Run RunPage Rung RunningWorker",
      "ScheduleInput ScheduleResult Scope SendOnceResult SentReminder SeriesResult SkipResult SkippedPast Slot SlotInput SnoozeInput SnoozeResult Standing StartWorkerOptions StateName Stats Step StepInput Story SubscribeInput SuggestInput Suggested SuggestedSlot Suspension Sweep SweepInput SweepItem SweepVerbs SwitchedOff Synced",
      "TableSource TakenBack Template TemplateFor TemplateInput TemplateName TemplatePreview TemplatePreviewInput TemplateSample TemplateSummary Tenant TenantInput TimeZones TimelineItem TransitionInput Transitioned",
      "UnsubscribeInput UpcomingCount UpcomingCountsOptions UpcomingOptions",
      "Verbs",
      "WebhookAttempt WebhookDelivery WebhookEndpoint WebhookTest Worker WorkerEvents",
      "ZoneRules ZonesResolved",
      "createBelfry",
      "deliveryStates",
      "errorCodes eventTypes",
      "formats",
      "inboxStates",
      "limits looksLikeKey looksLikeToken",
      "meetingStatuses meetingVerbs memoryChannel",
      "reasons recipientOfChat restoreBackup",
      "transitions",
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

it('belfry/language exports these values and types', () => {
  expect(Object.keys(language).sort()).toMatchInlineSnapshot(`
    [
      "parse",
      "questions",
      "refusals",
      "textCharsMax",
      "usualDefaults",
      "whenOf",
      "whenOfOffer",
    ]
  `)
  expect(exportedNames('bot/language/index.ts')).toMatchInlineSnapshot(`
    [
      "Defaults",
      "Language",
      "Moment",
      "Offer",
      "ParseOptions",
      "Parsed",
      "Question",
      "QuestionCode",
      "RefusalReason",
      "Refused",
      "Repeat",
      "Repeating",
      "When",
      "parse",
      "questions",
      "refusals",
      "textCharsMax",
      "usualDefaults",
      "whenOf",
      "whenOfOffer",
    ]
  `)
})

function nounsAndVerbs(one: object): string[] {
  const words = Object.entries(one).map(([noun, verbs]) =>
    typeof verbs === 'function' ? `${noun}()` : `${noun}: ${Object.keys(verbs).sort().join(', ')}`,
  )
  return words.sort()
}

it('a Belfry has these nouns and verbs', async () => {
  const database = await createTestDatabase()
  const created = await createBelfry({ database: database.url })
  try {
    expect(nounsAndVerbs(created)).toMatchInlineSnapshot(`
      [
        "access: findKey, firstOperatorKey, forgetAnswers, inboxMarks, readActionToken, readFeedToken, readToken, signingSecret",
        "alarms: delete, done, get, list, moreOften, put, run, snooze, sync",
        "as()",
        "audit: list",
        "availability: delete, freeBusy, get, list, put",
        "backup()",
        "calendars: delete, get, list, put, sync",
        "channels: list, test",
        "chats: forget, link, markHandled, person, putBot, putPerson, readState, redeem, wasHandled, writeState",
        "clock: advance, nextMoment, read, set",
        "close()",
        "conflicts: check",
        "deliveries: act, attempts, get, list, needingAttention, retry, seen, settle, standing",
        "entities: cancel, complete, delete, get, list, put, timeline",
        "events: end, list",
        "export()",
        "feeds: get, read, rotate",
        "hasRoles: ",
        "health: read",
        "holds: hold, list, release",
        "import: alarms, denoKv, lines, reminderJobs, reminderSent",
        "inbox: archive, counts, done, get, list, mark, read, readAll, snooze, unarchive, undo, unread",
        "installation: audit",
        "keys: create, list, revoke, rotate",
        "ledger: cleanupOldReminders, getRemindersSentForEntity, getRemindersSentToUser, markReminderAsSent, markRemindersAsSent, release, sendOnce, wasReminderSent",
        "meetings: accept, calendarFile, cancel, complete, deny, events, get, lineage, list, reminders, request, reschedule",
        "migrations: applied",
        "onNotice()",
        "onRing()",
        "operator()",
        "overview: read",
        "plans: delete, get, list, put",
        "pools()",
        "push: list, publicKey, subscribe, unsubscribe",
        "recipients: delete, get, issueToken, list, put, suspendAddress, verifyAddress",
        "reminders: acknowledge, cancel, change, count, explain, find, get, list, pause, preview, restore, resume, retry, schedule, scheduleMany, skip, snooze, upcoming, upcomingCounts",
        "reports: sendgrid",
        "requests: failed",
        "secrets: check",
        "slots: suggest",
        "startWorker()",
        "stats()",
        "sweeps: check, delete, get, list, put, run, runs",
        "templates: delete, get, list, preview, put",
        "tenants: get, list, put",
        "webhooks: delete, deliveries, disable, enable, get, list, put, rotate, test",
        "with()",
        "workers: list",
        "zones: list, status",
      ]
    `)
    const inside = created.with({ query: async () => ({ rows: [] }) })
    // An import commits batch by batch, migrations are over, and who may come in is not decided in somebody's transaction.
    const nounsOf = (one: object) => Object.keys(one).filter((noun) => typeof one[noun as never] !== 'function')
    const alone = ['access', 'hasRoles', 'import', 'migrations', 'secrets']
    const outside = nounsOf(created).filter((noun) => !alone.includes(noun))
    expect(nounsOf(inside)).toEqual(outside)
  } finally {
    await created.close()
    await database.drop()
  }
})

it('index.ts is short, and names what it exports', () => {
  expect(source('index.ts').split('\n').length).toBeLessThan(170)
  for (const path of ['index.ts', 'testing/index.ts', 'bot/language/index.ts'])
    expect(source(path)).not.toMatch(/export \*|export default/)
})

it('package.json offers what is built, and nothing else', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(exports)).toMatchInlineSnapshot(`
    [
      ".",
      "./client",
      "./channels",
      "./language",
      "./testing",
      "./prisma",
      "./drizzle",
      "./kysely",
      "./package.json",
    ]
  `)
})
