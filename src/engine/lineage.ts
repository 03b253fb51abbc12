// Whose database is this? A cluster has a number of its own, and a timeline that is raised by every promotion of a standby and
// every recovery to an earlier moment. When either has changed since Belfry last looked, commits that were acknowledged may be
// lost, and with them the knowledge of what was sent: the system is held (restored.ts). A restart or a crash changes neither.

import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Context } from './context.ts'
import { type Database, describeFailure, type FailureOf } from './database.ts'
import type { Ladder } from './ladder.ts'
import { holdRestored } from './restored.ts'

export interface LineageOptions {
  readonly onTimelineChange: 'hold' | 'ignore'
  readonly defaultChannels: Ladder
  readonly failureOf: FailureOf
  readonly logger: Logger
}

interface Lineage {
  readonly system_identifier: string | null
  /** Null on a standby. */
  readonly timeline: number | null
}

interface Known {
  readonly known_identifier: string | null
  readonly known_timeline: number | null
}

/** Looks once, and holds if it has changed. Any number of processes may look at once: one of them holds. */
export class LineageWatch {
  readonly #context: Context
  readonly #options: LineageOptions
  #isRefused = false

  constructor(context: Context, options: LineageOptions) {
    this.#context = context
    this.#options = options
  }

  async look(db: Database = this.#context.db): Promise<void> {
    const seen = await this.#read(db)
    if (!seen || isSame(seen, seen)) return
    // Its timeline is raised when it is promoted, by the same server process: there is nothing to be seen before.
    if (seen.timeline === null) throw new BelfryError('database_unavailable', 'The database is a standby.')
    const changed = await db.transaction((tx) => this.#decide(tx, seen))
    if (!changed) return
    if (changed.unknown === null) this.#options.logger.warn(changed, 'the database has another timeline; ignored')
    else this.#options.logger.error(changed, whatToDo)
  }

  async #read(db: Database): Promise<(Lineage & Known) | null> {
    const { failureOf, logger } = this.#options
    try {
      const [row] = await db.run<Lineage & Known>('lineage', [])
      return row ?? null
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      // Some hosted servers do not tell. Said once: everything else works.
      if (!this.#isRefused)
        logger.warn(
          { error: describeFailure(error) },
          'the server does not tell its timeline; a failover goes unnoticed',
        )
      this.#isRefused = true
      return null
    }
  }

  async #decide(tx: Database, seen: Lineage): Promise<Changed | null> {
    const { onTimelineChange, defaultChannels } = this.#options
    // Somebody else may be at it, and take a while.
    await tx.run('wait-for-locks', [])
    const [known] = await tx.run<Known>('lock-lineage', [])
    if (known && isSame(seen, known)) return null
    await tx.run('record-lineage', [seen.system_identifier ?? '', seen.timeline])
    if (!known) return null
    const from = { timeline: known.known_timeline, system: known.known_identifier }
    const to = { timeline: seen.timeline, system: seen.system_identifier }
    if (onTimelineChange === 'ignore') return { from, to, unknown: null }
    return { from, to, unknown: await holdRestored(this.#context, tx, { defaultChannels, from }) }
  }
}

interface Changed {
  readonly from: object
  readonly to: object
  /** Deliveries that became unknown; null where the change is to be ignored. */
  readonly unknown: number | null
}

const whatToDo =
  'the database has another timeline: a failover or a restore may have lost what was sent last. Everything is held. ' +
  'Settle the deliveries that are unknown (reason restored), then release the hold'

function isSame(seen: Lineage, known: Known): boolean {
  return (seen.system_identifier ?? '') === known.known_identifier && seen.timeline === known.known_timeline
}
