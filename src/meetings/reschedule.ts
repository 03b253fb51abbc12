// Reschedule: somebody who takes part proposes other times. The meeting ends with its reminders, and a new one, pending, takes its place,
// all in one transaction. Whoever reschedules is the requester of the new one: the others answer.

import { randomUUID } from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import { entityLock } from '../engine/key.ts'
import { BelfryError } from '../errors.ts'
import { changeStatus, endReminders, peopleOf, readActing, withMeeting } from './change.ts'
import { meetingType, type RescheduleInput, type Transitioned } from './meeting.ts'
import { giveNotice } from './notices.ts'
import { readMeeting } from './read.ts'
import { type Described, readSlots, readZone } from './read-input.ts'
import { checkPeople, createMeeting } from './request.ts'
import type { MeetingRow } from './row.ts'

export async function rescheduleMeeting(context: Context, id: string, input: RescheduleInput): Promise<Transitioned> {
  const acting = readActing(id, input, ['slots', 'timezone'])
  const zone = acting.more.timezone === undefined ? null : readZone(acting.more.timezone, '/timezone')
  return await withMeeting(context, acting, 'reschedule', async (tx, row) => {
    const timezone = zone ?? row.timezone
    const slots = readSlots(context, acting.more.slots, { timezone, anchor: row.time_anchor })
    const wanted = successorOf(row, acting.participant, { timezone, slots })
    const known = await tx.run<{ id: string }>('lock-recipients', [context.tenant, wanted.people])
    const people = wanted.people.filter((one) => known.some((person) => person.id === one))
    checkLeft(people)
    const child = randomUUID()
    await tx.run('lock-entity', [entityLock(context.tenant, meetingType, child)])
    await checkPeople(context, tx, { ...wanted, people })
    await changeStatus(context, tx, row, { to: 'rescheduled', reason: acting.reason, by: acting.participant })
    const reminders = await endReminders(context, tx, row.id, 'cancelled')
    await createMeeting(
      context,
      tx,
      { ...wanted, people },
      {
        ...{ id: child, parent: row.id, root: row.root, sequence: row.sequence + 1 },
      },
    )
    await tx.run('record-reschedule', [
      ...[context.tenant, row.id, child, acting.participant, context.actor, acting.reason, JSON.stringify(slots)],
    ])
    const notices = await giveNotice(
      context,
      tx,
      { ...wanted, id: child },
      {
        ...{ kind: 'moved', to: people, by: acting.participant, reason: acting.reason, slots },
      },
    )
    const about = { entityType: meetingType, entityId: row.id, recipient: acting.participant }
    await audit(context, tx, 'meeting_rescheduled', [{ ...about, data: { replacement: child } }])
    return { meeting: await readMeeting(context, tx, child), reminders, notices }
  })
}

/** Alone nobody meets. */
function checkLeft(people: readonly string[]): void {
  if (people.length > 1) return
  throw new BelfryError('unknown_recipient', 'Nobody else of those who take part is still there.', {
    field: '/id',
    accepted: 'a meeting with somebody else; this one may be cancelled',
  })
}

function successorOf(row: MeetingRow, requester: string, when: Pick<Described, 'timezone' | 'slots'>): Described {
  return { ...row, ...when, requester, people: [requester, ...peopleOf(row).filter((one) => one !== requester)] }
}
