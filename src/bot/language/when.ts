// What was understood, in the words of `reminders.schedule`. Plain data.

import type { Rule } from '../../time/recurrence/rule.ts'
import { Temporal } from '../../time/temporal.ts'
import { nominalLocal } from '../../time/zone.ts'
import type { Moment, Offer, Repeat, Repeating } from './result.ts'

export interface When {
  /** A wall clock, or an instant where that says it better. */
  readonly at: string
  /** Where it is not on the clock of whom it is for. */
  readonly timezone?: string
  readonly rule?: Rule
  readonly repeat?: Repeat
}

/** `zone`: of whom it is for. */
export function whenOf(parsed: Moment | Repeating, zone: string): When {
  if (parsed.kind === 'moment') return parsed.isElapsed ? { at: parsed.instant.toISOString() } : whenOfOffer(parsed)
  const { rule, repeat, start } = parsed
  return {
    at: start.replace(/~2$/, ''),
    ...(parsed.zone === zone ? {} : { timezone: parsed.zone }),
    ...(rule ? { rule } : {}),
    ...(repeat ? { repeat } : {}),
  }
}

/** The second of two equal wall clocks cannot be written as one: its instant can. */
export function whenOfOffer({ at, instant, saidZone }: Pick<Offer, 'at' | 'instant' | 'saidZone'>): When {
  if (saidZone === undefined) return { at: at.endsWith('~2') ? instant.toISOString() : at }
  const there = nominalLocal(Temporal.Instant.fromEpochMilliseconds(instant.getTime()), saidZone)
  return there.endsWith('~2') ? { at: instant.toISOString() } : { at: there, timezone: saidZone }
}
