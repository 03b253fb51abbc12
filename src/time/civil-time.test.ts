// The worked cases of test/vectors/civil-time.json and the laws of local time over every zone the runtime knows, each under
// three host zones. The oracle is Intl.DateTimeFormat, which shares no code with Temporal.

import { strict as assert } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hosts, onHost } from '../../test/host-zone.ts'
import { isProof, sized } from '../../test/size.ts'
import vectors from '../../test/vectors/civil-time.json' with { type: 'json' }
import { Temporal } from './temporal.ts'
import { beforeAnchor, instantToLocal, localToInstant } from './zone.ts'

const zones = Intl.supportedValuesOf('timeZone')
const from = Date.UTC(1970, 0, 3) / 1000
const to = Date.UTC(2100, 0, 1) / 1000

describe.each(hosts)('on a host in %s', (host) => {
  onHost(host)

  test.each(vectors.localToInstant)('$local in $zone ($kind)', ({ local, zone, kind, instant }) => {
    const resolved = localToInstant(local, zone)
    expect(resolved.instant.toString()).toBe(instant)
    expect(resolved.kind).toBe(kind.split(' ')[0])
  })

  test.each(vectors.before)('$offset of $anchor in $zone', ({ anchor, zone, offset, instant }) => {
    expect(beforeAnchor(anchor, zone, offset).toString()).toBe(instant)
  })

  test('instant to local is what Intl says, and comes back, in every zone', () => {
    for (const zone of zones) {
      const oracle = wallClock(zone)
      const law = fc.property(fc.integer({ min: from, max: to }), (epochS) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(epochS * 1000)
        const local = instantToLocal(instant, zone)
        assert.equal(asUtcMs(local), oracle(epochS * 1000))
        const back = localToInstant(local, zone)
        assert.equal(asUtcMs(instantToLocal(back.instant, zone)), asUtcMs(local))
        if (back.kind === 'plain') assert.ok(back.instant.equals(instant))
        else assert.ok(back.instant.epochMilliseconds <= instant.epochMilliseconds)
        assert.notEqual(back.kind, 'gap')
      })
      fc.assert(law, { numRuns: sized(5, 15) })
    }
  })

  test('gaps shift by their size and overlaps take the first, at transitions of every zone', () => {
    let gaps = 0
    let overlaps = 0
    for (const zone of zones) {
      const law = fc.property(
        fc.integer({ min: from, max: to }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (s, part) => {
          const change = nextChange(s * 1000, zone)
          if (!change) return
          if (change.byMs > 0) gaps++
          else overlaps++
          expectAtChange(change, part, zone)
        },
      )
      fc.assert(law, { numRuns: sized(4, 8) })
    }
    expect(gaps).toBeGreaterThan(sized(100, 200))
    expect(overlaps).toBeGreaterThan(sized(100, 200))
  })
})

test(`every transition from 1970 to 2040 of every ${isProof ? '' : 'third '}zone`, { timeout: 600_000 }, () => {
  let seen = 0
  for (const zone of zones.filter((_, i) => isProof || i % 3 === 0)) {
    for (let change = nextChange(from * 1000, zone); change && change.atMs < Date.UTC(2040, 0); ) {
      seen++
      for (const part of [0, 1]) expectAtChange(change, part, zone)
      const next = nextChange(change.atMs, zone)
      // What zone.ts takes for granted.
      if (next) assert.ok(next.atMs - change.atMs > 2 * 86_400_000)
      change = next
    }
  }
  expect(seen).toBeGreaterThan(sized(6_000, 20_000))
})

interface Change {
  atMs: number
  beforeMs: number
  byMs: number
  /** The first local time (as if UTC) that is skipped, or that happens twice. */
  firstMs: number
}

function nextChange(afterMs: number, zone: string): Change | undefined {
  const start = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone)
  const next = start.getTimeZoneTransition('next')
  if (!next) return undefined
  const oracle = wallClock(zone)
  const atMs = next.epochMilliseconds
  const beforeMs = oracle(atMs - 1000) - (atMs - 1000)
  const byMs = oracle(atMs) - atMs - beforeMs
  return { atMs, beforeMs, byMs, firstMs: atMs + beforeMs + Math.min(byMs, 0) }
}

/** `part` of the way, 0 to 1, from the first to the last second that is skipped or repeated. */
function expectAtChange({ beforeMs, byMs, firstMs }: Change, part: number, zone: string): void {
  const localMs = firstMs + Math.floor(part * (Math.abs(byMs) / 1000 - 1)) * 1000
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime()
  const resolved = localToInstant(local, zone)
  // In a gap: forward by the gap. In an overlap: the earlier. Both are the offset from before the change.
  assert.equal(resolved.instant.epochMilliseconds, localMs - beforeMs)
  assert.equal(resolved.kind, byMs > 0 ? 'gap' : 'overlap')
  const shownMs = asUtcMs(instantToLocal(resolved.instant, zone))
  assert.equal(shownMs - localMs, Math.max(byMs, 0))
  if (resolved.shiftedTo) assert.equal(asUtcMs(resolved.shiftedTo), shownMs)
}

function asUtcMs(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime('UTC').epochMilliseconds
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the zone's clocks show, as if it were UTC. */
function wallClock(zone: string): (epochMs: number) => number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-u-hc-h23', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  return (epochMs) => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value)
    return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  }
}
