// Reschedule: somebody who takes part proposes other times. The meeting ends with its reminders, and a new one, pending, takes its place,
// all in one transaction. Whoever reschedules is the requester of the new one: the others answer.

import { randomUUID } from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import { entityLock } from '../engine/key.ts'
import { changeStatus, endReminders, readActing, withMeeting } from './change.ts'
import { checkCompany, idsOf, type Person } from './held.ts'
import { meetingType, type RescheduleInput, type Transitioned } from './meeting.ts'
import { giveNotice } from './notices.ts'
import { readMeeting } from './read.ts'
import { checkSlots, readSlots, readZone } from './read-input.ts'
import { checkAhead, createMeeting } from './request.ts'

export async function rescheduleMeeting(context: Context, id: string, input: RescheduleInput): Promise<Transitioned> {
  const acting = readActing(id, input, ['slots', 'timezone'])
  checkSlots(acting.more.slots)
  const zone = acting.more.timezone === undefined ? null : readZone(acting.more.timezone, '/timezone')
  return await withMeeting(context, acting, 'reschedule', async ({ tx, row, people: those }) => {
    const timezone = zone ?? row.timezone
    const slots = readSlots(context, acting.more.slots, { timezone, anchor: row.time_anchor })
    checkCompany(those)
    checkAhead(slots, row.now_ms)
    const people = requesterFirst(those, acting.participant)
    const wanted = { ...row, timezone, slots, requester: acting.participant, people: idsOf(people) }
    const child = randomUUID()
    await tx.run('lock-entity', [entityLock(context.tenant, meetingType, child)])
    await changeStatus(context, tx, row, { to: 'rescheduled', reason: acting.reason, by: acting.participant })
    const reminders = await endReminders(context, tx, row.id, 'moved')
    const origin = { id: child, parent: row.id, root: row.root, sequence: row.sequence + 1 }
    await createMeeting(context, tx, wanted, people, origin)
    await tx.run('record-reschedule', [
      ...[context.tenant, row.id, child, acting.participant, context.actor, acting.reason, JSON.stringify(slots)],
    ])
    const notice = { kind: 'moved', to: people, by: people[0]!, reason: acting.reason, slots } as const
    const notices = await giveNotice(context, tx, { ...wanted, id: child }, notice)
    const about = { entityType: meetingType, entityId: row.id, recipient: acting.participant }
    await audit(context, tx, 'meeting_rescheduled', [{ ...about, data: { replacement: child } }])
    return { meeting: await readMeeting(context, tx, child), reminders, notices }
  })
}

function requesterFirst(people: readonly Person[], requester: string): Person[] {
  return [...people.filter(({ id }) => id === requester), ...people.filter(({ id }) => id !== requester)]
}
