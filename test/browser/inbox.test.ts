// The inbox of one person: the element in a page of another origin, and the page /inbox.

import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fencesOf } from '../docs/fences.ts'
import { type ForeignSite, openForeignSite } from './foreign-site.ts'
import { accessibilityFaults, inboxIsQuiet, usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
const hostile = '<img src=x onerror="globalThis.pwned=1">{{7*7}}'
let site: ForeignSite
let person = 0
/** Each test has a person of its own. */
let who = ''

beforeAll(async () => {
  site = await openForeignSite(pages.origin)
})
afterAll(() => site?.close())
beforeEach(async () => {
  who = `ana-${++person}`
  await pages.belfry.recipients.put({ id: who, timezone: 'Asia/Seoul' })
})

async function tokenOf(id = who): Promise<string> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  return (await pages.belfry.recipients.issueToken(secret, { recipient: id })).token
}

let count = 0
async function ring(title: string, more: object = {}): Promise<void> {
  const entity = { type: 'note', id: `n${++count}` }
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient: who, in: 'PT1S', title, ...more })
  await pages.test.advance('PT1S')
}

/** The foreign page, with whatever stands in its body. */
async function openForeign(body: string, script = '', look: Parameters<typeof pages.open>[0] = {}): Promise<Page> {
  const scripts = `<script type="module" src="${pages.origin}/inbox.js"></script>${script ? '<script src="/host.js"></script>' : ''}`
  site.files.set('/host.js', script)
  site.files.set('/', `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}${scripts}`)
  const page = await pages.open({ isSignedIn: false, path: '/inbox', ...look })
  await page.goto(`${site.origin}/`)
  return page
}

const bell = (page: Page, unread: number | 'none') => page.getByRole('button', { name: `Reminders, ${unread} unread` })
const titles = (page: Page) => page.locator('belfry-inbox .title').allInnerTexts()

