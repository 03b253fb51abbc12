// RFC 5545 text, spelled out as the object that says the same. Accepted are a bare rule (`FREQ=DAILY`), and content lines
// of a calendar: RRULE, DTSTART, EXDATE and RDATE. Values are only spelled out here, and judged in read-rule.ts: what has
// another form is passed on as it is, and refused there under the name it has in the text.

import { isDeepStrictEqual } from 'node:util'
import { BelfryError } from '../../errors.ts'
import { nearest, readText } from '../../input.ts'
import { quoted } from '../local.ts'
import { canonicalZone, sameZone } from '../zone-name.ts'
import { ruleLimits, type Unit } from './rule.ts'
import { foldParameter, labels, partNames, unitNames, weekdayCodes } from './rule-text.ts'
import { type Place, readWholes, refusal } from './rule-values.ts'
import { gridOf } from './time-grid.ts'
import { dayName } from './weekday.ts'

type Parts = Record<string, unknown>

interface Line {
  readonly property: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

export function readRuleText(input: unknown, field: string): { parts: Parts; place: Place } {
  const accepted = 'RFC 5545 text like FREQ=WEEKLY;BYDAY=MO,TH'
  const text = readText(input, field, { charsMax: ruleLimits.textCharsMax, accepted })
  const place: Place = { isText: true, field: () => field, label: (name) => labels[name] ?? name }
  const lines = linesOf(text, place)
  const rules = lines.filter(({ property }) => property === 'RRULE').map(({ value }) => readRecurrence(value, place))
  if (rules.length === 0) throw new BelfryError('invalid_input', 'There is no rule in the text.', { field, accepted })
  const start = readStart(lines, place)
  const except = readDates(lines, 'EXDATE', start.timezone, place)
  const also = readDates(lines, 'RDATE', start.timezone, place)
  return { parts: { ...merged(rules, place), ...start, ...except, ...also }, place }
}

const properties = ['RRULE', 'DTSTART', 'EXDATE', 'RDATE']

/** Content lines; one that begins with a blank goes on with the line before it. */
function linesOf(text: string, place: Place): Line[] {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return lines.filter((line) => line.trim() !== '').map((line) => readLine(line.trim(), place))
}

function readLine(line: string, place: Place): Line {
  const [, head = 'RRULE', value = ''] = /^(?:([^:;=]+(?:;[^:]*)?):)?(.*)$/.exec(line) ?? []
  const [name = '', ...parameters] = head.split(';')
  const property = properties.find((known) => known === name.toUpperCase())
  if (!property) throw unknown(name, properties, place)
  const pairs = parameters.map((parameter) => pairOf(parameter))
  const known = property === 'RRULE' ? [] : ['TZID', 'VALUE', foldParameter]
  for (const [key] of pairs) if (!known.includes(key)) throw unknown(key, known, place)
  return { property, parameters: new Map(pairs), value }
}

function pairOf(text: string): [key: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.toUpperCase(), ''] : [text.slice(0, at).toUpperCase(), text.slice(at + 1)]
}

function unknown(name: string, known: readonly string[], place: Place): BelfryError {
  const near = nearest(name.slice(0, 60), known)
  const message = `${quoted(name)} is not a part of a rule.${near ? ` Did you mean ${near}?` : ''}`
  return new BelfryError('unknown_field', message, { field: place.field(''), accepted: known.join(', ') })
}

const fieldOf = new Map(Object.entries(partNames).map(([name, part]) => [part as string, name]))

/** `FREQ=MONTHLY;BYDAY=-1FR` becomes `{ every: 'month', on: ['last friday'] }`. */
function readRecurrence(value: string, place: Place): Parts {
  const parts: Parts = {}
  for (const pair of value.replace(/;$/, '').split(';')) {
    const [part, text] = pairOf(pair)
    const name = fieldOf.get(part)
    if (name === undefined) throw unknown(part, [...fieldOf.keys()], place)
    if (name in parts) throw refusal(place, name, 'stands twice in the rule', 'each part once')
    parts[name] = spelledOut(name, text.toUpperCase())
  }
  return parts
}

function spelledOut(name: string, text: string): unknown {
  if (name === 'every') return unitOf.get(text) ?? text
  if (name === 'interval' || name === 'count') return wholeOf(text)
  if (name === 'until') return pointOf(text)
  if (name === 'weekStart') return weekdayOf(text)
  return text.split(',').map(name === 'on' ? weekdayOf : wholeOf)
}

