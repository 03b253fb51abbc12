// People that a command names.

import { BelfryError } from '../../errors.ts'
import type { Belfry, Recipient } from '../../index.ts'

/** Whoever sits at this machine; made when first needed, in its zone. */
export const me = 'me'

export async function personNamed(belfry: Belfry, id: string, timezone: string): Promise<Recipient> {
  const known = await belfry.recipients.get(id)
  if (known) return known
  if (id === me) return await belfry.recipients.put({ id, timezone })
  throw new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(id)}.`, {
    field: '/to',
    accepted: `a known one; belfry recipients put ${/^[\w.@-]+$/.test(id) ? id : '<id>'} --timezone Europe/Paris makes it`,
  })
}

/** For commands that show what somebody has. */
export async function requirePerson(belfry: Belfry, id: string): Promise<Recipient> {
  const known = await belfry.recipients.get(id)
  if (known) return known
  throw new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(id)}.`, { field: '/recipient' })
}

/** What a person has none of, and what they have. */
export function noneSuch(what: string, id: string, theirs: readonly { readonly id: string }[]): BelfryError {
  const named = theirs.slice(0, 10).map((one) => one.id)
  return new BelfryError('not_found', `There is no ${what} ${JSON.stringify(id)} of theirs.`, {
    field: '/id',
    accepted: named.length === 0 ? 'none: they have none' : [...named, ...(theirs.length > 10 ? ['…'] : [])].join(', '),
  })
}

/** The zones of these recipients, each asked for once. */
export async function zonesOf(belfry: Belfry, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const different = [...new Set(ids)]
  const people = await Promise.all(different.map((id) => belfry.recipients.get(id)))
  return new Map(different.map((id, i) => [id, people[i]?.timezone ?? 'UTC']))
}
