// What will ring: seen before it does, gone when it has, and changed by hand. The clock is driven and begins at 2030-01-01T00:00Z, which
// is one o'clock in Paris.

import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  belfry: { defaultChannels: ['in_app'] },
  fill: async (belfry) => {
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
    await belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul', channels: ['memory'] })
  },
})

let start = 0
/** Each test has its own hours, so that nobody meets what another left. */
beforeEach(async () => {
  for (;;) {
    const { items } = await pages.belfry.reminders.list({ limit: 200 })
    if (items.length === 0) break
    for (const { id } of items) await pages.belfry.reminders.cancel(id)
  }
  const { now } = await pages.belfry.clock.read()
  start = now.getTime()
})

const note = (id: string, minutes: number, more: object = {}) =>
  pages.belfry.reminders.schedule({
    entity: { type: 'note', id },
    recipient: 'ana',
    at: new Date(start + minutes * 60_000),
    title: `Note ${id}`,
    ...more,
  })

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const dueAt = async (id: string) => (await pages.belfry.reminders.get(id))?.dueAt?.getTime() ?? null
/** Minutes from the beginning of the test. */
const minutes = async (id: string) => ((await dueAt(id)) ?? Number.NaN) / 60_000 - start / 60_000
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

it('shows a reminder until it rings, and then it is gone without a reload', async () => {
  await note('first', 1)
  await note('second', 90)
  const page = await pages.open({ path: '/upcoming' })
  await row(page, 'Note first').waitFor()
  await page.getByText('2 will ring').waitFor()
  await page.evaluate('window.before = true')
  await pages.test.advance('PT1M')
  await row(page, 'Note first').waitFor({ state: 'detached' })
  await page.getByText('1 will ring').waitFor()
  await note('third', 30)
  await row(page, 'Note third').waitFor()
  expect(await page.evaluate('window.before')).toBe(true)
  // A link to its story.
  await page.getByRole('link', { name: 'Note second', exact: true }).click()
  await page.waitForURL(/\/reminders\/[0-9a-f-]{36}/)
})

it('moves by the dialog, on a clock of one’s choice, and back', async () => {
  const { id } = await note('call', 60, { recipient: 'bo' })
  const page = await pages.open({ path: '/upcoming' })
  await row(page, 'Note call').waitFor()
  // In Seoul it is eight hours later than in Paris.
  await expect.poll(() => row(page, 'Note call').innerText()).toMatch(/Seoul/)
  await row(page, 'Note call').getByRole('button', { name: 'Move' }).click()
  await button(page, '+1 hour').click()
  await page.getByLabel('On the clock of').selectOption('Asia/Seoul')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await page.getByText(/“Note call” rings/).waitFor()
  await expect.poll(() => minutes(id)).toBe(120)
  await button(page, 'Undo').click()
  await page.getByText('As it was before.').waitFor()
  expect(await minutes(id)).toBe(60)
})

it('does not move into the past', async () => {
  const { id } = await note('late', 60)
  const page = await pages.open({ path: '/upcoming' })
  await row(page, 'Note late').getByRole('button', { name: 'Move' }).click()
  await page.getByLabel('When', { exact: true }).fill('2029-12-31T12:00')
  await page.getByText('That moment has passed').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  expect(await minutes(id)).toBe(60)
})

it('moves what is dragged onto the chart, and only there', async () => {
  const { id } = await note('drag', 60)
  const page = await pages.open({ path: '/upcoming' })
  await row(page, 'Note drag').waitFor()
  const handle = (await row(page, 'Note drag').locator('.handle').boundingBox())!
  const chart = (await page.locator('.chart').boundingBox())!
  const take = async () => {
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
  }
  await take()
  await page.mouse.move(handle.x + 200, handle.y + 60, { steps: 4 })
  await page.getByText('Drop it on the chart').waitFor()
  await page.mouse.up()
  expect(await minutes(id)).toBe(60)
  await take()
  // 96 bars of a quarter of an hour between the edges of the chart: the fortieth.
  const barWidth = (chart.width - 44 - 12) / 96
  await page.mouse.move(chart.x + 44 + 40.5 * barWidth, chart.y + 60, { steps: 6 })
  await page.getByText(/^Move to/).waitFor()
  await page.mouse.up()
  await page.getByText(/“Note drag” rings/).waitFor()
  // The chart begins with the quarter in which it is now.
  const firstBar = Math.floor(start / 900_000) * 15
  await expect.poll(async () => Math.round((await dueAt(id))! / 60_000)).toBe(firstBar + 40 * 15)
  await button(page, 'Undo').click()
  await expect.poll(() => minutes(id)).toBe(60)
})

