// Updates that Telegram posts, with a secret that only it and this bot know. The server hands them over; see `POST /v1/telegram/updates`.

import * as crypto from 'node:crypto'
import type { Update } from 'grammy/types'
import type { Bot } from './bot.ts'

/** Follows from the token, so that every server of one bot has the same, and nobody has to set it. */
export function secretOf(token: string): string {
  return crypto.createHmac('sha256', token).update('belfry telegram webhook').digest('hex')
}

export interface Receiver {
  /** False: it was not Telegram who said that. Rejects where the update must be offered again. */
  receive(update: unknown, secret: string): Promise<boolean>
}

export function receiverOf(bot: Pick<Bot, 'handle'>, secret: string): Receiver {
  return {
    async receive(update, given) {
      if (!isSame(given, secret)) return false
      await bot.handle(update as Update)
      return true
    },
  }
}

/** Takes as long for every other word: how much of one was right cannot be told from it. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => crypto.createHash('sha256').update(text).digest()
  return crypto.timingSafeEqual(digest(one), digest(other))
}
