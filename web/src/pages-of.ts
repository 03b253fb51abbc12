// A list that the server gives by the page: the first page at once, the next ones as somebody scrolls towards them.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
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
  /** The next page: when the end comes near, or whenever somebody asks. */
  more(seen?: Seen): void
  /** What is seen of it, asked for anew. */
  refresh(): Promise<void>
  /** Shows something else until the server answers. */
  change(how: (items: readonly T[]) => readonly T[]): void
}

/** Rows that are drawn, and whether they are near the end of what is there. */
export interface Seen {
  readonly first: number
  readonly last: number
  readonly isNearEnd: boolean
}

/** As the server gave it: what comes after `from`. */
interface Held<T> {
  readonly from: string | undefined
  readonly items: readonly T[]
}

interface State<T> {
  readonly pages: readonly Held<T>[]
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

  // Before the page is drawn, not after: what is asked for comes a frame earlier.
  useLayoutEffect(() => {
    loader.begin()
    return () => loader.stop()
  }, [key])
  useEffect(() => {
    const again = (why: 'acted' | 'missed') => void (why === 'acted' ? loader.load('seen') : loader.freshen())
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
    refresh: () => loader.load('seen'),
    change: loader.change,
  }
}

/**
 * Seen: the pages of which somebody sees something; where nobody says what is seen, all. Top: what is seen where the list begins. After
 * both, what is further down comes again as somebody scrolls: a list of thousands is not read again for one row. End: one page more.
 */
type Part = 'seen' | 'top' | 'end'

interface Loader<T> {
  read: (cursor: string | undefined) => Promise<Page<T>>
  begin(): void
  stop(): void
  load(part: Part): Promise<void>
  /** Something has changed. Rows do not move under the pointer of somebody who is further down: they are told. */
  freshen(): void
  more(seen?: Seen): void
  change(how: (items: readonly T[]) => readonly T[]): void
}

const nothing = { pages: [], items: [], cursor: undefined, isLoading: true, error: null }
const topRows = 50
/** Fewer move nowhere that matters. */
const fewRows = 20
const awayPx = 300

/** One load at a time: what is asked for meanwhile comes after it. */
function createLoader<T>(show: (state: State<T>) => void): Loader<T> {
  let state: State<T> = nothing
  let [round, changes] = [0, 0]
  let loading: Promise<void> | null = null
  let seen: Seen | undefined
  const next = new Set<Part>()
  const put = (more: Partial<State<T>>) => {
    state = { ...state, ...more }
    show(state)
  }
  const isAway = () => scrollY > awayPx && state.items.length > fewRows

  async function run(part: Part): Promise<void> {
    const [ofRound, ofChanges] = [round, changes]
    const { above, from, wanted } = partOf(part, state, seen)
    put({ isLoading: true })
    const found = await pagesOf(loader.read, from, wanted)
    if (ofRound !== round) return
    loading = null
    const isOvertaken = part !== 'end' && ofChanges !== changes
    if (isOvertaken && acts.underWay === 0) next.add(part)
    // They have begun to scroll meanwhile.
    const isLate = part === 'top' && isAway()
    if (isLate) tellNews(loader)
    const isDropped = isOvertaken || isLate
    put({ isLoading: false, ...(isDropped ? {} : joined(state.pages.slice(0, above), found)) })
    const following = (['seen', 'top', 'end'] as const).find((one) => next.delete(one))
    if (following) void loader.load(following)
  }

  const loader: Loader<T> = {
    read: () => Promise.reject(new Error('nothing to read')),
    begin() {
      loader.stop()
      seen = undefined
      put(nothing)
      void loader.load('seen')
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
      if (part === 'seen') forgetNews(loader)
      loading = run(part)
      return loading
    },
    freshen() {
      if (document.hidden || acts.underWay > 0) return
      if (isAway()) tellNews(loader)
      else void loader.load('top')
    },
    more: (now) => {
      seen = now ?? seen
      if (now?.isNearEnd !== false && state.cursor && !next.has('end')) void loader.load('end')
    },
    change: (how) => {
      changes += 1
      put({ isLoading: false, ...shown(inPages(how(state.items), state.pages)) })
    },
  }
  return loader
}

/** What was there stays where the server did not answer. */
function joined<T>(above: readonly Held<T>[], { pages, cursor, error }: Found<T>): Partial<State<T>> {
  return pages ? { ...shown([...above, ...pages]), cursor, error } : { error }
}

function shown<T>(pages: readonly Held<T>[]): Pick<State<T>, 'pages' | 'items'> {
  return { pages, items: pages.flatMap(({ items }) => items) }
}

/** Each item in the page where it was; one that is new, in that of the one before it. */
function inPages<T>(items: readonly T[], before: readonly Held<T>[]): Held<T>[] {
  const pageOf = new Map(before.flatMap((page, i) => page.items.map((item) => [item, i] as const)))
  const pages = before.map(({ from }) => ({ from, items: [] as T[] }))
  let at = 0
  for (const item of items) {
    at = Math.max(at, pageOf.get(item) ?? at)
    pages[at]?.items.push(item)
  }
  return pages
}

/** Headings and the like are rows, too. */
const otherRows = 10

/** How many pages stay, from where on is read, and how many items there should be. */
function partOf<T>(
  part: Part,
  { pages, items, cursor }: State<T>,
  seen: Seen | undefined,
): { readonly above: number; readonly from: string | undefined; readonly wanted: number } {
  if (part === 'end') return { above: pages.length, from: cursor ?? undefined, wanted: 1 }
  if (part === 'top') return { above: 0, from: undefined, wanted: Math.min(items.length, topRows) }
  if (!seen) return { above: 0, from: undefined, wanted: items.length }
  let [above, count] = [0, 0]
  while (above < pages.length - 1 && count + pages[above]!.items.length <= seen.first - otherRows) {
    count += pages[above]!.items.length
    above += 1
  }
  return { above, from: pages[above]?.from, wanted: Math.min(items.length, seen.last) - count }
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

interface Found<T> {
  readonly pages?: readonly Held<T>[]
  readonly cursor?: string | null
  readonly error: unknown
}

/** From there on (or from the beginning), until there are so many. */
async function pagesOf<T>(read: Loader<T>['read'], after: string | undefined, wanted: number): Promise<Found<T>> {
  const pages: Held<T>[] = []
  let from = after
  let [count, inVain] = [0, 0]
  try {
    for (;;) {
      const page = await read(from)
      pages.push({ from, items: page.items })
      count += page.items.length
      inVain = page.items.length === 0 ? inVain + 1 : 0
      const isEnough = count >= Math.max(1, wanted) || inVain >= inVainMax
      if (page.nextCursor === null || isEnough) return { pages, cursor: page.nextCursor, error: null }
      from = page.nextCursor
    }
  } catch (error) {
    return { error }
  }
}
