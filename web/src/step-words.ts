// Which of its reminders it is, in words, as the offset was written: `-PT24H` and `24h_before` say "24 hours before", `-P1D` "1 day
// before".

import { language, wordsNow } from './language.ts'
import { type Counted, countedIn, distanceIn, kindIn, stepIn } from './spans.ts'
import { words as noticeWords } from './words/notices.ts'

interface Which {
  readonly entity: { readonly type: string }
  readonly step: string | null
  readonly kind: string
}

/** '' for one that is the only one of its thing. */
export function kindWords({ entity, step, kind }: Which): string {
  if (step !== null) return stepWords(step)
  return kind === 'once' ? '' : (noticeOf(entity, kind) ?? nameWords(kind))
}

/** What became of a meeting, as its news say it. */
export function noticeOf({ type }: Which['entity'], kind: string): string | undefined {
  const notices: Readonly<Record<string, string>> = wordsNow(noticeWords)
  return type === 'meeting' ? notices[kind] : undefined
}

export function stepWords(step: string): string {
  return stepIn(language.get(), partsOf(step), step.startsWith('-') ? 'before' : 'after')
}

/** Its size alone: `24 hours`, or `24 hr`; as it is written where it is written in another way. */
export function sizeWords(step: string, display: 'long' | 'short' = 'long'): string {
  const parts = partsOf(step).filter(([count]) => count > 0)
  if (parts.length === 0) return step.replace(/^[-+]/, '')
  return parts.map(([count, unit]) => countedIn(language.get(), count, unit, display)).join(' ')
}

/** Where it is, as it came about: quiet hours, or somebody, may have moved it away from where its plan has it. */
export function distanceWords(ms: number): string {
  return Number.isNaN(ms) ? '–' : distanceIn(language.get(), ms)
}

/** One that somebody named is left as it is. */
export function nameWords(kind: string): string {
  return kindIn(language.get(), kind) ?? kind.replaceAll('_', ' ')
}

const dateUnits = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const
const clockUnits = { H: 'hour', M: 'minute', S: 'second' } as const

/** Of an offset. An M is a month before the T, and a minute after it. */
export function partsOf(step: string): readonly Counted[] {
  const [, rest = ''] = /^[+-]?P(.*)$/.exec(step) ?? []
  const [date = '', clock = ''] = rest.split('T')
  return [...counted(date, dateUnits), ...counted(clock, clockUnits)]
}

function counted(text: string, units: Readonly<Record<string, string>>): Counted[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)([YMWDHS])/g)].flatMap(([, count, letter]) => {
    const unit = units[letter!]
    return unit ? [[Number(count), unit] as const] : []
  })
}
