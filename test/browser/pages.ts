// What a test of the pages stands on: a server with a driven clock and a worker, on a port of its own, and a real browser in which
// somebody is signed in. Whatever a page complains about (an error, a refused resource, a broken policy) fails the test.

import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import type { AppOptions } from '../../src/http/server.ts'
import type { Belfry } from '../../src/index.ts'
import { createTestBelfry, type TestBelfry, type TestBelfryOptions } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sharedChromium } from './chromium.ts'

const operatorKey = 'an operator key for tests, long enough'
/** No test fails because a machine is slow. */
const patienceMs = 120_000
const silent = { debug() {}, info() {}, warn() {}, error() {} }

export interface Look {
  /** Where it begins; a path of the app. */
  readonly path?: string
  readonly width?: 'desktop' | 'phone'
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'ko'
  /** The reader's own zone. Default Europe/Paris. */
  readonly zone?: string
  /** False: a stranger, at the page of signing in. */
  readonly isSignedIn?: boolean
  /** Complaints that are expected: a refused sign-in is logged by browsers as an error. */
  readonly expects?: RegExp
}

export interface Pages {
  readonly belfry: Belfry
  readonly test: TestBelfry
  readonly app: FastifyInstance
  /** `http://localhost:…` */
  readonly origin: string
  readonly browser: Browser
  readonly operatorKey: string
  /** Of the server's database, for tables of others. */
  readonly databaseUrl: string
  open(look?: Look): Promise<Page>
  /** Another tab of the same person. */
  another(page: Page, path: string): Promise<Page>
}

export interface PagesOptions {
  readonly belfry?: TestBelfryOptions
  readonly app?: Partial<AppOptions>
  /** Notifications need the `whole` of Chromium. Default `quick`. */
  readonly browser?: 'quick' | 'whole'
  /** What is there before the first test. */
  readonly fill?: (belfry: Belfry, test: TestBelfry) => Promise<unknown>
}

/** One server for all tests of a file, and one browser for all of a worker; windows are closed after each test. */
export function usePages(options: PagesOptions = {}): Pages {
  let database: TestDatabase
  let test: TestBelfry
  let app: FastifyInstance
  let browser: Browser
  let origin = ''
  const contexts: BrowserContext[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    test = await createTestBelfry({ database: database.url, roles: true, ...options.belfry })
    app = await startApp(test.belfry, options.app)
    origin = `http://localhost:${(app.server.address() as AddressInfo).port}`
    await options.fill?.(test.belfry, test)
    browser = await sharedChromium(options.browser ?? 'quick')
  })

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    const said = complaints.splice(0)
    expect(said, 'what the pages complained about').toEqual([])
  })

  afterAll(async () => {
    await app?.close()
    await test?.close()
    await database?.drop()
  })

  return {
    get belfry() {
      return test.belfry
    },
    get test() {
      return test
    },
    get app() {
      return app
    },
    get origin() {
      return origin
    },
    get browser() {
      return browser
    },
    operatorKey,
    get databaseUrl() {
      return database.url
    },
    async open(look = {}) {
      const context = await browser.newContext(windowOf(look))
      context.setDefaultTimeout(patienceMs)
      contexts.push(context)
      if (look.isSignedIn !== false) await signIn(context, origin)
      const page = await context.newPage()
      watch(page, complaints, look.expects)
      await page.goto(`${origin}${look.path ?? '/'}`)
      return page
    },
    async another(page, path) {
      const tab = await page.context().newPage()
      watch(tab, complaints)
      await tab.goto(`${origin}${path}`)
      return tab
    },
  }
}

async function startApp(belfry: Belfry, more: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const app = createApp({
    ...{ belfry, operatorKey, version: '0.0.0', logger: silent, clock: 'driven' },
    secret: await belfry.access.signingSecret(undefined),
    requestsPerMinute: { key: 0, address: 0, stranger: 0 },
    ...more,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Whatever a page complains about is written down, but for what the test expects. */
function watch(page: Page, complaints: string[], expected?: RegExp): void {
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(message.text())
  })
}

function windowOf({ width = 'desktop', theme = 'light', language = 'en', zone = 'Europe/Paris' }: Look) {
  return {
    viewport: width === 'desktop' ? { width: 1280, height: 850 } : { width: 390, height: 800 },
    ...(width === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    colorScheme: theme,
    locale: language === 'ko' ? 'ko-KR' : 'en-GB',
    timezoneId: zone,
  }
}

/** As the page of signing in does it; that page has a test of its own. */
async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const answer = await context.request.post(`${origin}/v1/session`, {
    data: { key: operatorKey },
    headers: { origin },
  })
  expect(answer.status()).toBe(200)
}

/** What axe finds against WCAG 2.1 A and AA, a line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A policy without 'unsafe-eval' stands in the way of scripts from outside; the browser's own tools are not bound by it.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe }
    return await run.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] })
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** As somebody does who types a name and takes what is offered. */
export async function choosePerson(scope: Page | Locator, label: string, name: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).fill(name)
  await scope.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

/** Takes back what the toast of these words says: another one's Undo may still be there, or be there first. */
export async function takeBack(page: Page, said: string | RegExp): Promise<void> {
  await page.locator('.toast').filter({ hasText: said }).last().getByRole('button', { name: 'Undo' }).click()
}

/** The inbox asks when it begins, and once more when its stream has begun: from now on, it asks because something has happened. */
export async function inboxIsQuiet(page: Page): Promise<void> {
  const asked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/inbox/counts')).length`
  await expect.poll(() => page.evaluate<number>(asked)).toBeGreaterThanOrEqual(2)
}
