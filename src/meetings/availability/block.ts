// When somebody is there. A block is a wall clock of a zone: every week, on one more date, or, the other way round, a time on a date at
// which they are not there. Who has no weekly and no extra block is always there, but for days off.

export interface AvailabilityBlockInput {
  /** Chosen by the caller, or made here. */
  readonly id?: string
  readonly recipient: string
  /** `weekly` (default), `extra`: more hours on one date, `off`: not there on one date. */
  readonly kind?: 'weekly' | 'extra' | 'off'
  /** 0 is Sunday. Of `weekly`. */
  readonly dayOfWeek?: number
  /** `2031-12-24`. Of `extra` and `off`. */
  readonly date?: string
  /** `09:00`. Of `off`, left out together with the end: the whole day. */
  readonly startTime?: string
  /** `17:30`, at most `24:00`; one that is not after the start is on the next day. */
  readonly endTime?: string
  /** Default: the recipient's. */
  readonly timezone?: string
  /** Of `weekly`: the first and the last date on which it may begin. */
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly version?: number
}

export interface AvailabilityBlock {
  readonly id: string
  readonly recipient: string
  readonly kind: 'weekly' | 'extra' | 'off'
  readonly dayOfWeek: number | null
  readonly date: string | null
  readonly startTime: string
  readonly endTime: string
  readonly timezone: string
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface BlockName {
  readonly recipient: string
  readonly id: string
}

/** The verbs: `belfry.availability`. */
export interface AvailabilityVerbs {
  put(input: AvailabilityBlockInput): Promise<AvailabilityBlock>
  get(name: BlockName): Promise<AvailabilityBlock | null>
  list(query: { readonly recipient: string }): Promise<AvailabilityBlock[]>
  delete(name: BlockName): Promise<{ readonly deleted: boolean }>
  /** When they are busy, and when they are there and free. */
  freeBusy(query: FreeBusyQuery): Promise<FreeBusy>
}

export interface FreeBusyQuery {
  readonly recipient: string
  readonly from: Date | string
  readonly to: Date | string
}

export interface FreeBusy {
  readonly recipient: string
  readonly timezone: string
  readonly from: Date
  readonly to: Date
  readonly busy: readonly { readonly start: Date; readonly end: Date; readonly kind: 'meeting' | 'busy' | 'off' }[]
  readonly free: readonly { readonly start: Date; readonly end: Date }[]
}
