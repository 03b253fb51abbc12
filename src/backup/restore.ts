// Restore: puts a backup back, as a whole or not at all, and leaves the system held: what was due since the backup may have been
// sent by the system that it was taken from.

import { Readable } from 'node:stream'
import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import type { Ladder } from '../engine/ladder.ts'
import { endRequests, holdRestored } from '../engine/restored.ts'
import { type Lines, splitLines } from '../import/lines.ts'
import { readBoolean, readObject, refuse } from '../input.ts'
import {
  type BackupFooter,
  type BackupHeader,
  type BackupProgress,
  broken,
  LinesHash,
  readHeader,
  readLine,
  type TableLine,
} from './format.ts'
import type { Restore, Restoring } from './storage.ts'

export interface RestoreOptions {
  /** Called after each piece of a table. */
  readonly progress?: (progress: BackupProgress) => void
  /** Whatever Belfry has in that database goes first. Default false: a database that is in use is refused. */
  readonly replace?: boolean
}

export interface RestoreResult {
  /** When the backup was taken, and by which version of Belfry. */
  readonly takenAt: Date
  readonly version: string
  readonly rows: number
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>
  /** Migrations that were applied after the backup's own. */
  readonly migrated: readonly number[]
  /** Deliveries that were due since, or being sent: an operator settles them. */
  readonly unknown: number
  /** Requests of SQL functions that were open: they are listed as failed. */
  readonly requests: number
  /** Nothing is sent until the hold is released. */
  readonly held: true
  /** The backup's clock was driven, and still is: where it stands. Null in real time. */
  readonly drivenAt: Date | null
}

export interface RestoreParts {
  /** What the engine needs, inside the transaction of the restore. */
  readonly contextIn: (tx: Database) => Context
  readonly defaultChannels: Ladder
  readonly restore: Restore
}

/** Longer than any line: a stored answer to a large batch has a few megabytes. */
const lineCharsMax = 256_000_000
const pieceRows = 1_000
const pieceChars = 4_000_000

export async function restore(parts: RestoreParts, lines: Lines, options: RestoreOptions = {}): Promise<RestoreResult> {
  const read = readOptions(options)
  return await parts.restore(async (restoring) => {
    const { header, footer } = await load(restoring, lines, read)
    const migrated = await restoring.complete(header)
    await restoring.tx.run('restart-feed', [])
    await restoring.tx.run('forget-readings', [])
    const { defaultChannels } = parts
    const requests = await endRequests(restoring.tx)
    const from = { takenAt: header.takenAt }
    const unknown = await holdRestored(parts.contextIn(restoring.tx), restoring.tx, { defaultChannels, from })
    return {
      takenAt: new Date(header.takenAt),
      version: header.version,
      rows: footer.rows,
      tables: footer.tables,
      migrated,
      unknown,
      requests,
      held: true,
      drivenAt: header.drivenAt === null ? null : new Date(header.drivenAt),
    }
  })
}

interface ReadOptions {
  readonly replace: boolean
  readonly progress: (progress: BackupProgress) => void
}

function readOptions(options: RestoreOptions): ReadOptions {
  const { replace, progress } = readObject(options, ['replace', 'progress'], '')
  if (progress !== undefined && typeof progress !== 'function')
    throw refuse('invalid_input', 'Expected a function.', { field: '/progress', accepted: 'a function' })
  return {
    replace: replace === undefined ? false : readBoolean(replace, '/replace'),
    progress: (progress as RestoreOptions['progress']) ?? (() => {}),
  }
}

interface Loaded {
  readonly header: BackupHeader
  readonly footer: BackupFooter
}

/** Everything up to the footer, which says whether it was everything. */
async function load(restoring: Restoring, lines: Lines, { replace, progress }: ReadOptions): Promise<Loaded> {
  const hash = new LinesHash()
  let header: BackupHeader | null = null
  let footer: BackupFooter | null = null
  let pieces: Pieces | null = null
  for await (const line of lines instanceof Readable ? splitLines(lines, lineCharsMax) : lines) {
    if (footer !== null) {
      if (line !== '') throw broken('The backup goes on after its end.')
    } else if (pieces === null) {
      header = readHeader(line)
      await restoring.prepare(header, replace)
      const { estimatedRows } = header
      pieces = new Pieces(restoring, (table, rows) => progress({ table, rows, estimatedRows }))
      hash.add(line)
    } else {
      footer = await pieces.take(line)
      if (footer === null) hash.add(line)
      else check(footer, hash, pieces.counts)
    }
  }
  if (header === null || footer === null) throw broken('The backup is cut off: its end is missing.')
  return { header, footer }
}

function check(footer: BackupFooter, hash: LinesHash, counts: Readonly<Record<string, number>>): void {
  if (hash.end() !== footer.sha256) throw broken('The backup was changed since it was written: its hash does not fit.')
  if (JSON.stringify(counts) !== JSON.stringify(footer.tables))
    throw broken('The backup does not have the rows it names.')
}

/** Gathers rows into pieces of a bounded size, and loads each into its table. */
class Pieces {
  readonly counts: Record<string, number> = {}
  readonly #restoring: Restoring
  readonly #loaded: (table: string, rows: number) => void
  #table: TableLine | null = null
  #rows: string[] = []
  #chars = 0
  #total = 0

  constructor(restoring: Restoring, loaded: (table: string, rows: number) => void) {
    this.#restoring = restoring
    this.#loaded = loaded
  }

  /** Answers the footer when it has come. */
  async take(line: string): Promise<BackupFooter | null> {
    const read = readLine(line)
    if (read.kind === 'row') {
      this.#rows.push(line)
      this.#chars += line.length
      if (this.#rows.length >= pieceRows || this.#chars >= pieceChars) await this.#flush()
      return null
    }
    await this.#flush()
    if (read.kind === 'footer') return read.footer
    if (read.kind === 'sequence') await this.#restoring.setSequence(read.sequence)
    else {
      this.#table = read.table
      if (read.table.table in this.counts) throw broken('A table comes twice.')
      this.counts[read.table.table] = 0
    }
    return null
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    if (rows.length === 0) return
    if (this.#table === null) throw broken('A row comes before any table.')
    const { table } = this.#table
    await this.#restoring.load(this.#table, rows)
    this.counts[table] = (this.counts[table] ?? 0) + rows.length
    this.#total += rows.length
    this.#rows = []
    this.#chars = 0
    this.#loaded(table, this.#total)
  }
}
