// What will ring where there is much of it, and where nobody sends it: late, and far down.

import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
const many = 400

beforeAll(async () => {
  await pages.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
  const { now } = await pages.belfry.clock.read()
  for (let n = 0; n < many; n++)
    await pages.belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: String(n) }, recipient: 'ana', title: `Note ${n}` },
      at: new Date(now.getTime() + (60 + n) * 60_000),
    })
})

const rowOf = (page: Page, n: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Note ${n}`, exact: true }) })

it('reads again what is seen after an act, not all that was scrolled past', async () => {
  const page = await pages.open({ path: '/upcoming?span=week' })
  const row = (n: number) => rowOf(page, n)
  await row(0).waitFor()
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      return await row(many - 1).count()
    })
    .toBe(1)
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    // Not the titles that a filter offers.
    const isOfList = pathname === '/v1/upcoming' && searchParams.get('limit') === '60'
    if (isOfList) asked.push(searchParams.get('cursor') ?? 'first')
  })
  const wanted = row(many - 3)
  await wanted.getByRole('button', { name: 'Cancel' }).click()
  await wanted.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await wanted.waitFor()
  // The act and its opposite: a page or two each, from where one is; the list has seven.
  expect(asked).not.toContain('first')
  expect(asked.length).toBeLessThanOrEqual(6)
  // What is above is still there, and each is there once.
  await expect.poll(() => row(many - 4).count()).toBe(1)
  await page.evaluate('scrollTo(0, 0)')
  await row(0).waitFor()
})

it('says what should have rung and has not', async () => {
  await pages.test.worker.stop()
  await pages.belfry.clock.advance('PT62M')
  const page = await pages.open({ path: '/upcoming' })
  await page.getByRole('heading', { name: /^Overdue/ }).waitFor()
  await rowOf(page, 1).waitFor()
  // Its time has passed, and it can still be taken away.
  await rowOf(page, 0).getByRole('button', { name: 'Cancel' }).click()
  await rowOf(page, 0).waitFor({ state: 'detached' })
  await page.goto(`${pages.origin}/`)
  await page.locator('.next-rings').getByText('Note 1', { exact: true }).waitFor()
})
