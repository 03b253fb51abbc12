// What a reading found, written in one transaction: objects, busy times, and what to compare with the next time. Everything that takes
// long (the network, the expansion of series) happened before; the transaction sees whether somebody was faster.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { limits } from '../limits.ts'
import { type BusyGround, type Expanded, expand, windowAround } from './busy.ts'
import type { CalendarEvent } from './event.ts'
import type { OurMeetings } from './our-meetings.ts'
import type { FoundObject, KnownObject, Reading } from './reading.ts'
import type { CalendarRow } from './row.ts'

export interface Applied {
  readonly changed: number
  readonly removed: number
  /** What was left out, in words. */
  readonly trouble: string | null
}

/** Somebody has changed the calendar, or read it, since this reading began. */
export class Overtaken extends Error {}

const rowsAtOnce = 1_000
const dayMs = 86_400_000
/** Files are not read again, but time goes by. */
const fileEveryMs = dayMs

export async function applyReading(
  context: Context,
  ours: OurMeetings,
  row: CalendarRow,
  known: readonly KnownObject[],
  reading: Reading,
): Promise<Applied> {
  const lineages = await lineagesOf(context, ours, row)
  const changed = linked(reading.changed, known, lineages)
  const expansion = await expansionOf(context, row, changed, reading.removed)
  const gone = await goneOf(context, row, known, reading.removed, changed, lineages)
  const trouble = words(reading, expansion.expanded, gone)
  const name = [context.tenant, row.recipient, row.id] as const
  await context.db.transaction(async (tx) => {
    const [there] = await tx.run<{ version: number; reading: number }>('lock-calendar', name)
    if (there?.version !== row.version || there.reading !== row.reading) throw new Overtaken()
    await inPieces(gone.noted, (some) =>
      tx.run('note-gone-objects', [...name, some.map(({ href }) => href), some.map(({ gone }) => gone)]),
    )
    const back = changed.flatMap(({ meeting }) => meeting ?? [])
    if (back.length > 0) await tx.run('unmark-removed-meetings', [context.tenant, row.recipient, back])
    await inPieces(gone.others, (hrefs) => tx.run('remove-calendar-objects', [...name, hrefs]))
    await inPieces(changed, (objects) => tx.run('write-calendar-objects', [...name, ...columnsOf(objects)]))
    await writeBusy(tx, name, changed, expansion)
    const { collection, etag, modified, syncToken } = reading.state
    const nextMs = row.kind === 'file' ? fileEveryMs : row.every_ms
    const { isWhole, ground, by } = expansion
    const until = isWhole ? [ground.toMs, by] : [null, null]
    await tx.run('end-calendar-reading', [...name, collection, etag, modified, syncToken, trouble, ...until, nextMs])
  })
  return { changed: changed.length, removed: gone.removed, trouble }
}

interface Lineages {
  readonly byUid: ReadonlyMap<string, string>
  /** Those with a meeting that is accepted and has not begun. */
  readonly ahead: ReadonlySet<string>
}

async function lineagesOf({ db, tenant }: Context, ours: OurMeetings, { recipient }: CalendarRow): Promise<Lineages> {
  const rows = await db.run<{ root: string; is_ahead: boolean }>('own-lineages', [tenant, recipient])
  return {
    byUid: new Map(rows.map(({ root }) => [ours.uidOf(tenant, root), root])),
    ahead: new Set(rows.filter(({ is_ahead }) => is_ahead).map(({ root }) => root)),
  }
}

type LinkedObject = FoundObject & { readonly meeting: string | null }

/** What cannot be read any more is what it was. */
function linked(changed: readonly FoundObject[], known: readonly KnownObject[], { byUid }: Lineages): LinkedObject[] {
  const before = new Map(known.map((one) => [one.href, one]))
  return changed.map((object) => {
    const { uid, sequence } = object.uid === '' ? (before.get(object.href) ?? object) : object
    return { ...object, uid, sequence, meeting: byUid.get(uid) ?? null }
  })
}

interface Expansion {
  readonly ground: BusyGround
  readonly by: string
  /** Everything was expanded anew, not only what has changed. */
  readonly isWhole: boolean
  readonly expanded: Expanded
}

/** What has changed; everything once a day, and when the zone or the time-zone database is another. */
async function expansionOf(
  context: Context,
  row: CalendarRow,
  changed: readonly LinkedObject[],
  removed: readonly string[],
): Promise<Expansion> {
  const { rules, tzVersion, db, tenant } = context
  const zone = row.timezone ?? row.zone
  const by = `${zone} ${tzVersion}`
  const isCurrent = row.expanded_by === by && row.expanded_ms !== null
  const isWhole = !isCurrent || row.expanded_ms! < windowAround(row.now_ms).toMs - dayMs
  const window = windowAround(row.now_ms)
  // Until the next whole one, what is new reaches as far as everything else.
  const ground = { zone, rules, fromMs: window.fromMs, toMs: isWhole ? window.toMs : row.expanded_ms! }
  const name = [tenant, row.recipient, row.id]
  const external = changed.filter(({ meeting }) => meeting === null)
  if (!isWhole) {
    const hrefs = changed.map(({ href }) => href)
    const spansMax = hrefs.length === 0 ? 0 : await spansLeft(db, name, hrefs)
    return { ground, by, isWhole, expanded: await expand(external, ground, spansMax) }
  }
  // What has changed is expanded as it is now; what is gone takes no time any more.
  const again = new Set([...changed.map(({ href }) => href), ...removed])
  const kept = await db.run<{ href: string; events: CalendarEvent[] }>('calendar-events', name)
  const all = [...kept.filter(({ href }) => !again.has(href)), ...external]
  return { ground, by, isWhole, expanded: await expand(all, ground, await spansLeft(db, name, null)) }
}

