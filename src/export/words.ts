// Lines of an export, in the words that the verbs take: what `put` and `schedule` would have been told. A field that is at its
// default is left out.

import { type ChannelSteps, stepsOf, storedLadder } from '../engine/ladder.ts'
import { type Planned, resolve } from '../engine/planning.ts'
import type { MainLine, Repeat } from '../engine/repeat.ts'
import type { Anchor, Member } from '../entities/entity.ts'
import { mainAnchor, type Step } from '../entities/steps.ts'
import type { Preferences } from '../recipients/preferences.ts'
import type { Recipient } from '../recipients/recipients.ts'
import { secondFold } from '../time/local.ts'
import { occurrenceInstant } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone-rules.ts'

export type Line = Readonly<Record<string, unknown>> & { readonly kind: LineKind }
export const lineKinds = [
  ...([
    'webhook',
    'recipient',
    'availability',
    'chat',
    'plan',
    'template',
    'sent',
    'entity',
    'meeting',
    'reminder',
    'alarm',
    'waiting',
  ] as const),
]
export type LineKind = (typeof lineKinds)[number]

export function recipientLine(recipient: Recipient): Line {
  const { id, name, timezone, locale, channels, fallback, quietHours, preferences, paused } = recipient
  const addresses = portable(recipient.addresses, recipient)
  const suspended = Object.entries(portable(recipient.suspended, recipient))
  const since = suspended.map(([channel, { reason, at }]) => [channel, { reason, at: at.toISOString() }])
  return {
    kind: 'recipient',
    id,
    ...given({ name }),
    timezone,
    locale,
    ...given({
      addresses: sorted(addresses),
      suspended: sorted(Object.fromEntries(since)),
      channels,
      fallback,
      quietHours,
    }),
    ...given({ preferences: sorted(given(preferencesOf(preferences))) }),
    ...(paused && { paused: given({ until: paused.until?.toISOString() }) }),
  }
}

/** Devices stay behind: their browsers know one server's key. The address that stands for them goes nowhere without them. */
function portable<T>(byChannel: Readonly<Record<string, T>>, { addresses }: Recipient): Readonly<Record<string, T>> {
  if (!/^devices:[0-9a-f]{8}$/.test(addresses.web_push ?? '')) return byChannel
  return Object.fromEntries(Object.entries(byChannel).filter(([channel]) => channel !== 'web_push'))
}

function preferencesOf({ channelsOff = [], kindsOff = [], typesOff = [], off = [] }: Preferences): object {
  return { channelsOff: some(channelsOff), kindsOff: some(kindsOff), typesOff: some(typesOff), off: some(off) }
}

export interface ChatRow {
  readonly user_id: string
  readonly recipient: string | null
  readonly settings: Readonly<Record<string, unknown>>
  readonly owners: unknown
}

/** What the bot remembers of a talk stays behind. */
export function chatLine({ user_id: user, recipient, settings, owners }: ChatRow): Line {
  return { kind: 'chat', user, ...given({ recipient, settings: sorted(settings), owners }) }
}

export interface WebhookRow {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly disabled_reason: string | null
}

/** Its secret stays where it is. */
export function webhookLine({ id, url, description, disabled_reason: disabled }: WebhookRow): Line {
  return { kind: 'webhook', id, url, ...given({ description, disabled }) }
}

export interface BlockRow {
  readonly recipient: string
  readonly id: string
  readonly kind: string
  readonly day_of_week: number | null
  readonly date: string | null
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly valid_from: string | null
  readonly valid_until: string | null
}

export function blockLine(row: BlockRow): Line {
  return {
    kind: 'availability',
    recipient: row.recipient,
    id: row.id,
    block: row.kind,
    ...given({ dayOfWeek: row.day_of_week, date: row.date }),
    ...{ startTime: row.start_time, endTime: row.end_time, timezone: row.timezone },
    ...given({ validFrom: row.valid_from, validUntil: row.valid_until }),
  }
}

export interface TemplateRow {
  readonly name: string
  readonly locale: string
  readonly channel: string
  readonly kind: string
  readonly entity_type: string
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
}

export function templateLine({ entity_type: entityType, ...row }: TemplateRow): Line {
  const purpose = given({ channel: row.channel || null, kind: row.kind || null, entityType: entityType || null })
  return {
    kind: 'template',
    name: row.name,
    ...given({ locale: row.locale || null, for: Object.keys(purpose).length > 0 ? purpose : null }),
    ...given({ subject: row.subject, text: row.text, html: row.html }),
  }
}

export interface SentRow {
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly state: 'sent' | 'failed' | 'unknown'
  readonly at_ms: number
}

/** In the words of the ledger: a line can also be read by `import.reminderSent`. */
export function sentLine(row: SentRow): Line {
  return {
    kind: 'sent',
    entityType: row.entity_type,
    entityId: row.entity_id,
    reminderType: row.kind,
    userId: row.recipient,
    occurrence: row.occurrence,
    sentAt: iso(row.at_ms),
    ...(row.state === 'sent' ? {} : { state: row.state }),
  }
}

