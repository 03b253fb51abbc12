// Every cell of the SMTP tables in src/channels/email/outcomes.ts, against a server that does as it is told.

import { afterEach, describe, expect, it } from 'vitest'
import type { Channel, Outcome } from '../../src/channels/channel.ts'
import { email } from '../../src/channels/email/email.ts'
import {
  type Phase,
  phases,
  recipientCodes,
  recipientStatuses,
  type Step,
  setUpCodes,
  steps,
  whenLost,
  whenRefused,
} from '../../src/channels/email/outcomes.ts'
import { SmtpSession } from '../../src/channels/email/smtp-session.ts'
import { selfSigned } from './certificate.ts'
import { channelOf, from, message, never } from './mailing.ts'
import { type Act, type At, type ScriptedOptions, type ScriptedSmtp, scriptedSmtp } from './scripted-smtp.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serverOf(options: ScriptedOptions): Promise<ScriptedSmtp> {
  const server = await scriptedSmtp(options)
  closers.push(() => server.close())
  return server
}

function channelTo(port: number, more: object = {}, timeoutMs = 30_000): Channel {
  const smtp = { host: '127.0.0.1', port, ...more }
  const channel = channelOf(email({ from, smtp, timeoutMs }))
  closers.push(() => channel.close!())
  return channel
}

const login = { user: 'belfry', password: 'correct horse' }

/** Servers that take commands one by one, and servers that take them together. */
const ways = [['AUTH PLAIN'], ['AUTH PLAIN', 'PIPELINING']]

async function sent(options: ScriptedOptions, more: object = {}, timeoutMs?: number) {
  const server = await serverOf(options)
  const outcome = await channelTo(server.port, more, timeoutMs).send(message(), never())
  return { outcome, server }
}

