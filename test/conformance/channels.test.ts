// Every channel passes the same suite. A new channel is one more line in this list.
// in_app is not here: no message is ever handed to it; test/integration/in-app.test.ts holds what it promises.

import { afterAll, describe, expect, it } from 'vitest'
import type { ChannelGround, Message, Outcome } from '../../src/channels/channel.ts'
import { type MemoryChannel, memoryChannel } from '../../src/channels/memory/memory.ts'
import { newSecret } from '../../src/channels/webhook/signature.ts'
import { webhookChannel } from '../../src/channels/webhook/webhook.ts'
import type { Database } from '../../src/engine/database.ts'
import { silentLogger } from '../../src/log.ts'
import { type ChannelUnderTest, channelConformance } from '../../src/testing/index.ts'
import { type OpenGround, openGround } from '../channels/ground.ts'
import { pushUnderTest } from './push-under-test.ts'
import { telegramUnderTest } from './telegram.ts'

/** For channels that keep something in the database. */
let ground: Promise<OpenGround> | null = null
const onGround = () => (ground ??= openGround())
afterAll(async () => (await ground)?.close())

import { emailBySendgrid, emailBySmtp } from '../channels/emails-under-test.ts'
import { answerWith, type Behaviour, ok, scriptedServer } from '../channels/scripted-server.ts'

const channels: [string, () => Promise<ChannelUnderTest>][] = [
  ['memory', async () => memory(memoryChannel())],
  ['memory, idempotent', async () => memory(memoryChannel({ idempotent: true }))],
  ['web_push', pushUnderTest(afterAll)],
  ['telegram', async () => telegramUnderTest(await onGround())],
  ['webhook', webhook],
  ['email by SMTP', emailBySmtp],
  ['email by SendGrid', emailBySendgrid],
]

for (const [name, make] of channels) channelConformance({ describe, it, expect }, name, make)

function memory(channel: MemoryChannel): ChannelUnderTest {
  return {
    channel,
    address: null,
    received: () => channel.sent.map(({ id }) => id),
    provoke(kind) {
      channel.script(kind === 'hang' ? hang : () => ({ kind }))
      return true
    },
  }
}

/** Its receiver does what receivers are told to: it passes over an id that it knows. */
async function webhook(): Promise<ChannelUnderTest> {
  const server = await scriptedServer()
  const answers: Partial<Record<Outcome['kind'] | 'hang', Behaviour>> = {
    ...{ delivered: ok, deferred: answerWith(503), gone: answerWith(410) },
    ...{ unknown: { do: 'drop', at: 'body' }, hang: { do: 'hang', at: 'body' } },
  }
  let disabled: string | null = null
  const kept = () => [{ url: server.url, disabled_reason: disabled, secret: 'c2VjcmV0', previous: null }]
  const ground: ChannelGround = {
    db: { run: async () => kept() } as unknown as Database,
    vault: { seal: async () => Buffer.of(), open: async () => newSecret(), check: async () => {} },
    ...{ logger: silentLogger, publicUrl: null, allowedTargets: ['127.0.0.1'] },
  }
  return {
    channel: webhookChannel(ground, { timeoutMs: 14_000, concurrency: 50 }),
    address: 'shop',
    received: () => [...new Set(server.requests.map(({ body }) => (JSON.parse(body) as { data: Message }).data.id))],
    provoke(kind) {
      if (kind === 'refused') disabled = 'by_hand'
      server.script(answers[kind] ?? ok)
      return true
    },
    close: () => server.close(),
  }
}

function hang(_message: Message, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ kind: 'unknown' })
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
  })
}

describe('the suite itself', () => {
  const failures = async (channel: MemoryChannel, under: Partial<ChannelUnderTest> = {}): Promise<string[]> => {
    const failed: string[] = []
    const bodies: [string, () => Promise<void>][] = []
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => Promise<void>) => void bodies.push([name, body]),
      expect,
    }
    channelConformance(runner, 'under test', async () => ({ ...memory(channel), ...under }))
    for (const [name, body] of bodies) {
      channel.clear()
      channel.script(null)
      await body().catch(() => failed.push(name))
    }
    return failed
  }
  const delivered = { kind: 'delivered' } as const

  it('accepts a channel that keeps its word', async () => {
    expect(await failures(memoryChannel())).toEqual([])
  })

  it('catches a channel that throws what a provider answered', async () => {
    const channel = memoryChannel()
    const send: MemoryChannel['send'] = async (message, signal) => {
      const outcome = await channel.send(message, signal)
      if (outcome.kind === 'refused') throw new Error('550')
      return outcome
    }
    expect(await failures(channel, { channel: { ...channel, send } })).toEqual([
      'answers refused as a value, never by throwing',
    ])
  })

  it('catches a channel that sends twice, or says it delivered and did not', async () => {
    const channel = memoryChannel()
    const twice: MemoryChannel['send'] = async (message, signal) => {
      await channel.send(message, signal)
      return await channel.send(message, signal)
    }
    expect(await failures(channel, { channel: { ...channel, send: twice } })).toContain(
      'delivers a message once for one send',
    )
    const liar = { ...channel, send: async () => delivered }
    expect(await failures(channel, { channel: liar })).toContain('delivers a message once for one send')
  })

  it('catches a channel that calls itself idempotent and is not', async () => {
    const channel = memoryChannel()
    expect(await failures(channel, { channel: { ...channel, idempotent: true } })).toEqual([
      'reaches the other side at most once under one id, if it says it is idempotent',
    ])
  })

  it('catches a name that cannot be stored, a time-out beyond the lease, and answers in another order', async () => {
    const channel = memoryChannel()
    const first = 'has a name that can be stored and a lease-sized time-out'
    expect(await failures(channel, { channel: { ...channel, name: 'E-Mail' } })).toEqual([first])
    expect(await failures(channel, { channel: { ...channel, timeoutMs: 60_000 } })).toEqual([first])
    const sendMany = async () => [delivered]
    expect(await failures(channel, { channel: { ...channel, sendMany } })).toEqual([
      'answers many in order, if it takes many',
    ])
  })
})
