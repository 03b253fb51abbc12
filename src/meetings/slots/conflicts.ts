// Whether people are free at a time. This looks, and says what stands in the way; that two accepted meetings never overlap is the
// constraint on `bookings`, whoever looked when.

import type { Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import { type Range, without } from '../../time/ranges.ts'
import { spansWithin } from '../../time/spans.ts'
import { readDeclared } from '../availability/declared.ts'
import { availableRanges } from '../availability/expand.ts'
import { readTaken } from '../availability/taken.ts'
import type { Conflict, WantedTime } from './conflict.ts'

/** Nobody reads more of them. */
const countMax = 100

/**
 * Everything that stands in the way, by participant and time. A `viewer` learns the ids of those meetings only in which they take
 * part; without one all are named.
 */
export async function findConflicts(
  context: Context,
  tx: Database,
  wanted: WantedTime,
  viewer: string | null = null,
): Promise<Conflict[]> {
  const recipients = [...new Set(wanted.recipients)].sort()
  const kept = { fromMs: wanted.startMs - wanted.beforeMs, toMs: wanted.endMs + wanted.afterMs }
  const taken = await readTaken(context, tx, { recipients, window: kept, root: wanted.root, viewer })
  const outside = wanted.allowOutsideAvailability ? [] : await findOutside(context, tx, recipients, wanted)
  const conflicts: Conflict[] = taken.map(({ kind, recipient, fromMs, toMs, meeting }) => ({
    ...{ kind, participant: recipient, start: new Date(fromMs), end: new Date(toMs), meetingId: meeting },
  }))
  return [...conflicts, ...outside].sort(byParticipant).slice(0, countMax)
}

/** The parts of the meeting at which they are not there. Buffers need nobody. */
async function findOutside(
  context: Context,
  tx: Database,
  recipients: readonly string[],
  { startMs, endMs }: WantedTime,
): Promise<Conflict[]> {
  const window: Range = { fromMs: startMs, toMs: endMs }
  const declared = await readDeclared(context, tx, recipients, window)
  const spansOf = spansWithin(window, context.rules)
  return [...declared].flatMap(([participant, blocks]) =>
    without([window], availableRanges(blocks, window, spansOf)).map(({ fromMs, toMs }) => ({
      kind: 'outside_availability' as const,
      participant,
      start: new Date(fromMs),
      end: new Date(toMs),
      meetingId: null,
    })),
  )
}

function byParticipant(a: Conflict, b: Conflict): number {
  if (a.participant !== b.participant) return a.participant < b.participant ? -1 : 1
  return a.start.getTime() - b.start.getTime() || (a.kind < b.kind ? -1 : 1)
}
