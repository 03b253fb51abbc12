// What people did about an occurrence: kept in `actions`, once, whichever channel they did it on, and shown in the inbox by the same
// statement. Whoever marks something as done or snoozes it (a verb, a link, a button) comes by here, so that it is one state.

import type { Context } from './context.ts'
import type { Database } from './database.ts'
import { bucketOf } from './key.ts'

export interface Rang {
  readonly occurrence: string
  readonly generation: number
}

export interface Done {
  readonly reminder: string
  /** Of the reminder as a whole, and not of one occurrence of a rule. */
  readonly isWhole: boolean
  /** Left out: what rang last. */
  readonly rang?: Rang
  /** When a series rings next. */
  readonly nextDueAt?: Date | null
}

export async function noteDone(context: Context, tx: Database, done: Done): Promise<void> {
  const { reminder, isWhole, rang, nextDueAt = null } = done
  await tx.run('note-done', [
    ...[context.tenant, bucketOf(reminder), reminder, rang?.occurrence ?? null, rang?.generation ?? null],
    ...[isWhole, context.actor, JSON.stringify({ nextDueAt })],
  ])
}

export interface Snoozed {
  readonly reminder: string
  /** Null: what rang last. */
  readonly rang: Rang | null
  readonly dueAt: Date
  /** The series rings by itself before that. */
  readonly collapsed: boolean
  /** What was asked for, in one text. */
  readonly asked: string
}

export async function noteSnooze(context: Context, tx: Database, snoozed: Snoozed): Promise<void> {
  const { reminder, rang, dueAt, collapsed, asked } = snoozed
  await tx.run('note-snooze', [
    ...[context.tenant, bucketOf(reminder), reminder, rang?.occurrence ?? null, rang?.generation ?? null],
    ...[collapsed ? null : dueAt.getTime(), context.actor, JSON.stringify({ until: dueAt, collapsed, asked })],
  ])
}

export interface ActedDelivery {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly occurrence: string
  readonly generation: number
  readonly channel: string
  readonly entity_type: string
  readonly entity_id: string
  readonly recipient: string
  readonly title: string | null
  readonly body: string | null
  readonly due_ms: number
  readonly now_ms: number
  readonly timezone: string
  readonly locale: string
  /** What rang last of the same reminder; null when nothing did. */
  readonly rang_occurrence: string | null
  readonly rang_generation: number | null
  /** What its row stands for, where it has one. */
  readonly next_occurrence: string | null
  readonly repeats: string | null
}

export interface ActionRow {
  readonly action: 'done' | 'snooze' | 'seen' | 'unsubscribe'
  readonly via: string
  readonly at_ms: number
  readonly detail: {
    readonly nextDueAt?: string | null
    readonly until?: string
    readonly collapsed?: boolean
    readonly asked?: string
  }
}

export async function actionsOf(context: Context, tx: Database, row: ActedDelivery): Promise<ActionRow[]> {
  const { bucket, reminder, occurrence, generation, occurrence_key: key } = row
  return await tx.run<ActionRow>('actions-of-delivery', [
    ...[bucket, reminder, occurrence, generation, key, context.tenant],
  ])
}
