// Steps: when a plan reminds, each so far from an anchor. `'-PT24H'` alone is a step of kind `24h_before` from the start.

import type { Context } from '../engine/context.ts'
import { type ChannelSteps, stepsOf } from '../engine/ladder.ts'
import { readChannels } from '../engine/reminder.ts'
import { readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { kindOfOffset, parseOffset } from '../time/duration.ts'

export interface Step {
  readonly kind: string
  /** ISO 8601, negative before the anchor: -PT24H is elapsed time, -P1D the same wall clock a day earlier. */
  readonly offset: string
  /** Which anchor it counts from. Default `start`. */
  readonly anchor: string
  /** Channels of this step alone. */
  readonly channels?: ChannelSteps
}

export type StepInput = string | { kind?: string; offset: string; anchor?: string; channels?: ChannelSteps }

export const mainAnchor = 'start'

export function readSteps(value: unknown, context: Context, field: string): Step[] {
  const steps = readList(value, limits.stepsMax, field).map((step, i) => readStep(step, context, `${field}/${i}`))
  const twice = steps.find(({ kind }, i) => steps.findIndex((other) => other.kind === kind) !== i)
  if (!twice) return steps
  throw refuse('invalid_input', `Two steps are of kind ${twice.kind}.`, { field, accepted: 'each kind once' })
}

function readStep(value: unknown, context: Context, field: string): Step {
  if (typeof value === 'string') return { kind: kindOf(value, mainAnchor, field), offset: value, anchor: mainAnchor }
  const given = readObject(value, ['kind', 'offset', 'anchor', 'channels'], field)
  const offset = readText(given.offset, `${field}/offset`, { bytesMax: 64 })
  parseOffset(offset, `${field}/offset`)
  const anchor = given.anchor === undefined ? mainAnchor : readName(given.anchor, `${field}/anchor`)
  const kind =
    given.kind === undefined ? kindOf(offset, anchor, `${field}/offset`) : readName(given.kind, `${field}/kind`)
  const step = { kind, offset, anchor }
  if (given.channels === undefined) return step
  return { ...step, channels: stepsOf(readChannels(given.channels, context.channels, `${field}/channels`)) }
}

function kindOf(offset: string, anchor: string, field: string): string {
  const kind = kindOfOffset(offset, field)
  return anchor === mainAnchor ? kind : `${kind}_${anchor}`
}
