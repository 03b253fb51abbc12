// What may happen, as plain data: fast-check makes lists of these, prints them when a promise is broken, and a regression test
// is such a list.

import fc from 'fast-check'
import { readRule } from '../../src/time/recurrence/recurrence.ts'
import { type Answer, type Description, dayMs, minuteMs } from './promise.ts'

/** A wall clock, so many days from today. */
export interface When {
  readonly days: number
  readonly time: string
}

export type Command =
  | {
      readonly do: 'put'
      readonly entity: string
      readonly at?: When | null
      /** Of `at`; null: each recipient's own. */
      readonly zone?: string | null
      readonly plan?: readonly string[]
      readonly recipients?: readonly (string | { readonly id: string; readonly plan: readonly string[] })[]
      readonly late?: 'skip' | 'immediate'
      readonly title?: string
      readonly critical?: boolean
    }
  | { readonly do: 'cancel' | 'complete' | 'delete'; readonly entity: string }
  | {
      readonly do: 'once'
      readonly entity: string
      readonly who: string
      readonly at: When | number
      readonly zone: string | null
      readonly title: string
      readonly again?: boolean
      readonly critical?: boolean
    }
  | {
      readonly do: 'series'
      readonly entity: string
      readonly who: string
      readonly at: When
      readonly zone: string | null
      readonly as: SeriesName
      readonly title: string
    }
  | { readonly do: 'skip' | 'pause' | 'resume' | 'acknowledge' | 'cancelOne'; readonly which: number }
  | { readonly do: 'snooze'; readonly which: number; readonly minutes: number; readonly next: boolean }
  | { readonly do: 'person'; readonly who: string; readonly zone?: string; readonly quiet?: QuietName }
  | { readonly do: 'erase'; readonly who: string }
  | { readonly do: 'advance' | 'jump'; readonly minutes: number }
  /** The provider does not answer, or the worker dies while it sends; something else happens meanwhile. */
  | { readonly do: 'stall' | 'crash'; readonly minutes: number; readonly meanwhile?: Command }
  | { readonly do: 'provider'; readonly answers: Answer }

export type SeriesName = keyof typeof descriptions
export type QuietName = keyof typeof quietHours

export const quietHours = {
  none: null,
  night: [{ from: '22:00', to: '07:00' }],
  noon: [{ from: '12:00', to: '13:30' }],
} as const

interface Described extends Description {
  /** As callers say it. */
  readonly input: object
}

const rule = (text: string, more: object = {}): Described => ({
  ...{ kind: 'rule', rule: readRule(text, '/rule'), missed: 'latest' },
  ...more,
  input: { rule: text, ...more },
})

export const descriptions = {
  daily: rule('FREQ=DAILY'),
  thrice: rule('FREQ=DAILY;COUNT=3'),
  hours: rule('FREQ=HOURLY;INTERVAL=7'),
  dailySkip: rule('FREQ=DAILY', { missed: 'skip' }),
  hoursAll: rule('FREQ=HOURLY;INTERVAL=5', { missed: 'all' }),
  dailyNag: {
    ...rule('FREQ=DAILY'),
    nag: { everyMs: 30 * minuteMs, atMost: 3 },
    input: { rule: 'FREQ=DAILY', repeat: { nag: { every: 'PT30M', atMost: 3 } } },
  },
  nag: {
    kind: 'nag',
    nag: { everyMs: 60 * minuteMs, atMost: 4 },
    input: { repeat: { nag: { every: 'PT1H', atMost: 4 } } },
  },
  backoff: {
    kind: 'backoff',
    backoff: { baseMs: 120 * minuteMs, factor: 2, capMs: dayMs },
    input: { repeat: { backoff: { base: 'PT2H', factor: 2, cap: 'P1D' } } },
  },
  afterDone: { kind: 'after_completion', afterDays: 1, input: { repeat: { afterCompletion: 'P1D' } } },
} satisfies Record<string, Described>

const people = fc.constantFrom('ana', 'bo')
const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Seoul', 'Australia/Lord_Howe', 'UTC')
const steps = fc.uniqueArray(
  fc.constantFrom('-PT1H', '-PT24H', '-PT15M', '-P1D', '-PT59M30S', 'PT0S', 'PT30M', '-PT12H'),
  { minLength: 1, maxLength: 4 },
)
const when = fc.record({
  days: fc.integer({ min: 0, max: 3 }),
  time: fc.constantFrom('09:00', '02:30', '23:30', '06:40', '12:15', '17:00', '01:30'),
})
const title = fc.constantFrom('one', 'two')
const which = fc.nat(7)
const meeting = fc.constantFrom('meeting', 'review')
const member = fc.oneof(
  { weight: 3, arbitrary: people },
  { weight: 1, arbitrary: fc.record({ id: people, plan: steps }) },
)
const members = fc.uniqueArray(member, {
  minLength: 0,
  maxLength: 2,
  selector: (one) => (typeof one === 'string' ? one : one.id),
})

