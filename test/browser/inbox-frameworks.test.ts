// The inbox in applications that are written with a framework: real React and real Vue, on a site of their own.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fencesOf } from '../docs/fences.ts'
import { bundle } from './bundle.ts'
import { type ForeignSite, openForeignSite } from './foreign-site.ts'
import { inboxIsQuiet, usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })
let site: ForeignSite
let person = 0
/** Of the streams that are open at the server, whose they are. */
const streams = new Set<string>()
const hosts = new Set<string>()

beforeAll(async () => {
  site = await openForeignSite(pages.origin)
  pages.app.server.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const token = /^\/v1\/inbox\/stream\?access_token=bft_([^.]*)/.exec(url)?.[1]
    if (token === undefined) return
    streams.add(token)
    response.once('close', () => streams.delete(token))
  })
})
afterAll(() => site?.close())
beforeEach(() => hosts.clear())

interface Somebody {
  readonly id: string
  readonly token: string
}

async function somebody(): Promise<Somebody> {
  const id = `ana-${++person}`
  await pages.belfry.recipients.put({ id, timezone: 'Asia/Seoul' })
  const secret = await pages.belfry.access.signingSecret(undefined)
  return { id, token: (await pages.belfry.recipients.issueToken(secret, { recipient: id })).token }
}

async function ring({ id }: Somebody, title: string): Promise<void> {
  await pages.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: title }, kind: 'once', recipient: id, in: 'PT1S', title },
  })
  await pages.test.advance('PT1S')
}

/** The streams of these are open, and no others. */
async function streamsOf(...people: readonly Somebody[]): Promise<void> {
  const parts = people.map(({ token }) => /^bft_([^.]*)/.exec(token)![1]!)
  await expect.poll(() => [...streams]).toEqual(parts)
}

async function openSite(script: string, look: Parameters<typeof pages.open>[0] = {}): Promise<Page> {
  site.files.set('/app.js', script)
  site.files.set(
    '/',
    '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><div id="app"></div><script type="module" src="/app.js"></script>',
  )
  const page = await pages.open({ isSignedIn: false, path: '/inbox', ...look })
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(`${site.origin}/`)
  return page
}

const bell = (page: Page, unread: number | 'none') => page.getByRole('button', { name: `Reminders, ${unread} unread` })

describe.each([
  ['React', 'test/browser/apps/react-app.jsx'],
  ['Vue', 'test/browser/apps/vue-app.js'],
])('%s', (_name, entry) => {
  it('sets properties, hears events, renders anew for somebody else, and takes it away', async () => {
    const [ana, ben] = [await somebody(), await somebody()]
    await ring(ana, 'Call mom')
    await ring(ben, 'Water the plants')
    const page = await openSite(await bundle(entry, pages.origin))
    // A function can be a property, and never an attribute.
    await page.evaluate(`app.begin({ isThere: true, server: '${pages.origin}', getToken: async () => '${ana.token}' })`)
    await bell(page, 1).waitFor()
    await page.getByText('1 unread').waitFor()
    await streamsOf(ana)
    await inboxIsQuiet(page)

    await ring(ana, 'Pay')
    await page.getByText('2 unread').waitFor()
    await page.evaluate("app.set({ language: 'ko', open: true })")
    await page.getByRole('tab', { name: /읽지 않음/ }).waitFor()
    await page.evaluate("app.set({ language: 'en', open: false })")
    await bell(page, 2).waitFor()
    expect(await page.evaluate('app.told.map(([type, { action, open }]) => [type, action ?? open])')).toEqual([
      ['belfry-item', 'arrived'],
      ['belfry-open', true],
      ['belfry-open', false],
    ])

    await page.evaluate(`app.set({ token: '${ben.token}', getToken: null, open: true })`)
    await page.getByRole('button', { name: 'Water the plants' }).waitFor()
    expect(await page.locator('belfry-inbox .title').allInnerTexts()).toHaveLength(1)
    expect(await page.evaluate("document.querySelector('belfry-inbox').recipient")).toBe(ben.id)
    await page.getByText('1 unread').waitFor()
    await streamsOf(ben)

    await page.evaluate('app.set({ isThere: false })')
    await page.locator('belfry-inbox').waitFor({ state: 'detached' })
    await streamsOf()
    await page.evaluate('app.set({ isThere: true })')
    await page.getByRole('button', { name: 'Water the plants' }).waitFor()
    await streamsOf(ben)
    expect([...hosts].sort()).toEqual([site.origin, pages.origin].sort())
  })

  it('hears that another token is needed, and hands it over by rendering', async () => {
    const ana = await somebody()
    await ring(ana, 'Call mom')
    const refused = `${ana.token.slice(0, ana.token.indexOf('.'))}.AAAA`
    const page = await openSite(await bundle(entry, pages.origin), { expects: /401/ })
    await page.evaluate(`app.begin({ isThere: true, open: true, token: '${refused}' })`)
    await page.getByText('This inbox has to be opened anew').waitFor()
    expect(await page.evaluate('app.told.find(([type]) => type === "belfry-token")')).toEqual([
      'belfry-token',
      { reason: 'refused' },
    ])
    await page.evaluate(`app.set({ token: '${ana.token}' })`)
    await page.getByRole('button', { name: 'Call mom' }).waitFor()
  })
})

const mounts = {
  jsx: `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Bell } from './bell.jsx'
    createRoot(document.querySelector('#app')).render(createElement(Bell))`,
  vue: `import { createApp } from 'vue'
    import Bell from './bell.vue'
    createApp(Bell).mount('#app')`,
}

it.each(['jsx', 'vue'] as const)('is what the guide shows: %s', async (language) => {
  const [fence] = fencesOf('docs/guides/inbox.md').filter((one) => one.language === language)
  const texts = { 'main.js': mounts[language], [`bell.${language}`]: fence!.text }
  const ana = await somebody()
  await ring(ana, 'Call mom')
  site.files.set('/belfry-token', JSON.stringify({ token: ana.token }))
  const page = await openSite(await bundle('main.js', pages.origin, texts))
  await bell(page, 1).waitFor()
  await expect.poll(() => page.title()).toBe('(1) My app')
})
