// Deliveries and what needs a person, in a browser: why something was not sent, what the provider said, and what somebody decides.

import pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { accessibilityFaults, usePages } from './pages.ts'

/** One that is tried again under the same id where its answer was lost. */
const hook = memoryChannel({ name: 'hook', idempotent: true })
const pages = usePages({
  belfry: { channels: [hook] },
  async fill(belfry) {
    await belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'America/New_York' })
  },
})

beforeEach(() => {
  pages.test.memory.script(null)
  pages.test.memory.clear()
})

/** Rings at once, with this outcome; answers the delivery's id. */
async function ring(
  title: string,
  kind: 'unknown' | 'refused' | 'delivered',
  reply = 'no such number',
): Promise<string> {
  const { belfry, test } = pages
  test.memory.script(() => (kind === 'delivered' ? { kind } : { kind, reply }))
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: title }, recipient: 'ana', in: 'PT1S', title },
  })
  await test.advance('PT2S')
  test.memory.script(null)
  return (await belfry.reminders.explain(id)).deliveries[0]!.id
}

const stateOf = async (id: string) => (await pages.belfry.deliveries.get(id))?.state
const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

it('an unknown one arrived, says somebody: it is sent, and nothing is sent again', async () => {
  const id = await ring('Did it arrive', 'unknown', 'connection lost')
  const page = await pages.open({ path: '/attention' })
  await page.getByRole('heading', { name: 'Nobody knows whether these arrived' }).waitFor()
  await entry(page, 'Did it arrive').getByRole('button', { name: 'It arrived' }).click()
  await page.getByText('Settled: it arrived.').waitFor()
  await entry(page, 'Did it arrive').waitFor({ state: 'detached' })
  await page.getByText('All is well').waitFor()
  expect(await stateOf(id)).toBe('sent')
  await pages.test.advance('PT1H')
  expect(pages.test.memory.sent).toEqual([])
})

it('an unknown one is sent again after a question: the channel really gets it', async () => {
  const id = await ring('Lost on the way', 'unknown')
  const page = await pages.open({ path: '/attention' })
  await entry(page, 'Lost on the way').getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send it again?' })
  await question.getByText('gets it twice').waitFor()
  expect(pages.test.memory.sent).toEqual([])
  await question.getByRole('button', { name: 'Send again' }).click()
  expect((await pages.test.memory.received(1)).map(({ title }) => title)).toEqual(['Lost on the way'])
  await expect.poll(() => stateOf(id)).toBe('sent')
  await page.getByText('All is well').waitFor()
})

it('all that are shown arrived, at once', async () => {
  const ids = [await ring('First of two', 'unknown'), await ring('Second of two', 'unknown')]
  const page = await pages.open({ path: '/attention' })
  await page.getByRole('button', { name: 'All 2 of these arrived' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'All 2 of these arrived' }).click()
  await page.getByText('Settled: 2 arrived.').waitFor()
  await page.getByText('All is well').waitFor()
  expect(await Promise.all(ids.map(stateOf))).toEqual(['sent', 'sent'])
})

it('what failed is tried again, and seen to be sent without asking anew', async () => {
  const id = await ring('Refused at first', 'refused', '550 no such mailbox')
  const page = await pages.open({ path: '/deliveries' })
  const row = entry(page, 'Refused at first')
  await row.getByText('failed', { exact: true }).waitFor()
  await row.getByText('the provider refused it').waitFor()
  await row.getByRole('button').click()
  const detail = page.getByRole('dialog', { name: 'Refused at first' })
  await detail.getByText('550 no such mailbox').waitFor()
  expect(page.url()).toContain(`delivery=${id}`)
  // In the recipient's zone and in the reader's.
  await detail.getByText('New York').first().waitFor()
  await detail.getByText('Paris').first().waitFor()
  await detail.getByRole('button', { name: 'Try again' }).click()
  await detail.getByText('Sent by memory.').waitFor()
  await detail.getByText('Try 2').waitFor()
  expect(pages.test.memory.sent.map(({ title }) => title)).toEqual(['Refused at first'])
  await page.keyboard.press('Escape')
  await row.getByText('sent', { exact: true }).waitFor()
})

/** Its answer is lost each time: after the fifth it is set aside. */
async function loseFiveTimes(...titles: readonly string[]): Promise<string[]> {
  const { belfry, test } = pages
  hook.script(() => ({ kind: 'unknown', reply: 'connection lost' }))
  const made = await belfry.reminders.scheduleMany(
    titles.map((title) => ({
      ...{ entity: { type: 'note', id: title }, recipient: 'ana', in: 'PT1S', title, channels: ['hook'] },
    })),
  )
  await test.advance('PT2H')
  hook.script(null)
  return await Promise.all(made.map(async ({ id }) => (await belfry.reminders.explain(id)).deliveries[0]!.id))
}

