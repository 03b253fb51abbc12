// Backup: one consistent state of every table, as lines, while everybody goes on writing. The embedded PostgreSQL ships no
// pg_dump, and this works on any other as well.

import { readFileSync } from 'node:fs'
import { readObject, refuse } from '../input.ts'
import { type BackupFooter, type BackupHeader, type BackupProgress, formatVersion, LinesHash } from './format.ts'
import type { OpenSnapshot, Snapshot } from './storage.ts'

export interface BackupOptions {
  /** Called after each piece of a table. */
  readonly progress?: (progress: BackupProgress) => void
}

/** Lines without their line breaks. Nothing is read before the first one is asked for; leaving off early closes everything. */
export function backup(open: OpenSnapshot, tzVersion: string, options: BackupOptions = {}): AsyncIterable<string> {
  const progress = readProgress(options)
  return lines(open, tzVersion, progress)
}

function readProgress(options: BackupOptions): NonNullable<BackupOptions['progress']> {
  const { progress } = readObject(options, ['progress'], '')
  if (progress === undefined) return () => {}
  if (typeof progress === 'function') return progress as NonNullable<BackupOptions['progress']>
  throw refuse('invalid_input', 'Expected a function.', { field: '/progress', accepted: 'a function' })
}

async function* lines(
  open: OpenSnapshot,
  tzVersion: string,
  progress: (progress: BackupProgress) => void,
): AsyncGenerator<string> {
  const snapshot = await open()
  try {
    const hash = new LinesHash()
    const hashed = (line: string) => {
      hash.add(line)
      return line
    }
    yield hashed(JSON.stringify(headerOf(snapshot, tzVersion)))
    const counts: Record<string, number> = {}
    let rows = 0
    for (const table of snapshot.tables) {
      yield hashed(JSON.stringify(table))
      let count = 0
      for await (const piece of snapshot.rows(table)) {
        for (const row of piece) yield hashed(row)
        count += piece.length
        rows += piece.length
        progress({ table: table.table, rows, estimatedRows: snapshot.about.estimatedRows })
      }
      counts[table.table] = count
    }
    for (const sequence of await snapshot.sequences()) yield hashed(JSON.stringify(sequence))
    const footer: BackupFooter = { end: true, rows, tables: counts, sha256: hash.end() }
    yield JSON.stringify(footer)
  } finally {
    await snapshot.close()
  }
}

function headerOf({ about }: Snapshot, tzVersion: string): BackupHeader {
  return { belfry: 'backup', format: formatVersion, version: belfryVersion(), ...about, tzVersion }
}

/** As package.json has it, which lies two folders above this file before and after the build. */
function belfryVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
