// The verbs of endpoints. A secret is answered once, where it is made: at the first put, and at each rotation. What is stored is sealed.

import { randomUUID } from 'node:crypto'
import { audit, type Context } from '../../engine/context.ts'
import { type Page, readLimit } from '../../engine/page.ts'
import { checkVersion, readVersion } from '../../engine/version.ts'
import { BelfryError } from '../../errors.ts'
import { readName, readObject, readText, refuse } from '../../input.ts'
import { startStopwatch, wallClock } from '../../time/clock.ts'
import { durationMs } from '../../time/duration.ts'
import type { Channel, Outcome } from '../channel.ts'
import { whyNoTarget } from '../outgoing/outgoing.ts'
import {
  type DisabledReason,
  type EndpointInput,
  type EndpointRow,
  type IssuedEndpoint,
  toEndpoint,
  type WebhookEndpoint,
  type WebhookTest,
} from './endpoint.ts'
import { testEvent } from './event.ts'
import { newSecret, secretContext } from './signature.ts'
import type { KeptEndpoint, WebhookChannel } from './webhook.ts'

/** A secret signs for this long beside its successor, unless somebody says otherwise. */
const overlapDefault = 'PT24H'
const overlapDaysMax = 90

/** What is left out stays as it is. `secret` is there if the endpoint is new. */
export async function putEndpoint(
  context: Context,
  input: EndpointInput,
  options: { readonly mustExist?: boolean } = {},
): Promise<IssuedEndpoint & { readonly created: boolean }> {
  const value = readObject(input, ['id', 'url', 'description', 'version'], '')
  const id = readName(value.id, '/id')
  const url = value.url === undefined ? undefined : readUrl(context, value.url)
  const version = readVersion(value.version)
  const description = value.description == null ? null : readText(value.description, '/description', { charsMax: 500 })
  const secret = newSecret()
  const kept = await sealed(context, id, secret)
  return await context.db.transaction(async (tx) => {
    const [before] = await tx.run<{ version: number; url: string }>('lock-webhook', [context.tenant, id])
    checkVersion(version, before?.version)
    if (!before && options.mustExist) throw noEndpoint()
    const [written] = await tx.run<{ created: boolean }>('put-webhook', [
      ...[context.tenant, id, url ?? before?.url ?? missingUrl(), description, value.description !== undefined],
      ...[kept, null],
    ])
    const created = written?.created ?? false
    const data = { endpoint: id, ...(url !== undefined && { url: withoutQuery(url) }) }
    if (written) await audit(context, tx, created ? 'webhook_created' : 'webhook_changed', [{ data }])
    return { ...(await require({ ...context, db: tx }, id)), secret: created ? secret : null, created }
  })
}

/** One of an export: its secret stayed where it was, so it is off until somebody has made and told another. */
export async function takeOverEndpoint(
  context: Context,
  input: { readonly id: unknown; readonly url: unknown; readonly description?: unknown },
): Promise<boolean> {
  const id = readName(input.id, '/id')
  const url = readUrl(context, input.url)
  const description = input.description == null ? null : readText(input.description, '/description', { charsMax: 500 })
  const kept = await sealed(context, id, newSecret())
  return await context.db.transaction(async (tx) => {
    if ((await tx.run('lock-webhook', [context.tenant, id])).length > 0) return false
    const row = [context.tenant, id, url, description, true, kept, 'imported']
    const [written] = await tx.run<{ created: boolean }>('put-webhook', row)
    await audit(context, tx, 'webhook_created', [{ data: { endpoint: id, url: withoutQuery(url) } }])
    return written?.created ?? false
  })
}

export async function getEndpoint(context: Context, id: string): Promise<WebhookEndpoint | null> {
  const [row] = await context.db.run<EndpointRow>('webhooks', [context.tenant, readName(id, '/id'), null, 1])
  return row ? toEndpoint(row) : null
}

