// What the audit trail says of a change of a person: which of their fields it was, and never what they were or are. A put that changes
// nothing, as of an application that puts its user at every sign-in, leaves no entry. Nor does a person who is new: they say so themselves
// (`createdAt`).

import { isDeepStrictEqual } from 'node:util'
import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import type { Recipient } from './recipients.ts'

/** A pause has entries of its own, and so has an address that is suspended. */
const noted = ['name', 'timezone', 'locale', 'addresses', 'channels', 'fallback', 'quietHours', 'preferences'] as const

export async function noteChanges(context: Context, tx: Database, before: Recipient, after: Recipient): Promise<void> {
  const fields = noted.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (fields.length > 0) await audit(context, tx, 'recipient_changed', [{ recipient: after.id, data: { fields } }])
}
