// Whatever was not sent in one list, a chart of one channel, and names in the place of ids.

import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  async fill(belfry, test) {
    for (const [id, name] of [
      ['u-1', 'Zoe Martin'],
      ['u-2', 'Bo Larsen'],
    ] as const)
      await belfry.recipients.put({ id, name, timezone: 'Europe/Paris', channels: ['memory'] })
    test.memory.script(({ title }) => ({ kind: title === 'Refused' ? 'refused' : 'delivered' }))
    for (const title of ['Refused', 'Delivered', 'Called off'])
      await belfry.reminders.schedule({
        ...{ entity: { type: 'note', id: title }, recipient: 'u-1', title, in: 'PT1M' },
      })
    const { items } = await belfry.reminders.list()
    await belfry.reminders.cancel(items.find(({ title }) => title === 'Called off')!.id)
    await test.advance('PT2M')
    const { now } = await belfry.clock.read()
    for (const [id, title] of [
      ['a', 'Water the plants'],
      ['b', 'Budget review'],
      ['c', 'Team lunch'],
    ] as const) {
      await belfry.entities.put({
        ...{ type: 'task', id: `t-${id}`, title, recipients: ['u-1', 'u-2'], plan: ['-PT1H'] },
        at: new Date(now.getTime() + 3 * 3_600_000),
      })
      await test.advance('PT1S')
    }
    await belfry.entities.put({ type: 'task', id: 't-a', title: 'Water all plants' })
    await belfry.recipients.put({ id: 'u-1', paused: {} })
    await belfry.recipients.put({ id: 'u-1', paused: null })
    await belfry.reminders.schedule({
      ...{
        entity: { type: 'note', id: 'x' },
        recipient: 'u-2',
        title: 'In the app',
        in: 'PT30M',
        channels: ['in_app'],
      },
    })
  },
})

it('what was not sent, whatever the reason, is one choice, and an address', async () => {
  const page = await pages.open({ path: '/deliveries' })
  await page.getByText('Delivered', { exact: true }).waitFor()
  await page.getByLabel('State').selectOption('anything not sent')
  await page.getByText('Delivered', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText('Refused', { exact: true }).waitFor()
  await page.getByText('Called off', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('not_sent')
  await page.reload()
  await page.getByText('Called off', { exact: true }).waitFor()
  expect(await page.getByText('Delivered', { exact: true }).count()).toBe(0)
  expect(await page.getByLabel('State').inputValue()).toBe('not_sent')
})

it('the chart of what is to come counts the channel that is chosen', async () => {
  const page = await pages.open({ path: '/upcoming' })
  const total = page.locator('.under-chart strong')
  await expect.poll(() => total.textContent()).toContain('7')
  await page.getByLabel('Channel').selectOption('in_app')
  await expect.poll(() => total.textContent()).toContain('1')
  expect(await total.textContent()).not.toContain('7')
  await page.getByLabel('Channel').selectOption('memory')
  await expect.poll(() => total.textContent()).toContain('6')
})

it('the audit trail says titles and names, with ids behind them', async () => {
  const page = await pages.open({ path: '/audit' })
  const lines = page.getByRole('listitem')
  const review = lines.getByText('Budget review', { exact: true }).first()
  await review.waitFor()
  expect(await review.getAttribute('title')).toBe('task t-b')
  await lines.filter({ hasText: 'Called off' }).first().waitFor()
  await lines.filter({ hasText: 'Zoe Martin' }).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('listitem').filter({ hasText: 'Budget review' }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Budget review' }).waitFor()
  await dialog.getByText('task t-b').waitFor()
})

it('things are told by their titles, what was changed last first, and say names', async () => {
  const page = await pages.open({ path: '/entities?type=task' })
  const rows = page.getByRole('listitem').filter({ hasText: 't-' })
  await expect
    .poll(() => rows.locator('strong').allTextContents())
    .toEqual(['Water all plants', 'Team lunch', 'Budget review'])
  await rows.first().getByText('Zoe Martin').waitFor()
  await rows.first().getByText('t-a').waitFor()
  await pages.belfry.entities.put({ type: 'task', id: 't-b', title: 'Budget review at last' })
  await expect.poll(() => rows.locator('strong').first().textContent()).toBe('Budget review at last')
  expect(await accessibilityFaults(page)).toEqual([])
})
