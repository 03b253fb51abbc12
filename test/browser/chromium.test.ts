// The service worker in a real browser, from the server that serves it: pushed to by the browser's own tools, as a push service
// would.

import { once } from 'node:events'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Serving, serve } from '../http/serving.ts'
import { sharedChromium } from './chromium.ts'
import { activatedIn, clickOn, listNotifications, pushTo } from './notifications.ts'

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

describe('in Chromium', () => {
  let database: TestDatabase
  let serving: Serving
  let site: Site
  let context: BrowserContext
  let page: Page
  let worker: Worker
  let tools: CDPSession
  let registrationId: string

  beforeAll(async () => {
    database = await createTestDatabase()
    serving = await serve(database.url)
    site = await openSite(serving)
    context = await (await sharedChromium('whole')).newContext()
    await context.grantPermissions(['notifications'], { origin: site.origin })
    page = await context.newPage()
    tools = await context.newCDPSession(page)
    const activated = await activatedIn(tools)
    await page.goto(`${site.origin}/`)
    const started = context.waitForEvent('serviceworker')
    await page.evaluate(async () => {
      const container = (globalThis as unknown as { navigator: { serviceWorker: Container } }).navigator.serviceWorker
      await container.register('/service-worker.js')
      await container.ready
    })
    worker = await started
    registrationId = await activated.id
  })

  afterAll(async () => {
    await context?.close()
    await site?.close()
    await serving?.app.close()
    await serving?.belfry.close()
    await database?.drop()
  })

  const push = (payload: unknown) =>
    pushTo(worker, () =>
      tools.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: site.origin, registrationId },
        data: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    )

  /** What is shown of these. The browser closes each by itself after 25 seconds, so that no test counts on what another has left. */
  const shown = async (...tags: string[]) =>
    (await worker.evaluate(listNotifications)).filter(({ tag }) => tags.includes(tag))

  it('shows what is pushed, with its buttons', async () => {
    await push(message)
    const expected = {
      tag: 'd1',
      title: 'Call mom',
      body: 'Today at 10:00',
      silent: false,
      actions: ['done', 'snooze'],
    }
    expect(await shown('d1')).toEqual([expected])
  })

  it('shows one for an id that comes again, without a sound', async () => {
    const again = { ...message, id: 'again', tag: 'again' }
    await push(again)
    expect(await shown('again')).toMatchObject([{ silent: false }])
    await push(again)
    expect(await shown('again')).toMatchObject([{ silent: true }])
  })

  it('shows one that cannot be read, too', async () => {
    await push('{ not JSON')
    expect(await shown('belfry')).toMatchObject([{ title: 'Reminder' }])
  })

  it('Done posts the token to the server, the notification is gone, and its id does not come back', async () => {
    const done = { ...message, id: 'done', tag: 'done' }
    await push(done)
    expect(await shown('done')).toHaveLength(1)
    await worker.evaluate(clickOn, { tag: 'done', action: 'done' })
    expect(site.posted).toEqual(['abc action=done'])
    expect(await shown('done')).toEqual([])
    await push(done)
    await push({ ...message, id: 'other', tag: 'other', title: 'Water the plants' })
    // The first is closed a moment after it was shown.
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
