// The answer at a glance: will it be sent, was it, and if not, why. One sentence, and what else belongs to it.

import type { Delivery, Recipient, Story } from '../api.ts'
import { showDistance, showTime } from '../clock.ts'
import type { ReminderWords } from '../words/reminder.ts'
import type { Telling } from '../words/telling.ts'
import { alarmDoneAt } from './done-alarm.ts'
import { tellDelivery, tellList, tellReason, tellTime } from './tell.ts'

type Reminder = Story['reminder']
type Way = Story['ways'][number]

export interface Headline {
  /** A class: `good`, `bad`, `warn`, `next`, or none. */
  readonly tone: string
  readonly text: string
  readonly more: readonly string[]
}

export interface Teller {
  readonly who: string
  readonly recipient: Recipient | undefined
  /** The reader's own zone. */
  readonly zone: string
  readonly nowMs: number
  readonly w: ReminderWords
  readonly t: Telling
}

export function headlineOf(story: Story, teller: Teller): Headline {
  const { state } = story.reminder
  const doneAt = alarmDoneAt(story)
  if (doneAt !== null) return { tone: 'good', text: teller.w.wasDone(showTime(doneAt, teller.zone)), more: [] }
  if (state === 'paused') return { tone: 'warn', text: pausedText(story.reminder, teller), more: [] }
  if (state === 'scheduled') return scheduled(story, teller)
  if (state === 'waiting') return { tone: 'next', text: teller.w.waiting, more: lastTime(story, teller) }
  return ended(story, teller)
}

function pausedText({ adjusted, dueAt }: Reminder, { who, w, nowMs }: Teller): string {
  const when = dueAt && showDistance(dueAt.instant, nowMs, 'long')
  if (adjusted !== 'paused') return when ? w.pausedUntil(when) : w.pausedByHand
  return when ? w.leftAloneUntil(who, when) : w.leftAlone(who)
}

function scheduled(story: Story, teller: Teller): Headline {
  const { w, t, nowMs } = teller
  const { reminder } = story
  const ways = story.ways.filter(({ isFallback }) => !isFallback)
  const open = ways.filter(({ reason }) => reason === null)
  const hindered = ways.filter(({ reason }) => reason !== null)
  const why = (way: Way) =>
    tellReason(way.reason!, { ...reminder, channel: way.channel }, teller.who, teller.recipient, t)
  if (open.length === 0 && hindered.length > 0)
    return {
      tone: 'bad',
      text: w.ringsNowhere(tellList([...new Set(hindered.map(why))])),
      more: lastTime(story, teller),
    }
  const names = tellList(open.map(({ channel }) => t.by(channel)))
  const more = [...hindered.map((way) => w.onlyNot(t.by(way.channel), why(way))), ...lastTime(story, teller)]
  if (open.length > 0 && open.every(({ held }) => held)) return { tone: 'warn', text: w.held(names), more }
  const dueMs = Date.parse(reminder.dueAt?.instant ?? '')
  const when = dueMs <= nowMs ? w.overdue : showDistance(dueMs, nowMs, 'long')
  return { tone: 'next', text: w.rings(when, names), more }
}

/** Of a series: what became of the ring before this one, where that was not plainly sent. */
function lastTime(story: Story, { who, recipient, w, t }: Teller): string[] {
  const last = withoutTakenBack(story).find(
    ({ state, reason }) => state !== 'pending' && reason !== 'moved' && reason !== 'not_needed',
  )
  return last && last.state !== 'sent' ? [w.lastTime(tellDelivery(last, who, recipient, t))] : []
}

/** A ring that was cancelled and is to come again was no ring: the ledger's row is opened again when it rings. */
export function withoutTakenBack({ reminder, deliveries }: Story): Story['deliveries'] {
  if (reminder.dueAt === null) return deliveries
  return deliveries.filter(
    ({ state, occurrence, generation }) =>
      state !== 'cancelled' || occurrence !== reminder.occurrence || generation !== reminder.generation,
  )
}

/** All channels of the ring that came last: what was sent, and what was not. */
function ended({ reminder, deliveries }: Story, teller: Teller): Headline {
  const { who, recipient, zone, w, t } = teller
  const last = deliveries.filter(
    (one) => one.occurrence === reminder.occurrence && one.generation === reminder.generation,
  )
  const known = last.length > 0 ? last : deliveries.slice(0, 1)
  if (known.length === 0) return { tone: '', text: w.gone, more: [] }
  const sent = known.filter(({ state }) => state === 'sent')
  const rest = known.filter(({ state, reason }) => state !== 'sent' && reason !== 'not_needed')
  const tell = (one: Delivery) => tellDelivery(one, who, recipient, t)
  if (sent.length > 0) {
    const at = tellTime(sent[0]!.sentAt?.instant ?? sent[0]!.at.instant, recipient?.timezone ?? zone, zone)
    const isWorrying = rest.some(({ state }) => state === 'unknown' || state === 'failed')
    return {
      tone: isWorrying ? 'warn' : 'good',
      text: w.sent(tellList(sent.map(({ channel }) => t.by(channel))), at),
      more: rest.map(tell),
    }
  }
  const [first, ...others] = rest.length > 0 ? rest : known
  return { tone: toneOf(first!.state), text: tell(first!), more: others.map(tell) }
}

function toneOf(state: Delivery['state']): string {
  if (state === 'failed' || state === 'quarantined') return 'bad'
  if (state === 'unknown') return 'warn'
  return state === 'pending' || state === 'sending' ? 'next' : ''
}
