// The looks of the inbox, set from outside by a page of another origin: every variable and every part that the guide names has an effect
// that can be seen, and there are no others.

import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPage } from '../docs/fences.ts'
import { type ForeignSite, openForeignSite } from './foreign-site.ts'
import { usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
const guide = readPage('docs/guides/inbox.md')
const section = guide.slice(guide.indexOf('## Its looks'), guide.indexOf('## What your page has to allow'))
const listed = /^Parts: ([\s\S]*?)\.$/m.exec(section)![1]!
const variables = [...section.matchAll(/`(--belfry-[a-z-]+)`/g)].map(([, name]) => name!)
const parts = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!)

/** What each is set to, where that is seen, and as what. */
const effects: Readonly<Record<string, readonly [value: string, where: string, property: string, seen?: string]>> = {
  '--belfry-font': ['italic 17px / 25px monospace', '.panel', 'font-family', 'monospace'],
  '--belfry-background': ['rgb(1, 0, 0)', '.panel', 'background-color'],
  '--belfry-sunk': ['rgb(2, 0, 0)', '.snoozes', 'background-color'],
  '--belfry-text': ['rgb(3, 0, 0)', '.panel', 'color'],
  '--belfry-text-faint': ['rgb(4, 0, 0)', '.tab[aria-selected="false"]', 'color'],
  '--belfry-line': ['rgb(5, 0, 0)', '.item', 'border-bottom-color'],
  '--belfry-line-strong': ['rgb(6, 0, 0)', '.item .actions > .button', 'border-top-color'],
  '--belfry-accent': ['rgb(7, 0, 0)', '.tab[aria-selected="true"]', 'border-bottom-color'],
  '--belfry-accent-text': ['rgb(8, 0, 0)', '.pick .button.main', 'color'],
  '--belfry-accent-soft': ['rgb(9, 0, 0)', '.number', 'background-color'],
  '--belfry-count': ['rgb(10, 0, 0)', '.count', 'background-color'],
  '--belfry-count-text': ['rgb(11, 0, 0)', '.count', 'color'],
  '--belfry-bell': ['rgb(12, 0, 0)', '.bell', 'color'],
  '--belfry-bell-size': ['51px', '.bell', 'width'],
  '--belfry-bad': ['rgb(13, 0, 0)', '.failed', 'color'],
  '--belfry-radius': ['3px', '.panel', 'border-top-left-radius'],
  '--belfry-shadow': ['0 0 5px rgb(14, 0, 0)', '.panel', 'box-shadow', 'rgb(14, 0, 0) 0px 0px 5px 0px'],
  '--belfry-width': ['333px', '.panel', 'width'],
  '--belfry-height': ['444px', '.panel', 'height'],
}

let site: ForeignSite
beforeAll(async () => {
  site = await openForeignSite(pages.origin)
})
afterAll(() => site?.close())

let count = 0
async function ring(recipient: string, title: string): Promise<string> {
  const entity = { type: 'note', id: `n${++count}` }
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient, in: 'PT1S', title })
  await pages.test.advance('PT1S')
  return (await pages.belfry.inbox.list({ recipient })).items[0]!.id
}

async function openStyled(recipient: string, css: string): Promise<Page> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await pages.belfry.recipients.issueToken(secret, { recipient })
  site.files.set('/theme.css', css)
  site.files.set(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/theme.css">
    <h1>Shop</h1><belfry-inbox open token="${token}"></belfry-inbox>
    <script type="module" src="${pages.origin}/inbox.js"></script>`,
  )
  const page = await pages.open({ isSignedIn: false, path: '/inbox', expects: /404/ })
  await page.goto(`${site.origin}/`)
  return page
}

it('the guide names what there is', () => {
  const folder = new URL('../../web/src/inbox/', import.meta.url)
  const textOf = (names: readonly string[]) => names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('')
  const css = textOf(readdirSync(folder).filter((name) => name.endsWith('.css') && name !== 'page.css'))
  expect([...new Set(css.match(/--belfry-[a-z-]+/g))].sort()).toEqual([...variables].sort())
  expect(Object.keys(effects).sort()).toEqual([...variables].sort())
  const view = textOf(readdirSync(new URL('view/', folder)).map((name) => `view/${name}`))
  const written = [...view.matchAll(/\bpart=(?:"(.*?)"|\{(.*)\})/g)].flatMap(([, text, code = '']) =>
    text === undefined ? [...code.matchAll(/[`'](.*?)[`']/g)].map(([, words]) => words!) : [text],
  )
  const named = written.flatMap((words) => words.split(' '))
  // Each state of an item is a part of its own.
  const ofItems = parts.filter((part) => part.startsWith('item-') && part !== 'item-title')
  const there = named.flatMap((part) => (part.startsWith('item-$') ? ofItems : [part]))
  expect([...new Set(there)].sort()).toEqual([...parts].sort())
})

