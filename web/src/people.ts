// What people are called, and which clocks they live by. Most systems have few enough to know all of them; of the others, those
// beyond the first page are asked for one by one, where they are shown, and found by the server, where somebody types.

import { useEffect, useState } from 'preact/hooks'
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
  find(id: string): Recipient | undefined
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
  const { people } = useStore(known)
  const beyond = useStore(others)
  const of = useStore(tenant)
  return {
    ...people,
    nameOf: (id) => (people.zoneOf(id) === undefined && beyond.get(`${of} ${id}`)?.name) || people.nameOf(id),
    zoneOf: (id) => people.zoneOf(id) ?? beyond.get(`${of} ${id}`)?.timezone,
    find: (id) => people.find(id) ?? beyond.get(`${of} ${id}`),
  }
}

/** Those beyond the first page who were shown or found, by tenant and id. */
const others = createStore<ReadonlyMap<string, Recipient>>(new Map())
/** Who scrolls through everybody is not worth as many questions. */
const askedMax = 300
const askedFor = new Set<string>()

/** The id, where there is no name (yet). */
export function useName(id: string): string {
  const { people, isPart } = useStore(known)
  const key = `${useStore(tenant)} ${id}`
  const later = useStore(others).get(key)
  const isUnknown = isPart && id !== '' && people.zoneOf(id) === undefined
  useEffect(() => {
    if (isUnknown) askFor(key, id)
  }, [isUnknown, key])
  return isUnknown ? later?.name || id : people.nameOf(id)
}

/** Whose clock counts for them; undefined while nobody knows. */
export function useZoneOf(id: string): string | undefined {
  // Who is not known yet is asked for by their name.
  useName(id)
  return usePeople().zoneOf(id)
}

/** One after the other, when what they are shown in is there: nobody waits for a list because of its names. */
let asking: Promise<unknown> = Promise.resolve()

function askFor(key: string, id: string): void {
  if (askedFor.has(key) || others.get().has(key) || askedFor.size >= askedMax) return
  askedFor.add(key)
  asking = asking.then(async () => {
    const one = askedFor.has(key) ? await found(id) : null
    if (one && askedFor.has(key)) others.set(new Map(others.get()).set(key, one))
  })
}

/** Whoever signs in next may be of another tenant, in which the same ids are other people. */
export function forgetPeople(): void {
  askedFor.clear()
  others.set(new Map())
}

/** The server is asked when the typing pauses. */
const pauseMs = 120

/**
 * Who may be meant by what somebody types: at once among those who are known, by any part of the name or the id; and, where those are not all, by
 * the server, which finds by beginnings. What it answers to an earlier text is not shown.
 */
export function useFound(text: string, atMost: number): readonly Recipient[] {
  const { people, isPart } = useStore(known)
  const of = useStore(tenant)
  const sought = text.trim().slice(0, 200)
  const asked = usePaused(sought)
  const { value } = useQuery(
    `people found ${asked} ${atMost}`,
    () => api.recipients.list({ search: asked, limit: atMost }),
    {
      enabled: isPart && asked !== '' && asked === sought,
    },
  )
  const answer = isPart && asked === sought ? (value?.items ?? none) : none
  useEffect(() => {
    const beyond = answer
      .filter(({ id }) => people.zoneOf(id) === undefined)
      .map((one) => [`${of} ${one.id}`, one] as const)
    if (beyond.length > 0) others.set(new Map([...others.get(), ...beyond]))
  }, [answer])
  const has = (one: string | null) => (one ?? '').toLowerCase().includes(sought.toLowerCase())
  const here = people.list.filter(({ id, name }) => has(name) || has(id))
  const found = new Map([...answer, ...here].map((one) => [one.id, one]))
  return [...found.values()].slice(0, atMost)
}

const none: readonly Recipient[] = []

function usePaused(text: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
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
    find: (id) => byId.get(id),
  }
}
