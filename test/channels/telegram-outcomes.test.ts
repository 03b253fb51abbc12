// Every answer of the Bot API, and every way in which there is none, against a server that does as it is told.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel, Message, Outcome } from '../../src/channels/channel.ts'
import { type Outgoing, outgoing } from '../../src/channels/outgoing/outgoing.ts'
import { outcomes, rowOf } from '../../src/channels/telegram/outcomes.ts'
import { readOptions, type TelegramOptions, telegram, telegramChannel } from '../../src/channels/telegram/telegram.ts'
import { type OpenGround, openGround } from './ground.ts'
import { no, ok, openTelegram, type Reaction, type TelegramServer } from './telegram-server.ts'

const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
const logged: string[] = []
const log = (fields: object, message: string) => void logged.push(`${JSON.stringify(fields)} ${message}`)

let ground: OpenGround
let server: TelegramServer

beforeAll(async () => {
  ground = await openGround({ logger: { debug: log, info: log, warn: log, error: log } })
})
afterAll(() => ground.close())
beforeEach(async () => {
  server = await openTelegram()
})
afterEach(() => server.close())

/** A bot of its own each time, so that no test waits for the pace of another. */
let bots = 100
const make = (more: Partial<TelegramOptions> = {}): Channel => {
  const rates = { perSecond: 100_000, perChatSecond: 100_000, perGroupMinute: 1_000_000 }
  return telegram({ token: `${bots++}${token}`, apiRoot: server.url, rates, ...more }).make(ground)
}

const message = (more: Partial<Message> = {}): Message => ({
  ...{
    id: '0f0e0d0c-0b0a-0908-0706-050403020100.0000000000000001',
    tenant: 'default',
    recipient: 'ana',
    address: '42',
  },
  ...{
    entity: { type: 'note', id: '1' },
    kind: 'once',
    occurrence: 'once',
    title: 'A & B',
    body: 'Line <two>',
    data: null,
  },
  ...{ dueAt: new Date('2030-01-01T00:00:00Z'), usefulUntil: null, timezone: 'UTC', locale: 'en', attempt: 1, ...more },
})

const send = (channel: Channel, more: Partial<Message> = {}, signal = new AbortController().signal) =>
  channel.send(message(more), signal)

const blocked = { kind: 'gone', fault: 'blocked' } as const
const bad = (words: string, parameters?: object) => no(400, `Bad Request: ${words}`, parameters)
const not = (words: string) => no(403, `Forbidden: ${words}`)