export interface EntityRow {
  readonly type: string
  readonly id: string
  readonly status: 'active' | 'done' | 'cancelled'
  readonly time_anchor: 'local' | 'instant'
  readonly anchors: Readonly<Record<string, Anchor>>
  readonly steps: readonly Step[] | null
  readonly plan: string | null
  readonly late_policy: 'skip' | 'immediate'
  readonly critical: boolean
  readonly channels: ChannelSteps | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly members: readonly Member[]
  readonly now_ms: number
  readonly dismissed: readonly PlanStep[]
  readonly snoozed: readonly (PlanStep & { readonly untilMs: number })[]
}

/** A reminder of its plan that somebody did something to. */
interface PlanStep {
  readonly recipient: string
  readonly kind: string
  readonly occurrence: string
  /** The recipient's. */
  readonly zone: string
  readonly steps: readonly Step[] | null
}

/** A `put` makes only what is ahead: of anything else, or an earlier time of it, there is nothing to call off or to snooze. */
function isAhead(
  { anchors, now_ms: nowMs }: EntityRow,
  { kind, occurrence: was, zone, steps }: PlanStep,
  rules: ZoneRules,
): boolean {
  const step = steps?.find((one) => one.kind === kind)
  const anchor = step && Object.hasOwn(anchors, step.anchor) ? anchors[step.anchor] : undefined
  if (!step || anchor?.nominal !== was) return false
  const { nominal: occurrence, timezone } = anchor
  const floating = timezone === null && !occurrence.endsWith('Z')
  const person = { timezone: zone, quietHours: null }
  return resolve({ occurrence, timezone, floating, step: step.offset }, person, rules) >= nowMs
}

export function entityLine(row: EntityRow, rules: ZoneRules): Line {
  const { [mainAnchor]: start, ...others } = row.anchors
  const isInstant = row.time_anchor === 'instant'
  const dismissed = row.dismissed.filter((one) => isAhead(row, one, rules))
  const snoozed = row.snoozed.filter((one) => isAhead(row, one, rules))
  const anchors = Object.entries(others).map(([name, anchor]) => [name, momentOf(anchor, isInstant, rules)] as const)
  return {
    kind: 'entity',
    type: row.type,
    id: row.id,
    ...(row.status === 'active' ? {} : { status: row.status }),
    ...(start ? momentOf(start, isInstant, rules) : {}),
    ...(isInstant ? { timeAnchor: 'instant' } : {}),
    ...given({ anchors: sorted(Object.fromEntries(anchors)) }),
    recipients: row.members.map(({ recipient, steps }) =>
      steps === null ? recipient : { id: recipient, plan: steps },
    ),
    ...(row.plan === null && row.steps === null ? {} : { plan: row.plan ?? row.steps }),
    ...given({ title: row.title, body: row.body, data: row.data, channels: row.channels }),
    ...(row.critical ? { critical: true } : {}),
    ...(row.late_policy === 'skip' ? {} : { latePolicy: row.late_policy }),
    ...given({ dismissed: some(dismissed.map(({ recipient, kind }) => ({ recipient, kind }))) }),
    ...given({
      snoozed: some(snoozed.map(({ recipient, kind, untilMs }) => ({ recipient, kind, until: iso(untilMs) }))),
    }),
  }
}

/** A moment as it is passed in. A zone beside an instant would make a wall clock of it, unless instants are wanted. */
function momentOf(
  { nominal, timezone }: Anchor,
  isInstant: boolean,
  rules: ZoneRules,
): { at: string; timezone?: string } {
  const at = atText(nominal, timezone, rules)
  return timezone === null || (nominal.endsWith('Z') && !isInstant) ? { at } : { at, timezone }
}

/** The second of two equal wall clocks cannot be written as one: its instant can. */
function atText(nominal: string, timezone: string | null, rules: ZoneRules): string {
  if (!nominal.endsWith(secondFold) || timezone === null) return nominal
  return iso(occurrenceInstant(nominal, timezone, rules))
}

export interface ReminderRow {
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly timezone: string | null
  readonly floating: boolean
  readonly critical: boolean
  readonly channels: readonly string[] | null
  readonly channel_delays: readonly number[] | null
  readonly fallback: string | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly repeat: Repeat | null
  readonly adjusted: Planned['adjusted']
  readonly step: string | null
  readonly due_ms: number | null
  readonly planned_ms: number | null
  readonly useful_until_ms: number
  /** The recipient's. */
  readonly zone: string
  readonly now_ms: number
  readonly begun: boolean
}

/** A step of a plan follows from its entity, unless its moment has passed: then only its row knows that it is still to ring. */
export function standsAlone(row: ReminderRow, rules: ZoneRules): boolean {
  if (row.step === null || row.begun) return true
  return resolve(row, { timezone: row.zone, quietHours: null }, rules) < row.now_ms
}

