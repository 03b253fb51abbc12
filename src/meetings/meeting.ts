// A meeting: an entity with a life cycle. Somebody proposes slots, the others accept one, and everybody is reminded of it; whatever
// becomes of it afterwards moves or cancels those reminders in the same transaction. What rings is the reminders of the entity
// `{ type: 'meeting', id }`.

import type { ChannelSteps } from '../engine/ladder.ts'
import type { Page } from '../engine/page.ts'
import type { StepInput } from '../entities/steps.ts'
import type { MomentInput } from '../time/moment.ts'
import type { MeetingStatus } from './transitions.ts'

/** The entity type under which meetings are reminded of. */
export const meetingType = 'meeting'

export interface SlotInput {
  /** A wall clock of the meeting's zone, or a time with an offset that agrees with it. */
  readonly start: MomentInput
  readonly end: MomentInput
}

export interface MeetingInput {
  /** Chosen by the caller, or made here. */
  readonly id?: string
  /** Who proposes it: takes part, is reminded, and cannot accept it. */
  readonly requester: string
  /** Who is asked; the requester need not be named again. */
  readonly participants: readonly string[]
  readonly title: string
  readonly body?: string
  readonly location?: string
  readonly data?: unknown
  /** IANA name: whose wall clock the slots are. */
  readonly timezone: string
  readonly slots: readonly SlotInput[]
  /** What stays when a government changes its clocks: the wall clock (default) or the instant. */
  readonly timeAnchor?: 'local' | 'instant'
  /** One acceptance is enough (default), or everybody who was asked has to accept the same slot. */
  readonly quorum?: 'any' | 'all'
  /** When to remind: the name of a plan, or steps. Default 24 hours, 1 hour and 15 minutes before. */
  readonly plan?: string | readonly StepInput[]
  /** What becomes of reminders whose moment had passed when it was accepted: none (default), or one combined at once. */
  readonly latePolicy?: 'skip' | 'immediate'
  readonly channels?: ChannelSteps
  readonly critical?: boolean
  /** Time that is kept free around it, such as `PT15M`. */
  readonly buffers?: { readonly before?: string; readonly after?: string }
  /** It may be accepted for a time at which somebody is not there. */
  readonly allowOutsideAvailability?: boolean
}

export interface Slot {
  readonly start: Date
  readonly end: Date
}

export interface Participant {
  readonly recipient: string
  readonly isRequester: boolean
  readonly answer: 'accepted' | 'denied' | null
  /** The slot they accepted. */
  readonly slot: Slot | null
  readonly reason: string | null
  readonly answeredAt: Date | null
  /** When it was found that they had removed it from their own calendar. */
  readonly removedAt: Date | null
}

export interface Meeting {
  readonly id: string
  readonly status: MeetingStatus
  /** What was said when it became what it is. `expired`: nobody answered before the last slot was over. */
  readonly reason: string | null
  readonly requester: string
  readonly participants: readonly Participant[]
  readonly title: string
  readonly body: string | null
  readonly location: string | null
  readonly data: unknown
  readonly timezone: string
  readonly timeAnchor: 'local' | 'instant'
  readonly slots: readonly Slot[]
  readonly acceptedSlot: Slot | null
  readonly quorum: 'any' | 'all'
  readonly plan: string | readonly StepInput[]
  readonly latePolicy: 'skip' | 'immediate'
  readonly buffers: { readonly before: string; readonly after: string }
  readonly allowOutsideAvailability: boolean
  /** The meeting that this one took the place of. */
  readonly parentMeetingId: string | null
  /** The first of the lineage. */
  readonly rootMeetingId: string
  /** The one that took its place. */
  readonly childMeetingId: string | null
  /** Of the calendar file. */
  readonly sequence: number
  readonly version: number
  /** The time-zone database its times were resolved with. */
  readonly tzVersion: string
  /** A changed time-zone database has moved it into something else. */
  readonly conflictAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Who looks: meetings they do not take part in are not there. Left out: everything of the tenant. */
export interface MeetingViewer {
  readonly viewer?: string
}

export interface TransitionInput extends MeetingViewer {
  /** Who acts. */
  readonly participant: string
  readonly reason?: string
  /** Only if the meeting is at this version. */
  readonly version?: number
}

export interface AcceptInput extends TransitionInput {
  /** Which of the proposed slots; may be left out where there is one. */
  readonly slot?: { readonly start: MomentInput; readonly end?: MomentInput }
  readonly allowOutsideAvailability?: boolean
}

export interface RescheduleInput extends TransitionInput {
  readonly slots: readonly SlotInput[]
  /** Default: the zone it had. */
  readonly timezone?: string
}

export interface MeetingReminder {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  /** When it rings, or would have; null where nobody can say. */
  readonly dueAt: Date | null
  /** Of whom it is for. */
  readonly timezone: string
}

/** What a transition did to the reminders. */
export interface MeetingReminders {
  readonly created: readonly MeetingReminder[]
  readonly cancelled: readonly MeetingReminder[]
  /** Their moment had passed: on record as `skipped_past`, or as put together with the one that rings at once. */
  readonly skippedPast: readonly MeetingReminder[]
  /** Deliveries that were being sent and could not be called back. */
  readonly inFlight: readonly string[]
}

export interface Transitioned {
  /** As it is now; after a reschedule, the new one. */
  readonly meeting: Meeting
  readonly reminders: MeetingReminders
  /** The notices that people get about it. */
  readonly notices: readonly MeetingReminder[]
}

export interface MeetingQuery extends MeetingViewer {
  readonly participant?: string
  readonly status?: MeetingStatus
  /** Those that end after this. */
  readonly from?: MomentInput
  /** Those that begin before this. */
  readonly to?: MomentInput
  readonly cursor?: string
  readonly limit?: number
}

export interface MeetingEvent {
  readonly at: Date
  readonly from: MeetingStatus | null
  readonly to: MeetingStatus
  /** Null: Belfry itself. */
  readonly participant: string | null
  readonly actor: string
  readonly reason: string | null
  /** Of a reschedule: what took its place, and for when. */
  readonly replacement: { readonly meetingId: string; readonly slots: readonly Slot[] } | null
}

/** A reminder of a meeting as it stands: still to come, or what became of it. */
export interface MeetingReminderState extends MeetingReminder {
  readonly isNotice: boolean
  readonly state: string
  readonly reason: string | null
}

/** The verbs: `belfry.meetings`. */
export interface MeetingVerbs {
  request(input: MeetingInput): Promise<Transitioned>
  get(id: string, viewer?: MeetingViewer): Promise<Meeting | null>
  /** In order of time. A page may hold fewer than asked for, or none, while its `nextCursor` says that there is more. */
  list(query?: MeetingQuery): Promise<Page<Meeting>>
  accept(id: string, input: AcceptInput): Promise<Transitioned>
  deny(id: string, input: TransitionInput): Promise<Transitioned>
  reschedule(id: string, input: RescheduleInput): Promise<Transitioned>
  cancel(id: string, input: TransitionInput): Promise<Transitioned>
  complete(id: string, input: TransitionInput): Promise<Transitioned>
  events(id: string, viewer?: MeetingViewer): Promise<MeetingEvent[]>
  reminders(id: string, viewer?: MeetingViewer): Promise<MeetingReminderState[]>
  /** Every meeting of the lineage, the first one first. */
  lineage(id: string, viewer?: MeetingViewer): Promise<Meeting[]>
  /** iCalendar, with the version of the meeting that it says. */
  calendarFile(id: string, viewer?: MeetingViewer): Promise<{ readonly text: string; readonly version: number }>
}
