// The report of an import: every row that was read is counted in one place. What needs a person's eye is listed too, up to a
// bound.

import type { BelfryError, ErrorCode } from '../errors.ts'
import type { RowRef } from './source.ts'

export interface ImportCounts {
  readonly read: number
  /** Written now: `marked` and `scheduled` together (of users: those created). */
  readonly imported: number
  /** In the ledger, as sent or as failed there: they never ring. */
  readonly marked: number
  /** Reminders that will ring. */
  readonly scheduled: number
  /** Belfry knew them, from an earlier run or from its own work; they were left as they are. */
  readonly alreadyThere: number
  /** Due in the past and never sent: recorded as `skipped_past`, not rung. */
  readonly skippedPast: number
  /** Cancelled in the other system: left out. */
  readonly cancelled: number
  /** Of another organization: left out. */
  readonly otherOrganizations: number
  readonly refusedCount: number
  /** Of those scheduled: their time had passed, and they got one that is still ahead. */
  readonly moved: number
  /** Of those scheduled: their time had passed, they are still useful, and ring as what is late does. */
  readonly late: number
  /** Of those scheduled: the other system was just sending them; counted as sent. */
  readonly uncertain: number
  readonly recipientsCreated: number
}

export interface ImportProgress extends ImportCounts {
  /** How far the source was read, between 0 and 1; null where it cannot say. */
  readonly part: number | null
}

/** A row that could not be imported. */
export interface Refusal extends RowRef {
  readonly code: ErrorCode
  readonly field: string | null
  readonly message: string
}

export interface SkippedPast extends RowRef {
  readonly reminderId: string
  readonly dueAt: Date
}

export interface ImportReport extends ImportCounts {
  readonly dryRun: boolean
  /** The first of `refusedCount`. */
  readonly refused: readonly Refusal[]
  /** The first of `skippedPast`. */
  readonly skippedPastList: readonly SkippedPast[]
  /** Of the users, where they were imported first. */
  readonly users: ImportReport | null
}

type Counter = Exclude<keyof ImportCounts, 'imported' | 'refusedCount' | 'skippedPast'>

export class Tally {
  readonly #counts: { -readonly [name in keyof ImportCounts]: number } = {
    read: 0,
    imported: 0,
    marked: 0,
    scheduled: 0,
    alreadyThere: 0,
    skippedPast: 0,
    cancelled: 0,
    otherOrganizations: 0,
    refusedCount: 0,
    moved: 0,
    late: 0,
    uncertain: 0,
    recipientsCreated: 0,
  }
  readonly #refused: Refusal[] = []
  readonly #skipped: SkippedPast[] = []
  readonly #listMax: number

  constructor(listMax: number) {
    this.#listMax = listMax
  }

  add(counter: Counter, by = 1): void {
    this.#counts[counter] += by
    if (counter === 'marked' || counter === 'scheduled') this.#counts.imported += by
  }

  created(users: number): void {
    this.#counts.recipientsCreated += users
    this.#counts.imported += users
  }

  refuse(ref: RowRef, { code, field, message }: BelfryError): void {
    this.#counts.refusedCount++
    if (this.#refused.length < this.#listMax) this.#refused.push({ ...ref, code, field: field ?? null, message })
  }

  skip(skipped: SkippedPast): void {
    this.#counts.skippedPast++
    if (this.#skipped.length < this.#listMax) this.#skipped.push(skipped)
  }

  counts(): ImportCounts {
    return { ...this.#counts }
  }

  report(dryRun: boolean, users: ImportReport | null = null): ImportReport {
    return { ...this.#counts, dryRun, refused: [...this.#refused], skippedPastList: [...this.#skipped], users }
  }
}
