// A meeting that nobody else changes meanwhile, and those who take part in it.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'
import type { MeetingRow } from './row.ts'

export interface Person {
  readonly id: string
  readonly name: string | null
  readonly timezone: string
}

export interface Held {
  readonly tx: Database
  readonly row: MeetingRow
  /** Those who were not erased, in their order. */
  readonly people: readonly Person[]
}

/** The caller has the lock of its entity. */
export async function holdMeeting(context: Context, tx: Database, id: string): Promise<Held | null> {
  await tx.run('lock-meeting', [context.tenant, id])
  const [row] = await tx.run<MeetingRow>('meetings', [context.tenant, [id]])
  return row ? { tx, row, people: await holdPeople(context, tx, peopleOf(row)) } : null
}

/** In the order in which they were named. Nobody of them is erased, or travels, before this is done. */
export async function holdPeople(context: Context, tx: Database, names: readonly string[]): Promise<Person[]> {
  const known = await tx.run<Person>('lock-people', [context.tenant, names])
  const byId = new Map(known.map((person) => [person.id, person]))
  return names.flatMap((name) => byId.get(name) ?? [])
}

export function peopleOf({ participants }: MeetingRow): string[] {
  return participants.map(({ recipient }) => recipient)
}

export function takesPart({ participants }: MeetingRow, recipient: string): boolean {
  return participants.some((one) => one.recipient === recipient)
}

export function idsOf(people: readonly Person[]): string[] {
  return people.map(({ id }) => id)
}

/** Alone nobody meets. */
export function checkCompany(people: readonly Person[]): void {
  if (people.length > 1) return
  throw new BelfryError('unknown_recipient', 'Nobody else of those who take part is still there.', {
    field: '/id',
    accepted: 'a meeting with somebody else; this one may be cancelled',
  })
}

export function noMeeting(): BelfryError {
  return new BelfryError('not_found', 'There is no such meeting, or they do not take part in it.', { field: '/id' })
}