/** The row of the table, what the server does, what it means. */
const cells: [string, Reaction, Partial<Outcome>][] = [
  ['ok', ok, { kind: 'delivered', reply: 'message 7' }],
  ['ok', { status: 200, body: { ok: true } }, { kind: 'delivered' }],
  ['ok', { status: 200, body: `{"ok":true,"result":{"text":"${'x'.repeat(70_000)}"}}` }, { kind: 'delivered' }],
  ['429', no(429, 'Too Many Requests: retry after 3', { retry_after: 3 }), { kind: 'busy', retryAfterMs: 3_000 }],
  ['429', { status: 429, body: 'slow down', headers: { 'retry-after': '2' } }, { kind: 'busy', retryAfterMs: 2_000 }],
  ['429', { status: 429 }, { kind: 'busy', retryAfterMs: 5_000 }],
  [
    '400 with another chat id',
    bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1_009_876_543_210 }),
    { kind: 'busy', retryAfterMs: 1_000 },
  ],
  ['400 with another chat id', bad('upgraded', { migrate_to_chat_id: 42 }), { kind: 'refused' }],
  ['400 for its form', bad('can\'t parse entities: Unsupported start tag "u2" at byte offset 4'), { kind: 'refused' }],
  ['400 for its form', bad('BUTTON_URL_INVALID'), { kind: 'refused' }],
  ['400 no such chat', bad('chat not found'), { kind: 'gone', fault: 'gone' }],
  ['400 no such chat', bad('PEER_ID_INVALID'), { kind: 'gone', fault: 'gone' }],
  ['400 no such chat', bad('group chat was deactivated'), { kind: 'gone', fault: 'gone' }],
  ['403 deactivated', not('user is deactivated'), { kind: 'gone', fault: 'gone' }],
  ['403', not('bot was blocked by the user'), blocked],
  ['403', not('bot was kicked from the supergroup chat'), blocked],
  ['403', not('bot is not a member of the channel chat'), blocked],
  ['403', not("bot can't initiate conversation with a user"), blocked],
  ['403', { status: 403, body: { ok: false, error_code: 403 } }, blocked],
  ['401 or 404: the token', no(401, 'Unauthorized'), { kind: 'deferred' }],
  ['401 or 404: the token', no(404, 'Not Found'), { kind: 'deferred' }],
  ['401 or 404: the token', { status: 404, body: '<html>' }, { kind: 'deferred' }],
  ['409', no(409, 'Conflict: terminated by other getUpdates request'), { kind: 'deferred' }],
  ['400 and other 4xx of the Bot API', bad('message is too long'), { kind: 'refused' }],
  ['400 and other 4xx of the Bot API', bad('message text is empty'), { kind: 'refused' }],
  ['400 and other 4xx of the Bot API', bad('message thread not found'), { kind: 'refused' }],
  ['400 and other 4xx of the Bot API', bad('not enough rights to send text messages to the chat'), { kind: 'refused' }],
  ['400 and other 4xx of the Bot API', no(413, 'Request Entity Too Large'), { kind: 'refused' }],
  [
    '400 and other 4xx of the Bot API',
    { status: 200, body: { ok: false, error_code: 400, description: 'x' } },
    { kind: 'refused' },
  ],
  ['4xx of somebody between', { status: 403, body: '<h1>Forbidden by the firewall</h1>' }, { kind: 'deferred' }],
  ['4xx of somebody between', { status: 400, body: 'Bad Request: chat not found' }, { kind: 'deferred' }],
  ['4xx of somebody between', { status: 407 }, { kind: 'deferred' }],
  ['asked to go elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, { kind: 'deferred' }],
  ['asked to go elsewhere', { status: 308, headers: { location: 'http://127.0.0.1:9/' } }, { kind: 'deferred' }],
  ['anything else', { status: 303, headers: { location: 'http://127.0.0.1:9/' } }, { kind: 'unknown' }],
  ['anything else', { status: 200, body: 'welcome to the hotel' }, { kind: 'unknown' }],
  ['anything else', { status: 200, body: { ok: false } }, { kind: 'unknown' }],
  ['anything else', { status: 200, body: '{"ok":tr' }, { kind: 'unknown' }],
  ['anything else', { status: 204 }, { kind: 'unknown' }],
  ['anything else', { status: 202, body: { ok: true } }, { kind: 'unknown' }],
  ['anything else', no(500, 'Internal Server Error'), { kind: 'unknown' }],
  ['anything else', { status: 502, body: '<html>Bad Gateway' }, { kind: 'unknown' }],
  ['anything else', { status: 503 }, { kind: 'unknown' }],
  ['anything else', no(504, 'Gateway Timeout'), { kind: 'unknown' }],
]

describe('an answer', () => {
  it.each(cells)('%s: %j', async (row, reaction, outcome) => {
    const { status, body = '', headers = {} } = reaction as Exclude<Reaction, string>
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(rowOf({ kind: 'answered', status, headers, body: text })).toBe(row)
    server.script(() => reaction)
    const channel = make()
    expect(await send(channel)).toMatchObject(outcome)
    // What was definitely refused for its form was asked for a second time; nothing else ever is.
    expect(server.calls).toHaveLength(row === '400 for its form' ? 2 : 1)
    await channel.close?.()
  })

  it('has a test for each row of the table', () => {
    expect(new Set(cells.map(([row]) => row))).toEqual(new Set(outcomes.map(({ name }) => name)))
  })
})

describe('an answer that the database is too slow to note', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  it.each<[string, Reaction]>([
    ['429', no(429, 'Too Many Requests', { retry_after: 3 })],
    ['another chat id', bad('upgraded', { migrate_to_chat_id: -1_009_876_543_210 })],
  ])('%s: is said before the engine gives up', async (_, reaction) => {
    vi.useFakeTimers()
    const run = async (name: string) =>
      name === 'take-permit' ? [{ granted: true, wait_ms: 0 }] : await new Promise<never>(() => {})
    const { status, body } = reaction as Exclude<Reaction, string>
    const post: Outgoing = async () => {
      vi.setSystemTime(Date.now() + 14_400)
      return { kind: 'answered', status, headers: {}, body: JSON.stringify(body) }
    }
    const slow = { ...ground, db: { ...ground.db, run } as never }
    const channel = telegramChannel(readOptions({ token, apiRoot: 'https://telegram.test' }), slow, post)
    const sending = send(channel)
    let outcome: Outcome | null = null
    void sending.then((said) => {
      outcome = said
    })
    await vi.advanceTimersByTimeAsync(500)
    expect(outcome).toMatchObject({ kind: 'busy' })
  })
})

