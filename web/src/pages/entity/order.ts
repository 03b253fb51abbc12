// In which order the reminders of a plan ring, whatever became of them: one that was left out has no moment of its own.

import type { Entity } from '../../api.ts'
import { offsetMs } from '../../length.ts'
import { kindMs } from '../../spans.ts'

type Step = Extract<Entity['plan'], readonly unknown[]>[number]

export function inOrder(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => distanceMs(a) - distanceMs(b))
}

/** When one of that kind rings by the plan; NaN where no plan says it, or the thing has no date. */
export function plannedMs(kind: string, entity: Entity | null): number {
  const { instant, local } = entity?.at ?? {}
  const atMs = Date.parse(instant ?? `${local?.slice(0, 16)}:00Z`)
  const step = entity && stepsOf(entity).find((one) => one.kind === kind)
  return atMs + (step ? distanceMs(step) : kindMs(kind))
}

function stepsOf({ plan, recipients }: Entity): Step[] {
  return [...(Array.isArray(plan) ? plan : []), ...recipients.flatMap((one) => one.plan ?? [])]
}

/** One that somebody named says it by its offset, one of months by its name. */
function distanceMs({ kind, offset }: Step): number {
  return offsetMs(offset) || kindMs(kind) || 0
}
