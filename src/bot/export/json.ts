// Reminders and settings as one JSON document, written piece by piece.

import type { Recipient, Reminder } from '../../index.ts'
import { localTimeOf } from '../../time/show.ts'
import type { Speaker } from '../context.ts'

export interface ExportHead {
  readonly recipient: Recipient
  readonly speaker: Speaker
  readonly now: Date
}

export async function* jsonPieces(
  pages: AsyncIterable<readonly Reminder[]>,
  head: ExportHead,
): AsyncGenerator<string, void> {
  const opening = JSON.stringify(headOf(head), null, 2).replace(/\n}$/, '')
  yield `${opening},\n  "reminders": [`
  let isFirst = true
  for await (const page of pages) {
    const texts = page.map((reminder) => JSON.stringify(reminderOf(reminder)))
    if (texts.length === 0) continue
    yield `${isFirst ? '' : ','}\n    ${texts.join(',\n    ')}`
    isFirst = false
  }
  yield `${isFirst ? '' : '\n  '}]\n}\n`
}

function headOf({ recipient, speaker, now }: ExportHead): object {
  const { name, timezone, locale, addresses, quietHours } = recipient
  const { user, language, defaultHour, nag } = speaker
  return {
    exportedAt: now.toISOString(),
    person: { telegramUser: user, ...{ name, language, locale, timezone, addresses, quietHours, defaultHour, nag } },
  }
}

function reminderOf(reminder: Reminder): object {
  const { id, entity, kind, title, body, data, state, dueAt, timezone, recipientTimezone, series, createdAt } = reminder
  const zone = timezone ?? recipientTimezone
  return {
    ...{ id, entity, kind, title, body, state, timezone: zone },
    dueAt: dueAt?.toISOString() ?? null,
    localTime: dueAt && zone ? localTimeOf(dueAt, zone) : null,
    repeats: series,
    data,
    createdAt: createdAt?.toISOString() ?? null,
  }
}
