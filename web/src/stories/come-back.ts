// Whether a reminder that was cancelled or marked as done can be brought back, as far as a page knows. The server has the last word.

import type { Entity } from '../api.ts'
import { offsetMs } from '../length.ts'
import { fieldsOf } from './changes.ts'

/** `past`: its moment has gone by. `over`: what it was about is, or says nothing of it any more. */
export type ComeBack = 'possible' | 'past' | 'over'

/** How it stood when it was ended. */
export interface Stood {
  readonly dueMs: number
  readonly repeats: boolean
  /** Of a plan: how far from what it is about. */
  readonly step: string | null
}

/** Of what was done to it, the newest first. Null: nobody ended it by hand, or it is not known how it stood. */
export function stoodIn(changes: readonly { readonly action: string; readonly data: unknown }[]): Stood | null {
  const ended = changes.find(({ action }) => endings.has(action))
  const { stood } = fieldsOf(ended?.data)
  if (!stood) return null
  const { dueAt, step, as } = fieldsOf(stood)
  return {
    dueMs: typeof dueAt === 'string' ? Date.parse(dueAt) : Number.NEGATIVE_INFINITY,
    repeats: Boolean(fieldsOf(fieldsOf(as).repeat).rule),
    step: typeof step === 'string' ? step : null,
  }
}

/** As actions, and as reasons. */
const endings: ReadonlySet<string> = new Set(['cancelled', 'acknowledged'])

export function isEndedByHand({ state, reason }: { readonly state: string; readonly reason: string | null }): boolean {
  return state === 'cancelled' && reason !== null && endings.has(reason)
}

export function comeBackOf(stood: Stood, who: string, entity: Entity | null, nowMs: number): ComeBack {
  if (stood.step === null) return stood.repeats || stood.dueMs > nowMs ? 'possible' : 'past'
  if (entity?.status !== 'active' || !entity.recipients.some(({ id }) => id === who)) return 'over'
  // It was moved since, maybe: then the step is where that is now.
  const anchorMs = Date.parse(entity.at?.instant ?? '')
  return stood.dueMs > nowMs || anchorMs + offsetMs(stood.step) > nowMs ? 'possible' : 'past'
}
