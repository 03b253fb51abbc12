// Why there is no slot, in words for each of them: whoever reads it should see whom to ask for another time.

import { setImmediate as turn } from 'node:timers/promises'
import { durationText } from '../../time/duration.ts'
import { lengthMs, merged, without } from '../../time/ranges.ts'
import { freeFor, freeTogether, type Seeker, type Sought } from './search.ts'
import type { NoSlot, NoSlotCode, Suggested } from './slots.ts'

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
    const why = whyNot(person, { people, isFree: freeMs > 0, isKept, isTogether, isAtAll })
    const freeMinutes = Math.floor(freeMs / minuteMs)
    reasons.push({ participant: person.id, ...why, why: wordsOf(why, sought), freeMinutes })
    await turn()
  }
  return reasons
}

interface Situation {
  readonly people: readonly Seeker[]
  readonly isFree: boolean
  /** There is something left when the buffers are kept. */
  readonly isKept: boolean
  readonly isTogether: (some: readonly Seeker[]) => boolean
  /** There is a time for all, only not one at which a slot may begin. */
  readonly isAtAll: boolean
}

function whyNot(person: Seeker, situation: Situation): Pick<NoSlot, 'code' | 'others'> {
  const { people, isFree, isKept, isTogether, isAtAll } = situation
  const said = (code: NoSlotCode, apart: readonly string[] = []) => ({ code, others: apart })
  if (person.available.length === 0) return said(person.isDeclared ? 'not_there' : 'off')
  if (!isFree) return said('busy')
  if (!isKept) return said('too_close')
  if (!isTogether([person])) return said('too_short')
  const others = people.filter((one) => one !== person)
  const apart = others.filter((one) => isTogether([one]) && !isTogether([person, one])).map(({ id }) => id)
  if (apart.length > 0) return said('apart', apart)
  if (isAtAll) return said('not_on_grid')
  // Somebody else has no time at all, or everybody has some with each of the others and never with all.
  return said(others.every((one) => isTogether([one])) ? 'never_with_all' : 'others_not_free')
}

function wordsOf({ code, others }: Pick<NoSlot, 'code' | 'others'>, sought: Sought): string {
  const long = durationText(sought.durationMs)
  const words: Readonly<Record<NoSlotCode, string>> = {
    window_over: 'the window is over',
    not_there: 'is not there in that window',
    off: 'is off all the time',
    busy: 'is busy all the time',
    too_close: 'is free, but too close to what they are busy with',
    too_short: `is free, but never for ${long} at a stretch`,
    apart: `is free, but never for ${long} at the same time as ${named(others)}`,
    not_on_grid: `is free with the others, but not at a multiple of ${durationText(sought.granularityMs)}`,
    never_with_all: 'is free, but never with all the others',
    others_not_free: 'is free; others are not',
  }
  return words[code]
}

function named(ids: readonly string[]): string {
  const more = ids.length - namesMax
  return more > 0 ? `${ids.slice(0, namesMax).join(', ')} and ${more} more` : ids.join(', ')
}
