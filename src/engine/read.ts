// Reading: one reminder, and the whole story of one, also after its row is gone.

import { refuse } from '../input.ts'
import { kindOfOffset } from '../time/duration.ts'
import type { Context } from './context.ts'
import { type Delivery, type DeliveryState, type Reason, reasons } from './delivery.ts'
import { type DescribedSeries, describeSeries } from './describe-series.ts'
import { bucketOf, deliveryId } from './key.ts'
import { type ChannelSteps, type Ladder, stepsOf, storedLadder } from './ladder.ts'
import type { Planned } from './planning.ts'
import { notFound, requireReminderId } from './reminder-id.ts'
import { mainOccurrence, type Repeat } from './repeat.ts'
import { repeatWords } from './repeat-words.ts'
import { type Way, waysOf } from './ways.ts'

export type { Page } from './page.ts'

export interface Reminder {
  readonly id: string
  readonly entity: { readonly type: string; readonly id: string }
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly critical: boolean
  /** Its own channels, as `schedule` takes them; null: those of the recipient, and where nothing is to come. */
  readonly channels: ChannelSteps | null
  /** The channel that stands behind its own ones. */
  readonly fallback: string | null
  /** Where it rings as things stand: its own channels, else the recipient's, else the default ones. What the recipient has
   * switched off is found out when it rings. */
  readonly ringsOn: readonly string[]
  /** Null when nothing is to come. */
  readonly dueAt: Date | null
  readonly usefulUntil: Date | null
  /** The zone that it goes by: its own, or the recipient's as it is now; null for an instant. */
  readonly timezone: string | null
  /** The recipient's zone; null when there is no such recipient any more. */
  readonly recipientTimezone: string | null
  /** How far from its entity's anchor, for a step of a plan. */
  readonly step: string | null
  /** The moment before quiet hours changed it, and what they did to it. */
  readonly plannedAt: Date | null
  readonly adjusted: Planned['adjusted']
  /** How it repeats, in words. */
  readonly repeats: string | null
  /** How it repeats, as `schedule` takes it; null where it does not, or nothing is to come. */
  readonly series: DescribedSeries | null
  readonly createdAt: Date | null
  /** `scheduled` while something is to come, `waiting` for a result or for Done, `paused`; else that of its latest delivery, or `sent` where its occurrence was. */
  readonly state: 'scheduled' | 'waiting' | 'paused' | DeliveryState
  /** Raised by every change of it; null when nothing is to come. */
  readonly version: number | null
}

export interface ReminderRow {
  id: string
  entity_type: string
  entity_id: string
  kind: string
  recipient: string
  occurrence: string
  generation: number
  timezone: string | null
  floating: boolean | null
  critical: boolean
  title: string | null
  body: string | null
  data: unknown
  due_ms: number | null
  useful_until_ms: number
  created_ms: number
  step: string | null
  planned_ms: number | null
  adjusted: Planned['adjusted']
  repeat: Repeat | null
  version: number
  channels: readonly string[] | null
  channel_delays: readonly number[] | null
  fallback: string | null
  recipient_timezone: string | null
  recipient_channels: readonly string[] | null
  recipient_fallback: string | null
  /** In lists. */
  due_us?: string | null
}

export interface LedgerRow {
  reminder: string
  occurrence_key: string
  entity_type: string
  entity_id: string
  kind: string
  recipient: string
  occurrence: string
  generation: number
  channel: string
  state: DeliveryState
  reason: Reason | null
  attempt: number
  took_ms: number | null
  critical: boolean
  title: string | null
  body: string | null
  data: unknown
  due_ms: number
  at_ms: number
  pending_ms: number | null
  created_ms: number | null
  /** Where deliveries are shown as such. */
  recipient_timezone?: string | null
  bundle?: string | null
  bundle_count?: number | null
  /** Where the whole story is asked for. */
  gathers?: boolean | null
  planned_ms?: number | null
  adjusted?: Planned['adjusted']
}

export async function getReminder(context: Context, id: string): Promise<Reminder | null> {
  const bucket = bucketOf(requireReminderId(id))
  const [row] = await context.db.run<ReminderRow>('reminder', [bucket, id, context.tenant])
  if (row) return toReminder(row, context.defaultChannels)
  const latest = latestOf(await context.db.run<LedgerRow>('ledger-of-reminder', [bucket, id, context.tenant]))
  return latest ? fromLedger(latest) : null
}

/** What was sent was sent, though a later channel of it, a further ring or a snooze was not wanted any more. */
function latestOf(rows: readonly LedgerRow[]): LedgerRow | undefined {
  const [latest] = rows
  if (latest?.state !== 'cancelled' && latest?.state !== 'skipped') return latest
  const occurrence = mainOccurrence(latest.occurrence)
  return rows.find((row) => row.state === 'sent' && mainOccurrence(row.occurrence) === occurrence) ?? latest
}

