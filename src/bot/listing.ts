// A list of what is to come, ten to a page, numbered through. Paging edits the same message; what was deleted under it stays in its place,
// struck out, so that the other numbers mean what they did.

import type { InlineKeyboardButton, MessageEntity } from 'grammy/types'
import { versionMark, writeCallback, writeChoice } from '../channels/telegram/callback.ts'
import { cutWithMark } from '../cut-text.ts'
import type { Recipient, Reminder, Verbs } from '../index.ts'
import type { Ground, Speaker } from './context.ts'
import { lines, momentWords, repeatWords, type Shown, showMoment, titleOf, together, type Viewer } from './show.ts'
import { stageOf } from './whose.ts'
import { type ListWords, listWords } from './words/lists.ts'

export const pageSize = 10
/** Of what buttons carry: to a page of the list in a mode, and delete this one. */
export const letters = { turn: 'N', delete: 'P' } as const

export type Mode = 'view' | 'delete'

export interface Row {
  readonly number: number
  readonly reminder: Reminder
}

export interface Page {
  readonly page: number
  readonly rows: readonly Row[]
  /** Where each page begins that is known by now. */
  readonly cursors: readonly (string | null)[]
}

/** Cuts what is too long for a line. */
const titleUnitsMax = 100

/** One page, and no more than it: of one recipient after the other. A page that has emptied meanwhile is the last one that has not. */
export async function readPage(
  belfry: Verbs,
  recipients: readonly string[],
  wanted: number,
  known: readonly (string | null)[] = [null],
): Promise<Page> {
  const page = Math.max(0, Math.min(wanted, known.length - 1))
  const { items, next } = await readFrom(belfry, recipients, placeOf(known[page] ?? null))
  if (items.length === 0 && page > 0) return await readPage(belfry, recipients, page - 1, known.slice(0, page))
  const rows = items.map((reminder, i) => ({ number: page * pageSize + i + 1, reminder }))
  return { page, rows, cursors: [...known.slice(0, page + 1), ...(next === null ? [] : [next])] }
}

/** Where a page begins: with which recipient, and where in theirs. */
interface Place {
  readonly index: number
  readonly cursor: string | null
}

function placeOf(kept: string | null): Place {
  const [, index, cursor] = /^(\d+) (.*)$/.exec(kept ?? '') ?? []
  return index === undefined ? { index: 0, cursor: kept } : { index: Number(index), cursor: cursor || null }
}

async function readFrom(
  belfry: Verbs,
  recipients: readonly string[],
  place: Place,
): Promise<{ readonly items: readonly Reminder[]; readonly next: string | null }> {
  const items: Reminder[] = []
  let { index, cursor } = place
  for (; index < recipients.length; index++, cursor = null) {
    const room = pageSize - items.length
    const found = await belfry.reminders.list({
      // Of a full page only whether anything follows.
      ...{ recipient: recipients[index]!, limit: Math.max(room, 1) },
      ...(cursor !== null && { cursor }),
    })
    if (room === 0 && found.items.length > 0) return { items, next: `${index} ` }
    items.push(...found.items)
    if (found.nextCursor !== null)
      return { items, next: index === 0 ? found.nextCursor : `${index} ${found.nextCursor}` }
  }
  return { items, next: null }
}

export interface PageView {
  readonly viewer: Viewer
  readonly isGroup: boolean
  readonly paused: Recipient['paused']
  readonly mode: Mode
  /** In place of the title. */
  readonly title?: string
  /** Below the list. */
  readonly question?: string
}

export function showPage({ page, rows, cursors }: Page, view: PageView): Shown {
  const { viewer, isGroup, paused, mode } = view
  const words = listWords(viewer.language)
  if (rows.length === 0) return { text: isGroup ? words.groupNothing : words.nothing, entities: [] }
  const title = view.title ?? (isGroup ? words.groupTitle : words.title)
  const head = page === 0 && cursors.length === 1 ? `${title}:` : `${title} (${words.page(page + 1)}):`
  const question = view.question ?? (mode === 'delete' ? words.tapToDelete : null)
  return lines(
    head,
    ...rows.map((row) => showRow(row, viewer)),
    paused && words.allPaused(paused.until && momentWords(paused.until, viewer)),
    question && lines('', question),
  )
}

/** `3. Thu 19 Nov, 09:00: call mom 🔁 every week on Thursday` */
export function showRow({ number, reminder }: Row, viewer: Viewer): Shown {
  return together(`${number}. `, showItem(reminder, viewer))
}

export function showItem(reminder: Reminder, viewer: Viewer): Shown {
  const { language } = viewer
  const words = listWords(language)
  const title = cutWithMark(titleOf(reminder, language).replace(/\s+/g, ' '), titleUnitsMax)
  const repeats = repeatWords(reminder, language)
  const over = overWords(reminder, words)
  if (over !== null) return together(struckOut(title), ` (${over})`)
  return together(showStanding(reminder, viewer, words), `: ${title}`, repeats === null ? '' : ` 🔁 ${repeats}`)
}

function showStanding({ state, dueAt, plannedAt, timezone }: Reminder, viewer: Viewer, words: ListWords): Shown {
  if (state === 'paused')
    return together('⏸ ', ...(plannedAt ? [showMoment(plannedAt, viewer, timezone)] : [words.paused]))
  if (dueAt === null) return { text: `⏳ ${words.waiting}`, entities: [] }
  return showMoment(dueAt, viewer, timezone)
}

/** What became of one of which nothing is to come; null for all others. */
function overWords(reminder: Reminder, words: ListWords): string | null {
  const stage = stageOf(reminder)
  return stage === 'to come' ? null : words.stages[stage]
}

function struckOut(text: string): Shown {
  const entity: MessageEntity = { type: 'strikethrough', offset: 0, length: text.length }
  return { text, entities: text === '' ? [] : [entity] }
}

/** Left and right, and what to delete. No list, no buttons. */
export function buttonsOf(
  { signingKey }: Pick<Ground, 'signingKey'>,
  { page, rows, cursors }: Page,
  mode: Mode,
  language: Speaker['language'],
): InlineKeyboardButton[][] {
  const words = listWords(language)
  if (rows.length === 0) return []
  const turn = (text: string, to: number, as: Mode): InlineKeyboardButton => ({
    text,
    callback_data: writeChoice(signingKey, { action: letters.turn, value: `${as} ${to}` }),
  })
  const earlier = page > 0 ? [turn(words.earlier, page - 1, mode)] : []
  const later = page + 1 < cursors.length ? [turn(words.later, page + 1, mode)] : []
  if (mode === 'view') return [[...earlier, turn(words.deleteSome, page, 'delete'), ...later]]
  const deletes = rows
    .filter(({ reminder }) => stageOf(reminder) === 'to come')
    .map(({ number, reminder }) => ({
      text: `${words.deleteSome} ${number}`,
      callback_data: writeCallback(signingKey, {
        ...{ action: letters.delete, id: reminder.id, version: versionMark(reminder.version) },
      }),
    }))
  const half = deletes.length > 5 ? 5 : deletes.length
  return [deletes.slice(0, half), deletes.slice(half), [...earlier, turn(words.back, page, 'view'), ...later]].filter(
    (row) => row.length > 0,
  )
}

/** Null for what is no turn of a page. */
export function readTurn(value: string): { readonly mode: Mode; readonly page: number } | null {
  const [, mode, page] = /^(view|delete) (\d{1,6})$/.exec(value) ?? []
  return mode === 'view' || mode === 'delete' ? { mode, page: Number(page) } : null
}
