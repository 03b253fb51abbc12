// The stories of things and reminders, in a browser: why one was not sent, by clicks alone; a thing made, moved and called off; and
// what people write stays text wherever it is shown.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { accessibilityFaults, choosePerson, takeBack, usePages } from './pages.ts'

const email = memoryChannel({ name: 'email', needsAddress: true })
const pages = usePages({
  belfry: { channels: [email], defaultChannels: ['memory', 'email'] },
  async fill(belfry) {
    await belfry.recipients.put({
      id: 'ana',
      name: 'Ana',
      timezone: 'Europe/Paris',
      addresses: { email: 'ana@example.com' },
    })
    await belfry.recipients.put({
      id: 'bo',
      name: 'Bo',
      timezone: 'America/New_York',
      addresses: { email: 'bo@example.com' },
    })
  },
})

const headline = (page: Page) => page.locator('.headline')
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).first().getByRole('link', { name })

it('why one was not sent is found by clicks alone', async () => {
  const { belfry, test } = pages
  await belfry.recipients.put({
    ...{ id: 'cy', name: 'Cy', timezone: 'Asia/Seoul', addresses: { email: 'cy@example.com' } },
    preferences: { off: [{ type: 'bill', channel: 'email' }] },
  })
  await belfry.reminders.schedule({
    ...{ entity: { type: 'bill', id: '7' }, recipient: 'cy', in: 'PT1M', title: 'Pay the rent', channels: ['email'] },
  })
  await test.advance('PT2M')
  const page = await pages.open()
  await menu(page, 'Deliveries').click()
  await page.getByRole('listitem').filter({ hasText: 'Pay the rent' }).getByRole('button').click()
  await page.getByRole('dialog').getByText('Cy has switched off reminders by email').waitFor()
  await page.getByRole('link', { name: 'The whole story of this reminder' }).click()
  await page.getByRole('heading', { name: 'Pay the rent', level: 1 }).waitFor()
  await expect
    .poll(() => headline(page).innerText())
    .toBe('Not sent by email: Cy has switched off reminders by email about things of the type bill.')
  await page.getByText('Nothing more is to come of this reminder.').waitFor()
})

it('says before its moment that it will not be sent, and why; and that it will, once that is mended', async () => {
  const { belfry } = pages
  await belfry.recipients.put({ id: 'dee', name: 'Dee' })
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'dee' }, recipient: 'dee', in: 'PT23H', title: 'Water', channels: ['email'] },
  })
  const page = await pages.open({ path: `/reminders/${id}` })
  await expect.poll(() => headline(page).innerText()).toBe('Will not be sent: Dee has no address on this channel.')
  await belfry.recipients.put({ id: 'dee', addresses: { email: 'dee@example.com' } })
  await page.reload()
  await expect.poll(() => headline(page).innerText()).toBe('Rings in 23 hours, by email.')
})

it('tells the whole story: moved, snoozed, sent, done; in the zones of both', async () => {
  const { belfry, test } = pages
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'call' }, recipient: 'bo', in: 'PT5H', title: 'Call mom' },
  })
  const page = await pages.open({ path: `/reminders/${id}` })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByLabel('When', { exact: true }).fill('2030-01-02T14:00')
  await page.getByRole('dialog').getByText('Wed, 2 Jan 2030, 08:00 New York').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await page.getByText('“Call mom” rings Wed 2 Jan, 14:00.').waitFor()
  const story = page.getByRole('list', { name: 'What happened' })
  await story.getByText('Reminder moved').waitFor()
  // New York, where it is still the old year, and six hours later in Paris.
  const both = 'Wed, 2 Jan 2030, 08:00 New York · Wed 2 Jan, 14:00 Paris'
  await page.locator('.facts').getByText(both).waitFor()
  await story.getByText(`To ${both}.`).waitFor()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('button', { name: '1 hour later', exact: true }).click()
  // The ring that is to come was put to another moment, by whichever button.
  await expect.poll(() => story.getByText('Reminder moved').count()).toBe(2)
  expect((await belfry.reminders.get(id))?.dueAt).toEqual(new Date('2030-01-02T14:00:00Z'))
  await test.advance('P2D')
  await expect.poll(() => headline(page).innerText()).toMatch(/^Sent by memory and by email, /)
  await page.getByRole('button', { name: 'Done' }).click()
  await story.getByText('Marked as done').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

