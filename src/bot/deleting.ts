// Deleting, by id, and telling the truth of each: what was deleted, what had rung or was gone already, what was on its way at that very
// moment. Every id is looked at before: it must be of this chat, and theirs to delete.

import type { CancelResult, Reminder } from '../index.ts'
import type { Here } from './list-message.ts'
import { stageOf } from './listing.ts'
import { rightTo } from './rights.ts'
import { type ShownItem, saidBy } from './shown-lists.ts'
import { type Description, describe, rememberUndo } from './undo.ts'

export type Fate =
  | 'deleted'
  /** Deleted, while it was being sent. */
  | 'was sending'
  | 'had rung'
  /** It never rang, and was not going to any more. */
  | 'is over'
  | 'already deleted'
  | 'not shown'
  /** It says something else than when it was shown. */
  | 'changed'
  | 'not made by them'
  /** It follows from something that is kept elsewhere. */
  | 'made elsewhere'

export interface Outcome {
  readonly fate: Fate
  /** As it was before; null where there is none, here. */
  readonly reminder: Reminder | null
}

/** `as`: only if it still says what was shown, or is of the version that was shown. */
export async function deleteOne(here: Here, id: string, as: (reminder: Reminder) => boolean): Promise<Outcome> {
  const { reminders } = here.ground.belfry
  const reminder = await reminders.get(id)
  const right = reminder && (await rightTo(here, reminder))
  if (!reminder || right === 'foreign') return { fate: 'not shown', reminder: null }
  const stage = stageOf(reminder)
  if (stage === 'rang') return { fate: 'had rung', reminder }
  if (stage === 'deleted' || stage === 'over')
    return { fate: stage === 'over' ? 'is over' : 'already deleted', reminder }
  if (isMadeElsewhere(reminder)) return { fate: 'made elsewhere', reminder }
  if (right === 'not made by them') return { fate: 'not made by them', reminder }
  if (stage === 'to come' && !as(reminder)) return { fate: 'changed', reminder }
  return { fate: fateOf(await reminders.cancel(id), reminder), reminder }
}

/** What happened between the look and the cancel is told too: then it has rung, or rings. */
function fateOf({ cancelled, inFlight }: CancelResult, { state }: Reminder): Fate {
  if (cancelled) return 'deleted'
  if (inFlight.length > 0) return 'was sending'
  return state === 'waiting' || state === 'paused' ? 'deleted' : 'had rung'
}

/** Steps of meetings and plans, and alarms of pages: deleting one here would not last. */
export function isMadeElsewhere({ step, entity }: Pick<Reminder, 'step' | 'entity'>): boolean {
  return step !== null || entity.type === 'meeting' || entity.type === 'page'
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
  for (const number of numbers) {
    const [id, said] = items[number] ?? []
    const outcome: Outcome =
      id === undefined
        ? { fate: 'not shown', reminder: null }
        : await deleteOne(here, id, (reminder) => saidBy(reminder) === said)
    all.push({ number, ...outcome })
  }
  return all
}

/** So many at once: each is a transaction of its own. */
const atOnce = 4
const readAtOnce = 200

export interface DeletedAll {
  readonly outcomes: readonly Outcome[]
}

/** Everything that was there when they were asked: what is newer was not meant. */
export async function deleteAll(here: Here, askedMs: number): Promise<DeletedAll> {
  const ids = (await everything(here)).filter(({ createdAt }) => (createdAt?.getTime() ?? 0) <= askedMs)
  const outcomes: Outcome[] = []
  for (let i = 0; i < ids.length; i += atOnce)
    outcomes.push(...(await Promise.all(ids.slice(i, i + atOnce).map(({ id }) => deleteOne(here, id, () => true)))))
  return { outcomes }
}

export async function everything({ ground, speaker }: Here): Promise<Reminder[]> {
  const all: Reminder[] = []
  let cursor: string | undefined
  do {
    const { recipient } = speaker
    const page = await ground.belfry.reminders.list({ recipient, limit: readAtOnce, ...(cursor && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

/** Whether /undo brings back all of what was deleted. */
export async function keepForUndo(here: Here, outcomes: readonly Outcome[]): Promise<boolean> {
  const deleted = outcomes.filter(({ fate }) => fate === 'deleted').flatMap(({ reminder }) => reminder ?? [])
  const before = deleted.map(describe).filter((one): one is Description => one !== null)
  if (deleted.length === 0 || before.length < deleted.length) return false
  return await rememberUndo(here, { kind: 'deleted', before })
}
