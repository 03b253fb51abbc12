// The reminders of a meeting as alarms of its event (VALARM): one for each step of its plan that lies before the start.

import { escapeText, utcStamp } from '../../calendar-text.ts'
import { mainAnchor } from '../../entities/steps.ts'
import { parseOffset } from '../../time/duration.ts'
import type { Temporal } from '../../time/temporal.ts'
import { beforeInstant } from '../../time/zone.ts'
import { instantAt } from '../../time/zone-rules.ts'
import type { Slot } from '../meeting.ts'
import type { EventGround, FiledMeeting } from './event.ts'

export function alarmLines(meeting: FiledMeeting, slot: Slot, { steps, rules }: EventGround): string[] {
  return steps.flatMap(({ offset, anchor }) => {
    const from = anchor === mainAnchor ? slot.start : anchor === 'end' ? slot.end : null
    if (from === null) return []
    const duration = parseOffset(offset)
    const zone = meeting.timeAnchor === 'instant' ? 'UTC' : meeting.timezone
    const at = beforeInstant(instantAt(from.getTime()), duration, zone, rules)
    if (at.epochMilliseconds >= slot.start.getTime()) return []
    const trigger = anchor === mainAnchor ? triggerOf(duration) : null
    return [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(meeting.title)}`,
      trigger === null ? `TRIGGER;VALUE=DATE-TIME:${utcStamp(new Date(at.epochMilliseconds))}` : `TRIGGER:${trigger}`,
      'END:VALARM',
    ]
  })
}

/**
 * Here and there a day is the same wall clock on another day, and hours are elapsed time. Null: calendars know no months, no fractions of
 * a second, and weeks only alone; such an alarm has its moment instead.
 */
function triggerOf(duration: Temporal.Duration): string | null {
  const { years, months, weeks, milliseconds } = duration
  const isMixed = weeks !== 0 && duration.with({ weeks: 0 }).sign !== 0
  return years !== 0 || months !== 0 || milliseconds !== 0 || isMixed ? null : duration.toString()
}
