// Meetings for people: when on whose clocks, who answered what, and what became of the reminders.

import { BelfryError } from '../../errors.ts'
import type {
  Checked,
  Conflict,
  Meeting,
  MeetingEvent,
  MeetingReminder,
  MeetingReminderState,
  Participant,
  Slot,
  Suggested,
  Transitioned,
} from '../../index.ts'
import { plain } from '../print/paint.ts'
import { table } from '../print/table.ts'
import { localParts, when } from '../print/times.ts'
import type { Call } from '../program/call.ts'

/** `Tue 2 Dec 10:00–11:00`. */
export function slotWords({ start, end }: Slot, zone: string, now: Date): string {
  const [from, to] = [localParts(start, zone), localParts(end, zone)]
  const year = from.year === localParts(now, zone).year ? '' : ` ${from.year}`
  return `${from.dayName}${year} ${from.time}–${from.date === to.date ? '' : `${to.dayName} `}${to.time}`
}

export function meetingTable(call: Call, items: readonly Meeting[], now: Date): string {
  const rows = items.map((meeting) => [
    plain(meeting.id),
    meeting.status,
    `${timesOf(meeting, now)} ${meeting.timezone}`,
    meeting.participants.map(({ recipient }) => plain(recipient)).join(', '),
    plain(meeting.title),
  ])
  return tableFor(call, ['id', 'status', 'when', 'who', 'title'], rows)
}

function timesOf({ acceptedSlot, slots, timezone }: Meeting, now: Date): string {
  const [first] = slots
  const shown = acceptedSlot ?? first
  if (!shown) return '-'
  const more = acceptedSlot === null && slots.length > 1 ? ` (or ${slots.length - 1} more)` : ''
  return `${slotWords(shown, timezone, now)}${more}`
}

export function meetingWords(call: Call, meeting: Meeting, now: Date): string {
  const { timezone: zone, reason } = meeting
  const { paint } = call
  return [
    `${paint.bold(plain(meeting.title))}  ${meeting.status}${reason === null ? '' : `: ${plain(reason)}`}`,
    paint.dim(`${plain(meeting.id)}, version ${meeting.version}, by ${plain(meeting.requester)}`),
    ...(meeting.location === null ? [] : [`At ${plain(meeting.location)}`]),
    ...lineageWords(meeting),
    ...(meeting.conflictAt === null ? [] : ['A change of clocks has moved it into something else: look at its times.']),
    '',
    ...slotLines(meeting, now),
    ...planLines(meeting),
    '',
    tableFor(
      call,
      ['who', 'answer', 'since', 'reason'],
      meeting.participants.map((one) => [
        plain(one.recipient),
        answerOf(one),
        one.answeredAt === null ? '-' : when(one.answeredAt, zone, now),
        plain(one.reason ?? '-'),
      ]),
    ),
  ].join('\n')
}

function lineageWords({ parentMeetingId, childMeetingId }: Meeting): string[] {
  return [
    ...(parentMeetingId === null ? [] : [`It took the place of ${plain(parentMeetingId)}.`]),
    ...(childMeetingId === null ? [] : [`${plain(childMeetingId)} took its place.`]),
  ]
}

/** Numbered as `accept --slot` takes them. */
export function slotLines({ slots, acceptedSlot, timezone }: Meeting, now: Date): string[] {
  if (acceptedSlot) return [`${slotWords(acceptedSlot, timezone, now)} ${timezone}`]
  return slots.map((slot, i) => `${i + 1}. ${slotWords(slot, timezone, now)} ${timezone}`)
}

/** When it reminds, or would. */
function planLines({ plan }: Meeting): string[] {
  if (typeof plan === 'string') return [`Reminds by the plan ${plain(plan)}.`]
  const kinds = plan.map((step) => (typeof step === 'string' ? step : (step.kind ?? step.offset)))
  return [kinds.length === 0 ? 'Reminds of nothing.' : `Reminds: ${kinds.map(plain).join(', ')}.`]
}

function answerOf({ isRequester, answer, removedAt }: Participant): string {
  const said = isRequester ? 'asks' : (answer ?? 'not yet')
  return removedAt === null ? said : `${said}, removed from their calendar`
}

export function transitionedWords(call: Call, { meeting, reminders, notices }: Transitioned, now: Date): string {
  const { created, cancelled, skippedPast, inFlight } = reminders
  const counts: [string, number][] = [
    ['created', created.length],
    ['cancelled', cancelled.length],
    ['skipped, for their moment had passed', skippedPast.length],
    ['being sent just now, and not to be called back', inFlight.length],
  ]
  const said = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
  const told = [...new Set(notices.map(({ recipient }) => plain(recipient)))]
  return [
    meetingWords(call, meeting, now),
    `Reminders: ${said.length === 0 ? 'none changed' : said.join('; ')}.`,
    ...nextWords(created, now),
    ...(told.length === 0 ? [] : [`Told: ${told.join(', ')}.`]),
    '',
  ].join('\n')
}

