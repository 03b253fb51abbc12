// A Deno KV database as the bot leaves it, written by the package that Deno's own users have.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKv } from '@deno/kv'

/** As the bot stores it. */
export interface KvReminder {
  readonly reminderString: unknown
  readonly reminderDate: unknown
  readonly reminderToDateString?: string
  readonly reminderIsActive?: unknown
  readonly reminderId?: unknown
  readonly reminderUserId?: unknown
  readonly createdAt?: unknown
}

export type Entry = readonly [key: readonly (string | number | bigint)[], value: unknown]

export const createdAt = new Date('2029-11-05T08:30:00Z')

/** One that is in order, in both places. */
export function reminderOf(user: number, id: string, at: Date | string, more: Partial<KvReminder> = {}): Entry[] {
  const reminderDate = new Date(at)
  const value = {
    ...{ reminderString: `call ${id}`, reminderDate, reminderToDateString: reminderDate.toDateString() },
    ...{ reminderId: id, reminderUserId: user, createdAt, ...more },
  }
  return [
    [['reminders_by_user', user, id], value],
    [['reminders_by_time', reminderDate.toISOString(), id], { userId: user, reminderId: id }],
  ]
}

/** As before there was a time index. */
export function oldReminderOf(
  user: number,
  id: string,
  at: Date | string,
  reminderIsActive: boolean,
  more: Partial<KvReminder> = {},
): Entry[] {
  return reminderOf(user, id, at, { reminderIsActive, ...more }).slice(0, 1)
}

export interface KvFile {
  readonly database: string
  put(entries: readonly Entry[], encodeV8?: (value: unknown) => Uint8Array): Promise<void>
  remove(): void
}

export function kvFile(): KvFile {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-kv-'))
  const database = join(directory, 'kv.sqlite3')
  return {
    database,
    async put(entries, encodeV8) {
      const kv = await openKv(database, encodeV8 ? { encodeV8, decodeV8: () => null } : {})
      const each = 500
      for (let from = 0; from < entries.length; from += each) {
        const some = entries.slice(from, from + each)
        await some.reduce((write, [key, value]) => write.set([...key], value), kv.atomic()).commit()
      }
      kv.close()
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The same as lines of a dump. */
export const dumpOf = (entries: readonly Entry[]) =>
  entries.map(([key, value]) =>
    JSON.stringify({ key, value }, (_, part) => (typeof part === 'bigint' ? String(part) : part)),
  )
