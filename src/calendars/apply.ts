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
  const changed = reading.changed.map((object) => ({ ...object, meeting: lineages.byUid.get(object.uid) ?? null }))
  const expansion = await expansionOf(context, row, changed, reading.removed)
  const gone = goneOf(row, known, reading.removed, lineages)
  const trouble = words(reading, expansion.expanded, gone)
  const name = [context.tenant, row.recipient, row.id] as const
  await context.db.transaction(async (tx) => {
    const [there] = await tx.run<{ version: number; reading: number }>('lock-calendar', name)
    if (there?.version !== row.version || there.reading !== row.reading) throw new Overtaken()
    if (gone.hrefs.length > 0) await tx.run('note-gone-objects', [...name, gone.hrefs, gone.policy])
    await inPieces(gone.others, (hrefs) => tx.run('remove-calendar-objects', [...name, hrefs]))
    await inPieces(changed, (objects) => tx.run('write-calendar-objects', [...name, ...columnsOf(objects)]))
    await writeBusy(tx, name, changed, expansion)
    const { collection, etag, modified, syncToken } = reading.state
    const nextMs = row.kind === 'file' ? fileEveryMs : row.every_ms
    const { isWhole, ground, by } = expansion
    const until = isWhole ? [ground.toMs, by] : [null, null]
    await tx.run('end-calendar-reading', [...name, collection, etag, modified, syncToken, trouble, ...until, nextMs])
  })
  return { changed: changed.length, removed: reading.removed.length, trouble }
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
    const [counted] = hrefs.length === 0 ? [] : await db.run<{ count: number }>('count-busy-times', [...name, hrefs])
    const spansMax = limits.busyTimesOfCalendarMax - (counted?.count ?? 0)
    return { ground, by, isWhole, expanded: await expand(external, ground, spansMax) }
  }
  // What has changed is expanded as it is now; what is gone takes no time any more.
  const again = new Set([...changed.map(({ href }) => href), ...removed])
  const kept = await db.run<{ href: string; events: CalendarEvent[] }>('calendar-events', name)
  const all = [...kept.filter(({ href }) => !again.has(href)), ...external]
  return { ground, by, isWhole, expanded: await expand(all, ground) }
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
  /** Meetings of ours, and what becomes of them. */
  readonly hrefs: readonly string[]
  readonly policy: 'mark' | 'cancel'
  readonly isDoubted: boolean
  readonly others: readonly string[]
}

/** So many of ours that vanish at once were hardly removed one by one. */
const doubtedFrom = 4

function goneOf(
  { kind, on_removed }: CalendarRow,
  known: readonly KnownObject[],
  removed: readonly string[],
  { ahead }: Lineages,
): Gone {
  const away = new Set(removed)
  // Whoever uploads another file has not removed anything from a calendar.
  const linked = kind === 'file' ? [] : known.filter(({ meeting }) => meeting !== null && ahead.has(meeting))
  const hrefs = linked.map(({ href }) => href).filter((href) => away.has(href))
  const isDoubted = on_removed === 'cancel' && linked.length >= doubtedFrom && hrefs.length > linked.length / 2
  const isOurs = new Set(hrefs)
  return {
    ...{ hrefs, isDoubted, policy: isDoubted ? 'mark' : on_removed },
    others: removed.filter((href) => !isOurs.has(href)),
  }
}

function words({ skipped, beyond }: Reading, { cut }: Expanded, { isDoubted, hrefs }: Gone): string | null {
  const said = [
    skipped > 0 && `${skipped} could not be read and are left out.`,
    beyond > 0 && `${beyond} more than ${limits.calendarObjectsMax} are left out.`,
    cut > 0 && `Of ${cut}, not every repetition is counted.`,
    isDoubted && `${hrefs.length} meetings vanished at once: they are marked, not cancelled.`,
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
