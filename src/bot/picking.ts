// What was picked from a list, looked at before anything is done with it: it must be of this chat, to come, what it was when it was shown,
// and theirs to change. What is not so is told, for each.

import type { Reminder } from '../index.ts'
import { type Here, viewerOf } from './answering.ts'
import { showItem } from './listing.ts'
import { rightTo } from './rights.ts'
import { lines, type Shown, titleOf, together, type Viewer } from './show.ts'
import { type ShownItem, saidBy } from './shown-lists.ts'
import { stageOf } from './whose.ts'
import { type ListWords, listWords } from './words/lists.ts'

/** Why nothing was done with it. */
export type Obstacle =
  | 'not shown'
  | 'had rung'
  /** It never rang, and was not going to any more. */
  | 'is over'
  | 'already deleted'
  /** It says something else than when it was shown. */
  | 'changed'
  | 'not made by them'
  /** It follows from something that is kept elsewhere. */
  | 'made elsewhere'

export interface Looked {
  readonly obstacle: Obstacle | null
  /** Null where there is none, here. */
  readonly reminder: Reminder | null
}

/** `isAsShown`: whether it still is what was shown. */
export async function lookAt(here: Here, id: string, isAsShown: (reminder: Reminder) => boolean): Promise<Looked> {
  const reminder = await here.ground.belfry.reminders.get(id)
  const right = reminder && (await rightTo(here, reminder))
  if (!reminder || right === 'foreign') return { obstacle: 'not shown', reminder: null }
  const stage = stageOf(reminder)
  if (stage === 'rang') return { obstacle: 'had rung', reminder }
  if (stage === 'over') return { obstacle: 'is over', reminder }
  if (stage === 'deleted') return { obstacle: 'already deleted', reminder }
  if (isMadeElsewhere(reminder)) return { obstacle: 'made elsewhere', reminder }
  if (right === 'not made by them') return { obstacle: right, reminder }
  if (stage === 'to come' && !isAsShown(reminder)) return { obstacle: 'changed', reminder }
  return { obstacle: null, reminder }
}

/** Steps of meetings and plans, and alarms of pages: what is done to one here would not last. */
function isMadeElsewhere({ step, entity }: Pick<Reminder, 'step' | 'entity'>): boolean {
  return step !== null || entity.type === 'meeting' || entity.type === 'page'
}

/** The same for one of a list that was shown. */
export async function lookAtShown(here: Here, item: ShownItem | undefined): Promise<Looked> {
  if (!item) return { obstacle: 'not shown', reminder: null }
  const [id, said] = item
  return await lookAt(here, id, (reminder) => saidBy(reminder) === said)
}

/** What became of one that was picked: `done`, or some other end. */
export interface Told<Fate extends string> {
  readonly number: number
  readonly fate: Fate
  readonly reminder: Reminder | null
}

type Sentence = (words: ListWords, numbers: string) => string

export const obstacleSentences: Readonly<Record<Obstacle, Sentence>> = {
  'had rung': (words, numbers) => words.hadRung(numbers),
  'is over': (words, numbers) => words.isOver(numbers),
  'already deleted': (words, numbers) => words.alreadyDeleted(numbers),
  'not shown': (words, numbers) => words.notShown(numbers),
  changed: (words, numbers) => words.hasChanged(numbers),
  'not made by them': (words, numbers) => words.notMadeByYou(numbers),
  'made elsewhere': (words, numbers) => words.madeElsewhere(numbers),
}

/** A message holds no more; the rest is counted. */
const namedMax = 20

/** What was done by name, everything else in sentences with numbers. */
export async function tell<Fate extends string>(
  here: Here,
  told: readonly Told<Fate>[],
  say: {
    readonly done: Fate
    readonly head: (words: ListWords, count: number) => string
    readonly sentences: Readonly<Record<Exclude<Fate, Obstacle>, Sentence | null>>
    readonly tail?: string | null
  },
): Promise<Shown> {
  const viewer = await viewerOf(here)
  const words = listWords(viewer.language)
  const done = told.filter(({ fate }) => fate === say.done)
  const named = done
    .slice(0, namedMax)
    .map(({ number, reminder }) => together(`${number}. `, reminder ? showDone(reminder, viewer) : ''))
  const sentences: Readonly<Record<string, Sentence | null>> = { ...say.sentences, ...obstacleSentences }
  const others = Object.entries(sentences).flatMap(([fate, sentence]) => {
    const numbers = told.filter((one) => one.fate === fate).map(({ number }) => number)
    return numbers.length === 0 || !sentence ? [] : [sentence(words, numberWords(numbers))]
  })
  return lines(
    ...(done.length === 0 ? [] : [say.head(words, done.length), ...named]),
    done.length > named.length ? `… +${done.length - named.length}` : null,
    ...others,
    say.tail ?? null,
  )
}

/** What had fired already, and was waiting to be sent, has no moment any more. */
function showDone(reminder: Reminder, viewer: Viewer): Shown | string {
  return stageOf(reminder) === 'to come' ? showItem(reminder, viewer) : titleOf(reminder, viewer.language)
}

/** 1, 3–5 */
export function numberWords(numbers: readonly number[]): string {
  const runs: number[][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last.at(-1) === number - 1) last.push(number)
    else runs.push([number])
  }
  return runs.map((run) => (run.length < 3 ? run.join(', ') : `${run[0]}–${run.at(-1)}`)).join(', ')
}
