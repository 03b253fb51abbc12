// What a run has done so far.

import type { Run } from './sweep.ts'

const problemsMax = 20
const messageCharsMax = 300

export class Tally {
  examined = 0
  reminded = 0
  errors = 0
  readonly skipped: Record<string, number> = {}
  readonly problems: { item: string | null; message: string }[] = []
  readonly warnings: string[] = []
  /** The first due time that was left: failed, held by somebody, or not come to. */
  leftMs: number | null = null

  skip(reason: string, count = 1): void {
    if (count > 0) this.skipped[reason] = (this.skipped[reason] ?? 0) + count
  }

  left(dueMs: number): void {
    this.leftMs = Math.min(this.leftMs ?? dueMs, dueMs)
  }

  /** An item that failed is tried again by the next run, where its due time is known. */
  failed(item: string | null, message: string, dueMs: number | null): void {
    this.errors += 1
    if (dueMs !== null) this.left(dueMs)
    this.note(item, message)
  }

  note(item: string | null, message: string): void {
    if (this.problems.length < problemsMax) this.problems.push({ item, message: message.slice(0, messageCharsMax) })
  }

  /** As statements take it: examined, reminded, errors, skipped, problems. */
  get columns(): unknown[] {
    const { examined, reminded, errors, skipped, problems } = this
    return [examined, reminded, errors, JSON.stringify(skipped), JSON.stringify(problems)]
  }
}

/** A row of belfry.runs as JSON has it: its times are texts. */
export interface RunRow {
  readonly id: string
  readonly sweep: string
  readonly trigger: Run['trigger']
  readonly state: Run['state']
  readonly started_at: string
  readonly ended_at: string | null
  readonly took_ms: number | null
  readonly examined: number
  readonly reminded: number
  readonly errors: number
  readonly skipped: Run['skipped']
  readonly problems: Run['problems']
}

export function toRun(row: RunRow): Run {
  const { id, sweep, trigger, state, examined, reminded, errors, skipped, problems } = row
  return {
    ...{ id, sweep, trigger, state, examined, reminded, errors, skipped, problems },
    startedAt: new Date(row.started_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    tookMs: row.took_ms,
  }
}
