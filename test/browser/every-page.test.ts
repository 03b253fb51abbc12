// What holds for every page: it opens without a complaint, has a heading and a title, is usable for those who hear it or see little
// (axe, WCAG A and AA), does not jump while it loads, and stays within a phone's width; in light and dark, English and Korean; and speaks one language.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appPaths } from '../../src/http/pages.ts'
import { accessibilityFaults, type Look, usePages } from './pages.ts'
import { given, sample } from './sample.ts'

const pages = usePages(sample)

/** As the pages' own table has them: it is code for a browser, and is read as text here. */
const patterns = [
  ...readFileSync(new URL('../../web/src/routes.ts', import.meta.url), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path]) => path!)

it('the server knows every address of the app, and no other', () => {
  expect(patterns.length).toBeGreaterThan(15)
  const served = appPaths.map((path) => new RegExp(`^${path.replace('*', '.+')}$`))
  expect(patterns.filter((pattern) => !served.some((path) => path.test(pattern)))).toEqual([])
  // That one is there before the app knows who it is for.
  const pageless = appPaths.filter((_, i) => !patterns.some((pattern) => served[i]!.test(pattern)))
  expect(pageless).toEqual(['/sign-in'])
})

/** With something of the sample in it. */
async function addresses(): Promise<string[]> {
  const { belfry } = pages
  const [meeting] = (await belfry.meetings.list({ limit: 1 })).items
  const [reminder] = (await belfry.reminders.list({ recipient: 'ana', limit: 1 })).items
  const values: Record<string, string> = {
    '/meetings/:id': `/meetings/${meeting!.id}`,
    '/reminders/:id': `/reminders/${reminder!.id}`,
    '/entities/:type/:id': '/entities/task/T-1',
    '/recipients/:id': '/recipients/ana',
    '/templates/:name': '/templates/tomorrow',
    '/sweeps/:name': '/sweeps/cleanup',
    '/webhooks/:id': '/webhooks/shop',
  }
  return patterns.map((pattern) => values[pattern] ?? pattern)
}

const looks: [string, Look][] = [
  ['on a desktop, light, in English', { width: 'desktop', theme: 'light', language: 'en' }],
  ['on a phone, dark, in Korean', { width: 'phone', theme: 'dark', language: 'ko' }],
]

describe.each(looks)('%s', (_, look) => {
  it('every page is well', async () => {
    const page = await pages.open({ ...look, path: '/sign-in' })
    await watchJumps(page)
    for (const path of await addresses()) expect(await faultsOf(page, path, look), path).toEqual([])
  })
})

it('no page says anything in English to who reads Korean', async () => {
  const { items } = await pages.belfry.reminders.list({ recipient: 'bo', limit: 100 })
  const series = items.find(({ repeats }) => repeats !== null)!
  const [meeting] = (await pages.belfry.meetings.list({ limit: 1 })).items
  // With what is there when it is all there: a page that has not loaded yet says nothing.
  const filled: (readonly [path: string, shown: string])[] = [
    ['/upcoming?span=week', 'Stand-up'],
    [`/reminders/${series.id}`, '매일 09:00'],
    [`/entities/meeting/${meeting!.id}`, meeting!.title!],
    ['/preview?text=매일 9시에 물 주기', '매일 09:00'],
    ['/preview?by=rule&text=FREQ%3DDAILY&start=2031-03-29T02:30', '02:30은 없는 시각이라 03:30'],
  ]
  const page = await pages.open({ language: 'ko', path: '/sign-in' })
  for (const [path, shown] of [...(await addresses()).map((one) => [one, ''] as const), ...filled]) {
    await page.goto(`${pages.origin}${path}`)
    await settled(page)
    if (shown) await page.getByText(shown).first().waitFor()
    expect(await englishOf(page), path).toEqual([])
  }
})

/** Sentences have small words; names, ids and what somebody gave have not, or are known; a message is shown as it will be read. */
const smallWords = /\b(the|is|are|was|of|to|on|at|in|every|after|before|until|not|for|with|by|and|has|it|does|no)\b/i

async function englishOf(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const texts = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('script, style, noscript, code, pre, textarea, .message'))
        texts.push(walker.currentNode.textContent)
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const one of document.querySelectorAll('[' + name + ']')) texts.push(one.getAttribute(name))
    return texts
  })()`)) as string[]
  const own = texts.map((text) => given.reduce((left, one) => left.replaceAll(one, ''), text))
  return [...new Set(own.filter((text) => /[a-z]{2,} [a-z]{2,}/i.test(text) && smallWords.test(text)))]
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('main .loading').count()).toBe(0)
}

async function faultsOf(page: Page, path: string, look: Look): Promise<string[]> {
  await page.goto(`${pages.origin}${path}`)
  await settled(page)
  const faults = await accessibilityFaults(page)
  const { jumped, isTooWide, language } = (await page.evaluate(`({
    jumped: globalThis.jumped,
    isTooWide: document.documentElement.scrollWidth > innerWidth + 1,
    language: document.documentElement.lang,
  })`)) as { jumped: number; isTooWide: boolean; language: string }
  if (jumped > 0.1) faults.push(`the page jumped: ${jumped}`)
  if (isTooWide) faults.push('it is wider than the window')
  if (language !== look.language) faults.push(`it says that it is in ${language}`)
  return faults
}

/** The browser's own measure of what moves under a reader's eyes; 0.1 is what it calls good. */
async function watchJumps(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.jumped = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.jumped += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
}
