// Reminders of a Deno KV bot, from its database or from a dump of it as JSON lines. Both have entries of two kinds:
//
//   ["reminders_by_user", userId, reminderId]     → the reminder
//   ["reminders_by_time", timestamp, reminderId]  → { userId, reminderId }
//
// The second is an index, and younger than the first: old reminders are not in it. Nothing is taken from it; it is read because an
// entry that stands there alone is a reminder that somebody may be waiting for.

import { BelfryError } from '../errors.ts'
import { readObject, readText, refuse } from '../input.ts'
import { isPlain, TimeIndex } from './deno-kv-time-index.ts'
import type { KvEntry, ReadKv } from './kv.ts'
import { type Lines, readLines } from './lines.ts'
import type { RowRef, Source, SourceRow } from './source.ts'
import { requireLines } from './source.ts'

export type DenoKvSource =
  | {
      /** The file that the bot kept its data in, or the URL of its database. */
      readonly database: string
      /** For a URL. Default: DENO_KV_ACCESS_TOKEN of the environment. */
      readonly accessToken?: string
    }
  | {
      /** JSON lines: `{ "key": [...], "value": {...} }`, or the reminder alone. */
      readonly lines: Lines
    }

/** `keyUser` and `keyId` are what the key says, the others what the reminder says of itself. */
export type NoteField =
  | 'keyUser'
  | 'keyId'
  | 'reminderString'
  | 'reminderDate'
  | 'reminderIsActive'
  | 'reminderId'
  | 'reminderUserId'
  | 'createdAt'

type NoteRow = SourceRow<NoteField>

const byUser = 'reminders_by_user'
const byTime = 'reminders_by_time'
const ownFields = [
  'reminderString',
  'reminderDate',
  'reminderIsActive',
  'reminderId',
  'reminderUserId',
  'createdAt',
] as const

export function openDenoKv(
  input: DenoKvSource,
  { readKv, batchSize }: { readonly readKv: ReadKv; readonly batchSize: number },
): Source<NoteField> {
  const value = readObject(input, ['database', 'accessToken', 'lines'], '/source')
  if ((value.database === undefined) === (value.lines === undefined)) {
    throw refuse('missing_field', 'Exactly one of database and lines is needed.', {
      field: '/source',
      accepted: 'database: a file or a URL, or lines: JSON lines',
    })
  }
  if (value.lines !== undefined) {
    const lines = requireLines(value.lines, '/source/lines')
    return { timezone: 'UTC', rows: () => fromLines(lines, batchSize) }
  }
  const place = readText(value.database, '/source/database', { bytesMax: 4_096 })
  const accessToken =
    value.accessToken === undefined ? null : readText(value.accessToken, '/source/accessToken', { bytesMax: 4_096 })
  const wanted = { place, accessToken, prefixes: [byUser, byTime], chunk: batchSize }
  let part: number | null = null
  const told = (now: number | null) => {
    part = now
  }
  return { timezone: 'UTC', rows: () => fromKv(readKv(wanted), told), part: () => part }
}

async function* fromKv(pieces: ReturnType<ReadKv>, told: (part: number | null) => void): AsyncGenerator<NoteRow[]> {
  const index = new TimeIndex()
  let row = 0
  for await (const { entries, part } of ahead(pieces)) {
    const rows = entries.flatMap((entry) => rowOf(entry, () => ++row, index) ?? [])
    told(part)
    // Also where there is none: how far it is has changed.
    yield rows
  }
  const alone = orphans(index)
  if (alone.length > 0) yield alone
}

/** While PostgreSQL writes one piece, the next one is read: reading takes as long as writing. */
async function* ahead<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = iterator.next()
      // Awaited in the next round, unless whoever reads has enough.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await iterator.return?.()
  }
}

async function* fromLines(lines: Lines, batchSize: number): AsyncGenerator<NoteRow[]> {
  const index = new TimeIndex()
  let batch: NoteRow[] = []
  for await (const read of readLines(lines)) {
    const row =
      'error' in read
        ? { ref: { row: read.line, id: null }, values: {}, error: read.error }
        : lineOf(read.object, read.line, index)
    if (row !== null) batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  batch.push(...orphans(index))
  if (batch.length > 0) yield batch
}

function lineOf(object: Readonly<Record<string, unknown>>, line: number, index: TimeIndex): NoteRow | null {
  if (!Object.hasOwn(object, 'key')) return noteOf({ value: object }, line, index)
  const { key, value } = object
  if (Array.isArray(key)) return rowOf({ key, value }, () => line, index)
  const error = refuse('invalid_input', 'Not a key.', { field: '/key', accepted: `["${byUser}", user, id]` })
  return { ref: { row: line, id: null }, values: {}, error }
}

/** Null for what is no reminder: the index, and whatever else the bot keeps. Only reminders are counted. */
function rowOf({ key, value }: KvEntry, nextRow: () => number, index: TimeIndex): NoteRow | null {
  if (key[0] === byUser) return noteOf({ key, value }, nextRow(), index)
  if (key[0] === byTime) {
    const { userId, reminderId } = objectOf(value)
    index.named(userId, reminderId ?? key[2])
  }
  return null
}

function noteOf(
  { key = [], value }: { readonly key?: readonly unknown[]; readonly value: unknown },
  row: number,
  index: TimeIndex,
): NoteRow {
  const object = objectOf(value)
  const values: Partial<Record<NoteField, unknown>> = {}
  for (const name of ownFields) if (Object.hasOwn(object, name) && object[name] != null) values[name] = object[name]
  const [, keyUser, keyId] = key
  if (keyUser != null) values.keyUser = keyUser
  if (keyId != null) values.keyId = keyId
  const user = values.keyUser ?? values.reminderUserId
  const id = values.keyId ?? values.reminderId
  index.found(user, id)
  const ref = { row, id: shown(user, id) }
  return { ref, values, error: isObject(value) ? null : notAReminder() }
}

function notAReminder(): BelfryError {
  return refuse('invalid_input', 'The value is no reminder, or cannot be read.', {
    field: '/value',
    accepted: 'an object with reminderString and reminderDate',
  })
}

function orphans(index: TimeIndex): NoteRow[] {
  return index.alone().map(({ user, id }) => ({ ref: aloneRef(user, id), values: {}, error: orphan() }))
}

/** It has no row among the reminders. */
function aloneRef(user: string, id: string): RowRef {
  return { row: 0, id: shown(user, id) }
}

function orphan(): BelfryError {
  return new BelfryError('not_found', `Only ${byTime} names it: there is no text, and nothing rings.`, {
    field: '/key',
    accepted: `an entry ["${byUser}", user, id]; without one it was sent, or deleted by halves`,
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** How a report names it: `42/a1b2`. */
function shown(user: unknown, id: unknown): string | null {
  const [who, which] = [user, id].map((part) => (isPlain(part) ? String(part).slice(0, 120) : '?'))
  return who === '?' && which === '?' ? null : `${who}/${which}`
}
