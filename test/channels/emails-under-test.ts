// The email channel, both ways, for the suite that every channel passes.

import { email } from '../../src/channels/email/email.ts'
import type { ChannelUnderTest } from '../../src/testing/index.ts'
import { channelOf, from } from './mailing.ts'
import { type Act, type At, scriptedSmtp } from './scripted-smtp.ts'
import { accepted, type SendgridAct, sendgridServer } from './sendgrid-server.ts'

type Provoked = Parameters<ChannelUnderTest['provoke']>[0]

const smtpScripts: Partial<Record<Provoked, Partial<Record<At, Act>>>> = {
  delivered: {},
  deferred: { mail: { reply: '451 4.3.0 later' } },
  refused: { end: { reply: '554 5.6.0 no' } },
  gone: { rcpt: { reply: '550 5.1.1 nobody' } },
  unknown: { end: 'drop' },
  hang: { end: 'hang' },
}

export async function emailBySmtp(): Promise<ChannelUnderTest> {
  const server = await scriptedSmtp()
  const channel = channelOf(email({ from, smtp: { host: '127.0.0.1', port: server.port } }))
  return {
    channel,
    address: 'ana@example.com',
    received: () => server.received.map(deliveryOf),
    provoke(kind) {
      const script = smtpScripts[kind]
      if (script) server.script(script)
      return script !== undefined
    },
    async close() {
      await channel.close?.()
      await server.close()
    },
  }
}

/** The id in the Message-ID. */
export function deliveryOf(mail: string): string {
  return /^Message-ID:\s*<([^@]+)@/m.exec(mail)?.[1] ?? ''
}

const sendgridActs: Partial<Record<Provoked, SendgridAct>> = {
  delivered: accepted,
  deferred: { status: 401 },
  busy: { status: 429 },
  refused: { status: 400 },
  unknown: 'drop',
  hang: 'hang',
}

export async function emailBySendgrid(): Promise<ChannelUnderTest> {
  const server = await sendgridServer()
  const channel = channelOf(email({ from, sendgrid: { apiKey: 'k', baseUrl: server.url } }), ['127.0.0.1'])
  return {
    channel,
    address: 'ana@example.com',
    received: () => server.received.map(({ body }) => body.personalizations[0].custom_args.delivery),
    provoke(kind) {
      const act = sendgridActs[kind]
      if (act) server.act(act)
      return act !== undefined
    },
    close: () => server.close(),
  }
}
