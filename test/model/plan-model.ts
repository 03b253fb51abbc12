// What an entity's plan asks for, and the difference to what there is: the promise of `put`, and of a recipient who travels.

import { momentOf, placed } from './moments.ts'
import {
  type Coming,
  hasBegun,
  lastOf,
  ledgerKey,
  minuteMs,
  type Nominal,
  type Person,
  type Reminder,
  silentEntry,
} from './promise.ts'

export interface Entity {
  readonly id: string
  status: 'active' | 'done' | 'cancelled'
  anchor: Nominal | null
  steps: readonly string[]
  members: Map<string, readonly string[] | null>
  latePolicy: 'skip' | 'immediate'
  title: string | null
  critical: boolean
}

export interface Wanted {
  readonly person: Person
  readonly kind: string
  readonly coming: Coming
  /** `past`: its moment has gone by. `merged`: another one rings for it within a minute. */
  readonly outcome: 'rings' | 'past' | 'merged'
}

/** Every step of every recipient, with what should become of it now. */
export function wantedOf(
  entity: Entity,
  people: readonly Person[],
  nowMs: number,
  kindOf: (step: string) => string,
): Wanted[] {
  const { anchor, critical } = entity
  if (!anchor) return []
  return people.flatMap((person) => {
    const anchorMs = momentOf(anchor, null, person)
    const steps = entity.members.get(person.id) ?? entity.steps
    const all = steps.map((step): Wanted => {
      const momentMs = momentOf(anchor, step, person)
      // What reminds of something ahead is useless once it has begun.
      const useful = { untilMs: anchorMs > momentMs ? anchorMs : null }
      const coming = placed({ ...anchor, step, generation: 1 }, momentMs, useful, person, nowMs, critical)
      return { person, kind: kindOf(step), coming, outcome: momentMs < nowMs ? 'past' : 'rings' }
    })
    return merged(entity.latePolicy === 'immediate' ? oneAtOnce(all, entity, nowMs) : all)
  })
}

/** Of the steps that have passed, the latest rings now for all of them, while it is still useful. */
function oneAtOnce(all: readonly Wanted[], { critical }: Entity, nowMs: number): Wanted[] {
  const past = all.filter(({ outcome, coming }) => outcome === 'past' && coming.usefulUntilMs > nowMs)
  const last = past.reduce<Wanted | null>(
    (best, one) => (best && momentOfOne(best) >= momentOfOne(one) ? best : one),
    null,
  )
  return all.map((one): Wanted => {
    if (one !== last) return past.includes(one) ? { ...one, outcome: 'merged' } : one
    const useful = { untilMs: one.coming.usefulUntilMs }
    const coming = placed(one.coming, nowMs, useful, one.person, nowMs, critical)
    return { ...one, coming: { ...coming, momentMs: one.coming.momentMs }, outcome: 'rings' }
  })
}

/** Steps that would ring within a minute of each other ring once: the one nearest to the anchor. */
function merged(all: readonly Wanted[]): Wanted[] {
  const ringing = all.filter(({ outcome }) => outcome === 'rings').sort((a, b) => dueOf(a) - dueOf(b))
  const silent = new Set<Wanted>()
  for (let from = 0; from < ringing.length; ) {
    const group = ringing.slice(from).filter((one) => dueOf(one) - dueOf(ringing[from]!) < minuteMs)
    const kept = group.reduce((best, one) => (momentOfOne(best) > momentOfOne(one) ? best : one))
    for (const one of group) if (one !== kept) silent.add(one)
    from += group.length
  }
  return all.map((one): Wanted => (silent.has(one) ? { ...one, outcome: 'merged' } : one))
}

function dueOf({ coming }: Wanted): number {
  return coming.dueMs ?? 0
}

function momentOfOne({ coming }: Wanted): number {
  return coming.momentMs
}

export type Outcome = 'created' | 'moved' | 'cancelled' | 'unchanged' | 'skippedPast' | 'merged'

/**
 * Makes one reminder what the plan wants of it. A snoozed one, or one whose ring is under way, stays; an occurrence that has
 * been sent is not sent again, one that its recipient has dismissed stays dismissed; whatever else was coming is not coming
 * any more.
 */
export function becomes(reminder: Reminder, { coming, outcome }: Wanted, nowMs: number): Outcome {
  const row = reminder.coming
  const isSame = row?.occurrence === coming.occurrence
  if (row && isSame && (row.adjusted === 'snoozed' || (outcome === 'past' && isDue(row, nowMs)))) return 'unchanged'
  const hasRung = [...reminder.ledger.values()].some(
    (entry) => entry.occurrence === coming.occurrence && hasBegun(entry),
  )
  const waits = row && isSame && outcome === 'past' && coming.adjusted === 'deferred'
  if (!row && outcome === 'rings' && lastOf(reminder, coming.occurrence)?.why === 'dismissed') return 'unchanged'
  if ((outcome === 'rings' || waits) && !hasRung) {
    reminder.coming = { ...coming, generation: row?.generation ?? 1 }
    if (!row) return 'created'
    return isSame && row.dueMs === coming.dueMs ? 'unchanged' : 'moved'
  }
  reminder.coming = null
  if (hasRung || outcome === 'rings') return 'unchanged'
  return recordSilent(reminder, { ...coming, generation: row?.generation ?? 1 }, outcome, row !== null, nowMs)
}

function isDue({ dueMs }: Coming, nowMs: number): boolean {
  return dueMs !== null && dueMs <= nowMs
}

function recordSilent(
  reminder: Reminder,
  coming: Coming,
  outcome: 'past' | 'merged',
  hasEnded: boolean,
  nowMs: number,
): Outcome {
  const why = outcome === 'past' ? 'skipped_past' : 'merged'
  const key = ledgerKey(coming.occurrence, coming.generation)
  const before = reminder.ledger.get(key)
  // Said before, and nothing else was coming.
  const isKnown = (before?.state === 'skipped' && before.why === why) || before?.state === 'expired'
  if (isKnown && !hasEnded) return 'unchanged'
  reminder.ledger.set(key, silentEntry(coming, 'skipped', why, before, nowMs))
  return outcome === 'past' ? 'skippedPast' : 'merged'
}
