// Values that mean something: zones, durations, moments, rules, ids of what lives. A generator that knew only the schemas would be
// refused nearly always, and would test the reading of input and nothing behind it.

import { operatorKey } from '../serving.ts'
import { blockInput, calendarInput, meetingInput, slot } from './meetings.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'

export interface Making {
  readonly random: Random
  readonly pool: Pool
  /** Which operation a value is for. */
  readonly operation: string
  /** Where the driven clock stands. */
  readonly nowMs: number
}

type Maker = (making: Making) => unknown

const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
const durations = ['PT1M', 'PT10M', 'PT1H', 'PT24H', 'P1D', '15m', '1h30m', 'P1W']
const offsets = ['-PT24H', '-PT1H', '-PT15M', 'PT0S', 'PT1H', '-P1D', '-P1W']
const texts = ['Call mom', 'Ünïcödé 🙂', 'a\nb\tc', '"quoted" \\ and \' more', '<b>&amp;</b>', 'x', '한국어', ' ']
const rules = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=MO,WE',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=HOURLY;INTERVAL=6',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=DAILY;COUNT=3',
  'FREQ=MONTHLY;BYDAY=-1FR',
]
const ruleParts = [
  { every: 'day', at: '09:00' },
  { every: 'week', on: ['monday', 'friday'], at: ['09:00', '17:30'] },
  { every: 'month', on: 'last friday' },
  { every: 'month', onDays: [31], interval: 2 },
  { every: 'year', inMonths: [2], onDays: 29, strict: true },
  { every: 'day', count: 2, weekStart: 'sunday' },
]
const repeats = [
  { nag: { every: 'PT10M', atMost: 3 } },
  { nag: { every: 'PT1H', atMost: 2, hours: { from: '09:00', to: '18:00' } } },
  { backoff: { base: 'PT1H', factor: 2, cap: 'P1D' } },
  { afterCompletion: 'P1D' },
]
export const entityTypes = ['meeting', 'note', 'TASK']
export const channelNames = ['scripted', 'in_app', 'pigeon']
const planNames = ['usual', 'short', 'long.one', 'p-1', 'p:2']
const templateNames = ['tomorrow', 'soon', 't:1', 't.2']
const sweepNames = ['meeting-reminders', 'tasks', 'hourly', 's:1']
const endpointNames = ['shop', 'crm', 'e:1']
export const scripts = ['delivered', 'refused', 'deferred', 'gone', 'unknown', 'thrown']

/** `meeting/7`: a type and an id. */
export function entity({ random, pool }: Making): { type: string; id: string } {
  const known = random.chance(0.7) ? pool.one('entity') : undefined
  const [type = random.pick(entityTypes), ...rest] = known?.split('/') ?? []
  return { type, id: rest.length > 0 ? rest.join('/') : newId(random) }
}

const unknownNames = { device: '0'.repeat(32), block: 'mondays', calendar: 'work' }

/** Somebody's device, block or calendar, and whose it is. */
export function owned(kind: keyof typeof unknownNames, { pool }: Making): Record<string, string> {
  const [known = unknownNames[kind], ...id] = pool.one(kind)?.split(' ') ?? []
  return { [kind]: known, ...(id.length > 0 ? { id: id.join(' ') } : {}) }
}

const oddIds = ['a/b', 'ü 🙂', '%41', '...', 'x?y=1#z', "o'neill", '日本', '-', ' 7 ']

function newId(random: Random): string {
  return random.chance(0.1) ? random.pick(oddIds) : String(random.below(60))
}

function page({ random, pool }: Making): string {
  return (random.chance(0.85) ? pool.one('page') : undefined) ?? newId(random)
}

function pageTexts({ random }: Making): object {
  return { title: random.pick(texts), ...(random.chance(0.5) ? { body: random.pick(texts) } : {}) }
}

export function recipient({ random, pool }: Making): string {
  const known = random.chance(0.92) ? pool.one('recipient') : undefined
  return known ?? (random.chance(0.1) ? random.pick(oddIds) : `r${random.below(40)}`)
}

