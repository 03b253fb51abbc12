// The deliveries that somebody means: one, or each of a message about several.

import type { ActedDelivery } from '../engine/acted.ts'
import type { Context } from '../engine/context.ts'
import { deliveriesOfMessage } from '../engine/deliveries.ts'
import { isReminderId } from '../engine/key.ts'
import { noSuchDelivery, requireDeliveryId } from '../engine/reminder-id.ts'
import { BelfryError } from '../errors.ts'

/** One after the other, in due order; answers one at the least. What is no longer kept does not stand in the way of the others. */
export async function ofEachInMessage<T>(
  context: Context,
  id: string,
  work: (one: string) => Promise<T>,
): Promise<T[]> {
  const ids = isReminderId(id) ? await deliveriesOfMessage(context, id) : [id]
  const answers: T[] = []
  for (const one of ids) {
    try {
      answers.push(await work(one))
    } catch (error) {
      if (!(error instanceof BelfryError && error.code === 'not_found')) throw error
    }
  }
  if (answers.length === 0) throw noSuchDelivery()
  return answers
}

/** A delivery of a recipient who is there. */
export async function actedDelivery(context: Context, id: string): Promise<ActedDelivery> {
  const { bucket, reminder, occurrenceKey } = requireDeliveryId(id)
  const [row] = await context.db.run<ActedDelivery>('acted-delivery', [bucket, reminder, occurrenceKey, context.tenant])
  if (row) return row
  throw noSuchDelivery()
}
