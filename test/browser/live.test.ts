// What happens comes to the page by itself, whatever becomes of the connection; and the log that shows how.

import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({
  belfry: { defaultChannels: ['memory'] },
  fill: (belfry) => belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' }),
})

const feed = '**/v1/events'
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function ring(title: string): Promise<void> {
  const entity = { type: 'note', id: title }
  await pages.belfry.reminders.schedule({ entity, recipient: 'ana', in: 'PT1S', title })
  await pages.test.advance('PT2S')
}

/** How often the feed was asked for, and from which event on. */
async function watchFeed(page: Page): Promise<(string | null)[]> {
  const asked: (string | null)[] = []
  await page.route(feed, async (route) => {
    asked.push((await route.request().headerValue('last-event-id')) ?? null)
    await route.fallback()
  })
  return asked
}

/** The list is there: what is seen in it from now on, the feed has told of. */
async function listed(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  await expect.poll(() => page.locator('main .loading').count()).toBe(0)
}

/** From a page without a feed, so that nothing of it is missed here. */
async function openDeliveries(before: (page: Page) => Promise<void>): Promise<Page> {
  const page = await pages.open({ path: '/inbox', expects: /400/ })
  await before(page)
  const opened = page.waitForResponse(feed)
  await page.goto(`${pages.origin}/deliveries`)
  await opened
  await listed(page)
  return page
}

it('a feed that has been silent for 40 seconds is asked for anew, and one that says something is not', async () => {
  let asked: (string | null)[] = []
  const page = await openDeliveries(async (opening) => {
    await opening.clock.install()
    asked = await watchFeed(opening)
  })
  await ring('At first')
  await row(page, 'At first').waitFor()
  // From its last word on, which was just now. Real time goes on, too: there is some room.
  await page.clock.fastForward(25_000)
  await ring('In between')
  await row(page, 'In between').waitFor()
  await page.clock.fastForward(25_000)
  expect(asked).toHaveLength(1)
  await page.clock.fastForward(41_000)
  await expect.poll(() => asked).toHaveLength(2)
  // It goes on after the last event that was heard.
  expect(asked[1]).not.toBeNull()
  await ring('Afterwards')
  await row(page, 'Afterwards').waitFor()
  await page.getByText('No connection').waitFor({ state: 'detached' })
})

it('where the server does not know the event any more, it begins anew, and asks for what was missed', async () => {
  let asked: (string | null)[] = []
  const page = await openDeliveries(async (opening) => {
    await opening.evaluate("localStorage.debug = 'alarm'")
    await opening.clock.install()
    await opening.route(feed, async (route) => {
      if ((await route.request().headerValue('last-event-id')) === null) return await route.continue()
      await ring('While it was away')
      await route.fulfill({ status: 400, json: { code: 'invalid_request', title: 'There is no such event.' } })
    })
    asked = await watchFeed(opening)
  })
  // The row may come with a list that is asked for just then; the feed has told when it says so.
  const told = page.waitForEvent('console', (message) => message.text().includes('live delivery.sent'))
  await ring('Heard')
  await told
  await row(page, 'Heard').waitFor()
  await page.clock.fastForward(41_000)
  await expect.poll(() => asked).toEqual([null, expect.any(String), null])
  await row(page, 'While it was away').waitFor()
  await ring('And live again')
  await row(page, 'And live again').waitFor()
})

it('a tab that takes over misses nothing, also where it had heard nothing before', async () => {
  await ring('There already')
  const first = await openDeliveries(async () => {})
  const second = await pages.another(first, '/deliveries')
  await second.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  await row(second, 'There already').waitFor()
  const taken = new Promise<Route>((resolve) => second.route(feed, resolve, { times: 1 }))
  await first.close()
  const route = await taken
  // Nobody follows the feed now.
  await ring('Between two tabs')
  await route.continue()
  await row(second, 'Between two tabs').waitFor()
})

it('what happens while the first feed is being opened is not missed', async () => {
  await ring('There before')
  const page = await pages.open({ path: '/inbox' })
  const held = new Promise<Route>((resolve) => page.route(feed, resolve, { times: 1 }))
  await page.clock.install()
  await page.goto(`${pages.origin}/deliveries`)
  const route = await held
  await row(page, 'There before').waitFor()
  await ring('Before it was open')
  await page.clock.fastForward(5_000)
  await route.continue()
  await row(page, 'Before it was open').waitFor()
})

it('shows its log to who asks for it, and to nobody else', async () => {
  await ring('Without a log')
  const said: string[] = []
  const page = await pages.open({ path: '/inbox', expects: /400/ })
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
  await page.goto(`${pages.origin}/deliveries`)
  await row(page, 'Without a log').waitFor()
  expect(said).toEqual([])
  await page.evaluate("localStorage.debug = 'alarm'")
  const opened = page.waitForResponse(feed)
  await page.reload()
  await opened
  await listed(page)
  await ring('With a log')
  await row(page, 'With a log').waitFor()
  const log = () => said.join('\n')
  await expect.poll(log).toMatch(/^debug \[belfry\] GET .*\/v1\/deliveries\S* 200 \d+ ms$/m)
  await expect.poll(log).toMatch(/^debug \[belfry\] live delivery\.sent /m)
  // What is refused, too.
  await page.goto(`${pages.origin}/reminders/none`)
  await expect.poll(() => said.join('\n')).toMatch(/debug \[belfry\] GET .*\/v1\/reminders\/none\/explain 400/)
})
