// Every cell of the SendGrid table in src/channels/email/outcomes.ts, and what a request holds.

import { once } from 'node:events'
import net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Channel, Message } from '../../src/channels/channel.ts'
import { email } from '../../src/channels/email/email.ts'
import { mailOf } from '../../src/channels/email/mail.ts'
import { sendgridStatuses } from '../../src/channels/email/outcomes.ts'
import { sendBySendgrid } from '../../src/channels/email/sendgrid.ts'
import { outgoing } from '../../src/channels/outgoing/outgoing.ts'
import { actions, channelOf, content, from, message, never } from './mailing.ts'
import { type SendgridAct, type SendgridServer, sendgridServer } from './sendgrid-server.ts'

const apiKey = 'SG.a-key-that-nobody-may-see'
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serverOf(act?: SendgridAct): Promise<SendgridServer> {
  const server = await sendgridServer(act)
  closers.push(() => server.close())
  return server
}

function channelTo(baseUrl: string, timeoutMs = 30_000, allowedTargets = ['127.0.0.1']): Channel {
  return channelOf(
    email({ from, replyTo: 'help@belfry.test', timeoutMs, sendgrid: { apiKey, baseUrl } }),
    allowedTargets,
  )
}

async function sent(act: SendgridAct, more: Partial<Message> = {}) {
  const server = await serverOf(act)
  const outcome = await channelTo(server.url).send(message(more), never())
  return { outcome, received: server.received }
}

describe('what SendGrid answers', () => {
  it.each(Object.entries(sendgridStatuses))('%s: %s', async (status, kind) => {
    const body = JSON.stringify({ errors: [{ message: 'in its words', field: 'to' }] })
    const { outcome, received } = await sent({ status: Number(status), body })
    expect(outcome).toMatchObject({ kind, reply: `${status} in its words` })
    expect(received).toHaveLength(1)
  })

  it.each([
    [302, 'refused'],
    [408, 'deferred'],
    [409, 'refused'],
    [418, 'refused'],
    [201, 'unknown'],
    [204, 'unknown'],
    [501, 'unknown'],
    [502, 'unknown'],
    [504, 'unknown'],
  ])('%i, which it does not document: %s', async (status, kind) => {
    const { outcome } = await sent({ status, body: '<html>a gateway</html>', headers: { location: '/elsewhere' } })
    expect(outcome.kind).toBe(kind)
  })

  it('names the mail that it has', async () => {
    const { outcome } = await sent({ status: 202, headers: { 'x-message-id': 'abc' } })
    expect(outcome).toEqual({ kind: 'delivered', reply: '202 x-message-id abc' })
  })

  it('says when there will be room again', async () => {
    const answeredWith = async (headers: Record<string, string>) => (await sent({ status: 429, headers })).outcome
    expect(await answeredWith({ 'retry-after': '7' })).toMatchObject({ kind: 'busy', retryAfterMs: 7_000 })
    const date = 'Tue, 01 Jan 2030 09:00:00 GMT'
    const reset = String(Date.parse('2030-01-01T09:00:42Z') / 1_000)
    expect(await answeredWith({ date, 'x-ratelimit-reset': reset })).toMatchObject({ retryAfterMs: 42_000 })
    expect(await answeredWith({ date, 'x-ratelimit-reset': '1' })).toMatchObject({ retryAfterMs: 60_000 })
    expect(await answeredWith({})).toMatchObject({ retryAfterMs: 60_000 })
  })
})

