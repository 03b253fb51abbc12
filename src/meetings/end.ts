// The ways in which a meeting ends without another one: denied, cancelled, over. Its reminders end with it, and the answer says which.

import { audit, type Context } from '../engine/context.ts'
import type { AuditAction } from '../engine/feed.ts'
import { entityLock } from '../engine/key.ts'
import { BelfryError } from '../errors.ts'
import { changeStatus, endReminders, readActing, withMeeting } from './change.ts'
import { type Held, holdMeeting, type Person } from './held.ts'
import { type MeetingReminder, meetingType, type Transitioned, type TransitionInput } from './meeting.ts'
import { giveNotice, type NoticeKind } from './notices.ts'
import { readMeeting } from './read.ts'
import { statusOf } from './row.ts'
import { expiredReason, type MeetingStatus } from './transitions.ts'

/** One of those who were asked does not want it: that is the end of it, and the requester is told. */
export async function denyMeeting(context: Context, id: string, input: TransitionInput): Promise<Transitioned> {
  const acting = readActing(id, input)
  return await withMeeting(context, acting, 'deny', async (held) => {
    const { tx, row, people } = held
    await tx.run('answer-meeting', [context.tenant, row.id, acting.participant, 'denied', null, acting.reason, false])
    return await end(context, held, {
      ...{ to: 'denied', by: acting.participant, reason: acting.reason, action: 'meeting_denied' },
      notice: { kind: 'denied', to: people.filter(({ id: one }) => one === row.requester) },
    })
  })
}

export async function cancelMeeting(context: Context, id: string, input: TransitionInput): Promise<Transitioned> {
  const acting = readActing(id, input)
  return await withMeeting(context, acting, 'cancel', (held) =>
    end(context, held, {
      ...{ to: 'cancelled', by: acting.participant, reason: acting.reason, action: 'meeting_cancelled' },
      notice: { kind: 'cancelled', to: held.people },
    }),
  )
}

export async function completeMeeting(context: Context, id: string, input: TransitionInput): Promise<Transitioned> {
  const acting = readActing(id, input)
  return await withMeeting(context, acting, 'complete', async (held) => {
    const { row } = held
    if (row.now_ms < row.starts_ms) {
      throw new BelfryError('not_begun', 'The meeting has not begun yet.', {
        field: '/id',
        accepted: `a moment from ${new Date(row.starts_ms).toISOString()} on`,
      })
    }
    return await end(context, held, {
      ...{ to: 'completed', by: acting.participant, reason: acting.reason, action: 'meeting_completed' },
      notice: null,
    })
  })
}

const expiredAtOnce = 100

/** Pending meetings whose last slot is over, of every tenant. Answers how many. One that cannot be written keeps no other waiting. */
export async function expireMeetings(context: Context): Promise<number> {
  for (let count = 0; ; ) {
    const due = await context.db.run<{ tenant: string; id: string }>('expired-meetings', [expiredAtOnce])
    const failures: unknown[] = []
    for (const { tenant, id } of due)
      await expire({ ...context, tenant, actor: 'belfry' }, id).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
    count += due.length
    if (due.length < expiredAtOnce) return count
  }
}

async function expire(context: Context, id: string): Promise<void> {
  await context.db.transaction(
    async (tx) => {
      const held = await holdMeeting(context, tx, id)
      // Somebody was faster, or the clock was set back.
      if (held?.row.status !== 'pending' || statusOf(held.row) === 'pending') return
      await end(context, held, {
        ...{ to: 'cancelled', by: null, reason: expiredReason, action: 'meeting_expired' },
        notice: { kind: 'expired', to: held.people },
      })
    },
    { lock: entityLock(context.tenant, meetingType, id) },
  )
}

interface Ending {
  readonly to: MeetingStatus
  readonly by: string | null
  readonly reason: string | null
  readonly action: AuditAction
  readonly notice: { readonly kind: NoticeKind; readonly to: readonly Person[] } | null
}

async function end(context: Context, held: Held, ending: Ending): Promise<Transitioned> {
  const { tx, row } = held
  const { to, by, reason, action } = ending
  await changeStatus(context, tx, row, { to, by, reason, isNewForCalendars: to !== 'completed' })
  const reminders = await endReminders(context, tx, row.id, to === 'completed' ? 'over' : 'off')
  const notices = await noticesOf(context, held, ending)
  const entry = { entityType: meetingType, entityId: row.id, ...(by === null ? {} : { recipient: by }) }
  await audit(context, tx, action, [{ ...entry, data: reason === null ? {} : { reason } }])
  return { meeting: await readMeeting(context, tx, row.id), reminders, notices }
}

async function noticesOf(
  context: Context,
  { tx, row, people }: Held,
  { notice, by, reason }: Ending,
): Promise<MeetingReminder[]> {
  if (!notice) return []
  const slots = row.accepted === null ? row.slots : [row.slots[row.accepted]!]
  const who = people.find(({ id }) => id === by) ?? null
  return await giveNotice(context, tx, row, { ...notice, by: who, reason, slots })
}