describe('the connection is lost', () => {
  const places: [At, Phase][] = [
    ['connect', 'greeting'],
    ['ehlo', 'greeting'],
    ['starttls', 'greeting'],
    ['auth', 'login'],
    ['mail', 'envelope'],
    ['rcpt', 'envelope'],
    ['data', 'envelope'],
    ['end', 'answer'],
  ]
  for (const act of ['drop', 'hang'] as const) {
    for (const extensions of ways) {
      it.each(places)(`${act} at %s (${extensions.join(', ')})`, async (at, phase) => {
        const offered = at === 'starttls' ? [...extensions, 'STARTTLS'] : extensions
        const { outcome, server } = await sent(
          { script: { [at]: act }, extensions: offered },
          login,
          act === 'drop' ? 30_000 : phase === 'answer' ? 2_000 : 200,
        )
        expect(outcome.kind).toBe(whenLost[phase])
        expect(server.received).toHaveLength(phase === 'answer' ? 1 : 0)
      })
    }
  }

  it('nobody listens', async () => {
    const server = await scriptedSmtp()
    await server.close()
    const outcome = await channelTo(server.port).send(message(), never())
    expect(outcome).toMatchObject({ kind: whenLost.connecting, reply: expect.stringContaining('ECONNREFUSED') })
  })

  it('the name is not known', async () => {
    const lookup: NonNullable<ConstructorParameters<typeof SmtpSession>[0]['lookup']> = (host, _, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), '', 4)
    const session = new SmtpSession({ ...plain(25), host: 'mail.invalid', lookup })
    expect(await session.open()).toMatchObject({ kind: 'lost', phase: 'connecting' })
  })

  it('the certificate is not trusted', async () => {
    const { outcome, server } = await sent(
      { secure: true, certificate: selfSigned(['localhost', '127.0.0.1']) },
      { secure: true, ...login },
    )
    expect(outcome.kind).toBe(whenLost.securing)
    expect(server.commands).toEqual([])
  })

  it('the other side speaks no TLS', async () => {
    const { outcome } = await sent({}, { secure: true })
    expect(outcome.kind).toBe(whenLost.securing)
    expect(outcome.reply).toContain('no TLS')
  })

  it('TLS is never finished', async () => {
    const { outcome } = await sent({ script: { connect: 'hang' } }, { secure: true }, 1_000)
    expect(outcome.kind).toBe(whenLost.securing)
    expect(outcome.reply).toContain('no TLS')
  })

  it('the certificate after STARTTLS is not trusted', async () => {
    const certificate = selfSigned(['localhost', '127.0.0.1'])
    const { outcome, server } = await sent({ certificate, extensions: ['STARTTLS', 'AUTH PLAIN'] }, login)
    expect(outcome.kind).toBe(whenLost.greeting)
    expect(server.commands).not.toContainEqual(expect.stringMatching(/^AUTH/))
  })

  it('STARTTLS is required, and not offered', async () => {
    const { outcome, server } = await sent(
      { extensions: ['AUTH PLAIN'], script: { starttls: { reply: '502 what?' } } },
      { ...login, tls: 'required' },
    )
    expect(outcome.kind).toBe(whenLost.greeting)
    expect(server.commands).not.toContainEqual(expect.stringMatching(/^(AUTH|MAIL)/))
  })

  it.each(['drop', 'hang'] as const)('in the midst of the body: %s', async (act) => {
    // More than all buffers on the way hold, so that its end cannot have left.
    const bytes = Buffer.alloc(32 * 1024 * 1024, 'a line of a mail that is far too long\r\n')
    const server = await serverOf({ script: { body: act } })
    const session = new SmtpSession(plain(server.port))
    expect(await session.open()).toBeNull()
    const sending = session.send({ envelope: { from: 'a@belfry.test', to: 'b@belfry.test' }, bytes })
    await server.reached('body')
    if (act === 'hang') session.giveUp('no time left')
    expect(await sending).toMatchObject({ kind: 'lost', phase: 'body' })
    expect(whenLost.body).toBe('deferred')
    expect(server.received).toEqual([])
  })

  it('after half a reply to the mail', async () => {
    for (const halfReply of ['250 que', '554 no, or', '2']) {
      const { outcome, server } = await sent({ script: { end: { halfReply } } })
      expect(outcome.kind).toBe('unknown')
      expect(server.received).toHaveLength(1)
    }
  })

  it('after 354: it is never called delivered or refused', async () => {
    const { outcome, server } = await sent({ script: { body: 'drop' } })
    expect(['deferred', 'unknown']).toContain(outcome.kind)
    expect(server.received).toEqual([])
  })

  it('has a test for every phase', () => {
    const tried = new Set<Phase>([...places.map(([, phase]) => phase), 'connecting', 'securing', 'body'])
    expect([...tried].sort()).toEqual([...phases].sort())
  })
})

