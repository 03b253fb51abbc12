// What happens, as it happens: the server's feed. Whoever watches is told the events and asks anew for what they show. Browsers open six
// connections to a server at the most, for all tabs together: of the tabs that are seen one follows the feed and tells the others, and a tab
// that is hidden has none. A connection that breaks is made again, from where it ended.

import { debug } from './debug.ts'
import { pause } from './pause.ts'
import { session } from './session.ts'
import { createStore } from './store.ts'
import { tenant } from './tenant.ts'

export interface Happened {
  readonly id: string
  readonly type: string
  readonly entity: { readonly type: string; readonly id: string } | null
  readonly recipient: string | null
  readonly reminderId: string | null
  readonly deliveryId: string | null
}

type Hear = (events: readonly Happened[]) => void

/** `lost`: what is shown may be old. */
export const connection = createStore<'opening' | 'open' | 'lost'>('opening')

const hearers = new Set<Hear>()
/** Events come in bursts; one asking serves all of them. */
const gatherMs = 150
/** However many events there are. */
const betweenMs = 1_000
const againMs = { first: 500, most: 15_000 }
/** A feed that is open as soon as the first answers are there has missed next to nothing; after this, they are asked for anew. */
const promptMs = 1_000
/** The server says every 15 seconds that it is there. */
const silenceMaxMs = 40_000

export function hear(hearer: Hear): () => void {
  hearers.add(hearer)
  return () => void hearers.delete(hearer)
}

/** Calls once for all events of a moment that are of these types (or begin so): `delivery`, `meeting.accepted`. */
export function hearing(
  types: readonly string[],
  concerns: (event: Happened) => boolean,
  then: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let calledMs = Number.NEGATIVE_INFINITY
  const isOurs = (event: Happened) => types.some((type) => event.type.startsWith(type)) && concerns(event)
  const stop = hear((events) => {
    if (timer !== undefined || !events.some(isOurs)) return
    timer = setTimeout(
      () => {
        timer = undefined
        calledMs = performance.now()
        then()
      },
      Math.max(gatherMs, calledMs + betweenMs - performance.now()),
    )
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Until the answered function is called. `missed` is called whenever something may have happened that nobody told. */
export function listen(missed: () => void): () => void {
  const over = new AbortController()
  let seen: AbortController | null = null
  const look = (isFirst: boolean) => {
    if (document.hidden) {
      seen?.abort()
      seen = null
    } else if (!seen) {
      seen = new AbortController()
      share(missed, isFirst, seen.signal)
      if (!isFirst) missed()
    }
  }
  look(true)
  document.addEventListener('visibilitychange', () => look(false), { signal: over.signal })
  return () => {
    over.abort()
    seen?.abort()
  }
}

interface Feed {
  last: string | null
  /** Whoever opens it now may have missed something. */
  wasOpen: boolean
}

type Said = 'open' | 'again' | 'lost' | Happened

/** One tab of those that see the same follows; when it is closed or hidden, the next one does. */
function share(missed: () => void, isFirst: boolean, signal: AbortSignal): void {
  const current = session.get()
  const name = `belfry live ${current.state === 'in' ? current.who.name : ''} ${tenant.get()}`
  const others = new BroadcastChannel(name)
  const feed: Feed = { last: null, wasOpen: !isFirst }
  const take = (said: Said) => {
    if (said === 'lost') connection.set('lost')
    else if (said === 'open' || said === 'again') {
      connection.set('open')
      if (said === 'again') missed()
    } else {
      feed.last = said.id
      feed.wasOpen = true
      debug('live', said.type, said)
      for (const hearer of [...hearers]) hearer([said])
    }
  }
  others.onmessage = ({ data }: MessageEvent<Said>) => take(data)
  const tell = (said: Said) => {
    if (signal.aborted) return
    take(said)
    others.postMessage(said)
  }
  signal.addEventListener('abort', () => others.close())
  const lead = () => follow(feed, tell, signal)
  // Between the one that led and the next nobody has listened.
  const takeOver = () => {
    feed.wasOpen = true
    return lead()
  }
  // Where a page has no locks (no https), each tab has a feed of its own.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks) return void lead()
  const orWait = (lock: Lock | null) => {
    if (lock) return lead()
    locks.request(name, { signal }, takeOver).catch(() => undefined)
  }
  locks.request(name, { ifAvailable: true }, orWait).catch(() => undefined)
}

async function follow(feed: Feed, tell: (said: Said) => void, signal: AbortSignal): Promise<void> {
  let waitMs = againMs.first
  const begunMs = performance.now()
  while (!signal.aborted) {
    const opened = () => {
      const isPrompt = performance.now() - begunMs < promptMs
      tell(feed.wasOpen || !isPrompt ? 'again' : 'open')
      feed.wasOpen = true
    }
    try {
      for await (const event of events(feed, opened, signal)) {
        waitMs = againMs.first
        tell(event)
      }
    } catch (error) {
      if (!signal.aborted) debug('live', String(error))
    }
    if (signal.aborted) return
    tell('lost')
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, againMs.most)
  }
}

async function* events(feed: Feed, opened: () => void, signal: AbortSignal): AsyncGenerator<Happened> {
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (feed.last !== null) headers['last-event-id'] = feed.last
  if (tenant.get() !== '') headers['belfry-tenant'] = tenant.get()
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMaxMs)
  try {
    const answer = await fetch('/v1/events', { headers, signal: AbortSignal.any([signal, silent.signal]) })
    // An event that the server does not know (any more): from now on, then.
    if (answer.status >= 400 && answer.status < 500) feed.last = null
    if (!answer.ok || !answer.body) throw new Error(`the feed answered ${answer.status}`)
    opened()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMaxMs)
      const parts = (text + value).split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data) yield JSON.parse(data) as Happened
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
