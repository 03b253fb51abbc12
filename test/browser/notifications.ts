// A service worker that is pushed to by the browser's own tools, and what it shows, asked for in the worker itself.

import type { CDPSession, Worker } from 'playwright-core'
import { expect } from 'vitest'

interface ShownNotification {
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly silent: boolean
  readonly actions: readonly { readonly action: string }[]
}

interface WorkerGlobal {
  readonly registration: { getNotifications(): Promise<ShownNotification[]> }
  dispatchEvent(event: object): void
  readonly ServiceWorkerRegistration: {
    readonly prototype: { showNotification(this: unknown, ...told: unknown[]): Promise<void> }
  }
  readonly NotificationEvent: new (type: string, init: object) => object
}

/**
 * Pushes, and waits until the worker has shown it. Whoever asks a browser what is shown while something is being shown may make it
 * forget that (it drops what it has written down and not shown yet), and the push looks lost.
 */
export async function pushTo(worker: Worker, push: () => Promise<unknown>): Promise<void> {
  const before = await worker.evaluate(countShown)
  await push()
  await expect.poll(() => worker.evaluate(countShown)).toBeGreaterThan(before)
}

/** Runs in the worker. How many it has shown since it was asked first. */
function countShown(): number {
  const scope = globalThis as unknown as WorkerGlobal & { shown?: number }
  if (scope.shown === undefined) {
    scope.shown = 0
    const { prototype } = scope.ServiceWorkerRegistration
    const show = prototype.showNotification
    prototype.showNotification = async function (...told) {
      await show.apply(this, told)
      scope.shown! += 1
    }
  }
  return scope.shown
}

/** Runs in the worker. */
export async function listNotifications() {
  const { registration } = globalThis as unknown as WorkerGlobal
  return (await registration.getNotifications()).map(({ tag, title, body, silent, actions }) => {
    return { tag, title, body, silent, actions: actions.map(({ action }) => action) }
  })
}

/** Runs in the worker. Browsers let nobody else click on a notification; the event is the one they would make. */
export async function clickOn({ tag, action }: { tag: string; action: string }) {
  const scope = globalThis as unknown as WorkerGlobal
  const notification = (await scope.registration.getNotifications()).find((one) => one.tag === tag)
  const event = new scope.NotificationEvent('notificationclick', { notification, action })
  await new Promise<unknown>((resolve) => {
    Object.defineProperty(event, 'waitUntil', { value: resolve })
    scope.dispatchEvent(event)
  })
}

/**
 * The id of the registration once its worker is activated: a push before that is lost, without a word. Begins to listen before it
 * answers; the promise in it is for later.
 */
export async function activatedIn(tools: CDPSession): Promise<{ readonly id: Promise<string> }> {
  const id = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) resolve(active.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  return { id }
}
