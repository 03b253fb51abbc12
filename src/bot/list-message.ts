// The message that shows a list: sent, turned over, refreshed in its place. Whatever it shows is remembered with it.

import { type Here, threadOf, viewerOf } from './answering.ts'
import { buttonsOf, type Mode, type Page, pageSize, type Row, readPage, showPage } from './listing.ts'
import { recipientsOf } from './rights.ts'
import { editShown, sendShown } from './show.ts'
import { keepList, listOfMessage, type ShownList, shownItem } from './shown-lists.ts'

export interface ListOptions {
  readonly mode?: Mode
  readonly title?: string
  readonly question?: string
}

/** Sends the first page; answers whether there was anything to list. */
export async function sendList(here: Here, options: ListOptions = {}): Promise<boolean> {
  return await sendPage(here, await readPage(here.ground.belfry, recipientsOf(here.speaker), 0), options)
}

/** Sends a page that was read before. */
export async function sendPage(here: Here, page: Page, options: ListOptions = {}): Promise<boolean> {
  const { shown, markup } = await present(here, page, options)
  const message = await sendShown(here.api, here.speaker.chat, shown, { ...threadOf(here.msg), ...markup })
  if (page.rows.length > 0) await keepPage(here, message, page)
  return page.rows.length > 0
}

/** Turns the list of a message over to a page, which is read anew. */
export async function turnList(here: Here, message: number, wanted: number, mode: Mode): Promise<void> {
  const { belfry } = here.ground
  const list = await listOfMessage(here, message)
  const page = await readPage(belfry, recipientsOf(here.speaker), wanted, list?.cursors ?? [null])
  await keepPage(here, message, page, list)
  await edit(here, message, page, mode)
}

/** What the message shows, as it stands now: nothing moves to another number. */
export async function refreshList(here: Here, message: number, mode: Mode): Promise<void> {
  const list = await listOfMessage(here, message)
  if (!list) return await turnList(here, message, 0, mode)
  const first = list.page * pageSize + 1
  const numbers = Array.from({ length: pageSize }, (_, i) => first + i)
  const rows = await Promise.all(
    numbers.map(async (number): Promise<Row | null> => {
      const [id] = list.items[number] ?? []
      const reminder = id === undefined ? null : await here.ground.belfry.reminders.get(id)
      return reminder && { number, reminder }
    }),
  )
  const { page, cursors } = list
  await edit(here, message, { page, cursors, rows: rows.filter((row) => row !== null) }, mode)
}

async function edit(here: Here, message: number, page: Page, mode: Mode): Promise<void> {
  const { shown, markup } = await present(here, page, { mode })
  await editShown(here.api, { chat: here.speaker.chat, message }, shown, markup)
}

async function present(here: Here, page: Page, { mode = 'view', title, question }: ListOptions) {
  const { ground, speaker } = here
  const recipient = await ground.belfry.recipients.get(speaker.recipient)
  const shown = showPage(page, {
    ...{ viewer: await viewerOf(here), isGroup: speaker.isGroup, paused: recipient?.paused ?? null, mode },
    ...(title !== undefined && { title }),
    ...(question !== undefined && { question }),
  })
  const buttons = buttonsOf(ground, page, mode, speaker.language)
  return { shown, markup: buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: buttons } } }
}

async function keepPage(here: Here, message: number, page: Page, before: ShownList | null = null): Promise<void> {
  const shown = page.rows.map(({ number, reminder }) => [number, shownItem(reminder)] as const)
  await keepList(here, {
    ...{ message, by: before?.by ?? here.speaker.user, page: page.page, cursors: page.cursors },
    items: { ...before?.items, ...Object.fromEntries(shown) },
  })
}
