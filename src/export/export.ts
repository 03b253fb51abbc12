// Export: everything of one tenant that another system (or another Belfry) needs to go on, one JSON object a line, in the order in
// which it can be taken in: endpoints of webhooks, recipients and their hours, who talks to a bot, plans, templates, what was sent, entities,
// meetings, reminders. Calendars elsewhere stay behind: their passwords do. One state of the database.

import type { Context } from '../engine/context.ts'
import type { Step } from '../entities/steps.ts'
import { readObject, refuse } from '../input.ts'
import { type ExportedMeeting, meetingLine } from '../meetings/restore.ts'
import { type RecipientRow, toRecipient } from '../recipients/recipients.ts'
import type { ReadStatement } from './rows.ts'
import {
  type BlockRow,
  blockLine,
  type ChatRow,
  chatLine,
  type EntityRow,
  entityLine,
  type Line,
  type LineKind,
  type ReminderRow,
  recipientLine,
  reminderLine,
  type SentRow,
  sentLine,
  standsAlone,
  type TemplateRow,
  templateLine,
  type WebhookRow,
  webhookLine,
} from './words.ts'

export interface ExportProgress {
  /** What is being written. */
  readonly kind: LineKind
  readonly lines: number
}

export interface ExportOptions {
  /** Called after each piece. */
  readonly progress?: (progress: ExportProgress) => void
}

/** Runs `work` where every statement sees one state of the database. */
export type InSnapshot = <T>(work: (read: ReadStatement) => AsyncGenerator<T>) => AsyncGenerator<T>

/** Lines without their line breaks. */
export function exportTenant(
  context: Context,
  inSnapshot: InSnapshot,
  options: ExportOptions = {},
): AsyncIterable<string> {
  const { progress } = readObject(options, ['progress'], '')
  if (progress !== undefined && typeof progress !== 'function')
    throw refuse('invalid_input', 'Expected a function.', { field: '/progress', accepted: 'a function' })
  return inSnapshot((read) => lines(context, read, (progress as ExportOptions['progress']) ?? (() => {})))
}

async function* lines(
  { tenant, rules }: Context,
  read: ReadStatement,
  progress: (progress: ExportProgress) => void,
): AsyncGenerator<string> {
  let count = 0
  async function* section<Row extends object>(pieces: AsyncIterable<Row[]>, toLine: (row: Row) => Line | null) {
    for await (const rows of pieces) {
      const some = rows.flatMap((row) => toLine(row) ?? [])
      for (const line of some) yield JSON.stringify(line)
      count += some.length
      if (some[0]) progress({ kind: some[0].kind, lines: count })
    }
  }
  yield* section(read<WebhookRow>('export-webhooks', [tenant]), webhookLine)
  yield* section(read<RecipientRow>('recipients', [tenant, null, null, null]), (row) => recipientLine(toRecipient(row)))
  yield* section(read<BlockRow>('export-blocks', [tenant]), blockLine)
  yield* section(read<ChatRow>('export-chats', [tenant]), chatLine)
  yield* section(read<{ name: string; steps: Step[] }>('export-plans', [tenant]), ({ name, steps }) => ({
    kind: 'plan',
    name,
    steps,
  }))
  yield* section(read<TemplateRow>('export-templates', [tenant]), templateLine)
  yield* section(read<SentRow>('export-sent', [tenant]), sentLine)
  yield* section(read<EntityRow>('export-entities', [tenant]), (row) => entityLine(row, rules))
  yield* section(read<ExportedMeeting>('export-meetings', [tenant]), (row) => ({
    kind: 'meeting',
    ...meetingLine(row),
  }))
  yield* section(read<ReminderRow>('export-reminders', [tenant]), (row) =>
    standsAlone(row, rules) ? reminderLine(row, rules) : null,
  )
}
