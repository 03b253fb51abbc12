// What somebody types when asked where they are: a city, a country or a zone, in English or Korean, with or without accents.

import { knownZone } from '../../time/zone-name.ts'
import { abbreviations } from '../language/zones.ts'
import { type Place, places, rankOf } from './place.ts'
import { hasSameRules } from './same-rules.ts'

/** What was found: one zone, several to choose from, or nothing. */
export type Found =
  | { readonly kind: 'zone'; readonly zone: string; readonly place: Place | null }
  | { readonly kind: 'several'; readonly places: readonly Place[] }
  | { readonly kind: 'none' }

const textCharsMax = 80

export function findPlace(text: string, nowMs: number): Found {
  if (text.length > textCharsMax) return { kind: 'none' }
  const zone = zoneByName(text)
  if (zone !== undefined) return { kind: 'zone', zone, place: null }
  const wanted = plain(text)
  if (wanted === '') return { kind: 'none' }
  const tries = [
    () => placesNamed(wanted),
    () => placesOfCountry(wanted),
    () => cityAndCountry(text),
    () => cityOfZone(wanted),
    () => placesNamed(wanted.replace(/city$/, '')),
    () => (wanted.length < 3 ? [] : places().filter((place) => namesOf(place).some((name) => name.startsWith(wanted)))),
    () => (wanted.length < 5 ? [] : places().filter((place) => namesOf(place).some((name) => isOneOff(name, wanted)))),
  ]
  for (const find of tries) {
    const found = find()
    if (found.length > 0) return choice(found, nowMs)
  }
  return { kind: 'none' }
}

/** Cities of one zone are one answer: Osaka and Osaka-like names need no question. */
function choice(found: readonly (Place | string)[], nowMs: number): Found {
  const [first] = found
  if (typeof first === 'string') return { kind: 'zone', zone: first, place: null }
  const all = found.filter((one): one is Place => typeof one !== 'string')
  const distinct = byRules(all, nowMs)
  if (distinct.length === 1) return { kind: 'zone', zone: distinct[0]!.zone, place: distinct[0]! }
  return { kind: 'several', places: distinct }
}

/** One of each zone, big ones first; zones whose clocks agree from now on are one. */
export function byRules(all: readonly Place[], nowMs: number): Place[] {
  const sorted = [...all].sort((a, b) => rankOf(b) - rankOf(a))
  const kept: Place[] = []
  for (const place of sorted)
    if (!kept.some((other) => hasSameRules(other.zone, place.zone, nowMs) && other.country === place.country))
      kept.push(place)
  return kept
}

/** `Asia/Tokyo`, `utc`, `KST`: what programmers type. A single word that is an old alias (`Cuba`, `Singapore`) is a place here. */
function zoneByName(text: string): string | undefined {
  const name = text.trim().replaceAll(' ', '_')
  if (/^[a-z]+(?:[/][a-z0-9_+-]+)+$/i.test(name)) return knownZone(name)
  if (/^(?:utc|gmt|z)$/i.test(name)) return 'UTC'
  return abbreviations[name.toLowerCase()]?.[0]
}

/** Without case, accents, punctuation, and words such as time or 시. */
export function plain(text: string): string {
  const bare = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[øłđıßæœþð]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/^(?:i am |i'm |i live )?in |\b(?:time zone|timezone|time)\b/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return bare.replace(koreanEnding, '')
}

const letters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' },
}

/** 서울시, 부산광역시, 런던에 살아요, 한국 시간 */
const koreanEnding =
  /(?<=[\uac00-\ud7a3]{2})(?:특별자치시|특별시|광역시|시간대?|시|에서|에)?(?:살아요|삽니다|있어요|있습니다|이에요|예요|입니다)?$/

const known = new WeakMap<Place, readonly string[]>()

function namesOf(place: Place): readonly string[] {
  const kept = known.get(place)
  if (kept) return kept
  const names = [place.name, ...place.others].map(plain)
  known.set(place, names)
  return names
}

function placesNamed(wanted: string): readonly Place[] {
  return places().filter((place) => namesOf(place).includes(wanted))
}

/** `Seoul, Korea`, `Newcastle, Australia`: what comes after the comma decides between two. */
function cityAndCountry(text: string): readonly Place[] {
  const [city, ...rest] = text.split(',').map(plain)
  if (!city || rest.length === 0) return []
  const all = placesNamed(city)
  const codes = new Set(placesOfCountry(rest.at(-1)!).map(({ country }) => country))
  const there = all.filter(({ country }) => codes.has(country))
  return there.length > 0 ? there : all
}

let regionNames: readonly Intl.DisplayNames[] | undefined

/** What nobody calls by its whole name. */
const countries: Readonly<Record<string, string>> = {
  ...{
    usa: 'US',
    us: 'US',
    america: 'US',
    미국: 'US',
    uk: 'GB',
    england: 'GB',
    britain: 'GB',
    scotland: 'GB',
    wales: 'GB',
  },
  ...{ 영국: 'GB', korea: 'KR', southkorea: 'KR', 한국: 'KR', 남한: 'KR', northkorea: 'KP', 북한: 'KP', uae: 'AE' },
  ...{
    holland: 'NL',
    czechrepublic: 'CZ',
    turkey: 'TR',
    터키: 'TR',
    burma: 'MM',
    vietnam: 'VN',
    호주: 'AU',
    태국: 'TH',
  },
}

function placesOfCountry(wanted: string): readonly Place[] {
  const codes = new Set(places().map(({ country }) => country))
  regionNames ??= ['en', 'ko'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
  const named = (code: string) => regionNames?.some((names) => plain(names.of(code) ?? '') === wanted)
  const code = countries[wanted] ?? [...codes].find(named)
  return code === undefined ? [] : places().filter(({ country }) => country === code)
}

/** A zone has a city in its name that the tables may lack: `Thule`, `Blanc-Sablon`. */
function cityOfZone(wanted: string): readonly string[] {
  const zone = Intl.supportedValuesOf('timeZone').find((name) => plain(name.split('/').at(-1)!) === wanted)
  return zone === undefined ? [] : [knownZone(zone) ?? zone]
}

/** One letter wrong, missing, too many, or two swapped. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA !== '')
  )
}
