// What is kept of an event: its times, and whether they are busy. Plain JSON, as it stands in `calendar_objects.events`. Times are texts:
//
//   2030-01-15T10:00[Europe/Paris]   what the clocks of a zone show
//   2030-01-15T10:00Z                an instant
//   2030-01-15T10:00                 what the clock on the wall shows, wherever that is: floating
//   2030-01-15                          a day, likewise
//
// Local times stay local, so that a newer time-zone database, or a person who moves, changes what they mean and not what is kept.

export type Point = string

export interface CalendarEvent {
  readonly start: Point
  /** Where the first one ends, not included. */
  readonly end?: Point
  /** Or how long it takes, `P1DT2H`: days by the wall clock, the rest elapsed. Neither: a day ends with it, a time takes no time. */
  readonly duration?: string
  /** RRULE, as it was written. */
  readonly rule?: string
  /** RDATE: further ones, some with an end of their own. */
  readonly also?: readonly (Point | { readonly start: Point; readonly end?: Point; readonly duration?: string })[]
  /** EXDATE: those that are left out. */
  readonly except?: readonly Point[]
  /** RECURRENCE-ID: it stands for the one of the series that would have begun here. */
  readonly instead?: Point
  /** Left out where it is not: cancelled, or marked as free. */
  readonly busy?: true
  /** Of zones that only the file knows, by name: when their clocks change. */
  readonly zones?: Readonly<Record<string, readonly Observance[]>>
}

/** From `start` on, a local time, the zone adds `to` minutes to UTC, where it had added `from`. */
export interface Observance {
  readonly start: string
  readonly from: number
  readonly to: number
  readonly rule?: string
  readonly also?: readonly string[]
}

/** Everything under one UID. */
export interface CalendarObject {
  readonly uid: string
  /** SEQUENCE: how often it was changed. */
  readonly sequence: number
  readonly events: readonly CalendarEvent[]
}

export interface ReadFile {
  readonly objects: readonly CalendarObject[]
  /** Events that could not be read, and those beyond what is taken. */
  readonly skipped: number
  readonly beyond: number
}

/** A point taken apart. `zone`: null floats, `UTC` is an instant. */
export interface ReadPoint {
  readonly local: string
  readonly zone: string | null
  readonly isDate: boolean
}

export function readPoint(point: Point): ReadPoint {
  const at = point.indexOf('[')
  if (at >= 0) return { local: point.slice(0, at), zone: point.slice(at + 1, -1), isDate: false }
  if (point.endsWith('Z')) return { local: point.slice(0, -1), zone: 'UTC', isDate: false }
  return { local: point, zone: null, isDate: point.length === 10 }
}
