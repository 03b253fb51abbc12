// What a reading of a calendar finds out, before anything of it is written.

import { createHash } from 'node:crypto'
import type { CalendarObject } from './event.ts'

/** What is known of an object from the reading before. */
export interface KnownObject {
  readonly href: string
  readonly uid: string
  /** Null, too, of one that is gone. */
  readonly etag: string | null
  readonly sequence: number
  readonly meeting: string | null
  readonly gone: 'missing' | 'moved' | 'doubted' | 'mark' | 'cancel' | 'ours' | null
}

export interface FoundObject extends CalendarObject {
  readonly href: string
  readonly etag: string | null
}

/** What the next reading compares with. */
export interface ReadingState {
  readonly collection: string | null
  readonly etag: string | null
  readonly modified: string | null
  readonly syncToken: string | null
}

export interface Reading {
  readonly changed: readonly FoundObject[]
  /** Hrefs. */
  readonly removed: readonly string[]
  readonly state: ReadingState
  readonly skipped: number
  readonly beyond: number
}

export function nothingNew(state: ReadingState): Reading {
  return { changed: [], removed: [], state, skipped: 0, beyond: 0 }
}

/** Of what is kept of one object. More than that has nobody but whoever wants to fill the database. */
const objectBytesMax = 65_536

/** A whole calendar: one object a UID, and changed where its hash is another. What its text names is there, read or not. */
export function wholeReading(
  objects: readonly CalendarObject[],
  known: readonly KnownObject[],
  named: ReadonlySet<string> = new Set(),
): Pick<Reading, 'changed' | 'removed'> & { readonly tooLarge: number } {
  const etags = new Map(known.map(({ href, etag }) => [href, etag]))
  const small = objects.filter((object) => !isTooLarge(object))
  const found = small.map((object) => ({ ...object, href: object.uid, etag: hashOf(object) }))
  const there = new Set(found.map(({ href }) => href))
  return {
    changed: found.filter(({ href, etag }) => etags.get(href) !== etag),
    removed: known.map(({ href }) => href).filter((href) => !there.has(href) && !named.has(href)),
    tooLarge: objects.length - small.length,
  }
}

export function isTooLarge({ events }: CalendarObject): boolean {
  return JSON.stringify(events).length > objectBytesMax
}

function hashOf({ sequence, events }: CalendarObject): string {
  return createHash('sha256')
    .update(JSON.stringify([sequence, events]))
    .digest('base64url')
    .slice(0, 22)
}
