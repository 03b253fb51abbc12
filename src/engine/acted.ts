// What people did about an occurrence: kept in `actions`, once, whichever channel they did it on, and shown in the inbox by the same
// statement. Whoever marks something as done or snoozes it (a verb, a link, a button) comes by here, so that it is one state.

import type { Context } from './context.ts'
import type { Database } from './database.ts'
import { bucketOf } from './key.ts'
import type { Stood } from './stood.ts'

export interface Rang {
  readonly occurrence: string
  readonly generation: number
}

/** How things stood before somebody said something of a ring: whoever takes it back has them so again (inbox/undo.ts). */
export interface Before {
  /** How the reminder stood, where what is to come of it changed. */
  readonly stood?: Stood
  /** Its version, where nothing changed: under another one, something became of it since. Null: nothing was to come. */
  readonly version?: number | null
  /** Nothing was to come of it, and now one more ring is. */
  readonly made?: true
  /** Items that were put off, by their keys, and until when, in ms. */
  readonly snoozed: Readonly<Record<string, number>>
}

/** Asked before anything of it is stopped: that takes what is put off out of the inbox. */
export async function snoozedItems(context: Context, tx: Database, reminder: string): Promise<Before['snoozed']> {
  const rows = await tx.run<{ key: string; until_ms: number }>('snoozed-items', [
    ...[bucketOf(reminder), reminder, context.tenant],
  ])
  return Object.fromEntries(rows.map(({ key, until_ms: untilMs }) => [key, untilMs]))
}

export interface Done {
  readonly reminder: string
  /** Of the reminder as a whole, and not of one occurrence of a rule. */
  readonly isWhole: boolean
  /** Left out: what rang last. */
  readonly rang?: Rang
  /** When a series rings next. */
  readonly nextDueAt?: Date | null
  readonly before: Before
}

export async function noteDone(context: Context, tx: Database, done: Done): Promise<void> {
  const { reminder, isWhole, rang, nextDueAt = null, before } = done
  await tx.run('note-done', [
    ...[context.tenant, bucketOf(reminder), reminder, rang?.occurrence ?? null, rang?.generation ?? null],
    ...[isWhole, context.actor, JSON.stringify({ nextDueAt, ...before })],
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
  readonly before: Before
}

export async function noteSnooze(context: Context, tx: Database, snoozed: Snoozed): Promise<void> {
  const { reminder, rang, dueAt, collapsed, asked, before } = snoozed
  await tx.run('note-snooze', [
    ...[context.tenant, bucketOf(reminder), reminder, rang?.occurrence ?? null, rang?.generation ?? null],
    ...[
      collapsed ? null : dueAt.getTime(),
      context.actor,
      JSON.stringify({ until: dueAt, collapsed, asked, ...before }),
    ],
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
  /** Of what it is about, where that is known. */
  readonly entity_status: 'active' | 'done' | 'cancelled' | null
  readonly entity_changed_ms: number | null
}

export interface ActionRow extends Rang {
  readonly action: 'done' | 'snooze' | 'seen' | 'unsubscribe'
  /** Of Done: said of the reminder as a whole. */
  readonly whole: boolean
  readonly via: string
  readonly at_ms: number
  readonly detail: Partial<Before> & {
    /** It holds again, because what was said after it was taken back. */
    readonly again?: true
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

/** Which word about a reminder. */
export interface Word extends Rang {
  readonly action: 'done' | 'snooze'
}

/** The word that kept how the reminder stood; undefined where none did, or it was taken back. */
export async function wordThatKept(
  context: Context,
  tx: Database,
  reminder: string,
  stood: Stood,
): Promise<Word | undefined> {
  const [word] = await tx.run<Word>('action-that-kept', [
    ...[bucketOf(reminder), reminder, context.tenant, JSON.stringify(stood)],
  ])
  return word
}

/** Nobody has said it: whoever says it now says it for the first time. */
export async function unsay(context: Context, tx: Database, reminder: string, word: Word): Promise<void> {
  const { action, occurrence, generation } = word
  const statement = action === 'done' ? 'undo-done' : 'undo-snooze'
  await tx.run(statement, [context.tenant, bucketOf(reminder), reminder, occurrence, generation])
}
