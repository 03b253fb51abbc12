// The channel `webhook`: a signed POST to an endpoint of the tenant's. A recipient's address is the id of that endpoint; where it leads
// and with what it is signed is read at each try, so that a URL that was put right is used by what still waits.

import { parseDeliveryId } from '../../engine/key.ts'
import { BelfryError } from '../../errors.ts'
import { readInteger, readName, readObject } from '../../input.ts'
import { wallClock } from '../../time/clock.ts'
import type { Channel, ChannelGround, ChannelMaker, Message, Outcome } from '../channel.ts'
import { network, type OutgoingGround } from '../outgoing/connect.ts'
import { outgoing } from '../outgoing/outgoing.ts'
import { reminderEvent, type WebhookEvent } from './event.ts'
import { outcomeOf } from './outcomes.ts'
import { secretContext, signatureHeaders } from './signature.ts'

export interface WebhookOptions {
  /** How long a receiver may take to answer. Default and most 14,000. */
  readonly timeoutMs?: number
  /** Requests that may be under way at once in one worker. Default 50. */
  readonly concurrency?: number
}

/** As a send needs it; null: there is none of that id. */
export interface KeptEndpoint {
  readonly url: string
  readonly disabled_reason: string | null
  /** Sealed, in base64. */
  readonly secret: string
  readonly previous: string | null
}

export interface WebhookChannel extends Channel {
  /** For messages that are no reminders. */
  post(tenant: string, endpoint: string, to: KeptEndpoint, event: WebhookEvent, signal: AbortSignal): Promise<Outcome>
}

/** Below the engine's own limit of 15 seconds: whoever gives up first says what became of it, and this one knows. */
const timeoutMsMax = 14_000
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The schedule that Standard Webhooks recommends: ten tries in three days. */
export const retryDelaysMs: readonly number[] = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

export function webhook(options: WebhookOptions = {}): ChannelMaker {
  const value = readObject(options, ['timeoutMs', 'concurrency'], '')
  const { timeoutMs = timeoutMsMax, concurrency = 50 } = value
  const read = {
    timeoutMs: readInteger(timeoutMs, '/timeoutMs', 1, timeoutMsMax),
    concurrency: readInteger(concurrency, '/concurrency', 1, 10_000),
  }
  return { name: 'webhook', make: (ground) => webhookChannel(ground, read) }
}

export function webhookChannel(
  ground: ChannelGround,
  { timeoutMs, concurrency }: Required<WebhookOptions>,
  over: OutgoingGround = network,
): WebhookChannel {
  const { db, vault, logger, allowedTargets } = ground
  const request = outgoing({ allowedTargets }, over)
  const post: WebhookChannel['post'] = async (tenant, endpoint, { url, secret, previous }, { id, body }, signal) => {
    const open = (sealed: string) => vault.open(Buffer.from(sealed, 'base64'), secretContext(tenant, endpoint))
    const signed = { id, timestamp: Math.floor(wallClock.nowMs() / 1_000), body }
    const secrets = await Promise.all([secret, ...(previous === null ? [] : [previous])].map(open))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Belfry',
      ...signatureHeaders(signed, secrets),
    }
    return outcomeOf(await request({ url, method: 'POST', headers, body, signal, timeoutMs }))
  }
  const send = async (message: Message, signal: AbortSignal): Promise<Outcome> => {
    const endpoint = message.address ?? ''
    const { tenant } = message
    const to = await destination(ground, message)
    if ('kind' in to) return to
    const outcome = await post(tenant, endpoint, to, reminderEvent(message), signal).catch(unopened)
    if (outcome.kind === 'gone') {
      const off = [tenant, 'worker', endpoint]
      await db.run('disable-gone-webhook', off).catch((error: unknown) => {
        logger.warn({ endpoint, error: String(error) }, 'an endpoint that is gone could not be disabled')
      })
    }
    return outcome
  }
  const readAddress: Channel['readAddress'] = (text, field) => readName(text, field)
  return { name: 'webhook', idempotent: true, concurrency, retryDelaysMs, readAddress, send, post }
}

/** Where it goes; or why it goes nowhere, and nothing was sent. */
async function destination({ db }: ChannelGround, message: Message): Promise<KeptEndpoint | Outcome> {
  const ids = (message.members ?? [message]).map(({ id }) => id)
  const keys = ids.map(parseDeliveryId).filter((key) => key !== null)
  const named = [
    keys.map(({ bucket }) => bucket),
    keys.map(({ reminder }) => reminder),
    keys.map(({ occurrenceKey }) => occurrenceKey),
  ]
  try {
    const [to] = await db.run<KeptEndpoint>('webhook-for-send', [message.tenant, message.address, ...named])
    if (!to) return { kind: 'refused', reply: 'there is no such endpoint' }
    if (to.disabled_reason !== null)
      return { kind: 'refused', reply: `the endpoint is disabled: ${to.disabled_reason}` }
    return to
  } catch {
    return { kind: 'busy', reply: 'the endpoint could not be looked up' }
  }
}

/** A secret that was sealed with another key: whoever runs this can put it right. */
function unopened(error: unknown): Outcome {
  if (error instanceof BelfryError) return { kind: 'deferred', reply: error.message }
  throw error
}
