// How a reminder repeats, in the words of `schedule`: for whoever shows it in another language, or brings it back.

import type { Rule } from '../time/recurrence/recurrence.ts'
import type { RepeatInput } from './read-repeat.ts'
import { type Missed, mainOccurrence, type Repeat } from './repeat.ts'

export interface DescribedSeries {
  /** `at` of `schedule`: where a rule is counted from, or the occurrence that stands. `~2`: the second of two equal wall clocks. */
  readonly start: string
  readonly rule?: Rule
  readonly repeat?: RepeatInput
  readonly missed?: Missed
}

export function describeSeries(series: Repeat, occurrence: string): DescribedSeries {
  const { rule, missed, state } = series
  const repeat = otherRepeat(series)
  return {
    start: mainOccurrence(series.start ?? state.main?.occurrence ?? occurrence),
    ...(rule ? { rule } : {}),
    ...(repeat ? { repeat } : {}),
    ...(missed ? { missed } : {}),
  }
}

function otherRepeat({ nag, backoff, after }: Repeat): RepeatInput | null {
  if (nag) {
    const { everyMs, ...rest } = nag
    return { nag: { every: duration(everyMs), ...rest } }
  }
  if (backoff) {
    const { baseMs, factor, capMs } = backoff
    return { backoff: { base: duration(baseMs), factor, cap: duration(capMs) } }
  }
  return after === undefined ? null : { afterCompletion: after }
}

function duration(ms: number): string {
  if (ms % 3_600_000 === 0) return `PT${ms / 3_600_000}H`
  return ms % 60_000 === 0 ? `PT${ms / 60_000}M` : `PT${ms / 1_000}S`
}
