// When people are taken, read for all of them at once.

import type { Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import type { Range } from '../../time/ranges.ts'

export interface TakenTime extends Range {
  readonly recipient: string
  readonly kind: 'meeting' | 'busy'
  /** Null for what is not the viewer's, and for calendars elsewhere. */
  readonly meeting: string | null
}

interface TakenRow {
  readonly recipient: string
  readonly kind: TakenTime['kind']
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly meetings: readonly (string | null)[] | null
}

export async function readTaken(
  context: Context,
  tx: Database,
  asked: {
    readonly recipients: readonly string[]
    readonly window: Range
    /** This lineage is in nobody's way. */
    readonly root?: string | null
    readonly viewer?: string | null
  },
): Promise<TakenTime[]> {
  const { recipients, window, root = null, viewer = null } = asked
  const rows = await tx.run<TakenRow>('taken-times', [
    ...[context.tenant, recipients, window.fromMs, window.toMs],
    ...[root, viewer],
  ])
  return rows.flatMap(({ recipient, kind, starts, ends, meetings }) =>
    starts.map((fromMs, i) => ({ recipient, kind, meeting: meetings?.[i] ?? null, fromMs, toMs: ends[i]! })),
  )
}
