// What people do with an alarm: more often, Done, later.

import { advance, personOf } from '../engine/advance.ts'
import { comesBackAt } from '../engine/backoff.ts'
import { acknowledgeInside } from '../engine/cancel.ts'
import { audit, type Context, settleRequests, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { type LockedSeries, lockSeries } from '../engine/parked.ts'
import { comesBack } from '../engine/repeat.ts'
import { advancedOf } from '../engine/series.ts'
import { snoozeReminder } from '../engine/snooze.ts'
import { readId, readObject } from '../input.ts'
import type { Alarm, AlarmDone, AlarmOwner, AlarmSnooze, OnDone } from './alarm.ts'
import { findAlarm, noAlarm, readOwner } from './read.ts'
import { readOnDone } from './rules.ts'

/**
 * Begins anew with the shortest interval, also one that is done. One that would ring before that, or is just ringing, stays where
 * it is, and one that is paused stays paused.
 */
export async function moreOften(context: Context, pageId: string, owner: AlarmOwner = {}): Promise<Alarm> {
  return await change(context, pageId, owner, async (tx, { reminderId: id }) => {
    const [row] = await lockSeries(tx, [id], context.tenant)
    if (!row?.series.repeat.backoff) throw noAlarm()
    await advance(tx, context, [advancedOf(row, begunAnew(context, row))])
    await wakeWorkers(context, tx)
    await audit(context, tx, 'alarm_more_often', [{ reminder: id }])
  })
}

function begunAnew({ rules }: Context, row: LockedSeries) {
  const { series, now_ms: nowMs, due_ms: dueMs } = row
  const { repeat } = series
  const person = personOf(series)
  const backoff = repeat.backoff!
  if (repeat.state.paused)
    return { kind: 'parked' as const, repeat: { ...repeat, state: { ...repeat.state, rings: 0 } } }
  const isRinging = dueMs === null && !repeat.state.done
  const isSooner = dueMs !== null && dueMs <= comesBackAt(backoff, 1, { nowMs, zone: person.timezone, rules })
  if (isRinging) return { kind: 'parked' as const, repeat: { ...repeat, state: { rings: 0 } } }
  const next = comesBack(series, backoff, 0, person, { nowMs, rules })
  // Again: a generation above what was.
  if (next.kind !== 'rings' || !isSooner)
    return next.kind === 'rings' ? { ...next, generation: next.generation + 1 } : next
  const { occurrence, timezone, floating, step, generation } = series
  const stands = { occurrence, timezone, floating, step, dueMs, plannedMs: row.planned_ms, adjusted: row.adjusted }
  const planned = { ...stands, usefulUntilMs: row.useful_until_ms, repeat: { ...repeat, state: { rings: 0 } } }
  return { kind: 'rings' as const, planned, generation }
}

/** Seen. It ends, or its interval begins again, as it was registered or as the caller says. */
export async function doneAlarm(
  context: Context,
  pageId: string,
  options: AlarmOwner & { readonly policy?: OnDone } = {},
): Promise<AlarmDone> {
  const { policy, ...owner } = readObject(options, ['policy', 'user'], '')
  const onDone = readOnDone(policy, '/policy')
  let inFlight: readonly string[] = []
  const alarm = await change(context, pageId, owner, async (tx, { reminderId: id }) => {
    const answer = await acknowledgeInside({ ...context, db: tx }, tx, id, onDone)
    inFlight = answer.inFlight
  })
  return { ...alarm, inFlight }
}

export async function snoozeAlarm(
  context: Context,
  pageId: string,
  input: AlarmSnooze,
  owner: AlarmOwner = {},
): Promise<Alarm> {
  return await change(context, pageId, owner, async (tx, { reminderId }) => {
    await snoozeReminder({ ...context, db: tx }, reminderId, input)
  })
}

/** In one transaction, with the page's lock; answers the alarm as it is afterwards. */
async function change(
  context: Context,
  pageId: string,
  owner: AlarmOwner,
  work: (tx: Database, alarm: Alarm) => Promise<void>,
): Promise<Alarm> {
  const page = readId(pageId, '/pageId')
  const user = readOwner(owner)
  return await context.db.transaction(async (tx) => {
    await tx.run('lock-entity', [entityLock(context.tenant, 'page', page)])
    const before = await findAlarm(context, tx, page, user)
    if (!before) throw noAlarm()
    await settleRequests(context, tx, [before.reminderId])
    await work(tx, before)
    const after = await findAlarm(context, tx, page, user)
    // Its user was erased, or its reminder cancelled, between the two.
    if (!after) throw noAlarm()
    return after
  })
}
