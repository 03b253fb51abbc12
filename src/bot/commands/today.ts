// /today: what has rung today and what became of it, what is still to come today, and else what comes first after that. A day is theirs: from
// midnight to midnight on their clock.

import type { Composer } from 'grammy'
import { cutWithMark } from '../../cut-text.ts'
import type { Delivery, Reminder, Verbs } from '../../index.ts'
import { shortDate } from '../../time/short-moment.ts'
import type { Temporal } from '../../time/temporal.ts'
import { localAt, localToInstant } from '../../time/zone.ts'
import { post, viewerOf } from '../answering.ts'
import type { BotContext } from '../context.ts'
import { everything } from '../everything.ts'
import { showItem } from '../listing.ts'
import {
  clockWords,
  lines,
  momentWords,
  repeatWords,
  type Shown,
  showClock,
  titleOf,
  together,
  type Viewer,
} from '../show.ts'
import { type ListWords, listWords } from '../words/lists.ts'

/** Of each part; a message holds no more. */
const shownMax = 15
/** Deliveries that are looked at: a ring may have several, one on each channel. */
const readMax = 200
const titleUnitsMax = 100

export function installToday(composer: Composer<BotContext>): void {
  composer.command('today', async (ctx) => {
    await post(ctx, await today(ctx))
  })
}

export interface Day {
  readonly from: Date
  readonly to: Date
}

/** The day around a moment, on the clocks of a zone: 23 or 25 hours long where they are changed. */
export function dayOf(now: Date, zone: string): Day {
  const date = localAt(now, zone).toPlainDate()
  const start = (day: Temporal.PlainDate) =>
    new Date(localToInstant(day.toPlainDateTime(), zone).instant.epochMilliseconds)
  return { from: start(date), to: start(date.add({ days: 1 })) }
}

async function today(ctx: BotContext): Promise<Shown> {
  const { speaker, ground } = ctx
  const { recipient } = speaker
  const { belfry } = ground
  const viewer = await viewerOf(ctx)
  const words = listWords(viewer.language)
  const day = localAt(viewer.now, viewer.zone)
  const { from, to } = dayOf(viewer.now, viewer.zone)
  const { items, nextCursor } = await belfry.reminders.upcoming({ recipient, to, limit: shownMax })
  const coming = inOrder([...items, ...(await pausedBetween(ctx, { from, to }, viewer.zone))], viewer.zone)
  const came = await rungBetween(belfry, recipient, { from, to })
  const isMore = nextCursor !== null || coming.length > shownMax
  const [first] = coming.length > 0 ? [] : (await belfry.reminders.upcoming({ recipient, from: to, limit: 1 })).items
  const person = await belfry.recipients.get(recipient)
  return lines(
    words.today(shortDate(viewer.language, day, day.year)),
    person?.paused ? words.allPaused(person.paused.until && momentWords(person.paused.until, viewer)) : null,
    ...(came.length === 0 ? [] : ['', words.todayCame]),
    ...(await Promise.all(came.map((ring) => showRung(belfry, ring, viewer)))),
    ...(coming.length === 0 ? ['', words.todayNothing] : ['', words.todayComes]),
    ...coming.slice(0, shownMax).map((reminder) => showComing(reminder, viewer)),
    isMore ? words.andMore : null,
    first ? together(`${words.next} `, showItem(first, viewer)) : null,
  )
}

/** What would have rung today. */
async function pausedBetween(ctx: BotContext, { from, to }: Day, zone: string): Promise<Reminder[]> {
  const paused = (await everything(ctx)).filter(({ state }) => state === 'paused')
  return paused.filter((reminder) => {
    const at = momentOf(reminder, zone)
    return at !== null && at >= from && at < to
  })
}

