// Meetings, as somebody who has never seen them uses them: ask for one, accept, see its reminders, move it, cancel one of them.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  belfry: { now: '2031-12-01T08:00:00Z' },
  async fill(belfry) {
    await belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await belfry.recipients.put({ id: 'bo', name: 'Bo', timezone: 'America/New_York' })
    await belfry.recipients.put({ id: 'dev', name: 'Dev', timezone: 'Asia/Kolkata' })
  },
})

const dialog = (page: Page) => page.getByRole('dialog')
const reminders = (page: Page) => page.locator('table.meeting-reminders tbody tr')

async function choose(page: Page, label: string, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).click()
}

/** Ana asks, Bo accepts, from 16:00 to 17:00 in Paris. */
async function accepted(id: string, date: string, participants = ['bo']): Promise<void> {
  await proposed(id, date, participants)
  await pages.belfry.meetings.accept(id, { participant: participants[0]! })
}

async function proposed(id: string, date: string, participants = ['bo']): Promise<void> {
  await pages.belfry.meetings.request({
    ...{ id, requester: 'ana', participants, title: id, timezone: 'Europe/Paris' },
    slots: [{ start: `${date}T16:00:00`, end: `${date}T17:00:00` }],
  })
}

/** The list is closed, and the keyboard goes on. */
async function isChosen(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('listitem').filter({ hasText: name }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  expect(await dialog(page).getByRole('listbox').count()).toBe(0)
}

async function wentElsewhere(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Where it went' }).waitFor()

  // One line for both, unless what was moved is asked for.
  await page.getByRole('navigation').getByRole('link', { name: 'Meetings' }).click()
  await page.getByRole('link', { name: 'Budget review' }).waitFor()
  expect(await page.getByRole('link', { name: 'Budget review' }).count()).toBe(1)
  await page.getByLabel('Status').selectOption('rescheduled')
  await page.getByRole('listitem').filter({ hasText: 'Budget review' }).filter({ hasText: 'moved' }).waitFor()
}

/** Its reminders move with it. */
async function moveToFriday(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Move…' }).click()
  await page.getByLabel('New time', { exact: true }).fill('2031-12-05T14:00')
  await dialog(page).getByText('Ana and Cara will be told at once.').waitFor()
  await dialog(page).getByText('Everybody is there and free', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Move it' }).click()
  await page.getByRole('heading', { name: 'Where it comes from' }).waitFor()
  await page.getByText('Ana asked for it, moved from Thu 4 Dec, 10:00').waitFor()
  await page.getByRole('button', { name: 'Accept for Cara' }).click()
  await page.getByRole('heading', { name: 'Reminders (6)' }).waitFor()
  await expect.poll(async () => (await reminders(page).allInnerTexts())[0]).toMatch(/^Ana\s+Thu 4 Dec, 14:00/)
}

it('asks for a meeting of two, one of them new; accepts; shows six reminders; moves it with them; cancels one and takes that back', async () => {
  const page = await pages.open({ path: '/meetings' })
  await page.getByRole('button', { name: 'New meeting' }).first().click()
  await page.getByRole('button', { name: 'Ask for this meeting' }).click()
  await dialog(page).getByText('Choose at least one other person.').waitFor()
  await page.getByLabel('What is it about').fill('Budget review')
  await choose(page, 'Who asks', 'an', /^Ana/)
  await choose(page, 'Who else takes part', 'Cara', 'Add “Cara” as a new person…')
  await page.getByLabel('Time zone', { exact: true }).fill('Asia/Seoul')
  await page.getByLabel(/^Email/).fill('cara@example.com')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await dialog(page).getByText('6 in all').waitFor()
  await isChosen(page, 'Cara')
  await page.getByRole('button', { name: 'Find times' }).click()
  await page.locator('.found-time').first().waitFor()
  expect(await page.locator('.found-time').first().innerText()).toMatch(/your time.*Seoul · Cara/s)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Or a time of your own').fill('2031-12-04T10:00')
  await page.getByRole('button', { name: 'Add this time' }).click()
  await dialog(page).getByText('Everybody is there and free', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ask for this meeting' }).click()

  await page.getByRole('heading', { name: 'Budget review', level: 1 }).waitFor()
  await page.getByText('No answer from Cara yet').waitFor()
  await page.getByText('There are no reminders yet: 6 are made').waitFor()
  await page.getByRole('button', { name: 'Accept for Cara' }).click()
  await page.getByRole('heading', { name: 'Reminders (6)' }).waitFor()
  // The meeting itself is asked for beside them, and says how long before it they are.
  await expect
    .poll(() => reminders(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Ana\s+Wed 3 Dec, 10:00 .*1 day before\s+to come/s),
      expect.stringMatching(/^Cara\s+Wed 3 Dec, 18:00 Seoul · Wed 3 Dec, 10:00 Paris.*1 day before/s),
      expect.stringMatching(/^Ana\s+Thu 4 Dec, 09:00.*1 hour before/s),
      expect.stringMatching(/^Cara\s+Thu 4 Dec, 17:00.*1 hour before/s),
      expect.stringMatching(/^Ana\s+Thu 4 Dec, 09:45.*15 minutes before/s),
      expect.stringMatching(/^Cara\s+Thu 4 Dec, 17:45.*15 minutes before/s),
    ])
  expect(await accessibilityFaults(page)).toEqual([])

  await moveToFriday(page)

  await page.getByRole('button', { name: 'Cancel the reminder of Ana, 1 hour before' }).click()
  await reminders(page).getByText('Cancelled before its moment.').waitFor()
  await page.getByText('5 are still to come.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('6 are still to come.').waitFor()
  const [moved] = (await pages.belfry.meetings.list({ participant: 'cara', status: 'accepted' })).items
  const waiting = (await pages.belfry.meetings.reminders(moved!.id)).filter(({ state }) => state === 'pending')
  expect(
    waiting.map(({ dueAt }) => dueAt?.toISOString()).filter((at) => at === '2031-12-05T12:00:00.000Z'),
  ).toHaveLength(2)
  for (const { id } of waiting) expect(await pages.belfry.reminders.get(id)).toMatchObject({ step: expect.any(String) })

  // What was taken back belongs to the meeting as before: it ends with it.
  const ended = await pages.belfry.meetings.cancel(moved!.id, { participant: 'ana' })
  expect(ended.reminders.cancelled).toHaveLength(6)
  await page
    .getByRole('list')
    .getByRole('link', { name: /4 Dec, 10:00/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'See the meeting that took its place' }).waitFor()
  await reminders(page).getByText('Moved to another moment.').first().waitFor()
  await wentElsewhere(page)
})

it('shows at once what happens elsewhere; what cannot be done any more is not offered', async () => {
  await proposed('live', '2031-12-08')
  const page = await pages.open({ path: '/meetings/live' })
  await page.getByRole('button', { name: 'Accept for Bo' }).waitFor()
  await pages.belfry.meetings.deny('live', { participant: 'bo', reason: 'I am away' })
  await page.getByText('Bo said no.').waitFor()
  await page.getByText('Reason: I am away').waitFor()
  for (const name of ['Accept for Bo', 'Deny for Bo', 'Move…', 'Cancel the meeting…'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  const file = await page.context().request.get(`${pages.origin}/v1/meetings/live.ics`)
  expect(await file.text()).toContain('METHOD:CANCEL')
})

it('denies with a reason, and cancels, saying who is told', async () => {
  await proposed('denied', '2031-12-09')
  const page = await pages.open({ path: '/meetings/denied' })
  await page.getByRole('button', { name: 'Deny for Bo' }).click()
  await page.getByLabel(/^Why/).fill('<b>no</b> time')
  await dialog(page).getByRole('button', { name: 'Deny for Bo' }).click()
  await page.getByText('Reason: <b>no</b> time').waitFor()

  await accepted('off', '2031-12-10')
  await page.goto(`${pages.origin}/meetings/off`)
  await page.getByRole('button', { name: 'Cancel the meeting…' }).click()
  await dialog(page).getByText('Ana and Bo will be told at once, and its 6 reminders will not be sent.').waitFor()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('It does not take place.').waitFor()
  await reminders(page).getByText('What it was about was cancelled.').first().waitFor()
})

it('shows a week with when somebody is there, and what is in the way; hours are added, changed and deleted', async () => {
  await accepted('standing', '2031-12-17')
  await proposed('clashing', '2031-12-17', ['bo'])
  const page = await pages.open({ path: '/meetings?view=week&day=2031-12-17' })
  await page.getByRole('link', { name: 'standing 16:00–17:00 accepted' }).waitFor()
  await page.getByRole('link', { name: 'clashing 16:00–17:00 proposed, something is in the way' }).waitFor()
  await choose(page, 'Person', 'bo', /^Bo/)
  await page.getByText('Nobody has said when Bo is there').waitFor()
  await page.getByRole('button', { name: 'Add hours' }).click()
  await page.getByLabel('From', { exact: true }).fill('09:00')
  await page.getByLabel('To', { exact: true }).fill('17:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Every Wednesday, 09:00–17:30').waitFor()
  // New York's 09:00 is 15:00 in Paris.
  const wednesday = page.locator('[data-date="2031-12-17"]')
  await wednesday.locator('.week-behind.free').first().waitFor()
  await expect.poll(() => topsOf(page, '2031-12-17')).toEqual([15, 17])
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: /Change: Every Wednesday/ }).click()
  await page.getByLabel('From', { exact: true }).fill('10:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Every Wednesday, 10:00–17:30').waitFor()
  await page.getByRole('button', { name: /Delete: Every Wednesday/ }).click()
  await page.getByText('Every Wednesday').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Every Wednesday, 10:00–17:30').waitFor()
  for (const { id } of await pages.belfry.availability.list({ recipient: 'bo' }))
    await pages.belfry.availability.delete({ recipient: 'bo', id })
})

/** At which hours what is free begins, of a day. */
async function topsOf(page: Page, date: string): Promise<number[]> {
  const tops = await page
    .locator(`[data-date="${date}"] .week-behind.free`)
    .evaluateAll((all) => all.map((one) => Number.parseFloat((one as HTMLElement).style.top) / 48))
  return tops.sort((a, b) => a - b)
}

it('moves what is dragged to another time, and draws new time, with a mouse', async () => {
  await accepted('dragged', '2031-12-24')
  const page = await pages.open({ path: '/meetings?view=week&day=2031-12-24' })
  const block = page.getByRole('link', { name: 'dragged 16:00–17:00 accepted' })
  await block.scrollIntoViewIfNeeded()
  const from = (await block.boundingBox())!
  const friday = (await page.locator('[data-date="2031-12-26"]').boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(friday.x + 20, from.y + 10 - 48, { steps: 5 })
  await page.mouse.up()
  await dialog(page).getByText('Fri 26 Dec, 15:00–16:00').first().waitFor()
  await dialog(page).getByText('Ana and Bo will be told at once.').waitFor()
  await page.getByLabel('Accept the new time for Bo right away').check()
  await page.getByRole('button', { name: 'Move it' }).click()
  await page.getByRole('heading', { name: 'Reminders (6)' }).waitFor()
  await page.getByText('Fri 26 Dec, 15:00–16:00').first().waitFor()

  await page.goto(`${pages.origin}/meetings?view=week&day=2031-12-24`)
  await page.getByRole('link', { name: /^dragged/ }).waitFor()
  const week = page.getByRole('region', { name: 'The week, by the hour' })
  await week.evaluate((one) => one.scrollTo(0, 8 * 48))
  const tuesday = (await page.locator('[data-date="2031-12-23"]').boundingBox())!
  const ten = tuesday.y + 10 * 48
  await page.mouse.move(tuesday.x + 20, ten + 2)
  await page.mouse.down()
  await page.mouse.move(tuesday.x + 20, ten + 70, { steps: 5 })
  await page.mouse.up()
  await dialog(page).getByText('Tue 23 Dec, 10:00–11:30').waitFor()
})

it('is a day with steps on a phone, in Korean, in the dark', async () => {
  await accepted('phone', '2032-01-07')
  const page = await pages.open({
    ...{
      path: '/meetings?view=week&day=2032-01-06',
      width: 'phone',
      language: 'ko',
      theme: 'dark',
      zone: 'Asia/Seoul',
    },
  })
  await page.getByRole('button', { name: '다음 날' }).click()
  // 16:00 in Paris is midnight in Seoul: it is on the next day.
  await page.getByRole('button', { name: '다음 날' }).click()
  await expect.poll(() => page.locator('[data-date]').count()).toBe(1)
  const link = page.getByRole('link', { name: 'phone 00:00–01:00 수락됨' })
  await link.waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await link.click()
  await page.getByRole('heading', { name: '리마인더 (6)' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
})

it('lists by when they begin, with filters that are in the address', async () => {
  await accepted('listed', '2032-02-03', ['dev'])
  await proposed('waiting', '2032-02-04', ['dev'])
  const page = await pages.open({ path: '/meetings?participant=dev' })
  await page.getByRole('link', { name: 'waiting' }).waitFor()
  await expect.poll(() => page.locator('.meeting-title').allInnerTexts()).toEqual(['listed', 'waiting'])
  await page.getByLabel('Status').selectOption({ label: 'waiting for an answer' })
  await page.getByRole('link', { name: 'listed' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?participant=dev&status=pending')
  await page.getByLabel('From').fill('2032-02-05')
  await page.getByText('No meetings fit these filters').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('link', { name: 'listed' }).waitFor()
})

it('says why one was not sent, and that it took place once it has begun', async () => {
  await pages.belfry.meetings.request({
    ...{ id: 'soon', requester: 'ana', participants: ['dev'], title: 'Soon', timezone: 'Europe/Paris' },
    slots: [{ start: '2031-12-01T09:30:00', end: '2031-12-01T10:00:00' }],
  })
  const page = await pages.open({ path: '/meetings/soon' })
  await page.getByRole('button', { name: 'Accept for Dev' }).click()
  await page.getByText('2 are still to come.').waitFor()
  expect(await reminders(page).getByText('Its moment had already passed when it was planned.').count()).toBe(4)
  expect(await page.getByRole('button', { name: 'It took place' }).count()).toBe(0)
  await reminders(page).first().getByRole('link', { name: 'Its story' }).waitFor()
  await pages.test.advance('PT31M')
  await reminders(page).getByText('sent', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'It took place' }).click()
  await page.getByText('It is over.').waitFor()
})

it('takes hours that are drawn, and opens those that are clicked at', async () => {
  const page = await pages.open({ path: '/meetings?view=week&day=2032-03-03&participant=dev' })
  const day = page.locator('[data-date="2032-03-04"]')
  await page.getByText('Nobody has said when Dev is there').waitFor()
  const { x, y } = (await day.boundingBox())!
  await page.mouse.move(x + 20, y + 9 * 48 + 4)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 11 * 48 - 4, { steps: 5 })
  await page.mouse.up()
  // 09:00 in Paris is 13:30 in Kolkata.
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('13:30')
  await page.getByRole('button', { name: 'There on one date' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There on Thursday, 4 March 2032, 13:30–15:30').waitFor()
  await day.locator('.week-behind.free').first().waitFor()
  await expect.poll(() => topsOf(page, '2032-03-04')).toEqual([9])
  await page.mouse.click(x + 20, y + 10 * 48)
  await page.getByRole('heading', { name: 'Change these hours' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Delete: There on/ }).click()
  await page.getByText('Nobody has said when Dev is there').waitFor()
})

it('finds people by the keyboard alone', async () => {
  const page = await pages.open({ path: '/meetings?new=1' })
  await page.getByLabel('What is it about').fill('Keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type('bo')
  await page.getByRole('option', { name: /^Bo/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: 'Who asks' }).inputValue()).toBe('Bo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox', { name: 'Who else takes part' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Take .* out$/ }).waitFor()
  // The field waits for the next one.
  await page.keyboard.type('dev')
  await page.getByRole('option', { name: /^Dev/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: /^Dev/ }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  // Something was typed: it is not thrown away by a slip.
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})
