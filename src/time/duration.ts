// Durations as users write them: ISO 8601 (`-PT24H`, `P1D`) or short (`24h`, `15m`, `1h30m`, `-1d`). The unit is kept as
// written, because it has a meaning: 24 hours are elapsed time, 1 day is the same wall clock on another day.

import { BelfryError } from '../errors.ts'
import { quoted } from './local.ts'
import { Temporal } from './temporal.ts'

export interface DurationOptions {
  /** Whether `-PT1H` is accepted. Default false. */
  readonly allowNegative?: boolean
  /** Whether a duration of nothing is accepted. Default true. */
  readonly allowZero?: boolean
  /** The longest accepted, either way. Default 36,525 days, a hundred years. */
  readonly maxDays?: number
}

const hundredYearsDays = 36_525
const accepted = 'an ISO 8601 duration like PT15M, PT24H or P1D, or a short one like 15m, 24h or 1h30m'

// Capitals are not accepted in the short form: 1M reads as a month to one person and as a minute to another.
const shortPattern = /^([+-]?)(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/

export function parseDuration(text: string, field?: string, options: DurationOptions = {}): Temporal.Duration {
  const { allowNegative = false, allowZero = true, maxDays = hundredYearsDays } = options
  const duration = typeof text === 'string' ? (readShort(text) ?? readIso(text)) : undefined
  const shown = typeof text === 'string' ? quoted(text) : `A value of type ${typeof text}`
  const refuse = (why: string) =>
    new BelfryError('invalid_duration', `${shown} ${why}.`, { ...(field ? { field } : {}), accepted })
  if (!duration) throw refuse('is not a duration')
  if (duration.sign < 0 && !allowNegative) throw refuse('is negative, which has no meaning here')
  if (duration.sign === 0 && !allowZero) throw refuse('is zero, which has no meaning here')
  if (approximateDays(duration) > maxDays) throw refuse(`is longer than ${longest(maxDays)}`)
  if (duration.microseconds || duration.nanoseconds) throw refuse('is finer than a millisecond')
  return duration
}

/** The same as milliseconds, for what has a fixed length: a day is 24 hours here. */
export function durationMs(value: unknown, field: string, maxDays: number = hundredYearsDays): number {
  if (typeof value !== 'string') throw new BelfryError('invalid_duration', 'Expected a duration.', { field, accepted })
  const duration = parseDuration(value, field, { maxDays })
  if (duration.years !== 0 || duration.months !== 0) {
    throw new BelfryError('invalid_duration', 'Years and months have no fixed length here.', {
      field,
      accepted: 'weeks, days, hours, minutes and seconds',
    })
  }
  return (duration.weeks * 7 + duration.days) * 86_400_000 + timeMs(duration)
}

/** Milliseconds as an ISO 8601 duration of elapsed time: `PT1H30M`. */
export function durationText(ms: number): string {
  return Temporal.Duration.from({ milliseconds: ms }).round({ largestUnit: 'hour' }).toString()
}

/** The part that is finer than a day, which is elapsed time. */
export function timeMs({ hours, minutes, seconds, milliseconds }: Temporal.Duration): number {
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + milliseconds
}

/** A plan's offset: before or after the anchor, or at it. */
export function parseOffset(text: string, field?: string): Temporal.Duration {
  return parseDuration(text, field, { allowNegative: true })
}

/**
 * The kind that a bare offset gets: `-PT24H` → `24h_before`, `PT1H` → `1h_after`, `PT0S` → `at_time`. Units stay as they
 * were written (`-PT90M` → `90m_before`), so that users find the kind they expect; a month is `mo`.
 */
export function kindOfOffset(offset: string | Temporal.Duration, field?: string): string {
  const duration = typeof offset === 'string' ? parseOffset(offset, field) : offset
  if (duration.sign === 0) return 'at_time'
  const size = duration.abs()
  const parts: [number, string][] = [
    [size.years, 'y'],
    [size.months, 'mo'],
    [size.weeks, 'w'],
    [size.days, 'd'],
    [size.hours, 'h'],
    [size.minutes, 'm'],
    [size.seconds, 's'],
    [size.milliseconds, 'ms'],
  ]
  const written = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`)
  return `${written.join('')}_${duration.sign < 0 ? 'before' : 'after'}`
}

function readShort(text: string): Temporal.Duration | undefined {
  const match = shortPattern.exec(text)
  const [, sign, ...counts] = match ?? []
  if (!counts.some((count) => count !== undefined)) return undefined
  const [weeks, days, hours, minutes, seconds] = counts.map((count) => Number(count ?? 0))
  return fromTemporal(() => {
    const size = Temporal.Duration.from({ weeks, days, hours, minutes, seconds })
    return sign === '-' ? size.negated() : size
  })
}

function readIso(text: string): Temporal.Duration | undefined {
  return fromTemporal(() => Temporal.Duration.from(text))
}

// Temporal says "malformed" and "beyond 2^53 seconds" with the same RangeError; neither is a duration to Belfry.
function fromTemporal(read: () => Temporal.Duration): Temporal.Duration | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function approximateDays(duration: Temporal.Duration): number {
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds } = duration.abs()
  const time = hours / 24 + minutes / 1_440 + seconds / 86_400 + milliseconds / 86_400_000
  return years * 365.25 + months * 30.4375 + weeks * 7 + days + time
}

function longest(maxDays: number): string {
  return maxDays === hundredYearsDays ? '100 years' : `${maxDays} days`
}
