// web_push: notifications on a person's own devices, through the push services of their browsers (RFC 8030). A message goes to every
// device that has not confirmed it yet, so trying again reaches only those that are missing; a device that gets one twice all the
// same knows it by its id and stays silent (web/service-worker).

import { describeFailure } from '../../engine/database.ts'
import { BelfryError } from '../../errors.ts'
import { readInteger, readObject, readText } from '../../input.ts'
import { wallClockMs } from '../../time/clock.ts'
import type { Channel, ChannelGround, ChannelMaker, Message, Outcome } from '../channel.ts'
import { network, type OutgoingGround } from '../outgoing/connect.ts'
import { type OutgoingResult, outgoing } from '../outgoing/outgoing.ts'
import { encrypt } from './encrypt.ts'
import { pushRules, serviceOf } from './endpoint.ts'
import { type DeviceResult, deviceResult, together } from './outcomes.ts'
import { payloadOf, topicOf } from './payload.ts'
import { authContext } from './subscriptions.ts'
import { createVapid, givenKeys, keptKeys, readSubject, type Vapid, type VapidKeys } from './vapid.ts'

export interface WebPushOptions {
  /** Whom a push service writes to when something is wrong: `mailto:ops@example.com`, or the https: URL of a page. */
  readonly subject: string
  /** VAPID keys of a system that Belfry takes over from, in base64url. Default: a pair that Belfry makes once and keeps, sealed. */
  readonly publicKey?: string
  readonly privateKey?: string
  /** So long a push service keeps a message for a device that is off, at the most. Default 2,419,200: four weeks. */
  readonly ttlMaxSeconds?: number
  /** Messages under way at once in one worker. Default 20. */
  readonly concurrency?: number
}

/** The channel, and what the verbs of `belfry.push` ask it for. */
export interface PushChannel extends Channel {
  publicKey(): Promise<string>
}

export const channelName = 'web_push'

/** Also for an outcome that nobody knows: a repeated message takes its own place. The last of them decides. */
const retryDelaysMs = [60_000, 300_000, 900_000]
const ttlSecondsMax = 2_419_200
/** Nearer than this, a device that saves its battery should wake up for it. */
const nearMs = 3_600_000
/** Below the channel's own time-out: results are written before the engine gives up. */
const requestTimeoutMs = 10_000
const databaseAwayMs = 5_000

/** How requests go out; tests bring their own. */
export interface Reach {
  readonly over: OutgoingGround
  readonly timeoutMs: number
}

export function webPush(options: WebPushOptions): ChannelMaker {
  const settings = readSettings(options)
  return { name: channelName, make: (ground) => pushChannel(ground, settings) }
}

export function readSettings(options: WebPushOptions): Settings {
  const value = readObject(options, ['subject', 'publicKey', 'privateKey', 'ttlMaxSeconds', 'concurrency'], '')
  const given = readKeys(value.publicKey, value.privateKey)
  return {
    subject: readSubject(value.subject),
    given,
    ttlMaxSeconds: readInteger(value.ttlMaxSeconds ?? ttlSecondsMax, '/ttlMaxSeconds', 0, ttlSecondsMax),
    concurrency: readInteger(value.concurrency ?? 20, '/concurrency', 1, 1_000),
  }
}

interface Settings {
  readonly subject: string
  readonly given: VapidKeys | null
  readonly ttlMaxSeconds: number
  readonly concurrency: number
}

function readKeys(publicKey: unknown, privateKey: unknown): VapidKeys | null {
  if (publicKey === undefined && privateKey === undefined) return null
  const read = (key: unknown, field: string) => readText(key, field, { bytesMax: 200, accepted: 'both keys, or none' })
  return givenKeys(read(publicKey, '/publicKey'), read(privateKey, '/privateKey'))
}

interface Identity {
  readonly keys: VapidKeys
  readonly vapid: Vapid
}

