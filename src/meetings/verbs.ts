// The verbs of meetings, of people's time, and of finding some for all of them.

import type { Context } from '../engine/context.ts'
import { acceptMeeting } from './accept.ts'
import type { AvailabilityVerbs } from './availability/block.ts'
import { deleteBlock, getBlock, listBlocks, putBlock } from './availability/blocks.ts'
import { freeBusy } from './availability/free-busy.ts'
import { calendarFileOf } from './calendar-file/calendar-file.ts'
import { getFeed, readFeed, rotateFeed } from './calendar-file/feed.ts'
import { cancelMeeting, completeMeeting, denyMeeting } from './end.ts'
import type { MeetingVerbs } from './meeting.ts'
import { eventsOf, getMeeting, lineageOf, listMeetings, meetingReminders } from './read.ts'
import { requestMeeting } from './request.ts'
import { rescheduleMeeting } from './reschedule.ts'
import { checkConflicts } from './slots/check.ts'
import { suggestSlots } from './slots/suggest.ts'

export function meetingVerbs(context: Context) {
  return {
    /** Whatever becomes of a meeting, its reminders follow in the same transaction. */
    meetings: {
      request: requestMeeting.bind(null, context),
      get: getMeeting.bind(null, context),
      list: listMeetings.bind(null, context),
      accept: acceptMeeting.bind(null, context),
      deny: denyMeeting.bind(null, context),
      /** Another one, pending, takes its place. */
      reschedule: rescheduleMeeting.bind(null, context),
      cancel: cancelMeeting.bind(null, context),
      complete: completeMeeting.bind(null, context),
      /** What became of it, and who did it. */
      events: eventsOf.bind(null, context),
      reminders: meetingReminders.bind(null, context),
      lineage: lineageOf.bind(null, context),
      /** To be sent or downloaded. */
      calendarFile: calendarFileOf.bind(null, context),
    } satisfies MeetingVerbs,
    /** Hours every week, more hours on a date, and days off. */
    availability: {
      put: putBlock.bind(null, context),
      get: getBlock.bind(null, context),
      list: listBlocks.bind(null, context),
      delete: deleteBlock.bind(null, context),
      freeBusy: freeBusy.bind(null, context),
    } satisfies AvailabilityVerbs,
    /** Somebody's meetings, as a calendar that other programs subscribe to. */
    feeds: {
      get: getFeed.bind(null, context),
      /** Every address that was given out before is worth nothing. */
      rotate: rotateFeed.bind(null, context),
      /** The calendar behind the token of an address; null: there is none. */
      read: readFeed.bind(null, context),
    },
    slots: {
      /** Times that suit everybody, the fairest first. */
      suggest: suggestSlots.bind(null, context),
    },
    conflicts: {
      /** Whether a time could be accepted, without doing so. */
      check: checkConflicts.bind(null, context),
    },
  }
}
