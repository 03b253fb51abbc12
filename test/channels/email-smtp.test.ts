// The normal way of a mail by SMTP, with a server that others have written; connections that are kept; set-ups that are wrong.

import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { Channel, Outcome } from '../../src/channels/channel.ts'
import { type EmailOptions, email } from '../../src/channels/email/email.ts'
import { readSmtp } from '../../src/channels/email/options.ts'
import { BelfryError } from '../../src/errors.ts'
import { selfSigned } from './certificate.ts'
import { channelOf, from, message, never } from './mailing.ts'
import { scriptedSmtp } from './scripted-smtp.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Got {
  readonly raw: string
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly secure: boolean
}

/** The package's own server, with a password. */
async function smtpServer(options: SMTPServerOptions = {}) {
  const got: Got[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_, done) {
      connections += 1
      done()
    },
    onAuth({ username, password }, _, done) {
      if (password === 'correct horse') done(null, { user: username })
      else done(new Error(`no such user, or not with ${password}`))
    },
    onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        got.push({ raw: Buffer.concat(chunks).toString(), from: sender, to, user, secure })
        done(null, 'queued as 1')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, got, connections: () => connections }
}

function channelTo(smtp: EmailOptions['smtp'], more: Partial<EmailOptions> = {}): Channel {
  const channel = channelOf(email({ from, smtp, ...more } as EmailOptions))
  closers.push(() => channel.close!())
  return channel
}

const idOf = (n: number) => `00000000-0000-0000-0000-00000000${String(n).padStart(4, '0')}.0000000000000001`

describe('a mail by SMTP', () => {
  it('arrives once, with its password, from one sender to one person', async () => {
    const { port, got } = await smtpServer()
    const channel = channelTo({ url: `smtp://belfry:correct%20horse@127.0.0.1:${port}` })
    expect(await channel.send(message(), never())).toMatchObject({
      kind: 'delivered',
      reply: expect.stringContaining('queued as 1'),
    })
    expect(got).toMatchObject([{ from: 'reminders@belfry.test', to: ['ana@example.com'], user: 'belfry' }])
    expect((await PostalMime.parse(got[0]!.raw)).messageId).toBe(`<${message().id}@belfry.test>`)
  })

  it.each([
    ['from the first byte on', { secure: true }],
    ['by STARTTLS', { tls: 'required' as const }],
  ])('goes through TLS %s', async (_, how) => {
    const { key, cert } = selfSigned(['localhost', '127.0.0.1'])
    const secure = 'secure' in how
    const { port, got } = await smtpServer({ key, cert, secure, disabledCommands: [], allowInsecureAuth: false })
    const channel = channelTo({ host: '127.0.0.1', port, user: 'belfry', password: 'correct horse', ca: cert, ...how })
    expect(await channel.send(message(), never())).toMatchObject({ kind: 'delivered' })
    expect(got).toMatchObject([{ user: 'belfry', secure: true }])
  })

  it('a body with dots and 8-bit text arrives as it is', async () => {
    const { port, got } = await smtpServer()
    const body = '.\n..\n.x\n한국어 🔔\nFrom me'
    await channelTo({ host: '127.0.0.1', port }).send(message({ body }), never())
    expect((await PostalMime.parse(got[0]!.raw)).text?.replaceAll('\r\n', '\n')).toContain(body)
  })
})

describe('connections', () => {
  it('are used again, and given back', async () => {
    const { port, got, connections } = await smtpServer()
    const channel = channelTo({ host: '127.0.0.1', port })
    for (let n = 1; n <= 20; n++)
      expect(await channel.send(message({ id: idOf(n) }), never())).toMatchObject({ kind: 'delivered' })
    expect(connections()).toBe(1)
    expect(new Set(got.map(({ raw }) => /Message-ID:\s*(<[^>]+>)/.exec(raw)?.[1])).size).toBe(20)
    await channel.close!()
    // The server ends only when nobody is connected.
  })

  it('are as many as mails at once', async () => {
    const { port, got, connections } = await smtpServer()
    const channel = channelTo({ host: '127.0.0.1', port })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => channel.send(message({ id: idOf(n) }), never())),
    )
    expect(outcomes.every(({ kind }) => kind === 'delivered')).toBe(true)
    expect(got).toHaveLength(10)
    expect(connections()).toBe(10)
  })

  it('that the server has closed meanwhile cost nothing: the next mail has a new one', async () => {
    const server = await scriptedSmtp()
    closers.push(() => server.close())
    const channel = channelTo({ host: '127.0.0.1', port: server.port })
    await channel.send(message({ id: idOf(1) }), never())
    server.hangUp()
    expect(await channel.send(message({ id: idOf(2) }), never())).toMatchObject({ kind: 'delivered' })
    expect(server.connections).toBe(2)
    expect(server.received).toHaveLength(2)
  })

  it('with a refused mail behind them are clean for the next', async () => {
    const server = await scriptedSmtp({ extensions: ['PIPELINING'] })
    closers.push(() => server.close())
    const channel = channelTo({ host: '127.0.0.1', port: server.port })
    server.script({ rcpt: { reply: '550 5.1.1 nobody' } })
    expect(await channel.send(message({ id: idOf(1) }), never())).toMatchObject({ kind: 'gone' })
    server.script({})
    expect(await channel.send(message({ id: idOf(2) }), never())).toMatchObject({ kind: 'delivered' })
    expect(server.connections).toBe(1)
    expect(server.commands).toContain('RSET')
    expect(server.received).toHaveLength(1)
  })

  it('that were given up in the midst of a mail are not used again', async () => {
    const server = await scriptedSmtp({ script: { end: 'hang' } })
    closers.push(() => server.close())
    const channel = channelTo({ host: '127.0.0.1', port: server.port })
    const abort = new AbortController()
    const sending = channel.send(message({ id: idOf(1) }), abort.signal)
    await server.reached('end')
    abort.abort()
    expect(await sending).toMatchObject({ kind: 'unknown' })
    server.script({})
    expect(await channel.send(message({ id: idOf(2) }), never())).toMatchObject({ kind: 'delivered' })
    expect(server.connections).toBe(2)
  })
})

