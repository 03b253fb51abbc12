// Whoever uses the pages by keyboard, or with a hand that presses twice: the focus is never lost, and nothing is done twice.

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ForeignSite, openForeignSite } from './foreign-site.ts'
import { gateAt } from './gate.ts'
import { accessibilityFaults, usePages } from './pages.ts'
import { sample } from './sample.ts'

const pages = usePages(sample)

let count = 0
/** Of this test alone: whom its reminders are for. */
let who = ''
beforeEach(async () => {
  who = `person-${++count}`
  await pages.belfry.recipients.put({ id: who, name: `Person ${count}`, timezone: 'Europe/Paris' })
})

const note = (title: string, minutes: number, more: object = {}) =>
  pages.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: `${who} ${title}` }, recipient: who, title, in: `PT${minutes}M` },
    ...more,
  })

const upcoming = () => pages.open({ path: `/upcoming?recipient=${who}` })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const press = async (at: Locator, key = 'Enter') => {
  await at.focus()
  await at.page().keyboard.press(key)
}

/** What the keyboard is at, by its name; inside the inbox, too. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    if (!inside || inside === document.body) return 'nothing'
    return (inside.getAttribute('aria-label') ?? (inside as HTMLElement).innerText).replace('Unread.', '').trim()
  })

describe('a dialog', () => {
  it('is done once, however often it is pressed', async () => {
    const page = await pages.open({ path: '/keys' })
    const gate = await gateAt(page, '**/v1/keys', 'POST')
    await page.getByRole('button', { name: 'Make a key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('twice')
    await dialog.getByRole('combobox', { name: 'Tenant' }).fill('default')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Make a key' }).dblclick({ force: true })
    gate.open()
    await page.getByRole('heading', { name: 'The key of twice' }).waitFor()
    expect(gate.seen.count).toBe(1)
  })

  it('can be done again after it was refused', async () => {
    const page = await pages.open({ path: '/plans', expects: /status of 4\d\d/ })
    await page.getByRole('button', { name: 'Make a plan' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('no plan!')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Name').fill('again')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'again' }).waitFor()
  })

  it.each([
    ['its cross', (page: Page) => press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))],
    ['its way out', (page: Page) => press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))],
    ['its main button', (page: Page) => press(page.getByRole('dialog').getByRole('button', { name: 'Move' }))],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('gives the focus back after %s', async (_, leave) => {
    await note('Call', 20)
    const page = await upcoming()
    await press(row(page, 'Call').getByRole('button', { name: 'Move' }))
    await page.getByRole('button', { name: '+10 min' }).click()
    await leave(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Move')
  })

  it('that another one follows gives the focus back to what opened the first', async () => {
    await note('Call', 20)
    const page = await upcoming()
    await press(row(page, 'Call').getByRole('button', { name: 'More: Call' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Move…' }))
    await page.getByLabel('When', { exact: true }).waitFor()
    await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await expect.poll(() => focused(page)).toBe('More: Call')
  })
})

it('a button that is busy keeps the focus, and does it once', async () => {
  const page = await pages.open({ path: `/recipients/${who}` })
  const gate = await gateAt(page, `**/v1/recipients/${who}`, 'PUT')
  await press(page.getByRole('button', { name: 'Pause' }))
  await page.locator('[aria-busy=true]', { hasText: 'Pause' }).waitFor()
  // A browser takes the focus away from what is disabled when it draws.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  expect(await focused(page)).toBe('Pause')
  await page.keyboard.press('Enter')
  gate.open()
  await page.getByText('Nothing rings while paused.').waitFor()
  expect(gate.seen.count).toBe(1)
  await expect.poll(() => focused(page)).toBe('Resume')
})

describe('a row that goes', () => {
  it('hands the focus to the next one, the last one to the list: Upcoming', async () => {
    for (const [i, title] of ['One', 'Two', 'Three'].entries()) await note(title, 20 + i)
    const page = await upcoming()
    await press(row(page, 'One').getByRole('button', { name: 'Cancel' }))
    await row(page, 'One').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Two')
    await press(row(page, 'Three').getByRole('button', { name: 'More: Three' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Done' }))
    await row(page, 'Three').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Two')
    await press(row(page, 'Two').getByRole('button', { name: 'Cancel' }))
    await page.getByText('Nothing like that rings in this time').waitFor()
    await expect.poll(() => focused(page)).toBe('What will ring')
  })

  it('does so in Needs attention', async () => {
    await pages.belfry.recipients.put({ id: who, addresses: { email: 'x@example.com' }, channels: ['email'] })
    for (const n of [1, 2]) await note(`${who}: contract ${n}`, 0, { in: `PT${n}S` })
    await pages.test.advance('PT3S')
    const page = await pages.open({ path: '/attention' })
    // The newest comes first.
    const [last, first] = [1, 2].map((n) => row(page, `${who}: contract ${n}`))
    await press(first!.getByRole('button', { name: 'It arrived' }))
    await first!.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(`${who}: contract 1`)
    await press(last!.getByRole('button', { name: 'Send again' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Send again' }))
    await last!.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('nothing')
  })

  it('leaves the focus alone where it is elsewhere', async () => {
    const { id } = await note('One', 20)
    const page = await upcoming()
    await row(page, 'One').waitFor()
    await page.getByLabel('About').focus()
    await pages.belfry.reminders.cancel(id)
    await row(page, 'One').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  })
})

describe('what is said', () => {
  const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })

  it('stays while somebody points at it or is inside with the keyboard', async () => {
    await note('One', 20)
    const page = await upcoming()
    await page.clock.install()
    await row(page, 'One').getByRole('button', { name: 'Cancel' }).click()
    await toast(page, 'One').hover()
    await page.clock.runFor(60_000)
    expect(await toast(page, 'One').count()).toBe(1)
    await toast(page, 'One').getByRole('button', { name: 'Undo' }).focus()
    await page.mouse.move(5, 5)
    await page.clock.runFor(60_000)
    expect(await toast(page, 'One').count()).toBe(1)
    // From here on nothing but runFor moves the time.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 60_000'))
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(19_000)
    expect(await toast(page, 'One').count()).toBe(1)
    await page.clock.runFor(2_000)
    await expect.poll(() => toast(page, 'One').count()).toBe(0)
  })

  it('keeps every way back, and is one live region', async () => {
    for (const [i, title] of ['One', 'Two', 'Three', 'Four'].entries()) await note(title, 20 + i)
    const page = await upcoming()
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await row(page, title).getByRole('button', { name: 'Cancel' }).click()
      // Pointed at, they stay.
      await toast(page, title).hover()
    }
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(4)
    expect(await page.locator('.toasts[aria-live]').count()).toBe(1)
    expect(await page.locator('.toasts :is([aria-live], [role=status], [role=alert])').count()).toBe(0)
    await press(toast(page, 'One').getByRole('button', { name: 'Undo' }))
    await row(page, 'One').waitFor()
    await expect.poll(() => focused(page)).not.toBe('nothing')
  })
})

it('the chart is gone through by arrow keys, and Enter picks a bar of it', async () => {
  await note('Soon', 20)
  await note('Later', 50)
  const page = await upcoming()
  await row(page, 'Soon').waitFor()
  const chart = page.getByRole('slider', { name: 'How many ring when' })
  const said = () => chart.getAttribute('aria-valuetext')
  await chart.focus()
  // Each key goes to a bar that has something.
  for (const [key, told] of [
    ['Home', /^11:15: .* 1$/],
    ['ArrowRight', /^11:45: .* 1$/],
    ['ArrowRight', /^11:45: .* 1$/],
    ['ArrowLeft', /^11:15: .* 1$/],
    ['End', /^11:45: .* 1$/],
    ['ArrowLeft', /^11:15: .* 1$/],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(said).toMatch(told)
  }
  expect(await page.locator('.chart .tip').innerText()).toContain('11:15')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await row(page, 'Later').waitFor({ state: 'detached' })
  await row(page, 'Soon').waitFor()
  expect(await focused(page)).toBe('How many ring when')
  await page.keyboard.press('Enter')
  await row(page, 'Later').waitFor()
})

describe('Enter that ends a composition', () => {
  const composing = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }

  it('chooses nobody', async () => {
    const page = await pages.open({ path: '/upcoming' })
    const field = page.getByRole('combobox', { name: 'Recipient' })
    await field.fill('지')
    await page.getByRole('option', { name: /지민/ }).waitFor()
    await field.dispatchEvent('keydown', composing)
    expect(await field.inputValue()).toBe('지')
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?recipient=jimin')
  })

  it('adds nobody', async () => {
    const page = await pages.open({ path: '/meetings?new=1' })
    await page.getByRole('combobox', { name: 'Who asks' }).fill('민')
    await page.getByRole('option', { name: /^Add/ }).click()
    const name = page.getByRole('group', { name: 'A new person' }).getByLabel('Name')
    const gate = await gateAt(page, '**/v1/recipients/**', 'PUT')
    await name.dispatchEvent('keydown', composing)
    gate.open()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(await name.count()).toBe(1)
    expect(gate.seen.count).toBe(0)
  })
})

it('of two that are cancelled at once the second stays away', async () => {
  await note('One', 20)
  const second = await note('Two', 21)
  const page = await upcoming()
  await row(page, 'Two').waitFor()
  const gate = await gateAt(page, `**/v1/reminders/${second.id}/cancel`, 'POST')
  await row(page, 'Two').getByRole('button', { name: 'Cancel' }).click()
  await row(page, 'Two').waitFor({ state: 'detached' })
  let asked = 0
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The list: neither the one that rings next, which an empty list asks for, nor the titles that a filter offers.
    if (pathname === '/v1/upcoming' && searchParams.get('limit') === '60') asked += 1
  })
  await row(page, 'One').getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.toast', { hasText: 'One' }).waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  expect(asked).toBe(0)
  gate.open()
  await page.locator('.toast', { hasText: 'Two' }).waitFor()
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await row(page, 'Two').count()).toBe(0)
})

describe('preferences', () => {
  it('are put one at a time, and the newest wins', async () => {
    const page = await pages.open({ path: `/recipients/${who}` })
    const gate = await gateAt(page, '**/preferences', 'PUT')
    await page.getByLabel('24 hours before').click()
    await page.getByLabel('1 hour before').click()
    await page.getByLabel('15 minutes before').click()
    await expect.poll(() => gate.seen.count).toBeGreaterThan(0)
    gate.open()
    await expect
      .poll(async () => (await pages.belfry.recipients.get(who))?.preferences.kindsOff)
      .toEqual(['24h_before', '1h_before', '15m_before'])
    await expect.poll(() => page.getByText('Saved.').count()).toBe(3)
    expect(gate.seen).toEqual({ count: 2, most: 1 })
  })

  it('stay as they were ticked in the inbox when an older putting of them fails', async () => {
    await pages.belfry.recipients.put({ id: who, addresses: { email: 'x@example.com', memory: 'x' } })
    const secret = await pages.belfry.access.signingSecret(undefined)
    const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: who })
    const page = await pages.open({ isSignedIn: false, path: `/inbox#token=${token}`, expects: /status of 400/ })
    await page.getByRole('tab', { name: 'Settings' }).click()
    const refusal = { status: 400, json: { code: 'invalid', title: 'No.', detail: 'Not now.' } }
    const gate = await gateAt(page, '**/preferences', 'PUT', (route, n) =>
      n === 1 ? route.fulfill(refusal) : route.continue(),
    )
    await page.getByLabel('Email').click()
    await page.getByLabel('memory').click()
    gate.open()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('Email').isChecked()).toBe(false)
    expect(await page.getByLabel('memory').isChecked()).toBe(false)
    expect(gate.seen.most).toBe(1)
    const { preferences } = (await pages.belfry.recipients.get(who))!
    expect(preferences.channelsOff).toEqual(['email', 'memory'])
  })
})

