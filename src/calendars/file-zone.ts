// The zones that a file names. An IANA name, also inside a longer one, and the usual names of Windows mean the zone of our own time-zone
// database: what a file says about its clocks may be years old. Only for the others its VTIMEZONE counts.

import ICAL from 'ical.js'
import { localMsOf, minuteMs } from '../time/recurrence/civil.ts'
import { Budget, occurrences, readRule } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone.ts'
import { knownZone } from '../time/zone-name.ts'
import { asUtc, instantAt } from '../time/zone-rules.ts'
import type { Component } from './content-lines.ts'
import type { Observance } from './event.ts'
import { windowsZone } from './windows-zones.ts'

const observancesMax = 50
const offsetMinutesMax = 15 * 60

/** What a TZID means: a name of the IANA database, or of the file (`rules` are its own), or nothing that anybody knows (null). */
export interface NamedZone {
  readonly name: string
  readonly rules?: readonly Observance[]
}

export class FileZones {
  readonly #described: ReadonlyMap<string, Component>
  readonly #known = new Map<string, NamedZone | null>()

  constructor(zones: readonly Component[]) {
    this.#described = new Map(zones.map((zone) => [textOf(zone, 'TZID') ?? '', zone]))
  }

  find(tzid: string): NamedZone | null {
    const hit = this.#known.get(tzid)
    if (hit !== undefined) return hit
    const found = this.#look(tzid)
    this.#known.set(tzid, found)
    return found
  }

  #look(tzid: string): NamedZone | null {
    if (tzid.length > 255) return null
    const ours = knownZone(tzid) ?? windowsZone(tzid) ?? innerName(tzid)
    if (ours !== undefined) return { name: ours }
    const described = this.#described.get(tzid)
    if (!described) return null
    const place = knownZone(textOf(described, 'X-LIC-LOCATION') ?? '')
    if (place !== undefined) return { name: place }
    const rules = observancesOf(described)
    // The name ends where a point's bracket does.
    return rules.length === 0 ? null : { name: `file/${tzid.replaceAll(/[[\]]/g, '_')}`, rules }
  }
}

/** `/mozilla.org/20070129_1/Europe/Berlin` */
function innerName(tzid: string): string | undefined {
  const parts = tzid.split('/')
  if (parts.length < 3) return undefined
  return knownZone(parts.slice(-3).join('/')) ?? knownZone(parts.slice(-2).join('/'))
}

function textOf({ lines }: Component, name: string): string | undefined {
  const line = lines.find((one) => one.toUpperCase().startsWith(name))
  return line === undefined ? undefined : line.slice(line.indexOf(':') + 1).trim()
}

/** Standard and summer time; those that cannot be read are left out. */
function observancesOf({ lines }: Component): Observance[] {
  const found: Observance[] = []
  let part: string[] | null = null
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) part = []
    else if (/^END:/i.test(line)) {
      const read = part && readObservance({ lines: part })
      if (read && found.length < observancesMax) found.push(read)
      part = null
    } else part?.push(line)
  }
  return found
}

function readObservance(part: Component): Observance | null {
  try {
    const from = minutesOf(textOf(part, 'TZOFFSETFROM'))
    const to = minutesOf(textOf(part, 'TZOFFSETTO'))
    const rule = textOf(part, 'RRULE')
    const start = timeOf(textOf(part, 'DTSTART'))
    if (from === null || to === null || start === null) return null
    if (rule !== undefined) readRule({ rrule: rule, strict: true }, '/rule')
    const dates = part.lines
      .filter((line) => /^RDATE/i.test(line))
      .flatMap((line) => ICAL.parse.property(line).slice(3))
    const also = dates.map((date) => timeOf(String(date))).filter((date) => date !== null)
    return { start, from, to, ...(rule !== undefined && { rule }), ...(also.length > 0 && { also }) }
  } catch {
    return null
  }
}

/** `+0130` */
function minutesOf(text: string | undefined): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(text ?? '') ?? []
  const size = Number(hours) * 60 + Number(minutes)
  return size <= offsetMinutesMax ? (sign === '-' ? -size : size) : null
}

/** Outlook begins its zones in 1601. Before 1970 nobody here looks. */
function timeOf(text: string | undefined): string | null {
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)$/.exec(text ?? '') ?? []
  if (year === '') return null
  const local = `${Number(year) < 1970 ? 1972 : year}-${month}-${day}T${hour}:${minute}${second === '00' ? '' : `:${second}`}`
  localMsOf(local)
  return local
}

interface Change {
  readonly atMs: number
  readonly offsetMs: number
}

/** What one zone of a file may take to look through, and how many changes count. */
const stepsMax = 100_000
const changesMax = 1_000

/** The file's own rules for one zone, up to a moment; whatever the zone is called. */
export function rulesOfFile(observances: readonly Observance[], untilMs: number): ZoneRules {
  const changes = observances.flatMap((one) => changesOf(one, untilMs)).sort((a, b) => a.atMs - b.atMs)
  const [first] = [...observances].sort((a, b) => (a.start < b.start ? -1 : 1))
  const before = (first?.from ?? 0) * minuteMs
  const offsetAt = (epochMs: number) => changes.findLast(({ atMs }) => atMs <= epochMs)?.offsetMs ?? before
  return {
    offsetMsAt: (instant) => offsetAt(instant.epochMilliseconds),
    possibleInstants(local) {
      const utcMs = asUtc(local).epochMilliseconds
      const offsets = new Set([offsetAt(utcMs - 86_400_000), offsetAt(utcMs + 86_400_000)])
      const fitting = [...offsets].map((offset) => utcMs - offset).filter((ms) => offsetAt(ms) === utcMs - ms)
      return fitting.sort((a, b) => a - b).map(instantAt)
    },
  }
}

function changesOf({ start, from, to, rule, also = [] }: Observance, untilMs: number): Change[] {
  const change = (localMs: number) => ({ atMs: localMs - from * minuteMs, offsetMs: to * minuteMs })
  const named = [start, ...also].map((local) => change(localMsOf(local)))
  if (rule === undefined) return named
  const found: Change[] = []
  try {
    const budget = new Budget(stepsMax)
    for (const { instant } of occurrences(readRule({ rrule: rule, strict: true }, '/rule'), start, 'UTC', { budget })) {
      if (instant > untilMs || found.length >= changesMax) break
      found.push(change(instant))
    }
  } catch {
    // It takes too long to look through: what was found counts.
  }
  return [...named, ...found]
}
