// Calendars that are due, of every tenant: a few are read side by side, each by itself, and no tenant has all the places, so that a slow
// server or one that fails stands in nobody's way.

import type { Context } from '../engine/context.ts'
import { describeFailure } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import { startStopwatch } from '../time/clock.ts'
import { ourMeetings } from './our-meetings.ts'
import { type CalendarGround, readCalendar } from './sync.ts'
import { atOnce, claimMs, fullTenants, hasPlaces, type Place, release, takePlace } from './turn.ts'

/** In one run: the next one comes a minute later, in this process or in another, and begins nothing while this one lasts. */
const mostOfRun = 1_000
const runMsMax = 50_000

/** One claim after the other, so that each sees what the others have taken. */
let lastClaim: Promise<unknown> = Promise.resolve()

interface DueCalendar {
  readonly version: number
  readonly tenant: string
  readonly recipient: string
  readonly id: string
  readonly claim: string
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
      const claimed = await claim(context, ground.signal)
      if (!claimed) return
      const { due, place } = claimed
      try {
        if (await syncOne(context, logger, ground, due)) read++
        else failed++
      } finally {
        place()
        await release({ ...context, tenant: due.tenant }, due, due.claim)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  return { read, failed }
}

interface Claimed {
  readonly due: DueCalendar
  readonly place: Place
}

function claim(context: Context, signal: AbortSignal | undefined): Promise<Claimed | null> {
  const claimed = lastClaim.then(async () => {
    if (signal?.aborted || !hasPlaces()) return null
    const [due] = await context.db.run<DueCalendar>('due-calendars', [1, claimMs, fullTenants()])
    if (!due) return null
    const place = takePlace(due.tenant)
    if (place) return { due, place }
    // Somebody who was asked to read has taken it meanwhile.
    await context.db.run('release-calendar', [due.tenant, due.recipient, due.id])
    await release({ ...context, tenant: due.tenant }, due, due.claim)
    return null
  })
  lastClaim = claimed.catch(() => {})
  return claimed
}

/** What fails here is Belfry's own trouble, and it may be what was read: it is tried again later and later, as with any other. */
async function syncOne(context: Context, logger: Logger, ground: CalendarGround, due: DueCalendar): Promise<boolean> {
  const { tenant, recipient, id, version } = due
  try {
    const own = { ...context, tenant, actor: 'calendars' }
    const { calendar, meetings } = await readCalendar(own, ground, { recipient, id })
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