/** Mostly ahead, sometimes behind; local, with an offset, or with a zone in brackets. */
export function moment({ random, nowMs }: Making): string {
  const ahead = random.chance(0.9) ? random.below(20 * 86_400) : -random.below(86_400)
  const text = new Date(nowMs + ahead * 1_000).toISOString().slice(0, 19)
  return text + random.pick(['', '', 'Z', '+02:00', '[Europe/Paris]', '.500Z'])
}

function duration({ random }: Making): string {
  return random.pick(durations)
}

/** How a reminder says when: `at`, `in`, a rule, or something that repeats otherwise. */
export function when(making: Making): object {
  const { random } = making
  const zone = random.chance(0.3) ? { timezone: 'Europe/Paris' } : {}
  const local = () => moment(making).slice(0, 19)
  switch (random.below(5)) {
    case 0:
      return { at: local(), ...zone }
    case 1:
      return { at: `${local()}Z` }
    case 2:
      return { in: duration(making) }
    case 3:
      return {
        at: local(),
        ...zone,
        rule: random.pick<unknown>([...rules, ...ruleParts]),
        ...(random.chance(0.3) ? { missed: random.pick(['latest', 'skip', 'all']) } : {}),
      }
    default:
      return { in: duration(making), repeat: random.pick(repeats) }
  }
}

/** Over the table that the stage has. */
function sweepOver({ random, pool }: Making): object {
  const maybe = (part: object) => (random.chance(0.3) ? part : {})
  return {
    every: random.pick(['PT1H', 'PT30M', '0 * * * *', '*/15 9-17 * * 1-5', 'P1D']),
    source: {
      table: random.pick(['tasks', 'public.tasks']),
      recipient: random.chance(0.8) ? 'owner' : null,
      columns: { title: 'title' },
      ...maybe({ status: { column: 'status', in: ['open'] } }),
      ...maybe({ reminderSentAt: 'reminder_sent_at' }),
      ...maybe({ timezone: random.pick(zones) }),
    },
    ...maybe({ timezone: random.pick(zones) }),
    ...maybe({ window: random.pick([{ to: 'PT2H' }, { from: 'PT23H', to: 'PT25H' }, { from: 'PT1H', to: 'P2D' }]) }),
    ...maybe({ kind: 'due_soon', overdueKind: random.pick(['overdue', null]) }),
    ...maybe({ plan: random.pick<unknown>([pool.one('plan') ?? ['-PT1H'], ['-PT1H', '-PT15M']]) }),
    ...maybe({ message: { title: 'Task {title}', channels: ['scripted'] } }),
    ...maybe({ coolDown: random.pick(['PT24H', null]), tolerance: 'PT1H' }),
    ...maybe({ limit: random.pick([5, null]), batchSize: 100 }),
    ...maybe({ enabled: random.chance(0.5) }),
  }
}

function what({ random }: Making): object {
  return {
    title: random.pick(texts),
    data: { script: random.pick(scripts) },
    ...(random.chance(0.3) ? { body: random.pick(texts) } : {}),
    ...(random.chance(0.5) ? { channels: channelList(random) } : {}),
    ...(random.chance(0.1) ? { tolerance: 'PT2H' } : {}),
    ...(random.chance(0.1) ? { critical: true } : {}),
  }
}

function channelList(random: Random): unknown[] {
  return random.pick<unknown[]>([
    ['scripted'],
    ['in_app', 'scripted'],
    ['scripted', { channel: 'in_app', after: 'PT5M' }],
    [{ channel: 'pigeon' }],
  ])
}