/** Ids start with the bucket's digits, so a beginning of an id is one range of the primary keys. */
export async function findReminders(context: Context, beginning: string): Promise<string[]> {
  const digits = String(beginning).toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/.test(digits)) {
    throw refuse('invalid_input', 'Not the beginning of an id.', {
      field: '/id',
      accepted: '8 to 32 hexadecimal digits',
    })
  }
  const first = digits.padEnd(32, '0')
  const bucket = bucketOf(first)
  const range = [bucket, first, digits.padEnd(32, 'f'), context.tenant, foundMax]
  const rows = await context.db.run<{ id: string }>('find-reminders', range)
  return rows.map(({ id }) => id)
}

/** Enough to say that there is more than one. */
const foundMax = 5

/** In 2038 and 2039 the seconds that PostgreSQL answers, times a thousand, may fall short of a millisecond by a hair. */
function dateOf(ms: number): Date {
  return new Date(Math.round(ms))
}

/** As `fire.sql` chooses: without the fallback, which rings only where others have failed. */
function ringsOn(row: ReminderRow, defaults: Ladder): readonly string[] {
  if (row.adjusted === 'in_app_only') return ['in_app']
  const { recipient_channels: channels, recipient_fallback: fallback } = row
  return (storedLadder(row) ?? storedLadder({ channels, fallback, channel_delays: null }) ?? defaults).channels
}

export function toReminder(row: ReminderRow, defaults: Ladder): Reminder {
  const own = storedLadder(row)
  return {
    id: row.id,
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    recipient: row.recipient,
    occurrence: row.occurrence,
    generation: row.generation,
    title: row.title,
    body: row.body,
    data: row.data,
    critical: row.critical,
    channels: own && stepsOf(own),
    fallback: row.fallback,
    ringsOn: ringsOn(row, defaults),
    dueAt: row.due_ms === null ? null : dateOf(row.due_ms),
    usefulUntil: dateOf(row.useful_until_ms),
    // Of a floating one, that which it was planned with stays stored when the recipient moves.
    timezone: row.floating ? (row.recipient_timezone ?? row.timezone) : row.timezone,
    recipientTimezone: row.recipient_timezone,
    step: row.step,
    plannedAt: row.planned_ms === null ? null : dateOf(row.planned_ms),
    adjusted: row.adjusted,
    repeats: row.repeat && repeatWords(row.repeat),
    series: row.repeat && describeSeries(row.repeat, row.occurrence),
    createdAt: new Date(row.created_ms),
    state: row.repeat?.state.paused || isPutOff(row) ? 'paused' : row.due_ms === null ? 'waiting' : 'scheduled',
    version: row.version,
  }
}

/** By a pause of the recipient. What was snoozed before that stays so, without a moment while nobody has said how long. */
function isPutOff({ adjusted, due_ms, planned_ms }: Pick<ReminderRow, 'adjusted' | 'due_ms' | 'planned_ms'>): boolean {
  return adjusted === 'paused' || (adjusted === 'snoozed' && due_ms === null && planned_ms !== null)
}

function fromLedger(row: LedgerRow): Reminder {
  return {
    id: row.reminder,
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    recipient: row.recipient,
    occurrence: row.occurrence,
    generation: row.generation,
    title: row.title,
    body: row.body,
    data: row.data,
    critical: row.critical,
    channels: null,
    fallback: null,
    ringsOn: [],
    dueAt: null,
    usefulUntil: null,
    timezone: null,
    recipientTimezone: row.recipient_timezone ?? null,
    step: null,
    plannedAt: null,
    adjusted: null,
    repeats: null,
    series: null,
    createdAt: row.created_ms === null ? null : new Date(row.created_ms),
    state: row.state,
    version: null,
  }
}

export function toDelivery(row: LedgerRow): Delivery {
  return {
    id: deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key }),
    reminderId: row.reminder,
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    recipient: row.recipient,
    recipientTimezone: row.recipient_timezone ?? null,
    occurrence: row.occurrence,
    generation: row.generation,
    channel: row.channel,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    dueAt: dateOf(row.due_ms),
    at: new Date(row.at_ms),
    sentAt: row.state === 'sent' ? new Date(row.at_ms + (row.took_ms ?? 0)) : null,
    pendingAt: row.pending_ms === null ? null : new Date(row.pending_ms),
    title: row.title,
    body: row.body,
    bundle: row.bundle && row.bundle_count ? { id: row.bundle, count: row.bundle_count } : null,
  }
}

export interface Attempt {
  readonly deliveryId: string
  readonly attempt: number
  readonly at: Date
  readonly outcome: string
  readonly reply: string | null
  readonly tookMs: number | null
  readonly worker: string | null
}

