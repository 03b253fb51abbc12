// Calendars that are due, of every tenant: a few are read side by side, each by itself, and no tenant has all the places, so that a slow
// server or one that fails stands in nobody's way.

import type { Context } from '../engine/context.ts'
import { describeFailure } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import { ourMeetings } from './our-meetings.ts'
import { type CalendarGround, readingMsMax, syncCalendar } from './sync.ts'

/** Read at the same time in one process, and of one tenant. */
const atOnce = 5
const ofTenantAtOnce = 3
/** In one run: the next one comes a minute later, in this process or in another. */
const mostOfRun = 1_000

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
  const underWay: string[] = []
  let left = mostOfRun
  let read = 0
  let failed = 0
  const readSome = async () => {
    while (left-- > 0) {
      const full = underWay.filter((tenant) => count(underWay, tenant) >= ofTenantAtOnce)
      const [due] = await context.db.run<DueCalendar>('due-calendars', [1, 2 * readingMsMax, full])
      if (!due) return
      underWay.push(due.tenant)
      if (await syncOne(context, logger, ground, due)) read++
      else failed++
      underWay.splice(underWay.indexOf(due.tenant), 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  return { read, failed }
}

function count(all: readonly string[], one: string): number {
  return all.filter((other) => other === one).length
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
