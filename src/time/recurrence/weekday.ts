// Days of the week as rules name them: `monday` is every Monday of the period, `1st monday` and `last friday` one of them.

import { weekdays } from './rule.ts'

export interface NamedDay {
  /** 0 is Monday. */
  readonly weekday: number
  /** 0 is every one; 1 the first; -1 the last, -2 the 2nd last. */
  readonly ordinal: number
}

const pattern = /^(?:(?:(\d{1,2})(?:st|nd|rd|th) )?(last )?)?([a-z]+)$/

const spellings = new Map(
  weekdays.flatMap((name, index) => [[name, index] as const, [name.slice(0, 3), index] as const]),
)

/** What `on` accepts, in any case: `monday`, `mon`, `1st monday`, `last friday`, `2nd last friday`. */
export function namedDay(text: string): NamedDay | undefined {
  const [, nth, last, name = ''] = pattern.exec(text.trim().toLowerCase()) ?? []
  const weekday = spellings.get(name)
  if (weekday === undefined || Number(nth) === 0) return undefined
  const ordinal = nth === undefined ? (last ? 1 : 0) : Number(nth)
  return { weekday, ordinal: last ? -ordinal : ordinal }
}

export function dayName({ weekday, ordinal }: NamedDay): string {
  const name = weekdays[weekday]!
  if (ordinal === 0) return name
  if (ordinal > 0) return `${nth(ordinal)} ${name}`
  return ordinal === -1 ? `last ${name}` : `${nth(-ordinal)} last ${name}`
}

export function nth(count: number): string {
  const isTeen = count % 100 > 10 && count % 100 < 14
  return `${count}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')}`
}