/** When it rings. What is paused has the moment at which it would have. */
function momentOf({ state, dueAt, plannedAt, occurrence, timezone }: Reminder, zone: string): Date | null {
  if (state !== 'paused') return dueAt
  if (plannedAt ?? dueAt) return plannedAt ?? dueAt
  if (occurrence.endsWith('Z')) return new Date(occurrence)
  const wall = /^\d{4}-\d\d-\d\dT[\d:.]+/.exec(occurrence)?.[0]
  return wall ? new Date(localToInstant(wall, timezone ?? zone).instant.epochMilliseconds) : null
}

/** Each once, by when it rings, or would. */
function inOrder(reminders: readonly Reminder[], zone: string): Reminder[] {
  const each = [...new Map(reminders.map((reminder) => [reminder.id, reminder])).values()]
  const ms = (reminder: Reminder) => momentOf(reminder, zone)?.getTime() ?? 0
  return each.toSorted((a, b) => ms(a) - ms(b))
}

/** `• 20:00 call mom 🔁 every day at 20:00`: the day stands above. */
function showComing(reminder: Reminder, viewer: Viewer): Shown {
  const repeats = repeatWords(reminder, viewer.language)
  const at = momentOf(reminder, viewer.zone)
  return together(
    reminder.state === 'paused' ? '• ⏸ ' : '• ',
    at ? showClock(at, viewer, reminder.timezone) : '',
    ` ${titleWords(reminder, viewer)}`,
    repeats === null ? '' : ` 🔁 ${repeats}`,
  )
}

function titleWords(about: Parameters<typeof titleOf>[0], { language }: Viewer): string {
  return cutWithMark(titleOf(about, language).replace(/\s+/g, ' '), titleUnitsMax)
}

/** The newest that rang today, in the order in which they came due; of what rang on several channels, or again, one delivery: the last that was sent. */
async function rungBetween(belfry: Verbs, recipient: string, { from, to }: Day): Promise<Delivery[]> {
  const { items } = await belfry.deliveries.list({ recipient, from, to, limit: readMax })
  const best = new Map<string, Delivery>()
  for (const one of items) {
    // Called off, moved, or not needed: nothing that anybody waited for.
    if (one.state === 'cancelled' || (one.state === 'skipped' && one.reason !== 'missed')) continue
    const name = `${one.reminderId} ${one.occurrence.split('#')[0]}`
    const before = best.get(name)
    if (!before || isBetter(one, before)) best.set(name, one)
  }
  return [...best.values()].toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).slice(-shownMax)
}

function isBetter(one: Delivery, before: Delivery): boolean {
  const laterMs = one.dueAt.getTime() - before.dueAt.getTime()
  if (laterMs !== 0) return laterMs > 0
  return before.state !== 'sent' && one.state === 'sent'
}

async function showRung(belfry: Verbs, ring: Delivery, viewer: Viewer): Promise<Shown> {
  const words = listWords(viewer.language)
  const became = ring.state === 'sent' ? await standingWords(belfry, ring, viewer, words) : stateWords(ring, words)
  return { text: `• ${clockWords(ring.dueAt, viewer.zone)} ${titleWords(ring, viewer)} (${became})`, entities: [] }
}

async function standingWords(belfry: Verbs, { id }: Delivery, viewer: Viewer, words: ListWords): Promise<string> {
  const { state, snoozedUntil } = await belfry.deliveries.standing(id)
  if (state === 'done') return words.done
  return state === 'snoozed' && snoozedUntil ? words.snoozed(clockOrMoment(snoozedUntil, viewer)) : words.sent
}

function stateWords({ state }: Delivery, words: ListWords): string {
  switch (state) {
    case 'pending':
    case 'sending':
      return words.sending
    case 'unknown':
      return words.unknown
    case 'failed':
    case 'quarantined':
      return words.failed
    case 'suppressed':
      return words.notSent
    default:
      return words.tooLate
  }
}

function clockOrMoment(at: Date, viewer: Viewer): string {
  return at < dayOf(viewer.now, viewer.zone).to ? clockWords(at, viewer.zone) : momentWords(at, viewer)
}
