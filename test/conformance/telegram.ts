// Telegram for the conformance suite: a scripted Bot API on loopback, and one database for all of its tests.

import { telegram } from '../../src/channels/telegram/telegram.ts'
import type { ChannelUnderTest } from '../../src/testing/index.ts'
import type { OpenGround } from '../channels/ground.ts'
import { no, ok, openTelegram, type Reaction } from '../channels/telegram-server.ts'

const reactions: Readonly<Record<string, Reaction>> = {
  delivered: ok,
  deferred: no(401, 'Unauthorized'),
  busy: no(429, 'Too Many Requests: retry after 1', { retry_after: 1 }),
  refused: no(400, 'Bad Request: message text is empty'),
  gone: no(403, 'Forbidden: bot was blocked by the user'),
  unknown: 'drop',
  hang: 'hang',
}

let bots = 1

export async function telegramUnderTest(ground: OpenGround): Promise<ChannelUnderTest> {
  const server = await openTelegram()
  const channel = telegram({
    // A bot of its own, so that it has a gate of its own.
    token: `${bots++}:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo`,
    apiRoot: server.url,
    rates: { perSecond: 100_000, perChatSecond: 100_000 },
    callbackButtons: true,
  }).make(ground)
  return {
    ...{ channel, address: '42' },
    received: () => server.calls.map(({ delivery }) => delivery ?? ''),
    provoke: (kind) => {
      const reaction = reactions[kind]
      if (reaction) server.script(() => reaction)
      return reaction !== undefined
    },
    async close() {
      await server.close()
      await channel.close?.()
    },
  }
}
