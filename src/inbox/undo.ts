// Undo: what somebody said of a ring, Done or Snooze, is as if nobody had said it. Only what was said last, and only while nothing became
// of it: whoever comes too late is told so, and nobody's later word is lost.
//
//   the word      is taken out of `actions`, so that the next one is the first
//   its items     stand as they stood: unread, read, archived, put off
//   the reminder  what was to come of it comes again (engine/take-back.ts); what Snooze had added does not
//
// What Done had stopped on other channels stays stopped: whoever takes it back has it before them.

import { type ActedDelivery, type ActionRow, actionsOf, unsay, type Word } from '../engine/acted.ts'
import type { ChangedRow } from '../engine/changes.ts'
import { audit, type Context, settleRequests } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { isReminderId, lockOfReminder, occurrenceKey } from '../engine/key.ts'
import { requireDeliveryId } from '../engine/reminder-id.ts'
import { mainOccurrence } from '../engine/repeat.ts'
import type { Stood } from '../engine/stood.ts'
import { overtaken, readLastChange, takeBack, wordOf } from '../engine/take-back.ts'
import { BelfryError } from '../errors.ts'
import { actedDelivery, ofEachInMessage } from './acted-delivery.ts'
import { type InboxItem, itemsByKey, noSuchItem, requireItem, toItem } from './item.ts'

/** Of an item; of a message about several, of each of them, and the answer is about the first. The same twice is the same answer. */
export async function undoItem(context: Context, id: string): Promise<InboxItem> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    if (!isReminderId(id)) {
      await requireItem(inside, id)
      return await itemOf(inside, await undo(inside, id, () => true))
    }
    const rings = await undoRings(inside, id, () => true)
    return await itemOf(inside, rings[0]!)
  })
}

/**
 * Of a ring on whichever channel; of a message about several, of each of which something was said, or of none. `mayUndo`: whose word it is (`via`) may
 * matter. Answers the rings.
 */
export async function undoRings(
  context: Context,
  id: string,
  mayUndo: (via: string) => boolean,
): Promise<ActedDelivery[]> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    return await ofEachInMessage(inside, id, (one) => undo(inside, one, mayUndo))
  })
}

/** The item of a ring, on whichever of its channels something was said. */
async function itemOf(
  context: Context,
  { bucket, reminder, occurrence, generation }: ActedDelivery,
): Promise<InboxItem> {
  const keys = ['', 'in_app'].map((channel) => occurrenceKey(occurrence, generation, channel))
  const [item] = await itemsByKey(
    context,
    keys.map((key) => ({ bucket, reminder, occurrence_key: key })),
  )
  if (item) return toItem(context, item)
  throw noSuchItem()
}

async function undo(context: Context, id: string, mayUndo: (via: string) => boolean): Promise<ActedDelivery> {
  const { bucket, reminder } = requireDeliveryId(id)
  const work = async (tx: Database): Promise<ActedDelivery> => {
    const inside = { ...context, db: tx }
    await settleRequests(inside, tx, [reminder])
    const { recipient } = await actedDelivery(inside, id)
    await tx.run('lock-recipients', [context.tenant, [recipient]])
    const [standing] = await tx.run<ChangedRow>('reminder-for-change', [bucket, reminder, context.tenant])
    // What a worker has just rung of it is visible to this statement, and would not be to the one that locked.
    const row = await actedDelivery(inside, id)
    const said = lastSaid(await actionsOf(inside, tx, row))
    if (said && !mayUndo(said.via)) throw nothingSaid()
    if (said && !said.detail.again) await unsayOf(inside, tx, { row, said, standing })
    else if (!said && !(await wasTakenBack(inside, tx, row))) throw nothingSaid()
    return row
  }
  // One at a time for each entity, as everybody who says something of it.
  return await context.db.transaction(work, { lock: lockOfReminder(reminder) })
}

type Said = ActionRow & Word