it('a series is left out once, paused and resumed', async () => {
  const { belfry } = pages
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'daily' }, recipient: 'ana', title: 'Vitamins' },
    rule: { every: 'day', at: ['09:00'] },
  })
  const page = await pages.open({ path: `/reminders/${id}` })
  await page.getByRole('button', { name: 'Skip once' }).click()
  await page.getByText('Left out. The one after it rings').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => headline(page).innerText()).toMatch(/^Paused: it does not ring/)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => headline(page).innerText()).toMatch(/^Rings in/)
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect.poll(() => headline(page).innerText()).toBe('Not sent: it was cancelled before its moment.')
})

it('makes a thing for two people, shows its six reminders, moves it, calls it off and takes that back', async () => {
  const page = await pages.open({ path: '/entities' })
  await page.getByRole('button', { name: 'Create a thing' }).first().click()
  await page.getByLabel('Title').fill('Hand in the report')
  await page.getByLabel('What is it?').fill('task')
  await page.getByLabel('When is it?').fill('2030-03-01T10:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Create a thing' }).click()
  await page.getByText('Choose at least one person.').waitFor()
  await choosePerson(page, 'Who is reminded?', 'Ana')
  await choosePerson(page, 'Somebody else, too', 'Bo')
  await page.getByRole('dialog').getByRole('button', { name: 'Create a thing' }).click()
  await page.getByText('Created. Reminders: 6 new.').waitFor()
  await page.getByRole('heading', { name: 'Hand in the report', level: 1 }).waitFor()
  const cells = page.getByRole('table').getByRole('link', { name: 'to come' })
  await expect.poll(() => cells.count()).toBe(6)
  await page.getByText('Thu 28 Feb, 10:00').first().waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByLabel('Date and time').fill('2030-03-02T11:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await page.getByText('Moved. Reminders: 6 moved.').waitFor()
  await page.getByText('Fri 1 Mar, 11:00').first().waitFor()
  await page.getByText('Moved to Sat 2 Mar, 11:00 (Europe/Paris)').waitFor()
  await page.getByRole('button', { name: 'Call it off' }).click()
  await page.getByText('6 reminders will not ring any more.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Call it off' }).click()
  await expect.poll(() => cells.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => cells.count()).toBe(6)
  expect(await accessibilityFaults(page)).toEqual([])
})

it('a thing gets another title and other people, and all of it back', async () => {
  const { belfry } = pages
  const name = { type: 'task', id: 'renamed' }
  await belfry.entities.put({
    ...{ ...name, title: 'Fire drill', at: '2030-03-05T09:00:00Z', plan: ['-PT1H', '-PT24H', '-PT15M'] },
    recipients: ['ana', { id: 'bo', plan: ['-PT2H', '-P1M', { kind: 'get_up', offset: '-PT90M' }] }],
  })
  const page = await pages.open({ path: '/entities/task/renamed' })
  const cells = page.getByRole('table').getByRole('link', { name: 'to come' })
  await expect.poll(() => cells.count()).toBe(6)
  // As they ring, in whichever order the plan was written.
  const heads = page.getByRole('table').getByRole('columnheader')
  expect(await heads.allInnerTexts()).toEqual([
    ...['Recipient', '1 month before', '24 hours before', '2 hours before', 'get up', '1 hour before'],
    '15 minutes before',
  ])
  await page.getByText('24 hours before, 1 hour before, 15 minutes before').waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Evacuation')
  await dialog.getByRole('button', { name: 'Take Ana out' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('heading', { name: 'Evacuation', level: 1 }).waitFor()
  await page.getByText(/^Changed\. Reminders: .*3 cancelled/).waitFor()
  expect((await belfry.entities.get(name))?.recipients).toMatchObject([{ id: 'bo', plan: { length: 3 } }])
  await takeBack(page, 'Changed')
  await page.getByRole('heading', { name: 'Fire drill', level: 1 }).waitFor()
  await expect.poll(() => cells.count()).toBe(6)
})

it('of two times side by side both say whose clock they are of', async () => {
  const { belfry } = pages
  await belfry.recipients.put({
    ...{ id: 'min', name: 'Min', timezone: 'Asia/Seoul', addresses: { email: 'min@example.com' } },
    quietHours: { from: '22:00', to: '07:00' },
  })
  const { id } = await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'quiet' }, recipient: 'min', at: '2030-02-05T23:00:00', title: 'Late' },
  })
  const page = await pages.open({ path: `/reminders/${id}` })
  await page.getByText('Wed 6 Feb, 07:00 Seoul · Tue 5 Feb, 23:00 Paris').waitFor()
  await page.getByText('after quiet hours instead of Tue 5 Feb, 23:00 Seoul · Tue 5 Feb, 15:00 Paris').waitFor()
})

