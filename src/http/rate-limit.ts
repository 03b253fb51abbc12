// How often somebody may ask, counted by the minute: each key, and each address. The count is kept in this process: two servers
// let through twice as much. It guards a server against a caller that runs wild, and slows down whoever tries keys.

import type { MonotonicClock } from '../time/clock.ts'
import { Problem } from './problem.ts'
import type { Headers } from './route.ts'

const windowMs = 60_000
/** So many are counted; then the oldest counts go. */
const namesMax = 50_000

export interface Counter {
  /** Headers that say how much is left; throws where nothing is. */
  count(name: string): Headers
}

/** 0: no limit. */
export function createCounter(perMinute: number, clock: MonotonicClock): Counter {
  const windows = new Map<string, { count: number; endsMs: number }>()
  return {
    count(name) {
      if (perMinute === 0) return {}
      const nowMs = clock.nowMs()
      let window = windows.get(name)
      if (!window || window.endsMs <= nowMs) {
        windows.delete(name)
        window = { count: 0, endsMs: nowMs + windowMs }
        if (windows.size >= namesMax) windows.delete(windows.keys().next().value ?? '')
        windows.set(name, window)
      }
      window.count += 1
      const resetS = Math.max(1, Math.ceil((window.endsMs - nowMs) / 1_000))
      const headers = {
        'ratelimit-limit': String(perMinute),
        'ratelimit-remaining': String(Math.max(0, perMinute - window.count)),
        'ratelimit-reset': String(resetS),
      }
      if (window.count <= perMinute) return headers
      throw new Problem('rate_limited', `More than ${perMinute} requests in a minute.`, {
        headers: { ...headers, 'retry-after': String(resetS) },
      })
    },
  }
}
