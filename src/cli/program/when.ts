// Moments as people write them on a command line: `10s`, `PT10M`, `14:30`, `2030-05-01T09:00`, with or without a zone.

import { BelfryError } from '../../errors.ts'
import { addDays, localParts } from '../print/times.ts'
import { usageError } from './arguments.ts'

export type When = { readonly kind: 'after'; readonly duration: string } | { readonly kind: 'at'; readonly at: string }

export const acceptedWhen =
  '10s, 15m, 2h, 1d, 1h30m, PT10M, 14:30 (the next one), 2030-05-01T09:00, 2030-05-01T09:00[Europe/Paris], 2030-05-01T09:00:00Z'

const short = /^(?=\d)(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?$/i
const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const dateAndTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i

/** Whether it is written in one of these ways, and not as a sentence. */
export function isWhen(text: string): boolean {
  return short.test(text) || /^P[T\d]/i.test(text) || timeOfDay.test(text) || dateAndTime.test(text)
}

/** A local time that names no zone is the person's; the library resolves it, and refuses what is not on the calendar. */
export function readWhen(text: string, { now, zone }: { now: Date; zone: string }): When {
  if (short.test(text)) return { kind: 'after', duration: text.toLowerCase() }
  if (/^P/i.test(text)) return { kind: 'after', duration: text.toUpperCase() }
  if (timeOfDay.test(text)) return { kind: 'at', at: nextTime(text, now, zone) }
  if (dateAndTime.test(text)) return { kind: 'at', at: text.replace(' ', 'T') }
  throw usageError(`${JSON.stringify(text.slice(0, 60))} is not a moment.`, acceptedWhen)
}

/** Today if it is still ahead on that clock, else tomorrow. */
function nextTime(text: string, now: Date, zone: string): string {
  const [, hours = '', minutes = '', seconds = '00'] = timeOfDay.exec(text) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}:${seconds}`
  const today = localParts(now, zone)
  return `${time > today.seconds ? today.date : addDays(today.date, 1)}T${time}`
}

const unitMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000]
const iso = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** A length of time that a command itself has to count with. */
export function durationMs(text: string, field: string): number {
  const [, ...counts] = short.exec(text) ?? (text.length > 1 ? iso.exec(text) : null) ?? []
  const ms = counts.reduce((sum, count, i) => sum + Number.parseInt(count ?? '0', 10) * unitMs[i]!, 0)
  if (ms > 0 && ms < 100 * 366 * 86_400_000) return ms
  throw new BelfryError('invalid_duration', `${JSON.stringify(text.slice(0, 60))} is not a length of time.`, {
    field,
    accepted: '10s, 15m, 2h, 1d, 1h30m, PT24H, P7D',
  })
}
