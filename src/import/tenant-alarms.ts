// Alarms of an export, as far along as they were, each line in one transaction. A page that has one here keeps it. One that was
// just ringing counts as unknown, as everything that was: it comes back after its interval.

import { alarmContent, alarmId, alarmRepeat, entityType, plannedAt } from '../alarms/put.ts'
import { findAlarm } from '../alarms/read.ts'
import { type AlarmRules, readOnDone } from '../alarms/rules.ts'
import { atSlot, chooseSlots, seedOf } from '../alarms/spacing.ts'
import { cutTexts } from '../alarms/texts.ts'
import { comesBackAt } from '../engine/backoff.ts'
import { type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, entityLock } from '../engine/key.ts'
import type { Person, Planned } from '../engine/planning.ts'
import { writeReminders } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readDate, readId, readInteger, readObject, readText } from '../input.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import type { Item, Outcome } from './tenant-outcome.ts'

const fields = [
  'pageId',
  'userId',
  'title',
  'body',
  'sentCount',
  'nextAlarmTime',
  'occurrence',
  'onDone',
  'paused',
  'done',
  'generation',
]

/** An instant: the moment that it wanted. */
const occurrenceText = { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/, accepted: 'an instant in UTC' }

export async function takeAlarm(context: Context, { value }: Item, rules: AlarmRules): Promise<Outcome> {
  const line = readLine(value, rules)
  return await context.db.transaction(async (tx) => {
    await tx.run('lock-entity', [entityLock(context.tenant, entityType, line.pageId)])
    if (await findAlarm(context, tx, line.pageId, null)) return 'unchanged'
    await write(context, tx, line, rules)
    return 'created'
  })
}

function readLine(value: unknown, rules: AlarmRules) {
  const line = readObject(value, fields, '')
  const flag = (name: string) => line[name] !== undefined && readBoolean(line[name], `/${name}`)
  return {
    pageId: readId(line.pageId, '/pageId'),
    userId: readId(line.userId, '/userId'),
    texts: cutTexts(line, ''),
    rings: readInteger(line.sentCount, '/sentCount', 1, Number.MAX_SAFE_INTEGER) - 1,
    nextMs:
      line.nextAlarmTime == null ? null : readDate(new Date(String(line.nextAlarmTime)), '/nextAlarmTime').getTime(),
    occurrence: line.occurrence === undefined ? null : readText(line.occurrence, '/occurrence', occurrenceText),
    onDone: readOnDone(line.onDone, '/onDone') ?? rules.onDone,
    paused: flag('paused'),
    done: flag('done'),
    generation: line.generation === undefined ? 1 : readInteger(line.generation, '/generation', 1, 2 ** 31 - 1),
  }
}

type AlarmLine = ReturnType<typeof readLine>

async function write(context: Context, tx: Database, line: AlarmLine, rules: AlarmRules): Promise<void> {
  const { tenant } = context
  const { pageId, userId, generation } = line
  const id = alarmId(tenant, pageId, userId)
  const bucket = bucketOf(id)
  const { person, nowMs } = await lockUser(context, tx, line, id)
  const { rings, wantedMs } = wantedOf(line, rules, person, nowMs, context)
  const plain = plannedAt(wantedMs, alarmRepeat(rules, line.onDone, rings))
  const planned = line.occurrence === null || line.nextMs === null ? plain : { ...plain, occurrence: line.occurrence }
  const wish = { tenant, recipient: userId, pageId, person, nowMs, wantedMs, seed: seedOf(id, planned) }
  const slotRules = { quietHours: rules.quietHours, rules: context.rules }
  const [slotMs = wantedMs] = await chooseSlots(tx, slotRules, [wish])
  const row = { bucket, id, wanted: alarmContent(pageId, userId, line.texts), generation, since: generation }
  const standing = stands(line, atSlot(planned, slotMs, wish, slotRules))
  await writeReminders(context, tx, [{ ...row, planned: standing }])
  await tx.run('put-alarms', [tenant, [pageId], [userId], [bucket], [id], [slotMs]])
  if (standing.dueMs !== null) await wakeWorkers(context, tx, standing.dueMs)
}

function wantedOf(line: AlarmLine, { backoff }: AlarmRules, person: Person, nowMs: number, { rules }: Context) {
  if (line.nextMs !== null) return { rings: line.rings, wantedMs: line.nextMs }
  if (line.done) return { rings: line.rings, wantedMs: Math.ceil(nowMs) }
  const rings = line.rings + 1
  return { rings, wantedMs: comesBackAt(backoff, rings, { nowMs, zone: person.timezone, rules }) }
}

/** What is done or paused has no due time. */
function stands({ done, paused, generation }: AlarmLine, planned: Planned): Planned {
  if (!done && !paused) return planned
  const repeat = planned.repeat!
  const state = paused
    ? { ...repeat.state, paused: true as const, main: { ...planned, generation } }
    : { ...repeat.state, done: true as const }
  return { ...planned, dueMs: null, repeat: { ...repeat, state } }
}

interface LockedRow {
  readonly timezone: string | null
  readonly quiet_hours: QuietHours | null
  readonly now_ms: number | null
}

async function lockUser({ tenant }: Context, tx: Database, { userId }: AlarmLine, id: string) {
  const locked = await tx.run<LockedRow>('lock-for-schedule', [tenant, [userId], [bucketOf(id)], [id]])
  const row = locked.find(({ timezone }) => timezone !== null)
  if (!row) throw new BelfryError('unknown_recipient', 'There is no such recipient.', { field: '/userId' })
  return { person: { timezone: row.timezone!, quietHours: row.quiet_hours }, nowMs: row.now_ms ?? 0 }
}
