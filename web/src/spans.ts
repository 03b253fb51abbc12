// How long something is, and on which side of a moment, in a language that is named: `1 hour 30 minutes`, `1 day before`. The pages say
// it in theirs (length.ts, step-words.ts); the inbox has one of its own.

import type { Language } from './language.ts'

const sides = {
  en: { before: (size: string) => `${size} before`, after: (size: string) => `${size} after`, at: 'at the time' },
  ko: { before: (size: string) => `${size} 전`, after: (size: string) => `${size} 후`, at: '정시' },
} as const
type Side = 'before' | 'after'

const wholes = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** As kinds write them: `1d12h_before`. */
const kindUnits = {
  ...{ y: 'year', mo: 'month', w: 'week', d: 'day', h: 'hour', m: 'minute', s: 'second', ms: 'millisecond' },
} as const

export type Counted = readonly [count: number, unit: string]
type Display = 'long' | 'short'

/** `2 hours`, or as short as a picture has room for: `2 hr`. */
export function countedIn(language: Language, count: number, unit: string, display: Display = 'long'): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: display }).format(count)
}

export function lengthIn(language: Language, ms: number): string {
  let minutes = Math.round(ms / 60_000)
  const parts: string[] = []
  for (const [unit, each] of wholes) {
    const count = Math.floor(minutes / each)
    minutes -= count * each
    if (count > 0) parts.push(countedIn(language, count, unit))
  }
  return parts.length === 0 ? countedIn(language, 0, 'minute') : parts.join(' ')
}

/** How far from a moment: negative is before it. Half a minute is at the time. */
export function distanceIn(language: Language, ms: number): string {
  if (Math.abs(ms) < 30_000) return sides[language].at
  return sides[language][ms < 0 ? 'before' : 'after'](lengthIn(language, Math.abs(ms)))
}

/** As it was written: 24 hours are not said as a day. */
export function stepIn(language: Language, parts: readonly Counted[], side: Side): string {
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => countedIn(language, count, unit))
  return said.length === 0 ? sides[language].at : sides[language][side](said.join(' '))
}

/** Of a kind that Belfry named after its offset. Null: somebody named it. */
export function kindIn(language: Language, kind: string): string | null {
  const step = stepOf(kind)
  return step && stepIn(language, step.parts, step.side)
}

const unitMs: Readonly<Record<string, number>> = {
  ...{ year: 31_557_600_000, month: 2_629_800_000, week: 604_800_000, day: 86_400_000 },
  ...{ hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 },
}

/** How far it is from its moment, to put it in order: a month has as many days as months have. NaN: somebody named it. */
export function kindMs(kind: string): number {
  const step = stepOf(kind)
  if (!step) return Number.NaN
  const ms = step.parts.reduce((sum, [count, unit]) => sum + count * unitMs[unit]!, 0)
  return step.side === 'before' ? -ms : ms
}

function stepOf(kind: string): { parts: readonly Counted[]; side: Side } | null {
  if (kind === 'at_time') return { parts: [], side: 'after' }
  const [, size, side] = /^((?:\d+(?:y|mo|w|d|h|ms|m|s))+)_(before|after)$/.exec(kind) ?? []
  if (!size) return null
  const parts = [...size.matchAll(/(\d+)(y|mo|w|d|h|ms|m|s)/g)]
  return {
    parts: parts.map(([, count, unit]) => [Number(count), kindUnits[unit as keyof typeof kindUnits]]),
    side: side as Side,
  }
}
