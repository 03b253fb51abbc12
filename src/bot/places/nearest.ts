// Which zone a position is in, by the city that is nearest to it. Borders of zones are not known here, so it is a good guess and no
// certainty: whoever shared their position is shown what was found, and what else it could be.

import { type Place, places } from './place.ts'

const earthKm = 6_371
const radians = Math.PI / 180

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Along the surface, in kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const half = (x: number, y: number) => Math.sin(((y - x) * radians) / 2) ** 2
  const across =
    half(a.latitude, b.latitude) +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * half(a.longitude, b.longitude)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(across)))
}

/** The nearest city of each of the zones that are nearest, nearest first. */
export function nearestPlaces(position: Position, count: number): Place[] {
  const sorted = places()
    .map((place) => ({ place, km: distanceKm(position, place) }))
    .sort((a, b) => a.km - b.km)
  const zones = new Set<string>()
  const found: Place[] = []
  for (const { place } of sorted) {
    if (zones.has(place.zone)) continue
    zones.add(place.zone)
    found.push(place)
    if (found.length === count) break
  }
  return found
}
