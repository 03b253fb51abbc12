// A calendar behind a URL: asked for with what was known of it the last time, so that mostly the answer is 304.

import { BelfryError } from '../errors.ts'
import type { CalendarObject } from './event.ts'
import { readCalendarFile } from './read-file.ts'
import { type KnownObject, nothingNew, type Reading, type ReadingState, wholeReading } from './reading.ts'
import { CalendarTrouble, type Requests, refused } from './request.ts'

export async function readUrl(
  url: string,
  state: ReadingState,
  known: readonly KnownObject[],
  request: Requests,
): Promise<Reading> {
  const { status, headers, body } = await request({
    url,
    method: 'GET',
    headers: {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      ...(state.etag !== null && { 'if-none-match': state.etag }),
      ...(state.modified !== null && { 'if-modified-since': state.modified }),
    },
  })
  if (status === 304) return nothingNew(state)
  if (status !== 200) throw refused(status)
  const { objects, skipped, beyond } = await readCalendarFile(body).catch((error: unknown) => {
    // Somebody else's file: nobody here can put it right.
    if (error instanceof BelfryError) throw new CalendarTrouble('The answer is not an iCalendar file.')
    throw error
  })
  const { changed, removed, tooLarge } = wholeReading(
    objects,
    known,
    skipped + beyond > 0 ? uidsIn(body) : uidsOf(objects),
  )
  return {
    ...{ changed, removed, skipped: skipped + tooLarge, beyond },
    state: { ...state, etag: kept(headers.etag), modified: kept(headers['last-modified']) },
  }
}

/** Too large to be kept is not removed. */
function uidsOf(objects: readonly CalendarObject[]): ReadonlySet<string> {
  return new Set(objects.map(({ uid }) => uid))
}

/** Of everything in a file, also of what cannot be read or is beyond what is taken. */
function uidsIn(text: string): ReadonlySet<string> {
  const lines = text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '').matchAll(/^UID(?:;[^:\r\n]*)?:(.*)$/gim)
  return new Set([...lines].map(([, uid = '']) => uid.trim().replaceAll(/\\([\\;,])/g, '$1')))
}

/** Sent back as it came, if it can be a header at all. */
function kept(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null
}
