// The overview: what a newcomer reads first, and what somebody who looks after it sees at a glance.

import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  async fill(belfry, test) {
    const demo = belfry.as({ tenant: 'demo' })
    await belfry.tenants.put({ id: 'demo' })
    await demo.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    test.memory.script(({ entity }) => ({ kind: entity.id === '0' ? 'refused' : 'delivered' }))
    for (let i = 0; i < 5; i++)
      await demo.reminders.schedule({ entity: { type: 'note', id: String(i) }, recipient: 'ana', in: 'PT1M' })
    await demo.reminders.schedule({ ...note('late'), title: 'Call mom', in: 'PT3H' })
    await test.advance('PT2M')
    // It writes down how it went when it stops, at the latest.
    await test.worker.stop()
    belfry.startWorker()
  },
})

const note = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana' })

it('tells a newcomer what Belfry does and where to begin, the demo first where there is one', async () => {
  const page = await pages.open()
  const welcome = page.getByRole('region', { name: 'Welcome to Belfry' })
  await welcome.waitFor()
  expect(await welcome.innerText()).toMatch(/reminds each of them on time, once, on the channels they chose/)
  await welcome.getByRole('img', { name: /A meeting has reminders/ }).waitFor()
  const steps = welcome.getByRole('listitem')
  await expect.poll(() => steps.first().innerText()).toContain('Look at the demo')
  expect(await steps.count()).toBe(3)
  expect(await welcome.getByRole('link', { name: 'Make a meeting' }).getAttribute('href')).toBe('/meetings?new=1')
  expect(await welcome.getByRole('link', { name: 'Remind somebody' }).getAttribute('href')).toBe('/preview')
  expect(await accessibilityFaults(page)).toEqual([])
  await welcome.getByRole('button', { name: 'Look at the demo' }).click()
  await page.getByRole('heading', { name: 'This is the demo' }).waitFor()
  expect(page.url()).toContain('tenant=demo')
  await page.getByRole('link', { name: 'Call mom' }).waitFor()
  await page.getByRole('button', { name: 'Hide this' }).click()
  await page.getByRole('heading', { name: 'This is the demo' }).waitFor({ state: 'detached' })
})

it('shows numbers that lead to their pages, and how it went over time', async () => {
  const page = await pages.open({ path: '/?tenant=demo' })
  const numbers = page.getByRole('region', { name: 'Numbers' })
  await numbers.waitFor()
  expect(await numbers.getByRole('link', { name: '4 sent, last hour' }).getAttribute('href')).toBe('/deliveries')
  expect(await numbers.getByRole('link', { name: '1 failed' }).getAttribute('href')).toBe('/attention')
  expect(await numbers.getByRole('link', { name: '1 to come' }).getAttribute('href')).toBe('/upcoming')
  await numbers.getByRole('link', { name: /^\d.* m?s late \(median\)$/ }).waitFor()
  // What is drawn is also there as a table: at one minute past midnight in London, in Paris one hour later.
  const sent = page.getByRole('table', { name: 'Sent' })
  expect(await sent.getByRole('row', { name: /01:01/ }).innerText()).toMatch(/4\s+1\s+0/)
  await page.getByRole('button', { name: '7 days' }).click()
  await expect.poll(() => page.url()).toContain('range=week')
  await expect.poll(async () => (await sent.innerText()).replace(/\s+/g, ' ')).toContain('4 1 0')
  const worker = page.getByRole('table').filter({ hasText: 'Lease runs out' })
  await expect.poll(() => worker.getByRole('row').count()).toBe(2)
  expect(await accessibilityFaults(page)).toEqual([])
})

it('stops everything with a reason, says so to everybody, and lets it ring again', async () => {
  const page = await pages.open({ path: '/?tenant=demo' })
  const other = await pages.another(page, '/?tenant=demo')
  await page.getByRole('button', { name: 'Stop everything' }).click()
  await page.getByLabel('Why').fill('a fire drill')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop everything' }).click()
  const held = page.getByRole('status').filter({ hasText: 'Everything is stopped' })
  await held.waitFor()
  expect(await held.innerText()).toContain('a fire drill')
  expect(await pages.belfry.holds.list()).toMatchObject([{ reason: 'a fire drill' }])
  await other.getByText('Everything is stopped').waitFor()
  await held.getByRole('button', { name: 'Let it ring again' }).click()
  await held.waitFor({ state: 'detached' })
  expect(await pages.belfry.holds.list()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await held.waitFor()
  await pages.belfry.holds.release()
})

it('fits a phone, in the dark, in Korean', async () => {
  const page = await pages.open({ path: '/?tenant=demo', width: 'phone', theme: 'dark', language: 'ko' })
  await page.getByRole('region', { name: '숫자' }).waitFor()
  await page.getByRole('heading', { name: '다음에 울릴 것' }).waitFor()
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

it('shows a tenant’s key what is its own, and nothing of the others', async () => {
  const { key } = await pages.belfry.keys.create({ name: 'k', tenant: 'demo', scopes: ['read', 'write'] })
  const page = await pages.open({ isSignedIn: false, expects: /40[13]|unauthorized|forbidden/i })
  await page.getByLabel('Key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '1 need attention' }).waitFor()
  await page.getByRole('link', { name: 'Call mom' }).waitFor()
  expect(await page.getByRole('button', { name: 'Stop everything' }).count()).toBe(0)
})