describe('the server says no', () => {
  const at: Readonly<Record<Step, readonly At[]>> = {
    greeting: ['connect', 'starttls'],
    login: ['auth'],
    sender: ['mail'],
    recipient: ['rcpt'],
    data: ['data'],
    answer: ['end'],
  }
  const refusal = async (place: At, reply: string, extensions = ways[0]!): Promise<Outcome> => {
    const offered = place === 'starttls' ? [...extensions, 'STARTTLS'] : extensions
    return (await sent({ script: { [place]: { reply } satisfies Act }, extensions: offered }, login)).outcome
  }
  const cells = steps.flatMap((step) => at[step].map((place) => [step, place] as const))

  for (const extensions of ways) {
    it.each(cells)(`4yz and 5yz at %s (%s; ${extensions.join(', ')})`, async (step, place) => {
      for (const reply of ['421 4.3.2 closing', '450 4.2.1 later', '451 try again'])
        expect(await refusal(place, reply, extensions)).toMatchObject({ kind: whenRefused[step]['4yz'] })
      expect(await refusal(place, '554 5.7.1 no', extensions)).toMatchObject({
        kind: whenRefused[step]['5yz'],
        reply: '554 5.7.1 no',
      })
    })
  }

  it.each(setUpCodes)('%i is about the set-up, at every step', async (code) => {
    for (const [, place] of cells)
      expect(await refusal(place, `${code} not like this`)).toMatchObject({ kind: 'deferred' })
  })

  it.each(Object.entries(recipientStatuses))('%s at RCPT TO', async (status, verdict) => {
    const outcome = await refusal('rcpt', `550 ${status} as it is`)
    expect(outcome).toMatchObject(verdict === 'gone' ? { kind: 'gone', fault: 'bounced' } : { kind: verdict })
  })

  it.each(Object.entries(recipientCodes))('%s at RCPT TO, without a status', async (code, verdict) => {
    for (const extensions of ways) {
      const outcome = await refusal('rcpt', `${code} user unknown`, extensions)
      expect(outcome).toMatchObject(verdict === 'gone' ? { kind: 'gone', fault: 'bounced' } : { kind: verdict })
    }
  })

  it.each([
    '550 relay not permitted',
    '550 5.7.1 rejected',
    '550 blocked by policy',
    '553 5.1.8 bad sender',
    '550 Administrative prohibition',
    '550 Sender verify failed',
    '550 sender verify failed: no such user',
    '550 too many messages, try later',
    '550-Please turn on SMTP Authentication\r\n550 in your mail client',
    '550 rejected because 1.2.3.4 is not authorized',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.1.0 <reminders@belfry.test> Sender rejected',
    '550 your IP address is unknown here',
    '550 Your account is disabled',
    '550 mailbox temporarily unavailable',
    '550 as it is',
  ])('to the sender, with the code of an unknown mailbox, nobody is suspended: %s', async (words) => {
    expect(await refusal('rcpt', words)).toMatchObject({ kind: 'refused' })
  })

  it.each([
    '550 <sender@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 No such user here',
    '550 no such recipient',
    '550 unknown user',
    '550 invalid recipient',
    '550 Requested action not taken: mailbox unavailable',
    '550 The email account that you tried to reach does not exist',
    "550 mailbox doesn't exist",
    '550 this address could not be found',
    '550 account has been disabled',
    '551 user not found',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '553 sorry, it is not here (5.1.1)',
  ])('to a mailbox that is gone, in words: %s', async (words) => {
    expect(await refusal('rcpt', words)).toMatchObject({ kind: 'gone', fault: 'bounced' })
  })

  it('to the recipient, and then takes a body for nobody: it gets an empty one', async () => {
    const script = { rcpt: { reply: '550 5.1.1 nobody' }, data: { reply: '354 go ahead' } }
    const { outcome, server } = await sent({ script, extensions: ['PIPELINING'] })
    expect(outcome.kind).toBe('gone')
    expect(server.received).toEqual([''])
  })

  it('to a full mailbox, once it has the body', async () => {
    expect(await refusal('end', '552 5.2.2 mailbox full')).toMatchObject({ kind: 'deferred' })
    expect(await refusal('end', '552 5.3.4 too big')).toMatchObject({ kind: 'refused' })
  })

  it('before the mail, because it is larger than it takes', async () => {
    const { outcome, server } = await sent({ extensions: ['SIZE 100'] })
    expect(outcome.kind).toBe('refused')
    expect(server.commands).not.toContainEqual(expect.stringMatching(/^MAIL/))
  })

  it('in the midst of the body, and the connection is not used again', async () => {
    const server = await serverOf({ script: { body: { reply: '552 5.3.4 enough' } } })
    const session = new SmtpSession(plain(server.port))
    await session.open()
    const bytes = Buffer.alloc(32 * 1024 * 1024, 'a line of a mail that is far too long\r\n')
    const ending = await session.send({ envelope: { from: 'a@belfry.test', to: 'b@belfry.test' }, bytes })
    expect(ending).toMatchObject({ kind: 'answered', step: 'answer', reply: { code: 552 } })
    expect(session.isUsable).toBe(false)
  })

  it('a yes before the end of the body is none', async () => {
    const server = await serverOf({ script: { body: { reply: '250 got it' } } })
    const session = new SmtpSession(plain(server.port))
    await session.open()
    const bytes = Buffer.alloc(32 * 1024 * 1024, 'a line of a mail that is far too long\r\n')
    const ending = await session.send({ envelope: { from: 'a@belfry.test', to: 'b@belfry.test' }, bytes })
    expect(ending).toMatchObject({ kind: 'lost', phase: 'body' })
    expect(server.received).toEqual([])
  })
})

function plain(port: number) {
  const nothing = { user: null, password: null, name: null, ca: null }
  return { host: '127.0.0.1', port, secure: false, tls: 'optional', ...nothing } as const
}
