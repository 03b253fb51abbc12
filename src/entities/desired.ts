// Desired: every reminder that an entity should have, computed from its anchors, its plan and its recipients, and nothing
// else. The difference to what is there is another file's work (difference.ts).

import type { ChannelSteps } from '../engine/ladder.ts'
import { type Basis, type Person, type Planned, place, resolve } from '../engine/planning.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import type { EntityFields, Member } from './entity.ts'
import type { Step } from './steps.ts'

export interface Desired {
  readonly recipient: string
  readonly kind: string
  readonly channels: ChannelSteps | null
  readonly planned: Planned
  /** Before quiet hours and late policy: how far from the anchor it was meant to be. */
  readonly momentMs: number
  /** `past`: its moment has gone by. `merged`: another one of the same thing rings within a minute. */
  readonly outcome: 'rings' | 'past' | 'merged'
}

export interface Now {
  readonly nowMs: number
  readonly rules: ZoneRules
}

const dayMs = 86_400_000
/** Steps closer to each other than this ring once. */
const togetherMs = 60_000

export function desiredOf(entity: EntityFields, members: readonly (Member & { person: Person })[], at: Now): Desired[] {
  return members.flatMap(({ recipient, steps, person }) => {
    const all = (steps ?? entity.steps ?? []).flatMap((step) => desire(entity, step, recipient, person, at) ?? [])
    return merged(entity.latePolicy === 'immediate' ? ringOne(all, entity, person, at) : all)
  })
}

function desire(entity: EntityFields, step: Step, recipient: string, person: Person, at: Now): Desired | null {
  // Anchors are named by callers: `constructor` is no anchor of everybody's.
  const anchor = Object.hasOwn(entity.anchors, step.anchor) ? entity.anchors[step.anchor] : undefined
  if (!anchor) return null
  const basis: Basis = {
    occurrence: anchor.nominal,
    timezone: anchor.timezone,
    floating: anchor.timezone === null && !anchor.nominal.endsWith('Z'),
    step: step.offset,
  }
  const momentMs = resolve(basis, person, at.rules)
  const useful = usefulness(basis, momentMs, person, at.rules)
  const placed = place(basis, momentMs, useful, person, { ...at, critical: entity.critical })
  const channels = step.channels ?? entity.channels
  const outcome = momentMs < at.nowMs ? 'past' : 'rings'
  return { recipient, kind: step.kind, channels, planned: { ...placed, repeat: null }, momentMs, outcome }
}

/** What reminds of something ahead is useless once it has begun. */
function usefulness(basis: Basis, momentMs: number, person: Person, rules: ZoneRules) {
  const anchorMs = resolve({ ...basis, step: null }, person, rules)
  return { untilMs: anchorMs > momentMs ? anchorMs : null, toleranceMs: dayMs }
}

/** Under `immediate`, the latest of the steps that have passed rings now, while what it is about is still ahead. */
function ringOne(all: readonly Desired[], entity: EntityFields, person: Person, at: Now): Desired[] {
  const past = all.filter((one) => one.outcome === 'past' && one.planned.usefulUntilMs > at.nowMs)
  const latest = past.reduce<Desired | null>(
    (best, one) => (best === null || one.momentMs > best.momentMs ? one : best),
    null,
  )
  if (!latest) return [...all]
  const useful = { untilMs: latest.planned.usefulUntilMs, toleranceMs: dayMs }
  const nowMs = Math.ceil(at.nowMs)
  const placed = place(latest.planned, nowMs, useful, person, { ...at, critical: entity.critical })
  const ringing: Desired = { ...latest, planned: { ...placed, repeat: null }, outcome: 'rings' }
  return all.map((one) => (one === latest ? ringing : past.includes(one) ? { ...one, outcome: 'merged' } : one))
}

/** Of steps within a minute of each other, the one nearest to the anchor rings for all. */
function merged(all: readonly Desired[]): Desired[] {
  const ringing = all.filter(({ outcome }) => outcome === 'rings').sort((a, b) => dueOf(a) - dueOf(b))
  const silent = new Set<Desired>()
  let group: Desired[] = []
  const close = () => {
    const kept = group.reduce<Desired | null>((best, one) => (best && best.momentMs > one.momentMs ? best : one), null)
    for (const one of group) if (one !== kept) silent.add(one)
  }
  for (const one of ringing) {
    if (group[0] && dueOf(one) - dueOf(group[0]) >= togetherMs) {
      close()
      group = []
    }
    group.push(one)
  }
  close()
  return all.map((one) => (silent.has(one) ? { ...one, outcome: 'merged' } : one))
}

function dueOf({ planned }: Desired): number {
  return planned.dueMs ?? 0
}