it('cancels, and brings back as it was: text, channels, plan and rule', async () => {
  const plain = await note('plain', 60, { channels: ['memory'], body: 'Much to say' })
  const daily = await note('daily', 70, { rule: 'FREQ=DAILY;COUNT=5' })
  await pages.belfry.entities.put({
    ...{ type: 'event', id: 'launch', title: 'Launch', recipients: ['ana'], plan: ['-PT1H'] },
    at: new Date(start + 150 * 60_000),
  })
  const page = await pages.open({ path: '/upcoming' })
  for (const [name, before] of [
    ['Note plain', await pages.belfry.reminders.get(plain.id)],
    ['Note daily', await pages.belfry.reminders.get(daily.id)],
    ['Launch', (await pages.belfry.reminders.list({ entity: { type: 'event', id: 'launch' } })).items[0]!],
  ] as const) {
    await row(page, name).getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(`“${name}” does not ring.`).waitFor()
    await row(page, name).waitFor({ state: 'detached' })
    expect(await dueAt(before!.id)).toBe(null)
    await page.locator('.toast', { hasText: name }).getByRole('button', { name: 'Undo' }).click()
    await row(page, name).waitFor()
    const after = await pages.belfry.reminders.get(before!.id)
    const kept = ({ title, body, channels, dueAt: at, usefulUntil, series, step }: NonNullable<typeof before>) =>
      JSON.stringify({ title, body, channels, at, usefulUntil, series, step })
    expect(kept(after!)).toBe(kept(before!))
  }
  // What came back follows its plan as before.
  const [step] = (await pages.belfry.reminders.list({ entity: { type: 'event', id: 'launch' } })).items
  await pages.belfry.entities.put({ type: 'event', id: 'launch', at: new Date(start + 30 * 60_000) })
  expect(await dueAt(step!.id)).toBe(null)
  await pages.belfry.entities.delete({ type: 'event', id: 'launch' })
})

it('snoozes, skips and is done, each from the menu of its row, and each is taken back', async () => {
  const daily = await note('daily', 70, { rule: 'FREQ=DAILY' })
  const once = await note('once', 75)
  const page = await pages.open({ path: '/upcoming?span=week' })
  const choose = async (name: string, of = 'daily') => {
    await button(page, `More: Note ${of}`).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  const takeBack = async (said: RegExp) => {
    const toast = page.locator('.toast').filter({ hasText: said })
    await toast.waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await toast.waitFor({ state: 'detached' })
  }
  await choose('10 min later')
  await expect.poll(() => minutes(daily.id)).toBe(80)
  await takeBack(/is snoozed until/)
  await expect.poll(() => minutes(daily.id)).toBe(70)
  await choose('Skip')
  await expect.poll(() => minutes(daily.id)).toBe(70 + 1_440)
  await takeBack(/^Skipped/)
  await expect.poll(() => minutes(daily.id)).toBe(70)
  await choose('Done', 'once')
  await expect.poll(() => dueAt(once.id)).toBe(null)
  await takeBack(/is done/)
  await expect.poll(() => minutes(once.id)).toBe(75)
})

it('keeps what is looked at in the address', async () => {
  await note('ours', 20)
  await note('theirs', 30, { recipient: 'bo' })
  await note('days', 3 * 1_440, { recipient: 'bo' })
  const page = await pages.open({ path: '/upcoming' })
  await row(page, 'Note ours').waitFor()
  await page.getByRole('combobox', { name: 'Recipient' }).fill('bo')
  await page.keyboard.press('Enter')
  await row(page, 'Note ours').waitFor({ state: 'detached' })
  await button(page, 'Week').click()
  await row(page, 'Note days').waitFor()
  await page.getByLabel('Channel').selectOption('memory')
  await page.waitForURL(/channel=memory/)
  await page.reload()
  await row(page, 'Note days').waitFor()
  expect(await row(page, 'Note ours').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Recipient' }).inputValue()).toBe('bo')
  await page.getByLabel('Channel').selectOption('in_app')
  await page.getByText('Nothing like that rings in this time').waitFor()
  await button(page, 'Show all').click()
  await row(page, 'Note ours').waitFor()
  await page.getByLabel('About').fill('note/theirs')
  await row(page, 'Note ours').waitFor({ state: 'detached' })
  await row(page, 'Note theirs').waitFor()
  await page.goto(`${pages.origin}/upcoming?span=hour&at=${new Date(start + 3 * 86_400_000 - 600_000).toISOString()}`)
  await row(page, 'Note days').waitFor()
  await button(page, 'Now').click()
  await row(page, 'Note ours').waitFor()
  // The chart of an hour has a bar a minute; the twentieth has one.
  const chart = (await page.locator('.chart').boundingBox())!
  await page.mouse.click(chart.x + 44 + (20.5 * (chart.width - 56)) / 60, chart.y + 60)
  await row(page, 'Note theirs').waitFor({ state: 'detached' })
  await row(page, 'Note ours').waitFor()
  await button(page, 'Show the whole time').click()
  await row(page, 'Note theirs').waitFor()
})

it('scrolls through what comes by the page', async () => {
  const many = Array.from({ length: 450 }, (_, i) => ({
    entity: { type: 'many', id: String(i) },
    recipient: 'ana',
    at: new Date(start + (i + 1) * 60_000),
    title: `Number ${i}`,
  }))
  await pages.belfry.reminders.scheduleMany(many)
  const page = await pages.open({ path: '/upcoming' })
  await page.getByText('450 will ring').waitFor()
  for (let i = 0; i < 30 && (await row(page, 'Number 449').count()) === 0; i++) {
    await page.mouse.wheel(0, 3_000)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5_000)
      return await row(page, 'Number 449').count()
    })
    .toBe(1)
  expect(await page.getByRole('listitem').count()).toBeLessThan(80)
})

it.each(['desktop', 'phone'] as const)('is accessible, full and empty, on a %s in both looks', async (width) => {
  const page = await pages.open({ path: '/upcoming', width, theme: 'dark', language: 'ko' })
  await page.getByText('곧 울릴 알림이 없어요').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await note('seen', 10, { rule: 'FREQ=DAILY' })
  const light = await pages.open({ path: '/upcoming', width })
  await row(light, 'Note seen').waitFor()
  expect(await accessibilityFaults(light)).toEqual([])
  await button(light, 'More: Note seen').click()
  await light.getByRole('dialog').waitFor()
  expect(await accessibilityFaults(light)).toEqual([])
})
