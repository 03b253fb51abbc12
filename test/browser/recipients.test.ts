// One person: where they are reached, when they want to be left alone, and what follows from it.

import { expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { accessibilityFaults, usePages } from './pages.ts'

const pager = memoryChannel({ name: 'pager', needsAddress: true })
const pages = usePages({
  belfry: { channels: [pager] },
  async fill(belfry) {
    await belfry.recipients.put({ ...ana, addresses: { pager: '555-1' } })
  },
})
const ana = { id: 'ana', name: 'Ana', timezone: 'Europe/Paris' }
const script = '"><img src=x onerror=xss=1>'

it('quiet hours that are edited move what is pending, and moving is taken back', async () => {
  const { belfry } = pages
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'late' }, recipient: 'ana', title: 'Late', at: '2030-01-02T23:00:00' },
  })
  const page = await pages.open({ path: '/recipients/ana' })
  await page.getByText('Wed 2 Jan, 23:00').waitFor()
  await page.getByRole('button', { name: 'Add quiet hours' }).click()
  await page.getByLabel('To', { exact: true }).fill('06:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. What would ring in these hours rings before or after them.').waitFor()
  await page.getByText('Thu 3 Jan, 06:30').waitFor()
  expect((await belfry.reminders.get(id))?.dueAt).toEqual(new Date('2030-01-03T05:30:00Z'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Wed 2 Jan, 23:00').waitFor()
  expect((await belfry.recipients.get('ana'))?.quietHours).toBeNull()
})

it('a day can be left out of quiet hours; on a phone', async () => {
  const page = await pages.open({ path: '/recipients/ana', width: 'phone', theme: 'dark' })
  await page.getByRole('button', { name: 'Add quiet hours' }).click()
  await page.getByRole('button', { name: 'Wed' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. What would ring in these hours rings before or after them.').waitFor()
  const days = ['monday', 'tuesday', 'thursday', 'friday', 'saturday', 'sunday']
  const { quietHours } = (await pages.belfry.recipients.get('ana'))!
  expect(quietHours).toEqual([{ from: '22:00', to: '07:00', days }])
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('None: reminders may ring at any hour.').waitFor()
})

it('a test is sent to the address of a channel, and on one that needs none', async () => {
  const page = await pages.open({ path: '/recipients/ana' })
  const address = page.locator('.address')
  await address
    .filter({ has: page.getByLabel('pager address') })
    .getByRole('button', { name: 'Send a test' })
    .click()
  await page.getByText('pager: delivered').waitFor()
  expect(pager.sent.map(({ address: to }) => to)).toEqual(['555-1'])
  await address.filter({ hasText: 'memory' }).getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('memory: delivered').waitFor()
  expect(pages.test.memory.sent).toHaveLength(1)
})

it('a test in demo mode says that nothing was sent; in_app needs none; what fails looks like it', async () => {
  await pages.belfry.recipients.put({
    id: 'bo',
    timezone: 'Asia/Seoul',
    addresses: { email: 'bo@example.com', pager: '555-2' },
  })
  const page = await pages.open({ path: '/recipients/bo' })
  const address = page.locator('.address')
  const email = address.filter({ has: page.getByLabel('Email address') })
  await email.getByText('Email is in demo mode on this server: it is written down and not sent.').waitFor()
  await email.getByRole('button', { name: 'Send a test' }).click()
  const toast = page.locator('.toast')
  await toast.getByText('Email is in demo mode on this server: nothing was sent.').waitFor()
  expect(await toast.locator('.detail').textContent()).toContain('To: bo@example.com')
  const inApp = address.filter({ hasText: 'In the app' })
  await inApp.getByText('needs no address and no test').waitFor()
  expect(await inApp.getByRole('button').count()).toBe(0)
  pager.script(() => ({ kind: 'refused', reply: '550 no' }))
  await address
    .filter({ has: page.getByLabel('pager address') })
    .getByRole('button', { name: 'Send a test' })
    .click()
  const failed = page.locator('.toast.failed')
  await failed.getByText('pager: refused').waitFor()
  expect(await failed.locator('.detail').textContent()).toBe('550 no')
  pager.script(null)
})

it('a usual kind is switched off by its words, another by its name', async () => {
  const { belfry } = pages
  const page = await pages.open({ path: '/recipients/ana' })
  await page.getByLabel('15 minutes before').uncheck()
  await page.getByText('Saved.').waitFor()
  await page.getByLabel('Another kind to switch off').fill('2d_before')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('2 days before').isChecked()).toBe(false)
  const kindsOff = async () => (await belfry.recipients.get('ana'))?.preferences.kindsOff
  await expect.poll(kindsOff).toEqual(['15m_before', '2d_before'])
  // One after the other, without waiting for the server.
  await page.getByLabel('15 minutes before').click()
  await page.getByLabel('2 days before').click()
  await page.getByLabel('2 days before').waitFor({ state: 'detached' })
  await expect.poll(kindsOff).toEqual([])
})

it('an answer from before something was ticked takes neither that back nor what is being typed', async () => {
  const { belfry } = pages
  await belfry.recipients.put({ id: 'ana', preferences: null })
  const page = await pages.open({ path: '/recipients/ana' })
  await page.getByLabel('15 minutes before').waitFor()
  let letIn = () => {}
  const isOpen = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const read = new Promise<void>((resolve) =>
    page.route('**/v1/recipients/ana', async (route) => {
      if (route.request().method() !== 'GET') return await route.fallback()
      const answer = await route.fetch()
      resolve()
      await isOpen
      await route.fulfill({ response: answer })
    }),
  )
  // Somebody else changes something: the page asks anew.
  await belfry.recipients.put({ id: 'ana', locale: 'ko' })
  await read
  await page.getByLabel('15 minutes before').click()
  await page.getByText('Saved.').first().waitFor()
  await page.getByLabel('Another kind to switch off').fill('2d_before')
  letIn()
  // The language that somebody else has changed is seen: the answers from then have come.
  await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('ko')
  expect(await page.getByLabel('15 minutes before').isChecked()).toBe(false)
  await page.getByLabel('1 hour before').click()
  await expect
    .poll(async () => (await belfry.recipients.get('ana'))?.preferences.kindsOff)
    .toEqual(['15m_before', '1h_before'])
  await page.unrouteAll({ behavior: 'wait' })
  expect(await page.getByLabel('Another kind to switch off').inputValue()).toBe('2d_before')
  await belfry.recipients.put({ id: 'ana', locale: 'en' })
  await belfry.recipients.put({ id: 'ana', preferences: null })
})

it('why something was not sent is said in the language of the reader', async () => {
  const { id } = await pages.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'off' }, recipient: 'ana', title: 'Off', in: 'PT30M' },
  })
  await pages.belfry.reminders.cancel(id)
  const page = await pages.open({ path: '/recipients/ana', language: 'ko' })
  await page.getByText('시간이 되기 전에 취소됐어요.').first().waitFor()
})