describe('in the inbox', () => {
  let site: ForeignSite
  beforeAll(async () => {
    site = await openForeignSite(pages.origin)
  })
  afterAll(() => site?.close())

  async function openPanel(...titles: string[]): Promise<Page> {
    for (const title of titles) await note(title, 0, { in: 'PT1S', channels: ['in_app'] })
    await pages.test.advance('PT2S')
    const secret = await pages.belfry.access.signingSecret(undefined)
    const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: who })
    const script = `<script type="module" src="${pages.origin}/inbox.js"></script>`
    const body = `<h1>Shop</h1><belfry-inbox token="${token}"></belfry-inbox>${script}`
    site.files.set('/', `<!doctype html><html lang="en"><title>Shop</title>${body}`)
    const page = await pages.open({ isSignedIn: false, path: '/inbox' })
    await page.goto(`${site.origin}/`)
    await page.getByRole('button', { name: `Reminders, ${titles.length} unread` }).click()
    await page
      .locator('.item')
      .nth(titles.length - 1)
      .waitFor()
    return page
  }

  it('what goes hands the focus on, and Escape still closes the panel', async () => {
    const page = await openPanel('One', 'Two', 'Three')
    const item = (n: number) => page.locator('.item').nth(n)
    const titleOf = async (n: number) => (await item(n).locator('.title').innerText()).replace('Unread.', '').trim()
    let next = await titleOf(1)
    await press(item(0).getByRole('button', { name: 'Done' }))
    await expect.poll(() => page.locator('.item').count()).toBe(2)
    await expect.poll(() => focused(page)).toBe(next)
    // The last one of the list: the one before it.
    next = await titleOf(0)
    await press(item(1).getByRole('button', { name: 'Snooze' }))
    // The first of the choices has the focus, once they are there.
    await expect.poll(() => focused(page)).not.toMatch(/Snooze/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.item').count()).toBe(1)
    await expect.poll(() => focused(page)).toBe(next)
    await press(item(0).getByRole('button', { name: 'Archive' }))
    await page.getByText('Nothing unread').waitFor()
    await expect.poll(() => focused(page)).not.toBe('nothing')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Reminders, none unread')
  })

  it('a button that goes leaves the focus in its row', async () => {
    const page = await openPanel('One')
    await page.getByRole('tab', { name: 'All' }).click()
    await press(page.getByRole('button', { name: 'Done' }))
    await page.locator('.item.done').waitFor()
    await expect.poll(() => focused(page)).toBe('One')
  })

  it('what is said stays while somebody points at it', async () => {
    const page = await openPanel('One')
    await page.clock.install()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await page.clock.runFor(60_000)
    expect(await undo.count()).toBe(1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(20_000)
    await expect.poll(() => undo.count()).toBe(0)
  })
})
