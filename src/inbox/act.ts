// What a person does about a reminder, from wherever: the button of a notification, a link in a mail, a chat, the inbox. It is said of
// the occurrence, not of the message: Done on three devices is one acknowledgement, and each gets the same answer; the same
// snooze twice is one snooze. What is done cannot be snoozed; what is snoozed can be done. Undo takes back what was said last.

import { type ActedDelivery, type ActionRow, actionsOf, noteDone } from '../engine/acted.ts'
import { acknowledgeInside } from '../engine/cancel.ts'
import { audit, type Context, settleRequests } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { lockOfReminder } from '../engine/key.ts'
import { requireDeliveryId } from '../engine/reminder-id.ts'
import { mainOccurrence } from '../engine/repeat.ts'
import { seeRings } from '../engine/seen.ts'
import { askedOf, type SnoozeInput, snoozeReminder } from '../engine/snooze.ts'
import { BelfryError } from '../errors.ts'
import { readName, readObject, refuse } from '../input.ts'
import { actedDelivery, ofEachInMessage } from './acted-delivery.ts'
import { tomorrowMorning } from './tomorrow.ts'
import { undoRings } from './undo.ts'

export const actionNames = ['done', 'snooze', 'seen', 'unsubscribe', 'undo'] as const
export type ActionName = (typeof actionNames)[number]

export interface ActionInput extends Pick<SnoozeInput, 'until' | 'timezone'> {
  readonly action: ActionName
  /** Of a snooze: a duration such as PT10M, or `tomorrow` for tomorrow morning at nine, on their clock. */
  readonly for?: string
  /** On which way, for the record: `link`, `web_push`, `telegram`. Default: who is acting. */
  readonly via?: string
}

export interface ActionAnswer {
  readonly action: ActionName
  /**
   * `already_done`: there is nothing to snooze any more. `rang_again`: it has, since; that ring can be snoozed. `too_late`: something became of
   * what was said, or nothing was: there is nothing to take back.
   */
  readonly result: 'done' | 'snoozed' | 'seen' | 'unsubscribed' | 'undone' | 'already_done' | 'rang_again' | 'too_late'
  /** When it was done, the first time. */
  readonly at: Date
  /** Snoozed: when it rings again. Done, of a series: when it rings next. Null: nothing is to come, or that depends on something. */
  readonly dueAt: Date | null
  readonly timezone: string
}

/** Of a message about several, on each of them; the answer is about the one that came to be due first. */
export async function act(context: Context, id: string, input: ActionInput): Promise<ActionAnswer> {
  const wanted = readAction(input)
  const { action } = wanted
  if (action === 'undo') return await takeBack({ ...context, actor: wanted.via ?? context.actor }, id)
  const answers = await ofEachInMessage(context, id, (one) => actOn(context, one, { ...wanted, action }))
  return answers[0]!
}

/**
 * Done or Snooze, as if nobody had said it. Only what a person said, on a device, behind a link or in a chat: whoever has a forwarded mail
 * must not begin again what a program has ended because the bill is paid.
 */
async function takeBack(context: Context, id: string): Promise<ActionAnswer> {
  const [first] = await ofEachInMessage(context, id, (one) => actedDelivery(context, one))
  try {
    await undoRings(context, id, isOfPerson)
    return answerNow(first!, 'undo', 'undone')
  } catch (error) {
    const isLate = error instanceof BelfryError && tooLate.has(error.code)
    if (isLate) return answerNow(first!, 'undo', 'too_late')
    throw error
  }
}

const tooLate = new Set(['version_conflict', 'not_found', 'already_sent', 'stopped'])

function isOfPerson(via: string): boolean {
  return /^(telegram$|web_push$|link(:|$)|recipient:)/.test(via)
}

type Wanted = ActionInput & { readonly action: Exclude<ActionName, 'undo'> }

async function actOn(context: Context, id: string, wanted: Wanted): Promise<ActionAnswer> {
  const key = requireDeliveryId(id)
  const work = async (tx: Database): Promise<ActionAnswer> => {
    const inside = { ...context, actor: wanted.via ?? context.actor, db: tx }
    await settleRequests(inside, tx, [key.reminder])
    const row = await actedDelivery(inside, id)
    switch (wanted.action) {
      case 'done':
        return await done(inside, tx, row)
      case 'snooze':
        return await snooze(inside, tx, row, wanted)
      case 'seen':
        return await see(inside, tx, row)
      case 'unsubscribe':
        return await unsubscribe(inside, tx, row)
    }
  }
  // One at a time for each entity: the second sees what the first has done.
  return await context.db.transaction(work, { lock: lockOfReminder(key.reminder) })
}

function readAction(input: ActionInput): ActionInput {
  const value = readObject(input, ['action', 'for', 'until', 'timezone', 'via'], '')
  if (value.via !== undefined) readName(value.via, '/via')
  if (!actionNames.some((name) => name === value.action))
    throw refuse('invalid_input', 'Not an action.', { field: '/action', accepted: actionNames.join(', ') })
  if (value.action !== 'snooze' && (value.for !== undefined || value.until !== undefined))
    throw refuse('invalid_input', 'Only a snooze takes a while.', {
      field: value.for === undefined ? '/until' : '/for',
      accepted: 'nothing, with this action',
    })
  return input
}

