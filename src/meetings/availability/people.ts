// Whose time it is: that they are known, and in which zone they live.

import type { Context } from '../../engine/context.ts'
import { BelfryError } from '../../errors.ts'
import { readId, readList, refuse } from '../../input.ts'
import { limits } from '../../limits.ts'

/** Ids, each once, in the order in which they were named. */
export function readParticipants(value: unknown): string[] {
  const field = '/participants'
  if (value === undefined) throw refuse('missing_field', 'Who takes part?', { field, accepted: 'a list of recipients' })
  const list = readList(value, limits.slotParticipantsMax, field).map((id, i) => readId(id, `${field}/${i}`))
  if (list.length === 0)
    throw refuse('invalid_input', 'Nobody takes part.', { field, accepted: 'a list of recipients' })
  return [...new Set(list)]
}

/** The zones of these people, in their order. `fieldOf` says where the caller has named one that nobody knows. */
export async function readZones(
  context: Context,
  recipients: readonly string[],
  fieldOf: (recipient: string) => string,
): Promise<string[]> {
  const rows = await context.db.run<{ id: string; timezone: string }>('known-recipients', [context.tenant, recipients])
  const zones = new Map(rows.map(({ id, timezone }) => [id, timezone]))
  return recipients.map((id) => {
    const zone = zones.get(id)
    if (zone === undefined) throw unknownRecipient(fieldOf(id))
    return zone
  })
}

export function unknownRecipient(field: string): BelfryError {
  return new BelfryError('unknown_recipient', 'There is no such recipient.', {
    field,
    accepted: 'the id of a recipient; recipients.put creates one',
  })
}
