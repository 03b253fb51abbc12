// A change of a reminder that is there: what stood before is remembered for /undo, and what cannot be done is told in words.

import { BelfryError, type ChangeInput, type Reminder } from '../index.ts'
import type { BotContext } from './context.ts'
import { describe, isPast, rememberUndo } from './undo.ts'
import { isThere, whyOver } from './whose.ts'
import type { AddingWords } from './words/adding.ts'

/** A sentence of `AddingWords` that says why not. */
export type WhyNot = {
  [Name in keyof AddingWords]: AddingWords[Name] extends string ? Name : never
}[keyof AddingWords]

export type Changed =
  | { readonly kind: 'changed'; readonly reminder: Reminder }
  | { readonly kind: 'refused'; readonly why: WhyNot }

export async function changeReminder(ctx: BotContext, reminder: Reminder, changes: ChangeInput): Promise<Changed> {
  if (!isThere(reminder)) return { kind: 'refused', why: whyOver(reminder) }
  if (await isTooLate(ctx, reminder, changes)) return { kind: 'refused', why: 'momentIsPast' }
  const { reminders } = ctx.ground.belfry
  const version = reminder.version === null ? {} : { version: reminder.version }
  try {
    const { status } = await reminders.change(reminder.id, changes, version)
    const after = await reminders.get(reminder.id)
    // That very moment has rung before: nothing would come of it.
    if (status === 'already_sent' || !after) return { kind: 'refused', why: 'hasRung' }
    if (status === 'unchanged') return { kind: 'refused', why: 'isSoAlready' }
    const before = describe(reminder)
    if (before) await rememberUndo(ctx, { kind: 'changed', reminder: reminder.id, before })
    return { kind: 'changed', reminder: after }
  } catch (error) {
    return { kind: 'refused', why: whyNot(error, reminder) }
  }
}

/** A single moment that has passed would ring at once. */
async function isTooLate(
  { ground, speaker }: BotContext,
  { series }: Reminder,
  changes: ChangeInput,
): Promise<boolean> {
  const { at, timezone, rule = series?.rule } = changes
  if (at === undefined || at === null || rule) return false
  const { now } = await ground.belfry.clock.read()
  const moment = at instanceof Date ? at.toISOString() : String(at)
  return isPast({ at: moment, ...(timezone == null ? {} : { timezone }) }, speaker.zone, now)
}

/** What the engine does not take is told; everything else is a failure. */
export function whyNot(error: unknown, { step }: Reminder): WhyNot {
  if (!(error instanceof BelfryError)) throw error
  switch (error.code) {
    case 'version_conflict':
      return 'changedMeanwhile'
    case 'stopped':
      return 'wasDeleted'
    case 'already_sent':
      return 'hasRung'
    case 'not_found':
      return 'isGone'
    case 'invalid_input':
    case 'impossible_date':
    case 'invalid_duration':
      return step === null ? 'notPossible' : 'followsFromElsewhere'
    default:
      throw error
  }
}
