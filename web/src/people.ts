// What people are called, and which clocks they live by. Most systems have few enough to know all of them; of the others, those
// beyond the first page are asked for one by one, where they are shown.

import { useEffect } from 'preact/hooks'
import { api, type Recipient } from './api.ts'
import { useQuery } from './query.ts'
import { createStore, useStore } from './store.ts'
import { tenant } from './tenant.ts'

export interface People {
  readonly list: readonly Recipient[]
  readonly isLoading: boolean
  nameOf(id: string): string
  /** Undefined: nobody knows (yet). */
  zoneOf(id: string): string | undefined
}

interface Known {
  readonly people: People
  /** There are more than these. */
  readonly isPart: boolean
}

const nobody: Known = { people: peopleOf([], true), isPart: false }
const known = createStore(nobody)

/** Asked for once, by the frame, for all parts of all pages. */
export function useKeepPeople(): void {
  const { value, isLoading } = useQuery('people', () => api.recipients.list({ limit: 200 }), { live: ['recipient'] })
  useEffect(
    () => known.set(value ? { people: peopleOf(value.items, isLoading), isPart: value.nextCursor !== null } : nobody),
    [value, isLoading],
  )
}

export function usePeople(): People {
  return useStore(known).people
}

/** Names of those beyond the first page, by tenant and id; null: on its way, or nobody. */
const others = createStore<ReadonlyMap<string, string | null>>(new Map())
/** Who scrolls through everybody is not worth as many questions. */
const othersMax = 300

/** The id, where there is no name (yet). */
export function useName(id: string): string {
  const { people, isPart } = useStore(known)
  const key = `${useStore(tenant)} ${id}`
  const later = useStore(others).get(key)
  const isUnknown = isPart && id !== '' && people.zoneOf(id) === undefined
  useEffect(() => {
    if (isUnknown) void askFor(key, id)
  }, [isUnknown, key])
  return isUnknown ? (later ?? id) : people.nameOf(id)
}

async function askFor(key: string, id: string): Promise<void> {
  if (others.get().has(key) || others.get().size >= othersMax) return
  others.set(new Map(others.get()).set(key, null))
  const name = (await found(id))?.name
  if (name) others.set(new Map(others.get()).set(key, name))
}

/** These, however many there are. Who was erased is called by their id. */
export function useThese(ids: readonly string[]): People {
  const { value, isLoading } = useQuery(`people ${ids.join('\n')}`, () => Promise.all(ids.map(found)), {
    enabled: ids.length > 0,
  })
  return peopleOf(
    (value ?? []).filter((one) => one !== null),
    isLoading,
  )
}

async function found(id: string): Promise<Recipient | null> {
  return await api.recipients.get({ id }).catch(() => null)
}

function peopleOf(list: readonly Recipient[], isLoading: boolean): People {
  const byId = new Map(list.map((one) => [one.id, one]))
  return {
    list,
    isLoading,
    nameOf: (id) => byId.get(id)?.name || id,
    zoneOf: (id) => byId.get(id)?.timezone,
  }
}
