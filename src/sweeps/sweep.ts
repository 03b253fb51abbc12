// A sweep looks periodically at somebody else's things and reminds of those that come due, without their owner scheduling
// anything. `SweepInput` is how it is described, everywhere the same: configuration, library, HTTP.

import type { ChannelSteps } from '../engine/ladder.ts'

export interface SweepInput {
  readonly name: string
  /** An interval on the full multiple (`PT1H`: at :00, `PT30M`: at :00 and :30), or five cron fields (`0 * * * *`). */
  readonly every: string
  /** Where the schedule is read. Default `UTC`. */
  readonly timezone?: string
  readonly source: TableSource | FunctionSource
  /** Due in (now + from, now + to]. Default `{ from: 'PT0S', to: 'PT24H' }`. */
  readonly window?: SweepWindow
  /** What the reminders are about. Default: the name of the sweep. */
  readonly entityType?: string
  /** Default `due_soon`. */
  readonly kind?: string
  /** For what has become due unreminded, since the last run; null: nothing is said of it. Default `overdue`. */
  readonly overdueKind?: string | null
  /** Each item becomes an entity with these steps (or the plan of that name) instead of one reminder at once. */
  readonly plan?: string | readonly string[]
  /** `{column}` in a text is replaced by the item's. Default title: `{title}` where there is such a column. */
  readonly message?: { readonly title?: string; readonly body?: string; readonly channels?: ChannelSteps }
  /** So long after a reminder the same item may be reminded of again. Default null: once. */
  readonly coolDown?: string | null
  /** A due time that has moved by more than this is a new occurrence. Default `PT1H`. */
  readonly tolerance?: string
  /** Items to remind of in one run at the most. Default null: all of them. */
  readonly limit?: number | null
  /** Items read and written at a time: 1 to 10,000. Default 1,000. */
  readonly batchSize?: number
  /** False: only when it is asked to. Default true. */
  readonly enabled?: boolean
}

export interface SweepWindow {
  readonly from?: string
  readonly to: string
}

export interface TableSource {
  /** `tasks`, or `app.tasks`. */
  readonly table: string
  /** The name of a connection of the configuration; null (default): Belfry's own database. */
  readonly connection?: string | null
  /** The column that names an item. Default `id`. */
  readonly id?: string
  /** Default `due_at`. */
  readonly due?: string
  /** The column that names the recipient; null (default): nobody is reminded, and only the audit trail is written. */
  readonly recipient?: string | null
  /** Only rows with one of these values, such as `{ column: 'status', in: ['PENDING', 'CONFIRMED'] }`. */
  readonly status?: { readonly column: string; readonly in: readonly string[] }
  /** Set when an item is reminded of, and heeded. Default null. */
  readonly reminderSentAt?: string | null
  /** The zone of due times without one. Default `UTC`. */
  readonly timezone?: string
  /** Columns for texts and data, by the name they get there. */
  readonly columns?: Readonly<Record<string, string>>
  /** For recipients that Belfry does not know: which columns say their zone, locale and addresses. */
  readonly recipients?: {
    readonly name?: string
    readonly timezone?: string
    readonly locale?: string
    /** By channel: `{ email: 'owner_email' }`. */
    readonly addresses?: Readonly<Record<string, string>>
  }
}

export interface SweepItem {
  readonly id: string
  readonly due: Date | string
  readonly recipient?: string | null
  readonly values?: Readonly<Record<string, unknown>>
  /** For a recipient that Belfry does not know. */
  readonly profile?: {
    readonly name?: string
    readonly timezone?: string
    readonly locale?: string
    readonly addresses?: Readonly<Record<string, string>>
  }
}

/** Only in code: a configuration file or the library. Items outside of the window are left out. */
export interface FunctionSource {
  readonly items: (window: {
    readonly after: Date
    readonly upto: Date
  }) => AsyncIterable<SweepItem> | Iterable<SweepItem>
}

export interface Sweep {
  readonly name: string
  readonly every: string
  readonly timezone: string
  readonly enabled: boolean
  /** `library`, `config` or `api`; `built_in`: Belfry's own. */
  readonly origin: 'library' | 'config' | 'api' | 'built_in'
  /** As it was described, without functions. */
  readonly definition: Readonly<Record<string, unknown>>
  readonly nextRunAt: Date | null
  readonly lastRun: Run | null
  /** Such as a due column without an index. */
  readonly warnings: readonly string[]
}

export interface Run {
  readonly id: string
  readonly sweep: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  /**
   * `failed`: it ended early, because the database was away too long, its table or its function failed, or its process was killed.
   * The last is said by the next run of the sweep; until then it is `running`.
   */
  readonly state: 'running' | 'done' | 'failed'
  readonly trigger: 'schedule' | 'request'
  /** Items that it looked at, those that could not be read among them. */
  readonly examined: number
  /** Items of which at least one reminder was written. */
  readonly reminded: number
  /** By reason: already_reminded, cool_down, busy, no_recipient, … */
  readonly skipped: Readonly<Record<string, number>>
  readonly errors: number
  /** The first few, with the id of the item and what was wrong. */
  readonly problems: readonly { readonly item: string | null; readonly message: string }[]
  readonly tookMs: number | null
}

export interface RunPage {
  readonly runs: readonly Run[]
  readonly nextCursor: string | null
}

/** The verbs: `belfry.sweeps`. */
export interface SweepVerbs {
  put(input: SweepInput): Promise<Sweep>
  get(name: string): Promise<Sweep | null>
  list(): Promise<readonly Sweep[]>
  delete(name: string): Promise<void>
  /** What is wrong with its table now, in words: it is gone, or its due column has no index. */
  check(name: string): Promise<readonly string[]>
  /** Runs it now, in this process, and answers when it is over. */
  run(name: string): Promise<Run>
  runs(name: string, query?: { readonly cursor?: string; readonly limit?: number }): Promise<RunPage>
}