/** How many busy times there is room for, beside those of the other objects and of the person's other calendars. `hrefs`: null for all objects. */
async function spansLeft(db: Database, name: readonly string[], hrefs: readonly string[] | null): Promise<number> {
  const { busyTimesOfCalendarMax: calendarMax, busyTimesOfPersonMax: personMax } = limits
  const [counted] = await db.run<{ here: number; elsewhere: number }>('count-busy-times', [...name, hrefs, personMax])
  const { here = 0, elsewhere = 0 } = counted ?? {}
  return Math.max(0, Math.min(calendarMax - here, personMax - here - elsewhere))
}

async function writeBusy(
  tx: Database,
  name: readonly [string, string, string],
  changed: readonly LinkedObject[],
  { isWhole, expanded }: Expansion,
): Promise<void> {
  if (isWhole) await tx.run('forget-busy-times', [...name, null])
  else if (changed.length > 0) await tx.run('forget-busy-times', [...name, changed.map(({ href }) => href)])
  const spans = expanded.objects.flatMap(({ href, spans }) => spans.map((span) => ({ href, ...span })))
  await inPieces(spans, (some) =>
    tx.run('write-busy-times', [
      ...[...name, some.map(({ href }) => href)],
      ...[some.map(({ fromMs }) => fromMs), some.map(({ toMs }) => toMs)],
    ]),
  )
}

interface Gone {
  /** Meetings of ours that are not there, and what that means. */
  readonly noted: readonly { readonly href: string; readonly gone: NonNullable<KnownObject['gone']> }[]
  readonly others: readonly string[]
  readonly doubted: number
  /** Since the last time. */
  readonly removed: number
}

/** Removed is what is missing twice in a row, in every calendar of theirs, and did not go along with most of the others. */
async function goneOf(
  { db, tenant }: Context,
  { kind, on_removed, recipient, id }: CalendarRow,
  known: readonly KnownObject[],
  removed: readonly string[],
  changed: readonly LinkedObject[],
  { ahead }: Lineages,
): Promise<Gone> {
  const away = new Set(removed)
  const back = new Set(changed.map(({ href }) => href))
  const isThere = ({ href, gone }: KnownObject) => gone === null && !away.has(href)
  const here = new Set([...changed, ...known.filter(isThere)].map(({ meeting }) => meeting))
  // Whoever uploads another file has not removed anything from a calendar; what we delete nobody else has removed; and what is there
  // under another address was moved.
  const missed = known.filter(
    ({ href, gone, meeting }) =>
      kind !== 'file' &&
      meeting !== null &&
      ahead.has(meeting) &&
      !here.has(meeting) &&
      !back.has(href) &&
      gone !== 'ours' &&
      (gone !== null || away.has(href)),
  )
  const roots = missed.map(({ meeting }) => meeting)
  const found =
    roots.length === 0 ? [] : await db.run<{ root: string }>('lineages-elsewhere', [tenant, recipient, id, roots])
  const elsewhere = new Set(found.map(({ root }) => root))
  const isShrinking = shrinks(known, away, back)
  const stateOf = ({ gone, meeting }: KnownObject): NonNullable<KnownObject['gone']> => {
    if (gone === 'mark' || gone === 'cancel') return gone
    if (elsewhere.has(meeting!)) return 'moved'
    if (gone === 'doubted' || (gone === null && isShrinking)) return 'doubted'
    return gone === 'missing' && !isShrinking ? on_removed : 'missing'
  }
  const noted = missed.map((one) => ({ href: one.href, gone: stateOf(one) }))
  const isNoted = new Set(noted.map(({ href }) => href))
  return {
    ...{ noted, doubted: noted.filter(({ gone }) => gone === 'doubted').length },
    others: removed.filter((href) => !isNoted.has(href)),
    removed: known.filter(({ href, gone }) => gone === null && away.has(href)).length,
  }
}

/** By more than half, or to nothing: hardly what somebody did one by one. */
function shrinks(known: readonly KnownObject[], away: ReadonlySet<string>, back: ReadonlySet<string>): boolean {
  const before = known.filter(({ gone }) => gone === null).map(({ href }) => href)
  const isKnown = new Set(before)
  const left = before.filter((href) => !away.has(href)).length + [...back].filter((href) => !isKnown.has(href)).length
  return left < before.length && (left === 0 || left < before.length / 2)
}

const busyTimesMax = `a calendar has at most ${limits.busyTimesOfCalendarMax}, a person ${limits.busyTimesOfPersonMax}`

function words({ skipped, beyond }: Reading, { cut, beyond: times }: Expanded, { doubted }: Gone): string | null {
  const said = [
    skipped > 0 && `${skipped} could not be read and are left out.`,
    beyond > 0 && `${beyond} more than ${limits.calendarObjectsMax} are left out.`,
    cut > 0 && `Of ${cut}, not every repetition is counted.`,
    times > 0 && `${times} busy times are left out: ${busyTimesMax}.`,
    doubted > 0 && `Meetings vanished with most of the calendar (${doubted}): nothing is done about them.`,
  ]
  return said.filter((one) => one !== false).join(' ') || null
}

function columnsOf(objects: readonly LinkedObject[]): unknown[] {
  return [
    objects.map(({ href }) => href),
    objects.map(({ uid }) => uid),
    objects.map(({ etag }) => etag),
    objects.map(({ sequence }) => sequence),
    objects.map(({ meeting }) => meeting),
    objects.map(({ meeting, events }) => JSON.stringify(meeting === null ? events : [])),
  ]
}

async function inPieces<T>(all: readonly T[], write: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += rowsAtOnce) await write(all.slice(i, i + rowsAtOnce))
}
