// A link that connects a chat to a recipient: whoever opens it sends its word to the bot. It is good once and for a few minutes, by
// real time; what is stored is its hash.

import * as crypto from 'node:crypto'
import { readAddress, readChat } from '../channels/telegram/address.ts'
import type { Context } from '../engine/context.ts'
import { readId, readObject, refuse } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import type { ChatLink, ChatLinkInput, Linked, RedeemInput } from './chat.ts'
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
  const [row] = await context.db.run<{ expires_ms: number }>('put-chat-link', [
    ...[context.tenant, hashOf(word), recipient, lifeMs],
  ])
  if (!row) throw unknownRecipient()
  return { word, recipient, expiresAt: new Date(row.expires_ms) }
}

function readLife(value: unknown): number {
  const ms = durationMs(value, '/expiresIn')
  if (ms > 0 && ms <= lifeMaxMs) return ms
  throw refuse('invalid_input', 'Such a link is for now.', {
    field: '/expiresIn',
    accepted: 'a duration of at most PT1H',
  })
}

interface LinkRow {
  readonly recipient: string
  readonly used_by: string | null
  readonly is_expired: boolean
}

export async function redeem(context: Context, input: RedeemInput): Promise<Linked> {
  const value = readObject(input, ['word', 'user', 'chat', 'message'], '')
  const user = readUser(value.user, '/user')
  const chat = readOwnChat(value.chat)
  const by = `${user} ${value.message === undefined ? '' : readId(value.message, '/message')}`
  const word = value.word
  if (typeof word !== 'string' || !/^[\w-]{1,64}$/.test(word)) return { kind: 'unknown' }
  const key = [context.tenant, hashOf(word)]
  return await context.db.transaction(async (tx): Promise<Linked> => {
    const [known] = await tx.run<LinkRow>('chat-link', key)
    if (!known) return { kind: 'unknown' }
    const { recipient } = known
    // Recipients before anything of theirs: the order in which a put locks them.
    const people = await tx.run('lock-recipient', [context.tenant, recipient])
    if (people.length === 0) return { kind: 'unknown' }
    const used = await tx.run('use-chat-link', [...key, by])
    if (used.length === 0) return refusalOf(await tx.run<LinkRow>('chat-link', key))
    await tx.run('put-addresses', [context.tenant, recipient, ['telegram'], [chat]])
    await tx.run('put-chat-person', [context.tenant, user, recipient, '{}'])
    const [row] = await tx.run<{ name: string | null }>('recipients', [context.tenant, recipient, null, 1])
    return { kind: 'linked', recipient, name: row?.name ?? null }
  })
}

function refusalOf([link]: readonly LinkRow[]): Linked {
  if (!link) return { kind: 'unknown' }
  return { kind: link.used_by === null ? 'expired' : 'used' }
}

/** What reaches one person only. */
function readOwnChat(value: unknown): string {
  const address = readAddress(readId(value, '/chat'), '/chat')
  if (!readChat(address)!.isGroup) return address
  throw refuse('invalid_input', 'A group is nobody’s own chat.', {
    field: '/chat',
    accepted: 'the id of a private chat',
  })
}

function hashOf(word: string): Buffer {
  return crypto.createHash('sha256').update(word).digest()
}
