// Why there is no slot, in words for each of them: whoever reads it should see whom to ask for another time.

import { setImmediate as turn } from 'node:timers/promises'
import { durationText } from '../../time/duration.ts'
import { lengthMs, merged, without } from '../../time/ranges.ts'
import { freeFor, freeTogether, type Seeker, type Sought } from './search.ts'
import type { Suggested } from './slots.ts'

const minuteMs = 60_000
/** So many of the others are named. */
const namesMax = 5

/** Everybody is compared with everybody; others get their turn after each. */
export async function reasonsOf(people: readonly Seeker[], sought: Sought): Promise<Suggested['reasons']> {
  const free = new Map(people.map((person) => [person, freeFor(person, sought)]))
  const isTogether = (some: readonly Seeker[]) =>
    freeTogether(
      some.map((one) => free.get(one)!),
      sought.durationMs,
    ).length > 0
  const isAtAll = isTogether(people)
  const reasons: Suggested['reasons'][number][] = []
  for (const person of people) {
    const freeMs = lengthMs(without(person.available, merged(person.taken)))
    const isKept = free.get(person)!.length > 0
    reasons.push({
      participant: person.id,
      why: whyNot(person, { people, sought, isFree: freeMs > 0, isKept, isTogether, isAtAll }),
      freeMinutes: Math.floor(freeMs / minuteMs),
    })
    await turn()
  }
  return reasons
}

interface Situation {
  readonly people: readonly Seeker[]
  readonly sought: Sought
  readonly isFree: boolean
  /** There is something left when the buffers are kept. */
  readonly isKept: boolean
  readonly isTogether: (some: readonly Seeker[]) => boolean
  /** There is a time for all, only not one at which a slot may begin. */
  readonly isAtAll: boolean
}

function whyNot(person: Seeker, { people, sought, isFree, isKept, isTogether, isAtAll }: Situation): string {
  const long = durationText(sought.durationMs)
  if (person.available.length === 0) return person.isDeclared ? 'is not there in that window' : 'is off all the time'
  if (!isFree) return 'is busy all the time'
  if (!isKept) return 'is free, but too close to what they are busy with'
  if (!isTogether([person])) return `is free, but never for ${long} at a stretch`
  const others = people.filter((one) => one !== person)
  const apart = others.filter((one) => isTogether([one]) && !isTogether([person, one])).map(({ id }) => id)
  if (apart.length > 0) return `is free, but never for ${long} at the same time as ${named(apart)}`
  if (isAtAll) return `is free with the others, but not at a multiple of ${durationText(sought.granularityMs)}`
  // Somebody else has no time at all, or everybody has some with each of the others and never with all.
  return others.every((one) => isTogether([one])) ? 'is free, but never with all the others' : 'is free; others are not'
}

function named(ids: readonly string[]): string {
  const more = ids.length - namesMax
  return more > 0 ? `${ids.slice(0, namesMax).join(', ')} and ${more} more` : ids.join(', ')
}