describe('no answer', () => {
  it('dropped when it had everything, in the middle of a line: unknown', async () => {
    for (const reaction of ['drop', 'half a head'] as const) {
      server.script(() => reaction)
      expect(await send(make()), reaction).toMatchObject({ kind: 'unknown' })
    }
    expect(server.calls).toHaveLength(2)
  })

  it('dropped in the middle of a body that says ok: delivered', async () => {
    server.script(() => 'half a body')
    expect(await send(make())).toMatchObject({ kind: 'delivered' })
  })

  it('closed before it read anything: unknown, because nobody can know what it had', async () => {
    server.refuseConnections(true)
    expect(await send(make())).toMatchObject({ kind: 'unknown' })
    expect(server.calls).toEqual([])
  })

  it('hanging until the engine gives up: unknown', async () => {
    server.script(() => 'hang')
    const abort = new AbortController()
    const sending = send(make(), {}, abort.signal)
    await server.called(1)
    abort.abort(new Error('send timed out'))
    expect(await sending).toMatchObject({ kind: 'unknown' })
  })

  it('given up before it began: deferred, and nothing is sent', async () => {
    expect(await send(make(), {}, AbortSignal.abort())).toMatchObject({ kind: 'deferred' })
    expect(server.calls).toEqual([])
  })

  it('refused: deferred', async () => {
    await server.close()
    expect(await send(make())).toMatchObject({ kind: 'deferred', reply: expect.stringContaining('ECONNREFUSED') })
    server = await openTelegram()
  })

  it('TLS that cannot be: deferred', async () => {
    expect(await send(make({ apiRoot: server.url.replace('http:', 'https:') }))).toMatchObject({ kind: 'deferred' })
    expect(server.calls).toEqual([])
  })

  it.each([
    ['unsent', 'ENOTFOUND api.telegram.org', 'deferred'],
    ['unsent', 'no answer within 4000 ms', 'deferred'],
    ['blocked', 'a private address', 'deferred'],
    ['lost', 'no answer within 12000 ms', 'unknown'],
  ] as const)('%s, %s: %s', async (kind, why, outcome) => {
    const channel = telegramChannel(readOptions({ token: `${bots++}${token}` }), ground, async () => ({ kind, why }))
    expect(await send(channel)).toMatchObject({ kind: outcome, reply: why })
  })

  it('and something thrown on the way: unknown', async () => {
    const channel = telegramChannel(readOptions({ token: `9${token}` }), ground, async () => {
      throw new Error(`could not POST /bot9${token}/sendMessage`)
    })
    expect(await send(channel)).toEqual({ kind: 'unknown', reply: 'could not POST /bot(token)/sendMessage' })
  })
})

describe('a message', () => {
  it('goes to its chat and topic as HTML, without previews', async () => {
    await send(make(), { address: '-1001234567890/17' })
    expect(server.calls[0]!.path).toMatch(/^\/bot\d+4711:\S+\/sendMessage$/)
    expect(server.calls[0]!.payload).toEqual({
      ...{ chat_id: -1_001_234_567_890, message_thread_id: 17, parse_mode: 'HTML' },
      ...{ text: 'A &amp; B\n\nLine &lt;two&gt;', link_preview_options: { is_disabled: true } },
    })
  })

  it('is sent once more as plain text, without links, where its form was refused', async () => {
    const form = bad('can\'t parse entities: Can\'t find end tag corresponding to start tag "b"')
    server.script(({ payload }) => (payload.parse_mode === 'HTML' ? form : ok))
    const root = 'https://example.com/r/t'
    const actions = { open: root, done: root, snooze: root, unsubscribe: root, token: 't' }
    const content = {
      subject: 's',
      text: 'plain <b>',
      html: '<b>x',
      actions,
      span: null,
      calendar: null,
      recipientName: null,
      count: 1,
    }
    expect(await send(make(), { content })).toMatchObject({ kind: 'delivered' })
    expect(server.calls.map(({ payload }) => [payload.text, payload.reply_markup !== undefined])).toEqual([
      ['<b>x', true],
      ['plain <b>', false],
    ])
  })

  it('goes without moments of Telegram’s own to a server that has never heard of them, from the second on', async () => {
    const form = bad('can\'t parse entities: Unsupported start tag "tg-time" at byte offset 0')
    server.script(({ payload }) => (/<tg-time/.test(String(payload.text)) ? form : ok))
    const channel = make()
    const texts = {
      subject: 's',
      text: 'At 09:00',
      html: '<b>At <tg-time unix="1922432400" format="t">09:00</tg-time></b>',
    }
    const rest = { actions: null, span: null, calendar: null, recipientName: null, count: 1 }
    for (const address of ['42', '43'])
      expect(await send(channel, { address, content: { ...texts, ...rest } })).toMatchObject({ kind: 'delivered' })
    expect(server.calls.map(({ payload }) => [payload.chat_id, payload.text])).toEqual([
      [42, texts.html],
      [42, 'At 09:00'],
      [43, '<b>At 09:00</b>'],
    ])
  })

  it('whose second form ends unknown is unknown', async () => {
    server.script(({ payload }) => (payload.parse_mode === 'HTML' ? bad("can't parse entities: x") : 'drop'))
    expect(await send(make())).toMatchObject({ kind: 'unknown' })
  })

  it('to an address that is none is refused', async () => {
    for (const address of [null, 'ana@example.com', '1,2'])
      expect(await send(make(), { address })).toMatchObject({ kind: 'refused' })
    expect(server.calls).toEqual([])
  })
})

