// Registering a page's alarm: due now, kept apart from the user's others. Registered again it keeps its count, says what it is
// told to say, and is due now again.

import { audit, type Context, settleRequests, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, deliveryId, entityLock, reminderId } from '../engine/key.ts'
import type { Person, Planned } from '../engine/planning.ts'
import type { Repeat } from '../engine/repeat.ts'
import { type StoppedRow, stopDeliveries } from '../engine/stop.ts'
import { type Content, writeReminders } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject, readText } from '../input.ts'
import { putRecipient } from '../recipients/recipients.ts'
import { instantNominal } from '../time/moment.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import { canonicalZone } from '../time/zone.ts'
import type { Alarm, AlarmInput, AlarmOwner, AlarmPut, OnDone } from './alarm.ts'
import { endAlarms } from './delete.ts'
import { findAlarm, readOwner } from './read.ts'
import { type AlarmRules, readOnDone } from './rules.ts'
import { atSlot, chooseSlots, seedOf } from './spacing.ts'
import { cutTexts, type Texts } from './texts.ts'

export const entityType = 'page'
export const alarmKind = 'alarm'
/** An alarm is never too late: it rings when somebody is there to ring it. */
const toleranceMs = 3_650 * 86_400_000

export function alarmId(tenant: string, pageId: string, recipient: string): string {
  return reminderId({ tenant, entityType, entityId: pageId, kind: alarmKind, recipient })
}

/** How it repeats, after so many rings. */
export function alarmRepeat(rules: AlarmRules, onDone: OnDone, rings: number): Repeat {
  return { kind: 'backoff', backoff: rules.backoff, alarm: { onDone }, toleranceMs, state: { rings } }
}

export function alarmContent(pageId: string, recipient: string, { title, body }: Texts): Content {
  return {
    ...{
      entityType,
      entityId: pageId,
      kind: alarmKind,
      recipient,
      title: title ?? null,
      body: body ?? null,
      data: null,
    },
    ...{ channels: null, delaysMs: null, fallback: null, critical: false },
  }
}

/** The wanted moment, before quiet hours and spacing. */
export function plannedAt(ms: number, repeat: Repeat): Planned {
  return {
    ...{ occurrence: instantNominal(ms), timezone: null, floating: false, step: null },
    ...{ dueMs: ms, usefulUntilMs: ms + repeat.toleranceMs, plannedMs: null, adjusted: null, repeat },
  }
}

interface Wanted {
  readonly pageId: string
  readonly userId: string
  readonly texts: Texts
  readonly timezone: string | null
  readonly onDone: OnDone | undefined
}

export async function putAlarm(
  context: Context,
  rules: AlarmRules,
  input: AlarmInput,
  owner: AlarmOwner = {},
): Promise<AlarmPut> {
  const wanted = readAlarm(input)
  const user = readOwner(owner)
  if (user !== null && user !== wanted.userId) {
    throw new BelfryError('invalid_input', 'That is somebody else.', { field: '/userId', accepted: 'the own id' })
  }
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    await tx.run('lock-entity', [entityLock(context.tenant, entityType, wanted.pageId)])
    const before = await ownAlarm(inside, tx, wanted, user)
    await knowUser(inside, tx, wanted, rules)
    const { slotMs, stopped } = await write(inside, tx, wanted, before, rules)
    await wakeWorkers(context, tx, slotMs)
    const alarm = await findAlarm(context, tx, wanted.pageId, null)
    return { ...alarm!, created: before === null, inFlight: inFlightOf(stopped) }
  })
}

function readAlarm(input: unknown): Wanted {
  const value = readObject(input, ['pageId', 'userId', 'title', 'body', 'timezone', 'onDone'], '')
  const zone = value.timezone === undefined ? null : readText(value.timezone, '/timezone', { bytesMax: 64 })
  return {
    pageId: readId(value.pageId, '/pageId'),
    userId: readId(value.userId, '/userId'),
    texts: cutTexts(value, ''),
    timezone: zone === null ? null : canonicalZone(zone, '/timezone'),
    onDone: readOnDone(value.onDone, '/onDone'),
  }
}

