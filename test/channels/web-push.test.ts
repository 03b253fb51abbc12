// What a message is when it leaves: its headers, what browsers read in it, and who may be sent to.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Content } from '../../src/channels/content.ts'
import { webPush } from '../../src/channels/index.ts'
import { createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { messageFor, onThisMachine, type Pushing, startPushing, subject, untilTheEnd } from './pushing.ts'

let database: TestDatabase
let pushing: Pushing
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pushing = await startPushing(database.url)
  await pushing.belfry.clock.set(new Date('2030-01-01T09:00:00Z'))
})
afterAll(async () => {
  await pushing.close()
  await database.drop()
})

async function sent(more: Parameters<typeof messageFor>[1] = {}) {
  const id = `p${++people}`
  const [browser] = await pushing.person(id, id)
  expect(await pushing.channel.send(messageFor(id, more), untilTheEnd())).toMatchObject({ kind: 'delivered' })
  const [pushed] = pushing.service.taken.filter(({ device }) => device === id)
  return { headers: pushed!.headers, body: pushed!.body, payload: browser!.read(pushed!) }
}

const content = (more: Partial<Content> = {}): Content => ({
  ...{ subject: 'Call mom', text: 'Today at 10:00 CET, your time', html: null, span: null, calendar: null },
  ...{ recipientName: null, count: 1, actions: null },
  ...more,
})
const actions = {
  ...{ open: 'https://remind.example.com/r/abc', done: '', snooze: '', unsubscribe: '', token: 'abc' },
}

describe('a message', () => {
  it('is for its push service, in the encoding that every one of them takes', async () => {
    const { headers, body } = await sent()
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', 'content-length': String(body.length) })
    expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/)
    expect(headers.authorization).toContain(`k=${await pushing.belfry.push.publicKey()}`)
  })

  it('has a topic of its own, the same at each attempt', async () => {
    const [one, again, other] = [await sent(), await sent({ attempt: 2 }), await sent({ id: 'another' })]
    expect(one.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(again.headers.topic).toBe(one.headers.topic)
    expect(other.headers.topic).not.toBe(one.headers.topic)
  })

  it('is kept by the push service for as long as it is useful', async () => {
    const ttl = async (usefulUntil: string | null) =>
      Number((await sent({ usefulUntil: usefulUntil === null ? null : new Date(usefulUntil) })).headers.ttl)
    expect(await ttl('2030-01-01T10:30:00.900Z')).toBe(5_400)
    expect(await ttl('2030-01-01T08:00:00Z')).toBe(0)
    expect(await ttl('2039-01-01T00:00:00Z')).toBe(2_419_200)
    expect(await ttl(null)).toBe(2_419_200)
  })

  it('wakes a device only for what is critical or near', async () => {
    const urgency = async (more: Parameters<typeof messageFor>[1]) => (await sent(more)).headers.urgency
    expect(await urgency({})).toBe('normal')
    expect(await urgency({ critical: true })).toBe('high')
    expect(await urgency({ usefulUntil: new Date('2030-01-01T09:30:00Z') })).toBe('high')
    expect(await urgency({ usefulUntil: new Date('2030-01-02T09:30:00Z') })).toBe('normal')
  })

  it('says what the service worker needs, and has buttons where the server can be reached', async () => {
    const { payload } = await sent({ content: content({ actions }), locale: 'ko-KR' })
    expect(payload).toEqual({
      id: messageFor('x').id,
      tag: messageFor('x').id,
      title: 'Call mom',
      body: 'Today at 10:00 CET, your time',
      url: 'https://remind.example.com/r/abc',
      token: 'abc',
      actions: [
        { action: 'done', title: '완료' },
        { action: 'snooze', title: '나중에' },
      ],
      due: '2030-01-01T09:00:00.000Z',
      lang: 'ko-KR',
    })
    expect((await sent({ content: content() })).payload).toMatchObject({ url: null, token: null, actions: [] })
  })

  it('does not repeat its title, and opens what its maker wants', async () => {
    const plain = content({ text: 'Call mom\n\nShe has news' })
    const { payload } = await sent({ content: plain, data: { url: 'https://app.example.com/notes/7' } })
    expect(payload).toMatchObject({ body: 'She has news', url: 'https://app.example.com/notes/7' })
    for (const url of ['javascript:alert(1)', 'http://app.example.com/', 'https://', 7, null])
      expect((await sent({ content: plain, data: { url } })).payload.url).toBe(null)
  })

  it('is cut to fit, and never fails for its length', async () => {
    const long = await sent({ content: content({ text: '📅 무척 긴 문장 '.repeat(2_000), actions }) })
    expect(long.body.length).toBeLessThanOrEqual(4_096)
    expect(long.payload).toMatchObject({ title: 'Call mom', token: 'abc' })
    expect(long.payload.body).toMatch(/…$/)
    expect((long.payload.body as string).isWellFormed()).toBe(true)
    expect((long.payload.body as string).length).toBeGreaterThan(900)
    const both = await sent({ content: content({ subject: '"\u0001'.repeat(2_000), text: 'x'.repeat(20_000) }) })
    expect(both.body.length).toBeLessThanOrEqual(4_096)
    expect(both.payload).toMatchObject({ body: '' })
    expect(both.payload.title).toMatch(/…$/)
  })
})

describe('the key', () => {
  it('is made once, by whichever server comes first, and is nowhere in the clear', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () =>
        createBelfry({ database: database.url, ...onThisMachine, channels: [webPush({ subject })] }),
      ),
    )
    const keys = await Promise.all([pushing.belfry, ...others].map((one) => one.push.publicKey()))
    expect(new Set(keys).size).toBe(1)
    expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(65)
    await Promise.all(others.map((one) => one.close()))
  })

  it('may be that of the system before', async () => {
    const { publicKey, privateKey } = {
      publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    }
    const channels = [webPush({ subject, publicKey, privateKey })]
    const belfry = await createBelfry({ database: database.url, ...onThisMachine, channels })
    expect(await belfry.push.publicKey()).toBe(publicKey)
    await belfry.close()
    expect(() => webPush({ subject, publicKey })).toThrow(/\/privateKey/)
  })

  it('is not there in demo mode', async () => {
    const belfry = await createBelfry({ database: database.url, ...onThisMachine })
    await expect(belfry.push.publicKey()).rejects.toMatchObject({ code: 'unknown_channel' })
    await belfry.close()
  })

  it('that does not open sends nothing, and takes the message up again later', async () => {
    const wrong = await startPushing(database.url, { encryptionKey: 'another key, long enough' })
    const [browser] = await pushing.person('sealed', 'sealed')
    expect(browser).toBeDefined()
    expect(await wrong.channel.send(messageFor('sealed'), untilTheEnd())).toMatchObject({ kind: 'busy' })
    await wrong.close()
  })
})

describe('options', () => {
  it('are read strictly', () => {
    const refused = (options: object) => expect(() => webPush(options as never))
    refused({}).toThrow(/\/subject/)
    refused({ subject: 'mailto:ops@localhost' }).toThrow(/not localhost/)
    refused({ subject, ttl: 7 }).toThrow(/\/ttl/)
    refused({ subject, ttlMaxSeconds: -1 }).toThrow(/\/ttlMaxSeconds/)
    refused({ subject, concurrency: 0 }).toThrow(/\/concurrency/)
  })

  it('a device is no address to be written down', () => {
    const { channel } = pushing
    expect(() => channel.readAddress?.('https://push.example.net/abc', '/addresses/web_push')).toThrow(
      /push\.subscribe/,
    )
  })
})
