// A calendar file (RFC 5545) with one event, for people to take into their calendar. It is published, not an invitation: nobody
// has to answer. Times are in UTC, so that no calendar needs our idea of a time zone.

import type { Span } from '../content.ts'

const lineOctetsMax = 75

/** `stamp`: when it was made; the delivery's own moment, so that every attempt makes the same file. */
export function calendarFile(span: Span, stamp: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Belfry//Reminders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(span.uid)}`,
    `SEQUENCE:${span.sequence}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(span.start)}`,
    `DTEND:${utc(span.end)}`,
    `SUMMARY:${escapeText(span.title)}`,
    ...(span.description === null ? [] : [`DESCRIPTION:${escapeText(span.description)}`]),
    ...(span.location === null ? [] : [`LOCATION:${escapeText(span.location)}`]),
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** `20300101T090000Z`. Calendars know no finer moment than a second. */
function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Line breaks of every kind become \n; what no text of a calendar may have is left out. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}

/** 75 octets a line, never inside a character. A line that goes on begins with a space, which counts. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= lineOctetsMax) return line
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > lineOctetsMax) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
