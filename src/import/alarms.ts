// Page alarms that come back at growing intervals become alarms, as far along as they were, each at a moment of its own. What is
// overdue rings soon, one after the other (spread.ts), and not all at once.

import { lockPages } from '../alarms/delete.ts'
import { alarmContent, alarmId, alarmRepeat, plannedAt } from '../alarms/put.ts'
import type { AlarmRules } from '../alarms/rules.ts'
import { atSlot, chooseSlots, seedOf } from '../alarms/spacing.ts'
import { textCharsMax } from '../alarms/texts.ts'
import { cutText } from '../cut-text.ts'
import { intervalMs } from '../engine/backoff.ts'
import { wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf } from '../engine/key.ts'
import type { Person } from '../engine/planning.ts'
import { type Content, type WriteRow, writeReminders } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { readText } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import { instantNominal } from '../time/moment.ts'
import { canonicalZone } from '../time/zone.ts'
import { createRecipients, factsOf, type Identity, peopleOf, withSeen } from './known.ts'
import type { ImportReport } from './report.ts'
import {
  beginRun,
  type Importer,
  type ImportOptions,
  importRows,
  type Run,
  readOptions,
  type Settings,
  writeSplitting,
} from './run.ts'
import { type Fields, type ImportSource, openSource, type RowRef, type SourceRow } from './source.ts'
import { Spread } from './spread.ts'
import { importUsers, type UserField } from './users.ts'
import { readCount, readTime, requireId, requireTime } from './values.ts'

export type AlarmField =
  | 'pageId'
  | 'userId'
  | 'title'
  | 'body'
  | 'nextAlarmTime'
  | 'sentCount'
  | 'processedAt'
  /** The user's zone. Only where `columns` names it, or from `options.users`. */
  | 'timezone'

const fields: Fields<AlarmField> = {
  pageId: 'page_id',
  userId: 'user_id',
  title: 'title',
  body: 'body',
  nextAlarmTime: 'next_alarm_time',
  sentCount: 'sent_count',
  processedAt: 'processed_at',
  timezone: null,
}

export interface AlarmsOptions extends ImportOptions {
  /** The table of users with their zones; read first, and those that Belfry does not know are created. */
  readonly users?: ImportSource<UserField>
  /** The zone of users who have none. Default `Asia/Seoul`. */
  readonly defaultTimezone?: string
  /** Over how long the first overdue alarms of different users are spread. Default `PT1H`. */
  readonly spreadOver?: string
  /** Between two overdue alarms of one user. Default `PT10M`. */
  readonly spacing?: string
}

interface Alarm extends Identity {
  readonly ref: RowRef
  readonly nextMs: number
  readonly rings: number
  /** The other system had begun to send it, and never said how it went. */
  readonly isUncertain: boolean
  readonly timezone: string | null
  readonly wanted: Content
}

interface Placed extends WriteRow {
  readonly ref: RowRef
  readonly person: Person
  readonly isMoved: boolean
  readonly isUncertain: boolean
}

export async function importAlarms(
  importer: Importer,
  rules: AlarmRules,
  source: ImportSource<AlarmField>,
  options?: AlarmsOptions,
): Promise<ImportReport> {
  const settings = readOptions(options, ['users', 'defaultTimezone', 'spreadOver', 'spacing'])
  const { defaultTimezone, overMs, spacingMs } = readSettings(settings, rules)
  const opening = { readTable: importer.readTable, batchSize: settings.batchSize }
  // In the order in which they would have rung.
  const layout = { fields, id: 'pageId', orderBy: ['userId', 'nextAlarmTime', 'pageId'] } as const
  const opened = openSource<AlarmField>(source, layout, opening)
  const run = await beginRun(importer, settings)
  const users = settings.own.users as ImportSource<UserField> | undefined
  const usersReport = users === undefined ? null : await importUsers(run, users, opening, defaultTimezone)
  const spread = new Spread({ nowMs: run.nowMs, overMs, spacingMs, rules: run.context.rules })
  await importRows(run, opened, {
    read: (row) => readAlarm(run, row, opened.timezone, rules),
    take: (alarms) => takeAlarms(run, alarms, spread, { ...rules, timezone: defaultTimezone }),
  })
  return run.tally.report(settings.dryRun, usersReport)
}

