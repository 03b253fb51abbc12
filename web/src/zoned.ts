// Wall clocks of a zone, both ways: what a calendar and its forms need, with nothing but the browser's own knowledge of zones.

const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** What a `datetime-local` field holds, in a zone. */
export function localText(at: string | number | Date, zone: string): string {
  return formatOf(zone).format(new Date(at)).replace(' ', 'T')
}

/** Made once a zone: making one takes longer than hundreds of uses. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  formats.set(zone, made)
  return made
}

/** The moment at which the clocks of a zone show `2031-12-02T10:00`. In a gap the later one, in an overlap the first, as Belfry does. */
export function instantIn(local: string, zone: string): number {
  const wall = Date.parse(`${local}Z`)
  const before = wall - offsetMs(wall - dayMs, zone)
  const after = wall - offsetMs(wall + dayMs, zone)
  const fits = [before, after].filter((at) => at + offsetMs(at, zone) === wall)
  return fits.length > 0 ? Math.min(...fits) : Math.max(before, after)
}

function offsetMs(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${localText(minute, zone)}Z`) - minute
}

/** `2031-12-02T10:00:00+01:00`: which of two equal wall clocks it is, is said, too. */
export function withOffset(at: number, zone: string): string {
  const minutes = Math.round(offsetMs(at, zone) / 60_000)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${localText(at, zone)}:${pad(new Date(at).getUTCSeconds())}${minutes < 0 ? '-' : '+'}${pad(hour)}:${pad(minute)}`
}

export function dateIn(at: number | string, zone: string): string {
  return localText(at, zone).slice(0, 10)
}

/** On New Year's Eve it is not the same everywhere. */
export function yearIn(at: number | Date, zone: string): string {
  return localText(at, zone).slice(0, 4)
}

/** Since midnight, as the clock shows it. */
export function minutesIn(at: number, zone: string): number {
  const [hour, minute] = localText(at, zone).slice(11).split(':').map(Number)
  return hour! * 60 + minute!
}

export function midnightOf(date: string, zone: string): number {
  return instantIn(`${date}T00:00`, zone)
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

export function mondayOf(date: string): string {
  return addDays(date, -((weekdayOf(date) + 6) % 7))
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay()
}

/** `09:05`; 24:00 is the end of a day. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
}

/** The same wall clock so many days later. */
export function daysLater(at: number, days: number, zone: string): number {
  if (days === 0) return at
  const local = localText(at, zone)
  return instantIn(`${addDays(local.slice(0, 10), days)}${local.slice(10)}`, zone) + (at % 60_000)
}
