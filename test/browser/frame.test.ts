// The frame of the pages: what they ask for, how often, and what becomes of answers that come late.

import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({
  belfry: { defaultChannels: ['memory'] },
  fill: (belfry) => belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' }),
})

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function ring(title: string, count = 1): Promise<void> {
  const { now } = await pages.belfry.clock.read()
  await pages.belfry.reminders.scheduleMany(
    Array.from({ length: count }, (_, i) => ({
      entity: { type: 'note', id: `${title} ${i}` },
      recipient: 'ana',
      at: new Date(now.getTime() + 1_000 + i),
      title: count === 1 ? title : `${title} ${i}`,
    })),
  )
  await pages.test.advance('PT2S')
}

/** Of the page of deliveries; those with a state are counted for the menu. */
/** The list: neither the counts of the menu nor the titles that a filter offers. */
const isListed = ({ pathname, searchParams }: URL) =>
  pathname === '/v1/deliveries' && !searchParams.has('state') && searchParams.get('limit') !== '100'
const isOf = (path: string) => (request: Request) => new URL(request.url()).pathname === path
const isHidden = (hidden: boolean) => `
  Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} })
  document.dispatchEvent(new Event('visibilitychange'))`

let tenantKey = ''
beforeAll(async () => {
  const { key } = await pages.belfry
    .operator('test')
    .keys.create({ name: 'test', tenant: 'default', scopes: ['read', 'write'] })
  tenantKey = key
})

it('follows the feed in one of its tabs, and all of them hear of it: eight are not too many', async () => {
  const first = await pages.open({ path: '/inbox' })
  // The first one leads, before there are others.
  const led = first.waitForResponse((answer) => isOf('/v1/events')(answer.request()))
  await first.goto(`${pages.origin}/deliveries`)
  await led
  let streams = 0
  first.context().on('request', (request) => {
    if (isOf('/v1/events')(request)) streams += 1
  })
  const tabs = [first]
  for (let i = 0; i < 7; i++) tabs.push(await pages.another(first, '/deliveries'))
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  await ring('For every tab')
  for (const tab of tabs) await row(tab, 'For every tab').waitFor()
  // Each of them follows it now.
  expect(streams).toBe(0)
  // The one that leads is closed: another does it, and nothing is missed.
  const taken = first.context().waitForEvent('request', isOf('/v1/events'))
  await first.close()
  await taken
  await ring('For the others')
  for (const tab of tabs.slice(1)) await row(tab, 'For the others').waitFor()
})

it('asks for nothing while it is hidden, and for all of it when it is seen again', async () => {
  await ring('Before')
  const page = await pages.open({ path: '/deliveries' })
  await row(page, 'Before').waitFor()
  await page.evaluate(isHidden(true))
  let asked = 0
  page.on('request', (request) => {
    if (isListed(new URL(request.url()))) asked += 1
  })
  // A tab that is seen tells when the event has come.
  const seen = await pages.another(page, '/deliveries')
  await seen.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  await ring('While nobody looked')
  await row(seen, 'While nobody looked').waitFor()
  expect(asked).toBe(0)
  await page.evaluate(isHidden(false))
  await row(page, 'While nobody looked').waitFor()
})

it('shows answers that are slower than what happens', async () => {
  const page = await pages.open({ path: '/deliveries' })
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  let open = 0
  let most = 0
  let isOver = false
  // Each answer comes when something has happened after its asking.
  await page.route(isListed, async (route) => {
    most = Math.max(most, ++open)
    const answer = await route.fetch()
    if (!isOver) {
      // The menu counts anew: the page has heard of it.
      const heard = page.waitForRequest((request) => request.url().includes('state=unknown'))
      await ring('Meanwhile')
      await heard
    }
    open -= 1
    await route.fulfill({ response: answer })
  })
  await ring('In the beginning')
  await row(page, 'In the beginning').first().waitFor()
  isOver = true
  expect(most).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
})

it('does not move rows under the pointer of somebody who has scrolled: it says that something has changed', async () => {
  await ring('Of many', 80)
  const page = await pages.open({ path: '/deliveries' })
  await row(page, 'Of many 79').waitFor()
  await page.evaluate('scrollTo(0, 2000)')
  await expect.poll(() => page.evaluate('scrollY')).toBe(2000)
  const before = await row(page, 'Of many 50').boundingBox()
  await ring('The newest')
  const told = page.getByRole('button', { name: 'Something has changed: show it' })
  await told.waitFor()
  expect(await row(page, 'Of many 50').boundingBox()).toEqual(before)
  await told.click()
  await row(page, 'The newest').waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  expect(await told.count()).toBe(0)
})

