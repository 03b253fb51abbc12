import { expect, it } from 'vitest'
import { openLanes, type Sleeping, sleepUntil } from './next.ts'

const lane = (channel: string, tenant: string, ms = 0) => ({ channel, tenant, ms })
const lanes = [lane('email', 'a'), lane('email', 'b'), lane('sms', 'a'), lane('sms', 'b'), lane('push', 'a', 2)]

it.each([
  [[], ['email a', 'email b', 'sms a', 'sms b']],
  [[{ channel: 'email', tenant: '' }], ['sms a', 'sms b']],
  [[{ channel: 'email', tenant: 'a' }], ['email b', 'sms a', 'sms b']],
  [[{ channel: '', tenant: 'b' }], ['email a', 'sms a']],
  [[{ channel: '', tenant: '' }], []],
])('with the holds %j, what waits may be taken of %j', (holds, open) => {
  expect(openLanes({ lanes, holds, now_ms: 1 }).map(({ channel, tenant }) => `${channel} ${tenant}`)).toEqual(open)
})

/** Awake for nothing but what is due. */
const nothingElse = {
  ...{ pollMs: 60_000, isSweepDue: false, hasZones: true, lanes: { channel: () => undefined, room: () => 0 } },
  firing: { nextBackInMs: Number.POSITIVE_INFINITY, hasReach: true, spreads: () => false },
} as unknown as Sleeping
const due = {
  ...{ now_ms: 1_000, due_ms: 900, later_ms: 1_100, driven: false, lanes: [], holds: [], gather_ms: null },
  ...{ lease_in_ms: null, has_requests: false, sweep_ms: null, started_ms: 0 },
}

it('somebody has what is due locked: the next moment is not slept through, and without one it looks again soon', () => {
  expect(sleepUntil(due as never, nothingElse).ms).toBe(100)
  expect(sleepUntil({ ...due, later_ms: null } as never, nothingElse).ms).toBe(500)
})
