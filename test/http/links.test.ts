// Links in messages: whoever only looks changes nothing, a button does what it says, and what is no link says nothing.

import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { actionToken } from '../../src/access/action-token.ts'
import { createApp } from '../../src/http/app.ts'
import { type MemoryChannel, type Message, memoryChannel } from '../../src/index.ts'
import { reminder, useDatabase } from '../integration/running.ts'

const { start, atEnd } = useDatabase()
const publicUrl = 'https://bells.example.com'
const logged: unknown[] = []
const log = (fields: object, message: string) => void logged.push({ ...fields, message })
const logger = { debug: log, info: log, warn: log, error: log }

const mail = () => ({ ...memoryChannel({ name: 'email' }), format: 'email' as const })
const ladder = ['email', { channel: 'web_push', after: 'PT5M' }, { channel: 'telegram', after: 'PT10M' }]

interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

type Ask = (
  method: 'GET' | 'HEAD' | 'POST',
  url: string,
  body?: string,
  headers?: Record<string, string>,
) => Promise<Page>

function asking(app: FastifyInstance): Ask {
  return async (method, url, body, headers = {}) => {
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({
      method,
      url: url.replace(publicUrl, ''),
      headers: { host: 'bells.example.com', ...form, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers as Page['headers'], text: answer.body }
  }
}

/** A reminder that has come by mail; two more channels are to follow. */
async function mailed(more: object = {}, person: object = {}, perMinute = 0) {
  const channels = [mail(), memoryChannel({ name: 'web_push' }), memoryChannel({ name: 'telegram' })]
  const test = await start({ channels, publicUrl })
  const { belfry, advance } = test
  await belfry.recipients.put({ id: 'ana', ...person })
  const secret = await belfry.access.signingSecret(undefined)
  const app = createApp({
    ...{ belfry, secret, publicUrl, version: '0.0.0', logger },
    requestsPerMinute: { key: 0, address: 0, stranger: perMinute },
  })
  await app.ready()
  atEnd(() => app.close())
  await belfry.reminders.schedule(reminder('1', { channels: ladder, title: 'Call mom', ...more }))
  await advance('PT1M')
  const [message] = channels[0]!.sent as Message[]
  const links = message!.content!.actions!
  const sent = () => channels.map((channel: MemoryChannel) => channel.sent.length)
  return { ...test, ask: asking(app), mailbox: channels[0]!.sent, message: message!, links, sent, secret }
}

describe('a link', () => {
  it('is short, and names no one', async () => {
    const { links, message, secret } = await mailed()
    expect(links).toEqual({
      open: `${publicUrl}/r/${links.token}`,
      done: `${publicUrl}/r/${links.token}?a=done`,
      snooze: `${publicUrl}/r/${links.token}?a=snooze`,
      unsubscribe: `${publicUrl}/r/${links.token}?a=unsubscribe`,
      token: expect.stringMatching(/^[\w-]{60,100}$/),
    })
    const longest = actionToken({ tenant: 'x'.repeat(64), delivery: message.id }, secret)!
    expect(longest.length).toBeLessThanOrEqual(200)
    expect(actionToken({ tenant: 'default', delivery: 'a bundle' }, secret)).toBeNull()
  })

  it('is not there without an address of the server', async () => {
    const channel = mail()
    const { belfry, advance } = await start({ channels: [channel] })
    await belfry.reminders.schedule(reminder('1', { channels: ['email'] }))
    await advance('PT1M')
    expect(channel.sent[0]!.content!.actions).toBeNull()
  })
})

describe('looking', () => {
  it('shows what it is about, when it is due on their clock, and changes nothing, however often', async () => {
    const { ask, links, belfry, advance, sent, message } = await mailed(
      { body: '<b>She</b> waits' },
      { timezone: 'Europe/Paris' },
    )
    for (const url of [links.open, links.done, links.snooze, links.unsubscribe]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers } = await ask(method, url)
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
          'content-security-policy': expect.stringMatching(
            /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
          ),
        })
      }
    }
    const { text } = await ask('GET', links.open)
    expect(text).toContain('<h1>Call mom</h1>')
    expect(text).toContain('&lt;b&gt;She&lt;/b&gt; waits')
    expect(text).toMatch(/When: <time[^>]*>1:01 AM CET</)
    expect(text).not.toContain('<script')
    expect(await belfry.deliveries.standing(message.id)).toMatchObject({ state: 'open', unsubscribed: false })
    await advance('PT1H')
    expect(sent()).toEqual([1, 1, 1])
  })

  it('has the button first that the link is for, and speaks Korean to who does', async () => {
    const { ask, links } = await mailed({}, { locale: 'ko', timezone: 'Asia/Seoul' })
    const order = async (url: string) =>
      [...(await ask('GET', url)).text.matchAll(/value="(done|snooze|unsubscribe)"/g)].map(([, name]) => name)
    expect(await order(links.done)).toEqual(['done', 'snooze', 'unsubscribe'])
    expect(await order(links.snooze)).toEqual(['snooze', 'done', 'unsubscribe'])
    expect(await order(links.unsubscribe)).toEqual(['unsubscribe', 'done', 'snooze'])
    const main = async (url: string) =>
      [...(await ask('GET', url)).text.matchAll(/class="main" name="\w+" value="(\w+)"/g)].map(([, name]) => name)
    expect(await main(links.done)).toEqual(['done'])
    expect(await main(links.snooze)).toEqual(['PT10M', 'PT1H', 'tomorrow'])
    expect(await main(links.unsubscribe)).toEqual(['unsubscribe'])
    const { text, headers } = await ask('GET', links.open)
    expect(headers['content-language']).toBe('ko')
    expect(text).toContain('<html lang="ko">')
    expect(text).toMatch(/일시: <time[^>]*>오전 9:01\(GMT\+9\)</)
  })
})

