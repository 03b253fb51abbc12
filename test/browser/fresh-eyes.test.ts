// What somebody stumbled on who had never seen the product: cities for zones, dead ends, other people's clocks, forms that were thrown away.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { usualPlan } from '../../src/meetings/read-input.ts'
import { usualPlan as shownUsual } from '../../web/src/usual-plan.ts'
import { choosePerson, usePages } from './pages.ts'

const pages = usePages({
  belfry: { now: '2031-12-01T08:00:00Z', defaultChannels: ['in_app'] },
  async fill(belfry) {
    await belfry.recipients.put({ id: 'ana', name: 'Ana Martin', timezone: 'Europe/Paris' })
    await belfry.recipients.put({ id: 'minseo', name: 'Minseo Hwang', timezone: 'Asia/Seoul' })
    await belfry.meetings.request({
      ...{ id: 'garden', requester: 'ana', participants: ['minseo'], title: 'Garden plan', timezone: 'Europe/Paris' },
      slots: [{ start: '2031-12-15T16:00:00', end: '2031-12-15T17:00:00' }],
    })
    await belfry.meetings.accept('garden', { participant: 'minseo' })
  },
})

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

it('a city is taken for its zone, however it is written', async () => {
  const page = await pages.open({ path: '/meetings?new=1' })
  await page.getByRole('combobox', { name: 'Who else takes part' }).fill('Cara')
  await page.getByRole('option', { name: /new person/ }).click()
  const zone = page.getByLabel('Time zone', { exact: true })
  for (const [typed, name] of [
    ['seoul', 'Asia/Seoul'],
    ['New York', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['서울', 'Asia/Seoul'],
  ] as const) {
    // What stood there is selected: typing takes its place.
    await zone.click()
    await page.keyboard.insertText(typed)
    await expect.poll(() => zone.inputValue()).toBe(typed)
    await page.getByLabel(/^Email/).focus()
    await expect.poll(() => zone.inputValue()).toBe(name)
  }
  await zone.fill('Nowhere')
  await page.getByLabel(/^Email/).focus()
  await page.getByText('Not a time zone.').waitFor()
  await zone.fill('Tokyo')
  await zone.press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'Cara' }).waitFor()
  expect((await pages.belfry.recipients.get('cara'))?.timezone).toBe('Asia/Tokyo')
})

it('where nothing rings in this time, the next that does is a press away', async () => {
  const page = await pages.open({ path: '/upcoming?recipient=minseo' })
  await page.getByText('Mon 1 Dec, 09:00 – Tue 2 Dec, 09:00').waitFor()
  await button(page, 'Next: Sun 14 Dec, 16:00').click()
  await page.getByRole('listitem').filter({ hasText: 'Garden plan' }).first().waitFor()
  await page.getByText('Sun 14 Dec, 16:00 – Mon 15 Dec, 16:00').waitFor()
})

it("a meeting's reminder says when it is for the one who gets it", async () => {
  const page = await pages.open({ path: '/upcoming?recipient=minseo&at=2031-12-14T12:00:00Z' })
  const row = page.getByRole('listitem').filter({ hasText: 'Garden plan' }).first()
  await row.getByText('00:00 Seoul').waitFor()
  await row.getByRole('button', { name: 'Move' }).click()
  await expect
    .poll(() => page.getByLabel('On the clock of').locator('option').allInnerTexts())
    .toEqual(['Europe/Paris', 'Asia/Seoul', 'UTC'])
  await page.goto(`${pages.origin}/recipients/minseo`)
  await page.getByRole('listitem').filter({ hasText: 'Garden plan' }).first().getByText('00:00').waitFor()
  await page.goto(`${pages.origin}/preview?text=${encodeURIComponent('tomorrow at 9 call')}`)
  await choosePerson(page, 'Whom', 'Minseo')
  await page.getByRole('columnheader', { name: 'Seoul' }).waitFor()
})

it('has the same usual plan as the server', () => {
  expect(shownUsual).toEqual(usualPlan)
})

it('shows the plan that meetings have where none is named', async () => {
  const page = await pages.open({ path: '/plans' })
  await page.getByText('24 hours before · 1 hour before · 15 minutes before').waitFor()
  await page.getByText('Used where no other is named').waitFor()
})

