// The log of an endpoint: the deliveries that went to it, the newest first, each with its attempts. Two statements beside the page
// itself, each by keys; the page is 14 buffers with a million lines in the log.

import type { Context } from '../../engine/context.ts'
import { type AttemptRow, deliveriesByKey, plainSuccess } from '../../engine/deliveries.ts'
import type { Delivery } from '../../engine/delivery.ts'
import { bucketOf, deliveryId, parseDeliveryId } from '../../engine/key.ts'
import { notACursor, type Page, readLimit, splitCursor, timeOfMicroseconds } from '../../engine/page.ts'
import { toDelivery } from '../../engine/read.ts'
import { readName, readObject } from '../../input.ts'
import { getEndpoint, noEndpoint, statusOf } from './endpoints.ts'

export interface WebhookAttempt {
  readonly attempt: number
  readonly at: Date
  readonly outcome: string
  /** Null: no answer came, or it was a plain first success, of which only that is kept. */
  readonly status: number | null
  readonly reply: string | null
  readonly tookMs: number | null
}

export interface WebhookDelivery extends Delivery {
  /** The oldest first; at the most 100. */
  readonly attempts: readonly WebhookAttempt[]
}

interface SendRow {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly at_us: string
}

export async function deliveriesOfEndpoint(
  context: Context,
  id: string,
  options: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<WebhookDelivery>> {
  const endpoint = readName(id, '/id')
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = readLimit(value.limit)
  const after = value.cursor === undefined ? null : readCursor(value.cursor)
  if (!(await getEndpoint(context, endpoint))) throw noEndpoint()
  const rows = await context.db.run<SendRow>('webhook-sends', [
    ...[context.tenant, endpoint, after?.at ?? null, after?.reminder ?? null, after?.occurrenceKey ?? null],
    limit + 1,
  ])
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { items: await withAttempts(context, page), nextCursor: last ? cursorOf(last) : null }
}

async function withAttempts(context: Context, page: readonly SendRow[]): Promise<WebhookDelivery[]> {
  const deliveries = await deliveriesByKey(context, page)
  const attempts = await context.db.run<AttemptRow & { n: number }>('attempts-of-deliveries', [
    deliveries.map(({ reminder }) => bucketOf(reminder)),
    deliveries.map(({ reminder }) => reminder),
    deliveries.map(({ occurrence_key: key }) => key),
  ])
  return deliveries.map((delivery, i) => {
    const kept = attempts.filter(({ n }) => n === i + 1)
    return { ...toDelivery(delivery), attempts: [...kept, ...plainSuccess(delivery, kept)].map(toAttempt) }
  })
}

function toAttempt({ attempt, at_ms: atMs, outcome, reply, took_ms: tookMs }: AttemptRow): WebhookAttempt {
  return { attempt, at: new Date(atMs), outcome, status: statusOf(reply), reply, tookMs }
}

function cursorOf({ at_us: us, reminder, occurrence_key: occurrenceKey }: SendRow): string {
  return `${us}~${deliveryId({ reminder, occurrenceKey })}`
}

function readCursor(cursor: unknown): { at: string; reminder: string; occurrenceKey: string } {
  const { us, rest } = splitCursor(cursor)
  const key = parseDeliveryId(rest)
  if (!key || us === 'infinity') throw notACursor()
  return { at: timeOfMicroseconds(us), reminder: key.reminder, occurrenceKey: key.occurrenceKey }
}
