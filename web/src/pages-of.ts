// A list that the server gives by the page: the first page at once, the next ones as somebody scrolls towards them.

import { useEffect, useRef, useState } from 'preact/hooks'
import { type Happened, hearing } from './live.ts'
import { acts, lists } from './query.ts'
import { createStore, useStore } from './store.ts'
import { tenant } from './tenant.ts'

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

export interface Paged<T> {
  readonly items: readonly T[]
  readonly isLoading: boolean
  /** There is an end, and it was reached. */
  readonly isComplete: boolean
  readonly error: unknown
  more(): void
  /** The list from its beginning, as long as it was. */
  refresh(): Promise<void>
  /** Shows something else until the server answers. */
  change(how: (items: readonly T[]) => readonly T[]): void
}

interface State<T> {
  readonly items: readonly T[]
  readonly cursor: string | null | undefined
  readonly isLoading: boolean
  readonly error: unknown
}

export interface PagesOptions {
  readonly live?: readonly string[]
  readonly concerns?: (event: Happened) => boolean
  /** Asked for anew when this is another; what is shown stays until then. Of what moves with the clock. */
  readonly stamp?: string | number
}

/** `name` tells one list from another: filters belong into it. */
export function usePages<T>(
  name: string,
  read: (cursor: string | undefined) => Promise<Page<T>>,
  options: PagesOptions = {},
): Paged<T> {
  const key = `${useStore(tenant)} ${name}`
  const [state, setState] = useState<State<T>>(nothing)
  const list = useRef<Loader<T>>(undefined)
  list.current ??= createLoader<T>(setState)
  const loader = list.current
  loader.read = read
  const concerns = useRef(options.concerns)
  concerns.current = options.concerns

  useEffect(() => {
    loader.begin()
    return () => loader.stop()
  }, [key])
  useEffect(() => {
    const again = (why: 'acted' | 'missed') => void (why === 'acted' ? loader.load('all') : loader.freshen())
    lists.add(again)
    return () => void lists.delete(again)
  }, [])
  const stamped = useRef({ key, stamp: options.stamp })
  useEffect(() => {
    const before = stamped.current
    stamped.current = { key, stamp: options.stamp }
    if (before.key === key && before.stamp !== options.stamp) loader.freshen()
  }, [key, options.stamp])
  const types = options.live?.join()
  useEffect(() => {
    if (types === undefined) return
    return hearing(types.split(','), (event) => concerns.current?.(event) ?? true, loader.freshen)
  }, [key, types])

  return {
    items: state.items,
    isLoading: state.isLoading,
    isComplete: state.cursor === null,
    error: state.error,
    more: loader.more,
    refresh: () => loader.load('all'),
    change: loader.change,
  }
}

/** All: as long as it is. Top: what is seen where the page begins; what is further down comes again as somebody scrolls. */
type Part = 'all' | 'top' | 'end'

interface Loader<T> {
  read: (cursor: string | undefined) => Promise<Page<T>>
  begin(): void
  stop(): void
  load(part: Part): Promise<void>
  /** Something has changed. Rows do not move under the pointer of somebody who is further down: they are told. */
  freshen(): void
  more(): void
  change(how: (items: readonly T[]) => readonly T[]): void
}

const nothing = { items: [], cursor: undefined, isLoading: true, error: null }
const topRows = 50
/** Fewer move nowhere that matters. */
const fewRows = 20
const awayPx = 300

/** One load at a time: what is asked for meanwhile comes after it. */
function createLoader<T>(show: (state: State<T>) => void): Loader<T> {
  let state: State<T> = nothing
  let [round, changes] = [0, 0]
  let loading: Promise<void> | null = null
  const next = new Set<Part>()
  const put = (more: Partial<State<T>>) => {
    state = { ...state, ...more }
    show(state)
  }
  const isAway = () => scrollY > awayPx && state.items.length > fewRows

  async function run(part: Part): Promise<void> {
    const [ofRound, ofChanges, before] = [round, changes, state]
    put({ isLoading: true })
    const found = await find(loader.read, part, before)
    if (ofRound !== round) return
    loading = null
    const isOvertaken = part !== 'end' && ofChanges !== changes
    if (isOvertaken && acts.underWay === 0) next.add(part)
    // They have begun to scroll meanwhile.
    const isLate = part === 'top' && isAway()
    if (isLate) tellNews(loader)
    const isMore = part === 'end' && found.items
    const shown = isMore ? { ...found, items: [...state.items, ...isMore] } : found
    put(isOvertaken || isLate ? { isLoading: false } : { ...shown, isLoading: false })
    const following = (['all', 'top', 'end'] as const).find((one) => next.delete(one))
    if (following) void loader.load(following)
  }

  const loader: Loader<T> = {
    read: () => Promise.reject(new Error('nothing to read')),
    begin() {
      loader.stop()
      put(nothing)
      void loader.load('all')
    },
    stop() {
      round += 1
      loading = null
      next.clear()
      forgetNews(loader)
    },
    load(part) {
      if (loading) {
        next.add(part)
        return loading
      }
      if (part === 'all') forgetNews(loader)
      loading = run(part)
      return loading
    },
    freshen() {
      if (document.hidden || acts.underWay > 0) return
      if (isAway()) tellNews(loader)
      else void loader.load('top')
    },
    more: () => {
      if (state.cursor && !next.has('end')) void loader.load('end')
    },
    change: (how) => {
      changes += 1
      put({ isLoading: false, items: how(state.items) })
    },
  }
  return loader
}

async function find<T>(read: Loader<T>['read'], part: Part, before: State<T>): Promise<Partial<State<T>>> {
  const held = before.items.length
  const wanted = part === 'end' ? 1 : part === 'top' ? Math.min(held, topRows) : held
  try {
    return { ...(await pagesOf(read, part === 'end' ? before.cursor : undefined, wanted)), error: null }
  } catch (error) {
    return { error }
  }
}

/** Lists that have changed below somebody who has scrolled. */
export const news = createStore<ReadonlySet<Pick<Loader<unknown>, 'load'>>>(new Set())

function tellNews(loader: Pick<Loader<never>, 'load'>): void {
  news.set(new Set([...news.get(), loader]))
}

function forgetNews(loader: Pick<Loader<never>, 'load'>): void {
  if (news.get().has(loader)) news.set(new Set([...news.get()].filter((one) => one !== loader)))
}

/** From the beginning of the page. */
export function showNews(): void {
  scrollTo(0, 0)
  const told = news.get()
  news.set(new Set())
  for (const loader of told) void loader.load('top')
}

addEventListener(
  'scroll',
  () => {
    if (news.get().size > 0 && scrollY <= awayPx) showNews()
  },
  { passive: true },
)

/** Pages without an item: a filter that fits few of very many. After so many, whoever looks is asked whether to look on. */
const inVainMax = 10

/** From there on (or from the beginning), until there are so many. */
async function pagesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  after: string | null | undefined,
  wanted: number,
): Promise<Pick<State<T>, 'items' | 'cursor'>> {
  let items: readonly T[] = []
  let cursor = after
  let inVain = 0
  do {
    const page = await read(cursor ?? undefined)
    items = [...items, ...page.items]
    cursor = page.nextCursor
    inVain = page.items.length === 0 ? inVain + 1 : 0
  } while (cursor !== null && items.length < Math.max(1, wanted) && inVain < inVainMax)
  return { items, cursor }
}
