// Cities that people name, or are near to, and the zone of each. The tables are texts, because a few hundred rows are read best so: a line
// with a country and a zone, then its cities, each with latitude, longitude and other names. A star marks those that stand for their zone
// where a list has to be short.

import { knownZone } from '../../time/zone-name.ts'
import type { Language } from '../language/index.ts'
import { africa } from './africa.ts'
import { asia } from './asia.ts'
import { europe } from './europe.ts'
import { northAmerica } from './north-america.ts'
import { oceania } from './oceania.ts'
import { southAmerica } from './south-america.ts'

export interface Place {
  /** As it is shown in English: `São Paulo`. */
  readonly name: string
  /** Null where the table has none: the English name is shown. */
  readonly korean: string | null
  readonly others: readonly string[]
  /** ISO 3166: `BR`. */
  readonly country: string
  readonly zone: string
  readonly latitude: number
  readonly longitude: number
  readonly isBig: boolean
}

const hangul = /[\uac00-\ud7a3]/
const zoneLine = /^([A-Z]{2}) (\S+)$/
const cityLine = /^ {2}(\*?)(.+?) (-?\d+\.\d\d) (-?\d+\.\d\d)(?: (.+))?$/

/** A zone that the runtime does not know yet is left out: its cities are found by what is near them. */
export function readPlaces(table: string): Place[] {
  let country = ''
  let zone: string | undefined
  return table
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, code, name] = zoneLine.exec(line) ?? []
      if (code !== undefined && name !== undefined) {
        country = code
        zone = knownZone(name)
        return []
      }
      return zone === undefined ? [] : [readCity(line, country, zone)]
    })
}

function readCity(line: string, country: string, zone: string): Place {
  const [, star, name, latitude, longitude, more] = cityLine.exec(line) ?? []
  if (name === undefined) throw new TypeError(`not a city: ${line}`)
  const others = more?.split(', ') ?? []
  return {
    ...{ name, others, country, zone },
    korean: others.find((other) => hangul.test(other)) ?? null,
    ...{ latitude: Number(latitude), longitude: Number(longitude), isBig: star === '*' },
  }
}

let read: readonly Place[] | undefined

/** All of them. Read when first asked for: most processes of Belfry never are. */
export function places(): readonly Place[] {
  read ??= [asia, europe, northAmerica, southAmerica, africa, oceania].flatMap(readPlaces)
  return read
}

export function nameOfPlace({ name, korean }: Place, language: Language): string {
  return language === 'ko' ? (korean ?? name) : name
}

/** What is offered before anybody has typed anything, from east to west. */
const worldCities = [
  ...['Tokyo', 'Seoul', 'Shanghai', 'Singapore', 'Delhi', 'Dubai', 'Moscow', 'Berlin', 'London', 'São Paulo'],
  ...['New York', 'Chicago', 'Denver', 'Los Angeles', 'Sydney'],
]

export function offeredPlaces(): Place[] {
  return worldCities.flatMap((name) => places().find((place) => place.isBig && place.name === name) ?? [])
}

/** The better known, the greater. */
export function rankOf({ name, isBig }: Place): number {
  return isBig ? (worldCities.includes(name) ? 2 : 1) : 0
}

/** The first of a zone in the table, which is its biggest; null where the table has nothing of it. */
export function placeOfZone(zone: string): Place | null {
  const all = places().filter((place) => place.zone === zone)
  return all.find(({ isBig }) => isBig) ?? all[0] ?? null
}

/** `Asia/Seoul` as people say it: a city of it, else the last part of its name. */
export function nameOfZone(zone: string, language: Language): string {
  const place = placeOfZone(zone)
  return place ? nameOfPlace(place, language) : zone.split('/').at(-1)!.replaceAll('_', ' ')
}
