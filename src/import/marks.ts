// Writing what another system has sent (or failed to send) into the ledger.

import type { ReadKey } from '../ledger/ledger.ts'
import { type Run, writeSplitting } from './run.ts'
import type { RowRef } from './source.ts'

export interface Mark extends ReadKey {
  readonly ref: RowRef
  readonly occurrence: string
  /** When it was sent; null: nobody knows, so now. */
  readonly atMs: number | null
  readonly state: 'sent' | 'failed'
}

export async function writeMarks({ context, settings, tally }: Run, marks: readonly Mark[]): Promise<void> {
  if (settings.dryRun) return tally.add('marked', marks.length)
  await writeSplitting(tally, marks, async (some) => {
    const written = await context.db.transaction((tx) =>
      tx.run<{ reminder: string; occurrence: string }>('import-marks', [
        context.tenant,
        some.map(({ bucket }) => bucket),
        some.map(({ id }) => id),
        some.map(({ entityType }) => entityType),
        some.map(({ entityId }) => entityId),
        some.map(({ kind }) => kind),
        some.map(({ recipient }) => recipient),
        some.map(({ occurrence }) => occurrence),
        some.map(({ atMs }) => atMs),
        some.map(({ state }) => state),
        // What the other system gave up is not tried again by this one.
        some.map(({ state }) => (state === 'failed' ? 'retries_exhausted' : null)),
      ]),
    )
    tally.add('marked', written.length)
    // Somebody else was there first.
    tally.add('alreadyThere', some.length - written.length)
  })
}
