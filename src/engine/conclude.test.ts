import { describe, expect, it } from 'vitest'
import { type Decision, decide, type InFlight, type Result } from './conclude.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { defaultRetryPolicy as policy } from './retry.ts'

const fresh: InFlight = {
  ...{ bucket: 0, reminder: 'r', occurrenceKey: '1', attempt: 1, tries: 0, lost: 0 },
  ...{ critical: false, repeatable: false, parked: false, fallbackKey: null },
}

const end = (state: DeliveryState, reason: Reason | null = null): Decision => ({ state, reason, retryMs: null })
const again = (retryMs: number): Decision => ({ state: 'pending', reason: null, retryMs })
const doubt = end('unknown', 'outcome_unknown')
const stop = end('cancelled', 'stopped')

/** [result, what becomes of it, when it was stopped meanwhile, when an earlier outcome is unknown] */
const table: [Result, Decision, Decision, Decision][] = [
  [{ kind: 'delivered' }, end('sent'), end('sent'), end('sent')],
  [{ kind: 'settled' }, end('sent'), end('sent'), end('sent')],
  [{ kind: 'refused' }, end('failed', 'refused'), end('failed', 'refused'), doubt],
  [{ kind: 'gone' }, end('failed', 'address_gone'), end('failed', 'address_gone'), doubt],
  [{ kind: 'gone', fault: 'bounced' }, end('failed', 'address_gone'), end('failed', 'address_gone'), doubt],
  [{ kind: 'gone', fault: 'blocked' }, end('failed', 'address_gone'), end('failed', 'address_gone'), doubt],
  [{ kind: 'suppressed' }, end('suppressed', 'demo_mode'), end('suppressed', 'demo_mode'), doubt],
  [
    { kind: 'suppressed', reason: 'no_address' },
    end('suppressed', 'no_address'),
    end('suppressed', 'no_address'),
    doubt,
  ],
  [{ kind: 'deferred' }, again(60_000), stop, again(60_000)],
  [{ kind: 'deferred', retryAfterMs: 10 }, again(60_000), stop, again(60_000)],
  [{ kind: 'deferred', retryAfterMs: 90_000 }, again(90_000), stop, again(90_000)],
  [{ kind: 'returned' }, again(0), stop, again(0)],
  [{ kind: 'busy', retryAfterMs: 30_000 }, again(30_000), stop, again(30_000)],
  [{ kind: 'busy', retryAfterMs: 10 }, again(10), stop, again(10)],
  // never at once: it would be taken and turned away in a loop
  [{ kind: 'busy' }, again(1_000), stop, again(1_000)],
  [{ kind: 'busy', retryAfterMs: 0 }, again(1_000), stop, again(1_000)],
  [{ kind: 'unknown' }, doubt, doubt, doubt],
  [{ kind: 'lost' }, end('unknown', 'lease_expired'), end('unknown', 'lease_expired'), end('unknown', 'lease_expired')],
]

describe('a result', () => {
  it.each(table)('%o runs on, was stopped, or comes after doubt', (result, running, stopped, doubtful) => {
    expect(decide(fresh, result, policy, false)).toEqual(running)
    expect(decide(fresh, result, policy, true)).toEqual(stopped)
    expect(decide({ ...fresh, lost: 1 }, result, policy, false)).toEqual(doubtful)
  })

  it('in doubt that is stopped is never called off', () => {
    const stopped = (['deferred', 'returned', 'busy', 'refused', 'suppressed', 'unknown'] as const).map((kind) =>
      decide({ ...fresh, lost: 1 }, { kind }, policy, true),
    )
    expect(stopped.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'unknown'))
  })
})

/** What follows as the same result comes again and again, until it ends. */
function course(delivery: InFlight, result: Result, most = 20): (number | string)[] {
  const steps: (number | string)[] = []
  for (let now = delivery; steps.length < most; ) {
    const { state, reason, retryMs } = decide(now, result, policy, false)
    steps.push(retryMs ?? `${state}: ${reason}`)
    if (retryMs === null) break
    now = {
      ...now,
      tries: now.tries + (result.kind === 'deferred' ? 1 : 0),
      lost: now.lost + (result.kind === 'unknown' || result.kind === 'lost' ? 1 : 0),
    }
  }
  return steps
}

describe('the same result over and over', () => {
  const [minute, five, fifteen] = policy.delaysMs as [number, number, number]

  it('deferred: three more tries, then failed', () => {
    expect(course(fresh, { kind: 'deferred' })).toEqual([minute, five, fifteen, 'failed: retries_exhausted'])
  })

  it('busy: it waits for as long as it takes, and nothing is counted', () => {
    expect(course(fresh, { kind: 'busy', retryAfterMs: 5_000 })).toEqual(Array.from({ length: 20 }, () => 5_000))
  })

  it('unknown where it can be repeated: at once, then by and by, and set aside at the fifth', () => {
    const repeatable = { ...fresh, repeatable: true }
    expect(course(repeatable, { kind: 'unknown' })).toEqual([0, minute, five, fifteen, 'quarantined: poison'])
    expect(course(repeatable, { kind: 'lost' })).toEqual([0, minute, five, fifteen, 'quarantined: poison'])
  })

  it('unknown where it cannot: once more if it is critical', () => {
    expect(course(fresh, { kind: 'unknown' })).toEqual(['unknown: outcome_unknown'])
    expect(course({ ...fresh, critical: true }, { kind: 'unknown' })).toEqual([0, 'unknown: outcome_unknown'])
    expect(course({ ...fresh, critical: true }, { kind: 'lost' })).toEqual([0, 'unknown: lease_expired'])
  })

  it('of a channel with a schedule of its own goes by that', () => {
    const scheduled = { ...fresh, repeatable: true, retryDelaysMs: [5_000, 300_000, 1_800_000, 7_200_000] }
    const delays = scheduled.retryDelaysMs
    expect(course(scheduled, { kind: 'deferred' })).toEqual([...delays, 'failed: retries_exhausted'])
    expect(course(scheduled, { kind: 'unknown' })).toEqual([...delays, 'unknown: outcome_unknown'])
    expect(course({ ...scheduled, retryDelaysMs: [] }, { kind: 'deferred' })).toEqual(['failed: retries_exhausted'])
  })

  it('counts refusals and doubts of one schedule together', () => {
    const halfway = { ...fresh, repeatable: true, retryDelaysMs: [1, 2, 3], tries: 1, lost: 1 }
    expect(decide(halfway, { kind: 'deferred' }, policy, false)).toEqual(again(3))
    expect(decide(halfway, { kind: 'unknown' }, policy, false)).toEqual(again(3))
    // an earlier try may have arrived
    expect(decide({ ...halfway, tries: 2 }, { kind: 'deferred' }, policy, false)).toEqual(doubt)
  })

  it('has no say in a schedule where it cannot be repeated', () => {
    const scheduled = { ...fresh, retryDelaysMs: [1, 2, 3] }
    expect(decide(scheduled, { kind: 'unknown' }, policy, false)).toEqual(doubt)
  })

  it('a provider that asks for more time than the schedule gets it', () => {
    const scheduled = { ...fresh, retryDelaysMs: [1_000] }
    expect(decide(scheduled, { kind: 'deferred', retryAfterMs: 9_000 }, policy, false)).toEqual(again(9_000))
  })
})