it('asks before it throws away what was typed', async () => {
  const page = await pages.open({ path: '/meetings?new=1' })
  await page.getByLabel('What is it about').fill('Budget')
  await page.keyboard.press('Escape')
  await page.getByText('What was typed here would be lost.').waitFor()
  await button(page, 'Keep typing').click()
  expect(await page.getByLabel('What is it about').inputValue()).toBe('Budget')
  await button(page, 'Close').click()
  await button(page, 'Throw it away').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Nothing was typed: nothing is asked.
  await button(page, /New meeting/)
    .first()
    .click()
  await page.getByLabel('What is it about').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

it('offers times of the day first where nobody said when they are there', async () => {
  const page = await pages.open({ path: '/meetings' })
  // The clock is the server's.
  await page.getByText('Mon 1 Dec').first().waitFor()
  await button(page, /New meeting/)
    .first()
    .click()
  for (const [label, name] of [
    ['Who asks', 'Ana'],
    ['Who else takes part', 'Minseo'],
  ] as const) {
    await choosePerson(page, label, name)
  }
  await button(page, 'Find times').click()
  const found = page.locator('.found-time')
  await found.first().waitFor()
  const texts = await found.allInnerTexts()
  // 08:00 to 12:00 in Paris is 16:00 to 20:00 in Seoul: both are awake, and nothing else is offered before that.
  for (const text of texts) expect(text).toMatch(/(?:08|09|10|11):\d\d–/)
  expect(texts.join()).not.toContain('early')
})

it('the page of the inbox looks as the dashboard does, and says whose it is', async () => {
  const page = await pages.open({ path: '/recipients/minseo' })
  await page.evaluate(() => localStorage.setItem('belfry.theme', 'dark'))
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: 'minseo' })
  const inbox = await pages.another(page, `/inbox#token=${token}`)
  await inbox.getByText('Minseo Hwang').waitFor()
  const ground = () => inbox.evaluate(() => getComputedStyle(document.querySelector('belfry-inbox')!).colorScheme)
  expect(await ground()).toBe('dark')
  expect(await inbox.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

it('what rings is found by the title of what it is about', async () => {
  const page = await pages.open({ path: '/upcoming?at=2031-12-14T12:00:00Z' })
  await page.getByRole('listitem').filter({ hasText: 'Garden plan' }).first().waitFor()
  await expect.poll(() => page.locator('datalist option[label="Garden plan"]').count()).toBe(1)
  await page.getByLabel('About').fill('garden plan')
  await expect.poll(() => new URL(page.url()).searchParams.get('entityId')).toBe('garden')
  await expect.poll(() => page.getByLabel('About').inputValue()).toBe('meeting/garden')
})

it('a reminder that was made says a name, a long name stays inside its dialog, and a new person has room', async () => {
  const long = `Somebody with ${'rather '.repeat(20)}a long name`
  await pages.belfry.recipients.put({ id: 'long', name: long, timezone: 'Asia/Seoul' })
  const page = await pages.open({ path: `/preview?text=${encodeURIComponent('tomorrow at 9 call')}` })
  await choosePerson(page, 'Whom', 'Minseo')
  await button(page, 'Remind').click()
  await page.getByText('Minseo Hwang is reminded').waitFor()
  await page.goto(`${pages.origin}/entities`)
  await button(page, 'Create a thing').first().click()
  await choosePerson(page, 'Who is reminded?', 'Somebody with')
  const rightOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().right)
  expect(await rightOf('.chip')).toBeLessThan(await rightOf('dialog'))
  await page.goto(`${pages.origin}/meetings?new=1`)
  await page.getByRole('combobox', { name: 'Who else takes part' }).fill('Dana')
  await page.getByRole('option', { name: /new person/ }).click()
  const tops = await page
    .locator('.new-person .pair input')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
})

it('what was sent today is one of the stretches', async () => {
  const page = await pages.open({ path: '/deliveries' })
  const asked = page.waitForRequest((request) =>
    /\/v1\/deliveries\?.*from=2031-12-01T00/.test(decodeURIComponent(request.url())),
  )
  await button(page, 'Today').click()
  await asked
})

it('somebody new who is being written down is in what is sent, by one press', async () => {
  const page = await pages.open({ path: '/entities' })
  await button(page, 'Create a thing').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Water the roses')
  await choosePerson(dialog, 'Who is reminded?', 'Minseo')
  await dialog.getByRole('combobox', { name: 'Somebody else, too' }).fill('Noor')
  await dialog.getByRole('option', { name: /new person/ }).click()
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('')
  await dialog.getByRole('button', { name: 'Create a thing' }).click()
  // Nothing is sent without them.
  await dialog.getByText('A name is needed.').waitFor()
  await name.fill('Noor')
  // However often it is pressed, and by which button: they are added once, and nothing is sent without them.
  let letIn = () => {}
  const isOpen = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const asked = new Promise<void>((resolve) =>
    page.route('**/v1/recipients/noor*', async (route) => {
      resolve()
      await isOpen
      await route.continue()
    }),
  )
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await asked
  await dialog.getByRole('button', { name: 'Create a thing' }).click()
  await dialog.locator('.new-person').getByRole('button', { name: 'Cancel' }).click()
  letIn()
  await page.getByRole('heading', { name: 'Water the roses', level: 1 }).waitFor()
  const [, , id] = new URL(page.url()).pathname.split('/').slice(1)
  const thing = await pages.belfry.entities.get({ type: 'task', id: id! })
  expect(thing?.recipients.map((one) => one.id).toSorted()).toEqual(['minseo', 'noor'])
})

it('that nothing is sent is said wherever one looks, and another workspace begins with its list', async () => {
  await pages.belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
  const page = await pages.open({ path: '/recipients/ana' })
  await page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor()
  const operator = pages.belfry
  await operator.holds.hold({ reason: 'the provider is being changed' })
  await page.reload()
  for (const path of ['/upcoming', '/attention', '/recipients/ana']) {
    await page.goto(`${pages.origin}${path}`)
    await page.getByText('Everything is stopped').waitFor()
  }
  await button(page, 'Let it ring again').click()
  await page.getByText('Everything is stopped').waitFor({ state: 'detached' })
  expect(await operator.holds.list()).toEqual([])
  await operator.operator('operator').tenants.put({ id: 'other' })
  await page.reload()
  await page.getByLabel('Tenant').selectOption('other')
  await page.getByRole('heading', { name: 'Recipients', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/recipients')
  // A hold of one tenant is said in that one, and in the overview of all.
  await operator.holds.hold({ tenant: 'other', reason: 'they asked for it' })
  await page.goto(`${pages.origin}/upcoming?tenant=other`)
  await page.getByText('Tenant other').waitFor()
  await page.goto(`${pages.origin}/plans?tenant=default`)
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
  await page.getByText('24 hours before · 1 hour before').waitFor()
  expect(await page.getByText('Tenant other').count()).toBe(0)
  await page.goto(`${pages.origin}/?tenant=default`)
  await page.getByText('Tenant other').waitFor()
  await operator.holds.release({ tenant: 'other' })
})

it('times that were found are those of what is asked for', async () => {
  const page = await pages.open({ path: '/meetings?new=1' })
  await choosePerson(page, 'Who asks', 'Ana')
  await choosePerson(page, 'Who else takes part', 'Minseo')
  await button(page, 'Find times').click()
  await page.locator('.found-time').first().waitFor()
  await page.getByLabel('How long').selectOption('30')
  await page.locator('.found-time').first().waitFor({ state: 'detached' })
})

it('a time at night says whose night it is', async () => {
  await pages.belfry.recipients.put({ id: 'minseo', quietHours: { from: '22:00', to: '07:00' } })
  // 23:00 in Seoul.
  const page = await pages.open({ path: '/meetings?new=1&start=2031-12-03T14:00:00Z&end=2031-12-03T15:00:00Z' })
  await choosePerson(page, 'Who asks', 'Ana')
  await choosePerson(page, 'Who else takes part', 'Minseo')
  await page.getByText('It is in the quiet hours of Minseo Hwang.').waitFor()
  await pages.belfry.recipients.put({ id: 'minseo', quietHours: null })
})

it('what rings next is found by its title', async () => {
  const { id } = await pages.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'seeds' }, recipient: 'ana', title: 'Order the seeds', in: 'PT3H' },
  })
  const page = await pages.open({ path: '/plans' })
  const find = page.getByRole('combobox', { name: 'Find' })
  await find.fill('seeds')
  await page.getByRole('option', { name: /^Order the seeds rings/ }).click()
  await page.waitForURL(`**/reminders/${id}*`)
  expect(await find.inputValue()).toBe('')
})
