// One event, from its lines to what is kept of it. What cannot be read throws; whoever reads the file counts it.

import ICAL from 'ical.js'
import { parseDuration } from '../time/duration.ts'
import { localMsOf } from '../time/recurrence/civil.ts'
import { readRule } from '../time/recurrence/recurrence.ts'
import type { Component } from './content-lines.ts'
import type { CalendarEvent, Observance, Point } from './event.ts'
import type { FileZones } from './file-zone.ts'
import type { Work } from './work.ts'

export interface ReadEvent {
  readonly uid: string | null
  readonly sequence: number
  /** Null: it was over before 1970. */
  readonly event: CalendarEvent | null
}

/** A property as the parser gives it: name, parameters, type, values. */
type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
]

type Addition = NonNullable<CalendarEvent['also']>[number]

/** Added and left out, in one event. */
const datesMax = 10_000
const charsOfStep = 10

export function readEvent(component: Component, zones: FileZones, work: Work): ReadEvent {
  // About what the parser takes for them.
  work.take(Math.ceil(component.lines.reduce((chars, line) => chars + line.length, 0) / charsOfStep))
  const reading = new Reading(component, zones, work)
  const [uid] = reading.texts('UID')
  const sequence = Number(reading.texts('SEQUENCE')[0] ?? 0)
  return {
    uid: uid === undefined || uid === '' ? null : uid,
    sequence: Number.isInteger(sequence) && sequence >= 0 && sequence < 2 ** 31 ? sequence : 0,
    event: reading.event(),
  }
}

class Reading {
  readonly #lines: readonly string[]
  readonly #zones: FileZones
  readonly #work: Work
  readonly #own: Record<string, readonly Observance[]> = {}
  /** How many years an event from before 1970 is moved on. */
  #yearsOn = 0

  constructor({ lines }: Component, zones: FileZones, work: Work) {
    this.#lines = lines
    this.#zones = zones
    this.#work = work
  }

  event(): CalendarEvent | null {
    const rule = this.#rule()
    const [begins] = this.#properties('DTSTART')
    if (!begins) throw new Error('no DTSTART')
    if (!this.#isFrom1970(begins, rule)) return null
    const [start] = this.#points(begins, this.#yearsOn)
    if (start === undefined) throw new Error('no DTSTART')
    const [end] = this.#properties('DTEND').flatMap((one) => this.#points(one, this.#yearsOn))
    const [instead] = this.#properties('RECURRENCE-ID').flatMap((one) => this.#points(one))
    const also = this.#properties('RDATE').flatMap((one): Addition[] =>
      one[2] === 'period' ? this.#periods(one) : this.#points(one),
    )
    const except = this.#properties('EXDATE').flatMap((one) => this.#points(one))
    if (also.length + except.length > datesMax) throw new Error('too many dates')
    return {
      start,
      ...this.#length(end),
      ...(rule !== undefined && { rule }),
      ...(also.length > 0 && { also }),
      ...(except.length > 0 && { except }),
      ...(instead !== undefined && { instead }),
      ...(this.#isBusy() && { busy: true as const }),
      ...(Object.keys(this.#own).length > 0 && { zones: this.#own }),
    }
  }

  texts(name: string): string[] {
    return this.#linesOf(name).map((line) => line.slice(line.indexOf(':') + 1).trim())
  }

  #linesOf(name: string): string[] {
    return this.#lines.filter(
      (line) => line.slice(0, name.length).toUpperCase() === name && /[:;]/.test(line[name.length] ?? ''),
    )
  }

  #properties(name: string): Property[] {
    return this.#linesOf(name).map((line) => ICAL.parse.property(line) as Property)
  }

  /** Read by our own reader, which knows what it can expand. */
  #rule(): string | undefined {
    const [rule, another] = this.texts('RRULE')
    if (another !== undefined) throw new Error('two rules')
    if (rule !== undefined) readRule({ rrule: rule, strict: true }, '/rule', this.#work)
    return rule
  }

  /** Birthdays begin long ago. A yearly one is the same from a later year on, and what happened once is over. */
  #isFrom1970([, , , value]: Property, rule: string | undefined): boolean {
    const year = Number(String(value).slice(0, 4))
    if (Number.isNaN(year)) throw new Error('no DTSTART')
    if (year >= 1970) return true
    if (rule === undefined) return false
    if (!/FREQ=YEARLY/i.test(rule) || /COUNT=|INTERVAL=(?!1(?:;|$))/i.test(rule))
      throw new Error('a series from before 1970')
    this.#yearsOn = 1972 - year
    return true
  }

  #length(end: Point | undefined): Pick<CalendarEvent, 'end' | 'duration'> {
    if (end !== undefined) return { end }
    const [duration] = this.texts('DURATION')
    if (duration === undefined) return {}
    return { duration: readLength(duration) }
  }

  #points([, parameters, type, ...values]: Property, yearsOn = 0): Point[] {
    if (type !== 'date' && type !== 'date-time') throw new Error(`a ${type}`)
    const texts = values.map((value) => later(String(value), yearsOn)).filter((text) => text >= '1970')
    return texts.map((text) => this.#point(text, parameters.tzid))
  }

  #periods([, parameters, , ...values]: Property): { start: Point; end?: Point; duration?: string }[] {
    return values.map((value) => {
      const [start, end] = (Array.isArray(value) ? value : String(value).split('/')).map(String)
      const from = this.#point(start ?? '', parameters.tzid)
      if (end?.startsWith('P')) return { start: from, duration: readLength(end) }
      return { start: from, end: this.#point(end ?? '', parameters.tzid) }
    })
  }

  #point(value: string, tzid: unknown): Point {
    // As Belfry writes local times everywhere, which is quick to read again.
    const local = value.replace(/Z$/, '').replace(/(T\d\d:\d\d):00$/, '$1')
    localMsOf(local.length === 10 ? `${local}T00:00` : local)
    if (local.length === 10) return local
    if (value.endsWith('Z')) return `${local}Z`
    const zone = typeof tzid === 'string' ? this.#zones.find(tzid) : null
    if (zone === null) return local
    if (zone.rules) this.#own[zone.name] = zone.rules
    return `${local}[${zone.name}]`
  }

  #isBusy(): boolean {
    const is = (name: string, value: string) => this.texts(name).some((text) => text.toUpperCase() === value)
    return !(is('STATUS', 'CANCELLED') || is('TRANSP', 'TRANSPARENT') || is('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE'))
  }
}

function later(text: string, years: number): string {
  return years === 0 ? text : `${Number(text.slice(0, 4)) + years}${text.slice(4)}`
}

function readLength(text: string): string {
  return parseDuration(text, '/duration').toString()
}
