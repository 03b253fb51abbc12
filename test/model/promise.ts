// The words of the model: what is known of people, entities and reminders, and what the ledger should say of each ring.
// Nothing here knows of tables, workers or transactions.

import type { QuietHours } from '../../src/time/quiet-hours.ts'
import type { Rule } from '../../src/time/recurrence/recurrence.ts'

export interface Person {
  readonly id: string
  zone: string
  quiet: QuietHours | null
}

/** A moment as somebody said it: a wall clock (with a zone, or each person's own), or an instant that ends in Z. */
export interface Nominal {
  readonly occurrence: string
  readonly zone: string | null
}

/** What rings next of a reminder. */
export interface Coming extends Nominal {
  readonly generation: number
  readonly step: string | null
  /** Null: it waits for the end of its ring, for Done, or for a resume. */
  readonly dueMs: number | null
  /** Before quiet hours. */
  readonly momentMs: number
  readonly usefulUntilMs: number
  readonly adjusted: 'deferred' | 'advanced' | 'in_app_only' | 'snoozed' | null
}

export interface Description {
  readonly kind: 'rule' | 'nag' | 'backoff' | 'after_completion'
  readonly rule?: Rule
  readonly missed?: 'latest' | 'skip' | 'all'
  readonly nag?: { readonly everyMs: number; readonly atMost: number }
  readonly backoff?: { readonly baseMs: number; readonly factor: number; readonly capMs: number }
  /** Days after it was done. */
  readonly afterDays?: number
}

export interface Series {
  readonly description: Description
  readonly start: Nominal
  /** Rings of this occurrence (nag) or of all (backoff) so far. */
  rings: number
  /** When the occurrence after the coming one happens; null: never. */
  nextMs: number | null
  isPaused: boolean
  /** Where the series goes on after a snoozed ring. */
  main: (Coming & { readonly nextMs: number | null }) | null
}

/** What became of one occurrence in one generation. */
export interface Entry {
  readonly occurrence: string
  readonly generation: number
  /** Of a plan; null: scheduled by itself. */
  readonly step: string | null
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled' | 'skipped' | 'expired'
  /** Why it never rang, where that counts. */
  why: 'skipped_past' | 'merged' | 'dismissed' | null
  isInApp: boolean
  atMs: number
  dueMs: number
  usefulUntilMs: number
  retryAtMs: number
  tries: number
  lost: number
  attempt: number
  title: string | null
  critical: boolean
  isStopped: boolean
  /** The series waits for its end. */
  parks: boolean
}

export interface Reminder {
  readonly entity: string
  readonly kind: string
  readonly person: Person
  title: string | null
  critical: boolean
  coming: Coming | null
  series: Series | null
  readonly ledger: Map<string, Entry>
}

/** One message that the channel must have been given. */
export interface Ring {
  readonly entity: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly dueMs: number
  readonly atMs: number
  readonly attempt: number
  readonly title: string | null
}

export type Answer = 'delivered' | 'refused' | 'deferred' | 'unknown'

export const dayMs = 86_400_000
export const minuteMs = 60_000

/** Nothing of these was ever given to a channel: they do not stand in the way of the same occurrence. */
export function hasBegun({ state }: Entry): boolean {
  return state !== 'cancelled' && state !== 'skipped' && state !== 'expired'
}

export function ledgerKey(occurrence: string, generation: number): string {
  return `${occurrence} ${generation}`
}

/** An entry of something that was never given to a channel. */
export function silentEntry(
  { occurrence, generation, step }: Pick<Coming, 'occurrence' | 'generation' | 'step'>,
  state: 'cancelled' | 'skipped',
  why: Entry['why'],
  before: Entry | undefined,
  atMs: number,
): Entry {
  return {
    ...{ occurrence, generation, step, state, why, isInApp: false, atMs, dueMs: 0, usefulUntilMs: 0, retryAtMs: 0 },
    ...{
      tries: 0,
      lost: 0,
      attempt: before?.attempt ?? 0,
      title: null,
      critical: false,
      isStopped: false,
      parks: false,
    },
  }
}

/** What the ledger last said of an occurrence. */
export function lastOf({ ledger }: Reminder, occurrence: string): Entry | undefined {
  return [...ledger.values()]
    .filter((entry) => entry.occurrence === occurrence)
    .sort((a, b) => b.generation - a.generation)[0]
}