/** Whole objects whose fields depend on each other, by the name of their schema. */
export const shapes: Readonly<Record<string, Maker>> = {
  ReminderInput: (making) => ({
    entity: entity(making),
    recipient: recipient(making),
    ...when(making),
    ...what(making),
    ...(making.random.chance(0.7) ? { kind: making.random.pick(['once', '24h', 'check']) } : {}),
    ...(making.random.chance(0.1) ? { again: true } : {}),
  }),
  ReminderChange: (making) => making.random.pick([what, when, () => ({ title: null, body: null })])(making),
  PreviewInput: (making) => ({ ...when(making), recipient: recipient(making), count: 1 + making.random.below(5) }),
  Snooze: (making) =>
    making.random.chance(0.5) ? { for: duration(making) } : { until: `${moment(making).slice(0, 19)}Z` },
  InboxSnooze: (making) =>
    making.random.chance(0.8) ? { for: duration(making) } : { until: `${moment(making).slice(0, 19)}Z` },
  ReadAll: (making) => ({
    recipient: recipient(making),
    ...(making.random.chance(0.3) ? { upTo: making.pool.one('item') ?? 'x' } : {}),
  }),
  AlarmInput: (making) => ({
    userId: recipient(making),
    ...pageTexts(making),
    ...(making.random.chance(0.3) ? { timezone: making.random.pick(zones) } : {}),
  }),
  RegisterByPage: (making) => ({ page_id: page(making), user_id: recipient(making), ...pageTexts(making) }),
  AlarmSnooze: (making) =>
    making.random.chance(0.5) ? { for: duration(making) } : { until: `${moment(making).slice(0, 19)}Z` },
  AlarmSyncInput: (making) => ({
    changed: Array.from({ length: making.random.below(3) }, () => ({ pageId: page(making), ...pageTexts(making) })),
    // Now and then: pages that are gone have to come back before anything can be done with them.
    deleted: making.random.chance(0.2) ? [page(making)] : [],
  }),
  SessionInput: () => ({ key: operatorKey }),
  Rule: ({ random }) => random.pick<unknown>([...rules, ...ruleParts, { rrule: random.pick(rules), strict: true }]),
  Repeat: ({ random }) => random.pick(repeats),
  QuietWindow: ({ random }) =>
    random.pick([
      { from: '22:00', to: '07:00' },
      { from: '12:00', to: '13:00', days: ['monday', 'sunday'] },
    ]),
  SuspendInput: ({ random }) => ({ reason: random.pick(['bounced', 'blocked', 'left the company']) }),
  AddressesInput: ({ random }) => ({ [random.pick(['scripted', 'pigeon'])]: random.chance(0.8) ? 'somewhere' : null }),
  PushSubscriptionInput: ({ random }) => ({
    subscription: {
      endpoint: `https://push.example.net/${random.below(30)}`,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
    ...(random.chance(0.5) ? { label: random.pick(texts) } : {}),
  }),
  EntityName: entity,
  MeetingInput: (making) => meetingInput(making, twoPeople(making), texts),
  SlotInput: slot,
  AvailabilityBlockInput: ({ random, nowMs }) =>
    blockInput(random, new Date(nowMs + random.below(30) * 86_400_000).toISOString().slice(0, 10)),
  CalendarInput: ({ random, nowMs }) => calendarInput(random, nowMs),
  SlotsWanted: (making) => ({
    participants: twoPeople(making),
    duration: making.random.pick(['PT15M', 'PT45M', 'PT2H']),
    window: { from: isoAt(making, 0), to: isoAt(making, 1 + making.random.below(14)) },
    ...(making.random.chance(0.3) ? { buffers: { before: 'PT10M' }, granularity: 'PT30M', limit: 5 } : {}),
  }),
  ConflictsWanted: (making) => ({
    ...{ participants: twoPeople(making), ...slot(making) },
    ...(making.random.chance(0.3) ? { timezone: 'Europe/Paris', allowOutsideAvailability: true } : {}),
  }),
  KeyInput: ({ random, pool }) =>
    random.chance(0.2)
      ? { name: 'ops', scopes: ['operator'], expiresIn: 'P1D' }
      : { name: 'site', tenant: pool.one('tenant') ?? 'default', scopes: ['read', 'write'] },
  TemplateInput: templateTexts,
  TemplatePreviewInput: templatePreview,
  TenantInput: ({ random }) => ({ id: `t${random.below(30)}`, ...(random.chance(0.5) ? { name: 'Acme' } : {}) }),
  SweepInput: sweepOver,
  WebhookInput: ({ random }) => ({
    url: random.pick(['https://hooks.example.com/a', 'https://hooks.example.com:8443/b?c=d']),
    ...(random.chance(0.5) ? { description: random.pick(texts) } : {}),
  }),
  HoldInput: ({ random }) => ({
    reason: 'fuzz',
    ...random.pick([{}, { tenant: 'other' }, { channel: 'pigeon' }, { tenant: 'default', channel: 'scripted' }]),
  }),
  // Not far: each moment on the way takes its time.
  ClockInput: ({ random, nowMs }) =>
    random.chance(0.3)
      ? { set: new Date(nowMs + 1_800_000).toISOString() }
      : { advance: random.pick(['PT1M', 'PT20M', 'PT1H']) },
}

function twoPeople(making: Making): [string, string] {
  const first = recipient(making)
  const others = making.pool.all('recipient').filter((one) => one !== first)
  return [first, others.length > 0 ? making.random.pick(others) : recipient(making)]
}

function isoAt({ nowMs }: Making, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString()
}

/** Single values by the name of their field. */
export const fields: Readonly<Record<string, Maker>> = {
  timezone: ({ random }) => random.pick(zones),
  at: moment,
  // Of a window that has to be one.
  from: (making) => (making.operation === 'availability.freeBusy' ? isoAt(making, 0) : moment(making)),
  to: (making) => (making.operation === 'availability.freeBusy' ? isoAt(making, 7) : moment(making)),
  until: moment,
  usefulUntil: moment,
  in: duration,
  for: duration,
  after: ({ random, pool, operation }) =>
    operation === 'events.list' ? (pool.cursor(operation) ?? '0') : random.pick(durations),
  tolerance: duration,
  expiresIn: ({ random }) => random.pick(['PT1H', 'P1D', 'PT1M']),
  overlap: ({ random }) => random.pick(['PT1H', 'P1D']),
  offset: ({ random }) => random.pick(offsets),
  steps: ({ random }) => offsets.slice(random.below(5)),
  plan: ({ random, pool }) => (random.chance(0.3) ? pool.one('plan') : undefined) ?? offsets.slice(random.below(5)),
  channels: ({ random }) => channelList(random),
  channel: ({ random }) => random.pick(channelNames),
  fallback: () => 'pigeon',
  participant: recipient,
  recipient,
  userId: recipient,
  user: recipient,
  user_id: recipient,
  pageId: page,
  page_id: page,
  recipients: (making) => [...new Set([recipient(making), recipient(making)])],
  entityType: ({ random }) => random.pick(entityTypes),
  entityId: ({ random }) => newId(random),
  type: ({ random }) => random.pick(entityTypes),
  kind: ({ random }) => random.pick(['once', '24h', 'check']),
  reminderType: ({ random }) => random.pick(['once', '24h', 'weekly']),
  occurrence: ({ random }) => random.pick(['once', '2031-W03', '2031-01-02T09:00:00', '2031-01-02T09:00:00Z']),
  locale: ({ random }) => random.pick(['en', 'ko', 'en-gb']),
  title: ({ random }) => random.pick(texts),
  body: ({ random }) => random.pick(texts),
  data: ({ random }) =>
    random.pick<unknown>([{ script: random.pick(scripts) }, [1, 'two', null], 'text', 7.5, { deep: { er: [{}] } }]),
  tenant: ({ random, pool }) => (random.chance(0.5) ? pool.one('tenant') : undefined) ?? 'default',
  reminder: ({ pool }) => pool.one('reminder') ?? '1f3870be-274f-6c49-b3e3-1a0c6728957f',
  actor: ({ random }) => random.pick(['operator', 'library', 'key:abc']),
  action: ({ random }) => random.pick(['cancelled', 'snoozed', 'entity_created', 'changed']),
  state: ({ random }) => random.pick(['sent', 'failed,expired', 'pending']),
  types: ({ random }) => random.pick(['delivery.sent', 'delivery.sent,delivery.failed']),
  anchors: (making) => ({ due: { at: moment(making).slice(0, 19), timezone: 'Europe/Paris' } }),
  channelsOff: ({ random }) => random.pick([[], ['pigeon']]),
  kindsOff: ({ random }) => random.pick([[], ['weekly']]),
  typesOff: ({ random }) => random.pick([[], ['chore']]),
  off: ({ random }) => random.pick([[], [{ type: 'chore', channel: 'pigeon' }], [{ kind: 'weekly', type: 'chore' }]]),
  cursor: ({ pool, operation }) => pool.cursor(operation),
  limit: ({ random }) => 1 + random.below(20),
  // Three of ten thousand: the size is tested elsewhere.
  reminders: (making) => Array.from({ length: 1 + making.random.below(8) }, () => shapes.ReminderInput!(making)),
  keys: (making) => Array.from({ length: 1 + making.random.below(8) }, () => ledgerKey(making)),
}

function ledgerKey(making: Making): object {
  const { type, id } = entity(making)
  return { entityType: type, entityId: id, reminderType: '24h', userId: recipient(making) }
}

function templateTexts({ random }: Making): object {
  return {
    // Two that are for the same are refused: many kinds, few of them twice.
    for: { kind: `k${random.below(200)}`, ...(random.chance(0.2) ? { channel: 'email' } : {}) },
    subject: random.pick(['{{title}}', 'Soon: {{title}} {{in}}', '한국어']),
    text: random.pick(['{{when}}\n\n{{body}}', '{{data.a.b}}', 'a & <b>']),
    ...(random.chance(0.3) ? { html: '<p>{{title}} <a href="{{link.done}}">Done</a></p>' } : {}),
  }
}

function templatePreview(making: Making): object {
  const { random, pool } = making
  const { for: purpose, ...template } = templateTexts(making) as { for: object }
  return {
    ...random.pick<object>([{}, { template }, { name: pool.one('template') ?? 'tomorrow' }, { for: purpose }]),
    sample: {
      title: random.pick(texts),
      ...(random.chance(0.5) ? { at: moment(making), timezone: random.pick(zones) } : {}),
      ...(random.chance(0.3) ? { items: ['One', 'Two'] } : {}),
    },
  }
}

/** What stands in a path, by the noun of the operation. */
export function inPath(name: string, making: Making): string {
  const { pool, random, operation } = making
  const [noun = '', verb = ''] = operation.split('.')
  if (name === 'type') return random.pick(entityTypes)
  if (name === 'channel') return random.pick(['scripted', 'pigeon'])
  if (noun === 'sweeps') return (random.chance(0.7) ? pool.one('sweep') : undefined) ?? random.pick(sweepNames)
  if (noun === 'webhooks') return (random.chance(0.8) ? pool.one('webhook') : undefined) ?? random.pick(endpointNames)
  if (noun === 'templates') return (random.chance(0.7) ? pool.one('template') : undefined) ?? random.pick(templateNames)
  if (name === 'name') return random.chance(0.5) ? (pool.one('plan') ?? 'usual') : random.pick(planNames)
  switch (noun) {
    case 'reminders': {
      const isOfSeries = verb === 'skip' || verb === 'pause' || verb === 'resume'
      const fitting = isOfSeries ? pool.one('series') : verb === 'retry' ? pool.one('failing') : undefined
      const known = fitting ?? pool.one('reminder')
      return known ?? '1f3870be-274f-6c49-b3e3-1a0c6728957f'
    }
    case 'alarms':
      return page(making)
    case 'deliveries':
      return deliveryFor(verb, making)
    case 'inbox':
      return (
        (verb === 'undo' ? pool.one('said') : undefined) ?? pool.one('item') ?? '1f3870be-274f-6c49-b3e3-1a0c6728957f-1'
      )
    case 'keys':
      return pool.one('key') ?? 'abcdefghij'
    case 'tenants':
      return pool.one('tenant') ?? 'other'
    case 'entities':
      return entity(making).id
    case 'ledger':
      return verb === 'ofRecipient' ? recipient(making) : entity(making).id
    default:
      return recipient(making)
  }
}

function deliveryFor(verb: string, { pool, random }: Making): string {
  const known =
    verb === 'retry' ? pool.one('failed') : verb === 'settle' && random.chance(0.8) ? pool.one('unknown') : undefined
  return known ?? pool.one('delivery') ?? '1f3870be-274f-6c49-b3e3-1a0c6728957f-1'
}
