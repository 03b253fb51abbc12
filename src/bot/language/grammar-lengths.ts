// Lengths of time: 2h30m, an hour and a half, 한 시간 반, 이틀; and moments that are so far away.

import { Temporal } from '../../time/temporal.ts'
import type { Length, LengthUnit, Part } from './meaning.ts'
import { any, glued, kept, list, map, maybe, type Rule, seq, sign, word } from './reader.ts'

export const number: Rule<number> = map(sign('number'), ({ of }) => Number(of))
export const whole: Rule<number> = map(number, (value) => (Number.isInteger(value) ? value : undefined))
export const comma = any(word(','), word('and'), seq(word(','), word('and')))
/** Particles that say no more than "then": 에, 쯤, 날. */
export const tail = maybe(glued(word('tail')))

interface Amount {
  readonly length: Length
  readonly isCompact?: boolean
  readonly isFew?: boolean
}

const order: readonly LengthUnit[] = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds']
/** What a half of a unit is made of. */
const parts: Partial<Record<LengthUnit, readonly [LengthUnit, number]>> = {
  years: ['months', 12],
  months: ['days', 30],
  weeks: ['days', 7],
  days: ['hours', 24],
  hours: ['minutes', 60],
  minutes: ['seconds', 60],
}

function lengthOf(count: number, unit: string | number): Length | undefined {
  if (unit === 'quarter') return Number.isInteger(count) ? { months: count * 3 } : undefined
  const name = `${unit}s` as LengthUnit
  const part = parts[name]
  const rest = count - Math.floor(count)
  if (rest === 0) return { [name]: count }
  if (!part) return undefined
  return { ...(count >= 1 ? { [name]: Math.floor(count) } : {}), [part[0]]: Math.round(rest * part[1]) }
}

const unit = map(sign('unit'), ({ of }) => of)
const one = map(word('a'), () => 1)
const half = map(word('and a half'), () => 0.5)
const asAmount = (length: Length | undefined): Amount | undefined => length && { length }

const amount: Rule<Amount> = kept(() =>
  any(
    map(seq(any(number, one), half, unit), ([count, more, of]) => asAmount(lengthOf(count + more, of))),
    map(seq(any(number, one), unit, maybe(half)), ([count, of, more]) => asAmount(lengthOf(count + (more ?? 0), of))),
    map(seq(number, glued(any(sign('letter-unit'), sign('unit')))), ([count, { of, isLatin = false }]) => {
      const length = lengthOf(count, of)
      return length && { length, isCompact: isLatin }
    }),
    map(seq(sign('length'), maybe(half)), ([{ of }, more]) => asAmount(readLength(String(of), more ?? 0))),
    map(seq(word('couple'), unit), ([, of]) => asAmount(lengthOf(2, of))),
    map(seq(word('few'), unit), ([, of]) => ({ length: lengthOf(3, of) ?? {}, isFew: true })),
  ),
)

export function readLength(iso: string, more = 0): Length {
  const { years, months, weeks, days, hours, minutes, seconds } = Temporal.Duration.from(iso)
  const all = { years, months, weeks, days, hours: hours + more * 24, minutes, seconds }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count !== 0))
}

/** `2 days, 3 hours and 10 minutes`: each unit once, from the longest to the shortest. */
export const amounts: Rule<Amount> = kept(() =>
  map(list(amount, maybe(comma)), (all) => {
    const units = all.flatMap(({ length }) => Object.keys(length).map((name) => order.indexOf(name as LengthUnit)))
    if (units.some((place, i) => i > 0 && place <= units[i - 1]!)) return undefined
    return {
      length: Object.assign({}, ...all.map(({ length }) => length)) as Length,
      isCompact: all.every(({ isCompact }) => isCompact),
      isFew: all.some(({ isFew }) => isFew),
    }
  }),
)

export const length: Rule<Length> = map(amounts, ({ length, isFew }) => (isFew ? undefined : length))

const marked = ({ length, isFew }: Amount): Part[] => [{ is: 'span', length, how: isFew ? 'few' : 'marked' }]

/** In 5 minutes, 5 minutes from now, 5분 뒤에, 30 minutes ago. */
export const span: Rule<Part[]> = kept(() =>
  any(
    map(seq(word('in', 'after'), maybe(word('about', 'next-lead')), amounts, maybe(word('later'))), ([, , value]) =>
      marked(value),
    ),
    map(seq(maybe(word('lead-ko', 'about')), amounts, tail, word('later'), tail), ([, value]) => marked(value)),
    map(seq(word('within'), amounts), ([, { length }]): Part[] => [{ is: 'span', length, how: 'few' }]),
    map(seq(amounts, word('by-ko')), ([{ length }]): Part[] => [{ is: 'span', length, how: 'few' }]),
    map(seq(word('in'), whole), ([, count]): Part[] | undefined =>
      count > 0 && count <= 180 ? [{ is: 'span', length: { minutes: count }, how: 'unitless' }] : undefined,
    ),
    map(seq(amounts, word('ago')), ([{ length }]): Part[] => [{ is: 'span', length, how: 'ago' }]),
    map(amounts, ({ length, isCompact, isFew }): Part[] | undefined =>
      isFew ? undefined : [{ is: 'span', length, how: isCompact ? 'compact' : 'bare' }],
    ),
  ),
)
