// `belfry.push`: the devices on which a person gets notifications. What a browser gives is kept, its secret sealed; in `addresses` one
// row stands for all devices of a person, in step with them, so that the engine knows who can be reached.

import * as crypto from 'node:crypto'
import type { Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import { BelfryError } from '../../errors.ts'
import { readId, readObject, readText, refuse } from '../../input.ts'
import type { Channel } from '../channel.ts'
import { isPublicKey } from './encrypt.ts'
import { readEndpoint, serviceOf, subscriptionId } from './endpoint.ts'

/** As `JSON.stringify(subscription)` has it in a browser. */
export interface PushSubscriptionInput {
  readonly endpoint: string
  readonly expirationTime?: number | null
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface SubscribeInput {
  readonly recipient: string
  readonly subscription: PushSubscriptionInput
  /** What the person calls the device, or its user agent. */
  readonly label?: string | null
}

/** Names the device by its id, or by the browser's endpoint. */
export type UnsubscribeInput =
  | { readonly recipient: string; readonly id: string }
  | { readonly recipient: string; readonly endpoint: string }

/** One device. What it is sent with is never told. */
export interface PushDevice {
  /** The first 32 hexadecimal digits of the SHA-256 of its endpoint. */
  readonly id: string
  /** Whose push service carries its messages. */
  readonly service: string
  readonly label: string | null
  readonly createdAt: Date
  readonly lastSentAt: Date | null
}

interface DeviceRow {
  readonly id: string
  readonly endpoint: string
  readonly label: string | null
  readonly created_ms: number
  readonly last_sent_ms: number | null
}

/** The oldest gives way. */
const devicesMax = 20
const labelCharsMax = 200
const channelName = 'web_push'

/** What a page gives to `pushManager.subscribe` as `applicationServerKey`. */
export async function pushPublicKey({ sending }: Pick<Context, 'sending'>): Promise<string> {
  const channel = sending.channels.find(({ name }) => name === channelName)
  if (channel && hasPublicKey(channel)) return await channel.publicKey()
  throw new BelfryError('unknown_channel', 'web_push is in demo mode: there is no key to subscribe with.', {
    accepted: 'an installation with webPush({ subject }) among its channels, or a server with BELFRY_PUSH_SUBJECT',
  })
}

function hasPublicKey(channel: Channel): channel is Channel & { publicKey(): Promise<string> } {
  return 'publicKey' in channel && typeof channel.publicKey === 'function'
}

/** The same browser again is the same device. It belongs to one person: whoever used it before gets nothing there any more. */
export async function subscribe(context: Context, input: SubscribeInput): Promise<PushDevice> {
  const { tenant, sending } = context
  const value = readObject(input, ['recipient', 'subscription', 'label'], '')
  const recipient = readId(value.recipient, '/recipient')
  const { endpoint, p256dh, auth } = readSubscription(value.subscription, sending.allowedTargets)
  const label = value.label == null ? null : readText(value.label, '/label', { charsMax: labelCharsMax })
  const id = subscriptionId(endpoint)
  requireChannel(context)
  const sealed = (await sending.vault.seal(auth, authContext({ tenant, recipient, id }))).toString('base64')
  return await context.db.transaction(
    async (tx) => {
      const owners = await tx.run<{ recipient: string }>('push-owners', [tenant, id])
      const others = owners.map((row) => row.recipient).filter((owner) => owner !== recipient)
      await lockPeople(context, tx, recipient, others)
      if (others.length > 0) await tx.run('delete-push-subscription', [tenant, others, id])
      // Another word each time: a device that is found to be gone meanwhile does not suspend this one.
      const address = `devices:${crypto.randomBytes(4).toString('hex')}`
      await tx.run('put-push-address', [tenant, recipient, address])
      const values = [tenant, recipient, id, endpoint, p256dh, sealed, label]
      const [row] = await tx.run<DeviceRow>('put-push-subscription', values)
      await tx.run('trim-push-subscriptions', [tenant, recipient, devicesMax, id])
      return toDevice(row!)
    },
    { lock: lockOf(tenant, id) },
  )
}

/** False when there was no such device. */
export async function unsubscribe(context: Context, input: UnsubscribeInput): Promise<{ removed: boolean }> {
  const value = readObject(input, ['recipient', 'id', 'endpoint'], '')
  const recipient = readId(value.recipient, '/recipient')
  if ((value.id === undefined) === (value.endpoint === undefined))
    throw refuse('invalid_input', 'One of the two names the device.', { field: '/id', accepted: 'id or endpoint' })
  const id =
    value.id === undefined
      ? subscriptionId(readText(value.endpoint, '/endpoint', { bytesMax: 2_048 }))
      : readId(value.id, '/id')
  return await context.db.transaction(async (tx) => {
    await tx.run('lock-recipient', [context.tenant, recipient])
    const removed = await tx.run('delete-push-subscription', [context.tenant, [recipient], id])
    return { removed: removed.length > 0 }
  })
}

/** The newest first. Nothing for somebody who is not there. */
export async function listDevices(context: Context, recipient: string): Promise<PushDevice[]> {
  const rows = await context.db.run<DeviceRow>('push-subscriptions', [context.tenant, readId(recipient, '/recipient')])
  return rows.map(toDevice)
}

/** What was sealed for one device opens for no other. */
export function authContext(of: { readonly tenant: string; readonly recipient: string; readonly id: string }): string {
  return JSON.stringify(['push auth', of.tenant, of.recipient, of.id])
}

function requireChannel({ channels }: Context): void {
  if (channels.has(channelName)) return
  throw new BelfryError('unknown_channel', 'No channel web_push is configured.', {
    field: '/subscription',
    accepted: 'an installation with webPush({ subject }) among its channels',
  })
}

/** In the order of their ids, as everybody locks people. */
async function lockPeople(context: Context, tx: Database, recipient: string, others: readonly string[]): Promise<void> {
  for (const id of [recipient, ...others].sort()) {
    const found = await tx.run('lock-recipient', [context.tenant, id])
    if (found.length === 0 && id === recipient)
      throw new BelfryError('unknown_recipient', 'There is no such recipient.', {
        field: '/recipient',
        accepted: 'the id of a recipient that was put before',
      })
  }
}

/** Two people in one browser, at once: one after the other. */
function lockOf(tenant: string, id: string): string {
  return crypto.createHash('sha256').update(`push ${tenant} ${id}`).digest().readBigInt64BE().toString()
}

function readSubscription(value: unknown, allowedTargets: readonly string[]) {
  const at = '/subscription'
  const { endpoint, keys } = readObject(value, ['endpoint', 'expirationTime', 'keys'], at)
  const { p256dh, auth } = readObject(keys, ['p256dh', 'auth'], `${at}/keys`)
  const publicKey = readKey(p256dh, `${at}/keys/p256dh`, 'the public key of the browser: 65 bytes in base64url')
  const secret = readKey(auth, `${at}/keys/auth`, 'the secret of the browser: 16 bytes in base64url')
  if (!isPublicKey(publicKey))
    throw refuse('invalid_input', 'Not a point of P-256.', {
      field: `${at}/keys/p256dh`,
      accepted: 'the public key of the browser: 65 bytes in base64url',
    })
  if (secret.length !== 16)
    throw refuse('invalid_input', 'A secret has 16 bytes.', {
      field: `${at}/keys/auth`,
      accepted: 'the secret of the browser: 16 bytes in base64url',
    })
  return {
    endpoint: readEndpoint(endpoint, allowedTargets, `${at}/endpoint`),
    p256dh: publicKey.toString('base64url'),
    auth: secret.toString('base64url'),
  }
}

/** Some browsers had base64, with its signs. */
function readKey(value: unknown, field: string, accepted: string): Buffer {
  const text = readText(value, field, { bytesMax: 200, pattern: /^[A-Za-z0-9_+/-]+={0,2}$/, accepted })
  return Buffer.from(text, 'base64')
}

function toDevice(row: DeviceRow): PushDevice {
  return {
    id: row.id,
    service: serviceOf(row.endpoint),
    label: row.label,
    createdAt: new Date(row.created_ms),
    lastSentAt: row.last_sent_ms === null ? null : new Date(row.last_sent_ms),
  }
}
