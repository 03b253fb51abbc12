// What a CalDAV server answers is looked through before anything parses it: parts of one answer are put together in a time that grows with
// the square of their number.

import { limits } from '../limits.ts'
import { CalendarTrouble, type Requests } from './request.ts'

/** A part for each status that its properties have. */
const propstatsMax = 8
const tagsMax = 500_000
const tagCharsMax = 4_096

export function boundedXml(request: Requests): Requests {
  return async (asked) => {
    const answer = await request(asked)
    if (!isBounded(answer.body)) throw new CalendarTrouble('The answer has more parts than a calendar has.')
    return answer
  }
}

export function isBounded(xml: string): boolean {
  let [responses, propstats, tags] = [0, 0, 0]
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    if (++tags > tagsMax) return false
    // What stands in a CDATA section is a text, and may be long.
    if (xml[at + 1] === '!' || xml[at + 1] === '/') continue
    const tag = /^<(?:[^\s<>/:]*:)?([^\s<>/:]*)[^<>]*/.exec(xml.slice(at, at + tagCharsMax + 1))
    if (tag === null) continue
    if (tag[0].length > tagCharsMax) return false
    const name = tag[1]?.toLowerCase()
    if (name === 'response') {
      propstats = 0
      if (++responses > limits.calendarObjectsMax + 1) return false
    }
    if (name === 'propstat' && ++propstats > propstatsMax) return false
  }
  return true
}
