// Accepted meetings of somebody, written to their CalDAV collection; those that are off are deleted there. A version that was read is
// never overwritten by guess: If-None-Match and If-Match say what is expected, and after a 412 it is read again first.

import type { Context } from '../engine/context.ts'
import type { CalDav } from './caldav.ts'
import type { CalendarName } from './calendar.ts'
import type { OurMeetings } from './our-meetings.ts'
import { CalendarTrouble, refused } from './request.ts'

export interface Written {
  readonly written: number
  /** Why some could not be written, in words. */
  readonly trouble: string | null
}

/** In one reading; the others come with the next. */
const mostAtOnce = 200

interface ToWrite {
  readonly id: string
  readonly root: string
  readonly href: string | null
  readonly etag: string | null
  readonly sequence: number | null
}

interface ToRemove {
  readonly href: string
  readonly etag: string | null
}

export async function writeMeetings(
  context: Context,
  ours: OurMeetings,
  name: CalendarName,
  dav: CalDav,
  collection: string,
): Promise<Written> {
  const { db, tenant } = context
  const named = [tenant, name.recipient, name.id]
  const place = { context, ours, named, dav, collection }
  let written = 0
  const troubles = new Set<string>()
  const attempt = async (work: () => Promise<boolean>) => {
    try {
      if (await work()) written++
    } catch (error) {
      if (!(error instanceof CalendarTrouble)) throw error
      troubles.add(error.message)
    }
  }
  for (const one of await db.run<ToRemove>('meetings-to-unwrite', [...named, mostAtOnce]))
    await attempt(() => remove(place, one))
  for (const one of await db.run<ToWrite>('meetings-to-write', [...named, mostAtOnce]))
    await attempt(() => write(place, one))
  const [first] = troubles
  return { written, trouble: first === undefined ? null : `Meetings could not be written there. ${first}` }
}

interface Place {
  readonly context: Context
  readonly ours: OurMeetings
  readonly named: readonly string[]
  readonly dav: CalDav
  readonly collection: string
}

async function write(
  { context, ours, named, dav, collection }: Place,
  { id, root, href, etag, sequence }: ToWrite,
): Promise<boolean> {
  // Theirs may have counted further: what is not later than theirs would be none of their calendar's business.
  const file = await ours.fileOf(context, id, sequence === null ? 0 : sequence + 1)
  if (file === null) return false
  const url = href === null ? new URL(`${encodeURIComponent(file.uid)}.ics`, collection) : urlOf(collection, href)
  let answer = await dav.put(url.href, file.text, href === null ? null : await versionOf(dav, collection, url, etag))
  if (answer.status === 412) {
    // Somebody else has written there since we looked.
    answer = await dav.put(url.href, file.text, await versionOf(dav, collection, url, null))
  }
  if (answer.status < 200 || answer.status >= 300) throw refused(answer.status)
  const row = [[url.pathname], [file.uid], [answer.etag], [file.sequence], [root], ['[]']]
  await context.db.run('write-calendar-objects', [...named, ...row])
  await context.db.run('note-written-object', [...named, url.pathname, file.version])
  return true
}

/** A path that begins with two slashes would be another server. */
function urlOf(collection: string, href: string): URL {
  return new URL(`${new URL(collection).origin}${href}`)
}

/** As it is known; a server that did not tell is asked. Null: there is nothing. */
async function versionOf(
  dav: CalDav,
  collection: string,
  { pathname }: URL,
  known: string | null,
): Promise<string | null> {
  if (known !== null) return known
  const found = await dav.fetch(collection, [pathname])
  return found.find(({ href }) => href === pathname)?.etag ?? null
}

async function remove({ context, named, dav, collection }: Place, { href, etag }: ToRemove): Promise<boolean> {
  const url = urlOf(collection, href)
  // Before: the answer may be lost, and then it is still us who did it.
  await context.db.run('note-gone-objects', [...named, [href], ['ours']])
  let status = await dav.delete(url.href, await versionOf(dav, collection, url, etag))
  if (status === 412) status = await dav.delete(url.href, await versionOf(dav, collection, url, null))
  const isGone = status === 404 || status === 410
  if (!isGone && (status < 200 || status >= 300)) throw refused(status)
  await context.db.run('remove-calendar-objects', [...named, [href]])
  return !isGone
}
