// Accept: somebody who was asked takes one of the slots. Where one acceptance is enough (or this was the last one that was missing), the
// time of everybody is booked, and their reminders are planned. Nobody can be booked twice: the database's own constraint decides,
// also between two who accept at the same moment.

import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean } from '../input.ts'
import { type Acting, changeStatus, nothing, readActing, remindersOf, toReminder, withMeeting } from './change.ts'
import { putMeetingEntity } from './entity.ts'
import { checkCompany, idsOf } from './held.ts'
import { type AcceptInput, type MeetingReminders, meetingType, type Transitioned } from './meeting.ts'
import { giveNotice } from './notices.ts'
import { readMeeting } from './read.ts'
import { checkSlot, chooseSlot } from './read-input.ts'
import { slotInPast } from './request.ts'
import type { MeetingRow, StoredSlot } from './row.ts'
import type { WantedTime } from './slots/conflict.ts'
import { findConflicts } from './slots/conflicts.ts'

export async function acceptMeeting(context: Context, id: string, input: AcceptInput): Promise<Transitioned> {
  const acting = readActing(id, input, ['slot', 'allowOutsideAvailability'])
  const { slot, allowOutsideAvailability } = acting.more
  checkSlot(slot)
  const isOutsideOk =
    allowOutsideAvailability !== undefined && readBoolean(allowOutsideAvailability, '/allowOutsideAvailability')
  return await withMeeting(context, acting, 'accept', async ({ tx, row, people }) => {
    const index = chooseSlot(context, row, slot)
    const chosen = row.slots[index]!
    if (chosen.startMs <= row.now_ms) throw slotInPast('/slot')
    // Who was erased since it was proposed is not waited for, not booked and not reminded.
    checkCompany(people)
    const ids = idsOf(people)
    const wanted = timeOf({ ...row, outside_ok: row.outside_ok || isOutsideOk }, chosen, ids)
    if (!isAgreed(row, ids, acting.participant, index))
      return await answerOnly(context, tx, { acting, row, index, wanted })
    await book(context, tx, row.id, wanted, acting.viewer)
    await tx.run('answer-meeting', [
      context.tenant,
      row.id,
      acting.participant,
      'accepted',
      index,
      acting.reason,
      false,
    ])
    await changeStatus(context, tx, row, {
      ...{ to: 'accepted', reason: acting.reason, by: acting.participant },
      accepted: { index, startMs: chosen.startMs, endMs: chosen.endMs },
    })
    const reminders = await withMoments(context, tx, row.id, await putMeetingEntity(context, tx, row, people, chosen))
    const by = people.find(({ id: one }) => one === acting.participant) ?? null
    const was = await agreedBefore(context, tx, row)
    const notice = { kind: 'accepted', to: people, by, reason: acting.reason, slots: [chosen], was } as const
    const notices = await giveNotice(context, tx, row, notice)
    await audit(context, tx, 'meeting_accepted', [entryOf(row, acting, chosen)])
    return { meeting: await readMeeting(context, tx, row.id), reminders, notices }
  })
}

/**
 * When they had agreed to meet before it was moved. This notice calls back the one that it is to be moved, where that has not gone out:
 * whoever reads only this one learns it from this one.
 */
async function agreedBefore({ tenant }: Context, tx: Database, { id, parent, root }: MeetingRow) {
  if (parent === null) return null
  const ids = await tx.run<{ id: string }>('meeting-lineage', [tenant, root])
  const rows = await tx.run<MeetingRow>('meetings', [tenant, ids.map((row) => row.id)])
  const agreed = rows.findLast((row) => row.id !== id && row.accepted !== null)
  return agreed ? agreed.slots[agreed.accepted!]! : null
}

/** When what is past would have been: the plan knows, and the record has it. */
async function withMoments(
  context: Context,
  tx: Database,
  id: string,
  reminders: MeetingReminders,
): Promise<MeetingReminders> {
  if (reminders.skippedPast.length === 0) return reminders
  const known = new Map((await remindersOf(context, tx, id)).map((row) => [row.id, toReminder(row).dueAt]))
  return {
    ...reminders,
    skippedPast: reminders.skippedPast.map((one) => ({ ...one, dueAt: known.get(one.id) ?? null })),
  }
}

/** One is enough; or everybody who was asked, and is there, has accepted this very slot, with this one. */
function isAgreed(row: MeetingRow, people: readonly string[], by: string, index: number): boolean {
  const { quorum, participants, requester } = row
  if (quorum === 'any') return true
  const isAsked = (one: string) => one !== requester && one !== by && people.includes(one)
  const others = participants.filter(({ recipient }) => isAsked(recipient))
  return others.every(({ answer, slot }) => answer === 'accepted' && slot === index)
}

function timeOf(row: MeetingRow, { startMs, endMs }: StoredSlot, recipients: readonly string[]): WantedTime {
  return {
    ...{ recipients, startMs, endMs, beforeMs: row.before_ms, afterMs: row.after_ms, root: row.root },
    allowOutsideAvailability: row.outside_ok,
  }
}

interface Answering {
  readonly acting: Acting
  readonly row: MeetingRow
  readonly index: number
  readonly wanted: WantedTime
}

/** Others are still to answer: theirs is kept, and may be given again for another slot. Nobody promises a time they do not have. */
async function answerOnly(
  context: Context,
  tx: Database,
  { acting, row, index, wanted }: Answering,
): Promise<Transitioned> {
  await refuseConflicts(context, tx, { ...wanted, recipients: [acting.participant] }, acting.viewer)
  await tx.run('answer-meeting', [context.tenant, row.id, acting.participant, 'accepted', index, acting.reason, true])
  await audit(context, tx, 'meeting_answered', [entryOf(row, acting, row.slots[index]!)])
  return { meeting: await readMeeting(context, tx, row.id), reminders: nothing, notices: [] }
}

async function refuseConflicts(
  context: Context,
  tx: Database,
  wanted: WantedTime,
  viewer: string | null,
): Promise<void> {
  const conflicts = await findConflicts(context, tx, wanted, viewer)
  if (conflicts.length > 0) throw slotConflict(conflicts)
}

function slotConflict(conflicts: readonly object[]): BelfryError {
  return new BelfryError('slot_conflict', 'Somebody is not free at that time.', {
    field: '/slot',
    accepted: 'a slot at which everybody is free',
    facts: { conflicts },
  })
}

async function book(
  context: Context,
  tx: Database,
  id: string,
  wanted: WantedTime,
  viewer: string | null,
): Promise<void> {
  const [fromMs, toMs] = [wanted.startMs - wanted.beforeMs, wanted.endMs + wanted.afterMs]
  for (let tries = 1; ; tries++) {
    await refuseConflicts(context, tx, wanted, viewer)
    const booked = await tx.run('book', [context.tenant, id, wanted.recipients, fromMs, toMs])
    if (booked.length === wanted.recipients.length) return
    // Somebody was faster by a moment, and is found by the next look, or has called it off again. In a caller's own transaction
    // nothing of this may stay.
    await tx.run('unbook', [context.tenant, id])
    if (tries === bookTriesMax) throw slotConflict([])
  }
}

/** Each time somebody else would have to book the very hour and give it back between two statements. */
const bookTriesMax = 4

function entryOf(row: MeetingRow, { participant }: Acting, { startMs, endMs }: StoredSlot) {
  const data = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
  return { entityType: meetingType, entityId: row.id, recipient: participant, data }
}
