// What SendGrid tells about mails that it has taken over: they settle what nobody could know, and addresses that bounce are not
// used any more. Every request is signed; an event counts for the delivery that it names and for nothing else. Told twice, or in
// another order, the end is the same.

import * as crypto from 'node:crypto'
import { audit, type Context } from '../../engine/context.ts'
import { deliveriesOfMessage } from '../../engine/deliveries.ts'
import { type DeliveryKey, parseDeliveryId } from '../../engine/key.ts'
import { reportSent } from '../../engine/late-report.ts'
import { BelfryError } from '../../errors.ts'
import { wallClockMs } from '../../time/clock.ts'
import type { AddressFault, Channel } from '../channel.ts'
import type { EmailChannel } from './email.ts'
import { recipientStatuses } from './outcomes.ts'

export interface SignedEvents {
  /** X-Twilio-Email-Event-Webhook-Signature. */
  readonly signature: string
  /** X-Twilio-Email-Event-Webhook-Timestamp. */
  readonly timestamp: string
  /** Exactly as it came. */
  readonly body: string
}

export interface EventsResult {
  readonly events: number
  /** Deliveries that are known to be sent now. */
  readonly settled: number
  /** Addresses that are not used any more. */
  readonly suspended: number
  /** Recipients who do not want mails any more. */
  readonly muted: number
}

interface SendgridEvent {
  readonly event?: unknown
  readonly email?: unknown
  readonly type?: unknown
  readonly reason?: unknown
  readonly status?: unknown
  readonly delivery?: unknown
  readonly tenant?: unknown
  readonly attempt?: unknown
}

interface ReportedRow {
  readonly tenant: string
  readonly recipient: string
  readonly channel: string
  readonly address: string | null
  readonly suspended: string | null
}

const staleMs = 600_000
const channelName = 'email'

/** These come only for mails that SendGrid has. A `dropped` one it refused to send, and did not. */
const hasIt = new Set([
  ...['processed', 'deferred', 'delivered', 'open', 'click', 'bounce', 'spamreport'],
  ...['unsubscribe', 'group_unsubscribe', 'group_resubscribe'],
])

export async function receiveSendgridEvents(context: Context, signed: SignedEvents): Promise<EventsResult> {
  const events = readEvents(signed, eventKeyOf(context.sending.channels))
  const result = { events: events.length, settled: 0, suspended: 0, muted: 0 }
  for (const event of events)
    for (const { key, told } of await toldOf(context, event)) {
      const reported = await findReported(context, key, told)
      if (!reported) continue
      const own: Context = { ...context, tenant: reported.tenant, actor: 'sendgrid' }
      if (await settle(own, key, told)) result.settled += 1
      if (await suspend(own, key, reported, told)) result.suspended += 1
      if (await mute(own, reported, told)) result.muted += 1
    }
  return result
}

interface Told {
  readonly key: DeliveryKey
  readonly told: SendgridEvent
}

/** Of a mail about several, each of them; which attempt of theirs it was, the mail does not say. */
async function toldOf({ db }: Context, event: SendgridEvent): Promise<Told[]> {
  const { delivery, tenant } = event
  const key = parseDeliveryId(String(delivery))
  if (key) return [{ key, told: event }]
  const ids = typeof tenant === 'string' ? await deliveriesOfMessage({ db, tenant }, String(delivery)) : []
  return ids.map((id) => ({ key: parseDeliveryId(id)!, told: { ...event, attempt: undefined } }))
}

function eventKeyOf(channels: readonly Channel[]): crypto.KeyObject {
  const email = channels.find(({ name }) => name === channelName) as Partial<EmailChannel> | undefined
  if (email?.sendgridEventKey) return email.sendgridEventKey
  throw new BelfryError('not_found', 'No events of SendGrid are expected here.', {
    accepted: 'the email channel with sendgrid.eventKey',
  })
}

function readEvents({ signature, timestamp, body }: SignedEvents, key: crypto.KeyObject): SendgridEvent[] {
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(wallClockMs() - Number(timestamp) * 1_000) <= staleMs
  const isTheirs = crypto.verify('sha256', Buffer.from(timestamp + body), key, Buffer.from(signature, 'base64'))
  if (!isFresh || !isTheirs)
    throw new BelfryError('bad_signature', 'Not signed by SendGrid just now.', {
      accepted: 'a request of its signed event webhook, with the key of this channel',
    })
  const events = parsed(body)
  return (Array.isArray(events) ? events : []).filter((one) => typeof one === 'object' && one !== null)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new BelfryError('invalid_input', 'The events are not JSON.', { field: '/body', accepted: 'a list of events' })
  }
}

async function findReported(
  context: Context,
  key: DeliveryKey,
  { tenant }: SendgridEvent,
): Promise<ReportedRow | null> {
  const place = [key.bucket, key.reminder, key.occurrenceKey]
  const [row] = await context.db.run<ReportedRow>('reported-delivery', place)
  if (!row || row.channel !== channelName || (tenant !== undefined && tenant !== row.tenant)) return null
  return row
}

async function settle(context: Context, delivery: DeliveryKey, { event, attempt }: SendgridEvent): Promise<boolean> {
  if (!hasIt.has(String(event))) return false
  const number = Number(attempt)
  return await reportSent(context, {
    delivery,
    attempt: Number.isInteger(number) ? number : null,
    reply: `SendGrid has it: ${String(event)}`,
  })
}

/** Only the address that the event is about: the person may have another one by now. */
async function suspend(
  { db }: Context,
  key: DeliveryKey,
  { address, suspended }: ReportedRow,
  event: SendgridEvent,
): Promise<boolean> {
  const fault = faultOf(event)
  if (fault === null || address === null || suspended !== null) return false
  if (String(event.email).toLowerCase() !== address.toLowerCase()) return false
  await db.run('suspend', [[key.bucket], [key.reminder], [key.occurrenceKey], [fault], [address]])
  return true
}

function faultOf({ event, type, status, reason }: SendgridEvent): AddressFault | null {
  switch (event) {
    case 'bounce':
      // `blocked` is about this mail; a full mailbox is emptied some day.
      return type === 'blocked' || recipientStatuses[String(status)] === 'deferred' ? null : 'bounced'
    case 'spamreport':
      return 'blocked'
    case 'dropped':
      if (/spam report/i.test(String(reason))) return 'blocked'
      return /bounced|invalid/i.test(String(reason)) ? 'bounced' : null
    default:
      return null
  }
}

async function mute(context: Context, { tenant, recipient }: ReportedRow, { event, reason }: SendgridEvent) {
  const isUnwanted = event === 'unsubscribe' || event === 'group_unsubscribe'
  if (!isUnwanted && !(event === 'dropped' && /unsubscribed/i.test(String(reason)))) return false
  return await context.db.transaction(async (tx) => {
    const changed = await tx.run('unsubscribe', [tenant, recipient, `channel:${channelName}`])
    if (changed.length > 0) await audit(context, tx, 'unsubscribed', [{ recipient, data: { channel: channelName } }])
    return changed.length > 0
  })
}
