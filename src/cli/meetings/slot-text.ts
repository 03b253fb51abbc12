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
  const at = text.indexOf('/', text.indexOf('T'))
  const [start, end] = at < 0 ? [text, ''] : [withoutBlank(text.slice(0, at)), withoutBlank(text.slice(at + 1))]
  if (!/^\d{4}-\d\d-\d\dT/i.test(start) || end === '')
    throw usageError(`${JSON.stringify(text.slice(0, 60))} is not a slot.`, acceptedSlot)
  if (/^\d{4}-/.test(end)) return { start, end }
  if (timeOfDay.test(end)) return { start, end: sameDay(start, end) }
  const startMs = parseMoment(start, { timezone: zone, field: '/slot' }).instant.epochMilliseconds
  return { start, end: new Date(startMs + durationMs(end, '/slot')) }
}

function withoutBlank(text: string): string {
  return text.trim().replace(' ', 'T')
}

/** The next one of that time of day after the start. */
function sameDay(start: string, end: string): string {
  const date = start.slice(0, 10)
  const isLater = end > start.slice(11, 11 + end.length)
  return `${isLater ? date : addDays(date, 1)}T${end}${start.slice(11).replace(/^[\d:.]+/, '')}`
}

/** A moment of a window: `3d` from now, `2031-12-02`, or whatever else names one; without a zone, on that zone's clocks. */
export function readEdge(text: string, { now, zone }: { readonly now: Date; readonly zone: string }): string {
  const when = readWhen(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text, { now, zone })
  if (when.kind === 'after') return new Date(now.getTime() + durationMs(when.duration, '/from')).toISOString()
  return /(Z|[+-]\d\d:\d\d|\])$/i.test(when.at) ? when.at : `${when.at}[${zone}]`
}
