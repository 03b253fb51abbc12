// Times for people, in the person's zone: "in 10 s (14:03:10)", "tomorrow 09:00", "Thu 5 Dec 09:00".

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface LocalParts {
  readonly date: string
  readonly time: string
  readonly seconds: string
  readonly year: string
  /** Such as `Thu 5 Dec`. */
  readonly dayName: string
}

export function localParts(at: Date, zone: string): LocalParts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as Intl.DateTimeFormatOptions)
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const names = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' })
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}`,
    seconds: `${part.hour}:${part.minute}:${part.second}`,
    year: part.year ?? '',
    dayName: names.format(at).replace(',', ''),
  }
}

/** The date so many days later, on the calendar. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** When it is, as somebody in that zone would say it now. */
export function when(at: Date, zone: string, now: Date): string {
  const distance = at.getTime() - now.getTime()
  const then = localParts(at, zone)
  if (Math.abs(distance) < hour) return `${relative(distance)} (${then.seconds})`
  const today = localParts(now, zone)
  if (then.date === today.date) return `today ${then.time}`
  if (then.date === addDays(today.date, 1)) return `tomorrow ${then.time}`
  if (then.date === addDays(today.date, -1)) return `yesterday ${then.time}`
  return `${then.dayName}${then.year === today.year ? '' : ` ${then.year}`} ${then.time}`
}

/** "in 10 s", "3 min ago", "now". */
export function relative(distanceMs: number): string {
  const size = span(Math.abs(distanceMs))
  if (size === '0 s') return 'now'
  return distanceMs > 0 ? `in ${size}` : `${size} ago`
}

/** A length of time, in its largest unit. */
export function span(ms: number): string {
  if (ms < minute) return `${Math.round(ms / 1_000)} s`
  if (ms < 2 * hour) return `${Math.round(ms / minute)} min`
  if (ms < 2 * day) return `${Math.round(ms / hour)} h`
  return `${Math.round(ms / day)} days`
}
