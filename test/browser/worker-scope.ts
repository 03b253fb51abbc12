// What a service worker finds around itself in a browser, small: notifications by tag, a cache, windows, a network.

import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

const script = readFileSync(new URL('../../web/service-worker/service-worker.js', import.meta.url), 'utf8')
const origin = 'https://remind.example.com'

export interface Shown {
  readonly title: string
  readonly options: Record<string, unknown> & { readonly tag: string; readonly silent: boolean }
}

export interface Posted {
  readonly url: string
  readonly body: string
  readonly headers: Record<string, string>
}

export interface WorkerScope {
  /** Everything that was ever shown, in order. */
  readonly shown: Shown[]
  /** What is there to see now. */
  visible(): Shown[]
  /** The person swipes it away. */
  dismiss(tag: string): void
  push(payload: unknown): Promise<void>
  click(tag: string, action?: string): Promise<void>
  fire(type: string, more: object): Promise<void>
  /** Timers that the worker has set: runs them, the next too. */
  later(): Promise<void>
  readonly posted: Posted[]
  readonly opened: string[]
  readonly focused: string[]
  readonly windows: string[]
  /** How the network answers; throws: it is away. */
  network: (posted: Posted) => Response
  /** False: storage throws. */
  hasStorage: boolean
  readonly subscribed: unknown[]
}

type Listener = (event: object) => void

export function startWorker(): WorkerScope {
  const listeners = new Map<string, Listener>()
  const now = new Map<string, Shown>()
  const timers: (() => void)[] = []
  const scope: WorkerScope = {
    ...{ shown: [], posted: [], opened: [], focused: [], windows: [], subscribed: [], hasStorage: true },
    network: () => new Response(''),
    visible: () => [...now.values()],
    dismiss: (tag) => void now.delete(tag),
    push: (payload) => scope.fire('push', { data: dataOf(payload) }),
    click: (tag, action = '') => scope.fire('notificationclick', { action, notification: notificationOf(tag) }),
    async fire(type, more) {
      const waiting: Promise<unknown>[] = []
      listeners.get(type)!({ ...more, waitUntil: (work: Promise<unknown>) => waiting.push(work) })
      await Promise.all(waiting)
    },
    async later() {
      // Each of them may set another; a turn of the loop lets promises in between settle.
      for (let run = timers.shift(); run; run = timers.shift()) {
        run()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
  const notificationOf = (tag: string) => ({ data: now.get(tag)?.options.data, close: () => now.delete(tag) })
  const registration = {
    async showNotification(title: string, options: Shown['options']) {
      const one = { title, options: structuredClone(options) }
      scope.shown.push(one)
      now.set(options.tag, one)
    },
    getNotifications: async ({ tag }: { tag: string }) => (now.has(tag) ? [notificationOf(tag)] : []),
    pushManager: {
      async subscribe(options: unknown) {
        scope.subscribed.push(options)
        return { endpoint: 'https://push.example.net/new' }
      },
    },
  }
  const self = {
    ...{ registration, location: { href: `${origin}/service-worker.js` }, skipWaiting() {} },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    clients: {
      claim: async () => {},
      matchAll: async () => scope.windows.map((url) => ({ url, focus: async () => scope.focused.push(url) })),
      openWindow: async (url: string) => void scope.opened.push(url),
    },
  }
  const globals = { self, URL, URLSearchParams, Response, Date, caches: cachesIn(scope), fetch: fetchIn(scope) }
  runInContext(script, createContext({ ...globals, setTimeout: (run: () => void) => void timers.push(run) }))
  return scope
}

function dataOf(payload: unknown): object | null {
  if (payload === null) return null
  return { json: () => JSON.parse(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}

function cachesIn(scope: WorkerScope): object {
  const kept = new Map<string, Response>()
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (key: string | { url: string }) => kept.delete(typeof key === 'string' ? key : key.url),
  }
  return {
    async open() {
      if (!scope.hasStorage) throw new Error('no storage')
      return cache
    },
  }
}

function fetchIn(scope: WorkerScope) {
  return async (url: string, options: { body?: unknown; headers?: Record<string, string> } = {}) => {
    const posted = { url, body: String(options.body ?? ''), headers: options.headers ?? {} }
    scope.posted.push(posted)
    return scope.network(posted)
  }
}
