// From phrases to what the sentence says: which of them count, which were only words, and whether they agree.

import type { Phrase } from './cover.ts'
import { type DateMeant, type Every, isFine, type Length, type Part, type PartOf, type TimeOfDay } from './meaning.ts'

export interface Sentence {
  readonly phrases: readonly Phrase[]
  readonly dates: readonly PartOf<'date'>[]
  readonly times: readonly PartOf<'time'>[]
  readonly spans: readonly PartOf<'span'>[]
  readonly ranges: readonly PartOf<'between'>[]
  readonly every: readonly Every[]
  readonly count?: number | undefined
  readonly lasting?: Length | undefined
  readonly isUntilDone: boolean
  readonly isAfterDone: boolean
  readonly except: readonly number[]
  readonly zone?: string | undefined
  /** Only words that say roughly when. */
  readonly vague: readonly Part[]
  /** There is nothing else in the text. */
  readonly isWhole: boolean
}

/** `text` is only blanks and punctuation outside of the phrases. */
export function readSentence(text: string, all: readonly Phrase[]): Sentence {
  const isWhole = all.length > 0 && outside(text, all).trim() === ''
  const firm = all.filter((phrase) => !isLoose(phrase))
  const every = partsOf(firm, 'every')
  const phrases = all.filter((phrase) =>
    isKept(phrase, { text, all, isWhole, firm, every: every.map((one) => one.every) }),
  )
  const strong = phrases.flatMap(({ parts }) => parts)
  const isVague = (part: Part) =>
    ('weak' in part && part.weak === 'vague' && !isWhole && every.length === 0) || part.is === 'soon'
  const sure = strong.filter((part) => !isVague(part))
  const of = <Is extends Part['is']>(is: Is) => sure.filter((part): part is PartOf<Is> => part.is === is)
  return {
    phrases,
    dates: of('date'),
    times: of('time'),
    spans: of('span'),
    ranges: of('between'),
    every: of('every').map((one) => one.every),
    count: of('count')[0]?.count,
    lasting: of('for')[0]?.length,
    isUntilDone: of('until done').length > 0,
    isAfterDone: of('after done').length > 0,
    except: of('except').flatMap(({ weekdays }) => weekdays),
    zone: of('zone')[0]?.zone,
    vague: strong.filter(isVague),
    isWhole,
  }
}

function outside(text: string, phrases: readonly Phrase[]): string {
  let left = text
  for (const { start, end } of [...phrases].reverse()) left = left.slice(0, start) + left.slice(end)
  return left.replaceAll(/[.,;:!?~\-–]/g, '')
}

function partsOf<Is extends Part['is']>(phrases: readonly Phrase[], is: Is): PartOf<Is>[] {
  return phrases.flatMap(({ parts }) => parts.filter((part): part is PartOf<Is> => part.is === is))
}

/** What may be text as well. */
function isLoose({ parts }: Phrase): boolean {
  return parts.every((part) => {
    if (part.is === 'span') return part.how === 'bare' || part.how === 'compact' || part.how === 'unitless'
    if (part.is === 'date' || part.is === 'time') return part.weak !== undefined
    return ['count', 'for', 'zone', 'soon', 'except', 'after done'].includes(part.is)
  })
}

interface Around {
  readonly text: string
  readonly all: readonly Phrase[]
  readonly isWhole: boolean
  readonly firm: readonly Phrase[]
  readonly every: readonly Every[]
}

const saysWhen = new Set(['date', 'time', 'span', 'every', 'between'])

