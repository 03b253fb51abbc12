// A length, taken apart for whoever says it.

import { Temporal } from '../../time/temporal.ts'

/** PT15M as 15 minutes. */
export function lengthParts(iso: string): (readonly [number, string])[] {
  const length = Temporal.Duration.from(iso)
  const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
  return units.flatMap((unit) => (length[unit] === 0 ? [] : [[length[unit], unit.slice(0, -1)] as const]))
}
