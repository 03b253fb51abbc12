// An iCalendar text → objects: everything under one UID, times only. A file that is none is refused; an event that cannot be read
// is left out and counted, and the others stay.

import { createHash } from 'node:crypto'
import { BelfryError } from '../errors.ts'
import { limits } from '../limits.ts'
import { type Component, componentsOf } from './content-lines.ts'
import type { CalendarEvent, CalendarObject, ReadFile } from './event.ts'
import { FileZones } from './file-zone.ts'
import { type ReadEvent, readEvent } from './read-event.ts'
import { Work } from './work.ts'

/** Of a UID that is kept as it is; a longer one is kept as its hash. */
const uidBytesMax = 512
/** What reading may take: more for a larger text, and not without end. */
const stepsOfFile = 50_000
const stepsOfCharacter = 2
const stepsMax = 3_000_000
/** Of what is kept of one file. */
const keptBytesMax = 8 * 1_048_576

export async function readCalendarFile(text: string, work = workFor(text)): Promise<ReadFile> {
  if (Buffer.byteLength(text) > limits.calendarBytesMax) {
    throw new BelfryError('text_too_long', 'The calendar is too large.', {
      field: '/content',
      accepted: `at most ${limits.calendarBytesMax} bytes`,
    })
  }
  const { events, zones, beyond } = componentsOf(text)
  const known = new FileZones(zones)
  await known.read(events, work)
  const byUid = new Map<string, ReadEvent[]>()
  let skipped = 0
  let bytes = 0
  for (const component of events) {
    await work.pause()
    const read = bytes > keptBytesMax ? null : attempt(() => readEvent(component, known, work))
    if (read === null) skipped++
    else collect(byUid, keptUid(read.uid, component), read)
    if (read?.event) bytes += JSON.stringify(read.event).length
  }
  return { objects: [...byUid].map(([uid, read]) => objectOf(uid, read)), skipped, beyond }
}

/** As much as the text may take, of what there is for all of them. */
export function workFor(text: string, whole: Work | null = null): Work {
  return new Work(Math.min(stepsMax, stepsOfFile + text.length * stepsOfCharacter), whole)
}

/** What stands in an event comes from anywhere; nothing of it ends the reading. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function collect(byUid: Map<string, ReadEvent[]>, uid: string, read: ReadEvent): void {
  const there = byUid.get(uid)
  if (there) there.push(read)
  else byUid.set(uid, [read])
}

function keptUid(uid: string | null, { lines }: Component): string {
  const text = uid ?? lines.join('\n')
  const isKept = uid !== null && Buffer.byteLength(uid) <= uidBytesMax && uid.isWellFormed() && !/\p{Cc}/u.test(uid)
  return isKept ? text : createHash('sha256').update(text).digest('hex')
}

/** Of several versions of the same event the latest counts; several of the same version are several events. */
function objectOf(uid: string, read: readonly ReadEvent[]): CalendarObject {
  const latest = new Map<string, number>()
  const nameOf = ({ event }: ReadEvent) => event?.instead ?? ''
  for (const one of read) latest.set(nameOf(one), Math.max(latest.get(nameOf(one)) ?? 0, one.sequence))
  const events = read
    .filter((one) => one.sequence === latest.get(nameOf(one)))
    .map(({ event }) => event)
    .filter((event): event is CalendarEvent => event !== null)
  return { uid, sequence: Math.max(...read.map(({ sequence }) => sequence)), events: events.some(isBusy) ? events : [] }
}

function isBusy({ busy }: CalendarEvent): boolean {
  return busy === true
}