function readSettings({ own }: Settings, rules: AlarmRules) {
  const zone = own.defaultTimezone ?? rules.timezone
  const field = '/options/defaultTimezone'
  return {
    defaultTimezone: canonicalZone(readText(zone, field, { bytesMax: 64 }), field),
    overMs: durationMs(own.spreadOver ?? 'PT1H', '/options/spreadOver', 30),
    spacingMs: durationMs(own.spacing ?? 'PT10M', '/options/spacing', 30),
  }
}

function readAlarm(
  { context }: Run,
  { ref, values }: SourceRow<AlarmField>,
  timezone: string,
  { backoff }: AlarmRules,
): Alarm {
  const pageId = requireId(values.pageId, '/pageId')
  const recipient = requireId(values.userId, '/userId')
  const writtenMs = requireTime(values.nextAlarmTime, timezone, '/nextAlarmTime')
  const processedMs = readTime(values.processedAt, timezone, '/processedAt')
  const sentCount = readCount(values.sentCount, 1, '/sentCount')
  // What may have gone out counts as sent, or it might ring twice: it comes back after its interval.
  const nextMs = processedMs === null ? writtenMs : processedMs + intervalMs(backoff, sentCount)
  const id = alarmId(context.tenant, pageId, recipient)
  return {
    ref,
    id,
    bucket: bucketOf(id),
    occurrence: instantNominal(nextMs),
    nextMs,
    rings: ringsOf(sentCount) + (processedMs === null ? 0 : 1),
    isUncertain: processedMs !== null,
    timezone: values.timezone === undefined ? null : readZone(values.timezone),
    wanted: alarmContent(pageId, recipient, textsOf(values)),
  }
}

/** Registered is 1 there and has not rung: the ring that comes is number `sentCount`, and a day × 2^(sentCount − 1) follows it. */
function ringsOf(sentCount: number): number {
  return Math.max(0, sentCount - 1)
}

function textsOf({ title, body }: SourceRow<AlarmField>['values']) {
  const cut = (text: unknown, field: string) =>
    text === undefined || text === null ? null : cutText(readText(text, field, { charsMax: 1_000_000 }), textCharsMax)
  return { title: cut(title, '/title'), body: cut(body, '/body') }
}

function readZone(value: unknown): string {
  return canonicalZone(readText(value, '/timezone', { bytesMax: 64 }), '/timezone')
}

async function takeAlarms(run: Run, alarms: readonly Alarm[], spread: Spread, rules: AlarmRules): Promise<void> {
  const known = await factsOf(run, alarms)
  const recipients = alarms.map(({ wanted }) => wanted.recipient)
  const people = await peopleOf(run, recipients)
  const strangers = new Map<string, string>()
  const placed: Placed[] = []
  for (const [i, alarm] of alarms.entries()) {
    const { recipient } = alarm.wanted
    const stranger = { timezone: alarm.timezone ?? rules.timezone, quietHours: null }
    const row = place(run, alarm, people.get(recipient) ?? stranger, spread, rules)
    const { scheduled, heard } = withSeen(run, alarm, known[i]!)
    if (scheduled || heard) {
      run.tally.add('alreadyThere')
      continue
    }
    run.seen.add('scheduled', alarm.id)
    if (!people.has(recipient) && !strangers.has(recipient)) strangers.set(recipient, stranger.timezone)
    placed.push(row)
  }
  const created = await createRecipients(
    run,
    [...strangers].map(([id, timezone]) => ({ id, timezone })),
  )
  run.tally.add('recipientsCreated', created)
  await writeAlarms(run, placed, rules)
}

/** Also of what is already there: an import that goes on after a crash gives the rest the moments it would have had. */
function place({ nowMs }: Run, alarm: Alarm, person: Person, spread: Spread, rules: AlarmRules): Placed {
  const { ref, id, bucket, wanted, isUncertain, nextMs, rings } = alarm
  const isMoved = nextMs <= nowMs
  const quiet = { ...person, quietHours: person.quietHours ?? rules.quietHours }
  const atMs = isMoved ? spread.slot(wanted.recipient, quiet) : nextMs
  const planned = plannedAt(atMs, alarmRepeat(rules, rules.onDone, rings))
  return { ref, id, bucket, wanted, person, planned, generation: 1, since: 1, isMoved, isUncertain }
}