function isKept(phrase: Phrase, around: Around): boolean {
  const { every, firm } = around
  const isElsewhere = firm.some((other) => other !== phrase && other.parts.some(({ is }) => saysWhen.has(is)))
  return phrase.parts.some((part) => {
    switch (part.is) {
      case 'span':
        return isSpanKept(part, phrase, around, isElsewhere)
      case 'date':
        return isDateKept(part, phrase, around, isElsewhere)
      case 'time':
        return part.weak === undefined || !isElsewhere || isTimeMissing(around) || isBesideEvery(phrase, around)
      case 'count':
      case 'except':
        return every.length > 0
      case 'for':
        return every.length > 0 && !isShorter(part.length, every)
      case 'zone':
        return firm.some(({ parts }) => parts.some(({ is }) => is === 'time' || is === 'between'))
      case 'soon':
        return !isElsewhere
      case 'after done':
        return every.length > 0 || partsOf(around.all, 'span').length > 0
      default:
        return true
    }
  })
}

/** Run for 30 minutes every day: that is how long to run. */
function isShorter(length: Length, every: readonly Every[]): boolean {
  const isShort = !(length.days || length.weeks || length.months || length.years)
  return isShort && !every.some((one) => one.is === 'length' && isFine(one.length))
}

function isSpanKept(
  { how }: PartOf<'span'>,
  { start }: Phrase,
  { text, all, isWhole }: Around,
  isElsewhere: boolean,
): boolean {
  if (how === 'marked' || how === 'ago' || how === 'few') return true
  if (isElsewhere) return false
  return how === 'compact' || isWhole || text.slice(0, start).trim() === '' || all.length === 1
}

/** A day of the month counts beside `every month`, a weekday beside `every week`. */
function isDateKept({ weak, date }: PartOf<'date'>, phrase: Phrase, around: Around, isElsewhere: boolean): boolean {
  const { every, isWhole, text, firm } = around
  const isPast =
    (date.is === 'away' && date.days < 0) ||
    (date.is === 'weekday' && (date.week ?? 0) < 0) ||
    (date.is === 'period' && 'unit' in date.of && date.of.away < 0)
  if (isPast && firm.some((other) => other !== phrase && partsOf([other], 'date').length > 0)) return false
  // Christmas on December 25: the day is said, and its name is what it is about.
  if (date.is === 'holiday' && partsOf(firm, 'date').some((other) => isDayOfYear(other.date))) return false
  if (weak === undefined || isWhole) return true
  if (weak === 'vague') return !isElsewhere
  const lengths = every.flatMap((one) => (one.is === 'length' ? [one.length] : []))
  if (date.is === 'weekday' && lengths.some(({ weeks, days }) => weeks || (days && days % 7 === 0))) return true
  if (date.is !== 'weekday' && lengths.some(({ months, years }) => months || years)) return true
  const isSureName = /^(?:tue|wed|thu|fri|on the )/.test(text.slice(phrase.start))
  const isAtEdge = text.slice(0, phrase.start).trim() === '' || text.slice(phrase.end).trim() === ''
  return isSureName && isAtEdge && !partsOf(firm, 'date').some((one) => one.mark === undefined)
}

function isDayOfYear(date: DateMeant): boolean {
  return date.is === 'full' || (date.is === 'day' && date.of !== undefined && 'month' in date.of)
}

/** Every Monday morning at 8 */
function isBesideEvery({ start }: Phrase, { text, firm }: Around): boolean {
  return firm.some(
    (other) => other.end <= start && text.slice(other.end, start).trim() === '' && partsOf([other], 'every').length > 0,
  )
}

/** A part of the day beside a rule that has no time. */
function isTimeMissing({ every, firm }: Around): boolean {
  return every.length > 0 && partsOf(firm, 'time').length === 0
}

/** `tomorrow morning at 9` says one time in two words. */
export function mergeTimes(parts: readonly PartOf<'time'>[]): readonly (readonly TimeOfDay[])[] {
  const all = parts.map(({ times }) => times)
  const part = all.find(([one]) => one?.is === 'part')?.[0]
  const clocks = all.filter(([one]) => one?.is !== 'part')
  if (all.length !== 2 || clocks.length !== 1 || part?.is !== 'part') return all
  return [
    clocks[0]!.map((time) =>
      time.is === 'clock' && !time.part && !(time.isExact && time.hour > 12) ? { ...time, part: part.part } : time,
    ),
  ]
}
