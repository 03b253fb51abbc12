// Preview: a sentence or a rule, when it would ring, and a reminder made of it.

import { expect, it } from 'vitest'
import { accessibilityFaults, choosePerson, takeBack, usePages } from './pages.ts'

const pages = usePages({
  belfry: { now: '2030-03-01T08:00:00Z' },
  async fill(belfry) {
    await belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await belfry.recipients.put({
      ...{ id: 'minjun', name: 'Minjun', timezone: 'Asia/Seoul' },
      quietHours: { from: '22:00', to: '07:00' },
    })
  },
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

it.each(['next Tuesday at 7 stand-up', 'every Tuesday at 7 stand-up', 'every Friday at 4 report'])(
  'says that the hour of “%s” could be of the other half of the day, and takes that one, and takes it back',
  async (text) => {
    const page = await pages.open({ path: `/preview?${new URLSearchParams({ text })}` })
    const [read, other] = text.includes('7') ? ['07:00', '19:00'] : ['16:00', '04:00']
    const offer = page.locator('.understood').getByRole('button', { name: other })
    await offer.waitFor()
    const isRule = text.startsWith('every')
    const first = page.locator(rows).first()
    await expect.poll(() => first.innerText()).toContain(read)
    if (read === '07:00') await page.getByText('“7” could be the evening as well').waitFor()
    await offer.click()
    await expect.poll(() => first.innerText()).toContain(other)
    // What repeats goes on repeating.
    await expect.poll(() => page.locator(rows).count()).toBe(isRule ? 20 : 1)
    await offer.click()
    await expect.poll(() => first.innerText()).toContain(read)
  },
)

it('offers no other half of the day where it was said', async () => {
  const page = await pages.open({ path: '/preview?text=next+Tuesday+at+7' })
  const offers = page.locator('.understood button')
  await offers.waitFor()
  await page.getByLabel('A sentence').fill('next Tuesday at 7 in the morning')
  await expect.poll(() => offers.count()).toBe(0)
  await page.getByLabel('A sentence').fill('next Tuesday at 7pm')
  await expect.poll(() => page.locator(rows).allInnerTexts()).toEqual([expect.stringContaining('19:00')])
  expect(await offers.count()).toBe(0)
})

it.each(['desktop', 'phone'] as const)('the form stands above what it would do, %s', async (width) => {
  const page = await pages.open({ path: '/preview?text=every+Friday+at+4pm+report', width })
  await page.locator(rows).first().waitFor()
  const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())!.y
  expect(await top('Remind somebody of this')).toBeGreaterThan(await top('Understood'))
  expect(await top('Remind somebody of this')).toBeLessThan(await top('The next 20'))
})

it('says whose clock counts, and takes that of whoever is reminded', async () => {
  const page = await pages.open({ path: '/preview?text=every+last+Friday+at+4pm+report' })
  await choosePerson(page, 'Whom', 'Minjun')
  await page
    .getByText(/Fri 29 Mar, 16:00 by your clock \(Paris\) is Sat 30 Mar, 00:00 by Minjun’s clock \(Seoul\)/)
    .waitFor()
  await page.getByRole('button', { name: 'Minjun’s clock (Seoul)' }).click()
  await page.getByText('16:00 by Minjun’s clock (Seoul) is 08:00 by your clock (Paris).').waitFor()
  // What counts stands first.
  const first = page.locator(rows).first()
  await expect.poll(() => first.locator('td').nth(1).innerText()).toBe('Fri 29 Mar, 16:00')
  expect(await page.locator('table.occurrences thead th').nth(1).innerText()).toBe('Seoul')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Remind', exact: true }).click()
  await page.getByText('Minjun is reminded: Fri 29 Mar, 16:00 Seoul · Fri 29 Mar, 08:00 Paris.').waitFor()
  const { items } = await pages.belfry.reminders.list({ recipient: 'minjun' })
  expect(items).toMatchObject([{ title: 'report', dueAt: new Date('2030-03-29T07:00:00Z') }])
  await takeBack(page, 'Minjun is reminded')
  await page.getByText('Taken back').waitFor()
})

it.each(['desktop', 'phone'] as const)('what was adjusted is seen whole, %s', async (width) => {
  const page = await pages.open({ path: '/preview?text=every+day+at+4pm+report', width })
  await choosePerson(page, 'Whom', 'Minjun')
  const note = page.locator(rows).first().locator('.badge')
  await note.waitFor()
  const { x, width: wide } = (await note.boundingBox())!
  const frame = (await page.locator('.scrolled').boundingBox())!
  expect(x + wide).toBeLessThanOrEqual(frame.x + frame.width)
  expect(await page.locator('.scrolled').evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
})

it('understands Korean, on a phone', async () => {
  const page = await pages.open({ path: '/preview', width: 'phone', language: 'ko', zone: 'Asia/Seoul', theme: 'dark' })
  await page.getByLabel('문장').fill('매주 금요일 오후 4시 주간 보고')
  await expect.poll(() => page.locator(rows).count()).toBe(20)
  expect(await page.locator(rows).first().innerText()).toContain('16:00')
  await page.getByLabel('문장').fill('다음 주 화요일 일곱 시 회의')
  await page.getByText('“일곱시”라고만 하면 오후일 수도 있어요.').waitFor()
  await page.locator('.understood').getByRole('button', { name: '19:00' }).click()
  await expect.poll(() => page.locator(rows).allInnerTexts()).toEqual([expect.stringContaining('19:00')])
  expect(await accessibilityFaults(page)).toEqual([])
})
