// Signs: what the lexicons and digits make of the text, as a lattice. Several signs may begin at one place (`second` is a unit and an
// ordinal, 일 a number, a day and a Sunday); the grammar finds out which one is meant.
//
// A sign begins where a word does, or where another sign ends: 2h30m, 내일오후3시에.

import { knownZone } from '../../time/zone-name.ts'
import { english } from './english.ts'
import { korean } from './korean.ts'
import { type Entry, entriesOf, type SignKind } from './lexicon.ts'
import { zoneRows } from './zones.ts'

export interface Sign {
  readonly is: SignKind
  readonly of: string | number
  readonly start: number
  readonly end: number
  /** Hour, minute, second of a clock; year, month, day of a date. */
  readonly numbers?: readonly number[]
  /** Not in digits. */
  readonly isWord?: true
  /** Of a unit: 5min is a length by itself, 5분 may be how long something takes. */
  readonly isLatin?: true
}

export type Lattice = ReadonlyMap<number, readonly Sign[]>

const isLatin = (letter: string | undefined) => letter !== undefined && /[a-z\u00e0-\u024f]/.test(letter)
const isDigit = (letter: string | undefined) => letter !== undefined && /[0-9]/.test(letter)
export const isHangul = (letter: string | undefined) => letter !== undefined && /[\uac00-\ud7a3]/.test(letter)
export const isWordLetter = (letter: string | undefined) => isLatin(letter) || isDigit(letter) || isHangul(letter)

const byFirst = new Map<string, Entry[]>()
for (const entry of entriesOf([...english, ...korean, ...zoneRows])) {
  const first = entry.word[0]!
  byFirst.set(first, [...(byFirst.get(first) ?? []), entry])
}

export function readSigns(text: string): Lattice {
  const lattice = new Map<number, Sign[]>()
  const isReached = new Array<boolean>(text.length + 1).fill(false)
  for (let at = 0; at < text.length; at++) {
    if (!isReached[at] && !isWordStart(text, at)) continue
    const signs = [
      ...digitSigns(text, at),
      ...numberWords(text, at),
      ...wordSigns(text, at),
      ...namedZones(text, at),
      ...untilDone(text, at),
    ]
    if (signs.length === 0) continue
    lattice.set(at, signs)
    for (const { end } of signs) isReached[end] = true
  }
  return lattice
}

/** Between scripts there is a border too: 9am에. */
function isWordStart(text: string, at: number): boolean {
  const [before, here] = [text[at - 1], text[at]]
  if (isLatin(here)) return !isLatin(before) && !isDigit(before)
  if (isDigit(here))
    return !isLatin(before) && !isDigit(before) && !(/[.,:/]/.test(before ?? '') && isDigit(text[at - 2]))
  if (isHangul(here)) return !isHangul(before) && !isDigit(before)
  return !/\s/.test(here ?? ' ')
}

function wordSigns(text: string, at: number): Sign[] {
  return (byFirst.get(text[at]!) ?? []).flatMap(({ is, of, word }) => {
    const end = matchEnd(text, at, word)
    return end === undefined
      ? []
      : [
          {
            is,
            of,
            start: at,
            end,
            ...(is === 'ordinal' ? { isWord: true as const } : {}),
            ...(isLatin(word[0]) ? { isLatin: true as const } : {}),
          },
        ]
  })
}

/** Where the word ends that begins here; Latin words end where their letters do. */
function matchEnd(text: string, start: number, word: string): number | undefined {
  let at = start
  for (let i = 0; i < word.length; i++) {
    if (word[i] !== ' ') {
      if (text[at++] !== word[i]) return undefined
      continue
    }
    const from = at
    while (text[at] === ' ' || text[at] === '-' || text[at] === '\t') at++
    if (at === from && !isHangul(word[i + 1])) return undefined
  }
  return isLatin(text[at - 1]) && isLatin(text[at]) ? undefined : at
}

const patterns = {
  date: /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:t(?=\d))?/y,
  dayFirst: /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/y,
  monthDay: /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/y,
  clock: /(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])/y,
  dotted: /(\d{1,2})\.(\d{2})(?=\s*[ap]\.?m)/y,
  ordinal: /(\d{1,3})(?:st|nd|rd|th)(?![a-z])/y,
  number: /\d+(?:\.\d+)?/y,
} as const

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Longer numbers are no times, but telephone numbers. */
const digitsMax = 6

function digitSigns(text: string, at: number): Sign[] {
  if (!isDigit(text[at])) return []
  const start = at
  const date = match(patterns.date, text, at)
  if (date)
    return [
      { is: 'date', of: date[0], start, end: at + date[0].length, numbers: [date[1], date[3], date[4]].map(Number) },
    ]
  const dayFirst = match(patterns.dayFirst, text, at)
  if (dayFirst) {
    const numbers = [dayFirst[3], dayFirst[2], dayFirst[1]].map(Number)
    return [{ is: 'date', of: dayFirst[0], start, end: at + dayFirst[0].length, numbers }]
  }
  const monthDay = match(patterns.monthDay, text, at)
  if (monthDay) {
    const numbers = monthDay
      .slice(1)
      .filter((one) => one !== undefined)
      .map(Number)
    return [{ is: 'month-day', of: monthDay[0], start, end: at + monthDay[0].length, numbers }]
  }
  const clock = match(patterns.clock, text, at) ?? match(patterns.dotted, text, at)
  if (clock) {
    const [all, hour = '', minute = '', second = '0'] = clock
    return [{ is: 'clock', of: all, start, end: at + all.length, numbers: [hour, minute, second].map(Number) }]
  }
  const ordinal = match(patterns.ordinal, text, at)
  if (ordinal) return [{ is: 'ordinal', of: Number(ordinal[1]), start, end: at + ordinal[0].length }]
  const number = match(patterns.number, text, at)
  if (!number || number[0].length > digitsMax) return []
  return [{ is: 'number', of: Number(number[0]), start, end: at + number[0].length }]
}

