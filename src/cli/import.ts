// `belfry import`: JSON lines of another Belfry, or tables of systems that Belfry replaces. After a crash it is run again: what is
// there already is left as it is.

import type { Belfry, ImportLinesReport, ImportProgress, ImportReport, LinesProgress } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { linesOf, readingOf } from './program/files.ts'

export const importLines: Command = {
  usage: ['import <file> [--from <system>]', 'import --table <table> --from <system>'],
  details: `Without --from the lines are those of belfry export. The others are tables of reminders that were sent (reminder-sent), of
jobs (reminder-jobs) and of page alarms (alarms), as JSON lines, or read from a database.`,
  options: {
    from: { value: '<system>', about: 'belfry, reminder-sent, reminder-jobs, alarms (belfry)' },
    table: { value: '<table>', about: 'Read this table instead of a file' },
    source: { value: '<url>', about: 'The database that has the table (Belfry’s own)' },
    'times-in': { value: '<zone>', about: 'The zone of times that name none (UTC)' },
    'create-recipients': { about: 'reminder-jobs: makes recipients that Belfry does not know' },
    'from-line': { value: '<line>', about: 'Begin with this line of an export (1)' },
    'dry-run': { about: 'Writes nothing, and reports what a real run would do' },
  },
  words: [0, 1],
  examples: [
    ['import acme.jsonl --tenant acme', 'what belfry export has written'],
    ['import --from reminder-jobs --table public.reminder_jobs --dry-run', 'what would become of a table'],
  ],
  async run(call) {
    const from = call.text('from') ?? 'belfry'
    if (from === 'belfry') return await importOwn(call)
    const importer = importers[from]
    if (!importer)
      throw usageError(
        `--from: nothing is known of ${JSON.stringify(from.slice(0, 60))}.`,
        ['belfry', ...Object.keys(importers)].join(', '),
      )
    const source = sourceOf(call)
    const progress = call.progress('rows read')
    const report = await call.with(
      (belfry) => importer(call, belfry, source.input, (so) => progress.at(so.read, source.part())),
      { createTenant: true },
    )
    progress.end(report.read)
    await call.answer(report, () => reportWords(call, report))
    return report.refusedCount > 0 ? exit.failed : undefined
  },
}

/** What `belfry export` has written. What is there already is left as it is, so a run that broke off is run again. */
async function importOwn(call: Call): Promise<number | undefined> {
  if (call.has('dry-run') || call.has('table'))
    throw usageError('An export is read from a file, and taken in.', 'belfry import <file>')
  const { chunks, part } = readingOf(call, call.word(0, 'file'))
  const progress = call.progress('lines read')
  const fromLine = call.integer('from-line', 1, 2_000_000_000)
  const options = {
    ...(fromLine === undefined ? {} : { fromLine }),
    onProgress: (so: LinesProgress) => progress.at(so.line, part()),
  }
  const report = await call.with((belfry) => belfry.import.lines({ lines: linesOf(chunks) }, options), {
    createTenant: true,
  })
  progress.end(report.line)
  await call.answer(report, () => ownWords(call, report))
  return report.refusedCount > 0 ? exit.failed : undefined
}

function ownWords(call: Call, { created, unchanged, refused, refusedCount, kinds }: ImportLinesReport): string {
  const options = { columns: call.terminal.columns, paint: call.paint, cut: false }
  const made = Object.entries(kinds).filter(([, count]) => count > 0)
  const rows = [
    ...made.map(([kind, count]) => [count.toLocaleString('en'), `${kind} lines taken in`]),
    [unchanged.toLocaleString('en'), 'were there already'],
    [refusedCount.toLocaleString('en'), 'refused'],
  ]
  const list = refused.map(({ line, code, message }) => [String(line), code, plain(message)])
  const shown = list.length > 0 ? `\n${table(['line', 'code', 'why'], list, options)}` : ''
  return `${created.toLocaleString('en')} lines were new.\n\n${table(['count', 'lines'], rows, options)}${shown}`
}

type Input =
  | { lines: AsyncIterable<string>; timezone?: string }
  | { table: string; database?: string; timezone?: string }

function sourceOf(call: Call): { input: Input; part(): number | null } {
  const [file] = call.words
  const from = call.text('table')
  if ((file === undefined) === (from === undefined)) throw usageError('Import what?', 'a file, - or --table <table>')
  const timezone = call.text('times-in')
  const zone = timezone === undefined ? {} : { timezone }
  if (file !== undefined) {
    const { chunks, part } = readingOf(call, file)
    return { input: { lines: linesOf(chunks), ...zone }, part }
  }
  const database = call.text('source')
  return { input: { table: from!, ...zone, ...(database === undefined ? {} : { database }) }, part: () => null }
}

type OnProgress = (progress: ImportProgress) => void
type Importer = (call: Call, belfry: Belfry, input: Input, onProgress: OnProgress) => Promise<ImportReport>

const importers: Readonly<Record<string, Importer>> = {
  'reminder-sent': (call, belfry, input, onProgress) =>
    belfry.import.reminderSent(input, { ...optionsOf(call), onProgress }),
  'reminder-jobs': (call, belfry, input, onProgress) =>
    belfry.import.reminderJobs(input, {
      ...optionsOf(call),
      onProgress,
      createRecipients: call.has('create-recipients'),
    }),
  alarms: (call, belfry, input, onProgress) => belfry.import.alarms(input, { ...optionsOf(call), onProgress }),
}

function optionsOf(call: Call): { dryRun: boolean } {
  return { dryRun: call.has('dry-run') }
}

const counts = [
  ['read', 'rows read'],
  ['marked', 'marked as sent: they never ring'],
  ['scheduled', 'will ring'],
  ['alreadyThere', 'were there already'],
  ['skippedPast', 'were due in the past: recorded, not rung'],
  ['cancelled', 'were cancelled there: left out'],
  ['otherOrganizations', 'of other organizations: left out'],
  ['recipientsCreated', 'recipients made'],
  ['refusedCount', 'refused'],
] as const

function reportWords(call: Call, report: ImportReport): string {
  const { columns } = call.terminal
  const options = { columns, paint: call.paint, cut: false }
  const rows = counts.flatMap(([name, about]) => (report[name] > 0 ? [[report[name].toLocaleString('en'), about]] : []))
  const title = report.dryRun ? 'A real run would give this. Nothing was written.' : 'Imported.'
  const refused = report.refused.map(({ row, code, message }) => [String(row), code, plain(message)])
  const list = refused.length > 0 ? `\n${table(['row', 'code', 'why'], refused, options)}` : ''
  return `${title}\n\n${table(['count', 'rows'], rows, options)}${list}`
}