/** What is done cannot be snoozed: Done is the last word where there is one. */
function lastSaid(actions: readonly ActionRow[]): Said | undefined {
  const named = (name: Word['action']) => actions.find((one): one is Said => one.action === name)
  return named('done') ?? named('snooze')
}

async function wasTakenBack(context: Context, tx: Database, row: ActedDelivery): Promise<boolean> {
  const { bucket, reminder, occurrence, generation, occurrence_key: key } = row
  const found = await tx.run('ring-taken-back', [context.tenant, bucket, reminder, occurrence, generation, key])
  return found.length > 0
}

interface Saying {
  readonly row: ActedDelivery
  readonly said: Said
  /** What is to come of the reminder. */
  readonly standing: ChangedRow | undefined
}

async function unsayOf(context: Context, tx: Database, saying: Saying): Promise<void> {
  const { row, said } = saying
  const { stood, made, snoozed } = said.detail
  // Said by an earlier version, which kept nothing.
  if (!snoozed) throw nothingSaid()
  if (isOvertaken(saying)) throw overtaken('/id')
  if (stood) return await bringBack(context, tx, saying, stood)
  if (made) await endSecondRing(context, tx, saying)
  await unsay(context, tx, row.reminder, said)
  const { entity_type: entityType, entity_id: entityId, recipient, reminder } = row
  const data = { change: changeOf(said), ...wordOf(said) }
  await audit(context, tx, 'restored', [{ entityType, entityId, recipient, reminder, data }])
}

function isOvertaken({ row, said, standing }: Saying): boolean {
  const { stood, version } = said.detail
  if (isOver(row, said)) return true
  if (said.action === 'snooze') return row.rang_occurrence !== row.occurrence || row.rang_generation !== row.generation
  // One occurrence of a rule is a thing by itself, whatever came after it.
  if (!said.whole) return false
  const hasRung =
    mainOccurrence(row.rang_occurrence ?? '') !== said.occurrence || row.rang_generation !== said.generation
  return hasRung || (!stood && version !== (standing?.version ?? null))
}

/** What it is about is over since; what was over before can still be said and taken back. */
function isOver({ entity_status: status, entity_changed_ms: changedMs }: ActedDelivery, { detail, at_ms: atMs }: Said) {
  const { stood } = detail
  // Removed, and its plan with it.
  if (status === null) return stood !== undefined && stood.as.step !== null
  if (status === 'active' || changedMs === null) return false
  // At the same moment: what would ring does not.
  return stood ? changedMs >= atMs : changedMs > atMs
}

/** The reminder as it stood, and with it the word is gone. */
async function bringBack(context: Context, tx: Database, { row, said }: Saying, stood: Stood): Promise<void> {
  const { reminder: id, recipient } = row
  const { restored } = await takeBack(context, tx, {
    ...{ id, recipient, asked: changeOf(said), isPlanned: false, said: { stood, ...wordOf(said) } },
  })
  if (!restored) throw overtaken('/id')
}

/** It has not begun: whoever rings it waits for this transaction, and finds nothing. */
async function endSecondRing(context: Context, tx: Database, { row, standing }: Saying): Promise<void> {
  const { reminder, recipient } = row
  const { action } = await readLastChange(context, tx, reminder, recipient)
  const isIt = standing?.occurrence === row.occurrence && standing.generation === row.generation + 1
  if (!isIt || action !== 'snoozed') throw overtaken('/id')
  await tx.run('end-reminders', [[row.bucket], [reminder], 'cancelled', 'cancelled'])
}

function changeOf({ action }: Said): 'acknowledged' | 'snoozed' {
  return action === 'done' ? 'acknowledged' : 'snoozed'
}

function nothingSaid(): BelfryError {
  return new BelfryError('not_found', 'Nothing was said of it that could be taken back.', {
    field: '/id',
    accepted: 'an item that was marked as done, or snoozed',
  })
}
