// The few pieces that the grammar is made of. A rule reads signs from a place in the text and answers every way to do so; a rule that is
// kept answers once for each place, and no rule goes on with more than a few ways, so the work grows with the length of the text.

import type { SignKind } from './lexicon.ts'
import type { Lattice, Sign } from './signs.ts'

export interface Found<T> {
  readonly end: number
  readonly value: T
  /** How many signs it took. */
  readonly signs: number
}

export type Rule<T> = (reader: Reader, at: number) => readonly Found<T>[]

/** Most rules find nothing at most places, so that is worth no list of its own. */
const none: readonly never[] = []

/** More ways than this to read one thing from one place are not looked at. */
const waysMax = 24

export class Reader {
  readonly text: string
  readonly lattice: Lattice
  readonly kept = new Map<unknown, Map<number, readonly Found<unknown>[]>>()
  /** What the work is counted in. */
  steps = 0
  /** For each place, where the next sign could begin: behind blanks. */
  readonly #next: readonly number[]

  constructor(text: string, lattice: Lattice) {
    this.text = text
    this.lattice = lattice
    const next = Array.from({ length: text.length + 1 }, (_, at) => at)
    for (let at = text.length - 1; at >= 0; at--) if (/\s/.test(text[at]!)) next[at] = next[at + 1]!
    this.#next = next
  }

  signsAt(at: number): readonly Sign[] {
    this.steps++
    return this.lattice.get(this.skip(at)) ?? none
  }

  skip(at: number): number {
    return this.#next[at] ?? at
  }
}

export function sign(is: SignKind, of?: string | number | readonly (string | number)[]): Rule<Sign> {
  const isWanted = (one: Sign) =>
    one.is === is && (of === undefined || one.of === of || (Array.isArray(of) && of.includes(one.of)))
  return (reader, at) => {
    const wanted = reader.signsAt(at).filter(isWanted)
    return wanted.length === 0 ? none : wanted.map((one) => ({ end: one.end, value: one, signs: 1 }))
  }
}

export function word(...names: readonly string[]): Rule<Sign> {
  return sign('word', names)
}

/** Only where it follows without a blank. */
export function glued<T>(rule: Rule<T>): Rule<T> {
  return (reader, at) => (reader.skip(at) === at ? rule(reader, at) : [])
}

type Values<Rules extends readonly unknown[]> = { [I in keyof Rules]: Rules[I] extends Rule<infer T> ? T : never }

/** One after the other. */
export function seq<Rules extends readonly Rule<unknown>[]>(...rules: Rules): Rule<Values<Rules>> {
  const [first, ...others] = rules
  return (reader, at) => {
    let ways: Found<unknown[]>[] = first!(reader, at).map((one) => ({ ...one, value: [one.value] }))
    for (const rule of others) {
      if (ways.length === 0) return none
      const longer: Found<unknown[]>[] = []
      for (const { end, value, signs } of ways)
        for (const next of rule(reader, end))
          longer.push({ end: next.end, value: [...value, next.value], signs: signs + next.signs })
      ways = longer.slice(0, waysMax)
    }
    return ways as unknown as Found<Values<Rules>>[]
  }
}

export function any<Rules extends readonly Rule<unknown>[]>(...rules: Rules): Rule<Values<Rules>[number]> {
  return (reader, at) => {
    let all: readonly Found<unknown>[] = none
    for (const rule of rules) {
      const found = rule(reader, at)
      if (found.length > 0) all = all.length === 0 ? found : [...all, ...found]
    }
    return all.slice(0, waysMax) as Found<Values<Rules>[number]>[]
  }
}

/** With it first, then without. */
export function maybe<T>(rule: Rule<T>): Rule<T | undefined> {
  return (reader, at) => [...rule(reader, at), { end: at, value: undefined, signs: 0 }]
}

export function map<T, U>(rule: Rule<T>, make: (value: T) => U | undefined): Rule<U> {
  return (reader, at) => {
    const found = rule(reader, at)
    if (found.length === 0) return none
    return found.flatMap(({ end, value, signs }) => {
      const made = make(value)
      return made === undefined ? [] : [{ end, value: made, signs }]
    })
  }
}

/** One or more, with something between them; at most eight. */
export function list<T>(item: Rule<T>, between: Rule<unknown>, min = 1): Rule<readonly T[]> {
  return (reader, at) => {
    const all: Found<readonly T[]>[] = []
    let ways: Found<readonly T[]>[] = item(reader, at).map((one) => ({ ...one, value: [one.value] }))
    for (let count = 1; count <= 8 && ways.length > 0; count++) {
      if (count >= min) all.push(...ways)
      ways = ways
        .flatMap((way) =>
          between(reader, way.end).flatMap((gap) =>
            item(reader, gap.end).map((one) => ({
              end: one.end,
              value: [...way.value, one.value],
              signs: way.signs + gap.signs + one.signs,
            })),
          ),
        )
        .slice(0, waysMax)
    }
    return all.reverse().slice(0, waysMax)
  }
}

/** Nothing, and there is no blank. */
export const close: Rule<undefined> = (reader, at) =>
  reader.skip(at) === at ? [{ end: at, value: undefined, signs: 0 }] : []

/** Answers once for each place; and may be used before what it stands for is written. */
export function kept<T>(make: () => Rule<T>): Rule<T> {
  let made: Rule<T> | undefined
  const self: Rule<T> = (reader, at) => {
    const places = reader.kept.get(self) ?? new Map<number, readonly Found<unknown>[]>()
    reader.kept.set(self, places)
    const known = places.get(at)
    if (known) return known as readonly Found<T>[]
    // Whoever comes back to the same place while it is being read finds nothing there.
    places.set(at, [])
    made ??= make()
    const found = unique(made(reader, at)).slice(0, waysMax)
    places.set(at, found)
    return found
  }
  return self
}

function unique<T>(found: readonly Found<T>[]): Found<T>[] {
  const seen = new Set<string>()
  return found.filter(({ end, value }) => {
    const key = `${end} ${JSON.stringify(value)}`
    return !seen.has(key) && seen.add(key)
  })
}
