// Done and Snooze are taken back from the line that says them. The memory channel stands outside: it hears what rings.

import { beforeEach, expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
let person = 0
/** Each test has a person of its own. */
let who = ''

beforeEach(async () => {
  who = `ana-${++person}`
  await pages.belfry.recipients.put({ id: who, timezone: 'Asia/Seoul', addresses: { memory: who } })
})

async function tokenOf(): Promise<string> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  return (await pages.belfry.recipients.issueToken(secret, { recipient: who })).token
}

let count = 0
async function ring(title: string, more: object = {}): Promise<void> {
  const entity = { type: 'note', id: `n${++count}` }
  const channels = ['in_app', 'memory']
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient: who, in: 'PT1S', title, channels, ...more })
  await pages.test.advance('PT1S')
}

const rung = () => pages.test.memory.sent.filter(({ recipient }) => recipient === who).length
const open = async (look: Parameters<typeof pages.open>[0] = {}) =>
  await pages.open({ isSignedIn: false, path: `/inbox#token=${await tokenOf()}`, ...look })

it('Done is taken back: it is open again, and goes on ringing as it would have', async () => {
  await ring('Call mom', { repeat: { nag: { every: 'PT10M', atMost: 3 } } })
  const page = await open()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Nothing unread').waitFor()
  const said = page.getByRole('status').filter({ hasText: 'Done. It will not ring again.' })
  await said.getByRole('button', { name: 'Undo' }).focus()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Taken back.').waitFor()
  await page.getByRole('button', { name: 'Call mom' }).waitFor()
  expect(await pages.belfry.inbox.counts(who)).toMatchObject({ unread: 1, done: 0 })
  expect(rung()).toBe(1)
  await pages.test.advance('PT10M')
  expect(rung()).toBe(2)
  await pages.test.advance('PT10M')
  expect(rung()).toBe(3)
})

it('Snooze is taken back: no second ring comes, also where it was read and stands among the unread', async () => {
  await ring('엄마에게 전화')
  const page = await open({ language: 'ko' })
  await page.getByRole('button', { name: '엄마에게 전화' }).click()
  await page.locator('.item.read').waitFor()
  await expect.poll(async () => (await pages.belfry.inbox.counts(who)).read).toBe(1)
  await page.getByRole('button', { name: '미루기' }).click()
  await page.getByRole('button', { name: '1시간' }).click()
  await page.getByText('다시 알려 드려요.').waitFor()
  expect(await pages.belfry.inbox.counts(who)).toMatchObject({ snoozed: 1 })
  await page.getByRole('button', { name: '되돌리기' }).click()
  await page.getByText('되돌렸어요.').waitFor()
  await page.locator('.item.read').waitFor()
  expect(await pages.belfry.inbox.counts(who)).toMatchObject({ read: 1, snoozed: 0, total: 1 })
  await pages.test.advance('PT2H')
  expect(rung()).toBe(1)
  expect((await pages.belfry.inbox.counts(who)).total).toBe(1)
})

it('says so where it has rung again before it was taken back', async () => {
  await ring('Call mom')
  const page = await open({ expects: /412/ })
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('button', { name: '10 minutes' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // Somebody is at it: it stays.
  await undo.focus()
  await pages.test.advance('PT10M')
  await page.getByRole('button', { name: 'Call mom' }).waitFor()
  await undo.click()
  await page.getByRole('alert').getByText('Something else was done to it since, or it has rung.').waitFor()
  expect(await pages.belfry.inbox.counts(who)).toMatchObject({ unread: 1, archived: 1 })
})

it('what was said long ago is taken back where it stands among all', async () => {
  await ring('Call mom', { repeat: { nag: { every: 'PT10M', atMost: 3 } } })
  const page = await open()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Nothing unread').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'All' }).click()
  const item = page.locator('.item.done')
  await item.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Taken back.').waitFor()
  await expect.poll(async () => await pages.belfry.inbox.counts(who)).toMatchObject({ unread: 1, done: 0 })
  await page.locator('.item.unread').waitFor()
  await pages.test.advance('PT10M')
  expect(rung()).toBe(2)
})