it('an address that is suspended says why, and is used again', async () => {
  const { belfry } = pages
  const page = await pages.open({ path: '/recipients?suspended=true' })
  await page.getByText('Nobody is here yet').waitFor()
  await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'pager', reason: 'bounced' })
  // The list hears of it.
  await page.getByRole('link', { name: 'Ana' }).click()
  await page.getByText('suspended: bounced').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'It is good again' }).click()
  await page.getByText('It is used again.').waitFor()
  await page.getByText('suspended: bounced').waitFor({ state: 'detached' })
  expect((await belfry.recipients.get('ana'))?.suspended).toEqual({})
})

it('a channel is switched off, and somebody is paused and resumed', async () => {
  const { belfry } = pages
  const page = await pages.open({ path: '/recipients/ana' })
  await page.getByLabel('pager', { exact: true }).uncheck()
  await page.getByText('Saved.').waitFor()
  expect((await belfry.recipients.get('ana'))?.preferences.channelsOff).toEqual(['pager'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel('pager', { exact: true }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Nothing rings while paused.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Nothing rings while paused.').waitFor({ state: 'detached' })
  expect((await belfry.recipients.get('ana'))?.paused).toBeNull()
})

it('somebody is added, changed and erased; what they are called stays text', async () => {
  const page = await pages.open({ path: '/recipients', expects: /status of 40[04]/ })
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(script)
  await dialog.getByLabel('Id').fill(script)
  await dialog.getByLabel('Time zone').fill('Mars/Olympus')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // What is wrong is said under the field, which keeps what was typed.
  await dialog.getByText('Not a time zone.').waitFor()
  await dialog.getByLabel('Time zone').fill('Asia/Seoul')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: script }).waitFor()
  await page.getByLabel('Name').fill('Zoe')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Zoe' }).waitFor()
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('dialog').getByText(script).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  expect(await pages.belfry.recipients.get(script)).toBeNull()
  expect(await page.evaluate('typeof xss')).toBe('undefined')
})
