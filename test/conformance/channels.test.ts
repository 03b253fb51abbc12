// Every channel passes the same suite. A new channel is one more line in this list.
// in_app is not here: no message is ever handed to it; test/integration/in-app.test.ts holds what it promises.

import { describe, expect, it } from 'vitest'
import type { Message, Outcome } from '../../src/channels/channel.ts'
import { type MemoryChannel, memoryChannel } from '../../src/channels/memory/memory.ts'
import { type ChannelUnderTest, channelConformance } from '../../src/testing/index.ts'
import { emailBySendgrid, emailBySmtp } from '../channels/emails-under-test.ts'

const channels: [string, () => Promise<ChannelUnderTest>][] = [
  ['memory', async () => memory(memoryChannel())],
  ['memory, idempotent', async () => memory(memoryChannel({ idempotent: true }))],
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
