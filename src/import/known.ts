// What Belfry knows already: of reminders, and of the people they are for.

import type { Person } from '../engine/planning.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import type { Run } from './run.ts'

export interface Identity {
  readonly bucket: number
  readonly id: string
  readonly occurrence: string
}

export interface Facts {
  /** Something of it is still to come. */
  readonly scheduled: boolean
  /** Marked as sent, whatever its moment. */
  readonly sentOnce: boolean
  /** This occurrence was sent, or its send began. */
  readonly sentHere: boolean
  /** This occurrence is in the ledger in whatever state. */
  readonly here: boolean
  /** Something happened to it here, at whatever moment. */
  readonly heard: boolean
}

/** In order. */
export async function factsOf({ context }: Run, items: readonly Identity[]): Promise<Facts[]> {
  if (items.length === 0) return []
  return await context.db.run<Facts>('import-known', [
    context.tenant,
    items.map(({ bucket }) => bucket),
    items.map(({ id }) => id),
    items.map(({ occurrence }) => occurrence),
  ])
}

/** The same, with what this run itself has decided meanwhile. */
export function withSeen({ seen }: Run, { id, occurrence }: Identity, facts: Facts): Facts {
  return {
    scheduled: facts.scheduled || seen.has('scheduled', id),
    sentOnce: facts.sentOnce || seen.has('sent', id, 'once'),
    sentHere: facts.sentHere || seen.has('sent', id, occurrence),
    here: facts.here || seen.has('here', id, occurrence),
    heard: facts.heard,
  }
}

export async function peopleOf(
  { context }: Pick<Run, 'context'>,
  recipients: readonly string[],
): Promise<Map<string, Person>> {
  if (recipients.length === 0) return new Map()
  const rows = await context.db.run<{ id: string; timezone: string; quiet_hours: QuietHours | null }>(
    'known-recipients',
    [context.tenant, [...new Set(recipients)]],
  )
  return new Map(rows.map(({ id, timezone, quiet_hours: quietHours }) => [id, { timezone, quietHours }]))
}

/** Makes them known; answers how many were new. Those given are not known, each is given once. */
export async function createRecipients(
  { context, settings, seen }: Run,
  people: readonly { readonly id: string; readonly timezone: string }[],
): Promise<number> {
  const fresh = people.filter(({ id }) => !seen.has('recipient', id))
  for (const { id } of fresh) seen.add('recipient', id)
  if (settings.dryRun || fresh.length === 0) return fresh.length
  const created = await context.db.run<{ id: string }>('create-recipients', [
    context.tenant,
    fresh.map(({ id }) => id),
    fresh.map(({ timezone }) => timezone),
  ])
  return created.length
}
