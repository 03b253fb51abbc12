// The life of a meeting, as a table. Everything that knows about it (the verbs, the check in the database, the diagram of the guide)
// agrees with this file, by test.

export const meetingStatuses = ['pending', 'accepted', 'denied', 'rescheduled', 'cancelled', 'completed'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]

export const meetingVerbs = ['accept', 'deny', 'reschedule', 'cancel', 'complete'] as const
export type MeetingVerb = (typeof meetingVerbs)[number]

/** Where a verb leads from a status. What is not here is refused, and changes nothing. */
export const transitions: Readonly<Record<MeetingStatus, { readonly [V in MeetingVerb]?: MeetingStatus }>> = {
  pending: { accept: 'accepted', deny: 'denied', reschedule: 'rescheduled', cancel: 'cancelled' },
  accepted: { complete: 'completed', reschedule: 'rescheduled', cancel: 'cancelled' },
  denied: {},
  rescheduled: {},
  cancelled: {},
  completed: {},
}

/** Why Belfry itself cancels a pending meeting: nobody answered before its last slot was over. */
export const expiredReason = 'expired'

export function verbsFrom(status: MeetingStatus): MeetingVerb[] {
  return meetingVerbs.filter((verb) => transitions[status][verb] !== undefined)
}
