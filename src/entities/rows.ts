// Changes as the statements take them.

import { occurrenceKey } from '../engine/key.ts'
import { ladderOf } from '../engine/ladder.ts'
import type { WriteRow } from '../engine/write.ts'
import type { Change } from './difference.ts'
import type { EntityName } from './end.ts'
import type { EntityFields } from './entity.ts'

/** A reminder of an entity, with what the entity says. */
export function rowOf(
  entity: EntityName,
  { title, body, data, critical }: Pick<EntityFields, 'title' | 'body' | 'data' | 'critical'>,
  { bucket, id, kind, recipient, channels, planned, generation, since }: Change,
): WriteRow {
  const wanted = {
    ...{ entityType: entity.type, entityId: entity.id, kind, recipient, title, body, critical },
    data: data === null ? null : JSON.stringify(data),
    ...(channels === null ? { channels, delaysMs: null } : ladderOf(channels)),
    fallback: null,
  }
  return { bucket, id, wanted, planned, generation, since }
}

/** Occurrences that never ring: bucket, reminder, key, kind, recipient, occurrence, due ms, reason, generation. */
export function silentColumns(silent: readonly Change[]): unknown[][] {
  return [
    silent.map(({ bucket }) => bucket),
    silent.map(({ id }) => id),
    silent.map(({ planned, generation }) => occurrenceKey(planned.occurrence, generation)),
    silent.map(({ kind }) => kind),
    silent.map(({ recipient }) => recipient),
    silent.map(({ planned }) => planned.occurrence),
    silent.map(({ planned }) => planned.plannedMs ?? planned.dueMs),
    silent.map(({ outcome }) => (outcome === 'merged' ? 'merged' : 'skipped_past')),
    silent.map(({ generation }) => generation),
  ]
}