async function done(context: Context, tx: Database, row: ActedDelivery): Promise<ActionAnswer> {
  const said = await actionNamed(context, tx, row, 'done')
  if (said) return answerOf(row, said, 'done')
  const { reminder, generation } = row
  const occurrence = mainOccurrence(row.occurrence)
  if (isLatest(row)) await acknowledgeInside(context, tx, reminder)
  else {
    // An earlier occurrence: what came after it is another thing, and goes on.
    await seeRings(context, tx, [row], 'acknowledged')
    const before = { version: null, snoozed: {} }
    await noteDone(context, tx, { reminder, isWhole: false, rang: { occurrence, generation }, before })
    await audit(context, tx, 'acknowledged', [{ reminder, data: { occurrence } }])
  }
  const noted = await actionNamed(context, tx, row, 'done')
  return noted ? answerOf(row, noted, 'done') : answerNow(row, 'done', 'done')
}

/** Whether Done, said of this delivery, is said of the reminder as it stands. */
function isLatest(row: ActedDelivery): boolean {
  // Each ring of an alarm is about the same page.
  if (row.repeats === 'backoff') return true
  const occurrence = mainOccurrence(row.occurrence)
  const isMoved = row.repeats === null && row.next_occurrence !== null && row.next_occurrence !== occurrence
  return !isMoved && (row.rang_occurrence === null || mainOccurrence(row.rang_occurrence) === occurrence)
}

async function snooze(context: Context, tx: Database, row: ActedDelivery, input: ActionInput): Promise<ActionAnswer> {
  const said = await actionNamed(context, tx, row, 'done')
  if (said) return { ...answerOf(row, said, 'already_done'), action: 'snooze' }
  const wanted = wantedOf(context, row, input)
  const before = await actionNamed(context, tx, row, 'snooze')
  if (before?.detail.asked === askedOf(wanted)) return answerOf(row, before, 'snoozed')
  if (row.rang_occurrence !== row.occurrence || row.rang_generation !== row.generation)
    return answerNow(row, 'snooze', 'rang_again')
  await snoozeReminder(context, row.reminder, wanted)
  const noted = await actionNamed(context, tx, row, 'snooze')
  return noted ? answerOf(row, noted, 'snoozed') : answerNow(row, 'snooze', 'rang_again')
}

function wantedOf(context: Context, row: ActedDelivery, input: ActionInput): SnoozeInput {
  const { for: duration, until, timezone } = input
  if (duration === 'tomorrow') return { until: tomorrowMorning(row.now_ms, row.timezone, context.rules) }
  return {
    ...(duration === undefined ? {} : { for: duration }),
    ...(until === undefined ? {} : { until }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

async function see(context: Context, tx: Database, row: ActedDelivery): Promise<ActionAnswer> {
  await seeRings(context, tx, [row])
  await note(context, tx, row, 'seen', {})
  return answerOf(row, (await actionNamed(context, tx, row, 'seen'))!, 'seen')
}

/** Nothing of this type on this channel any more. Said again after it was wanted again, it holds again. */
async function unsubscribe(context: Context, tx: Database, row: ActedDelivery): Promise<ActionAnswer> {
  const { recipient, entity_type: type, channel } = row
  const changed = await tx.run('unsubscribe', [context.tenant, recipient, `type_channel:${type} ${channel}`])
  if (changed.length > 0) await audit(context, tx, 'unsubscribed', [{ recipient, data: { type, channel } }])
  await note(context, tx, row, 'unsubscribe', { type, channel })
  return answerOf(row, (await actionNamed(context, tx, row, 'unsubscribe'))!, 'unsubscribed')
}

async function note(context: Context, tx: Database, row: ActedDelivery, action: ActionName, detail: object) {
  const { bucket, reminder, occurrence, generation } = row
  await tx.run('note-action', [
    ...[context.tenant, bucket, reminder, occurrence, generation, action, context.actor, JSON.stringify(detail)],
  ])
}

async function actionNamed(
  context: Context,
  tx: Database,
  row: ActedDelivery,
  name: ActionName,
): Promise<ActionRow | undefined> {
  return (await actionsOf(context, tx, row)).find(({ action }) => action === name)
}

function answerOf(row: ActedDelivery, { action, at_ms, detail }: ActionRow, result: ActionAnswer['result']) {
  const due = detail.until ?? detail.nextDueAt
  return { action, result, at: new Date(at_ms), dueAt: due ? new Date(due) : null, timezone: row.timezone }
}

function answerNow(row: ActedDelivery, action: ActionName, result: ActionAnswer['result']): ActionAnswer {
  return { action, result, at: new Date(row.now_ms), dueAt: null, timezone: row.timezone }
}
