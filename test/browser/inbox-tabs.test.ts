// The inbox of one person in several tabs, and of several people in one.

import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
let person = 0
/** Each test has a person of its own. */
let who = ''

beforeEach(async () => {
  who = `ana-${++person}`
  await pages.belfry.recipients.put({ id: who, timezone: 'Asia/Seoul' })
})

async function tokenOf(): Promise<string> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  return (await pages.belfry.recipients.issueToken(secret, { recipient: who })).token
}

let count = 0
async function ring(title: string): Promise<void> {
  const entity = { type: 'note', id: `n${++count}` }
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient: who, in: 'PT1S', title })
  await pages.test.advance('PT1S')
}

const open = async () => await pages.open({ isSignedIn: false, path: `/inbox#token=${await tokenOf()}` })
const titles = (page: Page) => page.locator('belfry-inbox .title').allInnerTexts()

it('Done in one tab is seen in the other', async () => {
  await ring('Call mom')
  const first = await open()
  const second = await pages.another(first, `/inbox#token=${await tokenOf()}`)
  for (const page of [first, second]) await page.getByRole('button', { name: 'Call mom' }).waitFor()
  await first.getByRole('button', { name: 'Done' }).click()
  await second.getByText('Nothing unread').waitFor()
  await second.getByRole('tab', { name: 'All' }).click()
  await second.locator('.item.done').waitFor()
  const [item] = (await pages.belfry.inbox.list({ recipient: who })).items
  expect(item).toMatchObject({ title: 'Call mom', state: 'done' })
})

it('Done that is taken back in one tab is open in the other', async () => {
  await ring('Call mom')
  const first = await open()
  const second = await pages.another(first, `/inbox#token=${await tokenOf()}`)
  for (const page of [first, second]) await page.getByRole('button', { name: 'Call mom' }).waitFor()
  await first.getByRole('button', { name: 'Done' }).click()
  const undo = first.getByRole('button', { name: 'Undo' })
  // Pointed at, it stays.
  await undo.hover()
  await second.getByText('Nothing unread').waitFor()
  await undo.click()
  await second.getByRole('button', { name: 'Call mom' }).waitFor()
  expect(await pages.belfry.inbox.counts(who)).toMatchObject({ unread: 1, done: 0 })
})

it('Done in one tab is seen in the other where it had been read', async () => {
  await ring('Call mom')
  await ring('Water the plants')
  const first = await open()
  const second = await pages.another(first, `/inbox#token=${await tokenOf()}`)
  for (const page of [first, second]) await page.getByRole('button', { name: 'Call mom' }).waitFor()
  const read = async (title: string) => await second.getByRole('button', { name: title }).click()
  await read('Call mom')
  await read('Water the plants')
  await expect.poll(async () => (await pages.belfry.inbox.counts(who)).read).toBe(2)
  await first.getByRole('tab', { name: 'All' }).click()
  const mom = first.locator('.item', { hasText: 'Call mom' })
  await mom.getByRole('button', { name: 'Done' }).click()
  await second.getByRole('button', { name: 'Call mom' }).waitFor({ state: 'detached' })
  // The other one is where it was.
  expect(await titles(second)).toEqual([expect.stringContaining('Water the plants')])
})

it('another link in the same tab is another inbox, in place of the first', async () => {
  await ring('Call mom')
  const page = await open()
  await page.getByRole('button', { name: 'Call mom' }).waitFor()
  who = `${who}-too`
  await pages.belfry.recipients.put({ id: who, timezone: 'Asia/Seoul' })
  await ring('Water the plants')
  await page.evaluate(`location.hash = 'token=${await tokenOf()}'`)
  await page.getByRole('button', { name: 'Water the plants' }).waitFor()
  expect(await titles(page)).toEqual([expect.stringContaining('Water the plants')])
})

it('people of two tenants are two people, also where their ids are the same', async () => {
  const tenant = `other-${person}`
  await pages.belfry.tenants.put({ id: tenant })
  const other = pages.belfry.as({ tenant })
  await other.recipients.put({ id: who, timezone: 'Asia/Seoul' })
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await other.recipients.issueToken(secret, { recipient: who })
  await ring('Call mom')
  const first = await open()
  await first.getByRole('button', { name: 'Call mom' }).waitFor()
  const second = await pages.another(first, `/inbox#token=${token}`)
  await second.getByText('Nothing unread').waitFor()
  // What rings in theirs is told to theirs.
  const entity = { type: 'note', id: `n${++count}` }
  await other.reminders.schedule({ entity, kind: 'once', recipient: who, in: 'PT1S', title: 'Feed the cat' })
  await pages.test.advance('PT1S')
  await second.getByRole('button', { name: 'Feed the cat' }).waitFor()
  expect(await titles(first)).toEqual([expect.stringContaining('Call mom')])
  await first.evaluate(`location.hash = 'token=${token}'`)
  await first.getByRole('button', { name: 'Feed the cat' }).waitFor()
  expect(await titles(first)).toEqual([expect.stringContaining('Feed the cat')])
})
