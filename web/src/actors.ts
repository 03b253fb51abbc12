// Who did something, as whoever looks would say it: "you", the name of a key, a person's name. The raw name (`key:Karf7JC1ZB`) is how
// the server tells them apart; it belongs into a `title`.

import { api } from './api.ts'
import { useWords } from './language.ts'
import { usePeople } from './people.ts'
import { useQuery } from './query.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'
import { tellActor } from './stories/changes.ts'
import { words } from './words/audit.ts'

const ofKey = 'key:'
const ofPerson = 'recipient:'

export interface Actors {
  tell(actor: string): string
  /** Those that are known, to choose from. */
  readonly offers: readonly { readonly value: string; readonly label: string }[]
}

/** `areWanted`: whether names of keys are needed; only operators may ask for them. */
export function useActors(areWanted: boolean): Actors {
  const w = useWords(words)
  const { nameOf } = usePeople()
  const current = useStore(session)
  const who = current.state === 'in' ? current.who : null
  const { value } = useQuery('names of keys', () => api.keys.list({ limit: 200 }), {
    enabled: areWanted && who?.door === 'operator',
    live: ['key'],
  })
  const keys = value?.items ?? []
  const tell = (actor: string) => {
    if (actor === who?.name) return w.you
    if (actor.startsWith(ofPerson)) return nameOf(actor.slice(ofPerson.length))
    if (!actor.startsWith(ofKey)) return tellActor(actor)
    const id = actor.slice(ofKey.length)
    return w.key(keys.find((one) => one.id === id)?.name ?? id)
  }
  const own = who ? [{ value: who.name, label: w.you }] : []
  const others = keys.map(({ id, name }) => ({ value: `${ofKey}${id}`, label: name }))
  return { tell, offers: [...own, ...others.filter(({ value: one }) => one !== who?.name)] }
}

/** Whether a name of a key would be told. */
export function namesKeys(actors: readonly (string | null)[]): boolean {
  return actors.some((actor) => actor?.startsWith(ofKey))
}
