// Where we are: the path and the search of the address. Filters live in the search, so that an address can be shared. Plain links
// (`<a href>`) stay in the page (followLinks); nothing else has to be used.

import { createStore, useStore } from './store.ts'

export interface Place {
  readonly path: string
  readonly search: URLSearchParams
}

const here = (): Place => ({ path: location.pathname, search: new URLSearchParams(location.search) })

export const place = createStore<Place>(here())

export function usePlace(): Place {
  return useStore(place)
}

/** What stays in the address wherever one goes. */
const lasting = ['tenant']

/** Told where somebody wants to go. True: it holds them back, and calls `leave` if they still want to. */
type Keeper = (to: URL, leave: () => void) => boolean

let keeper: Keeper | null = null

/** One page at a time has something to lose. Answers what ends it. */
export function keepFromLeaving(next: Keeper): () => void {
  keeper = next
  return () => {
    if (keeper === next) keeper = null
  }
}

interface GoOptions {
  readonly replace?: boolean
  /** Whatever is lost by it. */
  readonly anyway?: boolean
}

export function go(to: string, options: GoOptions = {}): void {
  const url = new URL(to, location.origin)
  if (!options.anyway && keeper?.(url, () => go(to, { ...options, anyway: true }))) return
  for (const name of lasting) {
    const value = place.get().search.get(name)
    if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  const isOtherPage = url.pathname !== location.pathname
  history[options.replace ? 'replaceState' : 'pushState'](null, '', url)
  place.set(here())
  if (isOtherPage && !options.replace) scrollTo(0, 0)
}

/** One filter of the page; without a value it goes from the address. */
export function useSearch(name: string): [value: string, set: (value: string) => void] {
  const { search } = usePlace()
  return [search.get(name) ?? '', (value) => setSearch({ [name]: value })]
}

export function setSearch(values: Readonly<Record<string, string | null>>): void {
  const { path, search } = place.get()
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values))
    if (value) next.set(name, value)
    else next.delete(name)
  go(`${path}${next.size === 0 ? '' : `?${next}`}`, { replace: true })
}

/** `/meetings/:id` and `/meetings/42` give `{ id: '42' }`. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  if (wanted.length !== given.length) return null
  const found: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) found[part.slice(1)] = decoded(given[i]!)
    else if (part !== given[i]) return null
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The browser has gone back, or on, already: whoever is held back is put where they were. */
function goneByBrowser(): void {
  const { path, search } = place.get()
  const to = new URL(location.href)
  const isHeld = keeper?.(to, () => go(to.pathname + to.search, { anyway: true }))
  if (isHeld) history.pushState(null, '', `${path}${search.size === 0 ? '' : `?${search}`}`)
  else place.set(here())
}

export function followLinks(): void {
  addEventListener('popstate', goneByBrowser)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== location.origin || isOfServer(link.pathname)) return
    // Within the page: the browser knows how.
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

/** Pages that are not of this app. */
function isOfServer(path: string): boolean {
  return /^\/(docs|openapi\.json|inbox|r|v1|metrics)(\/|$)/.test(path)
}
