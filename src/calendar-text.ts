// How calendar files (RFC 5545) are written: lines, what stands in them, and the frame around. What is in a file is up to whoever
// writes it: one event beside a mail, or somebody's meetings.

/** What a file is to whoever gets it: something to know, an invitation or its change, or its end (RFC 5546). */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const lineOctetsMax = 75

/** Without a method: as calendars keep it (RFC 4791). */
export function calendarText(method: CalendarMethod | null, inside: readonly string[]): string {
  return linesText([...calendarHead(method), ...inside, calendarEnd])
}

/** For a file that is written piece by piece. */
export function calendarHead(method: CalendarMethod | null): string[] {
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Belfry//Reminders//EN', 'CALSCALE:GREGORIAN'],
    ...(method === null ? [] : [`METHOD:${method}`]),
  ]
}

export const calendarEnd = 'END:VCALENDAR'

export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `20300101T090000Z`. Calendars know no finer moment than a second. */
export function utcStamp(at: Date): string {
  return `${wallStamp(at.getTime())}Z`
}

/** What clocks show, given as the instant at which they would show it in UTC: `20300101T090000`. */
export function wallStamp(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

/** Line breaks of every kind become \n; what no text of a calendar may have is left out. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}

/**
 * The value of a parameter. There is no way of writing a quote or a line break in one that every calendar knows; where one is known, ^
 * begins it (RFC 6868), and is written twice.
 */
export function parameterText(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll('"', "'")
    .replaceAll('^', '^^')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return `"${line.trim()}"`
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
