// A link that connects a chat to a recipient: whoever opens it sends its word to the bot (redeem.ts). It is good once and for a few
// minutes, by real time; what is stored is its hash.

import * as crypto from 'node:crypto'
import type { Context } from '../engine/context.ts'
import { readId, readObject, readText, refuse } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import type { ChatBot, ChatLink, ChatLinkInput } from './chat.ts'
import { readUser, unknownRecipient } from './person.ts'

const lifeDefault = 'PT10M'
const lifeMaxMs = 3_600_000
/** 256 bits: 43 of the 64 characters that Telegram takes there. */
const wordBytes = 32

export async function link(context: Context, input: ChatLinkInput): Promise<ChatLink> {
  const value = readObject(input, ['recipient', 'expiresIn'], '')
  const recipient = readId(value.recipient, '/recipient')
  const lifeMs = readLife(value.expiresIn ?? lifeDefault)
  const word = crypto.randomBytes(wordBytes).toString('base64url')
  const [row] = await context.db.run<{ expires_ms: number; bot: string | null }>('put-chat-link', [
    ...[context.tenant, hashOf(word), recipient, lifeMs],
  ])
  if (!row) throw unknownRecipient()
  const url = row.bot === null ? null : `https://t.me/${row.bot}?start=${word}`
  return { word, url, recipient, expiresAt: new Date(Math.round(row.expires_ms)) }
}

function readLife(value: unknown): number {
  const ms = durationMs(value, '/expiresIn')
  if (ms > 0 && ms <= lifeMaxMs) return ms
  throw refuse('invalid_input', 'Such a link is for now.', {
    field: '/expiresIn',
    accepted: 'a duration of at most PT1H',
  })
}

/** Said by the bot when it starts: links lead to it by its name. */
export async function putBot(context: Context, input: ChatBot): Promise<void> {
  const value = readObject(input, ['bot', 'name'], '')
  const name = readText(value.name, '/name', {
    ...{ bytesMax: 64, pattern: /^[A-Za-z][A-Za-z0-9_]*$/, accepted: 'the user name of a bot, without @' },
  })
  await context.db.run('put-chat-bot', [context.tenant, readUser(value.bot, '/bot'), name])
}

export function hashOf(word: string): Buffer {
  return crypto.createHash('sha256').update(word).digest()
}
