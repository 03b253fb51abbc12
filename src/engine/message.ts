// What a channel gets: of one delivery, or of several that were put together.

import type { Message, MessageMember } from '../channels/channel.ts'
import type { FiredRow } from './fire.ts'
import { deliveryId } from './key.ts'

/** Rows of one take on one channel, in groups that are one message each. */
export function byMessage(rows: readonly FiredRow[]): FiredRow[][] {
  const bundles = new Map<string, FiredRow[]>()
  const groups: FiredRow[][] = []
  for (const row of rows) {
    const known = row.bundle === null ? undefined : bundles.get(row.bundle)
    if (known) {
      known.push(row)
      continue
    }
    const group = [row]
    groups.push(group)
    if (row.bundle !== null) bundles.set(row.bundle, group)
  }
  return groups
}

export function toMessage(rows: readonly FiredRow[]): Message {
  const first = rows[0]!
  if (first.bundle === null) return plain(first)
  const inOrder = rows.toSorted((a, b) => a.due_ms - b.due_ms || (idOf(a) < idOf(b) ? -1 : 1))
  const members = inOrder.map(memberOf)
  // The others were cancelled meanwhile: it says what the one would have said, under the id that the provider may know.
  if (members.length === 1) return { ...plain(first), id: first.bundle, members }
  return {
    ...plain(inOrder[0]!),
    id: first.bundle,
    entity: { type: 'bundle', id: first.bundle },
    kind: 'summary',
    occurrence: 'once',
    title: `${members.length} reminders`,
    body: members.map(lineOf).join('\n'),
    data: null,
    usefulUntil: new Date(Math.max(...rows.map((row) => row.useful_until_ms))),
    attempt: Math.max(...rows.map(({ attempt }) => attempt)),
    tries: Math.max(...rows.map(({ tries, lost }) => tries + lost)),
    members,
  }
}

/** Field by field: to spread one object into another costs as much as everything else that is done for a message. */
function plain(row: FiredRow): Message {
  return {
    id: idOf(row),
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    occurrence: row.occurrence,
    title: row.title,
    body: row.body,
    data: row.data,
    dueAt: new Date(row.due_ms),
    tenant: row.tenant,
    recipient: row.recipient,
    address: row.address,
    usefulUntil: row.useful_until_ms === null ? null : new Date(row.useful_until_ms),
    timezone: row.timezone ?? 'UTC',
    locale: row.locale ?? 'en',
    attempt: row.attempt,
    tries: row.tries + row.lost,
    critical: row.critical,
  }
}

function memberOf(row: FiredRow): MessageMember {
  return {
    id: idOf(row),
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    occurrence: row.occurrence,
    title: row.title,
    body: row.body,
    data: row.data,
    dueAt: new Date(row.due_ms),
  }
}

function idOf({ reminder, occurrence_key: occurrenceKey }: FiredRow): string {
  return deliveryId({ reminder, occurrenceKey })
}

/** A list of a hundred is still a list. */
const lineCharsMax = 200

function lineOf({ title, body, entity }: MessageMember): string {
  const [line = ''] = (title ?? body ?? `${entity.type} ${entity.id}`).split('\n')
  return line.length > lineCharsMax ? `${line.slice(0, lineCharsMax - 1).toWellFormed()}…` : line
}