describe('the token', () => {
  it('is in no reply and no log line, whatever the other side says', async () => {
    logged.length = 0
    const replies: (string | undefined)[] = []
    const own = `555${token}`
    const channel = make({ token: own })
    const secret = own.slice(own.indexOf(':') + 1)
    const echo = `POST /bot${own}/sendMessage and ${secret}`
    const answers: Reaction[] = [
      ...[no(400, echo), no(401, echo), no(403, echo), no(500, echo)],
      ...[{ status: 502, body: echo }, no(400, echo, { migrate_to_chat_id: -1_005 }), 'drop' as const],
      // The last: whoever comes after it may be told to wait.
      no(429, echo, { retry_after: 0 }),
    ]
    for (const [i, reaction] of answers.entries()) {
      server.script(() => reaction)
      // Each to another chat: one chat has its turns, and this is about words, not pace.
      const { reply } = (await send(channel, { address: String(7_000 + i) })) as { reply?: string }
      replies.push(reply)
    }
    expect(server.calls).toHaveLength(answers.length)
    expect(replies.filter((reply) => reply?.includes('(token)')).length).toBeGreaterThan(3)
    expect(JSON.stringify([...replies, ...logged])).not.toContain(secret)
    expect(logged).toHaveLength(1)
  })

  it('is in no error about the options', () => {
    for (const options of [{ token: `${token} ` }, { token, apiRoot: 'nowhere' }, { token, rates: { perSecond: 0 } }])
      expect(() => telegram(options)).toThrow(
        expect.objectContaining({ code: 'invalid_input', message: expect.not.stringContaining('AAbb') }),
      )
  })
})

describe('options', () => {
  it.each([
    [{}, '/telegram/token'],
    [{ token: 'x' }, '/telegram/token'],
    [{ token, tokn: 1 }, '/telegram/tokn'],
    [{ token, apiRoot: 'ftp://example.com' }, '/telegram/apiRoot'],
    [{ token, apiRoot: 'https://me:secret@example.com' }, '/telegram/apiRoot'],
    [{ token, apiRoot: 'https://example.com/?a' }, '/telegram/apiRoot'],
    [{ token, concurrency: 0 }, '/telegram/concurrency'],
    [{ token, rates: { perSecond: Number.NaN } }, '/telegram/rates/perSecond'],
    [{ token, rates: { perHour: 1 } }, '/telegram/rates/perHour'],
    [{ token, callbackButtons: 'yes' }, '/telegram/callbackButtons'],
  ])('%j are refused at %s', (options, field) => {
    expect(() => telegram(options as TelegramOptions)).toThrow(expect.objectContaining({ field }))
  })

  it('have defaults, and a path in front of the Bot API is kept', () => {
    expect(readOptions({ token })).toEqual({
      ...{ token, apiRoot: 'https://api.telegram.org', concurrency: 25, signingKey: null, callbackTenant: null },
      ...{ everyMs: 40, chatEveryMs: 1_000, groupEveryMs: 3_000 },
    })
    expect(readOptions({ token, apiRoot: 'http://10.0.0.1:8081/tg//' }).apiRoot).toBe('http://10.0.0.1:8081/tg')
    expect(telegramChannel(readOptions({ token }), ground, outgoing({ allowedTargets: [] }))).toMatchObject({
      ...{ name: 'telegram', idempotent: false, format: 'chat', timeoutMs: 15_000, concurrency: 25 },
    })
  })
})
