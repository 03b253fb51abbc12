// Calendars that are due, of every tenant: a few are taken at a time and read side by side, each by itself, so that a slow server or one
// that fails stands in nobody's way.

import type { Context } from '../engine/context.ts'
import { describeFailure } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import { ourMeetings } from './our-meetings.ts'
import { type CalendarGround, readingMsMax, syncCalendar } from './sync.ts'

/** Taken together, and read at the same time. */
const atOnce = 5
/** In one run: the next one comes a minute later, in this process or in another. */
const batchesMax = 200

interface DueCalendar {
  readonly tenant: string
  readonly recipient: string
  readonly id: string
}

export async function syncDueCalendars(
  context: Context,
  logger: Logger,
  ground: CalendarGround = { ours: ourMeetings },
): Promise<{ readonly read: number; readonly failed: number }> {
  let read = 0
  let failed = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const due = await context.db.run<DueCalendar>('due-calendars', [atOnce, 2 * readingMsMax])
    const outcomes = await Promise.all(due.map((one) => syncOne(context, logger, ground, one)))
    read += outcomes.filter((isRead) => isRead).length
    failed += outcomes.filter((isRead) => !isRead).length
    if (due.length < atOnce) break
  }
  return { read, failed }
}

/** What fails here is Belfry's own trouble: it is due again when the time it was taken for is over. */
async function syncOne(context: Context, logger: Logger, ground: CalendarGround, due: DueCalendar): Promise<boolean> {
  const { tenant, recipient, id } = due
  try {
    const own = { ...context, tenant, actor: 'calendars' }
    const { calendar, meetings } = await syncCalendar(own, ground, { recipient, id })
    if (calendar.trouble !== null) logger.debug({ tenant, calendar: id }, 'a calendar has trouble')
    for (const { meetingId, outcome } of meetings)
      logger.info({ tenant, meeting: meetingId, outcome }, 'a meeting was removed from a calendar')
    return true
  } catch (error) {
    logger.warn({ tenant, calendar: id, error: describeFailure(error) }, 'a calendar could not be read')
    return false
  }
}