async function writeAlarms(run: Run, rows: readonly Placed[], rules: AlarmRules): Promise<void> {
  const { context, settings, tally } = run
  const count = (some: readonly Placed[]) => {
    tally.add('scheduled', some.length)
    tally.add('moved', some.filter(({ isMoved }) => isMoved).length)
    tally.add('uncertain', some.filter(({ isUncertain }) => isUncertain).length)
  }
  if (settings.dryRun) return count(rows)
  await writeSplitting(tally, rows, async (some) => {
    const { erased, written } = await context.db.transaction(async (tx) => {
      const recipients = [...new Set(some.map(({ wanted }) => wanted.recipient))]
      const locked = await tx.run<{ id: string }>('lock-recipients', [context.tenant, recipients])
      const there = new Set(locked.map(({ id }) => id))
      const rowsOfKnown = some.filter(({ wanted }) => there.has(wanted.recipient))
      const free = await withoutAlarm(run, tx, rowsOfKnown)
      const versions = await writeApart(run, tx, free, rules)
      await wake(tx, rowsOfKnown)
      return {
        erased: some.filter(({ wanted }) => !there.has(wanted.recipient)),
        written: rowsOfKnown.filter(({ id }) => versions.has(id)),
      }
    })
    for (const { ref } of erased) tally.refuse(ref, erasedMeanwhile())
    count(written)
    tally.add('alreadyThere', some.length - erased.length - written.length)
  })

  async function wake(tx: Database, some: readonly Placed[]): Promise<void> {
    const earliestMs = Math.min(...some.map(({ planned }) => planned.dueMs ?? Number.POSITIVE_INFINITY))
    if (Number.isFinite(earliestMs)) await wakeWorkers(context, tx, earliestMs)
  }
}

/** A page that has an alarm here, perhaps of somebody else, keeps it. */
async function withoutAlarm({ context }: Run, tx: Database, rows: readonly Placed[]): Promise<Placed[]> {
  const pages = rows.map(({ wanted }) => wanted.entityId)
  await lockPages(context, tx, pages)
  const there = await tx.run<{ page_id: string }>('alarms', [context.tenant, pages, null])
  const taken = new Set(there.map(({ page_id }) => page_id))
  return rows.filter(({ wanted }) => !taken.has(wanted.entityId))
}

/** Each at a moment of its own. */
async function writeApart(
  { context, nowMs }: Run,
  tx: Database,
  rows: readonly Placed[],
  { quietHours }: AlarmRules,
): Promise<Map<string, number>> {
  const { tenant } = context
  const slotRules = { quietHours, rules: context.rules }
  const wishes = rows.map(({ id, wanted, planned, person }) => ({
    ...{ tenant, recipient: wanted.recipient, pageId: wanted.entityId, person, nowMs },
    ...{ wantedMs: planned.dueMs ?? nowMs, seed: seedOf(id, planned) },
  }))
  const slots = await chooseSlots(tx, slotRules, wishes)
  const placed = rows.map((row, i) => ({ ...row, planned: atSlot(row.planned, slots[i]!, wishes[i]!, slotRules) }))
  const versions = await writeReminders(context, tx, placed)
  const written = rows.flatMap((row, i) => (versions.has(row.id) ? [{ ...row, slotMs: slots[i]! }] : []))
  await tx.run('put-alarms', [
    tenant,
    written.map(({ wanted }) => wanted.entityId),
    written.map(({ wanted }) => wanted.recipient),
    written.map(({ bucket }) => bucket),
    written.map(({ id }) => id),
    written.map(({ slotMs }) => slotMs),
  ])
  return versions
}

function erasedMeanwhile(): BelfryError {
  return new BelfryError('unknown_recipient', 'The user was erased while the import ran.', { field: '/userId' })
}