it('counts what needs a person once for all that show it', async () => {
  // From a page that asks for nothing.
  const page = await pages.open({ path: '/inbox' })
  const counted: string[] = []
  page.on('request', (request) => {
    if (isOf('/v1/deliveries')(request)) counted.push(new URL(request.url()).searchParams.get('state')!)
  })
  const last = page.waitForResponse((answer) => answer.url().includes('state=quarantined'))
  await page.goto(`${pages.origin}/plans`)
  await last
  expect(counted.sort()).toEqual(['failed', 'quarantined', 'unknown'])
})

it('is fresh again after the feed was lost', async () => {
  const page = await pages.open({ path: '/deliveries', expects: /ERR_FAILED|500/ })
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  // Away and back, with a feed that begins at its end each time.
  await page.route('**/v1/events', (route) => route.abort())
  await page.evaluate(isHidden(true))
  const asked = page.waitForResponse((answer) => isListed(new URL(answer.url())))
  await page.evaluate(isHidden(false))
  await page.getByText('No connection').waitFor()
  await asked
  await ring('While it was lost')
  await page.unroute('**/v1/events')
  await row(page, 'While it was lost').waitFor()
  await page.getByText('No connection').waitFor({ state: 'detached' })
})

it('keeps the list of what rings while the clock goes on', async () => {
  const { now } = await pages.belfry.clock.read()
  await pages.belfry.reminders.scheduleMany(
    Array.from({ length: 5 }, (_, i) => ({
      entity: { type: 'later', id: String(i) },
      recipient: 'ana',
      at: new Date(now.getTime() + 3_000_000 + i * 1_000),
      title: `Later ${i}`,
    })),
  )
  await pages.belfry.reminders.schedule({
    entity: { type: 'later', id: 'beyond the hour' },
    recipient: 'ana',
    at: new Date(now.getTime() + 3_800_000),
    title: 'Beyond the hour',
  })
  const page = await pages.open({ path: '/upcoming?span=hour' })
  await row(page, 'Later 0').waitFor()
  await page.evaluate(`
    window.emptied = 0
    new MutationObserver(() => {
      if (!document.querySelector('.rows')) window.emptied += 1
    }).observe(document.getElementById('page'), { childList: true, subtree: true })`)
  await pages.test.advance('PT5M')
  // Where a driven clock stands is asked for when something happens.
  await ring('A nudge')
  await row(page, 'Beyond the hour').waitFor()
  expect(await page.evaluate('window.emptied')).toBe(0)
})

it('lets the key of a tenant in where an operator had chosen another', async () => {
  const page = await pages.open({ isSignedIn: false, expects: /401|unauthorized/i })
  await page.evaluate(`localStorage.setItem('belfry.tenant', 'elsewhere')`)
  await page.reload()
  await page.getByLabel('Key').fill(tenantKey)
  const clock = page.waitForResponse((answer) => isOf('/v1/clock')(answer.request()))
  await page.keyboard.press('Enter')
  // It reads the server's clock as well.
  expect((await clock).status()).toBe(200)
  await page.goto(`${pages.origin}/recipients`)
  await page.getByText('ana').first().waitFor()
})

it('says what is missing where the browser does not keep the session', async () => {
  const page = await pages.open({ isSignedIn: false, expects: /401|unauthorized/i })
  await page.route('**/v1/session', async (route) => {
    const answer = await route.fetch()
    const { 'set-cookie': _, ...headers } = answer.headers()
    await page.context().clearCookies()
    await route.fulfill({ response: answer, headers })
  })
  await page.getByLabel('Key').fill(pages.operatorKey)
  await page.keyboard.press('Enter')
  await page.getByText(/over https, or on http:\/\/localhost/).waitFor()
})

it('skips to the page, and begins with it when another is gone to', async () => {
  const page = await pages.open({ path: '/plans' })
  const focused = () => page.evaluate('document.activeElement?.id')
  await page.getByRole('link', { name: 'To the page' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('page')
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  await expect.poll(focused).toBe('page')
})

it('shows in the audit what has just been done', async () => {
  const page = await pages.open({ path: '/audit' })
  await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
  await page.getByRole('listitem').first().waitFor()
  const task = { type: 'task', id: 'just-now' }
  await pages.belfry.entities.put({ ...task, at: '2031-05-01T10:00:00Z', recipients: ['ana'] })
  await pages.belfry.entities.cancel(task)
  await page.getByText('just-now').first().waitFor()
})
