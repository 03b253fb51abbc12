// What somebody answers when asked where they are, whichever of the ways they take: a city, a country, a zone, or the time on their clock.

import type { Language } from '../language/index.ts'
import { placesByClock, readClockTime } from './clock-place.ts'
import { findPlace } from './find-place.ts'
import { nameOfPlace, nameOfZone, type Place } from './place.ts'

export type HeardPlace =
  | { readonly kind: 'zone'; readonly zone: string; readonly name: string }
  | { readonly kind: 'which place' | 'which clock'; readonly places: readonly Place[] }
  | { readonly kind: 'no such time' | 'unknown' }

export function heardPlace(text: string, language: Language, nowMs: number): HeardPlace {
  const minutes = readClockTime(text)
  if (minutes.length > 0) {
    const there = placesByClock(minutes, nowMs)
    if (there.length === 1) return zoneOf(there[0]!, language)
    return there.length === 0 ? { kind: 'no such time' } : { kind: 'which clock', places: there }
  }
  const found = findPlace(text, nowMs)
  switch (found.kind) {
    case 'zone':
      if (found.place) return zoneOf(found.place, language)
      return { kind: 'zone', zone: found.zone, name: nameOfZone(found.zone, language) }
    case 'several':
      return { kind: 'which place', places: found.places }
    case 'none':
      return { kind: 'unknown' }
  }
}

function zoneOf(place: Place, language: Language): HeardPlace {
  return { kind: 'zone', zone: place.zone, name: nameOfPlace(place, language) }
}