export interface Story {
  readonly reminder: Reminder
  /** What is to come, in words; null when nothing is. */
  readonly next: string | null
  /** Where that goes as things stand, and what is in the way. */
  readonly ways: readonly Way[]
  readonly deliveries: readonly (Delivery & { readonly why: string })[]
  /** Every attempt that was not a plain first success. */
  readonly attempts: readonly Attempt[]
  /** Who changed what. */
  readonly changes: readonly {
    readonly at: Date
    readonly actor: string
    readonly action: string
    readonly data: unknown
  }[]
}

export async function explainReminder(context: Context, defaults: Ladder, id: string): Promise<Story> {
  const bucket = bucketOf(requireReminderId(id))
  const reminder = await getReminder(context, id)
  if (!reminder) throw notFound(id)
  const [ways, ledger, attempts, changes] = await Promise.all([
    waysOf(context, id, defaults),
    context.db.run<LedgerRow>('ledger-of-reminder', [bucket, id, context.tenant]),
    context.db.run<{
      occurrence_key: string
      attempt: number
      outcome: string
      reply: string | null
      took_ms: number | null
      worker: string | null
      at_ms: number
    }>('attempts-of-reminder', [bucket, id]),
    context.db.run<{ action: string; actor: string; data: unknown; at_ms: number }>('audit-of-reminder', [
      context.tenant,
      id,
    ]),
  ])
  return {
    reminder,
    next: describeNext(reminder),
    ways,
    deliveries: ledger.map((row) => ({ ...toDelivery(row), why: describe(row) })),
    attempts: attempts.map((row) => ({
      deliveryId: deliveryId({ reminder: id, occurrenceKey: row.occurrence_key }),
      attempt: row.attempt,
      at: new Date(row.at_ms),
      outcome: row.outcome,
      reply: row.reply,
      tookMs: row.took_ms,
      worker: row.worker,
    })),
    changes: changes.map((row) => ({ at: new Date(row.at_ms), actor: row.actor, action: row.action, data: row.data })),
  }
}

function describeNext(reminder: Reminder): string | null {
  if (reminder.state === 'paused') {
    const isTheirs = reminder.adjusted === 'paused' || (reminder.adjusted === 'snoozed' && reminder.plannedAt !== null)
    const whose = isTheirs ? 'The recipient wants to be left alone' : 'Paused'
    return `${whose}: rings after ${reminder.dueAt ? reminder.dueAt.toISOString() : 'it is resumed'}.`
  }
  if (reminder.state === 'waiting') return 'Waits for the end of its ring, or to be marked as done.'
  if (reminder.state !== 'scheduled' || reminder.dueAt === null) return null
  const anchor = reminder.timezone
    ? `${reminder.occurrence} in ${reminder.timezone}`
    : reminder.occurrence.endsWith('Z')
      ? `the instant ${reminder.occurrence}`
      : `${reminder.occurrence} on the recipient's clock`
  const step = reminder.step ? `${kindOfOffset(reminder.step).replace('_', ' ')} ` : ''
  const adjusted = reminder.adjusted ? ` ${adjustedWords[reminder.adjusted]}` : ''
  const from = insteadOf(reminder.plannedAt?.getTime() ?? null)
  const repeats = reminder.repeats ? ` Repeats ${reminder.repeats}.` : ''
  const useful = `useful until ${reminder.usefulUntil?.toISOString()}`
  return `Rings at ${reminder.dueAt.toISOString()} (${step}${anchor}); ${useful}.${adjusted}${adjusted ? `${from}.` : ''}${repeats}`
}

const adjustedWords = {
  deferred: 'After quiet hours',
  advanced: 'Before quiet hours begin',
  in_app_only: 'In the app only, because of quiet hours',
  spaced: 'A little later, because another alarm had that moment',
  snoozed: 'Snoozed',
  paused: 'After a pause',
} as const

function describe(row: LedgerRow): string {
  const others = (row.bundle_count ?? 0) - 1
  const together = others > 0 ? ` In one message, together with ${others} other${others === 1 ? '' : 's'}.` : ''
  const because = row.adjusted ? ` ${adjustedWords[row.adjusted]}${insteadOf(row.planned_ms ?? null)}.` : ''
  return `${describeState(row)}${because}${together}`
}

function insteadOf(plannedMs: number | null): string {
  return plannedMs === null ? '' : ` instead of ${new Date(plannedMs).toISOString()}`
}

function describeState(row: LedgerRow): string {
  if (row.reason) return reasons[row.reason]
  switch (row.state) {
    case 'sent':
      return row.channel === 'hand'
        ? reasons.marked_by_hand
        : `Sent by ${row.channel}, ${Math.max(0, Math.round(row.at_ms - row.due_ms))} ms after it was due.`
    case 'sending':
      return `Being sent by ${row.channel}, attempt ${row.attempt}.`
    case 'pending':
      return row.pending_ms === null
        ? 'Stands by in case another channel fails.'
        : `Waits until ${new Date(row.pending_ms).toISOString()}${row.gathers ? ' for others to go with it' : ''}.`
    default:
      return row.state
  }
}