export function pushChannel(
  ground: ChannelGround,
  settings: Settings,
  reach: Reach = { over: network, timeoutMs: requestTimeoutMs },
): PushChannel {
  let known: Promise<Identity> | null = null
  /** Asked for at the first send: the database need not be migrated when the channel is made. Again if that failed. */
  const identity = () => {
    known ??= identityOf(ground, settings).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  return {
    name: channelName,
    idempotent: true,
    format: 'push',
    concurrency: settings.concurrency,
    retryDelaysMs,
    publicKey: async () => (await identity()).keys.publicKey,
    readAddress(_text, field) {
      throw new BelfryError('invalid_input', 'A device is not written down as an address.', {
        field,
        accepted: 'nothing here: push.subscribe takes what the browser gives, or null removes all devices',
      })
    },
    send: (message, signal) => send({ ground, settings, reach, identity }, message, signal),
  }
}

async function identityOf({ db, vault }: ChannelGround, { given, subject }: Settings): Promise<Identity> {
  const keys = given ?? (await keptKeys(db, vault))
  return { keys, vapid: createVapid(keys, subject) }
}

interface Parts {
  readonly ground: ChannelGround
  readonly settings: Settings
  readonly reach: Reach
  readonly identity: () => Promise<Identity>
}

interface DeviceRow {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly confirmed: boolean
  readonly now_ms: number
}

async function send(parts: Parts, message: Message, signal: AbortSignal): Promise<Outcome> {
  const { db } = parts.ground
  const topic = topicOf(message.id)
  const found = await Promise.all([
    db.run<DeviceRow>('push-devices', [message.tenant, message.recipient, topic]),
    parts.identity(),
    parts.ground.vault.check(),
  ]).catch((error: unknown) => {
    parts.ground.logger.error({ error: describeFailure(error) }, 'the devices of a recipient cannot be read')
    return null
  })
  // Nothing was tried: the database is away, or its secrets do not open.
  if (!found) return { kind: 'busy', retryAfterMs: databaseAwayMs, reply: 'the devices could not be read' }
  const [devices, { vapid }] = found
  const [first] = devices
  if (!first) return { kind: 'suppressed', reason: 'no_address', reply: 'no device is left' }
  const missing = devices.filter(({ confirmed }) => !confirmed)
  const headers = headersOf(parts.settings, message, topic, first.now_ms)
  const body = payloadOf(message)
  const results = await Promise.all(
    missing.map((device) => sendTo(parts, vapid, { message, device, headers, body, signal })),
  )
  const remaining = missing.length === 0 ? devices.length : await settle(parts, message, topic, missing, results)
  return together({
    devices: results,
    before: devices.length - missing.length,
    remaining,
    isLastTry: isLastTry(message, first.now_ms),
  })
}

/** Either the schedule is used up, or the next attempt would come when it is not useful any more. */
function isLastTry({ attempt, tries = attempt - 1, usefulUntil }: Message, nowMs: number): boolean {
  const waitMs = retryDelaysMs[tries]
  return waitMs === undefined || (usefulUntil !== null && nowMs + waitMs > usefulUntil.getTime())
}

function headersOf(
  settings: Settings,
  message: Message,
  topic: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  const leftMs = message.usefulUntil === null ? Number.POSITIVE_INFINITY : message.usefulUntil.getTime() - nowMs
  const ttl = Math.max(0, Math.min(Math.floor(leftMs / 1_000), settings.ttlMaxSeconds))
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(ttl),
    urgency: message.critical || leftMs <= nearMs ? 'high' : 'normal',
    topic,
  }
}

interface DeviceSend {
  readonly message: Message
  readonly device: DeviceRow
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal: AbortSignal
}

async function sendTo({ ground, reach }: Parts, vapid: Vapid, sending: DeviceSend): Promise<DeviceResult> {
  const { device, message, signal } = sending
  const service = serviceOf(device.endpoint)
  const { tenant, recipient } = message
  let body: Buffer
  try {
    const auth = Buffer.from(
      await ground.vault.open(Buffer.from(device.auth, 'base64'), authContext({ tenant, recipient, id: device.id })),
      'base64url',
    )
    body = encrypt(sending.body, { p256dh: Buffer.from(device.p256dh, 'base64url'), auth })
  } catch {
    ground.logger.error({ tenant, recipient, device: device.id }, 'the keys of a device cannot be opened')
    return { outcome: 'refused', retryAfterMs: null, reply: `${service}: its keys cannot be opened` }
  }
  const url = new URL(device.endpoint)
  const headers = { ...sending.headers, authorization: vapid.authorization(url) }
  const result = await post(ground, reach, url, { headers, body, signal })
  if (result.kind === 'answered' && (result.status === 401 || result.status === 403)) {
    vapid.forget(url)
    ground.logger.warn({ service, status: result.status }, 'a push service does not accept the VAPID key or subject')
  }
  return deviceResult(service, result, wallClockMs())
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal: AbortSignal
}

/** The rules of subscribing hold here too: what is allowed may have changed since. */
async function post(
  { allowedTargets }: ChannelGround,
  { over, timeoutMs }: Reach,
  url: URL,
  posted: Posted,
): Promise<OutgoingResult> {
  return await outgoing(
    pushRules(allowedTargets),
    over,
  )({
    ...{ url: url.href, method: 'POST', timeoutMs },
    ...posted,
  })
}

/** Who has it is remembered, who is gone is removed; answers how many devices there are then. */
async function settle(
  { ground }: Parts,
  { tenant, recipient }: Message,
  topic: string,
  devices: readonly DeviceRow[],
  results: readonly DeviceResult[],
): Promise<number> {
  const idsOf = (outcome: DeviceResult['outcome']) =>
    devices.filter((_, i) => results[i]?.outcome === outcome).map(({ id }) => id)
  const [taken, gone] = [idsOf('delivered'), idsOf('gone')]
  if (taken.length + gone.length === 0) return devices.length
  // Not remembered, a device may get it again under the same id; that is no reason to say that it was not sent.
  const rows = await ground.db
    .run<{ remaining: number }>('settle-push-devices', [tenant, recipient, topic, taken, gone])
    .catch((error: unknown) => {
      ground.logger.warn({ error: describeFailure(error) }, 'what devices answered could not be kept')
      return []
    })
  return rows[0]?.remaining ?? devices.length - gone.length
}
