// The library's answers as JSON: every time is an instant together with what the clocks of a zone show then.

import {
  type Alarm,
  type Attempt,
  type Delivery,
  type Entity,
  type FeedEvent,
  type InboxItem,
  type Plan,
  type Recipient,
  type Reminder,
  type Run,
  reasons,
  type ScheduleResult,
  type Story,
  type Sweep,
  type Template,
  type TemplateSummary,
  type TimelineItem,
} from '../index.ts'
import { localTimeOf } from '../time/show.ts'

export interface Time {
  readonly instant: string
  readonly local: string
  readonly timezone: string
}

/** The last moment that RFC 3339 can write. What is useful a day longer than that is shown as useful until then. */
const lastMs = Date.UTC(9_999, 11, 31, 23, 59, 59, 999)

export function timeOf(at: Date, timezone: string | null = 'UTC'): Time {
  const zone = timezone ?? 'UTC'
  const shown = new Date(Math.min(at.getTime(), lastMs))
  return { instant: shown.toISOString(), local: localTimeOf(shown, zone), timezone: zone }
}

export function timeOrNull(at: Date | null, timezone: string | null = 'UTC'): Time | null {
  return at === null ? null : timeOf(at, timezone)
}

export function presentReminder({ recipientTimezone, ...reminder }: Reminder) {
  const zone = reminder.timezone ?? recipientTimezone
  return {
    ...reminder,
    dueAt: timeOrNull(reminder.dueAt, zone),
    usefulUntil: timeOrNull(reminder.usefulUntil, zone),
    plannedAt: timeOrNull(reminder.plannedAt, zone),
    createdAt: timeOrNull(reminder.createdAt, zone),
  }
}

/** What a verb says of a ring: when, on the clocks of its zone. */
export function presentRing<T extends { readonly dueAt: Date | null; readonly timezone: string }>(ring: T) {
  const { timezone: zone, dueAt, ...rest } = ring
  return { ...rest, dueAt: timeOrNull(dueAt, zone) }
}

export function presentScheduled({ timezone, recipientTimezone, ...result }: ScheduleResult) {
  return { ...result, dueAt: timeOf(result.dueAt, timezone ?? recipientTimezone) }
}

export function presentDelivery({ recipientTimezone: zone, ...delivery }: Delivery) {
  return {
    ...delivery,
    why: delivery.reason === null ? null : reasons[delivery.reason],
    dueAt: timeOf(delivery.dueAt, zone),
    at: timeOf(delivery.at, zone),
    sentAt: timeOrNull(delivery.sentAt, zone),
    pendingAt: timeOrNull(delivery.pendingAt, zone),
  }
}

export function presentItem({ recipientTimezone: zone, ...item }: InboxItem) {
  return {
    ...item,
    startsAt: timeOrNull(item.startsAt, zone),
    dueAt: timeOf(item.dueAt, zone),
    at: timeOf(item.at, zone),
    readAt: timeOrNull(item.readAt, zone),
    archivedAt: timeOrNull(item.archivedAt, zone),
    snoozedUntil: timeOrNull(item.snoozedUntil, zone),
    doneAt: timeOrNull(item.doneAt, zone),
  }
}

export function presentAttempt(attempt: Attempt, zone: string | null) {
  return { ...attempt, at: timeOf(attempt.at, zone) }
}

export function presentStory({ reminder, next, ways, deliveries, attempts, changes }: Story) {
  const zone = reminder.timezone ?? reminder.recipientTimezone
  return {
    reminder: presentReminder(reminder),
    next,
    ways: [...ways],
    deliveries: deliveries.map(({ why, ...delivery }) => ({ ...presentDelivery(delivery), why })),
    attempts: attempts.map((attempt) => presentAttempt(attempt, zone)),
    changes: changes.map((change) => ({ ...change, at: timeOf(change.at, zone) })),
  }
}

export function presentEntity(entity: Entity) {
  const zone = entity.at?.timezone ?? 'UTC'
  return {
    ...entity,
    at: entity.at && { ...entity.at, instant: entity.at.instant?.toISOString() ?? null },
    createdAt: timeOf(entity.createdAt, zone),
    updatedAt: timeOf(entity.updatedAt, zone),
  }
}

/** On the clocks of whom it concerns. */
export function presentTimelineItem({ recipientTimezone: zone, ...item }: TimelineItem) {
  return { ...item, at: timeOf(item.at, zone) }
}

export function presentPlan(plan: Plan) {
  return { ...plan, updatedAt: timeOf(plan.updatedAt) }
}

export function presentTemplate<T extends Template | TemplateSummary>(template: T) {
  return { ...template, updatedAt: timeOf(template.updatedAt) }
}

export function presentRecipient(recipient: Recipient) {
  const { channelsOff = [], kindsOff = [], typesOff = [], off = [] } = recipient.preferences
  const suspended = Object.entries(recipient.suspended).map(([channel, { reason, at }]) => [
    channel,
    { reason, at: timeOf(at, recipient.timezone) },
  ])
  return {
    ...recipient,
    suspended: Object.fromEntries(suspended) as Record<string, { reason: string; at: Time }>,
    preferences: { channelsOff, kindsOff, typesOff, off },
    paused: recipient.paused && { until: timeOrNull(recipient.paused.until, recipient.timezone) },
    createdAt: timeOf(recipient.createdAt, recipient.timezone),
  }
}

export function presentAlarm<A extends Alarm>(alarm: A) {
  return { ...alarm, nextAlarmTime: timeOrNull(alarm.nextAlarmTime, alarm.timezone) }
}

export function presentEvent({ id, at, type, data, ...about }: FeedEvent) {
  const { actor = null, entity = null, recipient = null, reminderId = null, deliveryId = null } = about
  const { channel = null, state = null, reason = null } = about
  return {
    ...{ id, at: timeOf(at), type, actor, entity, recipient, reminderId, deliveryId, channel, state, reason },
    data: data ?? null,
  }
}

export function presentSweep({ nextRunAt, lastRun, ...sweep }: Sweep) {
  const { timezone } = sweep
  return { ...sweep, nextRunAt: timeOrNull(nextRunAt, timezone), lastRun: lastRun && presentRun(lastRun) }
}

export function presentRun(run: Run) {
  return { ...run, startedAt: timeOf(run.startedAt), endedAt: timeOrNull(run.endedAt) }
}
