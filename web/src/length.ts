// How long something is, in words: `1 day`, `1 hour 30 minutes`.

import { language } from './language.ts'

const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

export function showLength(ms: number): string {
  let minutes = Math.round(ms / 60_000)
  const parts: string[] = []
  for (const [unit, each] of units) {
    const count = Math.floor(minutes / each)
    minutes -= count * each
    if (count > 0) parts.push(showCounted(count, unit))
  }
  return parts.length === 0 ? showCounted(0, 'minute') : parts.join(' ')
}

/** `2 hours`. */
export function showCounted(count: number, unit: string): string {
  return new Intl.NumberFormat(language.get(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
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
