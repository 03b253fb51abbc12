// A tenant's life for the tests of export and import: people, entities, reminders of every kind, what was done to them, and some
// time that passed.

import fc from 'fast-check'
import type { Belfry } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'

const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu']
const people = ['ana', 'bo', 'cy']
const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((one) => !one.includes('\u0000') && one.isWellFormed())

const recipient = fc.record(
  {
    name: text,
    timezone: fc.constantFrom(...zones),
    locale: fc.constantFrom('en', 'ko', 'de-AT'),
    addresses: fc.constantFrom({ mail: 'a@example.com' }, { mail: 'b@example.com', memory: 'x' }),
    channels: fc.constantFrom(['mail'], ['memory', 'mail'], ['memory', { channel: 'mail', after: 'PT1H30M' }]),
    quietHours: fc.constantFrom({ from: '22:00', to: '07:00' }, [{ from: '12:00', to: '13:00', days: ['monday'] }]),
    preferences: fc.constantFrom(
      { kindsOff: ['1h_before'] },
      {
        ...{ channelsOff: ['mail'], typesOff: ['memo'] },
        off: [
          { type: 'note', channel: 'mail' },
          { type: 'memo', kind: 'soon', channel: 'memory' },
        ],
      },
    ),
  },
  { requiredKeys: [] },
)

const content = {
  title: text,
  body: text,
  data: fc
    .jsonValue({ maxDepth: 2 })
    .map((value) => JSON.parse(JSON.stringify(value).replaceAll(/\\u(0000|d[89a-f]..)/g, '?')) as unknown),
  critical: fc.boolean(),
}

/** Minutes from now: mostly ahead, some by days. */
const minutes = fc.integer({ min: 1, max: 6_000 })

const entity = fc.record(
  {
    inMinutes: minutes,
    timezone: fc.constantFrom(...zones, null),
    timeAnchor: fc.constantFrom('local' as const, 'instant' as const),
    due: minutes,
    recipients: fc.subarray(people, { minLength: 1 }),
    own: fc.boolean(),
    plan: fc.constantFrom(
      'usual',
      ['-PT24H', '-PT1H', '-PT15M'],
      ['-P1D', { offset: '-PT2H', kind: 'soon', channels: ['mail'] }],
      ['-PT3H', { offset: '-PT30M', channels: ['memory', { channel: 'mail', after: 'PT5M' }] }],
      ['PT1H', { offset: '-PT10M', anchor: 'due' }],
    ),
    latePolicy: fc.constantFrom('skip' as const, 'immediate' as const),
    channels: fc.constantFrom(['memory'], ['mail', 'memory'], ['memory', { channel: 'mail', after: 'PT10M' }]),
    end: fc.constantFrom('done', 'cancelled', null, null),
    ...content,
  },
  { requiredKeys: ['inMinutes', 'recipients', 'plan'] },
)

