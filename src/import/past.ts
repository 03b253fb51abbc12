// Recording what was due in the past and never sent: it is listed, and does not ring.

import { occurrenceKey } from '../engine/key.ts'
import type { Content } from '../engine/write.ts'
import type { Identity } from './known.ts'
import { type Run, writeSplitting } from './run.ts'
import type { RowRef } from './source.ts'

export interface Past extends Identity {
  readonly ref: RowRef
  readonly scheduledMs: number
  readonly wanted: Content
}

export async function recordPast({ context, settings, tally }: Run, jobs: readonly Past[]): Promise<void> {
  const list = (some: readonly Past[]) => {
    for (const { ref, id, scheduledMs } of some) tally.skip({ ...ref, reminderId: id, dueAt: new Date(scheduledMs) })
  }
  if (settings.dryRun) return list(jobs)
  await writeSplitting(tally, jobs, async (some) => {
    await context.db.transaction((tx) =>
      tx.run('record-silent', [
        context.tenant,
        some.map(({ bucket }) => bucket),
        some.map(({ id }) => id),
        some.map(({ occurrence }) => occurrenceKey(occurrence, 1)),
        some.map(({ wanted }) => wanted.kind),
        some.map(({ wanted }) => wanted.recipient),
        some.map(({ occurrence }) => occurrence),
        some.map(({ scheduledMs }) => scheduledMs),
        some.map(() => 'skipped_past'),
        some.map(() => 1),
        some.map(({ wanted }) => wanted.entityType),
        some.map(({ wanted }) => wanted.entityId),
      ]),
    )
    list(some)
  })
}
