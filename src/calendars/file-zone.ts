// The zones that a file names. An IANA name, also inside a longer one, and the usual names of Windows mean the zone of our own time-zone
// database: what a file says about its clocks may be years old. Only for the others its VTIMEZONE counts.

import ICAL from 'ical.js'
import { localMsOf, minuteMs } from '../time/recurrence/civil.ts'
import { occurrences, readRule } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone.ts'
import { knownZone } from '../time/zone-name.ts'
import { asUtc, instantAt } from '../time/zone-rules.ts'
import type { Component } from './content-lines.ts'
import type { Observance } from './event.ts'
import { windowsZone } from './windows-zones.ts'
import type { Work } from './work.ts'

/** What a text takes to read. */
const charsOfStep = 10
const observancesMax = 50
const offsetMinutesMax = 15 * 60
/** Of what is kept of one zone: every event that names it has it with it. */
const zoneBytesMax = 4_096

/** What a TZID means: a name of the IANA database, or of the file (`rules` are its own), or nothing that anybody knows (null). */
export interface NamedZone {
  readonly name: string
  readonly rules?: readonly Observance[]
}

export class FileZones {
  readonly #described: ReadonlyMap<string, Component>
  readonly #known = new Map<string, NamedZone | null>()
  readonly #rules = new Map<string, readonly Observance[] | null>()

  constructor(zones: readonly Component[]) {
    this.#described = new Map(zones.map((zone) => [textOf(zone, 'TZID') ?? '', zone]))
  }

  /** Reads those that nobody but the file knows and that an event names: it takes a while. */
  async read(events: readonly Component[], work: Work): Promise<void> {
    const named = new Set(events.flatMap(({ lines }) => lines.flatMap(zoneNamedIn)))
    for (const [tzid, zone] of this.#described)
      if (named.has(tzid) && ourZone(tzid, zone) === undefined) {
        const { refusals } = work
        const rules = await observancesOf(zone, work)
        this.#rules.set(tzid, work.refusals === refusals ? rules : null)
      }
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
    const ours = ourZone(tzid, this.#described.get(tzid))
    if (ours !== undefined) return { name: ours }
    const rules = this.#rules.get(tzid) ?? []
    // Its events are left out, which is said: in another zone they would be somewhere else.
    if (this.#rules.get(tzid) === null) throw new Error('a zone that takes too long to read')
    return rules.length === 0 ? null : { name: `file/${keptName(tzid)}`, rules }
  }
}

function ourZone(tzid: string, described: Component | undefined): string | undefined {
  const ours = knownZone(tzid) ?? windowsZone(tzid) ?? innerName(tzid)
  return ours ?? (described && knownZone(textOf(described, 'X-LIC-LOCATION') ?? ''))
}

/** The name ends where a point's bracket does, and the database keeps no NUL and no half of a character. */
function keptName(tzid: string): string {
  return tzid.toWellFormed().replaceAll(/[[\]\p{Cc}]/gu, '_')
}

function zoneNamedIn(line: string): string[] {
  const [, quoted, plain] = /;TZID=(?:"([^"]*)"|([^;:]*))/i.exec(line) ?? []
  return [quoted ?? plain ?? []].flat()
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
async function observancesOf({ lines }: Component, work: Work): Promise<Observance[]> {
  const found: Observance[] = []
  let part: string[] | null = null
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) part = []
    else if (/^END:/i.test(line)) {
      const read = part && found.length < observancesMax ? readObservance({ lines: part }, work) : null
      if (read) found.push(read)
      part = null
      await work.pause()
    } else part?.push(line)
  }
  return inBounds(found)
}

/** Those that repeat, and then the latest. */
function inBounds(all: readonly Observance[]): Observance[] {
  const rank = ({ rule, start }: Observance) => `${rule === undefined ? 0 : 1}${start}`
  let left = zoneBytesMax
  return [...all]
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1))
    .filter((one) => {
      const bytes = JSON.stringify(one).length
      if (bytes > left) return false
      left -= bytes
      return true
    })
}

function readObservance(part: Component, work: Work): Observance | null {
  try {
    work.take(Math.ceil(part.lines.reduce((chars, line) => chars + line.length, 0) / charsOfStep))
    const from = minutesOf(textOf(part, 'TZOFFSETFROM'))
    const to = minutesOf(textOf(part, 'TZOFFSETTO'))
    const rule = textOf(part, 'RRULE')
    const start = timeOf(textOf(part, 'DTSTART'))
    if (from === null || to === null || start === null) return null
    if (rule !== undefined) readRule({ rrule: rule, strict: true }, '/rule', work)
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

/** How many changes of one part of a zone count. */
const changesMax = 1_000

/** The file's own rules for one zone, up to a moment; whatever the zone is called. */
export async function rulesOfFile(observances: readonly Observance[], untilMs: number, work: Work): Promise<ZoneRules> {
  const changes: Change[] = []
  for (const one of observances) changes.push(...(await changesOf(one, untilMs, work)))
  changes.sort((a, b) => a.atMs - b.atMs)
  const [first] = [...observances].sort((a, b) => (a.start < b.start ? -1 : 1))
  const before = (first?.from ?? 0) * minuteMs
  const offsetAt = (epochMs: number) => changes[countUntil(changes, epochMs) - 1]?.offsetMs ?? before
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

/** How many have come by then, of a list in order. */
function countUntil(changes: readonly Change[], epochMs: number): number {
  let low = 0
  for (let high = changes.length; low < high; ) {
    const middle = (low + high) >> 1
    if (changes[middle]!.atMs <= epochMs) low = middle + 1
    else high = middle
  }
  return low
}

async function changesOf(
  { start, from, to, rule, also = [] }: Observance,
  untilMs: number,
  work: Work,
): Promise<Change[]> {
  const change = (localMs: number) => ({ atMs: localMs - from * minuteMs, offsetMs: to * minuteMs })
  const named = [start, ...also].map((local) => change(localMsOf(local)))
  if (rule === undefined) return named
  const found: Change[] = []
  try {
    const read = readRule({ rrule: rule, strict: true }, '/rule', work)
    for (const { instant } of occurrences(read, start, 'UTC', { budget: work })) {
      if (instant > untilMs || found.length >= changesMax) break
      work.take(1)
      found.push(change(instant))
      await work.pause()
    }
  } catch {
    // It takes too long to look through: what was found counts.
  }
  return [...named, ...found]
}
