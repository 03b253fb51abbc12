// How many ring when: for a chart of what is to come. Counting costs what is counted, and a million may be due in a day, so there
// is an end to it: what is more than that is estimated, and said to be.
//
//   1  every span of time is counted up to a bound, along the index by due time
//   2  a span that reached it is looked at in several places, each up to a bound
//   3  what a place did not count is taken to come as densely as what it did; many at one moment are counted, up to a bound
//   4  of one channel: which part of these rings on it (counts-on-channel.ts)

import { readDate, readInteger, readName, readObject, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import type { Context } from './context.ts'
import { lookedAtMax, onChannel, partsOnChannel } from './counts-on-channel.ts'
import { type EntityFilter, readEntityFilter, readRecipientFilter } from './page.ts'

export interface UpcomingCountsOptions {
  readonly from: Date
  /** Not included. */
  readonly to: Date
  /** How many equal parts, of a minute and more each; up to 200. */
  readonly spans: number
  readonly recipient?: string
  readonly entity?: { readonly type: string; readonly id: string }
  /** Only what rings on it as things stand (`Reminder.ringsOn`). */
  readonly channel?: string
}

export interface UpcomingCount {
  readonly from: Date
  readonly to: Date
  readonly count: number
  /** There are more than are counted: so many there are if they go on as they begin, in several places of the span. */
  readonly isEstimate: boolean
}

/** Entries of the index that the first look may read, and the second. Both take some 15 ms where a million are due in a day. */
const countedRowsMax = 10_000
const sampledRowsMax = 4_000
const countedMax = 2_000
/** Each place is a way down the index: three pages. Where all spans are full, two places each may be some more. */
const placesMax = 200
const placesOfSpan = { least: 2, most: 8 }
/** Of those that ring at one and the same moment: they are counted, as far as that goes. */
const burstRowsMax = 100_000
const entityRowsMax = 20_000
const minuteMs = 60_000

export async function upcomingCounts(context: Context, options: UpcomingCountsOptions): Promise<UpcomingCount[]> {
  const value = readObject(options, ['from', 'to', 'spans', 'recipient', 'entity', 'channel'], '')
  const spans = readSpans(value)
  const recipient = readRecipientFilter(value.recipient)
  const entity = readEntityFilter(context.tenant, value.entity)
  const channel = value.channel === undefined ? null : readName(value.channel, '/channel')
  if (entity) return await countEntity(context, spans, entity, { recipient, channel })
  return await countAll(context, spans, { recipient, channel })
}

interface TimeSpan {
  readonly beginMs: number
  readonly endMs: number
}

function readSpans(value: Record<string, unknown>): TimeSpan[] {
  const beginMs = readDate(value.from, '/from').getTime()
  const endMs = readDate(value.to, '/to').getTime()
  const count = readInteger(value.spans, '/spans', 1, limits.countSpansMax)
  if (endMs - beginMs >= count * minuteMs) return divided({ beginMs, endMs }, count)
  throw refuse('invalid_input', 'A span is shorter than a minute.', {
    field: '/to',
    accepted: 'a moment at least as many minutes after from as there are spans',
  })
}

function divided({ beginMs, endMs }: TimeSpan, count: number): TimeSpan[] {
  const at = (n: number) => beginMs + Math.round(((endMs - beginMs) * n) / count)
  return Array.from({ length: count }, (_, n) => ({ beginMs: at(n), endMs: at(n + 1) }))
}

interface Narrowed {
  readonly recipient: string | null
  readonly channel: string | null
}

async function countAll(
  context: Context,
  spans: readonly TimeSpan[],
  { recipient, channel }: Narrowed,
): Promise<UpcomingCount[]> {
  const atMost = Math.min(countedMax, Math.floor(countedRowsMax / spans.length))
  const counts = await countSpans(context, spans, recipient, atMost)
  const counted = spans.map((span, i) => shown(span, counts[i]!, counts[i]! >= atMost))
  const full = spans.filter((_, i) => counted[i]!.isEstimate)
  // Both know now where to look.
  const [estimates, parts] = await Promise.all([
    estimate(context, full, recipient),
    channel === null ? null : partsOnChannel(context, counted, { recipient, channel }),
  ])
  return spans.map((span, i) => {
    const estimated = estimates.get(span)
    const all = estimated ? shown(span, Math.max(counts[i]!, estimated.count), !estimated.isExact) : counted[i]!
    return parts ? onChannel(all, parts[i]!) : all
  })
}

async function countSpans(
  { db, tenant }: Context,
  spans: readonly TimeSpan[],
  recipient: string | null,
  atMost: number,
): Promise<number[]> {
  const parameters = [tenant, ...bounds(spans), atMost]
  const rows =
    recipient === null
      ? await db.run<{ n: number; count: number }>('upcoming-counts', parameters)
      : await db.run<{ n: number; count: number }>('upcoming-counts-of-recipient', [...parameters, recipient])
  const counts = spans.map(() => 0)
  for (const { n, count } of rows) counts[n] = count
  return counts
}

function bounds(spans: readonly TimeSpan[]): string[][] {
  const texts = (of: (span: TimeSpan) => number) => spans.map((span) => new Date(of(span)).toISOString())
  return [texts(({ beginMs }) => beginMs), texts(({ endMs }) => endMs)]
}

interface Estimate {
  readonly count: number
  readonly isExact: boolean
}

async function estimate(
  context: Context,
  spans: readonly TimeSpan[],
  recipient: string | null,
): Promise<Map<TimeSpan, Estimate>> {
  if (spans.length === 0) return new Map()
  const { least, most } = placesOfSpan
  const each = Math.min(most, Math.max(least, Math.floor(placesMax / spans.length)))
  const found = await estimatePlaces(
    context,
    spans.flatMap((span) => divided(span, each)),
    recipient,
  )
  return new Map(spans.map((span, i) => [span, sumOf(found.slice(i * each, (i + 1) * each))]))
}

function sumOf(all: readonly Estimate[]): Estimate {
  return { count: all.reduce((sum, { count }) => sum + count, 0), isExact: all.every(({ isExact }) => isExact) }
}

/** Where a look ends among many of one moment (everybody at nine), these are counted, and what comes after them is looked at. */
async function estimatePlaces(
  context: Context,
  places: readonly TimeSpan[],
  recipient: string | null,
): Promise<Estimate[]> {
  const samples = await sample(context, places, recipient)
  const bursts = places.flatMap((place, i) => (isBurst(samples[i]!) ? [{ i, endMs: place.endMs }] : []))
  if (bursts.length === 0) return samples.map(extrapolated)
  const moments = bursts.map(({ i }) => ({ beginMs: samples[i]!.last_ms, endMs: samples[i]!.last_ms + 1 }))
  const atMost = Math.floor(burstRowsMax / bursts.length)
  const counts = await countSpans(context, moments, recipient, atMost)
  const rests = bursts.map(({ endMs }, n) => ({ beginMs: Math.min(moments[n]!.endMs, endMs), endMs }))
  const after = await sample(context, rests, recipient)
  const found = samples.map(extrapolated)
  for (const [n, { i }] of bursts.entries()) {
    const before = { count: samples[i]!.count - samples[i]!.tails, isExact: true }
    const burst = { count: counts[n]!, isExact: counts[n]! < atMost }
    found[i] = sumOf([before, burst, extrapolated(after[n]!)])
  }
  return found
}

interface SampleRow {
  readonly count: number
  readonly first_ms: number
  readonly last_ms: number
  /** At the first of these moments, and at the last. */
  readonly heads: number
  readonly tails: number
}

interface Sample extends SampleRow {
  readonly endMs: number
  /** There are more. */
  readonly isCut: boolean
}

async function sample(
  { db, tenant }: Context,
  places: readonly TimeSpan[],
  recipient: string | null,
): Promise<Sample[]> {
  const atMost = Math.floor(sampledRowsMax / places.length)
  const parameters = [tenant, ...bounds(places), atMost]
  const rows =
    recipient === null
      ? await db.run<SampleRow>('upcoming-moments', parameters)
      : await db.run<SampleRow>('upcoming-moments-of-recipient', [...parameters, recipient])
  return rows.map((row, i) => ({ ...row, endMs: places[i]!.endMs, isCut: row.count >= atMost }))
}

function isBurst({ isCut, count, tails }: Sample): boolean {
  return isCut && tails > 1 && tails >= count / 2
}

/** Those of the first moment may be many for a reason: only what comes after it says how densely it goes on. */
function extrapolated({ isCut, count, first_ms: first, last_ms: last, heads, endMs }: Sample): Estimate {
  if (!isCut) return { count, isExact: true }
  if (last === first) return { count, isExact: false }
  const goesOn = ((count - heads) * (endMs - first)) / (last - first)
  return { count: Math.max(count, Math.round(heads + goesOn)), isExact: false }
}

async function countEntity(
  { db, tenant, defaultChannels }: Context,
  spans: readonly TimeSpan[],
  entity: EntityFilter,
  { recipient, channel }: { readonly recipient: string | null; readonly channel: string | null },
): Promise<UpcomingCount[]> {
  const atMost = channel === null ? entityRowsMax : lookedAtMax
  const { beginMs, endMs } = { beginMs: spans[0]!.beginMs, endMs: spans.at(-1)!.endMs }
  const rows = await db.run<{ n: number | null; count: number; looked_at: number }>('upcoming-counts-of-entity', [
    ...[tenant, beginMs, (endMs - beginMs) / spans.length, spans.length, atMost, recipient],
    ...[entity.bucket, entity.first, entity.last, entity.type, entity.id, channel, defaultChannels.channels],
  ])
  const counts = new Map(rows.map(({ n, count }) => [n, count]))
  const isCut = rows[0]!.looked_at >= atMost
  return spans.map((span, n) => shown(span, counts.get(n) ?? 0, isCut))
}

function shown({ beginMs, endMs }: TimeSpan, count: number, isEstimate: boolean): UpcomingCount {
  return { from: new Date(beginMs), to: new Date(endMs), count, isEstimate }
}
