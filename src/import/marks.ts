// Writing what another system has sent (or failed to send) into the ledger.

import type { Context } from '../engine/context.ts'
import type { Reason } from '../engine/delivery.ts'
import type { ReadKey } from '../ledger/ledger.ts'
import { type Run, writeSplitting } from './run.ts'
import type { RowRef } from './source.ts'

export interface Mark extends ReadKey {
  readonly ref: RowRef
  readonly occurrence: string
  /** When it was sent; null: nobody knows, so now. */
  readonly atMs: number | null
  readonly state: 'sent' | 'failed' | 'unknown'
}

export async function writeMarks({ context, settings, tally }: Run, marks: readonly Mark[]): Promise<void> {
  if (settings.dryRun) return tally.add('marked', marks.length)
  await writeSplitting(tally, marks, async (some) => {
    const written = await insertMarks(context, some)
    tally.add('marked', written.length)
    // Somebody else was there first.
    tally.add('alreadyThere', some.length - written.length)
  })
}

/** Answers those that were free. Each occurrence of a reminder is named once. */
export async function insertMarks(
  context: Context,
  marks: readonly Omit<Mark, 'ref'>[],
): Promise<{ reminder: string; occurrence: string }[]> {
  return await context.db.transaction((tx) =>
    tx.run('import-marks', [
      context.tenant,
      marks.map(({ bucket }) => bucket),
      marks.map(({ id }) => id),
      marks.map(({ entityType }) => entityType),
      marks.map(({ entityId }) => entityId),
      marks.map(({ kind }) => kind),
      marks.map(({ recipient }) => recipient),
      marks.map(({ occurrence }) => occurrence),
      marks.map(({ atMs }) => atMs),
      marks.map(({ state }) => state),
      // What the other system gave up is not tried again by this one.
      marks.map(({ state }) => reasonOf(state)),
    ]),
  )
}

function reasonOf(state: Mark['state']): Reason | null {
  if (state === 'failed') return 'retries_exhausted'
  return state === 'unknown' ? 'outcome_unknown' : null
}
