// Stretches of time in milliseconds, half-open, and lists of them that are sorted and do not touch. Everything here walks such lists
// once, so that it costs what they hold, however long a time they cover.

export interface Range {
  readonly fromMs: number
  readonly toMs: number
}

/** In any order, overlapping or not, to a list: what overlaps or touches is one. */
export function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(({ fromMs, toMs }) => fromMs < toMs).sort((a, b) => a.fromMs - b.fromMs)
  const list: { fromMs: number; toMs: number }[] = []
  for (const { fromMs, toMs } of sorted) {
    const last = list.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else list.push({ fromMs, toMs })
  }
  return list
}

/** What is in both lists. */
export function intersection(a: readonly Range[], b: readonly Range[]): Range[] {
  const list: Range[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const one = a[i]!
    const other = b[j]!
    const fromMs = Math.max(one.fromMs, other.fromMs)
    const toMs = Math.min(one.toMs, other.toMs)
    if (fromMs < toMs) list.push({ fromMs, toMs })
    if (one.toMs < other.toMs) i++
    else j++
  }
  return list
}

/** What is in the first list only. */
export function without(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  const list: Range[] = []
  let j = 0
  for (const { fromMs, toMs } of ranges) {
    while (j < taken.length && taken[j]!.toMs <= fromMs) j++
    let beganMs = fromMs
    for (let k = j; k < taken.length && taken[k]!.fromMs < toMs; k++) {
      if (beganMs < taken[k]!.fromMs) list.push({ fromMs: beganMs, toMs: taken[k]!.fromMs })
      beganMs = taken[k]!.toMs
    }
    if (beganMs < toMs) list.push({ fromMs: beganMs, toMs })
  }
  return list
}

export function lengthMs(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}
