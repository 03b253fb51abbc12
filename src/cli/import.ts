// `belfry import`: JSON lines of another Belfry, or what systems have that Belfry replaces. After a crash it is run again: what is
// there already is left as it is.

import { resolve } from 'node:path'
import type {
  Belfry,
  DenoKvOptions,
  DenoKvSource,
  ImportLinesReport,
  ImportProgress,
  ImportReport,
  LinesProgress,
} from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { linesOf, readingOf } from './program/files.ts'

export const importLines: Command = {
  usage: [
    'import <file> [--from <system>]',
    'import --table <table> --from <system>',
    'import deno-kv <file|url|--lines dump>',
  ],
  details: `Without --from the lines are those of belfry export. The others are tables of reminders that were sent (reminder-sent), of
jobs (reminder-jobs) and of page alarms (alarms), as JSON lines, or read from a database. A Telegram bot’s Deno KV is read from its file, by
its URL (with DENO_KV_ACCESS_TOKEN in the environment), or from a dump of it.`,
  options: {
    from: {
      value: '<system>',
      about: 'belfry, reminder-sent, reminder-jobs, alarms, deno-kv (belfry); or as first word',
    },
    table: { value: '<table>', about: 'Read this table instead of a file' },
    source: { value: '<url>', about: 'The database that has the table (Belfry’s own)' },
    'times-in': { value: '<zone>', about: 'The zone of times that name none (UTC)' },
    'create-recipients': { about: 'reminder-jobs: makes recipients that Belfry does not know' },
    lines: { value: '<file>', about: 'deno-kv: a dump as JSON lines; a name that ends in .jsonl is one, too' },
    'recipients-in': { value: '<zone>', about: 'deno-kv: the zone of people that Belfry does not know (UTC)' },
    tolerance: { value: '<duration>', about: 'deno-kv: how late a reminder is worth ringing (PT24H)' },
    'from-line': { value: '<line>', about: 'Begin with this line of an export (1)' },
    'dry-run': { about: 'Writes nothing, and reports what a real run would do' },
  },
  words: [0, 2],
  examples: [
    ['import acme.jsonl --tenant acme', 'what belfry export has written'],
    ['import --from reminder-jobs --table public.reminder_jobs --dry-run', 'what would become of a table'],
    ['import deno-kv kv.sqlite3 --recipients-in Asia/Seoul', 'a Telegram bot’s reminders'],
  ],
  async run(call) {
    const { from, file } = asked(call)
    if (from === 'belfry') return await importOwn(call)
    const system = systems[from]
    if (!system)
      throw usageError(
        `--from: nothing is known of ${JSON.stringify(from.slice(0, 60))}.`,
        ['belfry', ...Object.keys(systems)].join(', '),
      )
    const { work, part } = system(call, file)
    const progress = call.progress('rows read')
    const onProgress = (so: ImportProgress) => progress.at(so.read, so.part ?? part())
    const report = await call.with((belfry) => work(belfry, { dryRun: call.has('dry-run'), onProgress }), {
      createTenant: true,
    })
    progress.end(report.read)
    await call.answer(report, () => reportWords(call, report))
    return report.refusedCount > 0 ? exit.failed : undefined
  },
}

/** `import alarms x.jsonl` is `import x.jsonl --from alarms`: a file that is called like a system is written ./alarms. */
function asked(call: Call): { from: string; file: string | undefined } {
  const [first, second] = call.words
  const from = call.text('from')
  if (from === undefined && first !== undefined && Object.hasOwn(systems, first)) return { from: first, file: second }
  if (second !== undefined) throw usageError('One file at a time.', call.usage)
  return { from: from ?? 'belfry', file: first }
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

function tableOrLines(call: Call, file: string | undefined): { input: Input; part(): number | null } {
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

function kvOrLines(call: Call, place: string | undefined): { input: DenoKvSource; part(): number | null } {
  const dump = call.text('lines') ?? (isDump(place) ? place : undefined)
  const isTwice = place !== undefined && call.has('lines')
  if (call.has('table') || isTwice || (place === undefined && dump === undefined))
    throw usageError('Import what?', 'the file of a Deno KV database, its URL, or --lines <file>')
  if (dump !== undefined) {
    const { chunks, part } = readingOf(call, dump)
    return { input: { lines: linesOf(chunks) }, part }
  }
  const isUrl = /^https?:\/\//i.test(place!)
  const accessToken = call.terminal.environment.DENO_KV_ACCESS_TOKEN
  const database = isUrl ? place! : resolve(call.terminal.directory, place!)
  return { input: { database, ...(isUrl && accessToken ? { accessToken } : {}) }, part: () => null }
}

function isDump(place: string | undefined): boolean {
  return place === '-' || /\.(jsonl|ndjson)$/i.test(place ?? '')
}

interface Options {
  readonly dryRun: boolean
  readonly onProgress: (progress: ImportProgress) => void
}

interface Import {
  work(belfry: Belfry, options: Options): Promise<ImportReport>
  part(): number | null
}

type System = (call: Call, file: string | undefined) => Import

const systems: Readonly<Record<string, System>> = {
  'reminder-sent': (call, file) => {
    const { input, part } = tableOrLines(call, file)
    return { work: ({ import: from }, options) => from.reminderSent(input, options), part }
  },
  'reminder-jobs': (call, file) => {
    const { input, part } = tableOrLines(call, file)
    const createRecipients = call.has('create-recipients')
    return { work: ({ import: from }, options) => from.reminderJobs(input, { ...options, createRecipients }), part }
  },
  alarms: (call, file) => {
    const { input, part } = tableOrLines(call, file)
    return { work: ({ import: from }, options) => from.alarms(input, options), part }
  },
  'deno-kv': (call, file) => {
    const { input, part } = kvOrLines(call, file)
    return { work: ({ import: from }, options) => from.denoKv(input, { ...options, ...kvOptions(call) }), part }
  },
}

function kvOptions(call: Call): DenoKvOptions {
  const defaultTimezone = call.text('recipients-in')
  const tolerance = call.text('tolerance')
  return {
    ...(defaultTimezone === undefined ? {} : { defaultTimezone }),
    ...(tolerance === undefined ? {} : { tolerance }),
  }
}

const counts = [
  ['read', 'rows read'],
  ['marked', 'marked as sent: they never ring'],
  ['scheduled', 'will ring'],
  ['late', 'of them are late: they ring by and by, several of one person in one message'],
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
  const refused = report.refused.map(({ row, id, code, message }) => [
    ...[row === 0 ? '' : String(row), plain(id ?? ''), code, plain(message)],
  ])
  const list = refused.length > 0 ? `\n${table(['row', 'id', 'code', 'why'], refused, options)}` : ''
  return `${title}\n\n${table(['count', 'rows'], rows, options)}${list}`
}
