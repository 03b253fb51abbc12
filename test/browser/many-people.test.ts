// Among more people than a page holds, the server finds whoever is meant.

import { expect, it } from 'vitest'
import { accessibilityFaults, choosePerson, usePages } from './pages.ts'

const pages = usePages({
  async fill(belfry) {
    const many = Array.from({ length: 230 }, (_, i) => ({ id: `a-${i}`, name: `Person ${i}` }))
    for (const one of many) await belfry.recipients.put({ ...one, timezone: 'Europe/Paris' })
    for (const [id, name] of [
      ['z-1', 'Zora Quist'],
      ['z-2', 'Zola Abel'],
      ['z-3', '박지우'],
    ] as const) {
      await belfry.recipients.put({ id, name, timezone: 'Asia/Seoul', channels: ['memory'] })
      await belfry.reminders.schedule({
        ...{ entity: { type: 'note', id: `of ${id}` }, recipient: id, title: `Note of ${id}`, in: 'PT30M' },
      })
    }
  },
})

it('the search of every page finds by name, by last word, and in Korean', async () => {
  const page = await pages.open({ path: '/' })
  const find = page.getByRole('combobox', { name: 'Find' })
  await find.fill('QUI')
  await page.getByRole('option', { name: 'Zora Quist' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Zora Quist' }).waitFor()
  await find.fill('지우')
  await page.getByRole('option', { name: '박지우' }).click()
  await page.getByRole('heading', { level: 1, name: '박지우' }).waitFor()
})

it('a filter takes whoever the server finds, and goes on to say the name', async () => {
  const page = await pages.open({ path: '/upcoming' })
  await page.getByText('Note of z-2').waitFor()
  const field = page.getByRole('combobox', { name: 'Recipient' })
  await field.fill('zora')
  await page.getByRole('option', { name: /Zora Quist/ }).click()
  await page.getByText('Note of z-2').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('recipient')).toBe('z-1')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Zora Quist')
})

it('an answer to what was typed before is not shown any more', async () => {
  const page = await pages.open({ path: '/inbox' })
  // A feed that opens late has everything asked for anew, what was typed, too.
  const isLive = page.waitForResponse('**/v1/events')
  await page.goto(`${pages.origin}/upcoming`)
  await isLive
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  const answered: string[] = []
  await page.route(/\/v1\/recipients\?.*search=/, async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? ''
    if (search === 'zo') await isHeld
    await route.continue()
    answered.push(search)
  })
  const field = page.getByRole('combobox', { name: 'Recipient' })
  const asked = page.waitForRequest(/search=zo(&|$)/)
  await field.fill('zo')
  await asked
  await field.fill('zola')
  await page.getByRole('option', { name: /Zola Abel/ }).waitFor()
  const late = page.waitForResponse(/search=zo(&|$)/)
  release()
  await late
  expect(answered).toEqual(['zola', 'zo'])
  expect(await page.getByRole('option', { name: /Zora/ }).count()).toBe(0)
  expect(await page.getByRole('option', { name: /Zola Abel/ }).count()).toBe(1)
})

it('somebody beyond the first page takes part in a new meeting, by name and with their own clock', async () => {
  const page = await pages.open({ path: '/meetings?new=1' })
  await page.getByRole('combobox', { name: 'Who asks' }).fill('quist')
  await page.getByRole('option', { name: /Zora Quist/ }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Who asks' }).inputValue()).toBe('Zora Quist')
  await page.getByRole('combobox', { name: /Who else takes part/ }).fill('abel')
  await page.getByRole('option', { name: /Zola Abel/ }).click()
  await page.locator('.chip', { hasText: 'Zola Abel' }).waitFor()
})

it('the list of recipients is searched, at an address that can be shared', async () => {
  const page = await pages.open({ path: '/recipients' })
  await page.getByText('Person 0', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Name or id' }).fill('zo')
  await page.getByText('Zora Quist').waitFor()
  await page.getByText('Zola Abel').waitFor()
  await page.getByText('Person 0', { exact: true }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('search')).toBe('zo')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Name or id' }).fill('%')
  await page.getByText('Nobody is called “%”').waitFor()
  await page.goto(`${pages.origin}/recipients?search=박`)
  await page.getByText('박지우').waitFor()
})

it('whoever the server finds is reminded of a thing, of a sentence and of a page', async () => {
  const page = await pages.open({ path: '/entities' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create a thing' }).first().click()
  await dialog.getByLabel('Title').fill('Water the roses')
  await choosePerson(dialog, 'Who is reminded?', 'Zora')
  await dialog.getByRole('button', { name: 'Take Zora Quist out' }).waitFor()
  await dialog.getByRole('button', { name: 'Create a thing' }).click()
  await page.getByRole('heading', { name: 'Water the roses', level: 1 }).waitFor()
  await page.goto(`${pages.origin}/preview?text=tomorrow+at+9am+call+mom`)
  await choosePerson(page, 'Whom', 'Zola')
  await page.getByRole('button', { name: 'Remind', exact: true }).click()
  await page.getByText('Zola Abel is reminded').waitFor()
  await page.goto(`${pages.origin}/alarms?new=1`)
  await dialog.getByLabel('Title').fill('A page to come back to')
  await dialog.getByRole('button', { name: 'Register a page' }).click()
  await page.getByText('Choose whom it rings for.').waitFor()
  await choosePerson(dialog, 'Whose', '박지우')
  await dialog.getByRole('button', { name: 'Register a page' }).click()
  await page.getByRole('listitem').filter({ hasText: 'A page to come back to' }).getByText('박지우').waitFor()
  const { items } = await pages.belfry.alarms.list({ user: 'z-3' })
  expect(items).toMatchObject([{ title: 'A page to come back to' }])
  expect((await pages.belfry.reminders.list({ recipient: 'z-1' })).items.map(({ title }) => title)).toContain(
    'Water the roses',
  )
  expect((await pages.belfry.reminders.list({ recipient: 'z-2' })).items.map(({ title }) => title)).toContain(
    'call mom',
  )
})
