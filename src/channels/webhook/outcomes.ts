// What becomes of a message, by what became of its request. Only a 2xx says that the receiver has it; everything else is tried again on
// the schedule of Standard Webhooks, under the same id, so that a receiver that had it after all knows it again.

import type { Outcome } from '../channel.ts'
import type { OutgoingResult } from '../outgoing/outgoing.ts'

type Kind = 'delivered' | 'deferred' | 'refused' | 'gone' | 'unknown'

interface Row {
  readonly outcome: Kind
  readonly why: string
}

/** Where no answer came. */
export const withoutAnswer: Readonly<Record<Exclude<OutgoingResult['kind'], 'answered'>, Row>> = {
  blocked: { outcome: 'refused', why: 'The target may not be reached; another try would not change that.' },
  unsent: { outcome: 'deferred', why: 'Nothing was handed over.' },
  lost: { outcome: 'unknown', why: 'It may have arrived; sent again under the same id.' },
}

/** By status; the first row that fits. */
export const byStatus: readonly (Row & { readonly from: number; readonly to: number })[] = [
  { from: 200, to: 299, outcome: 'delivered', why: 'The receiver has it.' },
  { from: 410, to: 410, outcome: 'gone', why: 'The receiver wants nothing more: the endpoint is disabled.' },
  { from: 429, to: 429, outcome: 'deferred', why: 'Too fast: after Retry-After, if that is later than the schedule.' },
  { from: 503, to: 503, outcome: 'deferred', why: 'Overloaded: the same.' },
  // Redirects are not followed: they would lead around the check of the target.
  { from: 300, to: 399, outcome: 'deferred', why: 'Moved: the URL can be put right while the schedule lasts.' },
  // Not refused at once: a wrong secret, a route that is not deployed yet or a firewall can be put right, too.
  { from: 400, to: 499, outcome: 'deferred', why: 'Refused by the receiver as it is now; it can be put right.' },
  { from: 500, to: 599, outcome: 'deferred', why: 'The receiver failed.' },
  { from: 0, to: 999, outcome: 'deferred', why: 'Not an answer to a message.' },
]

/** What Retry-After is heeded with. */
const slowDown: ReadonlySet<number> = new Set([429, 503])

export function outcomeOf(result: OutgoingResult): Outcome {
  if (result.kind !== 'answered') return { kind: withoutAnswer[result.kind].outcome, reply: result.why }
  const { status, headers, body } = result
  const { outcome: kind } = byStatus.find(({ from, to }) => from <= status && status <= to)!
  const reply = `${status} ${body}`.trim()
  if (kind !== 'deferred' || !slowDown.has(status)) return { kind, reply }
  return { kind, reply, retryAfterMs: retryAfterMs(headers) }
}

/** Seconds, or a date: that is compared with the receiver's own clock, the only one that it is meant by. */
function retryAfterMs({ 'retry-after': after = '', date = '' }: Readonly<Record<string, string>>): number {
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1_000
  const ms = Date.parse(after) - Date.parse(date)
  return ms > 0 ? ms : 0
}
