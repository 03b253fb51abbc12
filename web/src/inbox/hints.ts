// That something has changed, as it happens: the server's stream of hints. Browsers open six connections to a server at the most, for
// all tabs together, so that one tab of a site follows the stream and tells the others; when it is closed, the next one does.

import { debug } from '../debug.ts'
import { pause } from '../pause.ts'

const againMs = { first: 500, most: 15_000 }

export interface HintsOptions {
  /** The same for all tabs that want the same hints. */
  readonly name: string
  /** Where the stream is, with a token that is good now. */
  address(): Promise<string>
  /** Fetch anew. */
  heard(): void
  lost(isLost: boolean): void
}

/** Until the answered function is called. */
export function followHints({ name, address, heard, lost }: HintsOptions): () => void {
  const over = new AbortController()
  const { signal } = over
  const others = new BroadcastChannel(name)
  others.onmessage = ({ data }) => (data === 'heard' ? heard() : lost(data === 'lost'))
  const tell = (what: 'heard' | 'lost' | 'back') => {
    if (signal.aborted) return
    if (what === 'heard') heard()
    else lost(what === 'lost')
    others.postMessage(what)
  }
  const lead = () => follow(address, tell, signal)
  // Where a page has no locks (no https), each tab has a stream of its own.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (locks) locks.request(name, { signal }, lead).catch(() => undefined)
  else void lead()
  // A tab that was asleep may have missed something.
  const woken = () => document.visibilityState === 'visible' && heard()
  document.addEventListener('visibilitychange', woken, { signal })
  window.addEventListener('online', heard, { signal })
  signal.addEventListener('abort', () => others.close())
  return () => over.abort()
}

type Tell = (what: 'heard' | 'lost' | 'back') => void

async function follow(address: () => Promise<string>, tell: Tell, signal: AbortSignal): Promise<void> {
  let waitMs = againMs.first
  while (!signal.aborted) {
    const wasOpen = await address().then(
      (url) => listen(url, tell, signal),
      () => false,
    )
    if (signal.aborted) return
    if (wasOpen) waitMs = againMs.first
    debug('stream ended', wasOpen, waitMs)
    // One that ends and is there again at once (its token has run out) is not worth a word.
    if (!wasOpen) tell('lost')
    await pause(waitMs, signal)
    // Where no stream comes through, asking now and then does.
    tell('heard')
    waitMs = Math.min(waitMs * 2, againMs.most)
  }
}

/** Answers when it has ended, whether it was open before. */
function listen(url: string, tell: Tell, signal: AbortSignal): Promise<boolean> {
  const stream = new EventSource(url)
  let wasOpen = false
  return new Promise((resolve) => {
    const end = () => {
      stream.close()
      signal.removeEventListener('abort', end)
      resolve(wasOpen)
    }
    stream.onopen = () => {
      wasOpen = true
      tell('back')
    }
    stream.addEventListener('inbox', ({ data }) => {
      debug('hint', data)
      tell('heard')
    })
    stream.onerror = end
    signal.addEventListener('abort', end)
  })
}
