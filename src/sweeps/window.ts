// Which due times a run looks at. The window is half open: due in (now + from, now + to]. What passed through it while nobody
// ran is looked at too: from where the last run left off, seven days back at the most.

export interface Region {
  /** Not included. */
  readonly afterMs: number
  readonly uptoMs: number
}

export interface Reach {
  readonly fromMs: number
  readonly toMs: number
}

/** Further back nobody is reminded: neither of what became overdue, nor of an item that fails again and again. */
export const lookBackMaxMs = 7 * 86_400_000

export function regionOf({ fromMs, toMs }: Reach, nowMs: number, coveredMs: number): Region {
  const afterMs = Math.max(Math.min(nowMs, coveredMs) + fromMs, nowMs - lookBackMaxMs)
  return { afterMs, uptoMs: nowMs + toMs }
}

/** Due exactly now is overdue. */
export function isOverdue(dueMs: number, nowMs: number): boolean {
  return dueMs <= nowMs
}

/**
 * How far everything was handled: up to now, or just so far that the next run looks at the first due time that was left
 * again. Never back behind where it was.
 */
export function coveredAfter(
  { fromMs }: Reach,
  { nowMs, coveredMs, leftMs }: { nowMs: number; coveredMs: number; leftMs: number | null },
): number {
  if (leftMs === null) return nowMs
  return Math.min(nowMs, Math.max(Math.min(coveredMs, nowMs), leftMs - fromMs - 1))
}
