// An iCalendar text, cut into its events and zones. Only lines that tell about time go on: titles, descriptions, people and attachments
// are dropped here, before anything parses them. Cut by hand, so that one malformed event spoils no other: the parser would refuse the
// whole file.

import { BelfryError } from '../errors.ts'
import { limits } from '../limits.ts'

export interface Component {
  /** Its lines, unfolded, without BEGIN and END. */
  readonly lines: readonly string[]
}

export interface Components {
  readonly events: readonly Component[]
  readonly zones: readonly Component[]
  /** Events beyond the limit. */
  readonly beyond: number
}

const wanted: Readonly<Record<string, RegExp>> = {
  VEVENT:
    /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID|TRANSP|STATUS|SEQUENCE|X-MICROSOFT-CDO-BUSYSTATUS)(?=[:;])/i,
  VTIMEZONE: /^(?:TZID|X-LIC-LOCATION|BEGIN|END|DTSTART|RRULE|RDATE|TZOFFSETFROM|TZOFFSETTO)(?=[:;])/i,
}

/** A line of time is short; a thousand EXDATE fit well into this. */
const lineCharsMax = 65_536
const zonesMax = 1_000

export function componentsOf(text: string): Components {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1_000))) throw notCalendar('It does not begin as one.')
  const cut = new Cut()
  for (const line of unfolded(text)) cut.take(line)
  return cut.end()
}

class Cut {
  readonly #events: Component[] = []
  readonly #zones: Component[] = []
  #beyond = 0
  /** Names of the components that are open. */
  #open: string[] = []
  #lines: string[] = []
  #isClosed = false

  take(line: string): void {
    const [, edge, name = ''] = /^(BEGIN|END):([^\s;:]+)\s*$/i.exec(line) ?? []
    const component = name.toUpperCase()
    if (edge?.toUpperCase() === 'BEGIN') this.#begin(component)
    else if (edge !== undefined) this.#finish(component)
    else this.#keep(line)
  }

  end(): Components {
    if (this.#open.length > 0 || !this.#isClosed) throw notCalendar('It breaks off before its end.')
    return { events: this.#events, zones: this.#zones, beyond: this.#beyond }
  }

  #begin(name: string): void {
    if (this.#open.length === 0 && name !== 'VCALENDAR') throw notCalendar('It has something beside calendars.')
    if (this.#open.length > 8) throw notCalendar('Its parts lie too deep in each other.')
    this.#open.push(name)
    if (this.#open.length === 2) this.#lines = []
    // Standard and summer time are parts of a zone; parts of an event are alarms, which nobody needs.
    if (this.#open.length === 3 && this.#open[1] === 'VTIMEZONE') this.#lines.push(`BEGIN:${name}`)
  }

  #finish(name: string): void {
    if (this.#open.pop() !== name) throw notCalendar(`END:${name.slice(0, 40)} closes nothing.`)
    if (this.#open.length === 2 && this.#open[1] === 'VTIMEZONE') this.#lines.push(`END:${name}`)
    if (this.#open.length === 0) this.#isClosed = true
    if (this.#open.length !== 1) return
    if (name === 'VTIMEZONE' && this.#zones.length < zonesMax) this.#zones.push({ lines: this.#lines })
    if (name !== 'VEVENT') return
    if (this.#events.length < limits.calendarObjectsMax) this.#events.push({ lines: this.#lines })
    else this.#beyond++
  }

  #keep(line: string): void {
    const [, inside = '', deeper] = this.#open
    if (inside === 'VEVENT' && deeper !== undefined && this.#open.length > 2) return
    if (wanted[inside]?.test(line)) this.#lines.push(line)
  }
}

/** A line that begins with a blank goes on with the one before it. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  for (const part of text.split(/\r\n|\n|\r/)) {
    if (part.startsWith(' ') || part.startsWith('\t')) {
      if (line.length < lineCharsMax) line += part.slice(1)
      continue
    }
    if (line.trim() !== '') yield line
    line = part.replace(/^\uFEFF/, '')
  }
  if (line.trim() !== '') yield line
}

export function notCalendar(why: string): BelfryError {
  return new BelfryError('invalid_input', `This is not an iCalendar file. ${why}`, {
    field: '/content',
    accepted: 'a text from BEGIN:VCALENDAR to END:VCALENDAR, as calendars export it',
  })
}