const ones = 'one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const onths = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ')
const teenths =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' ')
const tenths = 'twentieth thirtieth'.split(' ')
const small = [...ones, ...teens]
const smallths = [...onths, ...teenths]
const englishNumber = new RegExp(
  `(?:(${tens.join('|')})(?:[ -]?(${ones.join('|')}))?|(${small.join('|')}))(?![a-z])`,
  'y',
)
const englishOrdinal = new RegExp(
  `(?:(twenty|thirty)[ -]?(${onths.join('|')})|(${[...smallths].reverse().join('|')})|(${tenths.join('|')}))(?![a-z])`,
  'y',
)
const native = ['하나', '한', '둘', '두', '셋', '세', '석', '넷', '네', '넉', '다섯', '여섯', '일곱', '여덟', '아홉']
const nativeValues = [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9]
const nativeTens = ['열', '스물', '스무', '서른', '마흔', '쉰', '예순']
const nativeTenValues = [10, 20, 20, 30, 40, 50, 60]
const sino = '일이삼사오육칠팔구'
const koreanNative = new RegExp(`(${nativeTens.join('|')})?(${native.join('|')})?`, 'y')
const koreanSino = new RegExp(`(?:([${sino}])?(백))?(?:([${sino}])?(십))?([${sino}])?`, 'y')

function numberWords(text: string, start: number): Sign[] {
  if (isLatin(text[start])) return englishNumbers(text, start)
  if (!isHangul(text[start])) return []
  const found: Sign[] = []
  const [counted = '', ten = '', one = ''] = match(koreanNative, text, start) ?? []
  const value = (nativeTenValues[nativeTens.indexOf(ten)] ?? 0) + (nativeValues[native.indexOf(one)] ?? 0)
  if (counted !== '') found.push({ is: 'number', of: value, isWord: true, start, end: start + counted.length })
  found.push(...sinoNumbers(text, start))
  return found
}

/** Each way to end: 이일 is 2 and a day, 십오일 15 and a day, 삼십일일 31 and a day. */
function sinoNumbers(text: string, start: number): Sign[] {
  const longest = match(koreanSino, text, start)?.[0].length ?? 0
  const found: Sign[] = []
  for (let length = 1; length <= longest; length++) {
    const word = text.slice(start, start + length)
    const [all, hundreds, hundred, count, ten, one] = match(koreanSino, word, 0) ?? []
    if (all !== word) continue
    const digit = (letter: string | undefined, otherwise: number) => (letter ? sino.indexOf(letter) + 1 : otherwise)
    const value = (hundred ? digit(hundreds, 1) * 100 : 0) + (ten ? digit(count, 1) * 10 : 0) + digit(one, 0)
    found.push({ is: 'number', of: value, isWord: true, start, end: start + length })
  }
  return found
}

function englishNumbers(text: string, start: number): Sign[] {
  const found: Sign[] = []
  const number = match(englishNumber, text, start)
  if (number) {
    const [all, ten = '', one = '', single = ''] = number
    const value = ten ? (tens.indexOf(ten) + 2) * 10 + ones.indexOf(one) + 1 : small.indexOf(single) + 1
    found.push({ is: 'number', of: value, isWord: true, start, end: start + all.length })
  }
  const ordinal = match(englishOrdinal, text, start)
  if (ordinal) {
    const [all, ten = '', one = '', single = '', round = ''] = ordinal
    const tenValue = ten === 'twenty' ? 20 : 30
    const value = ten
      ? tenValue + onths.indexOf(one) + 1
      : round
        ? (tenths.indexOf(round) + 2) * 10
        : smallths.indexOf(single) + 1
    found.push({ is: 'ordinal', of: value, isWord: true, start, end: start + all.length })
  }
  return found
}

const offsetZone = /(?:utc|gmt) ?([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/y
const namedZone = /[a-z]+\/[a-z_]+(?:\/[a-z_]+)?(?![a-z])/y

function namedZones(text: string, start: number): Sign[] {
  const offset = match(offsetZone, text, start)
  if (offset) {
    const [all, sign, hours = '', minutes = '00'] = offset
    return [{ is: 'zone', of: `${sign}${hours.padStart(2, '0')}:${minutes}`, start, end: start + all.length }]
  }
  const named = isLatin(text[start]) ? match(namedZone, text, start)?.[0] : undefined
  const zone = named && knownZone(named)
  return zone ? [{ is: 'zone', of: zone, start, end: start + named.length }] : []
}

// Until one has done whatever it is: 약 먹을 때까지, until I call back.
const koreanUntil = /(?:다 ?)?[가-힣]{1,6} ?때까지/y
const englishUntil = /(?:until|till|til) (?:i|i'm|i've|it|it's|its)(?: [a-z']+){1,2}/y

function untilDone(text: string, start: number): Sign[] {
  const found = match(koreanUntil, text, start) ?? match(englishUntil, text, start)
  return found ? [{ is: 'word', of: 'until done', start, end: start + found[0].length }] : []
}
