// A moment as people see it: in the zone of whom it concerns, and in the reader's own where that is another.

import type { Time } from '../api.ts'
import { cityOf, ownZone, showDistance, showTime, useNow } from '../clock.ts'
import { useStore } from '../store.ts'

interface WhenProps {
  readonly time: Time | null
  /** Also how far it is: `in 23 h`. */
  readonly hasDistance?: boolean
  /** Only the reader's own zone, where there is little room. */
  readonly isShort?: boolean
}

export function When({ time, hasDistance = false, isShort = false }: WhenProps) {
  const own = useStore(ownZone)
  const now = useNow()
  if (!time) return <span class="faint">–</span>
  const theirs = showTime(time.instant, time.timezone)
  const mine = showTime(time.instant, own)
  const differs = theirs !== mine
  return (
    <time dateTime={time.instant} class="when" title={`${theirs} ${time.timezone}\n${mine} ${own}`}>
      <span>{isShort ? mine : theirs}</span>
      {!isShort && differs && (
        <span class="faint">
          {' '}
          {cityOf(time.timezone)} · {mine} {cityOf(own)}
        </span>
      )}
      {hasDistance && <span class="faint"> · {showDistance(time.instant, now)}</span>}
    </time>
  )
}
