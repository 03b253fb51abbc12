// One import: read a batch, understand its rows, look up what Belfry knows of them, write what is new, tell the progress; and
// again until the source is empty. Every batch stands by itself: after a crash the same import is run again and finds what
// is already there.

import { readClock } from '../engine/clock.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readInteger, readObject, refuse } from '../input.ts'
import { type ImportProgress, Tally } from './report.ts'
import { Seen } from './seen.ts'
import type { RowRef, Source, SourceRow } from './source.ts'
import type { ReadTable } from './table.ts'

export interface Importer {
  readonly context: Context
  readonly readTable: ReadTable
}

export interface ImportOptions {
  /** Write nothing, and report what a real run would do. Default false. */
  readonly dryRun?: boolean
  /** Rows read and written together, 1 to 5,000. Default 1,000. */
  readonly batchSize?: number
  /** How many refused (and how many skipped) rows the report lists, up to 10,000; all are counted. Default 100. */
  readonly listMax?: number
  /** Called after each batch. An error thrown here ends the import. */
  readonly onProgress?: (progress: ImportProgress) => void
}

export const commonOptions = ['dryRun', 'batchSize', 'listMax', 'onProgress'] as const

export interface Settings {
  readonly dryRun: boolean
  readonly batchSize: number
  readonly listMax: number
  readonly onProgress: ((progress: ImportProgress) => void) | null
  /** What was given beside the options that every import has. */
  readonly own: Readonly<Record<string, unknown>>
}

export function readOptions(options: ImportOptions | undefined, own: readonly string[]): Settings {
  const value = readObject(options ?? {}, [...commonOptions, ...own], '/options')
  if (value.onProgress !== undefined && typeof value.onProgress !== 'function') {
    throw refuse('invalid_input', 'Expected a function.', { field: '/options/onProgress', accepted: 'a function' })
  }
  return {
    dryRun: value.dryRun === undefined ? false : readBoolean(value.dryRun, '/options/dryRun'),
    batchSize: value.batchSize === undefined ? 1_000 : readInteger(value.batchSize, '/options/batchSize', 1, 5_000),
    listMax: value.listMax === undefined ? 100 : readInteger(value.listMax, '/options/listMax', 0, 10_000),
    onProgress: (value.onProgress as Settings['onProgress'] | undefined) ?? null,
    own: value,
  }
}

export interface Run {
  readonly context: Context
  readonly settings: Settings
  readonly tally: Tally
  readonly seen: Seen
  /** Read once: what is past and what is ahead does not change while the import runs. */
  readonly nowMs: number
}

export async function beginRun({ context }: Importer, settings: Settings): Promise<Run> {
  const { now } = await readClock(context)
  const { dryRun, listMax } = settings
  return { context, settings, tally: new Tally(listMax), seen: new Seen(dryRun), nowMs: now.getTime() }
}

export interface Step<Field extends string, Item> {
  /** Throws a BelfryError where the row cannot be understood. */
  read(row: SourceRow<Field>): Item
  /** Decides about them, in order, and writes. */
  take(items: readonly Item[]): Promise<void>
}

export async function importRows<Field extends string, Item>(
  { tally, seen, settings }: Run,
  source: Source<Field>,
  { read, take }: Step<Field, Item>,
): Promise<void> {
  for await (const rows of source.rows()) {
    seen.nextBatch()
    const items: Item[] = []
    for (const row of rows) {
      tally.add('read')
      try {
        if (row.error) throw row.error
        items.push(read(row))
      } catch (error) {
        if (!(error instanceof BelfryError)) throw error
        tally.refuse(row.ref, error)
      }
    }
    if (items.length > 0) await take(items)
    settings.onProgress?.({ ...tally.counts(), part: source.part?.() ?? null })
  }
}

/** One row that the database will not have must not keep the others out: a list that fails is halved until it is found. */
export async function writeSplitting<Item extends { readonly ref: RowRef }>(
  tally: Tally,
  items: readonly Item[],
  write: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return
  try {
    await write(items)
  } catch (error) {
    if (!(error instanceof BelfryError) || (error.code !== 'database_refused' && error.code !== 'busy')) throw error
    const [only] = items
    if (items.length === 1 && only) return tally.refuse(only.ref, error)
    const middle = items.length >> 1
    await writeSplitting(tally, items.slice(0, middle), write)
    await writeSplitting(tally, items.slice(middle), write)
  }
}
