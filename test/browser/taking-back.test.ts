// Reminders that are moved, put off, skipped and done by hand, and taken back: each stands again as it stood, on the clock it went by. The
// clock begins at 2030-01-01T00:00Z; the reader is in Paris.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({
  async fill({ recipients }) {
    await recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await recipients.put({ id: 'bo', name: 'Bo', timezone: 'America/New_York' })
    await recipients.put({ id: 'cho', name: 'Cho', quietHours: { from: '22:00', to: '07:00' } })
  },
})

const note = (id: string, more: object) =>
  pages.belfry.reminders.schedule({ entity: { type: 'note', id }, recipient: 'ana', title: `Note ${id}`, ...more })

/** All that there is to see of it, but how often it was changed. */
async function standing(id: string) {
  const { version: _, createdAt: __, ...it } = (await pages.belfry.reminders.get(id))!
  return it
}
const due = async (id: string) => (await pages.belfry.reminders.get(id))?.dueAt?.toISOString() ?? null
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click()

/** Opens the dialog on its page, does something in it, and moves. */
async function move(page: Page, choose: () => Promise<void>): Promise<void> {
  await press(page, 'Move')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await choose()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('puts off what is to come from when it would ring, by days of its calendar, and back', async () => {
  const { id } = await note('far', { at: '2030-10-26T09:00:00', timezone: 'Europe/Paris' })
  const before = await standing(id)
  const page = await pages.open({ path: `/reminders/${id}` })
  for (const [name, dueAt] of [
    [/^10 minutes/, '2030-10-26T07:10:00.000Z'],
    // In the night between, the clocks go back.
    [/day later|Tomorrow/, '2030-10-27T08:00:00.000Z'],
  ] as const) {
    await press(page, 'Snooze')
    await press(page, name)
    await expect.poll(() => due(id)).toBe(dueAt)
    await press(page, 'Undo')
    await expect.poll(() => standing(id)).toEqual(before)
    // The page counts from what it shows, which is a little older than what is stored.
    await page.reload()
  }
})

it('keeps the recipient’s own clock when it moves one, and takes that back to the second', async () => {
  const { id } = await note('own', { recipient: 'bo', at: '2030-02-01T09:00:42' })
  const before = await standing(id)
  const page = await pages.open({ path: `/reminders/${id}` })
  await move(page, () => page.locator('input[type=datetime-local]').fill('2030-02-02T18:00'))
  await expect.poll(() => due(id)).not.toBe(before.dueAt?.toISOString())
  const moved = (await pages.belfry.reminders.get(id))!.occurrence
  await pages.belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })
  expect(await standing(id)).toMatchObject({ occurrence: moved, timezone: 'Asia/Seoul' })
  await pages.belfry.recipients.put({ id: 'bo', timezone: 'America/New_York' })
  await move(page, () => page.locator('input[type=datetime-local]').fill('2030-02-03T18:00'))
  await expect.poll(() => due(id)).toMatch(/^2030-02-03/)
  await press(page, 'Undo')
  await expect.poll(() => due(id)).toMatch(/^2030-02-02/)
  const { id: instant } = await note('instant', { at: '2030-02-01T09:00:42Z' })
  const other = await pages.open({ path: `/reminders/${instant}` })
  const stood = await standing(instant)
  await move(other, () => other.locator('input[type=datetime-local]').fill('2030-02-02T18:00'))
  await expect.poll(() => standing(instant)).toMatchObject({ timezone: null, occurrence: '2030-02-02T17:00:00Z' })
  await press(other, 'Undo')
  await expect.poll(() => standing(instant)).toEqual(stood)
})

it('moves a step of a plan on its own page, and it goes back to its plan, around quiet hours', async () => {
  const bill = { type: 'bill', id: 'rent', title: 'Rent', recipients: ['cho'], plan: ['-PT1H'] }
  const { reminders } = await pages.belfry.entities.put({ ...bill, at: '2030-03-04T07:30:00Z' })
  const { id } = reminders[0]!
  const before = await standing(id)
  expect(before.adjusted).toBe('deferred')
  const page = await pages.open({ path: `/reminders/${id}` })
  await move(page, () => press(page, '+10 min'))
  await expect.poll(() => standing(id)).toMatchObject({ adjusted: 'snoozed', dueAt: new Date('2030-03-04T07:10:00Z') })
  await press(page, 'Undo')
  await expect.poll(() => standing(id)).toEqual(before)
})

