// Somebody sends the word of a link to the bot: their chat is the recipient's from then on. Everything in one transaction, under a lock of
// the person, so that of two words one comes after the other; between two people with one word, the word's row decides.
//
//   use the word up ──▶ let go of whoever was connected before ──▶ address and channels ──▶ reminders made before move along

import { readAddress, readChat } from '../channels/telegram/address.ts'
import { resumeChat } from '../channels/telegram/resume.ts'
import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { type Ladder, storedLadder, withFallback } from '../engine/ladder.ts'
import { readId, readObject, refuse } from '../input.ts'
import { type Linked, type RedeemInput, recipientOfChat } from './chat.ts'
import { type HandingRow, handOver } from './hand-over.ts'
import { hashOf } from './link.ts'
import { readUser } from './person.ts'

interface LinkRow {
  readonly recipient: string
  readonly used_by: string | null
}

interface Redeemed {
  /** The hash of the word. */
  readonly hash: Buffer
  readonly user: string
  readonly chat: string
  /** By what it is used up: the same again gets the same answer. Null: nobody can say that it is the same. */
  readonly message: string | null
}

export async function redeem(context: Context, defaults: Ladder, input: RedeemInput): Promise<Linked> {
  const value = readObject(input, ['word', 'user', 'chat', 'message'], '')
  const user = readUser(value.user, '/user')
  const chat = readOwnChat(value.chat)
  const message = value.message === undefined ? null : `${user} ${readId(value.message, '/message')}`
  const { word } = value
  if (typeof word !== 'string' || !/^[\w-]{1,64}$/.test(word)) return { kind: 'unknown' }
  const redeemed = { hash: hashOf(word), user, chat, message }
  const lock = entityLock(context.tenant, 'chat', user)
  return await context.db.transaction((tx) => redeemInside(context, tx, defaults, redeemed), { lock })
}

async function redeemInside(context: Context, tx: Database, defaults: Ladder, redeemed: Redeemed): Promise<Linked> {
  const { hash, user, message } = redeemed
  const key = [context.tenant, hash]
  const [link] = await tx.run<LinkRow>('chat-link', key)
  if (!link) return { kind: 'unknown' }
  const { recipient } = link
  const own = recipientOfChat(user)
  const [person] = await tx.run<{ recipient: string | null }>('chat-person', [context.tenant, user])
  const before = person?.recipient ?? null
  const people = await lockPeople(context, tx, [recipient, own, ...(before === null ? [] : [before])])
  const used = await tx.run('use-chat-link', [...key, message ?? user])
  if (used.length === 0) return await usedBefore(context, tx, redeemed)
  if (before !== null && before !== recipient && before !== own) await letGo(context, tx, before, redeemed)
  await connect(context, tx, defaults, recipient, redeemed)
  const from = recipient === own ? undefined : people.get(own)
  const handed = from ? await handOver(context, tx, from, people.get(recipient)!) : { moved: 0, stayed: 0 }
  await audit(context, tx, 'chat_linked', [{ recipient, data: { channel: 'telegram', user, ...handed } }])
  return { ...(await linkedTo(context, tx, recipient)), ...handed }
}

/** Recipients before anything of theirs, in the order of their ids: as everybody locks them. */
async function lockPeople(context: Context, tx: Database, ids: readonly string[]): Promise<Map<string, HandingRow>> {
  const people = new Map<string, HandingRow>()
  for (const id of [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))) {
    const [row] = await tx.run<HandingRow>('lock-recipient', [context.tenant, id])
    if (row) people.set(id, row)
  }
  return people
}

/** After somebody else, too late, or the same message once more. Looked at anew: whoever was first has committed by now. */
async function usedBefore(context: Context, tx: Database, { hash, message }: Redeemed): Promise<Linked> {
  const [link] = await tx.run<LinkRow>('chat-link', [context.tenant, hash])
  // Erased meanwhile, and the link with them.
  if (!link) return { kind: 'unknown' }
  if (link.used_by === null) return { kind: 'expired' }
  if (message === null || link.used_by !== message) return { kind: 'used' }
  return { ...(await linkedTo(context, tx, link.recipient)), moved: 0, stayed: 0 }
}

/** They were somebody else before: that one is not reached in this chat any more. */
async function letGo(context: Context, tx: Database, before: string, { chat, user }: Redeemed): Promise<void> {
  await tx.run('remove-chat', [context.tenant, before, chat])
  await audit(context, tx, 'chat_unlinked', [{ recipient: before, data: { channel: 'telegram', user } }])
}

async function connect(
  context: Context,
  tx: Database,
  defaults: Ladder,
  recipient: string,
  { user, chat }: Redeemed,
): Promise<void> {
  const others = await tx.run<{ user_id: string }>('unlink-chat-people', [context.tenant, recipient, user])
  const gone = others.map(({ user_id }) => ({ recipient, data: { channel: 'telegram', user: user_id } }))
  await audit(context, tx, 'chat_unlinked', gone)
  await tx.run('put-chat-person', [context.tenant, user, recipient, '{}'])
  await tx.run('put-addresses', [context.tenant, recipient, ['telegram'], [chat]])
  await addChannel(context, tx, defaults, recipient)
  // Of an address that was suspended before it was put again; another one starts healthy.
  await resumeChat({ ...context, db: tx }, { recipient })
}

interface ChannelsRow {
  readonly channels: readonly string[] | null
  readonly channel_delays: readonly number[] | null
  readonly fallback: string | null
}

/** Whoever connects a chat wants to be reached there, beside wherever else they are. */
async function addChannel({ tenant }: Context, tx: Database, defaults: Ladder, recipient: string): Promise<void> {
  const [row] = await tx.run<ChannelsRow>('recipients', [tenant, recipient, null, 1])
  const { channels, delaysMs } = storedLadder(row!) ?? defaults
  if (channels.includes('telegram') || row!.fallback === 'telegram') return
  const added = { channels: [...channels, 'telegram'], delaysMs: delaysMs && [...delaysMs, 0] }
  const ladder = withFallback(added, row!.fallback)
  await tx.run('put-recipient-channels', [tenant, recipient, ladder.channels, ladder.delaysMs, row!.fallback])
}

async function linkedTo({ tenant }: Context, tx: Database, recipient: string) {
  const [row] = await tx.run<{ name: string | null }>('recipients', [tenant, recipient, null, 1])
  return { kind: 'linked', recipient, name: row?.name ?? null } as const
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