describe('the page', () => {
  it('says when it is in the words of the mail: the moment it is about, not the one at which it rang', async () => {
    const { ask, belfry, advance, mailbox } = await mailed({}, { timezone: 'Europe/Paris' })
    const zone = { timezone: 'Europe/Paris' }
    await belfry.entities.put({
      ...{
        type: 'meeting',
        id: '42',
        title: 'Budget review',
        recipients: ['ana'],
        plan: ['-PT24H'],
        channels: ['email'],
      },
      ...{ at: '2030-01-08T10:00:00', ...zone, anchors: { end: { at: '2030-01-08T11:30:00', ...zone } } },
    })
    await advance('P6DT12H')
    const message = mailbox.find(({ entity }) => entity.id === '42')!
    const when = 'Tuesday, January 8, 10:00 AM – 11:30 AM CET'
    expect(message.content!.text).toContain(when)
    const page = async () => (await ask('GET', message.content!.actions!.open)).text
    expect(await page()).toContain(`When: <time datetime="2030-01-08T09:00:00.000Z">${when}</time>`)
    await ask('POST', message.content!.actions!.done, 'action=done')
    expect(await page()).toMatch(/Done on Monday, January 7, 2030, 1:01 PM CET\./)
  })
})

describe('a button', () => {
  it('Done in the mail stops the push and the Telegram message still to come', async () => {
    const { ask, links, advance, sent, belfry, message } = await mailed()
    expect(sent()).toEqual([1, 0, 0])
    const { status, text } = await ask('POST', links.done, 'action=done')
    expect(status).toBe(200)
    expect(text).toContain('<p class="said" role="status">Done.</p>')
    await advance('P1D')
    expect(sent()).toEqual([1, 0, 0])
    const { items } = await belfry.deliveries.list({ recipient: 'ana' })
    const states = items.map(({ channel, state, reason }) => [channel, state, reason])
    expect(Object.fromEntries(states.map(([channel, ...rest]) => [channel, rest]))).toEqual({
      email: ['sent', null],
      web_push: ['cancelled', 'acknowledged'],
      telegram: ['cancelled', 'acknowledged'],
    })
    const { items: trail } = await belfry.audit.list({ reminder: message.id.split('.')[0]! })
    expect(trail.filter(({ action }) => action === 'acknowledged')).toMatchObject([{ actor: 'link:email' }])
    expect((await ask('GET', links.open)).text).toContain('Done on Tuesday, January 1, 2030')
  })

  it('snoozes, and says until when', async () => {
    const { ask, links, advance, sent } = await mailed()
    expect((await ask('POST', links.snooze, 'action=snooze&for=PT1H')).text).toMatch(
      /Rings again on Tuesday, January 1, 2030.{1,4}1:01\sAM UTC\./,
    )
    await advance('PT30M')
    expect(sent()).toEqual([1, 0, 0])
    await advance('PT30M')
    expect(sent()).toEqual([2, 0, 0])
    expect((await ask('POST', links.open, 'action=snooze&for=tomorrow')).text).toContain('It has rung again since.')
  })

  it('takes back what was said, on the page that says that it was done', async () => {
    const { ask, links, belfry, message, advance, sent } = await mailed()
    expect((await ask('GET', links.open)).text).not.toContain('value="undo"')
    const done = await ask('POST', links.open, 'action=done')
    expect(done.text).toContain('<button class="plain" name="action" value="undo">Undo</button>')
    const undone = await ask('POST', links.open, 'action=undo')
    expect(undone.status).toBe(200)
    expect(undone.text).toContain('Taken back.')
    expect(undone.text).toContain('value="done"')
    expect(undone.text).not.toContain('value="undo"')
    expect(await belfry.deliveries.standing(message.id)).toMatchObject({ state: 'open' })
    await ask('POST', links.open, 'action=snooze&for=PT10M')
    await ask('POST', links.open, 'action=undo')
    await advance('P1D')
    expect(sent()[0]).toBe(1)
    expect((await ask('POST', links.open, 'action=snooze&for=PT10M')).text).toContain('Rings again')
    await advance('PT10M')
    expect((await ask('POST', links.open, 'action=undo')).text).toContain('That cannot be taken back any more')
  })

  it('answers a service worker in JSON, and the second time the same', async () => {
    const { ask, links } = await mailed()
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const first = await ask('POST', links.open, '{"action":"done"}', headers)
    expect(first.status).toBe(200)
    expect(JSON.parse(first.text)).toEqual({
      action: 'done',
      result: 'done',
      at: { instant: '2030-01-01T00:01:00.000Z', local: '2030-01-01T00:01:00', timezone: 'UTC' },
      dueAt: null,
    })
    expect((await ask('POST', links.open, '{"action":"done"}', headers)).text).toBe(first.text)
    const later = await ask('POST', links.open, '{"action":"snooze","for":"PT10M"}', headers)
    expect(JSON.parse(later.text)).toMatchObject({ action: 'snooze', result: 'already_done' })
  })

  it('of a mail program unsubscribes with one click, however it sends its form', async () => {
    const { ask, links, belfry } = await mailed()
    const version = async () => (await belfry.recipients.get('ana'))!.version
    const before = await version()
    expect((await ask('POST', links.unsubscribe, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect(await version()).toBe(before + 1)
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const again = await ask('POST', links.unsubscribe, multipart, { 'content-type': 'multipart/form-data; boundary=x' })
    expect(again.status).toBe(200)
    expect(again.text).toContain('You will get no more reminders about “note” by email.')
    expect(await version()).toBe(before + 1)
  })

  it('that is none of ours does nothing, and says so without details', async () => {
    const { ask, links, belfry, message } = await mailed()
    for (const body of ['', 'action=explode', 'action=snooze', 'action=snooze&for=never', 'for=PT1H', '%00'])
      expect((await ask('POST', links.done, body)).status).toBe(400)
    expect((await ask('POST', links.done, '<done/>', { 'content-type': 'text/xml' })).status).toBe(415)
    expect((await ask('POST', links.done, `action=done&x=${'y'.repeat(5_000)}`)).status).toBe(413)
    expect(await belfry.deliveries.standing(message.id)).toMatchObject({ state: 'open' })
  })
})

describe('what is no link', () => {
  it('is not there: forged, cut, of another secret, or of what is gone', async () => {
    const { ask, links, belfry, message, secret } = await mailed()
    const { token } = links
    const forged = [
      'x',
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `B${token.slice(1)}`,
      actionToken({ tenant: 'default', delivery: message.id }, Buffer.alloc(32))!,
    ]
    for (const one of forged) {
      const { status, text } = await ask('GET', `/r/${one}`)
      expect([status, text.includes('mom')], one).toEqual([404, false])
      expect((await ask('POST', `/r/${one}`, 'action=done')).status).toBe(404)
    }
    const other = actionToken({ tenant: 'other', delivery: message.id }, secret)!
    await belfry.tenants.put({ id: 'other' })
    expect((await ask('GET', `/r/${other}`)).status).toBe(410)
    await belfry.recipients.delete('ana')
    const gone = await ask('GET', links.open, undefined, { 'accept-language': 'ko-KR,ko;q=0.9' })
    expect(gone).toMatchObject({ status: 410, headers: { 'content-language': 'ko' } })
  })

  it('nor one that has expired, though it was ours', async () => {
    const { ask, links, secret, belfry, message } = await mailed()
    const payload = Buffer.from(links.token, 'base64url').subarray(0, -16)
    payload.writeUInt32BE(Math.floor(Date.parse('2020-01-01T00:00:00Z') / 3_600_000), 1)
    const signature = createHmac('sha256', secret).update('action-token.').update(payload).digest().subarray(0, 16)
    const expired = Buffer.concat([payload, signature]).toString('base64url')
    expect((await ask('GET', `/r/${expired}`)).status).toBe(410)
    expect((await ask('POST', `/r/${expired}`, 'action=done')).status).toBe(410)
    const problem = await ask('POST', `/r/${expired}`, '{"action":"done"}', {
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(JSON.parse(problem.text)).toMatchObject({ status: 410, code: 'link_expired' })
    expect(await belfry.deliveries.standing(message.id)).toMatchObject({ state: 'open' })
  })

  it('is tried so often, and is in no log', async () => {
    logged.length = 0
    const { ask, links } = await mailed({}, {}, 3)
    for (let i = 0; i < 3; i++) expect((await ask('GET', '/r/no-such-token')).status).toBe(404)
    const { status, headers, text } = await ask('GET', '/r/no-such-token')
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain('<h1>Too many requests</h1>')
    const json = await ask('GET', '/r/no-such-token', undefined, { accept: 'application/json' })
    expect(JSON.parse(json.text)).toMatchObject({ status: 429, code: 'rate_limited' })
    // Good ones are not counted: a program that looks at a company's mail follows them all from one address.
    for (let i = 0; i < 9; i++) expect((await ask('GET', links.open)).status).toBe(200)
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toContain(links.token)
    expect(JSON.stringify(logged)).toContain('/r/:token')
  })
})
