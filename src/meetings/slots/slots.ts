// Finding a time for several people.

import type { MomentInput } from '../../time/moment.ts'
import type { Conflict, ConflictKind } from './conflict.ts'

export interface SuggestInput {
  readonly participants: readonly string[]
  /** How long it takes, such as `PT45M`. */
  readonly duration: string
  /** At most 400 days. The zone is the first participant's where none is named. */
  readonly window: { readonly from: MomentInput; readonly to: MomentInput; readonly timezone?: string }
  /** Slots begin on multiples of this since midnight, on the clocks of the window's zone. Default `PT15M`, at least `PT5M`. */
  readonly granularity?: string
  /** Time around it at which nobody may be taken. */
  readonly buffers?: { readonly before?: string; readonly after?: string }
  /** Default 10, at most 100. */
  readonly limit?: number
}

export interface SuggestedSlot {
  readonly start: Date
  readonly end: Date
  /** What the clocks of each of them show. */
  readonly local: readonly {
    readonly participant: string
    readonly timezone: string
    readonly start: string
    readonly end: string
  }[]
}

export interface Suggested {
  /** The fairest first. */
  readonly slots: readonly SuggestedSlot[]
  /** Where there is none: what stands in the way, by participant. */
  readonly reasons: readonly NoSlot[]
}

/** What stands in the way of a slot, for one of them. */
export type NoSlotCode =
  | ('window_over' | 'not_there' | 'off' | 'busy' | 'too_close' | 'too_short' | 'apart' | 'not_on_grid')
  | ('never_with_all' | 'others_not_free')

export interface NoSlot {
  readonly participant: string
  readonly code: NoSlotCode
  /** In words. */
  readonly why: string
  /** Of `apart`: who is never free at the same time. */
  readonly others: readonly string[]
  readonly freeMinutes: number
}

/** `{ meetingId, slot? }` is accept, tried out; `{ participants, start, end }` any time for anybody. */
export interface CheckInput {
  /** Default: those of the meeting. */
  readonly participants?: readonly string[]
  readonly start?: MomentInput
  readonly end?: MomentInput
  /** Instead of start and end. Of a meeting alone: one of the proposed, which may be left out where there is one. */
  readonly slot?: { readonly start: MomentInput; readonly end?: MomentInput }
  readonly timezone?: string
  /** Default: the meeting's, or none. */
  readonly buffers?: { readonly before?: string; readonly after?: string }
  /** A meeting that is to be accepted or moved: it does not stand in its own way. */
  readonly meetingId?: string
  /** Default: the meeting's, or false. */
  readonly allowOutsideAvailability?: boolean
  /** Who asks: of meetings they do not take part in they learn the time only. */
  readonly viewer?: string
}

export interface Checked {
  readonly free: boolean
  readonly conflicts: readonly Conflict[]
}

export type { Conflict, ConflictKind }
