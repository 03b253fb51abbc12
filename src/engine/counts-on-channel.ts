// Of how many ring when, those that ring on one channel. No index knows where something rings, and where depends on two tables: so many rows are looked at and
// no more. Where there are few, that is all of them; where there are many, it is some of each span, in several places, and the others
// are taken to ring where those do.

import type { Context } from './context.ts'
import type { UpcomingCount } from './upcoming-counts.ts'

export interface OnChannel {
  readonly channel: string
  readonly recipient: string | null
}

/** Together. Each is a row and its recipient's. */
export const lookedAtMax = 2_000
/** A place is a way down the index: fewer rows are not worth it. */
const rowsOfPlaceMin = 10
const placesOfSpanMax = 8

interface Place {
  readonly beginMs: number
  readonly endMs: number
  readonly atMost: number
}

/** What of a span was looked at, and how many of these ring on the channel. */
export interface Part {
  readonly lookedAt: number
  readonly count: number
  /** That was all of it. */
  readonly isWhole: boolean
}

/** The counted ones of all channels say where to look; of those that are estimates there are more. */
export async function partsOnChannel(
  context: Context,
  counted: readonly UpcomingCount[],
  asked: OnChannel,
): Promise<Part[]> {
  const share = shareOf(counted)
  const places = counted.map((span) => placesOf(span, share))
  const looks = await look(context, places.flat(), asked)
  let next = 0
  return counted.map((span, i) => {
    const its = looks.slice(next, next + places[i]!.length)
    next += its.length
    const lookedAt = its.reduce((sum, one) => sum + one.looked_at, 0)
    const count = its.reduce((sum, one) => sum + one.count, 0)
    return { lookedAt, count, isWhole: isReadWhole(span, share) }
  })
}

/** How many of a span ring on the channel. */
export function onChannel(span: UpcomingCount, { lookedAt, count, isWhole }: Part): UpcomingCount {
  if (isWhole) return { ...span, count }
  return { ...span, count: lookedAt === 0 ? 0 : Math.round((span.count * count) / lookedAt), isEstimate: true }
}

/** How many rows of one span: all of them where they are few, else an equal part. */
function shareOf(counted: readonly UpcomingCount[]): number {
  const filled = counted.filter(({ count }) => count > 0)
  const total = filled.reduce((sum, { count }) => sum + count, 0)
  const isAll = total <= lookedAtMax && !filled.some(({ isEstimate }) => isEstimate)
  return isAll ? lookedAtMax : Math.floor(lookedAtMax / filled.length)
}

function isReadWhole({ count, isEstimate }: UpcomingCount, share: number): boolean {
  return !isEstimate && count <= share
}

function placesOf(span: UpcomingCount, share: number): Place[] {
  if (span.count === 0) return []
  const [beginMs, endMs] = [span.from.getTime(), span.to.getTime()]
  if (isReadWhole(span, share)) return [{ beginMs, endMs, atMost: span.count }]
  const places = Math.max(1, Math.min(placesOfSpanMax, Math.floor(share / rowsOfPlaceMin)))
  const at = (n: number) => beginMs + Math.round(((endMs - beginMs) * n) / places)
  const atMost = Math.floor(share / places)
  return Array.from({ length: places }, (_, n) => ({ beginMs: at(n), endMs: at(n + 1), atMost }))
}

interface Look {
  readonly n: number
  readonly looked_at: number
  readonly count: number
}

async function look(
  { db, tenant, defaultChannels }: Context,
  places: readonly Place[],
  { channel, recipient }: OnChannel,
): Promise<Look[]> {
  if (places.length === 0) return []
  const texts = (of: (place: Place) => number) => places.map((place) => new Date(of(place)).toISOString())
  const parameters = [
    ...[tenant, texts(({ beginMs }) => beginMs), texts(({ endMs }) => endMs), places.map(({ atMost }) => atMost)],
    ...[channel, defaultChannels.channels],
  ]
  const found =
    recipient === null
      ? await db.run<Look>('upcoming-on-channel', parameters)
      : await db.run<Look>('upcoming-on-channel-of-recipient', [...parameters, recipient])
  const looks: Look[] = places.map((_, n) => ({ n, looked_at: 0, count: 0 }))
  for (const one of found) looks[one.n] = one
  return looks
}