describe('no answer', () => {
  it('nobody listens: it was not sent', async () => {
    const server = await sendgridServer()
    await server.close()
    expect(await channelTo(server.url).send(message(), never())).toMatchObject({ kind: 'deferred' })
  })

  it('no TLS: it was not sent', async () => {
    const server = await serverOf()
    const outcome = await channelTo(server.url.replace('http:', 'https:')).send(message(), never())
    expect(outcome).toMatchObject({ kind: 'deferred' })
    expect(server.received).toEqual([])
  })

  it.each(['drop', 'half'] as const)('%s, once it has the mail: nobody can know', async (act) => {
    const { outcome, received } = await sent(act)
    expect(outcome.kind).toBe('unknown')
    expect(received).toHaveLength(1)
  })

  it('silence, until the engine gives up: nobody can know', async () => {
    const server = await serverOf('hang')
    const abort = new AbortController()
    const sending = channelTo(server.url).send(message(), abort.signal)
    await expect.poll(() => server.received.length).toBe(1)
    abort.abort()
    expect((await sending).kind).toBe('unknown')
  })

  it('the name is not known: it was not sent', async () => {
    const request = outgoing(
      { allowedTargets: [] },
      {
        lookup: async (host) => {
          throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
        },
        connect: () => expect.fail('nothing to connect to'),
      },
    )
    const options = { apiKey, baseUrl: 'https://api.sendgrid.test', request, timeoutMs: 30_000 }
    const mail = mailOf(message(), 'ana@example.com', { from: { name: null, address: 'a@belfry.test' }, replyTo: null })
    const outcome = await sendBySendgrid(options, mail, message(), never())
    expect(outcome).toMatchObject({ kind: 'deferred', reply: expect.stringContaining('ENOTFOUND') })
  })

  it('too slow before the mail is handed over: it was not sent, and that is said before the engine gives up', async () => {
    // Takes connections, and never answers to the handshake.
    const silent = net.createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const held: net.Socket[] = []
    silent.on('connection', (socket) => held.push(socket.on('error', () => {})))
    closers.push(async () => {
      for (const socket of held) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as net.AddressInfo
    const outcome = await channelTo(`https://127.0.0.1:${port}`, 200).send(message(), never())
    expect(outcome).toMatchObject({ kind: 'deferred', reply: expect.stringContaining('no answer within 190 ms') })
  })

  it('too slow after the mail was handed over: nobody can know', async () => {
    const server = await serverOf('hang')
    expect(await channelTo(server.url, 1_000).send(message(), never())).toMatchObject({ kind: 'unknown' })
  })

  it('a base on this machine that nobody has allowed: refused, without a connection', async () => {
    const server = await serverOf()
    for (const base of [server.url, server.url.replace('http:', 'https:')]) {
      const outcome = await channelTo(base, 30_000, []).send(message(), never())
      expect(outcome).toMatchObject({ kind: 'refused', reply: expect.stringMatching(/base URL.*allowedTargets/) })
    }
    expect(server.connections()).toBe(0)
  })

  it('gone before it has the mail: never called delivered or refused', async () => {
    const { outcome, received } = await sent('refuse')
    expect(['deferred', 'unknown']).toContain(outcome.kind)
    expect(received).toEqual([])
  })
})

describe('what a request holds', () => {
  it('is one mail to one person, and the delivery it is for', async () => {
    const span = {
      ...{ uid: 'meeting-42@belfry', sequence: 1, title: 'Budget review', description: null, location: null },
      ...{ start: new Date('2030-01-01T09:00:00Z'), end: new Date('2030-01-01T10:00:00Z'), timezone: 'Europe/Paris' },
    }
    const { received } = await sent({ status: 202 }, { content: content({ actions, span }), attempt: 2 })
    const [{ authorization, path, body } = fail()] = received
    expect(authorization).toBe(`Bearer ${apiKey}`)
    expect(path).toBe('POST /v3/mail/send')
    expect(body.personalizations).toEqual([
      {
        to: [{ email: 'ana@example.com', name: 'Ana' }],
        custom_args: { delivery: message().id, tenant: 'default', attempt: '2' },
      },
    ])
    expect(body).toMatchObject({
      from: { email: 'reminders@belfry.test', name: 'Belfry' },
      reply_to: { email: 'help@belfry.test' },
      subject: 'Budget review',
      content: [{ type: 'text/plain' }, { type: 'text/html' }],
      attachments: [{ type: 'text/calendar', filename: 'event.ics', disposition: 'attachment' }],
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
    })
    expect(Buffer.from(body.attachments[0].content, 'base64').toString()).toContain('UID:meeting-42@belfry')
    expect(body.headers).toMatchObject({
      'Message-ID': `<${message().id}@belfry.test>`,
      'List-Unsubscribe': `<${actions!.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(body).not.toHaveProperty('send_at')
  })

  it('does not go to what is not one address', async () => {
    const { outcome, received } = await sent({ status: 202 }, { address: 'ana@example.com, bo@example.com' })
    expect(outcome.kind).toBe('refused')
    expect(received).toEqual([])
  })

  it('keeps the key out of replies', async () => {
    const { outcome } = await sent({
      status: 401,
      body: JSON.stringify({ errors: [{ message: `what is ${apiKey}?` }] }),
    })
    expect(outcome).toMatchObject({ kind: 'deferred', reply: '401 what is ***?' })
  })
})

function fail(): never {
  throw new Error('nothing was received')
}
