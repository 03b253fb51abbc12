// Import of what exists: three kinds of tables and a Telegram bot's database that Belfry takes over, and the lines of its own export. Nothing that was sent rings again, nothing that is past
// due is sent in a burst, and running an import again changes nothing.

import type { AlarmRules } from '../alarms/rules.ts'
import type { Context } from '../engine/context.ts'
import { importAlarms } from './alarms.ts'
import { importDenoKv } from './deno-kv.ts'
import type { ReadKv } from './kv.ts'
import { importReminderJobs } from './reminder-jobs.ts'
import { importReminderSent } from './reminder-sent.ts'
import type { ReadTable } from './table.ts'
import { importLines } from './tenant-lines.ts'

export function importing(
  context: Context,
  { readTable, readKv }: { readonly readTable: ReadTable; readonly readKv: ReadKv },
  alarms: AlarmRules,
) {
  const importer = { context, readTable }
  return {
    /** A "never send twice" table becomes marks in the ledger. */
    reminderSent: importReminderSent.bind(null, importer),
    /** A table of jobs, some sent, some still to come. */
    reminderJobs: importReminderJobs.bind(null, importer),
    /** Page alarms that come back at growing intervals. */
    alarms: importAlarms.bind(null, importer, alarms),
    /** A Telegram bot that kept its reminders in Deno KV. */
    denoKv: importDenoKv.bind(null, importer, readKv),
    /** What `export` has written, of this or another tenant. */
    lines: importLines.bind(null, context, alarms),
  }
}
