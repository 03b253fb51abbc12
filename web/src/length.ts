// How long something is, in words: `1 day`, `1 hour 30 minutes`.

import { language } from './language.ts'
import { countedIn, lengthIn } from './spans.ts'

export function showLength(ms: number): string {
  return lengthIn(language.get(), ms)
}

/** `2 hours`. */
export function showCounted(count: number, unit: string): string {
  return countedIn(language.get(), count, unit)
}

/** Of `-PT24H` or `P7D`, in milliseconds; a day is counted as 24 hours. NaN: not to be said so. */
export function offsetMs(offset: string): number {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(offset) ?? []
  if (sign === undefined) return Number.NaN
  const n = (text: string | undefined) => Number(text ?? 0)
  const total = ((n(weeks) * 7 + n(days)) * 24 + n(hours)) * 3_600_000 + n(minutes) * 60_000 + n(seconds) * 1_000
  return sign === '-' ? -total : total
}
