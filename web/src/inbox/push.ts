// Web Push on this device: the server's service worker shows what comes. A worker belongs to the site that it came from, so that this
// works on pages of the server itself (/inbox), and nowhere else.

import { BelfryApiError } from '../../../src/client/index.ts'
import type { Inbox } from './inbox.ts'

/** `denied`: the browser was told never to ask. `foreign`: a page of another site. `none`: a browser that has none of it. */
export type PushStanding = 'on' | 'off' | 'denied' | 'foreign' | 'none' | 'unset'

export async function pushStanding(inbox: Inbox): Promise<PushStanding> {
  if (new URL(inbox.server).origin !== location.origin) return 'foreign'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await subscriptionHere(inbox)
  if (!subscription) return (await publicKey(inbox)) === null ? 'unset' : 'off'
  const { items } = await inbox.access.api.push.list({ id: inbox.recipient })
  const own = await deviceOf(subscription)
  return items.some(({ id }) => id === own) ? 'on' : 'off'
}

export async function turnOn(inbox: Inbox): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.register(trusted(`${inbox.server}/service-worker.js`))
  await navigator.serviceWorker.ready
  const key = await publicKey(inbox)
  if (key === null) return
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await inbox.access.api.push.subscribe({
    id: inbox.recipient,
    subscription: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } },
    label: labelOf(navigator.userAgent),
  })
  // So that the worker can say where it is reached when the browser changes that.
  const token = await inbox.access.token()
  registration.active?.postMessage({ belfry: 'identity', recipient: inbox.recipient, token })
}

export async function turnOff(inbox: Inbox): Promise<void> {
  const subscription = await subscriptionHere(inbox)
  if (!subscription) return
  const device = await deviceOf(subscription)
  await subscription.unsubscribe()
  const registration = await registrationHere(inbox)
  registration?.active?.postMessage({ belfry: 'forget' })
  await inbox.access.api.push.unsubscribe({ id: inbox.recipient, device })
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The policy of the server's pages lets no mere text become a script: that this one may is said here, of one address of our own. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('belfry-service-worker', { createScriptURL: (own) => own }).createScriptURL(url) ?? url
  )
}

function registrationHere({ server }: Inbox): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(`${server}/`)
}

async function subscriptionHere(inbox: Inbox): Promise<PushSubscription | null> {
  return (await (await registrationHere(inbox))?.pushManager.getSubscription()) ?? null
}

/** Null: the server has no Web Push. */
async function publicKey({ access }: Inbox): Promise<string | null> {
  try {
    return (await access.api.push.publicKey()).publicKey
  } catch (error) {
    if (error instanceof BelfryApiError && error.status < 500) return null
    throw error
  }
}

/** As the server names it: the first 32 hexadecimal digits of the SHA-256 of its endpoint. */
async function deviceOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function labelOf(agent: string): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? 'Browser'
  const system = /Android|iPhone|iPad|Windows|Mac|Linux/.exec(agent)?.[0] ?? ''
  return `${browser} ${system}`.trim()
}