const put = fc.record(
  {
    do: fc.constant('put' as const),
    entity: meeting,
    at: fc.oneof({ weight: 12, arbitrary: when }, { weight: 1, arbitrary: fc.constant(null) }),
    zone: fc.option(zones, { freq: 3 }),
    plan: steps,
    recipients: members,
    late: fc.constantFrom('skip' as const, 'immediate' as const),
    title,
    critical: fc.boolean(),
  },
  { requiredKeys: ['do', 'entity'] },
)

/** A first put says everything. */
const putAll = fc.record({
  ...{ do: fc.constant('put' as const), entity: meeting, at: when, zone: fc.option(zones, { freq: 3 }), plan: steps },
  recipients: fc.subarray(['ana', 'bo'], { minLength: 1 }),
  late: fc.constantFrom('skip' as const, 'immediate' as const),
  title,
})

const once = fc.record(
  {
    ...{ do: fc.constant('once' as const), entity: fc.constantFrom('note', 'meeting'), who: people, title },
    at: fc.oneof(when, fc.integer({ min: 1, max: 2_000 })),
    zone: fc.option(zones, { freq: 2 }),
    again: fc.boolean(),
    critical: fc.boolean(),
  },
  { requiredKeys: ['do', 'entity', 'who', 'title', 'at', 'zone'] },
)

const series = fc.record({
  ...{ do: fc.constant('series' as const), entity: fc.constantFrom('habit', 'meeting'), who: people, at: when, title },
  zone: fc.option(zones, { freq: 2 }),
  as: fc.constantFrom(...(Object.keys(descriptions) as SeriesName[])),
})

const minutes = fc.oneof(
  fc.integer({ min: 1, max: 180 }),
  fc.integer({ min: 180, max: 1_500 }),
  fc.integer({ min: 1_500, max: 4_400 }),
)

const snooze = fc.record({
  ...{ do: fc.constant('snooze' as const), which, next: fc.boolean() },
  minutes: fc.oneof(fc.integer({ min: 1, max: 240 }), fc.integer({ min: 240, max: 2_000 })),
})

const person = fc.record(
  {
    ...{ do: fc.constant('person' as const), who: people, zone: zones },
    quiet: fc.constantFrom(...(Object.keys(quietHours) as QuietName[])),
  },
  { requiredKeys: ['do', 'who'] },
)

const verbs: [number, fc.Arbitrary<Command>][] = [
  [5, put],
  [4, putAll],
  [2, fc.record({ do: fc.constantFrom('cancel' as const, 'complete' as const, 'delete' as const), entity: meeting })],
  [3, once],
  [4, series],
  [3, fc.record({ do: fc.constantFrom('skip' as const, 'pause' as const, 'resume' as const), which })],
  [2, fc.record({ do: fc.constantFrom('acknowledge' as const, 'cancelOne' as const), which })],
  [4, snooze],
  [3, person],
  [1, fc.record({ do: fc.constant('erase' as const), who: people })],
]

const verb = fc.oneof(...verbs.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const answers = fc.constantFrom('delivered' as const, 'refused' as const, 'deferred' as const, 'unknown' as const)

const weighted: [number, fc.Arbitrary<Command>][] = [
  ...verbs,
  [8, fc.record({ do: fc.constant('advance' as const), minutes })],
  [3, fc.record({ do: fc.constant('jump' as const), minutes })],
  [
    3,
    fc.record(
      { do: fc.constantFrom('stall' as const, 'crash' as const), minutes, meanwhile: verb },
      { requiredKeys: ['do', 'minutes'] },
    ),
  ],
  [2, fc.record({ do: fc.constant('provider' as const), answers })],
]

export const command: fc.Arbitrary<Command> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** Weeks in which clocks change somewhere, and one in which they do not. */
export const start = fc.constantFrom(
  '2030-06-12T08:00:00Z',
  '2030-03-29T10:20:00Z',
  '2030-10-26T05:00:00Z',
  '2030-11-02T01:10:00Z',
  '2030-03-08T20:00:00Z',
  '2030-04-05T22:45:00Z',
)

export interface Sequence {
  readonly start: string
  readonly commands: readonly Command[]
}

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  start,
  commands: fc.array(command, { minLength: 2, maxLength: 20, size: 'max' }),
})
