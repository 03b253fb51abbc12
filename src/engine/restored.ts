// A database that came back from a backup, or from a failover that may have lost commits, does not know what was sent since. So
// it starts held, and whatever was due by now becomes `unknown: restored`: it may have been sent, nobody can know, and a
// person decides. Series go on after now (restored-series.ts). All of it is one transaction of the caller's.

import { advance, personOf, type StoredSeries } from './advance.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import type { Ladder } from './ladder.ts'
import { lockParked } from './parked.ts'
import { withPeople } from './people.ts'
import { afterRestored } from './restored-series.ts'

/** What the hold is called, and the reason of what became unknown. */
export const restoredReason = 'restored'

export interface RestoredOptions {
  readonly defaultChannels: Ladder
  /** For the audit trail: where it came back from. */
  readonly from: object
}

/** Rows in one statement. */
const batch = 1_000

/** Holds everything and settles what was due; answers how many deliveries became unknown. */
export async function holdRestored(context: Context, tx: Database, options: RestoredOptions): Promise<number> {
  await tx.run('wait-for-locks', [])
  await tx.run('stop-sending', [])
  await tx.run('hold', ['', '', restoredReason, context.actor])
  const unknown =
    (await endSending(context, tx)) + (await endWaiting(context, tx)) + (await recordDue(context, tx, options))
  await audit(context, tx, 'held', [{ data: { reason: restoredReason, unknown, ...options.from } }])
  await wakeWorkers(context, tx)
  return unknown
}

interface EndedRow {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly parked: boolean
  readonly at_ms: number
}

async function endSending(context: Context, tx: Database): Promise<number> {
  const rows = await tx.run<EndedRow>('restore-sending', [])
  await moveParkedOn(context, tx, rows)
  return rows.length
}

async function endWaiting(context: Context, tx: Database): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await tx.run<EndedRow>('restore-waiting', [batch])
    if (rows.length === 0) return count
    await moveParkedOn(context, tx, rows)
    count += rows.length
  }
}

/** Series that were waiting for the end of these. */
async function moveParkedOn(context: Context, tx: Database, rows: readonly EndedRow[]): Promise<void> {
  const parked = new Map(rows.filter((row) => row.parked).map((row) => [`${row.reminder} ${row.occurrence_key}`, row]))
  const series = await lockParked(tx, [...parked.values()])
  const moved = series.flatMap((row) => {
    const ended = parked.get(`${row.id} ${row.occurrence_key}`)
    const { paused, done } = row.series.repeat.state
    if (!ended || row.due_ms !== null || paused || done) return []
    const at = { nowMs: row.now_ms, rules: context.rules }
    const next = afterRestored(row.series, ended.at_ms, personOf(row.series), at)
    return [{ bucket: row.bucket, id: row.id, series: row.series, nowMs: row.now_ms, next }]
  })
  await advance(tx, context, moved)
}

interface DueRow {
  readonly bucket: number
  readonly id: string
  readonly due_ms: number
  readonly now_ms: number
  readonly series: StoredSeries | null
}

/** Reminders that were due: their deliveries become unknown, and they end or go on. */
async function recordDue(context: Context, tx: Database, { defaultChannels }: RestoredOptions): Promise<number> {
  for (let count = 0; ; ) {
    const due = await tx.run<DueRow>('lock-due', [batch])
    if (due.length === 0) return count
    const keys = (rows: readonly DueRow[]) => [rows.map(({ bucket }) => bucket), rows.map(({ id }) => id)]
    const [recorded] = await tx.run<{ unknown: number }>('record-restored', [
      ...keys(due),
      defaultChannels.channels,
      defaultChannels.delaysMs,
    ])
    count += recorded?.unknown ?? 0
    const ended = due.filter(({ series }) => series === null)
    if (ended.length > 0) await tx.run('remove-reminders', keys(ended))
    const series = await withPeople(
      tx,
      due.flatMap((row) => (row.series === null ? [] : [{ ...row, series: row.series }])),
    )
    await advance(
      tx,
      context,
      series.map(({ bucket, id, series, due_ms: dueMs, now_ms: nowMs }) => ({
        ...{ bucket, id, series, nowMs },
        next: afterRestored(series, dueMs, personOf(series), { nowMs, rules: context.rules }),
      })),
    )
  }
}

/** What SQL functions had asked for: it may have been done since, and a moment of it may have rung. */
export async function endRequests(tx: Database): Promise<number> {
  for (let count = 0; ; ) {
    const open = await tx.run<{ id: string }>('open-requests', [batch])
    if (open.length === 0) return count
    for (const { id } of open) await tx.run('end-request', [id, JSON.stringify(askedBefore)])
    count += open.length
  }
}

const askedBefore = {
  code: 'stopped',
  message:
    'It was asked for before the backup was taken, and may have been done since. Ask again if it is still wanted.',
}
