// How late sends were, as counts by spans: added over workers and minutes, and still good for a median.

/** Ends of the spans, from a healthy worker's millisecond to an outage of an hour; what is later has the last span. */
export const latenessEndsMs = [
  ...[1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000],
] as const

export interface Lateness {
  /** Of how many sends. */
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export function noLateness(): number[] {
  return new Array<number>(latenessEndsMs.length + 1).fill(0)
}

export function countLateness(counts: number[], latenessesMs: readonly number[]): void {
  for (const ms of latenessesMs) {
    const span = latenessEndsMs.findIndex((end) => ms <= end)
    counts[span === -1 ? latenessEndsMs.length : span]! += 1
  }
}

/** Null where nothing was sent. */
export function describeLateness(counts: readonly number[]): Lateness | null {
  const count = counts.reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  return { count, p50Ms: quantile(counts, count * 0.5), p99Ms: quantile(counts, count * 0.99) }
}

/** Within a span they are taken to lie evenly. Of the last one only its beginning is known. */
function quantile(counts: readonly number[], rank: number): number {
  let below = 0
  for (const [i, count] of counts.entries()) {
    const from = i === 0 ? 0 : latenessEndsMs[i - 1]!
    if (count > 0 && below + count >= rank) {
      const to = latenessEndsMs[i] ?? from
      return rounded(from + (to - from) * ((rank - below) / count))
    }
    below += count
  }
  return latenessEndsMs.at(-1)!
}

function rounded(ms: number): number {
  return ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)
}
