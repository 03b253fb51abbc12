// What has fired and waits, as a line of an export: it is sent where it is taken in, when its time has come.

import { durationText } from '../time/duration.ts'
import { given, iso, type Line } from './words.ts'

export interface WaitingRow {
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly channel: string
  readonly first: boolean
  readonly critical: boolean
  readonly fallback: string | null
  readonly tries: number
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly adjusted: string | null
  readonly step: string | null
  readonly delay_ms: number | null
  readonly gathers: boolean
  readonly at_ms: number | null
  readonly due_ms: number
  readonly planned_ms: number | null
  readonly useful_until_ms: number
}

/** In the words of the ledger, as what was sent. Without `at` it stands by, for a channel that fails. */
export function waitingLine(row: WaitingRow): Line {
  const { delay_ms: delayMs } = row
  return {
    kind: 'waiting',
    entityType: row.entity_type,
    entityId: row.entity_id,
    reminderType: row.kind,
    userId: row.recipient,
    occurrence: row.occurrence,
    ...(row.generation > 1 ? { generation: row.generation } : {}),
    channel: row.channel,
    ...(row.first ? { first: true } : {}),
    ...given({ at: row.at_ms === null ? null : iso(row.at_ms), fallback: row.fallback }),
    ...(delayMs !== null && delayMs > 0 ? { after: durationText(delayMs) } : {}),
    dueAt: iso(row.due_ms),
    usefulUntil: iso(row.useful_until_ms),
    ...given({
      plannedAt: row.planned_ms === null ? null : iso(row.planned_ms),
      adjusted: row.adjusted,
      step: row.step,
    }),
    ...given({ title: row.title, body: row.body, data: row.data }),
    ...(row.critical ? { critical: true } : {}),
    ...(row.tries > 0 ? { tries: row.tries } : {}),
    ...(row.gathers ? { gathers: true } : {}),
  }
}
