// Takes in what `export` has written. Lines are worked on in batches of one kind, in their order; whatever lives here already is
// left as it is, so that an import that broke off is simply run again. A line that cannot be taken is named in the report and
// keeps no other out.

import type { AlarmRules } from '../alarms/rules.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError, type ErrorCode } from '../errors.ts'
import { type LineKind, lineKinds } from '../export/words.ts'
import { readInteger, readObject, refuse } from '../input.ts'
import { type Lines, type ReadLine, readLines } from './lines.ts'
import { takeAlarm } from './tenant-alarms.ts'
import {
  takeBlock,
  takeChat,
  takeEntity,
  takeMeeting,
  takePlan,
  takeRecipient,
  takeTemplate,
  takeWebhook,
} from './tenant-nouns.ts'
import { asOutcome, type Item, type Outcome } from './tenant-outcome.ts'
import { takeReminders } from './tenant-reminders.ts'
import { takeSent } from './tenant-sent.ts'

export interface ImportLinesOptions {
  /** Lines before this one are passed over. Default 1. */
  readonly fromLine?: number
  /** Lines written together, 1 to 5,000. Default 1,000. */
  readonly batchSize?: number
  /** How many refused lines the report lists, up to 10,000; all are counted. Default 100. */
  readonly listMax?: number
  /** Called after each batch. An error thrown here ends the import. */
  readonly onProgress?: (progress: LinesProgress) => void
}

export interface LinesProgress {
  /** The last line that was read. */
  readonly line: number
  readonly created: number
  /** Known here before: left as they are. */
  readonly unchanged: number
  readonly refusedCount: number
}

export interface RefusedLine {
  readonly line: number
  readonly code: ErrorCode
  readonly field: string | null
  readonly message: string
}

export interface ImportLinesReport extends LinesProgress {
  /** The first of `refusedCount`. */
  readonly refused: readonly RefusedLine[]
  /** Created, by kind. */
  readonly kinds: Readonly<Record<LineKind, number>>
}

/** Answers in order. */
type Take = (context: Context, items: readonly Item[], alarms: AlarmRules) => Promise<Outcome[]>

const takes: Readonly<Record<LineKind, Take>> = {
  webhook: oneByOne(takeWebhook),
  recipient: oneByOne(takeRecipient),
  availability: oneByOne(takeBlock),
  chat: oneByOne(takeChat),
  plan: oneByOne(takePlan),
  template: oneByOne(takeTemplate),
  sent: takeSent,
  entity: oneByOne(takeEntity),
  // In order: a meeting stands on the one that it took the place of.
  meeting: inOrder(takeMeeting),
  reminder: takeReminders,
  alarm: oneByOne(takeAlarm),
}

/** Verbs of one line each, several under way at once. */
const atOnce = 8

function inOrder(take: (context: Context, item: Item) => Promise<Outcome>): Take {
  return async (context, items) => {
    const outcomes: Outcome[] = []
    for (const item of items) outcomes.push(await take(context, item).catch(asOutcome))
    return outcomes
  }
}

function oneByOne(take: (context: Context, item: Item, alarms: AlarmRules) => Promise<Outcome>): Take {
  return async (context, items, alarms) => {
    const outcomes: Outcome[] = []
    for (let from = 0; from < items.length; from += atOnce) {
      const some = items.slice(from, from + atOnce).map((item) => take(context, item, alarms).catch(asOutcome))
      outcomes.push(...(await Promise.all(some)))
    }
    return outcomes
  }
}

export async function importLines(
  context: Context,
  alarms: AlarmRules,
  source: { readonly lines: Lines },
  options: ImportLinesOptions = {},
): Promise<ImportLinesReport> {
  const { lines } = readObject(source, ['lines'], '/source')
  const { fromLine, batchSize, listMax, onProgress } = readOptions(options)
  const tally = new LinesTally(listMax)
  let batch: (Item & { kind: LineKind })[] = []
  const flush = async () => {
    const [first] = batch
    if (!first) return
    const items = batch
    batch = []
    const outcomes = await takes[first.kind](context, items, alarms)
    for (const [i, outcome] of outcomes.entries()) tally.count(items[i]!.line, first.kind, outcome)
    onProgress(tally.progress())
  }
  for await (const read of readLines(requireLines(lines))) {
    tally.read(read.line)
    if (read.line < fromLine) continue
    const item = itemOf(read)
    if (item instanceof BelfryError) {
      tally.count(read.line, null, item)
      continue
    }
    if (batch.length >= batchSize || (batch[0] && batch[0].kind !== item.kind)) await flush()
    batch.push(item)
  }
  await flush()
  return tally.report()
}

function requireLines(value: unknown): Lines {
  if (typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value))
    return value as Lines
  throw refuse('invalid_input', 'Expected lines.', {
    field: '/source/lines',
    accepted: 'a list, a generator or a stream of JSON lines, such as createReadStream(path)',
  })
}

function readOptions(options: ImportLinesOptions): Required<ImportLinesOptions> {
  const value = readObject(options, ['fromLine', 'batchSize', 'listMax', 'onProgress'], '/options')
  if (value.onProgress !== undefined && typeof value.onProgress !== 'function')
    throw refuse('invalid_input', 'Expected a function.', { field: '/options/onProgress', accepted: 'a function' })
  const whole = (name: 'fromLine' | 'batchSize' | 'listMax', otherwise: number, min: number, max: number) =>
    value[name] === undefined ? otherwise : readInteger(value[name], `/options/${name}`, min, max)
  return {
    fromLine: whole('fromLine', 1, 1, Number.MAX_SAFE_INTEGER),
    batchSize: whole('batchSize', 1_000, 1, 5_000),
    listMax: whole('listMax', 100, 0, 10_000),
    onProgress: (value.onProgress as ImportLinesOptions['onProgress']) ?? (() => {}),
  }
}

function itemOf(read: ReadLine): (Item & { kind: LineKind }) | BelfryError {
  if ('error' in read) return read.error
  const { kind, ...value } = read.object
  const known = lineKinds.find((name) => name === kind)
  if (known) return { line: read.line, kind: known, value }
  return new BelfryError('invalid_input', 'Not a kind of line.', { field: '/kind', accepted: lineKinds.join(', ') })
}

class LinesTally {
  readonly #listMax: number
  readonly #refused: RefusedLine[] = []
  readonly #kinds: Record<LineKind, number> = {
    ...{
      webhook: 0,
      recipient: 0,
      availability: 0,
      chat: 0,
      plan: 0,
      template: 0,
      sent: 0,
      entity: 0,
      meeting: 0,
      reminder: 0,
    },
    alarm: 0,
  }
  #counts = { line: 0, created: 0, unchanged: 0, refusedCount: 0 }

  constructor(listMax: number) {
    this.#listMax = listMax
  }

  read(line: number): void {
    this.#counts.line = line
  }

  count(line: number, kind: LineKind | null, outcome: Outcome): void {
    if (outcome === 'unchanged') this.#counts.unchanged++
    else if (outcome === 'created') {
      this.#counts.created++
      if (kind) this.#kinds[kind]++
    } else {
      this.#counts.refusedCount++
      const { code, field, message } = outcome
      if (this.#refused.length < this.#listMax) this.#refused.push({ line, code, field: field ?? null, message })
    }
  }

  progress(): LinesProgress {
    return { ...this.#counts }
  }

  report(): ImportLinesReport {
    return { ...this.#counts, refused: [...this.#refused], kinds: { ...this.#kinds } }
  }
}
