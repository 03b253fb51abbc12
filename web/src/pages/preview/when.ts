// What is previewed: fields of POST /v1/preview and POST /v1/reminders.

import type { api, Parsed } from '../../api.ts'

type Described = NonNullable<Parameters<typeof api.reminders.preview>[0]>

export type Wanted = Pick<Described, 'at' | 'timezone' | 'rule' | 'repeat'>

/** The rule of an answer is a rule of a question: the server wrote it. */
export function wantedOf(when: NonNullable<Parsed['when']>): Wanted {
  return when as Wanted
}

export interface Offered {
  readonly words: string
  readonly when: Wanted
}

/** The other half of the day of what repeats is a moment: it repeats at that hour, where it is known which hour of the rule that is. */
export function offersOf({ kind, when, choices }: Parsed): Offered[] {
  const offers = choices.map((choice) => ({ words: choice.words, when: wantedOf(choice.when) }))
  if (kind !== 'rule') return offers
  const hours = when?.rule?.at
  if (!when || !Array.isArray(hours) || hours.length !== 1) return []
  return offers
    .filter((offer) => offer.when.timezone === when.timezone)
    .map(({ words, when: { at } }) => ({
      words,
      when: wantedOf({ ...when, at: at!, rule: { ...when.rule, at: [at!.slice(11, 16)] } }),
    }))
}

/** On whichever clock it is: in three hours is then everywhere. */
export function isOnAClock({ at, timezone }: Wanted): boolean {
  return at !== undefined && timezone !== undefined && !/Z$/.test(at)
}