describe('in a page of another origin', () => {
  it('shows what rings, live, under a policy that allows nothing inline', async () => {
    await ring('Call mom')
    const page = await openForeign(`<belfry-inbox token="${await tokenOf()}"></belfry-inbox>`)
    await bell(page, 1).click()
    await page.getByRole('dialog', { name: 'Reminders' }).waitFor()
    await ring('Water the plants', { body: 'The big one\ntoo' })
    await page.getByRole('button', { name: 'Water the plants' }).first().waitFor()
    expect(await titles(page)).toEqual([
      expect.stringContaining('Water the plants'),
      expect.stringContaining('Call mom'),
    ])
    await bell(page, 2).waitFor()
    // Its styles are there: the panel is over the page, in its own colours.
    const place = "getComputedStyle(document.querySelector('belfry-inbox').shadowRoot.querySelector('.panel')).position"
    expect(await page.evaluate(place)).toBe('fixed')
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('tells the page around what comes and what is done, and lets it decide what opening does', async () => {
    const script = `
      globalThis.told = []
      for (const name of ['belfry-count', 'belfry-item'])
        document.addEventListener(name, (event) => {
          const { action, unread, item } = event.detail
          told.push(action === undefined ? unread : action + ' ' + item.title)
          if (action === 'opened') event.preventDefault()
        })`
    const page = await openForeign(`<div><belfry-inbox token="${await tokenOf()}"></belfry-inbox></div>`, script)
    await bell(page, 'none').click()
    // The first answer is there: what comes from now on has arrived.
    await page.getByText('Nothing unread').waitFor()
    await inboxIsQuiet(page)
    await ring('Pay', { data: { url: 'https://shop.invalid/invoice' } })
    await bell(page, 1).waitFor()
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect.poll(() => page.evaluate('told.includes("read Pay")')).toBe(true)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Done. It will not ring again.').waitFor()
    expect(await page.evaluate('told')).toEqual(['arrived Pay', 1, 'opened Pay', 0, 'read Pay', 'done Pay'])
    expect(page.context().pages()).toHaveLength(1)
  })

  it('takes properties that are set before it is known, and after, as frameworks do', async () => {
    const token = await tokenOf()
    await ring('Call mom')
    const before = `document.querySelector('belfry-inbox').getToken = async () => '${token}'`
    const page = await openForeign('<belfry-inbox></belfry-inbox>', before)
    await bell(page, 1).waitFor()
    expect(await page.evaluate("document.querySelector('belfry-inbox').recipient")).toBe(who)
    await page.evaluate(`{
      const other = document.createElement('belfry-inbox')
      other.token = '${token}'
      other.language = 'ko'
      other.open = true
      document.querySelector('belfry-inbox').replaceWith(other)
    }`)
    await page.getByRole('tab', { name: /읽지 않음/ }).waitFor()
    await page.evaluate("document.querySelector('belfry-inbox').open = false")
    await page.getByRole('button', { name: '알림, 읽지 않은 알림 1개' }).waitFor()
  })

  it('asks for another token when one is refused, and goes on with it', async () => {
    await ring('Call mom')
    const good = await tokenOf()
    // Signed by nobody here: as if the secret had changed since.
    const refused = `${good.slice(0, good.indexOf('.'))}.AAAA`
    const script = `
      globalThis.asked = []
      document.addEventListener('belfry-token', (event) => {
        asked.push(event.detail.reason)
        event.target.token = '${good}'
      })`
    const body = `<belfry-inbox token="${refused}"></belfry-inbox>`
    const page = await openForeign(body, script, { expects: /401/ })
    await bell(page, 1).waitFor()
    expect(await page.evaluate('asked[0]')).toBe('refused')
  })

  it('says so when nobody is let in', async () => {
    const good = await tokenOf()
    const body = `<belfry-inbox open token="${good.slice(0, good.indexOf('.'))}.AAAA"></belfry-inbox>`
    const page = await openForeign(body, '', { expects: /401/ })
    await page.getByText('This inbox has to be opened anew').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('links to its own page for notifications, which a page of another site cannot turn on', async () => {
    const page = await openForeign(`<belfry-inbox open token="${await tokenOf()}"></belfry-inbox>`)
    await page.getByRole('tab', { name: 'Settings' }).click()
    const link = page.getByRole('link', { name: 'Open my inbox' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${pages.origin}/inbox#token=bft_`))
  })

  it('is what the guide shows', async () => {
    const [guide] = fencesOf('docs/guides/inbox.md').filter(({ language }) => language === 'html')
    const text = guide!.text.replaceAll('http://127.0.0.1:4700', pages.origin)
    // Its script stands inside the page, which this site's policy does not allow: it is moved into a file.
    const inline = /<script type="module">([\s\S]*?)<\/script>/
    site.files.set('/host.js', inline.exec(text)![1]!)
    site.files.set('/', text.replace(inline, '<script type="module" src="/host.js"></script>'))
    site.files.set('/belfry-token', JSON.stringify({ token: await tokenOf() }))
    await ring('Call mom')
    const page = await pages.open({ isSignedIn: false, path: '/inbox' })
    await page.goto(`${site.origin}/`)
    await bell(page, 1).waitFor()
    expect(await page.title()).toBe('(1) My app')
  })
})

describe('what somebody does', () => {
  const open = async (look: Parameters<typeof pages.open>[0] = {}) =>
    await pages.open({ isSignedIn: false, path: `/inbox#token=${await tokenOf()}`, ...look })

  it('archives, and takes it back', async () => {
    await ring('Call mom')
    const page = await open()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('Nothing unread').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
    expect(await pages.belfry.inbox.counts(who)).toMatchObject({ unread: 1, archived: 0 })
  })

  it('what was read stays where it is until one looks elsewhere', async () => {
    await ring('Call mom')
    const page = await open()
    await page.getByRole('button', { name: 'Call mom' }).click()
    await page.locator('.item.read').waitFor()
    await expect.poll(async () => (await pages.belfry.inbox.counts(who)).read).toBe(1)
    await ring('Water the plants')
    await page.getByRole('button', { name: 'Water the plants' }).waitFor()
    expect(await titles(page)).toHaveLength(2)
    await page.getByRole('tab', { name: 'All' }).click()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await expect.poll(async () => (await titles(page)).length).toBe(1)
    await page.getByRole('button', { name: 'Water the plants' }).waitFor()
  })

  it('snoozes for a while and until a time of their own, on their clock', async () => {
    await ring('Call mom')
    await ring('Water the plants')
    const page = await open()
    const plants = page.locator('.item', { hasText: 'Water the plants' })
    await plants.getByRole('button', { name: 'Snooze' }).click()
    await plants.getByRole('button', { name: '1 hour' }).click()
    await page.getByText(/^Rings again .*\.$/).waitFor()
    const mom = page.locator('.item', { hasText: 'Call mom' })
    await mom.getByRole('button', { name: 'Snooze' }).click()
    await mom.getByRole('button', { name: 'Pick a time' }).click()
    await page.getByLabel('Ring again at (Seoul)').fill('2031-05-01T08:30')
    await page.getByRole('button', { name: 'Snooze until then' }).click()
    await page.getByText(/08:30\.$/).waitFor()
    const items = (await pages.belfry.inbox.list({ recipient: who })).items
    expect(
      items.map(({ title, state, snoozedUntil }) => [title, state, snoozedUntil?.toISOString().slice(0, 16)]),
    ).toEqual([
      ['Water the plants', 'snoozed', expect.any(String)],
      // 08:30 in Seoul.
      ['Call mom', 'snoozed', '2031-04-30T23:30'],
    ])
  })

  it('shows what the server refuses, and how it really stands', async () => {
    await ring('Call mom')
    const page = await open({ expects: /404/ })
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
    await page.route('**/archive', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', title: 'Gone.', detail: 'It is not there.' } }),
    )
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('alert').getByText('It is not there.').waitFor()
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
  })

  it('loads further items while one scrolls, each once', async () => {
    await pages.belfry.reminders.scheduleMany(
      Array.from({ length: 130 }, (_, i) => ({
        ...{ entity: { type: 'note', id: `many-${i}` }, kind: 'once', recipient: who, in: 'PT1S', title: `#${i}` },
      })),
    )
    await pages.test.advance('PT1S')
    const page = await open()
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor()
    await expect
      .poll(async () => {
        await page.locator('.item').last().scrollIntoViewIfNeeded()
        return new Set(await titles(page)).size
      })
      .toBe(130)
    expect(await titles(page)).toHaveLength(130)
    // What comes meanwhile takes nothing away under the reader, and what is older is no news.
    await ring('Call mom')
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
    expect(await titles(page)).toHaveLength(131)
  })

  it('settings: what is off, and quiet hours', async () => {
    await pages.belfry.recipients.put({ id: who, addresses: { memory: 'x' } })
    await ring('Call mom')
    const page = await open({ expects: /400/, zone: 'Europe/Paris' })
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('memory').uncheck()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.getByLabel('note').uncheck()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.getByRole('button', { name: 'Add quiet hours' }).click()
    await page.getByLabel('From').fill('23:00')
    await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.getByRole('button', { name: 'Use Paris' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await pages.belfry.recipients.get(who)).toMatchObject({
      timezone: 'Europe/Paris',
      preferences: { channelsOff: ['memory'], typesOff: ['note'] },
      quietHours: [
        { from: '23:00', to: '07:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] },
      ],
    })
  })
})

describe('for everybody', () => {
  it('works with the keyboard alone', async () => {
    await ring('Call mom')
    await ring('Water the plants')
    const page = await openForeign(`<belfry-inbox token="${await tokenOf()}"></belfry-inbox><a href="#x">next</a>`)
    await bell(page, 2).waitFor()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () =>
      page.evaluate(`{
        const inside = (document.activeElement?.shadowRoot ?? document).activeElement
        inside?.getAttribute('aria-label') ?? inside?.innerText ?? ''
      }`)
    await press('Tab', 'Enter')
    await expect.poll(focused).toBe('Reminders')
    // Keys go where the focus is: the list has to be there before they are pressed.
    await page.getByText('Call mom').waitFor()
    await press('Tab', 'Tab', 'Tab')
    await expect.poll(focused).toMatch(/^Unread/)
    await press('Tab', 'ArrowDown')
    await expect.poll(focused).toContain('Call mom')
    await press('ArrowUp')
    await expect.poll(focused).toContain('Water the plants')
    await press('Tab', 'Tab', 'Enter')
    await expect.poll(focused).toBe('10 minutes')
    // Escape closes one thing after the other, and the focus is where it was.
    await press('Escape')
    await expect.poll(focused).toBe('Snooze')
    await press('Escape')
    await expect.poll(focused).toBe('Reminders, 2 unread')
    await press('Space', 'Tab', 'Tab', 'Tab', 'ArrowRight', 'ArrowRight')
    await page.getByText('The archive is empty').waitFor()
    await expect.poll(focused).toBe('Archived')
  })

  it('says what has come to those who hear the page', async () => {
    const page = await openForeign(`<belfry-inbox token="${await tokenOf()}"></belfry-inbox>`)
    await bell(page, 'none').click()
    // The first answer is there: what comes from now on has arrived.
    await page.getByText('Nothing unread').waitFor()
    await ring('Call mom')
    await page.getByRole('status').getByText('New reminder: Call mom').waitFor({ state: 'attached' })
  })

  it.each([
    ['light', 'desktop'],
    ['dark', 'phone'],
  ] as const)('has nothing that axe finds, %s on a %s, in Korean too', async (theme, width) => {
    await ring('엄마에게 전화')
    const path = `/inbox#token=${await tokenOf()}`
    const page = await pages.open({ isSignedIn: false, path, theme, width, language: 'ko', expects: /400/ })
    await page.getByRole('button', { name: '엄마에게 전화' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('ko')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: '미루기' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    for (const name of ['보관함', '설정']) {
      await page.getByRole('tab', { name }).click()
      await page.getByText(name === '설정' ? '방해 금지 시간 저장' : '보관함이 비어 있어요').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('hostile texts stay text', async () => {
    await pages.belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: hostile }, kind: 'once', recipient: who, in: 'PT1S' },
      ...{ title: hostile, body: `${hostile}\n</li></ul><script>pwned=1</script>` },
      data: { url: 'javascript:pwned=1' },
    })
    await pages.test.advance('PT1S')
    const page = await openForeign(`<belfry-inbox open token="${await tokenOf()}"></belfry-inbox>`)
    await page.getByRole('button', { name: hostile }).first().click()
    expect(await titles(page)).toEqual([expect.stringContaining(hostile)])
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
  })

  it('weighs less than 30 kB, packed', () => {
    const bytes = readFileSync(new URL('../../dist/web/inbox.js', import.meta.url))
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(30_000)
  })

  it('shows its log to who asks for it', async () => {
    const page = await openForeign('')
    await page.evaluate("localStorage.debug = 'alarm'")
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await ring('Call mom')
    site.files.set(
      '/',
      site.files.get('/')!.replace('</h1>', `</h1><belfry-inbox token="${await tokenOf()}"></belfry-inbox>`),
    )
    await page.reload()
    await bell(page, 1).waitFor()
    expect(said.join('\n')).toMatch(/\[belfry\] GET .*\/v1\/inbox\/counts.* 200/)
  })
})

describe('the page /inbox', () => {
  it('keeps the token for the tab, and nowhere in the address', async () => {
    await ring('Call mom')
    const page = await pages.open({ isSignedIn: false, path: `/inbox#token=${await tokenOf()}` })
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
    expect(page.url()).toBe(`${pages.origin}/inbox`)
    await page.reload()
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('bft_')
  })

  it('says what to do without one', async () => {
    const page = await pages.open({ isSignedIn: false, path: '/inbox' })
    await page.getByText('Follow the link that you were given once more.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
