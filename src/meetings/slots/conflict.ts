// What stands in the way of a meeting.

/** `meeting`: another accepted one. `busy`: a calendar elsewhere. `outside_availability`: they are not there then. */
export type ConflictKind = 'meeting' | 'busy' | 'outside_availability'

export interface Conflict {
  readonly kind: ConflictKind
  readonly participant: string
  /** What stands in the way; of `outside_availability`, the part of the meeting that is not covered. */
  readonly start: Date
  readonly end: Date
  /** The meeting that stands in the way, where the caller takes part in it too. */
  readonly meetingId: string | null
}

/** The time that a meeting would take. */
export interface WantedTime {
  readonly recipients: readonly string[]
  readonly startMs: number
  readonly endMs: number
  readonly beforeMs: number
  readonly afterMs: number
  /** Its own lineage does not stand in its way. */
  readonly root: string | null
  readonly allowOutsideAvailability: boolean
}
