// The verbs of calendars.

import { audit, type Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject } from '../input.ts'
import type { Calendar, CalendarName, CalendarVerbs } from './calendar.ts'
import { ourMeetings } from './our-meetings.ts'
import { putCalendar } from './put.ts'
import { type CalendarRow, findCalendar, readCalendarName, toCalendar } from './row.ts'
import { type CalendarGround, syncCalendar } from './sync.ts'

export function calendarVerbs(
  context: Context,
  isCallersTransaction = false,
  ground: CalendarGround = { ours: ourMeetings },
): CalendarVerbs {
  return {
    put: putCalendar.bind(null, context, ground, isCallersTransaction),
    get: getCalendar.bind(null, context),
    list: listCalendars.bind(null, context),
    delete: deleteCalendar.bind(null, context),
    async sync(name) {
      if (isCallersTransaction)
        throw new BelfryError('invalid_input', 'Calendars are read over the network, outside of any transaction.')
      return await syncCalendar(context, ground, readCalendarName(name))
    },
  }
}

async function getCalendar(context: Context, name: CalendarName): Promise<Calendar | null> {
  const row = await findCalendar(context, readCalendarName(name))
  return row && toCalendar(row)
}

async function listCalendars({ db, tenant }: Context, query: { readonly recipient: string }): Promise<Calendar[]> {
  const recipient = readId(readObject(query, ['recipient'], '').recipient, '/recipient')
  return (await db.run<CalendarRow>('calendars', [tenant, recipient, null])).map(toCalendar)
}

/** With everything that was read there. What was written there stays there. */
async function deleteCalendar(context: Context, name: CalendarName): Promise<{ readonly deleted: boolean }> {
  const { recipient, id } = readCalendarName(name)
  return await context.db.transaction(async (tx) => {
    const deleted = (await tx.run('delete-calendar', [context.tenant, recipient, id])).length > 0
    if (deleted) await audit(context, tx, 'calendar_deleted', [{ recipient, data: { calendar: id } }])
    return { deleted }
  })
}