/** How long the intervals are is not its own: it is the rule of the installation. */
function alarmLine(row: ReminderRow, { alarm, state }: Repeat): Line {
  const dueMs = state.main?.dueMs ?? row.due_ms
  return {
    kind: 'alarm',
    pageId: row.entity_id,
    userId: row.recipient,
    ...given({ title: row.title, body: row.body }),
    sentCount: (state.rings ?? 0) + 1,
    nextAlarmTime: dueMs === null || state.done ? null : iso(dueMs),
    // The name of its next ring: it may ring a little later than it wanted to.
    ...(dueMs === null || state.done ? {} : { occurrence: state.main?.occurrence ?? row.occurrence }),
    onDone: alarm?.onDone ?? 'end',
    ...given({ paused: state.paused, done: state.done }),
    ...(row.generation > 1 ? { generation: row.generation } : {}),
  }
}

export function reminderLine(row: ReminderRow, rules: ZoneRules): Line {
  if (row.repeat?.alarm) return alarmLine(row, row.repeat)
  // A zone beside an instant would make a wall clock of it.
  const isInstant = row.repeat === null && /Z(#\d+)?$/.test(row.occurrence)
  const zone = row.floating || isInstant ? null : row.timezone
  // The last ring of a nag that was put off: its series is over, and its number is part of its name.
  const [nominal = '', ring] = row.repeat === null ? row.occurrence.split('#') : [row.occurrence]
  // A step that stands alone has left its own moment behind: like one that was put off, it rings when its row says.
  const isSnoozed = row.repeat === null && (row.adjusted === 'snoozed' || row.step !== null)
  return {
    kind: 'reminder',
    entity: { type: row.entity_type, id: row.entity_id },
    reminderType: row.kind,
    recipient: row.recipient,
    at: atText(row.repeat?.start ?? nominal, zone, rules),
    ...(ring === undefined ? {} : { ring: Number(ring) }),
    ...given({ timezone: zone }),
    ...(row.repeat ? definitionOf(row.repeat) : {}),
    ...(row.repeat ? {} : { usefulUntil: iso(row.useful_until_ms) }),
    ...given({ title: row.title, body: row.body, data: row.data }),
    ...channelsOf(row),
    ...(row.critical ? { critical: true } : {}),
    ...(row.generation > 1 ? { generation: row.generation } : {}),
    ...(isSnoozed && row.due_ms !== null ? { snoozedUntil: iso(row.due_ms) } : {}),
    ...(row.repeat ? { series: seriesOf(row, row.repeat) } : {}),
  }
}

function definitionOf({ kind, rule, missed, backoff, nag, after, toleranceMs }: Repeat): object {
  const nagging = nag && { every: seconds(nag.everyMs), atMost: nag.atMost, ...given({ hours: nag.hours }) }
  const repeat =
    kind === 'backoff' && backoff
      ? { backoff: { base: seconds(backoff.baseMs), factor: backoff.factor, cap: seconds(backoff.capMs) } }
      : kind === 'after_completion'
        ? { afterCompletion: after }
        : given({ nag: nagging })
  return {
    ...given({ rule, repeat: Object.keys(repeat).length > 0 ? repeat : null }),
    ...(missed === undefined || missed === 'latest' ? {} : { missed }),
    tolerance: seconds(toleranceMs),
  }
}

/** How far a series has come. */
function seriesOf(row: ReminderRow, { state }: Repeat): object {
  const { main, paused, rings, nextMs } = state
  return {
    ...lineOf({ ...row, dueMs: row.due_ms, usefulUntilMs: row.useful_until_ms, plannedMs: row.planned_ms }),
    ...given({ rings, nextAt: nextMs === undefined ? null : iso(nextMs), paused }),
    ...(main ? { main: mainOf(main) } : {}),
  }
}

function mainOf(main: MainLine): object {
  const { rings, nextMs } = main.repeat?.state ?? {}
  return {
    ...lineOf(main),
    ...(main.generation > 1 ? { generation: main.generation } : {}),
    ...given({ rings, nextAt: nextMs === undefined ? null : iso(nextMs) }),
  }
}

function lineOf(ring: Pick<Planned, 'occurrence' | 'dueMs' | 'usefulUntilMs' | 'plannedMs' | 'adjusted'>): object {
  return {
    occurrence: ring.occurrence,
    dueAt: ring.dueMs === null ? null : iso(ring.dueMs),
    usefulUntil: iso(ring.usefulUntilMs),
    ...given({ plannedAt: ring.plannedMs === null ? null : iso(ring.plannedMs), adjusted: ring.adjusted }),
  }
}

function channelsOf(row: ReminderRow): object {
  const ladder = storedLadder(row)
  return ladder === null ? {} : { channels: stepsOf(ladder), ...given({ fallback: row.fallback }) }
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function seconds(ms: number): string {
  return `PT${ms / 1_000}S`
}

/** Without what is null or undefined. */
export function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
}

/** Null for a list of nothing. */
function some<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list
}

function sorted(fields: object): object | null {
  const entries = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