describe('the password', () => {
  const password = 'correct horse'
  const secrets = [
    password,
    Buffer.from(password).toString('base64'),
    Buffer.from(`\0belfry\0${password}`).toString('base64'),
  ]
  const expectNone = (text: string) => {
    for (const secret of secrets) expect(text).not.toContain(secret)
  }

  it('is in no reply, whatever the server repeats', async () => {
    for (const secret of secrets) {
      const server = await scriptedSmtp({
        extensions: ['AUTH PLAIN'],
        script: { auth: { reply: `535 5.7.8 not with ${secret}` } },
      })
      closers.push(() => server.close())
      const channel = channelTo({ host: '127.0.0.1', port: server.port, user: 'belfry', password })
      const outcome: Outcome = await channel.send(message(), never())
      expect(outcome).toMatchObject({ kind: 'deferred', reply: '535 5.7.8 not with ***' })
      expect(server.commands.join()).toContain(secrets[2])
    }
  })

  it('is in no error of a set-up that is wrong', () => {
    for (const url of [
      `smtp://belfry:${password}@`,
      `http://belfry:${password}@mail.test`,
      `smtp://b:%zz${password}@mail.test`,
    ]) {
      const make = () => email({ from, smtp: { url } })
      expect(make).toThrowError(BelfryError)
      try {
        make()
      } catch (error) {
        expectNone(String((error as Error).stack))
        expectNone(JSON.stringify(error))
      }
    }
  })

  it('does not go out in the clear, unless somebody says so', () => {
    const server = { host: 'mail.test', user: 'belfry', password }
    expect(readSmtp(server)).toMatchObject({ tls: 'required', port: 587, secure: false })
    expect(readSmtp({ ...server, tls: 'none' })).toMatchObject({ tls: 'none' })
    expect(readSmtp({ ...server, host: '127.0.0.1' })).toMatchObject({ tls: 'optional' })
    expect(readSmtp({ host: 'mail.test' })).toMatchObject({ tls: 'optional', user: null })
  })
})

describe('options', () => {
  it('may come as a URL', () => {
    expect(readSmtp({ url: 'smtps://u%40x:p%3Aw@mail.test' })).toMatchObject({
      ...{ host: 'mail.test', port: 465, secure: true, user: 'u@x', password: 'p:w' },
    })
    expect(readSmtp({ url: 'smtp://mail.test:2525?tls=none' })).toMatchObject({
      port: 2525,
      secure: false,
      tls: 'none',
    })
    expect(readSmtp({ url: 'smtp://[::1]:25' })).toMatchObject({ host: '::1', port: 25 })
    expect(readSmtp({ host: 'mail.test', port: 465 })).toMatchObject({ secure: true })
  })

  it.each<[string, EmailOptions | object]>([
    ['', { from }],
    ['', { from, smtp: { host: 'm.test' }, sendgrid: { apiKey: 'k' } }],
    ['/from', { from: 'nobody', smtp: { host: 'm.test' } }],
    ['/replyTo', { from, replyTo: 'a@b.test, c@d.test', smtp: { host: 'm.test' } }],
    ['/smtp/host', { from, smtp: {} }],
    ['/smtp/host', { from, smtp: { host: 'a b' } }],
    ['/smtp', { from, smtp: { url: 'smtp://m.test', host: 'm.test' } }],
    ['/smtp', { from, smtp: { host: 'm.test', user: 'u' } }],
    ['/smtp/port', { from, smtp: { host: 'm.test', port: 0 } }],
    ['/smtp/tls', { from, smtp: { host: 'm.test', tls: 'maybe' } }],
    ['/smtp/pass', { from, smtp: { host: 'm.test', pass: 'x' } }],
    ['/sendgrid/apiKey', { from, sendgrid: { apiKey: 'a\r\nb' } }],
    ['/sendgrid/baseUrl', { from, sendgrid: { apiKey: 'k', baseUrl: 'ftp://x.test' } }],
    ['/sendgrid/baseUrl', { from, sendgrid: { apiKey: 'k', baseUrl: 'https://a:b@x.test' } }],
    ['/sendgrid/baseUrl', { from, sendgrid: { apiKey: 'k', baseUrl: 'https://x.test/?a=b' } }],
    ['/sendgrid/baseUrl', { from, sendgrid: { apiKey: 'k', baseUrl: 'https://x.test/#a' } }],
    ['/sendgrid/eventKey', { from, sendgrid: { apiKey: 'k', eventKey: 'AAAA' } }],
    ['/timeoutMs', { from, smtp: { host: 'm.test' }, timeoutMs: 0 }],
  ])('a mistake is named: %s', (field, options) => {
    expect(() => email(options as EmailOptions)).toThrowError(BelfryError)
    try {
      email(options as EmailOptions)
    } catch (error) {
      expect((error as BelfryError).field ?? '').toBe(field)
    }
  })
})
