// A "never send twice" table (entityType, entityId, reminderType, userId, sentAt) becomes marks by hand in the ledger, as
// markReminderAsSent would have made them at the time.

import { readKey } from '../ledger/ledger.ts'
import { factsOf, withSeen } from './known.ts'
import { type Mark, writeMarks } from './marks.ts'
import type { ImportReport } from './report.ts'
import { beginRun, type Importer, type ImportOptions, importRows, type Run, readOptions } from './run.ts'
import { type Fields, type ImportSource, openSource, type SourceRow } from './source.ts'
import { idText, readTime } from './values.ts'

export type ReminderSentField =
  | 'id'
  | 'entityType'
  | 'entityId'
  | 'reminderType'
  | 'userId'
  | 'sentAt'
  /** Which one of a recurring reminder it was. Only where `columns` names it; else `once`. */
  | 'occurrence'

const fields: Fields<ReminderSentField> = {
  id: 'id',
  entityType: 'entityType',
  entityId: 'entityId',
  reminderType: 'reminderType',
  userId: 'userId',
  sentAt: 'sentAt',
  occurrence: null,
}

export async function importReminderSent(
  importer: Importer,
  source: ImportSource<ReminderSentField>,
  options?: ImportOptions,
): Promise<ImportReport> {
  const settings = readOptions(options, [])
  const { readTable } = importer
  const opened = openSource<ReminderSentField>(
    source,
    { fields, id: 'id' },
    { readTable, batchSize: settings.batchSize },
  )
  const run = await beginRun(importer, settings)
  await importRows(run, opened, {
    read: (row) => readMark(run, row, opened.timezone),
    take: (marks) => takeMarks(run, marks),
  })
  return run.tally.report(settings.dryRun)
}

function readMark({ context }: Run, { ref, values }: SourceRow<ReminderSentField>, timezone: string): Mark {
  const { entityType, entityId, reminderType, userId, sentAt, occurrence = 'once' } = values
  const key = { entityType, entityId: idText(entityId), reminderType, userId: idText(userId), occurrence }
  const read = readKey(context, key)
  return { ...read, ref, occurrence: read.occurrence!, atMs: readTime(sentAt, timezone, '/sentAt'), state: 'sent' }
}

async function takeMarks(run: Run, marks: readonly Mark[]): Promise<void> {
  const known = await factsOf(run, marks)
  const fresh: Mark[] = []
  for (const [i, mark] of marks.entries()) {
    const { sentHere } = withSeen(run, mark, known[i]!)
    if (sentHere) {
      run.tally.add('alreadyThere')
      continue
    }
    run.seen.add('sent', mark.id, mark.occurrence)
    fresh.push(mark)
  }
  await writeMarks(run, fresh)
}
