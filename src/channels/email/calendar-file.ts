// A calendar file (RFC 5545) with one event, for people to take into their calendar. It is published, not an invitation: nobody
// has to answer. Times are in UTC, so that no calendar needs our idea of a time zone.

import { calendarText, escapeText, utcStamp } from '../../calendar-text.ts'
import type { Span } from '../content.ts'

/** `stamp`: when it was made; the delivery's own moment, so that every attempt makes the same file. */
export function calendarFile(span: Span, stamp: Date): string {
  return calendarText('PUBLISH', [
    'BEGIN:VEVENT',
    `UID:${escapeText(span.uid)}`,
    `SEQUENCE:${span.sequence}`,
    `DTSTAMP:${utcStamp(stamp)}`,
    `DTSTART:${utcStamp(span.start)}`,
    `DTEND:${utcStamp(span.end)}`,
    `SUMMARY:${escapeText(span.title)}`,
    ...(span.description === null ? [] : [`DESCRIPTION:${escapeText(span.description)}`]),
    ...(span.location === null ? [] : [`LOCATION:${escapeText(span.location)}`]),
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ])
}
