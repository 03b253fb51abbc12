// A reminder that was cancelled is brought back when its toast is long gone: on its own page, on that of its meeting and of what it is
// about. Where that cannot be, the page says why.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({
  async fill({ recipients }) {
    await recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await recipients.put({ id: 'bo', name: 'Bo', timezone: 'Europe/Paris' })
  },
})

const bringBack = (page: Page, name = 'Bring back') => page.getByRole('button', { name, exact: true })
const note = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana', title: 'Water the roses' })

it('by itself, with a way back; and once its moment has gone by it says so', async () => {
  const { belfry, test } = pages
  const { id } = await belfry.reminders.schedule({ ...note('roses'), in: 'PT5H', channels: ['memory'] })
  const before = await belfry.reminders.get(id)
  const page = await pages.open({ path: `/reminders/${id}` })
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('It can be brought back until its moment has come.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click()
  await bringBack(page).waitFor()
  await page.reload()
  await bringBack(page).click()
  await page.getByText('It rings after all:').waitFor()
  await page.getByRole('button', { name: 'Cancel it' }).waitFor()
  const { channels, dueAt, occurrence } = before!
  expect(await belfry.reminders.get(id)).toMatchObject({ state: 'scheduled', channels, dueAt, occurrence })
  // It is to come: that it once was not is told by who cancelled it and who took that back.
  await page.getByText('Reminder cancelled', { exact: true }).waitFor()
  await page.getByText('it was cancelled before its moment').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await bringBack(page).waitFor()
  await test.advance('PT6H')
  await page.reload()
  await page.getByText('It cannot be brought back: its moment has gone by.').waitFor()
  expect(await bringBack(page).count()).toBe(0)
})

it('a step of a plan, where what it is about lists it; and not when that is over', async () => {
  const { belfry } = pages
  const name = { type: 'bill', id: 'rent' }
  const at = '2030-01-05T10:00:00Z'
  const { reminders } = await belfry.entities.put({ ...name, at, recipients: ['ana', 'bo'], plan: ['-P1D', '-PT1H'] })
  const id = reminders.find(({ recipient, kind }) => recipient === 'ana' && kind === '1h_before')!.id
  await belfry.reminders.cancel(id)
  const page = await pages.open({ path: '/entities/bill/rent' })
  await bringBack(page, 'Bring back the reminder of Ana, 1 hour before').click()
  await expect.poll(async () => (await belfry.reminders.get(id))?.step).toBe('-PT1H')
  await bringBack(page, 'Bring back the reminder of Ana, 1 hour before').waitFor({ state: 'detached' })

  await belfry.reminders.cancel(id)
  await belfry.entities.cancel(name)
  const story = await pages.another(page, `/reminders/${id}`)
  await story.getByText('It cannot be brought back: what it was about is over').waitFor()
  expect(await bringBack(story).count()).toBe(0)
})

it('of a meeting, in Korean', async () => {
  const { belfry } = pages
  const id = 'garden'
  await belfry.meetings.request({
    ...{ id, requester: 'ana', participants: ['bo'], title: 'Garden plan', timezone: 'Europe/Paris', plan: ['-PT1H'] },
    slots: [{ start: '2031-12-04T10:00:00', end: '2031-12-04T11:00:00' }],
  })
  await belfry.meetings.accept(id, { participant: 'bo' })
  const one = (await belfry.meetings.reminders(id)).find(
    ({ recipient, kind }) => recipient === 'bo' && kind === '1h_before',
  )!
  await belfry.reminders.cancel(one.id)
  const page = await pages.open({ path: `/meetings/${id}`, language: 'ko' })
  await bringBack(page, 'Bo 님의 1시간 전 리마인더 되살리기').click()
  await page.getByText('되살렸어요.').waitFor()
  await expect.poll(async () => (await belfry.reminders.get(one.id))?.state).toBe('scheduled')
  // One reminder for each of the two: what is to come again is not listed as cancelled as well.
  await bringBack(page, 'Bo 님의 1시간 전 리마인더 되살리기').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: '리마인더 (2)' }).waitFor()
})
