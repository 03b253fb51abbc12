// What becomes of an attempt, by what the provider answered.

import { type Answer, type Entry, minuteMs } from './promise.ts'

/** A definite "not sent" is tried again after these, never past its usefulness. */
const retryAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs]

export function stateAfter(entry: Entry, answer: Answer, nowMs: number): Entry['state'] {
  switch (answer) {
    case 'delivered':
      return 'sent'
    case 'refused':
      return unsent(entry, 'failed')
    case 'unknown':
      entry.lost += 1
      // Critical: once more, at the price of a possible repetition.
      return entry.critical && entry.lost === 1 && !entry.isStopped ? waiting(entry, nowMs) : 'unknown'
    case 'deferred': {
      if (entry.isStopped) return unsent(entry, 'cancelled')
      const afterMs = retryAfterMs[entry.tries]
      entry.tries += 1
      return afterMs === undefined ? unsent(entry, 'failed') : waiting(entry, nowMs + afterMs)
    }
  }
}

function waiting(entry: Entry, retryAtMs: number): Entry['state'] {
  entry.retryAtMs = retryAtMs
  return retryAtMs > entry.usefulUntilMs ? unsent(entry, 'failed') : 'waiting'
}

/** Once an outcome was unknown, an end without a send is unknown too. */
function unsent({ lost }: Entry, state: 'failed' | 'cancelled'): Entry['state'] {
  return lost > 0 ? 'unknown' : state
}
