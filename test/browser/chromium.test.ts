// The service worker in a real browser, from the server that serves it: pushed to by the browser's own tools, as a push service
// would. Left out, with a reason, where there is no Chromium.

import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Serving, serve } from '../http/serving.ts'
import { clickOn, listNotifications } from './notifications.ts'

const executablePath = findChromium()
if (!executablePath) console.warn('no chromium on this machine: the service worker is tested without a browser only')

/** On the PATH, or where distributions put it. */
function findChromium(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const message = {
  ...{ id: 'd1', tag: 'd1', title: 'Call mom', body: 'Today at 10:00', url: null, token: 'abc', lang: 'en' },
  actions: [
    { action: 'done', title: 'Done' },
    { action: 'snooze', title: 'Snooze' },
  ],
  due: '2030-01-01T09:00:00.000Z',
}

interface Site {
  readonly origin: string
  /** What the buttons have posted: `abc action=done`. */
  readonly posted: string[]
  close(): Promise<void>
}

/** Belfry's server, with a page and the route that buttons post to. */
async function openSite({ app }: Serving): Promise<Site> {
  const posted: string[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url?.startsWith('/r/')) {
      posted.push(`${request.url.slice(3)} ${Buffer.concat(chunks).toString()}`)
      return void response.end('ok')
    }
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end('<title>Inbox</title>')
    const answer = await app.inject({ method: 'GET', url: request.url ?? '/', headers: { host: 'localhost' } })
    response.writeHead(answer.statusCode, answer.headers as http.OutgoingHttpHeaders).end(answer.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    posted,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// Without Chromium there is nothing to test it in; the line above says so.
describe.skipIf(!executablePath)('in Chromium', () => {
  let database: TestDatabase
  let serving: Serving
  let site: Site
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let worker: Worker
  let tools: CDPSession
  let registrationId: string

  beforeAll(async () => {
    database = await createTestDatabase()
    serving = await serve(database.url)
    site = await openSite(serving)
    browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless=new',
        '--no-sandbox',
        // Nothing leaves this machine, whatever a browser would like to ask its makers.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--disable-background-networking',
      ],
    })
    context = await browser.newContext()
    await context.grantPermissions(['notifications'], { origin: site.origin })
    page = await context.newPage()
    tools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations
        if (one) resolve(one.registrationId)
      })
    })
    await tools.send('ServiceWorker.enable')
    await page.goto(`${site.origin}/`)
    const started = context.waitForEvent('serviceworker')
    await page.evaluate(async () => {
      const container = (globalThis as unknown as { navigator: { serviceWorker: Container } }).navigator.serviceWorker
      await container.register('/service-worker.js')
      await container.ready
    })
    worker = await started
    registrationId = await registered
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await serving?.app.close()
    await serving?.belfry.close()
    await database?.drop()
  })

  const push = (payload: unknown) =>
    tools.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: site.origin, registrationId },
      data: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  /**
   * What is shown of these. The browser says nothing when a push has been handled, so it is asked again; and it closes each by itself after
   * 25 seconds, so that no test counts on what another has left.
   */
  const shown = async (...tags: string[]) =>
    (await worker.evaluate(listNotifications)).filter(({ tag }) => tags.includes(tag))

  it('shows what is pushed, with its buttons', async () => {
    await push(message)
    await expect
      .poll(() => shown('d1'))
      .toEqual([{ tag: 'd1', title: 'Call mom', body: 'Today at 10:00', silent: false, actions: ['done', 'snooze'] }])
  })

  it('shows one for an id that comes again, without a sound', async () => {
    const again = { ...message, id: 'again', tag: 'again' }
    await push(again)
    await expect.poll(() => shown('again')).toMatchObject([{ silent: false }])
    await push(again)
    await expect.poll(() => shown('again')).toMatchObject([{ silent: true }])
  })

  it('shows one that cannot be read, too', async () => {
    await push('{ not JSON')
    await expect.poll(() => shown('belfry')).toMatchObject([{ title: 'Reminder' }])
  })

  it('Done posts the token to the server, the notification is gone, and its id does not come back', async () => {
    const done = { ...message, id: 'done', tag: 'done' }
    await push(done)
    await expect.poll(() => shown('done')).toHaveLength(1)
    await worker.evaluate(clickOn, { tag: 'done', action: 'done' })
    expect(site.posted).toEqual(['abc action=done'])
    expect(await shown('done')).toEqual([])
    await push(done)
    await push({ ...message, id: 'other', tag: 'other', title: 'Water the plants' })
    // The second is handled after the first; the first is closed a moment later.
    await expect.poll(async () => (await shown('done', 'other')).map(({ tag }) => tag)).toEqual(['other'])
  })

  it('is served so that it may look after every page, and is asked for anew each time', async () => {
    const answer = await serving.ask('GET', '/service-worker.js', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
  })
})

interface Container {
  register(url: string): Promise<unknown>
  readonly ready: Promise<unknown>
}
