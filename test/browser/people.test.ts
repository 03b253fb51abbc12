// People are found and called by their names, on every page.

import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  async fill(belfry) {
    for (const [id, name] of [
      ['u-1', 'Zoe Martin'],
      ['u-2', 'Bo Larsen'],
      ['u-3', 'Boris Blank'],
    ] as const)
      await belfry.recipients.put({ id, name, timezone: 'Europe/Paris', channels: ['memory'] })
    for (const recipient of ['u-1', 'u-2'])
      await belfry.reminders.schedule({
        ...{ entity: { type: 'note', id: `of ${recipient}` }, recipient, title: `Note of ${recipient}`, in: 'PT30M' },
      })
  },
})

it('the search finds people by name, things and people by id', async () => {
  const page = await pages.open({ path: '/', expects: /status of 404/ })
  const find = page.getByRole('combobox', { name: 'Find' })
  await find.fill('zoe m')
  await page.getByRole('option', { name: 'Zoe Martin' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Zoe Martin' }).waitFor()
  await find.fill('BO')
  await page.getByRole('option', { name: 'Boris Blank' }).click()
  await page.getByRole('heading', { level: 1, name: 'Boris Blank' }).waitFor()
  await find.fill('u-2')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Bo Larsen' }).waitFor()
  await find.fill('note/of u-1')
  await page.keyboard.press('Enter')
  await page.waitForURL(/entities\/note\/of/)
})

it('what is to come and what was sent is filtered by a name, and says names', async () => {
  const page = await pages.open({ path: '/upcoming' })
  await page.getByText('Note of u-2').waitFor()
  await page.getByRole('link', { name: 'Bo Larsen' }).waitFor()
  await page.getByRole('combobox', { name: 'Recipient' }).fill('zoe')
  await page.getByRole('option', { name: /Zoe Martin/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Note of u-2').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('recipient')).toBe('u-1')
  await expect.poll(() => page.getByRole('combobox', { name: 'Recipient' }).inputValue()).toBe('Zoe Martin')
  expect(await page.getByRole('link', { name: 'Zoe Martin' }).getAttribute('title')).toBe('u-1')
  await page.getByRole('combobox', { name: 'Recipient' }).fill('')
  await page.getByText('Note of u-2').waitFor()
  const [first] = (await pages.belfry.reminders.upcoming()).items
  await pages.belfry.reminders.cancel(first!.id)
  await page.goto(`${pages.origin}/deliveries`)
  await page
    .getByRole('listitem')
    .filter({ hasText: /Zoe Martin|Bo Larsen/ })
    .waitFor()
})
