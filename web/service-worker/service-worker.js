// The service worker of a person's own pages: it shows what is pushed, and does Done and Snooze from the buttons.
//
// A push is always shown, also one that cannot be read: a browser that is pushed to in silence says something of its own, and after
// a while takes the permission away. So a message that comes a second time (its id is remembered) cannot be dropped either: if its
// notification is still there it is replaced without a sound, and if the person has closed it, it is shown without a sound and
// closed again at once.
//
// It expects to lie beside the server's other paths: `r/{token}` takes what the buttons do, `v1/` a new subscription.
//
// What a page may say to it, by postMessage:
//   { belfry: 'identity', recipient, token }   whose browser this is; used when the browser changes its subscription
//   { belfry: 'forget' }                       nobody's any more

const cacheName = 'belfry-push'
/** So many ids are remembered. */
const shownMax = 200
const retryAfterMs = 3_000
const closeAfterMs = 500

const words = {
  en: {
    title: 'Reminder',
    offline: 'That could not be done: there is no connection. Try again later.',
    refused: 'That could not be done. Open it to see why.',
  },
  ko: {
    title: '알림',
    offline: '연결할 수 없어서 처리하지 못했어요. 잠시 후 다시 시도해 주세요.',
    refused: '처리하지 못했어요. 열어서 확인해 주세요.',
  },
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(inTurn(() => show(readMessage(event.data)))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clicked(event.action, event.notification))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)))
self.addEventListener('message', (event) => event.waitUntil(told(event.data)))

/** The same message twice at once: the second one has to see that the first was shown. */
let turn = Promise.resolve()
function inTurn(work) {
  turn = turn.then(work, work)
  return turn
}

// ---- showing

/** Whatever came, there is something to show. */
function readMessage(data) {
  const { id, tag, title, body, url, token, actions, due, lang } = parsed(data)
  const said = wordsIn(text(lang))
  const dueMs = Date.parse(text(due))
  return {
    id: text(id),
    tag: text(tag) || text(id) || 'belfry',
    title: text(title) || said.title,
    body: text(body),
    url: text(url),
    token: text(token),
    actions: Array.isArray(actions) ? actions.filter((one) => text(one?.action) && text(one?.title)) : [],
    timestamp: Number.isNaN(dueMs) ? undefined : dueMs,
    lang: text(lang),
  }
}

function parsed(data) {
  try {
    const value = data?.json()
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function text(value) {
  return typeof value === 'string' ? value : ''
}

function wordsIn(lang) {
  return words[lang.split('-')[0].toLowerCase()] ?? words.en
}

async function show(message) {
  const isRepeated = message.id !== '' && (await wasShown(message.id))
  const isThere = isRepeated && (await shownUnder(message.tag)).length > 0
  await notify(message, { silent: isRepeated })
  if (isRepeated && !isThere) setTimeout(() => closeAll(message.tag), closeAfterMs)
  else if (message.id !== '') await remember(message.id)
}

function notify(message, { silent = false, body = message.body, actions = message.actions } = {}) {
  const { title, tag, lang, timestamp } = message
  const when = timestamp === undefined ? {} : { timestamp }
  return self.registration.showNotification(title, {
    ...{ body, tag, lang, silent, actions, dir: 'auto', data: message },
    ...when,
  })
}

function shownUnder(tag) {
  return self.registration.getNotifications({ tag })
}

async function closeAll(tag) {
  for (const notification of await shownUnder(tag)) notification.close()
}

// ---- what is remembered, in the Cache API: there is nothing else that a worker has without a library

function place(name) {
  return new URL(`.belfry/${name}`, self.location.href).href
}

/** Without storage (a private window, a full disk) nothing is remembered, and everything is shown. */
async function wasShown(id) {
  try {
    const cache = await caches.open(cacheName)
    return (await cache.match(place(`shown/${encodeURIComponent(id)}`))) !== undefined
  } catch {
    return false
  }
}

async function remember(id) {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(place(`shown/${encodeURIComponent(id)}`), new Response(''))
    const shown = (await cache.keys()).filter(({ url }) => url.startsWith(place('shown/')))
    for (const old of shown.slice(0, Math.max(0, shown.length - shownMax))) await cache.delete(old)
  } catch {
    // It may be shown once more.
  }
}

// ---- what a person does

async function clicked(action, { data }) {
  const message = data ?? { url: '', token: '' }
  if ((action === 'done' || action === 'snooze') && message.token) return await act(action, message)
  // The window first: a browser lets a click open one only for a moment.
  await Promise.all([openPage(message.url), message.token ? post(message.token, 'seen') : undefined])
}

/** Once more where there was no connection, and then it says so, with the same buttons. */
async function act(action, message) {
  let outcome = await post(message.token, action)
  if (outcome === 'offline') {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    outcome = await post(message.token, action)
  }
  if (outcome === 'done') return
  const said = wordsIn(message.lang)[outcome]
  await notify(message, { body: said, ...(outcome === 'refused' ? { actions: [] } : {}) })
}

async function post(token, action) {
  try {
    const answer = await fetch(new URL(`r/${encodeURIComponent(token)}`, self.location.href).href, {
      method: 'POST',
      body: new URLSearchParams({ action }),
      credentials: 'omit',
      cache: 'no-store',
    })
    if (answer.ok) return 'done'
    return answer.status >= 500 || answer.status === 429 ? 'offline' : 'refused'
  } catch {
    return 'offline'
  }
}

async function openPage(url) {
  const target = /^https?:\/\//i.test(url) ? url : new URL('./', self.location.href).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((window) => window.url === target)
  await (open ? open.focus() : self.clients.openWindow(target))
}

// ---- subscriptions

/** The browser has given up a subscription: another one, with the same key, and the server is told where it knows whose it is. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options?.applicationServerKey ?? (await publicKey())
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const identity = await readIdentity()
  if (identity === null) return
  await fetch(
    new URL(`v1/recipients/${encodeURIComponent(identity.recipient)}/push-subscriptions`, self.location.href).href,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${identity.token}` },
      body: JSON.stringify({ subscription }),
    },
  )
}

async function publicKey() {
  const answer = await fetch(new URL('v1/push/public-key', self.location.href).href)
  return (await answer.json()).publicKey
}

async function told(message) {
  const cache = await caches.open(cacheName)
  if (message?.belfry === 'forget') await cache.delete(place('identity'))
  if (message?.belfry === 'identity' && text(message.recipient) && text(message.token))
    await cache.put(
      place('identity'),
      new Response(JSON.stringify({ recipient: message.recipient, token: message.token })),
    )
}

async function readIdentity() {
  const kept = await (await caches.open(cacheName)).match(place('identity'))
  return kept === undefined ? null : await kept.json()
}
