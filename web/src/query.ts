// What a page shows of the server: asked for once however many parts show it, shown at once when it was shown before, and asked
// for anew when something has happened that concerns it.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Happened, hearing } from './live.ts'
import { useStore } from './store.ts'
import { tenant } from './tenant.ts'

export interface Query<T> {
  /** Undefined until the first answer. */
  readonly value: T | undefined
  /** Why the last try failed; what was there before stays. */
  readonly error: unknown
  readonly isLoading: boolean
  refresh(): Promise<void>
  /** Shows something else until the server answers: what an action will have done. */
  change(how: (value: T) => T): void
}

export interface QueryOptions {
  /** Asked for anew at these: beginnings of event types, `delivery` or `meeting.accepted`. */
  readonly live?: readonly string[]
  /** Of those, only some. */
  readonly concerns?: (event: Happened) => boolean
  /** Not before something else is known. */
  readonly enabled?: boolean
  /** Not asked for again by another page so soon: what hardly ever changes. */
  readonly keptMs?: number
  /** Asked for anew so often: for what no event tells. */
  readonly everyMs?: number
  /** Asked for anew when this is another; what is shown stays until then. Of what moves with the clock. */
  readonly stamp?: string | number
}

interface Entry {
  value: unknown
  error: unknown
  isLoading: boolean
  answeredMs: number
  /** Raised by each change by hand: an answer from before it is dropped. */
  changes: number
  read: (() => Promise<unknown>) | null
  /** One at a time: a server that is slow is not asked faster than it answers. */
  asking: Promise<void> | null
  /** What was asked for meanwhile; one asking for all of them. */
  next: Promise<void> | null
  readonly watchers: Set<() => void>
  /** Of each watcher that is live. One hearing serves all of them. */
  readonly concerns: Set<(event: Happened) => boolean>
  stopHearing: (() => void) | null
}

const entries = new Map<string, Entry>()
/** Acted: to be shown at once, wherever it is. Missed: something may have happened. */
type Why = 'acted' | 'missed'
/** How lists that come by the page are asked for anew. */
export const lists = new Set<(why: Why) => void>()
/** While somebody acts nothing is asked for by itself: an answer from before would take back what is shown. All is, afterwards. */
export const acts = { underWay: 0 }
/** So young an answer serves another part that shows the same. */
const youngMs = 1_000
const keptMax = 200

export function useQuery<T>(name: string, read: () => Promise<T>, options: QueryOptions = {}): Query<T> {
  const { enabled = true, live, everyMs = 0, keptMs = 0, stamp } = options
  const [, draw] = useState(0)
  const entry = entryOf(`${useStore(tenant)} ${name}`)
  entry.read = read
  const concerns = useRef(options.concerns)
  concerns.current = options.concerns
  // Before the page is drawn, not after: what is asked for comes a frame earlier.
  useLayoutEffect(() => {
    if (!enabled) return
    const changed = () => draw((n) => n + 1)
    const isShared =
      performance.now() - entry.answeredMs < (entry.watchers.size > 0 ? Math.max(youngMs, keptMs) : keptMs)
    entry.watchers.add(changed)
    if (!entry.asking && !isShared) void refresh(entry)
    return () => void entry.watchers.delete(changed)
  }, [entry, enabled])
  const stamped = useRef({ entry, stamp })
  useEffect(() => {
    const before = stamped.current
    stamped.current = { entry, stamp }
    if (enabled && before.entry === entry && before.stamp !== stamp) refreshByItself(entry)
  }, [entry, enabled, stamp])
  useEffect(() => {
    if (!enabled || everyMs === 0) return
    const timer = setInterval(() => refreshByItself(entry), everyMs)
    return () => clearInterval(timer)
  }, [entry, enabled, everyMs])
  const types = live?.join()
  useEffect(() => {
    if (!enabled || types === undefined) return
    const wanted = types.split(',')
    return hearFor(
      entry,
      (event) => wanted.some((type) => event.type.startsWith(type)) && (concerns.current?.(event) ?? true),
    )
  }, [entry, enabled, types])
  return {
    value: entry.value as T | undefined,
    error: entry.error,
    isLoading: entry.isLoading || (enabled && entry.answeredMs === Number.NEGATIVE_INFINITY),
    refresh: () => refresh(entry),
    change: (how) => change(entry, how as (value: unknown) => unknown),
  }
}

/** Everything that is shown, asked for anew: after an action that may concern more than the page knows. */
export function refreshAll(why: Why = 'acted'): void {
  if (why === 'missed' && acts.underWay > 0) return
  for (const again of lists) again(why)
  for (const entry of entries.values()) if (entry.watchers.size > 0) void refresh(entry)
}

export function forgetAll(): void {
  entries.clear()
}

function entryOf(key: string): Entry {
  const known = entries.get(key)
  if (known) return known
  const entry: Entry = {
    ...{ value: undefined, error: null, isLoading: false, answeredMs: Number.NEGATIVE_INFINITY, changes: 0 },
    ...{ read: null, asking: null, next: null, watchers: new Set(), concerns: new Set(), stopHearing: null },
  }
  entries.set(key, entry)
  if (entries.size > keptMax) forgetOldest()
  return entry
}

function forgetOldest(): void {
  for (const [key, entry] of entries) {
    if (entry.watchers.size > 0) continue
    entries.delete(key)
    return
  }
}

function hearFor(entry: Entry, isOurs: (event: Happened) => boolean): () => void {
  entry.concerns.add(isOurs)
  const concerns = (event: Happened) => [...entry.concerns].some((one) => one(event))
  entry.stopHearing ??= hearing([''], concerns, () => refreshByItself(entry))
  return () => {
    entry.concerns.delete(isOurs)
    if (entry.concerns.size > 0) return
    entry.stopHearing?.()
    entry.stopHearing = null
  }
}

/** Not while nobody sees it: whoever looks again has all of it asked for anew. */
function refreshByItself(entry: Entry): void {
  if (!document.hidden && acts.underWay === 0) void refresh(entry)
}

/** Answers when what was asked for from now on is there. */
function refresh(entry: Entry): Promise<void> {
  if (!entry.asking) {
    entry.asking = askFor(entry)
    return entry.asking
  }
  entry.next ??= entry.asking.then(() => {
    entry.next = null
    return refresh(entry)
  })
  return entry.next
}

async function askFor(entry: Entry): Promise<void> {
  const { changes } = entry
  entry.isLoading = true
  let answer: Partial<Pick<Entry, 'value' | 'error'>>
  try {
    answer = { value: await entry.read?.(), error: null }
  } catch (error) {
    answer = { error }
  }
  entry.asking = null
  if (changes !== entry.changes) {
    // What was changed by hand is newer; whoever acts asks anew at the end.
    if (acts.underWay === 0) void refresh(entry)
    return
  }
  Object.assign(entry, answer, { isLoading: false, answeredMs: performance.now() })
  tell(entry)
}

function change(entry: Entry, how: (value: unknown) => unknown): void {
  if (entry.value === undefined) return
  // What is on its way was asked before the action.
  entry.changes += 1
  entry.isLoading = false
  entry.value = how(entry.value)
  tell(entry)
}

function tell(entry: Entry): void {
  for (const changed of [...entry.watchers]) changed()
}
