// Reading a calendar: look what is known → read what is new → write it → settle meetings that were removed there → write ours there.
// The network comes between transactions, never inside of one.

import type { OutgoingGround } from '../channels/outgoing/connect.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { type Applied, applyReading, Overtaken } from './apply.ts'
import { CalDav } from './caldav.ts'
import type { CalendarName, Synced } from './calendar.ts'
import { settleGone } from './gone.ts'
import type { OurMeetings } from './our-meetings.ts'
import { readCaldav } from './read-caldav.ts'
import { readUrl } from './read-url.ts'
import { type KnownObject, nothingNew, type Reading } from './reading.ts'
import { CalendarTrouble, placeRules, type Requests, requestsTo } from './request.ts'
import { type CalendarRow, findCalendar, requireCalendar, stateOf, toCalendar, unseal } from './row.ts'
import { inTurn, readingMsMax } from './turn.ts'
import { writeMeetings } from './write-meetings.ts'

/** What calendars stand on, beside the context. */
export interface CalendarGround {
  readonly ours: OurMeetings
  /** Tests bring their own, and have less time for a request. */
  readonly network?: OutgoingGround
  readonly requestMs?: number
  /** How long to wait for somebody else who reads the same calendar, or too many others. */
  readonly waitMs?: number
  /** Whoever reads has to stop: nothing more is asked for, and nothing counts as a failure of the calendar's. */
  readonly signal?: AbortSignal
}

const triesMax = 3

/** Reads it as soon as nobody else does. */
export async function syncCalendar(context: Context, ground: CalendarGround, name: CalendarName): Promise<Synced> {
  return await inTurn(context, name, ground, () => readCalendar(context, ground, name))
}

/** For whoever has claimed it. What goes wrong outside of Belfry is the calendar's `trouble`, and changes nothing else. */
export async function readCalendar(context: Context, ground: CalendarGround, name: CalendarName): Promise<Synced> {
  const row = await requireCalendar(context, name)
  try {
    return await readAndApply(context, ground, row)
  } catch (error) {
    const why = troubleOf(error)
    if (why === null || ground.signal?.aborted) throw error
    const { recipient, id, version } = row
    await context.db.run('fail-calendar-reading', [context.tenant, recipient, id, why, version])
    return { ...(await answer(context, name)), changed: 0, removed: 0, written: 0, meetings: [] }
  }
}

/** Null: a fault of Belfry's own, or of its database. */
function troubleOf(error: unknown): string | null {
  if (error instanceof CalendarTrouble) return error.message.slice(0, 500)
  // A password that was sealed with another key: whoever runs this can put it right.
  if (error instanceof BelfryError && error.field === '/encryptionKey')
    return 'Its password was sealed with another key.'
  return error instanceof Overtaken ? 'Somebody else read it at the same time.' : null
}

async function readAndApply(context: Context, ground: CalendarGround, first: CalendarRow): Promise<Synced> {
  const { network, requestMs, ours } = ground
  const signal = AbortSignal.any([AbortSignal.timeout(readingMsMax), ...(ground.signal ? [ground.signal] : [])])
  let row: CalendarRow | null = first
  for (let tries = 1; row !== null; tries++) {
    const credentials = await unseal(context, row)
    const request =
      row.url === null
        ? null
        : requestsTo(
            { url: row.url, credentials },
            { rules: placeRules(context, row.public_only), signal, network, requestMs },
          )
    const dav = row.kind === 'caldav' && request ? await CalDav.open(request) : null
    const known = await context.db.run<KnownObject>('calendar-objects', [context.tenant, row.recipient, row.id])
    const reading = await read(row, known, request, dav)
    try {
      const applied = await applyReading(context, ours, row, known, reading)
      return await afterwards(context, ours, row, dav, reading, applied)
    } catch (error) {
      if (!(error instanceof Overtaken) || tries === triesMax) throw error
      row = await findCalendar(context, row)
    }
  }
  throw new Overtaken()
}

async function read(
  row: CalendarRow,
  known: readonly KnownObject[],
  request: Requests | null,
  dav: CalDav | null,
): Promise<Reading> {
  const state = stateOf(row)
  if (row.url === null || request === null) return nothingNew(state)
  if (dav === null) return await readUrl(row.url, state, known, request)
  return await readCaldav({ url: row.url, name: row.name }, state, known, dav)
}

async function afterwards(
  context: Context,
  ours: OurMeetings,
  row: CalendarRow,
  dav: CalDav | null,
  { state }: Reading,
  { changed, removed, trouble }: Applied,
): Promise<Synced> {
  // While nothing goes out, nothing is changed elsewhere, and no meeting ends because of what is there; busy times are read all the same.
  const meetings = row.is_held ? [] : await settleGone(context, ours, row)
  const isWritten = dav !== null && !row.is_held && row.writes && state.collection !== null
  const wrote = isWritten ? await writeMeetings(context, ours, row, dav, state.collection!) : null
  if (wrote?.trouble) {
    const both = [trouble, wrote.trouble].filter((one) => one !== null).join(' ')
    await context.db.run('note-calendar-trouble', [context.tenant, row.recipient, row.id, both.slice(0, 500)])
  }
  return { ...(await answer(context, row)), changed, removed, written: wrote?.written ?? 0, meetings }
}

export async function answer(context: Context, { recipient, id }: CalendarName): Promise<Pick<Synced, 'calendar'>> {
  return { calendar: toCalendar(await requireCalendar(context, { recipient, id })) }
}
