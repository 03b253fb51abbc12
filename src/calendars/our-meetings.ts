// What calendars need of meetings: the UID of a lineage, the file of a meeting, and to cancel one. Passed in, so that reading calendars
// does not depend on how meetings do it.

import type { Context } from '../engine/context.ts'

/** The calendar file of a meeting; null: there is nothing to write. */
export type FileOf = (
  context: Context,
  meetingId: string,
) => Promise<{ readonly uid: string; readonly text: string; readonly sequence: number } | null>

export interface OurMeetings {
  uidOf(tenant: string, root: string): string
  readonly fileOf: FileOf
  cancel(
    context: Context,
    id: string,
    input: { readonly participant: string; readonly reason: string },
  ): Promise<unknown>
}

// ── The one place where the real ones are put in: `uidOf` and `meetingFile` of meetings/calendar-file/, `cancelMeeting` of meetings/. ──
export const ourMeetings: OurMeetings = {
  uidOf: (_tenant, root) => `meeting-${root}@belfry`,
  fileOf: async () => null,
  cancel: async () => {},
}
