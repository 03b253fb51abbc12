// Which of its reminders it is, in words, as the offset was written: `-PT24H` and `24h_before` say "24 hours before", `-P1D` "1 day
// before".

import { language } from './language.ts'
import { showCounted } from './length.ts'

const sides = {
  en: { before: (size: string) => `${size} before`, after: (size: string) => `${size} after`, at: 'at the time' },
  ko: { before: (size: string) => `${size} 전`, after: (size: string) => `${size} 후`, at: '정시' },
} as const
/** Of offsets, with a T where they are of the clock; and of kinds. */
const units = {
  ...{ Y: 'year', M: 'month', W: 'week', D: 'day', TH: 'hour', TM: 'minute', TS: 'second' },
  ...{ y: 'year', mo: 'month', w: 'week', d: 'day', h: 'hour', m: 'minute', s: 'second', ms: 'millisecond' },
} as const
type Unit = keyof typeof units

/** '' for one that is the only one of its thing. */
export function kindWords({ step, kind }: { readonly step: string | null; readonly kind: string }): string {
  if (step !== null) return stepWords(step)
  return kind === 'once' ? '' : nameWords(kind)
}

export function stepWords(step: string): string {
  const [, sign, rest = ''] = /^([+-]?)P(.*)$/.exec(step) ?? []
  const [date = '', time = ''] = rest.split('T')
  return sizeWords([...partsOf(date, ''), ...partsOf(time, 'T')], sign === '-' ? 'before' : 'after')
}

/** Of a kind that Belfry named after its offset. One that somebody named is left as it is. */
export function nameWords(kind: string): string {
  if (kind === 'at_time') return sides[language.get()].at
  const [, size, where] = /^((?:\d+(?:y|mo|w|d|h|ms|m|s))+)_(before|after)$/.exec(kind) ?? []
  if (!size) return kind.replaceAll('_', ' ')
  const parts = [...size.matchAll(/(\d+)(y|mo|w|d|h|ms|m|s)/g)]
  return sizeWords(
    parts.map(([, count, unit]) => [Number(count), unit as Unit]),
    where as 'before' | 'after',
  )
}

type Part = readonly [count: number, unit: Unit]

function partsOf(text: string, half: '' | 'T'): readonly Part[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)([YMWDHS])/g)].map(([, count, letter]) => [
    Number(count),
    `${half}${letter}` as Unit,
  ])
}

function sizeWords(parts: readonly Part[], side: 'before' | 'after'): string {
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => showCounted(count, units[unit]))
  return said.length === 0 ? sides[language.get()].at : sides[language.get()][side](said.join(' '))
}
