// What is previewed: fields of POST /v1/preview and POST /v1/reminders.

import type { api, Parsed } from '../../api.ts'

type Described = NonNullable<Parameters<typeof api.reminders.preview>[0]>

export type Wanted = Pick<Described, 'at' | 'timezone' | 'rule' | 'repeat'>

/** The rule of an answer is a rule of a question: the server wrote it. */
export function wantedOf(when: NonNullable<Parsed['when']>): Wanted {
  return when as Wanted
}