it('in a list of things on a phone there is room for who is reminded', async () => {
  const { belfry } = pages
  const id = '0190f8a2-7c1e-7abc-8def-0123456789ab'
  await belfry.entities.put({ type: 'errand', id, title: 'Errand', at: '2030-03-05T09:00:00Z', recipients: ['ana'] })
  const page = await pages.open({ path: '/entities?type=errand', width: 'phone' })
  const row = page.getByRole('listitem').filter({ hasText: 'Errand' })
  await expect.poll(() => row.getByRole('link').innerText()).toMatch(/to come\s+Ana$/)
  expect(await row.getByText(id).isVisible()).toBe(false)
  const line = row.locator('.two-lines > .faint')
  expect(await line.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  await row.getByRole('link').click()
  await page.getByText(`errand ${id}`).waitFor()
})

it('a step of a plan moves by itself, and one that had passed says so', async () => {
  const { belfry } = pages
  const { now } = await belfry.clock.read()
  const at = new Date(now.getTime() + 2 * 3_600_000).toISOString()
  const { reminders } = await belfry.entities.put({
    ...{ type: 'task', id: 'soon', title: 'Soon', at, recipients: ['ana'], plan: ['-PT3H', '-PT24H', '-PT1H'] },
  })
  const past = reminders.find(({ kind }) => kind === '24h_before')!
  const page = await pages.open({ path: '/entities/task/soon' })
  await page.getByRole('table').getByText('its moment had already passed when it was planned').first().waitFor()
  // Both that passed were left out at one moment; each has its place where it would have rung.
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.slice(1)).toEqual(['24 hours before', '3 hours before', '1 hour before'])
  await page.getByRole('link', { name: 'skipped' }).first().click()
  expect(new URL(page.url()).pathname).toBe(`/reminders/${past.id}`)
  await expect
    .poll(() => headline(page).innerText())
    .toBe('Not sent: its moment had already passed when it was planned.')
  await page.goto(`${pages.origin}/reminders/${reminders.find(({ kind }) => kind === '1h_before')!.id}`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('this one ring moves, the thing it is about stays where it is').waitFor()
})

it('what was moved is called moved everywhere, and so is what takes it back', async () => {
  const { belfry } = pages
  const at = '2030-06-03T10:00:00Z'
  const { reminders } = await belfry.entities.put({
    type: 'task',
    id: 'shift',
    at,
    recipients: ['ana'],
    plan: ['-PT24H'],
  })
  const { id } = reminders[0]!
  await belfry.reminders.snooze(id, { until: '2030-06-02T11:00:00Z', next: true })
  const page = await pages.open({ path: '/upcoming?span=week&at=2030-06-01T00:00:00Z' })
  const row = page.locator('.ring').filter({ hasText: 'task shift' })
  await row.getByText('23 hours before').waitFor()
  await row.getByText('moved to another time · the plan says 24 hours before').waitFor()
  await belfry.reminders.restore(id, { change: 'snoozed' })
  await page.goto(`${pages.origin}/audit`)
  const changes = page.getByRole('list', { name: 'Changes, the newest first' })
  await changes.getByText('Move taken back').first().waitFor()
  await changes.getByText('Reminder moved').first().waitFor()
})

it('a meeting’s thing says that it is one, and leads there', async () => {
  const { meeting } = await pages.belfry.meetings.request({
    ...{ requester: 'ana', participants: ['bo'], title: 'Kick-off', timezone: 'Europe/Paris' },
    slots: [{ start: '2030-04-01T10:00:00', end: '2030-04-01T11:00:00' }],
  })
  const page = await pages.open({ path: `/entities/meeting/${meeting.id}` })
  await page.getByText('This is a meeting').waitFor()
  expect(await page.getByRole('button', { name: 'Call it off' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'To the meeting' }).getAttribute('href')).toBe(`/meetings/${meeting.id}`)
  // Created without a date, which it gets when it is accepted: told in the order in which it happened.
  await pages.belfry.meetings.accept(meeting.id, { participant: 'bo' })
  const told = page.getByRole('list', { name: 'What happened, and what is to come' }).getByRole('listitem')
  await told.filter({ hasText: 'Meeting accepted' }).waitFor()
  const titles = (await told.locator('> strong').allInnerTexts()).filter((title) => !/ · |^Will remind/.test(title))
  expect(titles).toEqual([
    ...['Created', 'Meeting proposed', 'Set for Mon 1 Apr, 10:00 (Europe/Paris)', 'Meeting accepted'],
  ])
  // An id that was made up says nothing to anybody, however much room there is.
  await page.goto(`${pages.origin}/entities`)
  const row = page.getByRole('listitem').filter({ hasText: 'Kick-off' })
  await row.getByText('2 people: Ana, Bo').waitFor()
  expect(await row.innerText()).not.toContain(meeting.id)
})

it('a thing whose moment has gone by is not to come, and a table of its reminders is not cut off', async () => {
  const { belfry, test } = pages
  const { now } = await belfry.clock.read()
  const at = new Date(now.getTime() + 3_600_000).toISOString()
  const plan = ['-PT50M', '-PT40M', '-PT30M', '-PT20M', '-PT10M']
  await belfry.entities.put({ type: 'event', id: 'fair', title: 'Fair', at, recipients: ['ana', 'bo'], plan })
  const page = await pages.open({ path: '/entities/event/fair' })
  const badge = page.locator('.facts .badge')
  await expect.poll(() => badge.innerText()).toBe('to come')
  const table = page.getByRole('region', { name: 'Its reminders' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await test.advance('PT2H')
  await page.reload()
  await expect.poll(() => badge.innerText()).toBe('past')
  await page.goto(`${pages.origin}/entities?type=event`)
  await page.getByRole('listitem').filter({ hasText: 'Fair' }).getByText('past', { exact: true }).waitFor()
})

const evil = '<img src=x onerror=globalThis.hacked=1>'
const evilId = `a/b"'&${evil}`

it('what people and providers write stays text, in every field', async () => {
  const { belfry, test } = pages
  await belfry.recipients.put({ id: evilId, name: evil, addresses: { email: `${evil}@example.com` } })
  email.script(() => ({ kind: 'refused', reply: evil }))
  const what = { title: evil, body: `${evil} body`, data: { [evil]: evil } }
  const { reminders } = await belfry.entities.put({
    ...{ type: 'task', id: evilId, at: '2030-06-01T10:00:00Z', recipients: [evilId], channels: ['email'], ...what },
    plan: ['-PT1H'],
  })
  await test.jump('2030-06-01T09:30:00Z')
  email.script(() => ({ kind: 'unknown', reply: evil }))
  await belfry.reminders.schedule({
    ...{
      entity: { type: 'task', id: evilId },
      kind: 'other',
      recipient: evilId,
      in: 'PT1M',
      channels: ['email'],
      ...what,
    },
  })
  await test.advance('PT2M')
  email.script(null)
  await belfry.recipients.suspendAddress({ recipient: evilId, channel: 'email', reason: evil })
  const { items } = await belfry.deliveries.list({ state: 'failed', recipient: evilId })
  const encoded = encodeURIComponent
  const paths = [
    '/deliveries?span=week',
    `/deliveries?delivery=${encoded(items[0]!.id)}&recipient=${encoded(evilId)}&entity=${encoded(`${evil}/x`)}&channel=${encoded(evil)}`,
    '/attention',
    `/reminders/${reminders[0]!.id}`,
    `/entities/task/${encoded(evilId)}`,
    `/entities?type=${encoded(evil)}`,
    `/audit?actor=&action=address_suspended`,
  ]
  for (const path of paths) {
    // What is no name of a type or a channel is refused, and a browser logs that.
    const page = await pages.open({ path, expects: /status of 4/ })
    await page.getByText('<img src=x').and(page.locator(':not(option)')).first().waitFor()
    await expect.poll(() => page.getByRole('status', { name: /Loading|불러오는 중/ }).count()).toBe(0)
    expect(await page.locator('img').count(), path).toBe(0)
    expect(await page.evaluate('globalThis.hacked'), path).toBeUndefined()
  }
})

it.each(['/entities', '/audit', '/entities/task/phone'])('fits a phone, dark and Korean: %s', async (path) => {
  await pages.belfry.entities.put({
    ...{
      type: 'task',
      id: 'phone',
      title: 'Phone',
      at: '2031-05-01T10:00:00Z',
      recipients: ['ana', 'bo'],
      plan: ['-PT24H', '-PT1H', '-PT15M'],
    },
  })
  const page = await pages.open({ path, width: 'phone', theme: 'dark', language: 'ko' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('status', { name: /Loading|불러오는 중/ }).count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(await accessibilityFaults(page)).toEqual([])
})
