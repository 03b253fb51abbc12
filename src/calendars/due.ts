// Calendars that are due, of every tenant: a few are read side by side, each by itself, and no tenant has all the places, so that a slow
// server or one that fails stands in nobody's way.

import type { Context } from '../engine/context.ts'
import { describeFailure } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import { startStopwatch } from '../time/clock.ts'
import { ourMeetings } from './our-meetings.ts'
import { type CalendarGround, readingMsMax, syncCalendar } from './sync.ts'

/** Read at the same time in one process, and of one tenant. */
const atOnce = 5
const ofTenantAtOnce = 3
/** In one run: the next one comes a minute later, in this process or in another, and begins nothing while this one lasts. */
const mostOfRun = 1_000
const runMsMax = 50_000

/** Tenants of the calendars that are read just now, in all runs of this process. */
const underWay: string[] = []
/** One claim after the other, so that each sees what the others have taken. */
let lastClaim: Promise<unknown> = Promise.resolve()

interface DueCalendar {
  readonly version: number
  readonly tenant: string
  readonly recipient: string
  readonly id: string
}

export async function syncDueCalendars(
  context: Context,
  logger: Logger,
  ground: CalendarGround = { ours: ourMeetings },
): Promise<{ readonly read: number; readonly failed: number }> {
  const elapsedMs = startStopwatch()
  let left = mostOfRun
  let read = 0
  let failed = 0
  const readSome = async () => {
    while (left-- > 0 && elapsedMs() < runMsMax && !ground.signal?.aborted) {
      const due = await claim(context, ground.signal)
      if (!due) return
      try {
        if (await syncOne(context, logger, ground, due)) read++
        else failed++
      } finally {
        underWay.splice(underWay.indexOf(due.tenant), 1)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  return { read, failed }
}

function claim(context: Context, signal: AbortSignal | undefined): Promise<DueCalendar | null> {
  const claimed = lastClaim.then(async () => {
    if (signal?.aborted || underWay.length >= atOnce) return null
    const full = underWay.filter((tenant) => count(underWay, tenant) >= ofTenantAtOnce)
    const [due] = await context.db.run<DueCalendar>('due-calendars', [1, 2 * readingMsMax, full])
    if (due) underWay.push(due.tenant)
    return due ?? null
  })
  lastClaim = claimed.catch(() => {})
  return claimed
}

function count(all: readonly string[], one: string): number {
  return all.filter((other) => other === one).length
}

/** What fails here is Belfry's own trouble, and it may be what was read: it is tried again later and later, as with any other. */
async function syncOne(context: Context, logger: Logger, ground: CalendarGround, due: DueCalendar): Promise<boolean> {
  const { tenant, recipient, id, version } = due
  try {
    const own = { ...context, tenant, actor: 'calendars' }
    const { calendar, meetings } = await syncCalendar(own, ground, { recipient, id })
    if (calendar.trouble !== null) logger.debug({ tenant, calendar: id }, 'a calendar has trouble')
    for (const { meetingId, outcome } of meetings)
      logger.info({ tenant, meeting: meetingId, outcome }, 'a meeting was removed from a calendar')
    return true
  } catch (error) {
    if (ground.signal?.aborted) {
      await context.db.run('release-calendar', [tenant, recipient, id])
      return false
    }
    const why = 'Belfry could not keep what it read there.'
    await context.db.run('fail-calendar-reading', [tenant, recipient, id, why, version])
    logger.warn({ tenant, calendar: id, error: describeFailure(error) }, 'a calendar could not be read')
    return false
  }
}
