// What users pass as `at`, and what it becomes: an instant and a nominal, the identity of the occurrence.
//
//   2026-12-01T09:00:00[Europe/Paris]     local, zone in brackets           → anchored to the wall clock of that zone
//   2026-12-01T09:00:00 and a timezone    local, zone beside it             → the same
//   2026-12-01T09:00:00+01:00             RFC 3339                          → anchored to the instant
//   … +01:00 and a zone                   the offset must be the zone's     → local; in an overlap it picks which of two
//   … Z and a zone, a Date and a zone     the instant is what counts        → local, as that zone's clocks show it
//
// Equal moments written differently get equal nominals. A local nominal is the time as written, before any gap shift:
// `2026-03-08T02:30`; the second of two ends in `~2`; an instant's is `2026-12-01T08:00:00Z`. `localToInstant` reads a
// local nominal back, so the nominal and the zone are all that must be kept to resolve it again under changed rules
// (`local` alone has lost the fold).

import { BelfryError } from '../errors.ts'
import {
  formatLocal,
  impossible,
  instantInRange,
  isLocalText,
  parseLocal,
  quoted,
  secondFold,
  splitFold,
  yearInRange,
} from './local.ts'
import { notAMoment, readMoment, type Written, type WrittenLocal } from './moment-text.ts'
import type { Temporal } from './temporal.ts'
import { readUsual } from './usual-moment.ts'
import { localToInstant, nominalLocal } from './zone.ts'
import { canonicalZone, sameZone } from './zone-name.ts'
import { asUtc, instantAt, runtimeRules, type ZoneRules } from './zone-rules.ts'

export type MomentInput = string | Date | Temporal.Instant | Temporal.ZonedDateTime

export interface MomentOptions {
  /** The zone given beside the time: it must agree with a zone or offset inside it. */
  readonly timezone?: string | null | undefined
  /** The zone for a local time that names none, e.g. the recipient's. It never contradicts anything. */
  readonly defaultTimezone?: string | null | undefined
  /** `instant` keeps the moment when the zone's rules change; `local` (the default) keeps the wall clock. */
  readonly timeAnchor?: 'local' | 'instant' | undefined
  /** JSON pointers for errors. Default `/at` and `/timezone`. */
  readonly field?: string | undefined
  readonly timezoneField?: string | undefined
}

export interface Moment {
  readonly instant: Temporal.Instant
  /** The wall clock as written, or null when anchored to the instant. */
  readonly local: string | null
  /** The zone, if one was named; with `timeAnchor: 'instant'` it is for showing and for calendar offsets only. */
  readonly zone: string | null
  /** The occurrence's identity. */
  readonly nominal: string
}

export function parseMoment(at: MomentInput, options: MomentOptions = {}, rules: ZoneRules = runtimeRules): Moment {
  const usual = typeof at === 'string' && options.timeAnchor !== 'instant' ? usualMoment(at, options, rules) : null
  if (usual) return usual
  const field = options.field ?? '/at'
  const written = readMoment(at, field)
  const zone = chooseZone(written, options, field)
  const moment = zone === null ? inNoZone(written) : inZone(written, zone, field, rules)
  if (!inRange(moment)) throw impossible(written.text, 'in UTC and locally the year must be from 1970 to 9999', field)
  return options.timeAnchor === 'instant' ? atInstant(moment.instant, zone) : moment
}

function usualMoment(text: string, options: MomentOptions, rules: ZoneRules): Moment | null {
  const { timezone, defaultTimezone, timezoneField = '/timezone' } = options
  const named = timezone == null ? null : canonicalZone(timezone, timezoneField)
  const fallback = named ?? (defaultTimezone == null ? null : canonicalZone(defaultTimezone, timezoneField))
  const usual = readUsual(text, { named, fallback }, rules)
  if (!usual) return null
  const { instantMs, local } = usual
  if (local === null) return { instant: instantAt(instantMs), local, zone: null, nominal: instantNominal(instantMs) }
  return { instant: instantAt(instantMs), local, zone: fallback, nominal: local }
}

// New Year's night of 1970 and of 9999: the one may be in range where the other is not.
function inRange({ instant, local }: Moment): boolean {
  return instantInRange(instant) && (local === null || yearInRange(Number.parseInt(local, 10)))
}

