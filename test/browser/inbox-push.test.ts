// Notifications of the page /inbox: turned on by a press of a button, shown by the service worker, and done from there.

import type { Page, Worker } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { actionToken } from '../../src/access/action-token.ts'
import { webPush } from '../../src/channels/index.ts'
import { browserAt } from '../channels/push-provider.ts'
import { onThisMachine, subject } from '../channels/pushing.ts'
import { activatedIn, clickOn, listNotifications, pushTo } from './notifications.ts'
import { accessibilityFaults, usePages } from './pages.ts'

// Nothing is sent by Web Push here: what rings goes to the inbox, and the browser's own tools push.
const pages = usePages({
  browser: 'whole',
  belfry: { ...onThisMachine, channels: [webPush({ subject })], defaultChannels: ['in_app'] },
})
const { subscription } = browserAt('https://push.example.net', 'phone')

beforeEach(async () => {
  await pages.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
})

/** A push service answers the browser only over the network; what it would answer is put in its place. */
const withoutPushService = `
  globalThis.permissionsAsked = 0
  const ask = Notification.requestPermission.bind(Notification)
  Notification.requestPermission = () => { permissionsAsked += 1; return ask() }
  const given = ${JSON.stringify(subscription)}
  let current = null
  const made = {
    endpoint: given.endpoint,
    toJSON: () => given,
    unsubscribe: async () => { current = null; return true },
  }
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async (options) => {
    globalThis.subscribedWith = options.applicationServerKey
    current = made
    return made
  }`

async function openInbox(): Promise<Page> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: 'ana' })
  const page = await pages.open({ isSignedIn: false, path: '/healthz' })
  await page.context().grantPermissions(['notifications'], { origin: pages.origin })
  await page.addInitScript(withoutPushService)
  await page.goto(`${pages.origin}/inbox#token=${token}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  return page
}

it('asks the browser when somebody presses the button, and not before', async () => {
  const page = await openInbox()
  const on = page.getByRole('button', { name: 'Turn on' })
  await on.waitFor()
  expect(await page.evaluate('permissionsAsked')).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await on.click()
  await page.getByText('On: reminders appear here').waitFor()
  expect(await page.evaluate('[permissionsAsked, subscribedWith]')).toEqual([1, await pages.belfry.push.publicKey()])
  expect(await pages.belfry.push.list('ana')).toMatchObject([{ service: 'push.example.net', label: 'Chrome Linux' }])
  await page.getByRole('button', { name: 'Turn off' }).click()
  await on.waitFor()
  expect(await pages.belfry.push.list('ana')).toEqual([])
})

it('shows what is pushed, and Done on it is done in the inbox that is open', async () => {
  const page = await openInbox()
  const tools = await page.context().newCDPSession(page)
  const activated = await activatedIn(tools)
  const started = page.context().waitForEvent('serviceworker')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const worker: Worker = await started
  await page.getByText('On: reminders appear here').waitFor()

  const entity = { type: 'note', id: 'pushed' }
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient: 'ana', in: 'PT1S', title: 'Call mom' })
  await pages.test.advance('PT1S')
  await page.getByRole('tab', { name: 'Unread' }).click()
  await page.getByRole('button', { name: 'Call mom' }).waitFor()
  const [item] = (await pages.belfry.inbox.list({ recipient: 'ana' })).items
  const secret = await pages.belfry.access.signingSecret(undefined)
  const token = actionToken({ tenant: 'default', delivery: item!.id }, secret)
  const actions = [{ action: 'done', title: 'Done' }]
  const registrationId = await activated.id
  const data = JSON.stringify({ id: item!.id, tag: item!.id, title: 'Call mom', body: '', token, actions, lang: 'en' })
  await pushTo(worker, () =>
    tools.send('ServiceWorker.deliverPushMessage', { origin: pages.origin, registrationId, data }),
  )
  expect(await worker.evaluate(listNotifications)).toMatchObject([{ title: 'Call mom', actions: ['done'] }])
  await worker.evaluate(clickOn, { tag: item!.id, action: 'done' })
  await page.getByText('Nothing unread').waitFor()
  expect(await pages.belfry.inbox.get(item!.id)).toMatchObject({ state: 'done' })
  expect(await worker.evaluate(listNotifications)).toEqual([])
})
