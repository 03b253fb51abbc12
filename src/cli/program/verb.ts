// Commands that are a noun: their first word says what to do. Without one, they list.

import { usageError } from './arguments.ts'
import type { Call } from './call.ts'

export function verbOf<Verb>(call: Call, noun: string, verbs: Readonly<Record<string, Verb>>): Verb {
  const [word = 'list'] = call.words
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (!verb) throw usageError(`${JSON.stringify(word)} is nothing to do with ${noun}.`, Object.keys(verbs).join(', '))
  return verb
}
