// Slots and windows as people write them on a command line: `2031-12-02T10:00/11:00`, `2031-12-02T10:00/45m`.

import type { SlotInput } from '../../index.ts'
import { parseMoment } from '../../time/moment.ts'
import { addDays } from '../print/times.ts'
import { usageError } from '../program/arguments.ts'
import { durationMs, readWhen } from '../program/when.ts'

export const acceptedSlot =
  '2031-12-02T10:00/11:00, 2031-12-02T10:00/45m, 2031-12-02T10:00/PT1H30M, 2031-12-02T10:00/2031-12-02T11:00'

const timeOfDay = /^\d\d:\d\d(:\d\d)?$/

/** Both on the clocks of the zone, where they name none. */
export function readSlot(text: string, zone: string): SlotInput {
  // The name of a zone has a slash of its own.
  const at = text.replaceAll(/\[[^\]]*\]/g, (name) => '-'.repeat(name.length)).indexOf('/')
  const [start, end] = at < 0 ? [text, ''] : [withoutBlank(text.slice(0, at)), withoutBlank(text.slice(at + 1))]
  if (!/^\d{4}-\d\d-\d\dT/i.test(start) || end === '')
    throw usageError(`${JSON.stringify(text.slice(0, 60))} is not a slot.`, acceptedSlot)
  if (/^\d{4}-/.test(end)) return { start: ofZone(start, zone), end: ofZone(end, zone) }
  if (timeOfDay.test(end)) return { start: ofZone(start, zone), end: ofZone(sameDay(start, end), zone) }
  const startMs = instantOf(start, zone).getTime()
  return { start: ofZone(start, zone), end: new Date(startMs + durationMs(end, '/slot')) }
}

function withoutBlank(text: string): string {
  return text.trim().replace(' ', 'T')
}

/** One that names a zone is that moment, whatever the zone of the meeting is. */
function ofZone(text: string, zone: string): string | Date {
  return text.endsWith(']') ? instantOf(text, zone) : text
}

/** What is written is the zone's, unless it names another. */
export function instantOf(text: string, zone: string): Date {
  return new Date(parseMoment(text, { defaultTimezone: zone, field: '/slot' }).instant.epochMilliseconds)
}

/** On the same date, with the same zone. Midnight is nowhere guessed: whoever means the next day writes its date. */
function sameDay(start: string, end: string): string {
  const [, time = '', rest = ''] = /^(\d\d:\d\d(?::\d\d)?)(.*)$/s.exec(start.slice(11)) ?? []
  if (end.padEnd(8, ':00') <= time.padEnd(8, ':00'))
    throw usageError(
      `${end} is not after ${time}.`,
      `a later time of that day, or the end with its date, such as ${start.slice(0, 10)}T23:30/${addDays(start.slice(0, 10), 1)}T00:30`,
    )
  return `${start.slice(0, 11)}${end}${rest.replace(/^\.\d+/, '')}`
}

/** A moment of a window: `3d` from now, `2031-12-02`, or whatever else names one; without a zone, on that zone's clocks. */
export function readEdge(text: string, { now, zone }: { readonly now: Date; readonly zone: string }): string {
  const when = readWhen(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text, { now, zone })
  if (when.kind === 'after') return new Date(now.getTime() + durationMs(when.duration, '/from')).toISOString()
  return /(Z|[+-]\d\d:\d\d|\])$/i.test(when.at) ? when.at : `${when.at}[${zone}]`
}
