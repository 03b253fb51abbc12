// Belfry with its Telegram channel, speaking to a Bot API of ours on loopback (servers/bot-api.js).

import { createBelfry } from 'belfry'
import { telegram } from 'belfry/channels'

export const name = 'telegram'

/**
 * With `lapse`, everything that is counted by real time (the paces of the bot, of a chat and of what is late) goes so many times as fast.
 * @param {{ database: string, apiRoot: string, lapse: number }} place
 */
export async function open({ database, apiRoot, lapse }) {
  const rates = { perSecond: 25 * lapse, perChatSecond: lapse }
  const channel = telegram({ token: '1234567:abcdefghijklmnop', apiRoot, rates })
  const belfry = await createBelfry({ database, channels: [channel], defaultChannels: ['telegram'] })
  return {
    belfry,
    async work() {
      const worker = belfry.startWorker({ latePerSecond: 100 * lapse })
      return () => worker.stop()
    },
    close: () => belfry.close(),
  }
}
