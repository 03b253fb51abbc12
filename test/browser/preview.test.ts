// Preview: a sentence or a rule, when it would ring, and a reminder made of it.

import { expect, it } from 'vitest'
import { accessibilityFaults, choosePerson, usePages } from './pages.ts'

const pages = usePages({
  belfry: { now: '2030-03-01T08:00:00Z' },
  fill: (belfry) => belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' }),
})

const rows = 'table.occurrences tbody tr:not(.clocks)'

it('understands a sentence, shows its next twenty in three zones, and where the clocks change', async () => {
  const page = await pages.open({ path: '/preview' })
  await page.getByLabel('A sentence').fill('every day at 2:30am check the backup')
  await expect.poll(() => page.locator(rows).count()).toBe(20)
  await page.getByRole('heading', { name: 'Understood' }).waitFor()
  expect(await page.locator('table.occurrences thead').innerText()).toMatch(/Paris[\s\S]*New York[\s\S]*UTC/)
  await page.getByRole('button', { name: 'A rule' }).click()
  await page.getByLabel('A rule').fill('FREQ=WEEKLY;BYDAY=SU')
  await page.getByLabel('Begins').fill('2030-03-24T02:30')
  // On the last Sunday of March 2030 there is no half past two in Paris.
  const second = page.locator(rows).nth(1)
  await expect.poll(() => second.innerText()).toMatch(/31 Mar.*03:30[\s\S]*02:30 does not exist, 03:30/)
  expect(await page.locator(rows).count()).toBe(20)
  const changes = await page.locator('tr.clocks').allInnerTexts()
  expect(changes.join('\n')).toContain('The clocks change in Paris: UTC+1 → UTC+2')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.reload()
  await expect.poll(() => page.locator(rows).count()).toBe(20)
  expect(await page.getByLabel('A rule').inputValue()).toBe('FREQ=WEEKLY;BYDAY=SU')
})

it('asks instead of guessing, and the answers are buttons', async () => {
  const page = await pages.open({ path: '/preview' })
  await page.getByRole('button', { name: 'tomorrow at 9am call mom' }).click()
  await expect.poll(() => page.locator(rows).count()).toBe(1)
  await page.getByLabel('A sentence').fill('call mom at 9')
  const offers = page.locator('.understood .preview-offers button')
  await offers.first().waitFor()
  const words = await offers.first().innerText()
  await offers.first().click()
  await expect.poll(() => offers.first().getAttribute('aria-pressed')).toBe('true')
  await expect
    .poll(() => page.locator(rows).allInnerTexts())
    .toEqual([expect.stringContaining(/\d\d:\d\d/.exec(words)![0])])
})

it('says what cannot be, as the server does', async () => {
  const page = await pages.open({ path: '/preview?text=on+30+February', expects: /400/ })
  await page.getByRole('heading', { name: 'That cannot be' }).waitFor()
  await page.goto(`${pages.origin}/preview?by=rule&text=FREQ%3DNEVER`)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/FREQ/)
})

it('reminds somebody of it, and takes it back', async () => {
  const page = await pages.open({ path: '/preview?text=tomorrow+at+9am+call+mom' })
  const remind = page.getByRole('button', { name: 'Remind', exact: true })
  await choosePerson(page, 'Whom', 'Ana')
  await expect.poll(() => page.getByLabel('Of what').inputValue()).toBe('call mom')
  await remind.click()
  await page.getByRole('link', { name: 'See the reminder' }).waitFor()
  const { items } = await pages.belfry.reminders.list({ recipient: 'ana' })
  expect(items).toMatchObject([{ title: 'call mom', dueAt: new Date('2030-03-02T08:00:00Z') }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Taken back').waitFor()
  expect((await pages.belfry.reminders.list({ recipient: 'ana' })).items).toEqual([])
})

it('understands Korean, on a phone', async () => {
  const page = await pages.open({ path: '/preview', width: 'phone', language: 'ko', zone: 'Asia/Seoul', theme: 'dark' })
  await page.getByLabel('문장').fill('매주 금요일 오후 4시 주간 보고')
  await expect.poll(() => page.locator(rows).count()).toBe(20)
  expect(await page.locator(rows).first().innerText()).toContain('16:00')
  expect(await accessibilityFaults(page)).toEqual([])
})
