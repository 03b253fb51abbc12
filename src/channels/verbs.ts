// Which channels there are, and one message to see whether a channel works.

import * as crypto from 'node:crypto'
import { sanitise } from '../engine/conclude.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readName, readObject, readText } from '../input.ts'
import { limits } from '../limits.ts'
import { monotonicClock, wallClockMs } from '../time/clock.ts'
import type { Channel, Message, Outcome } from './channel.ts'

export interface ChannelInfo {
  readonly name: string
  /** `demo`: it sends nothing, and keeps what it would have sent. */
  readonly mode: 'active' | 'demo'
  /** Whether a send may be repeated under the same id. */
  readonly idempotent: boolean
  readonly needsAddress: boolean
}

export function listChannels({ sending }: Context): ChannelInfo[] {
  return sending.channels.map(({ name, idempotent, isDemo = false, needsAddress = true }) => ({
    ...{ name, idempotent, needsAddress: needsAddress !== false },
    mode: isDemo ? 'demo' : 'active',
  }))
}

export interface TestInput {
  readonly channel: string
  /** To the address that this recipient has, in their language. */
  readonly recipient?: string
  /** Or to this address. */
  readonly address?: string
}

export interface TestResult {
  readonly channel: string
  readonly outcome: Outcome['kind']
  /** The provider's word, or what demo mode would have sent. */
  readonly reply: string | null
  readonly tookMs: number
}

interface Target {
  readonly recipient: string
  readonly address: string | null
  readonly timezone: string
  readonly locale: string
}

/** Sends one message now, past the engine: nothing of it is in the ledger, and nothing is tried again. */
export async function testChannel(context: Context, input: TestInput): Promise<TestResult> {
  const value = readObject(input, ['channel', 'recipient', 'address'], '')
  const channel = channelToTest(context, readName(value.channel, '/channel'))
  if ((value.recipient === undefined) === (value.address === undefined))
    throw new BelfryError('missing_field', 'Exactly one of recipient and address is needed.', {
      field: '/recipient',
      accepted: 'recipient: the id of one; or address: where to',
    })
  const target =
    value.address === undefined
      ? await addressOf(context, channel, readId(value.recipient, '/recipient'))
      : { recipient: 'test', address: readAddress(channel, value.address), timezone: 'UTC', locale: 'en' }
  const message = await composed(context, channel, testMessage(context, target))
  const startedMs = monotonicClock.nowMs()
  const outcome = await sendOne(channel, message)
  const reply = sanitise(outcome.reply, limits.suppressedCharsMax)
  return { channel: channel.name, outcome: outcome.kind, reply, tookMs: Math.round(monotonicClock.nowMs() - startedMs) }
}

function channelToTest({ sending }: Context, name: string): Channel {
  const channel = sending.channels.find((one) => one.name === name)
  if (channel && name !== 'in_app') return channel
  const others = sending.channels.map((one) => one.name).filter((one) => one !== 'in_app')
  if (!channel)
    throw new BelfryError('unknown_channel', `No channel ${JSON.stringify(name)} is configured.`, {
      field: '/channel',
      accepted: others.join(', '),
    })
  throw new BelfryError(
    'invalid_input',
    'in_app is written by the database, with the reminder: there is nothing to test.',
    {
      field: '/channel',
      accepted: others.join(', '),
    },
  )
}

async function addressOf({ db, tenant }: Context, channel: Channel, id: string): Promise<Target> {
  const [row] = await db.run<{ timezone: string; locale: string; addresses: Record<string, { address: string }> }>(
    'recipients',
    [tenant, id, null, 1],
  )
  if (!row) throw new BelfryError('unknown_recipient', 'There is no such recipient.', { field: '/recipient' })
  const address = row.addresses[channel.name]?.address ?? null
  if (address === null && (channel.needsAddress ?? true) === true)
    throw new BelfryError('invalid_input', `The recipient has no address for ${channel.name}.`, {
      field: '/recipient',
      accepted: 'a recipient with an address there, or address: where to',
    })
  return { recipient: id, address, timezone: row.timezone, locale: row.locale }
}

function readAddress(channel: Channel, value: unknown): string {
  const text = readText(value, '/address', { bytesMax: limits.addressBytesMax })
  return channel.readAddress?.(text, '/address') ?? text
}

function testMessage({ tenant }: Context, { recipient, address, timezone, locale }: Target): Message {
  return {
    // No delivery's: buttons that would look for one are left away.
    id: `test.${crypto.randomUUID()}`,
    ...{ tenant, recipient, address, timezone, locale },
    entity: { type: 'test', id: 'test' },
    kind: 'test',
    occurrence: 'once',
    title: 'A test message from Belfry',
    body: 'This channel works.',
    data: null,
    dueAt: new Date(wallClockMs()),
    usefulUntil: null,
    attempt: 1,
  }
}

async function composed({ sending }: Context, channel: Channel, message: Message): Promise<Message> {
  if (channel.format === undefined) return message
  // No delivery stands behind it: by an id that is none, it has no links either.
  // The built-in words of a test say what it is: its own, for channels without words, would say it twice.
  const said = { ...message, id: 'test', channel: channel.name, title: null, body: null }
  const [content] = await sending.compose(channel.format, [said])
  return content ? { ...message, content } : message
}

async function sendOne(channel: Channel, message: Message): Promise<Outcome> {
  const timeoutMs = channel.timeoutMs ?? 15_000
  try {
    return await channel.send(message, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    return { kind: 'unknown', reply: error instanceof Error ? `${error.name}: ${error.message}` : 'the channel threw' }
  }
}