function nextWords(created: readonly MeetingReminder[], now: Date): string[] {
  const [first] = created
    .filter(({ dueAt }) => dueAt !== null)
    .toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime())
  return first?.dueAt
    ? [`The first rings ${when(first.dueAt, first.timezone, now)} ${first.timezone}, for ${plain(first.recipient)}.`]
    : []
}

/** Whose clocks, and what time it is. */
interface Shown {
  readonly zone: string
  readonly now: Date
}

export function eventTable(call: Call, items: readonly MeetingEvent[], { zone, now }: Shown): string {
  const rows = items.map(({ at, from, to, participant, actor, reason, replacement }) => [
    when(at, zone, now),
    from === null ? to : `${from} → ${to}`,
    plain(participant ?? 'Belfry'),
    plain(actor),
    plain([reason, replacement && `→ ${replacement.meetingId}`].filter(Boolean).join(' ') || '-'),
  ])
  return tableFor(call, [`when (${zone})`, 'what', 'who', 'by', 'why'], rows)
}

export function reminderTable(call: Call, items: readonly MeetingReminderState[], now: Date): string {
  const rows = items.map(({ id, kind, recipient, dueAt, timezone, isNotice, state, reason }) => [
    id,
    isNotice ? 'notice' : 'reminder',
    plain(kind),
    plain(recipient),
    dueAt === null ? '-' : `${when(dueAt, timezone, now)} ${timezone}`,
    reason === null ? state : `${state} (${reason})`,
  ])
  return tableFor(call, ['id', 'what', 'kind', 'for', 'when', 'state'], rows)
}

/** A day after the other; the clocks of each of them beside it. */
export function suggestedWords(call: Call, { slots, reasons }: Suggested, { zone, now }: Shown): string {
  if (slots.length === 0)
    return [
      'There is no time at which all of them are free.',
      ...reasons.map(
        ({ participant, why, freeMinutes }) => `  ${plain(participant)}: ${plain(why)} (free: ${freeMinutes} min)`,
      ),
    ].join('\n')
  const people = slots[0]!.local.map(({ participant, timezone }) => `${plain(participant)} (${timezone})`)
  const rows = slots.map(({ start, end, local }) => [
    slotWords({ start, end }, zone, now),
    ...local.map((one) => `${one.start.slice(11, 16)}–${one.end.slice(11, 16)}`),
  ])
  return tableFor(call, [`when (${zone})`, ...people], rows)
}

const kinds = { meeting: 'a meeting', busy: 'busy elsewhere', outside_availability: 'not there' }

export type CheckedSlot = Slot & Checked

/** One after the other, each with what stands in its way. */
export function checkedWords(call: Call, slots: readonly CheckedSlot[], { zone, now }: Shown): string {
  return slots
    .map(({ free, conflicts, ...slot }) => {
      const head = `${slotWords(slot, zone, now)} ${zone}:`
      if (free) return `${head} nothing stands in the way.\n`
      const rows = conflicts.map(({ participant, kind, start, end, meetingId }) => [
        plain(participant),
        kinds[kind],
        slotWords({ start, end }, zone, now),
        plain(meetingId ?? '-'),
      ])
      return `${head} not free.\n${tableFor(call, ['who', 'what', `when (${zone})`, 'meeting'], rows)}`
    })
    .join('\n')
}

const standing = { meeting: 'has a meeting', busy: 'is busy elsewhere', outside_availability: 'is not there' }

/** The same refusal with what conflicts, in one line; and the way out where nobody is taken. */
export function refusedWith({ facts }: BelfryError, zone: string, now: Date): BelfryError {
  const conflicts = facts.conflicts as readonly Conflict[]
  const said = conflicts.map(
    ({ participant, kind, start, end, meetingId }) =>
      `${plain(participant)} ${standing[kind]}${meetingId === null ? '' : ` (${plain(meetingId)})`} ${slotWords({ start, end }, zone, now)}`,
  )
  const isOnlyOutside = conflicts.length > 0 && conflicts.every(({ kind }) => kind === 'outside_availability')
  return new BelfryError('slot_conflict', `Somebody is not free: ${[...said, zone].join(', ')}.`, {
    accepted: `another slot${isOnlyOutside ? ', or this one with --allow-outside-availability' : ''}`,
    facts,
  })
}

function tableFor(call: Call, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const { columns, isTty } = call.terminal
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}
