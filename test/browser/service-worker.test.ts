// What the service worker does with whatever comes, in a scope of our own. chromium.test.ts has it in a browser.

import { beforeEach, describe, expect, it } from 'vitest'
import { startWorker, type WorkerScope } from './worker-scope.ts'

const message = {
  id: 'd1',
  tag: 'd1',
  title: 'Call mom',
  body: 'Today at 10:00',
  url: 'https://remind.example.com/r/abc',
  token: 'abc',
  actions: [
    { action: 'done', title: 'Done' },
    { action: 'snooze', title: 'Snooze' },
  ],
  due: '2030-01-01T09:00:00.000Z',
  lang: 'en',
}

let worker: WorkerScope
beforeEach(() => {
  worker = startWorker()
})

const away = () => {
  throw new TypeError('Failed to fetch')
}

describe('a push', () => {
  it('is shown with its words, its moment and its buttons', async () => {
    await worker.push(message)
    expect(worker.visible()).toMatchObject([
      {
        title: 'Call mom',
        options: {
          ...{ body: 'Today at 10:00', tag: 'd1', lang: 'en', silent: false, dir: 'auto' },
          ...{ timestamp: Date.parse('2030-01-01T09:00:00Z'), actions: message.actions },
        },
      },
    ])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing in it', {}],
    ['values of other kinds', { id: 7, title: {}, body: [], actions: 'x', due: 'soon', lang: 5, url: 1, token: null }],
    ['buttons that are none', { ...message, actions: [null, { action: 7 }, { title: 'x' }], title: '' }],
  ])('that holds %s is shown all the same', async (_, payload) => {
    await worker.push(payload)
    expect(worker.visible()).toMatchObject([{ title: 'Reminder', options: { actions: [] } }])
  })

  it('is shown where there is no storage, too', async () => {
    worker.hasStorage = false
    await worker.push(message)
    expect(worker.visible()).toMatchObject([{ title: 'Call mom' }])
  })

  it('that comes again while it is there takes its own place, without a sound', async () => {
    await worker.push(message)
    await worker.push(message)
    await worker.later()
    expect(worker.visible()).toHaveLength(1)
    expect(worker.shown.map(({ options }) => options.silent)).toEqual([false, true])
  })

  it('that comes again after it was closed is shown without a sound and closed again', async () => {
    await worker.push(message)
    worker.dismiss('d1')
    await worker.push(message)
    // A browser looks whether something was shown when the event ends.
    expect(worker.visible()).toMatchObject([{ options: { silent: true } }])
    await worker.later()
    expect(worker.visible()).toEqual([])
    await worker.push({ ...message, id: 'd2', tag: 'd2' })
    expect(worker.visible()).toMatchObject([{ options: { tag: 'd2', silent: false } }])
  })

  it('that comes twice at once makes one sound', async () => {
    await Promise.all([worker.push(message), worker.push(message), worker.push(message)])
    expect(worker.shown.map(({ options }) => options.silent)).toEqual([false, true, true])
    expect(worker.visible()).toHaveLength(1)
  })

  it('is remembered by its id, two hundred of them', async () => {
    for (let i = 0; i < 205; i++) await worker.push({ ...message, id: `m${i}`, tag: `m${i}` })
    await worker.push({ ...message, id: 'm204', tag: 'm204' })
    await worker.push({ ...message, id: 'm0', tag: 'm0' })
    expect(worker.shown.slice(-2).map(({ options }) => options.silent)).toEqual([true, false])
  })
})

