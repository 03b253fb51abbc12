// What a time of the day can be: one reading, or two where nobody said which half of the day.

import { Temporal } from '../../time/temporal.ts'
import { Asked, type Context, type Problem, Refusal, timeOf } from './context.ts'
import type { DayPart, TimeOfDay } from './meaning.ts'

export interface Reading {
  readonly time: Temporal.PlainTime
  /** Midnight of a night belongs to the next day. */
  readonly daysLater: number
}

export interface Readings {
  readonly readings: readonly Reading[]
  /** Before noon or after, nobody said. */
  readonly isOpen: boolean
  /** Which midnight of a day is meant cannot be told. */
  readonly isMidnight?: boolean
}

type Clock = Extract<TimeOfDay, { is: 'clock' }>

export function readingsOf(time: TimeOfDay, { defaults, today }: Context): Readings | Problem {
  if (time.is === 'midnight') return { readings: [at(0, 0, 0, 1)], isOpen: false, isMidnight: true }
  if (time.is === 'clock') return clockReadings(time)
  if (time.part === 'noon') return { readings: [at(12, 0, 0)], isOpen: false }
  if (time.part === 'dawn')
    return new Asked(
      'which_time',
      ['05:00', '06:00'].map((text) => today.add({ days: 1 }).toPlainDateTime(timeOf(text))),
    )
  return { readings: [{ time: timeOf(defaults[time.part]), daysLater: 0 }], isOpen: false }
}

function at(hour: number, minute: number, second: number, daysLater = 0): Reading {
  return { time: new Temporal.PlainTime(hour, minute, second), daysLater }
}

function clockReadings({ hour, minute, second, part, isExact }: Clock): Readings | Problem {
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0))
    return new Refusal('no such time')
  const one = (value: number, daysLater = 0): Readings => ({
    readings: [at(value, minute, second, daysLater)],
    isOpen: false,
  })
  if (hour === 24) return one(0, 1)
  if (hour > 12) return part === 'am' || part === 'dawn' ? new Refusal('no such time') : one(hour)
  if (part) return inPart(hour, part, one)
  if (isExact) return one(hour)
  return { readings: [at(hour % 12, minute, second), at((hour % 12) + 12, minute, second)], isOpen: true }
}

function inPart(
  hour: number,
  part: DayPart | 'am' | 'pm',
  one: (hour: number, daysLater?: number) => Readings,
): Readings {
  const morning = hour % 12
  switch (part) {
    case 'am':
    case 'dawn':
      return one(morning)
    case 'morning':
      return one(hour)
    case 'pm':
    case 'afternoon':
      return one(morning + 12)
    case 'noon':
      return one(hour >= 9 ? hour : hour + 12)
    case 'evening':
      return hour === 12 ? one(0, 1) : one(morning + 12)
    // Twelve at night, and one and two, come after the evening of that day.
    case 'night':
      return morning < 5 ? one(morning, 1) : one(morning + 12)
  }
}
