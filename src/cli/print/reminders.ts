// Reminders as a table.

import type { Belfry, Page, Reminder } from '../../index.ts'
import type { Call } from '../program/call.ts'
import { zonesOf } from '../program/people.ts'
import { plain } from './paint.ts'
import { table } from './table.ts'
import { when } from './times.ts'

const aboutFrom = 120

export async function answerReminders(call: Call, belfry: Belfry, page: Page<Reminder>, now: Date): Promise<void> {
  if (call.json) return await call.answer(page, () => '')
  const zones = await zonesOf(
    belfry,
    page.items.map(({ recipient }) => recipient),
  )
  await call.answer(page, () => {
    if (page.items.length === 0) return 'Nothing is to come.'
    const { columns, isTty } = call.terminal
    // An id alone takes 36 places: on a narrow terminal the text is worth more than what it is about.
    const hasAbout = !isTty.out || columns >= aboutFrom
    const rows = page.items.map((one) => [
      one.id,
      one.dueAt ? when(one.dueAt, zones.get(one.recipient) ?? 'UTC', now) : one.state,
      plain(one.recipient),
      ...(hasAbout ? [plain(`${one.entity.type}/${one.entity.id}`)] : []),
      titleOf(one),
    ])
    const head = ['id', 'when', 'for', ...(hasAbout ? ['about'] : []), 'text']
    const text = table(head, rows, { columns, paint: call.paint, cut: isTty.out })
    return page.nextCursor === null ? text : `${text}\nMore: --cursor '${page.nextCursor}'\n`
  })
}

export function titleOf({ title, body, kind, repeats }: Pick<Reminder, 'title' | 'body' | 'kind' | 'repeats'>): string {
  const text = plain(title ?? body ?? kind)
  return repeats ? `${text} (${repeats})` : text
}
