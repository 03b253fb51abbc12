// Deleting, by id, and telling the truth of each: what was deleted, what had rung or was gone already, what was on its way at that very
// moment. Every id is looked at before (picking.ts).

import type { CancelResult, Reminder } from '../index.ts'
import type { Here } from './answering.ts'
import { everything } from './everything.ts'
import { type Looked, lookAt, lookAtShown, type Obstacle } from './picking.ts'
import type { ShownItem } from './shown-lists.ts'
import { type Description, describe, rememberUndo } from './undo.ts'

export type Fate =
  | 'deleted'
  /** Deleted, while it was being sent. */
  | 'was sending'
  | Obstacle

export interface Outcome {
  readonly fate: Fate
  /** As it was before; null where there is none, here. */
  readonly reminder: Reminder | null
}

/** Only if it still is what was shown. */
export async function deleteOne(here: Here, id: string, isAsShown: (reminder: Reminder) => boolean): Promise<Outcome> {
  return await deleteLooked(here, await lookAt(here, id, isAsShown))
}

async function deleteLooked(here: Here, { obstacle, reminder }: Looked): Promise<Outcome> {
  if (obstacle !== null || !reminder) return { fate: obstacle ?? 'not shown', reminder }
  return { fate: fateOf(await here.ground.belfry.reminders.cancel(reminder.id)), reminder }
}

/** What happened between the look and the cancel is told too: then it has rung, or rings. */
function fateOf({ cancelled, inFlight }: CancelResult): Fate {
  if (cancelled) return 'deleted'
  return inFlight.length > 0 ? 'was sending' : 'had rung'
}

export interface Numbered extends Outcome {
  readonly number: number
}

/** One after the other, in the order in which they were said. */
export async function deleteNumbers(
  here: Here,
  numbers: readonly number[],
  items: Readonly<Record<number, ShownItem>>,
): Promise<Numbered[]> {
  const all: Numbered[] = []
  for (const number of numbers)
    all.push({ number, ...(await deleteLooked(here, await lookAtShown(here, items[number]))) })
  return all
}

/** So many at once: each is a transaction of its own. */
const atOnce = 4

/** Everything that was there when they were asked: what is newer was not meant. */
export async function deleteAll(here: Here, askedMs: number): Promise<Outcome[]> {
  const ids = (await everything(here)).filter(({ createdAt }) => (createdAt?.getTime() ?? 0) <= askedMs)
  const outcomes: Outcome[] = []
  for (let i = 0; i < ids.length; i += atOnce)
    outcomes.push(...(await Promise.all(ids.slice(i, i + atOnce).map(({ id }) => deleteOne(here, id, () => true)))))
  return outcomes
}

/** What would come again, were it brought back: of what was being sent, a series. */
export function undoable(outcomes: readonly Outcome[]): readonly Reminder[] {
  const isLost = ({ fate, reminder }: Outcome) => fate === 'was sending' && reminder?.series != null
  return outcomes.filter((one) => one.fate === 'deleted' || isLost(one)).flatMap(({ reminder }) => reminder ?? [])
}

/** Whether /undo brings back all of it. */
export async function keepForUndo(here: Here, outcomes: readonly Outcome[]): Promise<boolean> {
  const deleted = undoable(outcomes)
  const before = deleted.map(describe).filter((one): one is Description => one !== null)
  if (deleted.length === 0 || before.length < deleted.length) return false
  return await rememberUndo(here, { kind: 'deleted', before })
}