const moment = fc.constantFrom('instant', 'zoned', 'floating')
const repeats = fc.constantFrom<object>(
  {},
  {},
  { rule: { every: 'day', at: ['09:00', '21:30'] } },
  { rule: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH', missed: 'all' },
  { rule: { every: 'hour', interval: 7, count: 30 }, tolerance: 'PT2H' },
  {
    rule: { every: 'day', interval: 2 },
    repeat: { nag: { every: 'PT90M', atMost: 4, hours: { from: '06:00', to: '23:00' } } },
  },
  { repeat: { backoff: { base: 'PT5H', factor: 1.5, cap: 'P3D' } } },
  { repeat: { nag: { every: 'PT3H' } } },
  { repeat: { afterCompletion: 'P2D' } },
  { repeat: { afterCompletion: 'PT30H' } },
)

const scheduled = fc.record(
  {
    inMinutes: minutes,
    moment,
    zone: fc.constantFrom(...zones),
    repeats,
    recipient: fc.constantFrom(...people),
    kind: fc.constantFrom('once', 'ping'),
    channels: fc.constantFrom(['mail'], ['memory', 'mail'], ['memory', { channel: 'mail', after: 'PT4H' }]),
    fallback: fc.boolean(),
    ...content,
  },
  { requiredKeys: ['inMinutes', 'moment', 'zone', 'repeats', 'recipient'] },
)

const deed = fc.constantFrom('snooze', 'snooze next', 'pause', 'acknowledge', 'cancel', 'skip', 'mark', 'nothing')
export const story = fc.record({
  recipients: fc.tuple(recipient, recipient, recipient),
  entities: fc.array(entity, { maxLength: 4 }),
  scheduled: fc.array(scheduled, { maxLength: 8 }),
  before: fc.array(deed, { maxLength: 6 }),
  passes: fc.constantFrom('PT3H', 'P1D', 'P2D'),
  after: fc.array(deed, { maxLength: 10 }),
})
export type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

const local = (ms: number) => new Date(ms).toISOString().slice(0, 19)

export async function live(test: TestBelfry, belfry: Belfry, { recipients, entities, ...story }: Story): Promise<void> {
  const nowMs = (await belfry.clock.read()).now.getTime()
  for (const [i, one] of recipients.entries()) await belfry.recipients.put({ id: people[i]!, ...(one as object) })
  await belfry.plans.put({ name: 'usual', steps: ['-PT48H', '-PT1H'] })
  for (const [i, { inMinutes, timezone, due, own, end, ...rest }] of entities.entries()) {
    const isInstant = rest.timeAnchor === 'instant'
    const name = { type: i % 2 === 0 ? 'meeting' : 'memo', id: `e ${i}` }
    const zone = timezone ?? (isInstant ? 'UTC' : undefined)
    await belfry.entities.put({
      ...name,
      ...(rest as object),
      recipients: rest.recipients.map((id, n) => (own && n === 0 ? { id, plan: ['-PT30M'] } : id)),
      at: local(nowMs + inMinutes * 60_000),
      ...(zone ? { timezone: zone } : {}),
      ...(due ? { anchors: { due: { at: local(nowMs + due * 60_000), timezone: 'UTC' } } } : {}),
    })
    if (end) await belfry.entities[end === 'done' ? 'complete' : 'cancel'](name)
  }
  for (const [i, one] of story.scheduled.entries()) await schedule(belfry, one, i, nowMs)
  await doAll(belfry, story.before)
  await test.advance(story.passes)
  await doAll(belfry, story.after)
  await test.settled()
}

async function schedule(belfry: Belfry, one: Story['scheduled'][number], i: number, nowMs: number): Promise<void> {
  const { inMinutes, moment: how, zone, repeats: how2, fallback, ...rest } = one
  const at = local(nowMs + inMinutes * 60_000)
  const when = how === 'instant' ? { at: `${at}Z` } : how === 'zoned' ? { at, timezone: zone } : { at }
  const input = {
    entity: { type: 'note', id: `n ${i}` },
    ...when,
    ...how2,
    ...(rest as object),
    recipient: rest.recipient,
  }
  await belfry.reminders.schedule({
    ...input,
    ...(fallback && rest.channels?.[0] === 'mail' ? { fallback: 'memory' } : {}),
  })
}

/** To each reminder in turn; what a reminder cannot do is left out. */
async function doAll(belfry: Belfry, deeds: readonly string[]): Promise<void> {
  const pages = await Promise.all(people.map((recipient) => belfry.reminders.list({ recipient, limit: 200 })))
  const all = pages.flatMap(({ items }) => items).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const [i, deed] of deeds.entries()) {
    const one = all[i % all.length]
    if (!one) return
    const { id, entity, kind, recipient: userId } = one
    const verbs: Record<string, () => Promise<unknown>> = {
      snooze: () => belfry.reminders.snooze(id, { for: 'PT7H' }),
      'snooze next': () => belfry.reminders.snooze(id, { for: 'PT5H', next: true }),
      pause: () => belfry.reminders.pause(id),
      acknowledge: () => belfry.reminders.acknowledge(id),
      cancel: () => belfry.reminders.cancel(id),
      skip: () => belfry.reminders.skip(id),
      mark: () =>
        belfry.ledger.markReminderAsSent({
          entityType: entity.type,
          entityId: entity.id,
          reminderType: kind,
          userId,
          occurrence: `by hand ${i}`,
        }),
      nothing: async () => {},
    }
    await verbs[deed]!().catch(() => {})
  }
}