describe('a button', () => {
  it.each(['done', 'snooze'])('%s posts the token, and the notification is gone', async (action) => {
    await worker.push(message)
    await worker.click('d1', action)
    expect(worker.posted).toMatchObject([
      { url: 'https://remind.example.com/r/abc', body: `action=${action}`, headers: {} },
    ])
    expect(worker.visible()).toEqual([])
    expect(worker.opened).toEqual([])
  })

  it('is tried once more when there was no connection', async () => {
    await worker.push(message)
    let tries = 0
    worker.network = () => (++tries === 1 ? away() : new Response(''))
    const clicked = worker.click('d1', 'done')
    await settled()
    await worker.later()
    await clicked
    expect(worker.posted).toHaveLength(2)
    expect(worker.visible()).toEqual([])
  })

  it.each<[string, () => Response]>([
    ['there is no connection', away],
    ['the server is not well', () => new Response('', { status: 503 })],
  ])('says that it could not be done when %s, and can be pressed again', async (_, network) => {
    await worker.push(message)
    worker.network = network
    const clicked = worker.click('d1', 'done')
    await settled()
    await worker.later()
    await clicked
    expect(worker.posted).toHaveLength(2)
    expect(worker.visible()).toMatchObject([
      { title: 'Call mom', options: { body: expect.stringContaining('no connection'), actions: message.actions } },
    ])
    worker.network = () => new Response('')
    await worker.click('d1', 'done')
    expect(worker.visible()).toEqual([])
  })

  it('that is refused says so, in the person’s language, and offers to look', async () => {
    await worker.push({ ...message, lang: 'ko-KR' })
    worker.network = () => new Response('', { status: 410 })
    await worker.click('d1', 'snooze')
    expect(worker.posted).toHaveLength(1)
    expect(worker.visible()).toMatchObject([{ options: { body: expect.stringContaining('처리하지'), actions: [] } }])
  })
})

describe('a click on it', () => {
  it('opens its page and says that it was seen', async () => {
    await worker.push(message)
    await worker.click('d1')
    expect(worker.opened).toEqual([message.url])
    expect(worker.posted).toMatchObject([{ body: 'action=seen' }])
    expect(worker.visible()).toEqual([])
  })

  it('comes to a page that is open', async () => {
    worker.windows.push(message.url)
    await worker.push(message)
    await worker.click('d1')
    expect(worker.focused).toEqual([message.url])
    expect(worker.opened).toEqual([])
  })

  it('opens the server’s own page where none is named, or one that is no page', async () => {
    await worker.push(null)
    await worker.click('belfry')
    await worker.push({ ...message, url: 'javascript:alert(1)', token: null })
    await worker.click('d1')
    expect(worker.opened).toEqual(['https://remind.example.com/', 'https://remind.example.com/'])
    expect(worker.posted).toEqual([])
  })

  it('opens its page without a connection, too', async () => {
    worker.network = away
    await worker.push(message)
    await worker.click('d1')
    expect(worker.opened).toEqual([message.url])
  })
})

describe('a subscription that the browser changes', () => {
  const oldSubscription = { options: { applicationServerKey: 'the old key' } }
  const identity = { belfry: 'identity', recipient: 'ana/1', token: 'bft_x' }

  it('is made again with the same key, and the server is told whose it is', async () => {
    await worker.fire('message', { data: identity })
    await worker.fire('pushsubscriptionchange', { oldSubscription })
    expect(worker.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the old key' }])
    expect(worker.posted).toEqual([
      {
        url: 'https://remind.example.com/v1/recipients/ana%2F1/push-subscriptions',
        body: JSON.stringify({ subscription: { endpoint: 'https://push.example.net/new' } }),
        headers: { 'content-type': 'application/json', authorization: 'Bearer bft_x' },
      },
    ])
  })

  it('asks the server for the key where the browser does not say it', async () => {
    worker.network = () => new Response(JSON.stringify({ publicKey: 'the key' }))
    await worker.fire('pushsubscriptionchange', {})
    expect(worker.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the key' }])
  })

  it('is taken as the browser made it', async () => {
    await worker.fire('message', { data: identity })
    await worker.fire('pushsubscriptionchange', { oldSubscription, newSubscription: { endpoint: 'https://made/' } })
    expect(worker.subscribed).toEqual([])
    expect(worker.posted[0]!.body).toContain('https://made/')
  })

  it('is nobody’s after the page has said so', async () => {
    await worker.fire('message', { data: identity })
    await worker.fire('message', { data: { belfry: 'forget' } })
    await worker.fire('message', { data: { belfry: 'identity', recipient: 7 } })
    await worker.fire('message', { data: null })
    await worker.fire('pushsubscriptionchange', { oldSubscription })
    expect(worker.posted).toEqual([])
  })
})

/** Until the worker waits for a timer. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