export async function listEndpoints(
  context: Context,
  options: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<WebhookEndpoint>> {
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = readLimit(value.limit)
  const cursor = value.cursor === undefined ? null : readName(value.cursor, '/cursor')
  const rows = await context.db.run<EndpointRow>('webhooks', [context.tenant, null, cursor, limit + 1])
  const items = rows.slice(0, limit).map(toEndpoint)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Answers whether there was one. What still waits for it is refused when its turn comes. */
export async function deleteEndpoint(context: Context, id: string): Promise<boolean> {
  const endpoint = readName(id, '/id')
  return await context.db.transaction(async (tx) => {
    const deleted = await tx.run('delete-webhook', [context.tenant, endpoint])
    if (deleted.length > 0) await audit(context, tx, 'webhook_deleted', [{ data: { endpoint } }])
    return deleted.length > 0
  })
}

/** A new secret; the old one signs beside it for `overlap`, so that receivers can be told one after the other. */
export async function rotateSecret(
  context: Context,
  id: string,
  options: { readonly overlap?: string } = {},
): Promise<IssuedEndpoint> {
  const endpoint = readName(id, '/id')
  const { overlap = overlapDefault } = readObject(options, ['overlap'], '')
  const overlapMs = Math.ceil(durationMs(overlap, '/overlap', overlapDaysMax))
  const secret = newSecret()
  const kept = await sealed(context, endpoint, secret)
  return await context.db.transaction(async (tx) => {
    const row = [context.tenant, endpoint, kept, overlapMs]
    if ((await tx.run('rotate-webhook', row)).length === 0) throw noEndpoint()
    await audit(context, tx, 'webhook_rotated', [{ data: { endpoint, overlap } }])
    return { ...(await require({ ...context, db: tx }, endpoint)), secret }
  })
}

/** Addresses that were suspended because it was gone are used again, too. */
export async function enableEndpoint(context: Context, id: string): Promise<WebhookEndpoint> {
  return await switchEndpoint(context, id, null)
}

/** From now on what would go there is refused. */
export async function disableEndpoint(context: Context, id: string): Promise<WebhookEndpoint> {
  return await switchEndpoint(context, id, 'by_hand')
}

async function switchEndpoint(context: Context, id: string, reason: DisabledReason | null): Promise<WebhookEndpoint> {
  const endpoint = readName(id, '/id')
  return await context.db.transaction(async (tx) => {
    const switched = await tx.run('switch-webhook', [context.tenant, endpoint, reason])
    const action = reason === null ? 'webhook_enabled' : 'webhook_disabled'
    const data = { endpoint, ...(reason !== null && { reason }) }
    if (switched.length > 0) await audit(context, tx, action, [{ data }])
    if (reason === null) await tx.run('resume-webhook-addresses', [context.tenant, endpoint])
    return await require({ ...context, db: tx }, endpoint)
  })
}

/** Posts a message of the type `webhook.test`, now, also to one that is disabled. It is not tried again. */
export async function testEndpoint(context: Context, id: string): Promise<WebhookTest> {
  const endpoint = readName(id, '/id')
  const [to] = await context.db.run<KeptEndpoint>('webhook-for-send', [context.tenant, endpoint, [], [], []])
  if (!to) throw noEndpoint()
  const channel = context.sending.channels.find(isOwn)
  const elapsedMs = startStopwatch()
  const event = testEvent(`test_${randomUUID()}`, endpoint, new Date(wallClock.nowMs()))
  const outcome: Outcome = channel
    ? await channel.post(context.tenant, endpoint, to, event, new AbortController().signal)
    : { kind: 'suppressed', reply: 'The channel webhook is in demo mode: nothing was sent.' }
  const reply = 'reply' in outcome ? (outcome.reply ?? null) : null
  const tookMs = Math.round(elapsedMs())
  return { outcome: outcome.kind, status: statusOf(reply), reply: reply?.slice(0, 500) ?? null, tookMs }
}

/** Replies of this channel begin with the status, where there was one. */
export function statusOf(reply: string | null): number | null {
  const [, status] = /^(\d{3})(?: |$)/.exec(reply ?? '') ?? []
  return status === undefined ? null : Number(status)
}

/** In demo mode, or with a channel of the caller's under this name, there is nothing to post with. */
function isOwn(channel: Channel): channel is WebhookChannel {
  return channel.name === 'webhook' && 'post' in channel
}

/** Before the transaction: the vault may have to ask the database, over another connection. */
async function sealed({ tenant, sending }: Context, id: string, secret: string): Promise<string> {
  return (await sending.vault.seal(secret, secretContext(tenant, id))).toString('base64')
}

function readUrl({ sending: { allowedTargets } }: Context, value: unknown): string {
  const text = readText(value, '/url', { bytesMax: 2_048 })
  const why = whyNoTarget(text, { allowedTargets })
  if (why === null) return text
  throw refuse('invalid_input', `Nothing can be sent there: ${why}.`, {
    field: '/url',
    accepted: 'an https URL of a public host, or one that the operator allows (allowedTargets)',
  })
}

/** Many a URL has a token in it, which the audit trail need not know. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function missingUrl(): never {
  throw refuse('missing_field', 'A required field is missing.', { field: '/url', accepted: 'an https URL' })
}

async function require(context: Context, id: string): Promise<WebhookEndpoint> {
  const found = await getEndpoint(context, id)
  if (!found) throw noEndpoint()
  return found
}

export function noEndpoint(): BelfryError {
  return new BelfryError('not_found', 'There is no such endpoint.', { field: '/id' })
}
