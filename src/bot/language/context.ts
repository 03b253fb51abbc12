// Now, here, and what is meant where nothing is said: everything that is not in the text.

import { formatLocal } from '../../time/local.ts'
import { Temporal } from '../../time/temporal.ts'
import { instantToLocal, localToInstant, nominalLocal } from '../../time/zone.ts'
import type { Defaults, Language, QuestionCode, RefusalReason } from './result.ts'

export interface Context {
  readonly now: Temporal.Instant
  readonly local: Temporal.PlainDateTime
  readonly today: Temporal.PlainDate
  readonly zone: string
  readonly defaults: Defaults
  readonly language: Language
}

/** A moment on the clocks of the zone, with what had to be adjusted. */
export interface Point {
  readonly instant: Temporal.Instant
  /** Canonical, with the fold. */
  readonly at: string
  /** What was asked for where the clocks show something else then. */
  readonly gap?: Temporal.PlainDateTime
  readonly isTwice?: boolean
}

export class Asked {
  readonly why: QuestionCode
  readonly offers: readonly Temporal.PlainDateTime[]
  constructor(why: QuestionCode, offers: readonly Temporal.PlainDateTime[] = []) {
    this.why = why
    this.offers = offers
  }
}

export class Refusal {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    this.reason = reason
  }
}

export type Problem = Asked | Refusal

export function isProblem(value: unknown): value is Problem {
  return value instanceof Asked || value instanceof Refusal
}

/** A local time of `of` on the clocks of the context's zone. */
export function pointAt(local: Temporal.PlainDateTime, { zone }: Context, of = zone): Point {
  const { instant, kind } = localToInstant(local, of)
  return {
    instant,
    at: nominalLocal(instant, zone),
    ...(kind === 'gap' ? { gap: local } : {}),
    ...(kind === 'overlap' && of === zone ? { isTwice: true } : {}),
  }
}

export function pointOf(instant: Temporal.Instant, { zone }: Context): Point {
  return { instant, at: nominalLocal(instant, zone) }
}

export function isFuture(point: Point, { now }: Context): boolean {
  return Temporal.Instant.compare(point.instant, now) > 0
}

export function localOf(point: Point, { zone }: Context): Temporal.PlainDateTime {
  return instantToLocal(point.instant, zone)
}

export function timeOf(text: string): Temporal.PlainTime {
  return Temporal.PlainTime.from(text)
}

export function clockText(time: Temporal.PlainTime): string {
  return formatLocal(new Temporal.PlainDate(2000, 1, 1).toPlainDateTime(time)).slice(11)
}
