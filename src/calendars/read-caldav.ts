// A CalDAV collection: what has changed since the last time, by its sync token, or else by comparing the versions of everything that
// is there. Only objects whose version is another are fetched, many in a request.

import { BelfryError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { CalDav, Fetched, Listed } from './caldav.ts'
import type { CalendarObject } from './event.ts'
import { readCalendarFile, workFor } from './read-file.ts'
import {
  type FoundObject,
  isTooLarge,
  type KnownObject,
  nothingNew,
  type Reading,
  type ReadingState,
} from './reading.ts'
import { TooLarge } from './request.ts'
import { Work } from './work.ts'

/** In one request. */
const fetchedAtOnce = 50
/** What all objects of one reading may take together: a step is about a microsecond. */
const stepsOfReadingMax = 10_000_000

export async function readCaldav(
  { url, name }: { readonly url: string; readonly name: string | null },
  state: ReadingState,
  known: readonly KnownObject[],
  dav: CalDav,
  work = new Work(stepsOfReadingMax),
): Promise<Reading> {
  const collection = state.collection ?? (await dav.find(url, name)).url
  const listing = await listingOf(dav, collection, state, known)
  if (listing === null) return nothingNew({ ...state, collection })
  const { wanted, beyond } = wantedOf(listing, known)
  const { found, skipped } = await fetchAll(dav, collection, wanted, work)
  return { ...{ changed: found, removed: listing.removed, skipped, beyond }, state: { ...listing.state, collection } }
}

interface Listing {
  readonly listed: readonly Listed[]
  readonly removed: readonly string[]
  readonly state: ReadingState
}

/** Null: nothing has changed. */
async function listingOf(
  dav: CalDav,
  collection: string,
  state: ReadingState,
  known: readonly KnownObject[],
): Promise<Listing | null> {
  if (state.syncToken !== null) {
    const changes = await dav.changesSince(collection, state.syncToken)
    // What we have deleted there ourselves is told as well.
    const isKnown = new Set(known.map(({ href }) => href))
    if (changes) {
      const removed = changes.removed.filter((href) => isKnown.has(href))
      return { listed: changes.listed, removed, state: { ...state, syncToken: changes.syncToken } }
    }
  }
  const { ctag, canSync } = await dav.collection(collection)
  if (state.syncToken === null && ctag !== null && ctag === state.etag) return null
  const all = canSync ? await dav.changesSince(collection, null) : null
  const listed = all?.listed ?? (await dav.list(collection))
  const there = new Set(listed.map(({ href }) => href))
  return {
    listed,
    removed: known.map(({ href }) => href).filter((href) => !there.has(href)),
    // Read before the list, so that what changes meanwhile is another version the next time.
    state: { ...state, etag: ctag, syncToken: all?.syncToken ?? null },
  }
}

function wantedOf(
  { listed, removed }: Listing,
  known: readonly KnownObject[],
): { readonly wanted: readonly string[]; readonly beyond: number } {
  const etags = new Map(known.map(({ href, etag }) => [href, etag]))
  for (const href of removed) etags.delete(href)
  const other = listed.filter(({ href, etag }) => etag === null || etags.get(href) !== etag)
  const added = other.filter(({ href }) => !etags.has(href))
  const beyond = Math.max(0, etags.size + added.length - limits.calendarObjectsMax)
  const left = new Set(added.slice(added.length - beyond).map(({ href }) => href))
  return { wanted: other.map(({ href }) => href).filter((href) => !left.has(href)), beyond }
}

async function fetchAll(
  dav: CalDav,
  collection: string,
  hrefs: readonly string[],
  work: Work,
): Promise<{ readonly found: FoundObject[]; readonly skipped: number }> {
  const found: FoundObject[] = []
  let skipped = 0
  for (let i = 0; i < hrefs.length; i += fetchedAtOnce) {
    const asked = hrefs.slice(i, i + fetchedAtOnce)
    const { fetched, tooLarge } = await fetchSome(dav, collection, asked)
    skipped += tooLarge
    for (const one of fetched) {
      const read = await readObject(one.text, work)
      skipped += read.skipped
      found.push({ ...read.object, href: one.href, etag: one.etag })
    }
  }
  return { found, skipped }
}

/** By halves where the answer would be too large; one alone that is too large is left out. */
async function fetchSome(
  dav: CalDav,
  collection: string,
  hrefs: readonly string[],
): Promise<{ readonly fetched: readonly Fetched[]; readonly tooLarge: number }> {
  try {
    return { fetched: await dav.fetch(collection, hrefs), tooLarge: 0 }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    if (hrefs.length === 1) return { fetched: [], tooLarge: 1 }
    const half = Math.ceil(hrefs.length / 2)
    const first = await fetchSome(dav, collection, hrefs.slice(0, half))
    const second = await fetchSome(dav, collection, hrefs.slice(half))
    return { fetched: [...first.fetched, ...second.fetched], tooLarge: first.tooLarge + second.tooLarge }
  }
}

const nothing: CalendarObject = { uid: '', sequence: 0, events: [] }

/** What cannot be read is kept as nothing, so that it is not fetched again until it changes. Tasks are nothing, too. */
async function readObject(
  text: string,
  work: Work,
): Promise<{ readonly object: CalendarObject; readonly skipped: number }> {
  try {
    const { objects, skipped } = await readCalendarFile(text, workFor(text, work))
    const [first = nothing, ...others] = objects
    // All of them have one UID, by the standard.
    const object = { ...first, events: [first, ...others].flatMap(({ events }) => events) }
    return isTooLarge(object) ? { object: { ...first, events: [] }, skipped: 1 } : { object, skipped }
  } catch (error) {
    if (error instanceof BelfryError) return { object: nothing, skipped: 1 }
    throw error
  }
}