it('each variable is seen', async () => {
  await pages.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
  for (const title of ['Call mom', 'Water the plants']) await ring('ana', title)
  const set = Object.entries(effects).map(([name, [value]]) => `${name}: ${value};`)
  const page = await openStyled('ana', `belfry-inbox { ${set.join('\n')} }`)
  const mom = page.locator('.item', { hasText: 'Call mom' })
  await mom.getByRole('button', { name: 'Snooze' }).click()
  await mom.getByRole('button', { name: 'Pick a time' }).click()
  await page.route('**/archive', (route) => route.fulfill({ status: 404, json: { code: 'not_found', title: 'Gone.' } }))
  await page.locator('.item', { hasText: 'Water' }).getByRole('button', { name: 'Archive', exact: true }).click()
  await page.locator('.failed').waitFor()
  const looks = async () => {
    const asked = Object.values(effects).map(([, where, property]) => [where, property])
    return await page.evaluate<string[]>(`(() => {
      const { shadowRoot } = document.querySelector('belfry-inbox')
      return ${JSON.stringify(asked)}.map(([where, property]) =>
        getComputedStyle(shadowRoot.querySelector(where)).getPropertyValue(property))
    })()`)
  }
  expect(await looks()).toEqual(Object.values(effects).map(([value, , , seen]) => seen ?? value))
  // Without the page's sheet, none of them is so.
  await page.evaluate('document.styleSheets[0].disabled = true')
  const own = await looks()
  expect(Object.values(effects).filter(([value, , , seen], i) => own[i] === (seen ?? value))).toEqual([])
})

/** Each part that is there now, and looks as the page says; one after the other, since a thing may be several parts. */
async function partsSeen(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const [sheet] = document.styleSheets
    const { shadowRoot } = document.querySelector('belfry-inbox')
    const isSeen = (part) => {
      const there = [...shadowRoot.querySelectorAll('[part~="' + part + '"]')]
      const index = sheet.insertRule('belfry-inbox::part(' + part + ') { background-color: rgb(1, 2, 3) }')
      const colours = there.map((one) => getComputedStyle(one).backgroundColor)
      sheet.deleteRule(index)
      return there.length > 0 && colours.every((colour) => colour === 'rgb(1, 2, 3)')
    }
    return ${JSON.stringify(parts)}.filter(isSeen)
  })()`)
}

it('each part is seen', async () => {
  await pages.belfry.recipients.put({ id: 'ben', timezone: 'Asia/Seoul' })
  // Says beside its title what it is: a step before something.
  const at = new Date((await pages.belfry.clock.read()).now.getTime() + 7_200_000)
  const due = { type: 'event', id: 'due', at, recipients: ['ben'], plan: ['-PT1H'], title: 'Is ahead' }
  await pages.belfry.entities.put(due)
  await pages.test.advance('PT1H')
  const { inbox } = pages.belfry
  await inbox.read(await ring('ben', 'Was read'))
  await inbox.archive(await ring('ben', 'Was archived'))
  await inbox.snooze(await ring('ben', 'Was snoozed'), { for: 'PT1H' })
  await inbox.done(await ring('ben', 'Was done'))
  await ring('ben', 'Is new')
  const page = await openStyled('ben', '')
  await page.locator('.item', { hasText: 'Is new' }).waitFor()
  const seen = await partsSeen(page)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.locator('.item', { hasText: 'Was snoozed' }).waitFor()
  seen.push(...(await partsSeen(page)))
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.locator('.item', { hasText: 'Was archived' }).waitFor()
  seen.push(...(await partsSeen(page)))
  await page.locator('.item').getByRole('button', { name: 'Back from the archive' }).click()
  await page.locator('.empty').waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  seen.push(...(await partsSeen(page)))
  expect([...new Set(seen)].sort()).toEqual([...parts].sort())
})

it('nothing of the page’s own styles gets in, and none of the element’s gets out', async () => {
  await pages.belfry.recipients.put({ id: 'cy', timezone: 'Asia/Seoul' })
  await ring('cy', 'Call mom')
  const page = await openStyled('cy', 'button, .panel, .item, .count { background: rgb(1, 2, 3) !important }')
  await page.getByRole('button', { name: 'Call mom' }).waitFor()
  const grounds = await page.evaluate<string[]>(`(() => {
    const { shadowRoot } = document.querySelector('belfry-inbox')
    const groundOf = (where) => getComputedStyle(shadowRoot.querySelector(where)).backgroundColor
    return ['button', '.panel', '.item', '.count'].map(groundOf)
  })()`)
  expect(grounds).not.toContain('rgb(1, 2, 3)')
  const fontOf = "getComputedStyle(document.querySelector('h1')).fontSize"
  const before = await page.evaluate(fontOf)
  await page.evaluate("document.querySelector('belfry-inbox').remove()")
  expect(await page.evaluate(fontOf)).toBe(before)
})
