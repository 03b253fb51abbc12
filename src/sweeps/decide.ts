// Whether an item is reminded of, by what the ledger knows. Pure. The same item, kind and person once, or again after the
// cool-down; a due time that has moved by more than the tolerance is a new occurrence, which beats the cool-down. What became due
// unreminded gets one overdue reminder.

import { isOverdue } from './window.ts'

/** What the ledger knows of one reminder: of an item, a kind and a recipient. */
export interface Facts {
  /** The occurrence that is still to come, and until when it is useful. */
  readonly waiting: string | null
  readonly waitingUntilMs: number | null
  /** The latest that was reminded of, or was meant to be, and when. */
  readonly last: string | null
  readonly lastMs: number | null
  /** When it was marked by hand without saying which occurrence: that stands for any. */
  readonly handMs: number | null
  /** Occurrences whose send began; only asked for of what is due. */
  readonly begun: readonly string[] | null
  /** The highest so far; 0: none. */
  readonly generation: number
}

export interface Rules {
  readonly coolDownMs: number | null
  readonly toleranceMs: number
  readonly hasOverdueKind: boolean
}

export type Skip = 'already_reminded' | 'cool_down' | 'overdue'

export type Decision =
  | {
      readonly what: 'remind'
      readonly kind: 'ordinary' | 'overdue'
      readonly generation: number
      /** What was written last is of another due time, or nobody heard it: a mark that both kinds share says nothing then. */
      readonly isMoved: boolean
    }
  | { readonly what: 'skip'; readonly reason: Skip }

interface BothFacts {
  readonly ordinary: Facts
  readonly overdue: Facts | null
}

/** `overdue` are the facts of the reminder of the other kind; only asked for where it is due, or both share a mark. */
export function decide(dueMs: number, nowMs: number, rules: Rules, facts: BothFacts): Decision {
  if (isOverdue(dueMs, nowMs)) return decideOverdue(dueMs, nowMs, rules, facts)
  return decideOrdinary(dueMs, nowMs, rules, facts)
}

function decideOrdinary(dueMs: number, nowMs: number, rules: Rules, { ordinary, overdue }: BothFacts): Decision {
  const { waiting, last, lastMs, handMs, generation } = ordinary
  const remind = (isMoved: boolean): Decision => ({
    what: 'remind',
    kind: 'ordinary',
    generation: generation + 1,
    isMoved: isMoved || (overdue !== null && isLater(overdue, ordinary) && isElsewhere(overdue, dueMs, rules)),
  })
  if (waiting !== null) return isNear(waiting, dueMs, rules) ? skip('already_reminded') : remind(true)
  if (handMs !== null && !isOver(handMs, nowMs, rules))
    return skip(rules.coolDownMs === null ? 'already_reminded' : 'cool_down')
  if (last === null) return remind(false)
  if (last !== 'once' && !isNear(last, dueMs, rules)) return remind(true)
  if (isOver(lastMs ?? nowMs, nowMs, rules)) return remind(false)
  return skip(rules.coolDownMs === null ? 'already_reminded' : 'cool_down')
}

/** Whether the overdue reminder is the one that was written last. */
function isLater(overdue: Facts, ordinary: Facts): boolean {
  return overdue.waiting !== null || (overdue.lastMs ?? 0) > (ordinary.lastMs ?? 0)
}

function isElsewhere({ waiting, last }: Facts, dueMs: number, rules: Rules): boolean {
  const latest = waiting ?? last
  return latest !== null && latest !== 'once' && !isNear(latest, dueMs, rules)
}

function decideOverdue(dueMs: number, nowMs: number, rules: Rules, { ordinary, overdue }: BothFacts): Decision {
  if (!rules.hasOverdueKind || overdue === null) return skip('overdue')
  if (wasReminded(ordinary, dueMs, nowMs, rules)) return skip('already_reminded')
  const known = [overdue.waiting, overdue.last].some(
    (one) => one !== null && (one === 'once' || isNear(one, dueMs, rules)),
  )
  if (known || overdue.handMs !== null || wasReminded(overdue, dueMs, nowMs, rules)) return skip('already_reminded')
  // Whatever there was before, of either kind, was of another due time, or was not heard.
  const isMoved = overdue.generation > 0 || ordinary.generation > 0
  return { what: 'remind', kind: 'overdue', generation: overdue.generation + 1, isMoved }
}

/** Somebody heard of that due time, or still will. What expired or was suppressed nobody heard. */
function wasReminded(
  { waiting, waitingUntilMs, handMs, begun }: Facts,
  dueMs: number,
  nowMs: number,
  rules: Rules,
): boolean {
  if (handMs !== null) return true
  if (waiting !== null && isNear(waiting, dueMs, rules) && (waitingUntilMs ?? 0) > nowMs) return true
  return (begun ?? []).some((occurrence) => isNear(occurrence, dueMs, rules))
}

function skip(reason: Skip): Decision {
  return { what: 'skip', reason }
}

function isOver(atMs: number, nowMs: number, { coolDownMs }: Rules): boolean {
  return coolDownMs !== null && atMs < nowMs - coolDownMs
}

/** Moved by no more than the tolerance: the same occurrence. A name that is no moment is another one. */
function isNear(occurrence: string, dueMs: number, { toleranceMs }: Rules): boolean {
  return Math.abs(Date.parse(occurrence) - dueMs) <= toleranceMs
}