it('moves by elapsed minutes and hours through the hour that comes twice, and by whole days', async () => {
  const at = '2030-10-27T02:30:00'
  const { id } = await note('twice', { at, timezone: 'Europe/Paris' })
  const path = '/upcoming?span=day&at=2030-10-26T22:00:00.000Z'
  const page = await pages.open({ path })
  const row = page.getByRole('listitem').filter({ hasText: 'Note twice' })
  const by = async (name: string) => {
    await row.getByRole('button', { name: 'Move' }).click()
    await press(page, name)
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  }
  await by('+1 hour')
  await expect.poll(() => due(id)).toBe('2030-10-27T01:30:00.000Z')
  await press(page, 'Undo')
  await expect.poll(() => due(id)).toBe('2030-10-27T00:30:00.000Z')
  await pages.belfry.reminders.change(id, { at: '2030-10-27T02:50:00' })
  await page.reload()
  await by('+10 min')
  await expect.poll(() => due(id)).toBe('2030-10-27T01:00:00.000Z')
  await pages.belfry.reminders.change(id, { at: '2030-10-26T23:00:00' })
  await page.goto(`${pages.origin}/upcoming?span=day&at=2030-10-26T20:00:00.000Z`)
  await by('+1 day')
  await expect.poll(() => due(id)).toBe('2030-10-27T22:00:00.000Z')
})

it('a skip, a Done and a merged move are each taken back by one request', async () => {
  const daily = await note('daily', { at: '2030-05-01T09:00:00', timezone: 'UTC', rule: 'FREQ=DAILY' })
  const nag = { every: 'PT10M', atMost: 5 }
  const nagging = await note('nag', { at: '2030-05-01T10:00:00', timezone: 'UTC', repeat: { nag } })
  const page = await pages.open({ path: '/upcoming?span=day&at=2030-05-01T06:00:00.000Z' })
  const takesBack = async (id: string, act: () => Promise<void>) => {
    const before = await standing(id)
    await act()
    await expect.poll(async () => (await standing(id)).dueAt).not.toEqual(before.dueAt)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
    })
    await press(page, 'Undo')
    await expect.poll(() => standing(id)).toEqual(before)
    await page.getByText('As it was before.').last().waitFor()
    expect(sent).toEqual([`/v1/reminders/${id}/restore`])
    page.removeAllListeners('request')
    await page.reload()
  }
  const more = async (title: string, name: string) => {
    await press(page, `More: ${title}`)
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  await takesBack(daily.id, () => more('Note daily', 'Skip'))
  await takesBack(daily.id, () => more('Note daily', '1 day later'))
  await takesBack(nagging.id, () => more('Note nag', 'Done'))
})

it('a thing on each recipient’s own clock stays on it when it is moved, and when that is taken back', async () => {
  const name = { type: 'task', id: 'float' }
  await pages.belfry.entities.put({ ...name, at: '2030-06-01T09:00:00', recipients: ['ana', 'bo'], plan: ['-PT1H'] })
  const before = await pages.belfry.entities.get(name)
  expect(before?.at).toMatchObject({ local: '2030-06-01T09:00', timezone: null })
  const page = await pages.open({ path: '/entities/task/float' })
  const at = async () => (await pages.belfry.entities.get(name))?.at
  await move(page, () => page.getByLabel('Date and time').fill('2030-06-02T10:00'))
  await expect.poll(at).toMatchObject({ local: '2030-06-02T10:00', timezone: null })
  await press(page, 'Undo')
  await expect.poll(at).toEqual(before?.at)
  await page.reload()
  await move(page, () => page.getByLabel('Time zone').fill('Europe/Paris'))
  await expect.poll(at).toMatchObject({ timezone: 'Europe/Paris' })
  await press(page, 'Undo')
  await expect.poll(at).toEqual(before?.at)

  const instant = { type: 'task', id: 'instant' }
  await pages.belfry.entities.put({ ...instant, at: '2030-06-01T09:00:00Z', recipients: ['ana'], plan: ['-PT1H'] })
  await page.goto(`${pages.origin}/entities/task/instant`)
  await move(page, () => page.getByLabel('Date and time').fill('2030-06-02T10:00'))
  await expect
    .poll(async () => (await pages.belfry.entities.get(instant))?.at)
    .toEqual({ local: null, timezone: null, instant: new Date('2030-06-02T08:00:00Z') })
})
