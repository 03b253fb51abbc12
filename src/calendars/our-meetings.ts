// What calendars need of meetings: the UID of a lineage, the file of a meeting, and to cancel one. Passed in, so that reading calendars
// does not depend on how meetings do it.

import type { Context } from '../engine/context.ts'
import { calendarFileOf } from '../meetings/calendar-file/calendar-file.ts'
import { uidOf } from '../meetings/calendar-file/uid.ts'
import { cancelMeeting } from '../meetings/end.ts'
import { getMeeting } from '../meetings/read.ts'

/** The calendar file of a meeting as calendars keep it, its SEQUENCE at least this; null: there is nothing to write. */
export type FileOf = (
  context: Context,
  meetingId: string,
  sequenceMin: number,
) => Promise<{
  readonly uid: string
  readonly text: string
  readonly sequence: number
  /** The meeting's own sequence. */
  readonly version: number
} | null>

export interface OurMeetings {
  uidOf(tenant: string, root: string): string
  readonly fileOf: FileOf
  cancel(
    context: Context,
    id: string,
    input: { readonly participant: string; readonly reason: string },
  ): Promise<unknown>
}

/** Those of Belfry; tests put others in. */
export const ourMeetings: OurMeetings = {
  uidOf,
  async fileOf(context, meetingId, sequenceMin) {
    const meeting = await getMeeting(context, meetingId)
    if (!meeting) return null
    const sequence = Math.max(meeting.sequence, sequenceMin)
    const { text } = await calendarFileOf(context, meetingId, { stored: { sequenceMin } })
    return { uid: uidOf(context.tenant, meeting.rootMeetingId), text, sequence, version: meeting.sequence }
  },
  cancel: cancelMeeting,
}
