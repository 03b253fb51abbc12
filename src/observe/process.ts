// The process itself: memory, processor time, and how late the event loop comes to what it has to do.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startStopwatch } from '../time/clock.ts'

const resolutionMs = 10
const quantiles = [0.5, 0.99] as const
/** Two scrapers in turn must not leave each other windows of nothing. */
const windowMs = 5_000

export interface LoopDelay {
  /** Seconds by quantile; `1` is the longest. */
  read(): readonly (readonly [quantile: string, seconds: number])[]
  close(): void
}

export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let elapsedMs = startStopwatch()
  let last: readonly (readonly [string, number])[] | null = null
  // What it measures is the time between two timers: its own interval is part of it.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000)
  return {
    read() {
      if (last && elapsedMs() < windowMs) return last
      const isEmpty = histogram.count === 0
      last = [
        ...quantiles.map((q) => [String(q), isEmpty ? 0 : seconds(histogram.percentile(q * 100))] as const),
        ['1', isEmpty ? 0 : seconds(histogram.max)] as const,
      ]
      histogram.reset()
      elapsedMs = startStopwatch()
      return last
    },
    close: () => {
      histogram.disable()
    },
  }
}

export function processNumbers() {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    cpuSeconds: (user + system) / 1e6,
    startSeconds: performance.timeOrigin / 1_000,
  }
}