function chooseZone(written: Written, options: MomentOptions, field: string): string | null {
  const zoneField = options.timezoneField ?? '/timezone'
  const beside = options.timezone == null ? null : canonicalZone(options.timezone, zoneField)
  if (beside && written.zone && !sameZone(beside, written.zone)) {
    throw notAMoment(`${quoted(written.text)} is in ${written.zone}, but the timezone beside it is ${beside}.`, field)
  }
  const named = written.zone ?? beside
  const isFloating = written.value.kind === 'local' && written.value.offsetMs === null
  if (named || !isFloating) return named
  if (options.defaultTimezone != null) return canonicalZone(options.defaultTimezone, zoneField)
  throw notAMoment(`${quoted(written.text)} names no time zone: add a timezone.`, field)
}

function inNoZone({ value }: Written): Moment {
  if (value.kind === 'instant') return atInstant(value.instant, null)
  return atInstant(asUtc(value.local).subtract({ milliseconds: value.offsetMs ?? 0 }), null)
}

/** The nominal of an instant given in milliseconds, without Temporal: bulk loads spend their time elsewhere. */
export function instantNominal(epochMs: number): string {
  const text = new Date(epochMs).toISOString()
  if (text.endsWith('.000Z')) return `${text.slice(0, -5)}Z`
  return `${text.slice(0, -1).replace(/0+$/, '')}Z`
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

/** A text that names a moment, spelled as nominals are; any other text (`2027-W03`, `once`) is left as it is. */
export function canonicalNominal(text: string, field?: string): string {
  if (instantPattern.test(text) && !Number.isNaN(Date.parse(text))) return instantNominal(Date.parse(text))
  const { text: local, second } = splitFold(text)
  return isLocalText(local) ? formatLocal(parseLocal(local, field)) + (second ? secondFold : '') : text
}

function atInstant(instant: Temporal.Instant, zone: string | null): Moment {
  return { instant, local: null, zone, nominal: instant.toString() }
}

function inZone({ text, value }: Written, zone: string, field: string, rules: ZoneRules): Moment {
  if (value.kind === 'instant') {
    const nominal = nominalLocal(value.instant, zone, rules)
    return { instant: value.instant, local: splitFold(nominal).text, zone, nominal }
  }
  const local = formatLocal(value.local)
  if (value.offsetMs !== null) return { ...pickByOffset(text, value, zone, field, rules), local, zone }
  return { instant: localToInstant(value.local, zone, rules).instant, local, zone, nominal: local }
}

function pickByOffset(text: string, { local, offsetMs }: WrittenLocal, zone: string, field: string, rules: ZoneRules) {
  const meantMs = asUtc(local).epochMilliseconds - (offsetMs ?? 0)
  const possible = rules.possibleInstants(local, zone)
  const index = possible.findIndex((instant) => instant.epochMilliseconds === meantMs)
  const instant = possible[index]
  if (!instant) throw offsetMismatch(text, { local, meantMs }, zone, field, rules)
  return { instant, nominal: formatLocal(local) + (index > 0 ? secondFold : '') }
}

/** Says both things that it could have meant: the instant of the offset, and the wall clock of the zone. */
function offsetMismatch(
  text: string,
  { local, meantMs }: { readonly local: Temporal.PlainDateTime; readonly meantMs: number },
  zone: string,
  field: string,
  rules: ZoneRules,
): BelfryError {
  const possible = rules.possibleInstants(local, zone)
  const byZone = localToInstant(local, zone, rules)
  const offsets = possible.map((instant) => offsetText(rules.offsetMsAt(instant, zone)))
  const readings = {
    byOffset: {
      instant: instantNominal(meantMs),
      local: splitFold(nominalLocal(instantAt(meantMs), zone, rules)).text,
    },
    byZone: { instant: byZone.instant.toString(), local: formatLocal(byZone.shiftedTo ?? local) },
  }
  const said = ({ local: there, instant }: { local: string; instant: string }) => `${there} there (${instant})`
  const apart = `by its offset it is ${said(readings.byOffset)}, by the zone's clocks ${said(readings.byZone)}`
  if (offsets.length === 0) {
    const why = `the clocks of ${zone} skip ${formatLocal(local)}, so no offset is right; ${apart}`
    const accepted = `the time without an offset, which then means ${readings.byZone.local}`
    return new BelfryError('offset_mismatch', `${quoted(text)}: ${why}.`, { field, accepted, facts: { readings } })
  }
  const valid = offsets.join(' or ')
  const detail = { field, accepted: `${valid}, or no offset`, facts: { readings } }
  return new BelfryError('offset_mismatch', `${quoted(text)}: at that time ${zone} is at ${valid}; ${apart}.`, detail)
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
