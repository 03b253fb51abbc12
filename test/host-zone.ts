// What has to come out the same on a host in any of these zones: `describe.each(hosts)` with `onHost` at its beginning.
//
// Setting process.env.TZ moves the host zone of a process's main thread (Node tells V8), which is what a vitest fork is. In a
// worker thread process.env is a copy and nothing would move; the first test of each round fails then.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Temporal } from '../src/time/temporal.ts'

const newYears = {
  UTC: '2026-01-01T00:00:00.000Z',
  'Asia/Seoul': '2025-12-31T15:00:00.000Z',
  'America/New_York': '2026-01-01T05:00:00.000Z',
} as const

export type Host = keyof typeof newYears

export const hosts = Object.keys(newYears) as Host[]

export function onHost(host: Host): void {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = host
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test('the host really is there', () => {
    expect(new Date(2026, 0, 1).toISOString()).toBe(newYears[host])
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(host)
    expect(Temporal.Now.timeZoneId()).toBe(host)
  })
}
