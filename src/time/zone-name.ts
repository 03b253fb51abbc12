// Names of time zones. A name is kept as the user chose it, in the database's spelling: Europe/Kyiv stays Europe/Kyiv where
// the runtime's own idea of it is still Europe/Kiev. No identity contains a zone's name, so an alias costs nothing.

import { BelfryError } from '../errors.ts'
import { quoted } from './local.ts'
import { Temporal } from './temporal.ts'

const accepted = 'an IANA time zone name like Europe/Paris, Asia/Seoul or UTC'

// ASCII only: the Kelvin sign lower-cases to k and would slip through the cache. `SystemV/…` is ICU's, not IANA's.
const namePattern = /^(?!systemv\/)[a-z][a-z0-9._+/-]*$/i
const offsetPattern = /^(?:utc|gmt)?[+-]\d{1,2}(?::?\d\d){0,2}$/i

// Current names that the runtime's list still has under an older one; first, so that they win a tie.
const currentNames = ['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh']

// Keyed in lower case and holding valid names only, so it cannot outgrow the zone database (about 600 names).
const known = new Map<string, string>()

/** The name in the database's spelling; throws `unknown_timezone` for what is not an IANA name. */
export function canonicalZone(name: string, field?: string): string {
  const hit = knownZone(name)
  if (hit === undefined) throw unknownZone(name, field)
  return hit
}

/** The same, without words about what is none: those look through every name there is. */
export function knownZone(name: string): string | undefined {
  const key = typeof name === 'string' ? name.toLowerCase() : ''
  const hit = namePattern.test(name) ? (known.get(key) ?? lookUp(name)) : undefined
  if (hit !== undefined) known.set(key, hit)
  return hit
}

/** Whether two names mean one zone (Europe/Kiev and Europe/Kyiv do). */
export function sameZone(a: string, b: string): boolean {
  return a === b || primaryName(a) === primaryName(b)
}

function lookUp(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}

function primaryName(name: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

function unknownZone(name: unknown, field: string | undefined): BelfryError {
  const detail = { ...(field ? { field } : {}), accepted }
  if (typeof name !== 'string') return new BelfryError('unknown_timezone', 'The time zone must be a text.', detail)
  if (offsetPattern.test(name.trim())) {
    const why = 'an offset does not say when the clocks change, so a future local time cannot be computed from it'
    return new BelfryError('unknown_timezone', `${quoted(name)} is an offset, not a time zone: ${why}.`, detail)
  }
  const near = nearest(name)
  const hint = near ? ` Did you mean ${near}?` : ''
  return new BelfryError('unknown_timezone', `${quoted(name)} is not a time zone.${hint}`, detail)
}

/** The zone a typing error or a bare city most likely meant: same city, else at most two letters away. */
function nearest(name: string): string | undefined {
  if (name.length > 40) return undefined
  const wanted = name.trim().toLowerCase().replaceAll(' ', '_')
  const names = [...currentNames, ...Intl.supportedValuesOf('timeZone')]
  const sameCity = names.find((zone) => zone.toLowerCase() === wanted || zone.toLowerCase().endsWith(`/${wanted}`))
  if (sameCity) return sameCity
  // Two letters of a short word are most of it: PST is not a misspelt GMT.
  let best = wanted.length < 6 ? 1 : 2
  let found: string | undefined
  for (const zone of names) {
    const distance = editDistance(wanted, zone.toLowerCase())
    if (distance > best || (found && distance === best)) continue
    best = distance
    found = zone
  }
  return found
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substituted = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[b.length]!
}
