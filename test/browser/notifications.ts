// What a service worker shows, asked for in the worker itself.

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
  readonly NotificationEvent: new (type: string, init: object) => object
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