it('what lost its answer five times is set aside, with why, and tried again: alone, and all at once', async () => {
  const page = await pages.open({ path: '/attention' })
  await page.getByText('All is well').waitFor()
  const ids = await loseFiveTimes('Lost first', 'Lost second', 'Lost third')
  expect(await Promise.all(ids.map(stateOf))).toEqual(['quarantined', 'quarantined', 'quarantined'])
  // It has come while somebody looks.
  await page.getByRole('heading', { name: 'These were set aside' }).waitFor()
  await page.getByText('the process, the transaction or the connection ended').waitFor()
  await entry(page, 'Lost first').getByText('Nobody knows whether it arrived by hook').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await entry(page, 'Lost first').getByRole('button', { name: 'Details' }).click()
  const detail = page.getByRole('dialog', { name: 'Lost first' })
  await detail.getByText('Try 5').waitFor()
  await detail.getByText('connection lost').first().waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Lost first').getByRole('button', { name: 'Try again' }).click()
  await entry(page, 'Lost first').waitFor({ state: 'detached' })
  await expect.poll(() => stateOf(ids[0]!)).toBe('sent')
  await page.getByRole('button', { name: 'Try all 2 again' }).click()
  await page.getByText('2 are being sent again.').waitFor()
  await page.getByText('All is well').waitFor()
  await expect.poll(() => Promise.all(ids.map(stateOf))).toEqual(['sent', 'sent', 'sent'])
  expect(hook.sent.map(({ title }) => title).sort()).toEqual(['Lost first', 'Lost second', 'Lost third'])
})

it('what ended its transaction before there was anything to send says so, and has no button that cannot work', async () => {
  const { belfry, test } = pages
  const sql = new pg.Client({ connectionString: pages.databaseUrl })
  await sql.connect()
  await sql.query(`create function public.poison() returns trigger language plpgsql as $$
    begin if new.title = 'Poison' then raise exception 'poison'; end if; return new; end $$`)
  await sql.query(
    'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
  )
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'the bad one' }, recipient: 'ana', in: 'PT1S', title: 'Poison' },
  })
  // Four times before.
  await sql.query(
    `insert into belfry.trouble (bucket, reminder, failures, last_error)
    select bucket, id, 4, 'poison' from belfry.reminders where entity_id = 'the bad one'`,
  )
  await test.advance('PT2S')
  await sql.query('drop trigger poison on belfry.deliveries')
  await sql.query('drop function public.poison')
  await sql.end()
  expect((await belfry.reminders.explain(id)).deliveries).toMatchObject([{ state: 'quarantined', reason: 'poison' }])
  const page = await pages.open({ path: '/attention' })
  const bad = entry(page, 'the bad one')
  await bad.getByText('It was set aside before there was anything to send.').waitFor()
  expect(await bad.getByRole('button').allInnerTexts()).toEqual(['Details'])
  await bad.getByRole('link', { name: 'Story' }).click()
  await page.waitForURL(`**/reminders/${id}`)
  await page.getByText('set aside').first().waitFor()
})

it('filters live in the address, which opens the same list for somebody else', async () => {
  await ring('One that failed', 'refused')
  await ring('One that was sent', 'delivered')
  const page = await pages.open({ path: '/deliveries' })
  await entry(page, 'One that was sent').waitFor()
  await page.getByLabel('State').selectOption('failed')
  await entry(page, 'One that was sent').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Recipient' }).fill('ana')
  await page.keyboard.press('Enter')
  await page.getByLabel('About').fill('note/One that failed')
  await page.getByRole('button', { name: '7 days' }).click()
  await expect.poll(() => new URL(page.url()).search).toMatch(/entity=note/)
  const tab = await pages.another(page, new URL(page.url()).pathname + new URL(page.url()).search)
  await expect.poll(() => tab.getByRole('listitem').filter({ hasText: 'One that' }).allInnerTexts()).toHaveLength(1)
  expect(await tab.getByLabel('State').inputValue()).toBe('failed')
  await tab.getByRole('combobox', { name: 'Recipient' }).fill('nobody')
  await tab.getByRole('option', { name: 'Whoever has the id “nobody”' }).click()
  await tab.getByText('Nothing is like that').waitFor()
})

it('a span of the reader’s own clock is asked for', async () => {
  await ring('In the span', 'delivered')
  const { now } = await pages.belfry.clock.read()
  const page = await pages.open({ path: '/deliveries?span=custom' })
  await entry(page, 'In the span').waitFor()
  // Paris is an hour ahead of UTC in winter.
  const local = (ms: number) => new Date(now.getTime() + 3_600_000 + ms).toISOString().slice(0, 16)
  await page.getByLabel('From', { exact: true }).fill(local(60_000))
  await page.getByText('Nothing was sent in this time').waitFor()
  await page.getByLabel('From', { exact: true }).fill(local(-7_200_000))
  await entry(page, 'In the span').waitFor()
})

it('an address that was suspended is used again, and that is taken back', async () => {
  const { belfry } = pages
  await belfry.recipients.put({ id: 'cy', name: 'Cy', addresses: { memory: 'cy' } })
  await belfry.recipients.suspendAddress({ recipient: 'cy', channel: 'memory', reason: 'bounced' })
  const suspended = async () => Object.keys((await belfry.recipients.get('cy'))!.suspended)
  const page = await pages.open({ path: '/attention' })
  await entry(page, 'messages came back').getByRole('button', { name: 'Use it again' }).click()
  await page.getByText('Cy is reached there again.').waitFor()
  await entry(page, 'messages came back').waitFor({ state: 'detached' })
  expect(await suspended()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await entry(page, 'messages came back').waitFor()
  expect(await suspended()).toEqual(['memory'])
})

it.each([
  ['desktop', 'light', 'en'],
  ['phone', 'dark', 'ko'],
] as const)('is for everybody: %s, %s, %s', async (width, theme, language) => {
  await ring('For everybody', 'unknown')
  const id = await ring('For everybody too', 'refused')
  for (const path of ['/attention', `/deliveries?delivery=${id}`]) {
    const page = await pages.open({ path, width, theme, language })
    await page.getByText('For everybody').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