const unitOf = new Map<string, Unit>(Object.entries(unitNames).map(([unit, name]) => [name, unit as Unit]))

function wholeOf(text: string): unknown {
  return /^[+-]?\d{1,10}$/.test(text) ? Number(text) : text
}

function weekdayOf(text: string): string {
  const [, ordinal, code = ''] = /^([+-]?[1-9]\d?)?([A-Z]{2})$/.exec(text) ?? []
  const weekday = weekdayCodes.indexOf(code)
  return weekday < 0 ? text : dayName({ weekday, ordinal: Number(ordinal ?? 0) })
}

/** `19970902T090000Z` becomes `1997-09-02T09:00:00Z`. */
function pointOf(text: string): string {
  return text.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i,
    (_, year, month, day, hour, minute, second, z) =>
      hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${z}`,
  )
}

function readStart(lines: readonly Line[], place: Place): { start?: string; timezone?: string } {
  const [line, another] = lines.filter(({ property }) => property === 'DTSTART')
  if (!line) return {}
  if (another) throw refusal(place, 'start', 'stands twice in the text', 'one DTSTART')
  const point = pointOf(line.value)
  const named = line.parameters.get('TZID')
  const timezone = point.endsWith('Z') ? 'UTC' : named
  if (named && timezone && !isSameZone(named, timezone, place)) {
    throw refusal(
      place,
      'start',
      'names a zone and is in UTC',
      'DTSTART;TZID=Europe/Paris:20261201T090000, or one that ends in Z',
    )
  }
  return { start: point.replace(/Z$/, ''), ...(timezone ? { timezone } : {}) }
}

function readDates(lines: readonly Line[], property: 'EXDATE' | 'RDATE', timezone: string | undefined, place: Place) {
  const name = property === 'EXDATE' ? 'except' : 'also'
  const ours = lines.filter((line) => line.property === property)
  const points = ours.flatMap(({ parameters, value }) => {
    const [zone, kind = 'DATE-TIME'] = [parameters.get('TZID'), parameters.get('VALUE')?.toUpperCase()]
    if (zone && !(timezone && isSameZone(zone, timezone, place))) {
      throw refusal(
        place,
        name,
        `is in ${quoted(zone)}, and the rule is not`,
        'dates in the zone of DTSTART, or in UTC',
      )
    }
    if (kind !== 'DATE' && kind !== 'DATE-TIME')
      throw refusal(place, name, `is a list of ${quoted(kind)}`, 'DATE or DATE-TIME')
    const fold = parameters.has(foldParameter) ? `~${parameters.get(foldParameter)}` : ''
    return value.split(',').map((point) => pointOf(point) + fold)
  })
  return points.length === 0 ? {} : { [name]: points }
}

function isSameZone(a: string, b: string, place: Place): boolean {
  return sameZone(canonicalZone(a, place.field('timezone')), canonicalZone(b, place.field('timezone')))
}

/** Several rules that differ in their times of day only are one rule with all these times (time-grid.ts). */
function merged([rule = {}, ...others]: readonly Parts[], place: Place): Parts {
  if (others.length === 0) return rule
  const all = [rule, ...others].map(({ atHours, atMinutes, atSeconds, ...rest }) => {
    const clock = {
      atHours: readWholes(atHours, 'atHours', 0, 23, place),
      atMinutes: readWholes(atMinutes, 'atMinutes', 0, 59, place),
      atSeconds: readWholes(atSeconds, 'atSeconds', 0, 59, place),
    }
    return { rest, at: gridOf(rest.every as Unit, clock as Required<typeof clock>) }
  })
  const isOne = all.every(({ rest, at }) => at && isDeepStrictEqual(rest, all[0]!.rest))
  if (isOne && !('count' in rule || 'setPosition' in rule)) return { ...all[0]!.rest, at: all.flatMap(({ at }) => at!) }
  const accepted = 'one RRULE, or several that differ in BYHOUR, BYMINUTE and BYSECOND only, without COUNT and BYSETPOS'
  throw new BelfryError('invalid_input', 'The text has several rules.', { field: place.field('every'), accepted })
}