/** The page's alarm as it stands. One of somebody else ends here, and its count goes on; a user may not take it from another. */
async function ownAlarm(context: Context, tx: Database, wanted: Wanted, user: string | null): Promise<Alarm | null> {
  const before = await findAlarm(context, tx, wanted.pageId, null)
  if (!before || before.userId === wanted.userId) return before
  if (user !== null) {
    // What belongs to somebody else is not there: not even its name is told.
    throw new BelfryError('not_found', 'There is no page of yours with that id.', { field: '/pageId' })
  }
  await endAlarms(context, tx, [wanted.pageId], null)
  return before
}

async function knowUser(context: Context, tx: Database, wanted: Wanted, rules: AlarmRules): Promise<void> {
  const { userId, timezone } = wanted
  const made = await tx.run('create-recipients', [context.tenant, [userId], [timezone ?? rules.timezone]])
  if (made.length > 0 || timezone === null) return
  const [known] = await tx.run<{ timezone: string }>('lock-recipients', [context.tenant, [userId]])
  // They have travelled: everything that is to come for them moves.
  if (known && known.timezone !== timezone) await putRecipient(context, { id: userId, timezone })
}

interface LockedRow {
  readonly id: string
  readonly timezone: string | null
  readonly quiet_hours: QuietHours | null
  readonly now_ms: number | null
}

async function write(context: Context, tx: Database, wanted: Wanted, before: Alarm | null, rules: AlarmRules) {
  const { tenant } = context
  const { pageId, userId } = wanted
  const id = alarmId(tenant, pageId, userId)
  const bucket = bucketOf(id)
  await settleRequests(context, tx, [id])
  const locked = await tx.run<LockedRow>('lock-for-schedule', [tenant, [userId], [bucket], [id]])
  const { person, nowMs } = personOf(locked)
  const texts = { title: before?.title, body: before?.body, ...wanted.texts }
  const repeat = alarmRepeat(rules, wanted.onDone ?? before?.onDone ?? rules.onDone, (before?.sentCount ?? 1) - 1)
  const planned = plannedAt(Math.ceil(nowMs), repeat)
  // Above anything that was: it rings again, whatever has rung at that moment, also of a page that was deleted meanwhile.
  const [highest] = await tx.run<{ generation: number }>('generations', [[bucket], [id]])
  const generation = (highest?.generation ?? 0) + 1
  const wish = { tenant, recipient: userId, pageId, wantedMs: planned.dueMs!, nowMs, person, seed: seedOf(id, planned) }
  const slotRules = { quietHours: rules.quietHours, rules: context.rules }
  const [slotMs = wish.wantedMs] = await chooseSlots(tx, slotRules, [wish])
  const row = { bucket, id, wanted: alarmContent(pageId, userId, texts), generation, since: generation }
  await writeReminders(context, tx, [{ ...row, planned: atSlot(planned, slotMs, wish, slotRules) }])
  await tx.run('put-alarms', [tenant, [pageId], [userId], [bucket], [id], [slotMs]])
  const target = { bucket, id, keep: planned.occurrence, keepGeneration: generation }
  const stopped = await stopDeliveries(tx, [target], 'moved')
  const entry = { entityType, entityId: pageId, recipient: userId, reminder: id }
  await audit(context, tx, 'alarm_registered', [{ ...entry, data: { dueAt: new Date(slotMs).toISOString() } }])
  return { slotMs, stopped }
}

function personOf(locked: readonly LockedRow[]): { person: Person; nowMs: number } {
  const row = locked.find(({ timezone }) => timezone !== null)
  if (!row) throw new BelfryError('unknown_recipient', 'The user was erased meanwhile.', { field: '/userId' })
  return { person: { timezone: row.timezone!, quietHours: row.quiet_hours }, nowMs: row.now_ms ?? 0 }
}

export function inFlightOf(stopped: readonly StoppedRow[]): string[] {
  return stopped
    .filter(({ state }) => state !== 'cancelled')
    .map((row) => deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key }))
}
