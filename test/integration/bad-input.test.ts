// Bad input: an error with a code from the closed list, the field, and what would have been accepted; nothing written.

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/belfry.ts'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import { BelfryError, type ErrorCode, errorCodes } from '../../src/errors.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let belfry: Belfry
let tables: Tables
let before: Record<string, string>
const inHour = { entity: { type: 'note', id: 'standing' }, recipient: 'ana', in: 'PT1H' } as const
let standing: string

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url, channels: [memoryChannel()] })
  tables = openTables(database.url)
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
  await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
  standing = (await belfry.reminders.schedule(inHour)).id
})
beforeEach(async () => {
  before = await tables.fingerprint()
})
afterAll(async () => {
  await tables.close()
  await belfry.close()
  await database.drop()
})

type Case = readonly [name: string, input: unknown, code: ErrorCode, field: string]

const note = { entity: { type: 'note', id: '1' }, recipient: 'ana' }
const at = (value: unknown, more: object = {}) => ({ ...note, at: value, ...more })
const inn = (value: unknown, more: object = {}) => ({ ...note, in: value, ...more })
const cyclic: { self?: unknown } = {}
cyclic.self = cyclic
const tooLongId = 'x'.repeat(257)
const polluted = (text: string): unknown => JSON.parse(text)

const scheduleCases: Case[] = [
  ['an unknown zone', at('2031-01-01T09:00:00[Europe/Pariss]'), 'unknown_timezone', '/at'],
  ['an unknown zone beside', at('2031-01-01T09:00:00', { timezone: 'Mars/Olympus' }), 'unknown_timezone', '/timezone'],
  ['an offset as a zone', at('2031-01-01T09:00:00', { timezone: '+01:00' }), 'unknown_timezone', '/timezone'],
  ['29 February of a common year', at('2027-02-29T09:00:00[Europe/Paris]'), 'impossible_date', '/at'],
  ['25 o’clock', at('2031-01-01T25:00:00'), 'impossible_date', '/at'],
  ['an offset the zone does not have', at('2031-01-01T09:00:00+05:00[Europe/Paris]'), 'offset_mismatch', '/at'],
  ['two zones', at('2031-01-01T09:00:00[Europe/Paris]', { timezone: 'Asia/Seoul' }), 'invalid_input', '/at'],
  ['a date without a time', at('2031-01-01'), 'invalid_input', '/at'],
  ['a word', at('tomorrow'), 'invalid_input', '/at'],
  ['a number', at(1_924_992_000_000), 'invalid_input', '/at'],
  ['an invalid Date', at(new Date(Number.NaN)), 'invalid_input', '/at'],
  ['null as a moment', at(null), 'invalid_input', '/at'],
  ['a Date before 1970', at(new Date('1969-12-31T00:00:00Z')), 'impossible_date', '/at'],
  ['a Date beyond 9999', at(new Date(8.64e15)), 'impossible_date', '/at'],
  ['a Date before the calendar', at(new Date(-8.64e15)), 'impossible_date', '/at'],
  ['both at and in', at('2031-01-01T09:00:00', { in: 'PT1H' }), 'missing_field', '/at'],
  ['neither at nor in', note, 'missing_field', '/at'],
  ['a negative duration', inn('-PT1H'), 'invalid_duration', '/in'],
  ['an absurd duration', inn('P36526D'), 'invalid_duration', '/in'],
  ['a duration beyond numbers', inn(`PT${'9'.repeat(400)}H`), 'invalid_duration', '/in'],
  ['a duration in words', inn('an hour'), 'invalid_duration', '/in'],
  ['an empty duration', inn(''), 'invalid_duration', '/in'],
  ['a duration without a fixed length', inn('P1M'), 'invalid_duration', '/in'],
  ['a duration that is a number', inn(3600), 'invalid_duration', '/in'],
  ['a duration that is null', inn(null), 'invalid_duration', '/in'],
  ['a negative tolerance', inn('PT1H', { tolerance: '-PT1M' }), 'invalid_duration', '/tolerance'],
  [
    'useless before due',
    at('2031-01-02T09:00:00', { usefulUntil: '2031-01-01T09:00:00' }),
    'invalid_input',
    '/usefulUntil',
  ],
  ['a title over the limit', inn('PT1H', { title: 'x'.repeat(2_001) }), 'text_too_long', '/title'],
  ['a body over the limit', inn('PT1H', { body: 'x'.repeat(20_001) }), 'text_too_long', '/body'],
  ['a title that is a number', inn('PT1H', { title: 5 }), 'invalid_input', '/title'],
  ['NUL in a title', inn('PT1H', { title: 'a\0b' }), 'invalid_input', '/title'],
  ['a lone surrogate in a body', inn('PT1H', { body: '\ud83d' }), 'invalid_input', '/body'],
  ['NUL in data', inn('PT1H', { data: { deep: ['a\0'] } }), 'invalid_input', '/data'],
  ['NUL in a key of data', inn('PT1H', { data: { 'a\0': 1 } }), 'invalid_input', '/data'],
  ['a lone surrogate in data', inn('PT1H', { data: ['\udc00'] }), 'invalid_input', '/data'],
  ['a lone surrogate in a key of data', inn('PT1H', { data: { '\ud800': 1 } }), 'invalid_input', '/data'],
  ['huge data', inn('PT1H', { data: 'x'.repeat(32_767) }), 'text_too_long', '/data'],
  ['cyclic data', inn('PT1H', { data: cyclic }), 'invalid_input', '/data'],
  ['a BigInt as data', inn('PT1H', { data: 1n }), 'invalid_input', '/data'],
  ['a function as data', inn('PT1H', { data: () => 1 }), 'invalid_input', '/data'],
  ['an unknown field', inn('PT1H', { titel: 'x' }), 'unknown_field', '/titel'],
  [
    'an unknown field of the entity',
    { ...inHour, entity: { type: 'n', id: '1', name: 'x' } },
    'unknown_field',
    '/entity/name',
  ],
  ['a field with a slash', inn('PT1H', { 'a/b~c': 1 }), 'unknown_field', '/a~1b~0c'],
  ['__proto__', polluted('{"recipient":"ana","in":"PT1H","__proto__":{"entity":1}}'), 'unknown_field', '/__proto__'],
  ['constructor', inn('PT1H', { constructor: {} }), 'unknown_field', '/constructor'],
  [
    '__proto__ in the entity',
    { ...inHour, entity: polluted('{"__proto__":{"type":"n","id":"1"}}') },
    'unknown_field',
    '/entity/__proto__',
  ],
  ['an unknown recipient', inn('PT1H', { recipient: 'nobody' }), 'unknown_recipient', '/recipient'],
  ['no recipient', { entity: note.entity, in: 'PT1H' }, 'missing_field', '/recipient'],
  ['an empty recipient', inn('PT1H', { recipient: '' }), 'invalid_input', '/recipient'],
  ['a recipient of 257 bytes', inn('PT1H', { recipient: tooLongId }), 'text_too_long', '/recipient'],
  ['an entity of 257 bytes', inn('PT1H', { entity: { type: 'n', id: tooLongId } }), 'text_too_long', '/entity/id'],
  [
    'an entity of 258 bytes in 129 characters',
    inn('PT1H', { entity: { type: 'n', id: 'é'.repeat(129) } }),
    'text_too_long',
    '/entity/id',
  ],
  ['an entity type with a space', inn('PT1H', { entity: { type: 'a b', id: '1' } }), 'invalid_input', '/entity/type'],
  [
    'an entity type of 65 bytes',
    inn('PT1H', { entity: { type: 'x'.repeat(65), id: '1' } }),
    'text_too_long',
    '/entity/type',
  ],
  ['no entity', { recipient: 'ana', in: 'PT1H' }, 'invalid_input', '/entity'],
  ['an entity that is a list', inn('PT1H', { entity: [] }), 'invalid_input', '/entity'],
  ['a kind with a newline', inn('PT1H', { kind: 'a\n' }), 'invalid_input', '/kind'],
  ['an unknown channel', inn('PT1H', { channels: ['fax'] }), 'unknown_channel', '/channels/0'],
  ['a channel "hand"', inn('PT1H', { channels: ['memory', 'hand'] }), 'unknown_channel', '/channels/1'],
  ['no channels', inn('PT1H', { channels: [] }), 'invalid_input', '/channels'],
  ['too many channels', inn('PT1H', { channels: Array(9).fill('memory') }), 'invalid_input', '/channels'],
  ['a channel twice', inn('PT1H', { channels: ['memory', 'memory'] }), 'invalid_input', '/channels'],
  ['a list with a hole', inn('PT1H', { channels: new Array(1) }), 'missing_field', '/channels/0'],
  [
    'an absurd wait',
    inn('PT1H', { channels: [{ channel: 'memory', after: 'P36000D' }] }),
    'invalid_duration',
    '/channels/0/after',
  ],
  ['an unknown fallback', inn('PT1H', { channels: ['memory'], fallback: 'fax' }), 'unknown_channel', '/fallback'],
  ['a fallback without channels', inn('PT1H', { fallback: 'memory' }), 'missing_field', '/channels'],
  ['critical as a text', inn('PT1H', { critical: 'yes' }), 'invalid_input', '/critical'],
  ['again as a number', inn('PT1H', { again: 1 }), 'invalid_input', '/again'],
  ['null', null, 'invalid_input', ''],
  ['a list', [], 'invalid_input', ''],
  ['a text', 'note', 'invalid_input', ''],
  ['nothing', undefined, 'invalid_input', ''],
]

const putCases: Case[] = [
  ['an unknown zone', { id: 'bo', timezone: 'Europe/Pariss' }, 'unknown_timezone', '/timezone'],
  ['a zone that is a number', { id: 'bo', timezone: 1 }, 'invalid_input', '/timezone'],
  ['no id', { name: 'Bo' }, 'missing_field', '/id'],
  ['an id of 257 bytes', { id: tooLongId }, 'text_too_long', '/id'],
  ['NUL in an id', { id: 'b\0o' }, 'invalid_input', '/id'],
  ['a lone surrogate in an id', { id: '\ud800' }, 'invalid_input', '/id'],
  ['a name over the limit', { id: 'bo', name: 'x'.repeat(201) }, 'text_too_long', '/name'],
  ['no language', { id: 'bo', locale: 'not a language' }, 'invalid_input', '/locale'],
  ['an address on an unknown channel', { id: 'bo', addresses: { fax: '1' } }, 'unknown_field', '/addresses/fax'],
  ['an empty address', { id: 'bo', addresses: { memory: '' } }, 'invalid_input', '/addresses/memory'],
  [
    'an address over the limit',
    { id: 'bo', addresses: { memory: 'x'.repeat(4_097) } },
    'text_too_long',
    '/addresses/memory',
  ],
  [
    'an address __proto__',
    { id: 'bo', addresses: polluted('{"__proto__":"x"}') },
    'unknown_field',
    '/addresses/__proto__',
  ],
  ['addresses as a list', { id: 'bo', addresses: ['x'] }, 'invalid_input', '/addresses'],
  ['an unknown channel', { id: 'bo', channels: ['fax'] }, 'unknown_channel', '/channels/0'],
  ['a channel twice', { id: 'bo', channels: ['memory', 'memory'] }, 'invalid_input', '/channels'],
  ['no channels', { id: 'bo', channels: [] }, 'invalid_input', '/channels'],
  ['an unknown field', { id: 'bo', timeZone: 'UTC' }, 'unknown_field', '/timeZone'],
  ['null', null, 'invalid_input', ''],
]

const key = { entityType: 'MEETING', entityId: '1', reminderType: '24h', userId: 'ana' }
const markCases: Case[] = [
  ['no user', { ...key, userId: undefined }, 'missing_field', '/userId'],
  ['an entity id that is a number', { ...key, entityId: 1 }, 'invalid_input', '/entityId'],
  ['an entity id of 257 bytes', { ...key, entityId: tooLongId }, 'text_too_long', '/entityId'],
  ['NUL', { ...key, entityId: '\0' }, 'invalid_input', '/entityId'],
  ['a lone surrogate', { ...key, userId: 'a\udfff' }, 'invalid_input', '/userId'],
  ['a type with a slash', { ...key, entityType: 'a/b' }, 'invalid_input', '/entityType'],
  ['an empty kind', { ...key, reminderType: '' }, 'invalid_input', '/reminderType'],
  ['an occurrence over the limit', { ...key, occurrence: 'x'.repeat(65) }, 'text_too_long', '/occurrence'],
  ['an occurrence that is null', { ...key, occurrence: null }, 'invalid_input', '/occurrence'],
  ['an unknown field', { ...key, reminder: '24h' }, 'unknown_field', '/reminder'],
  ['__proto__', polluted('{"__proto__":{}}'), 'unknown_field', '/__proto__'],
  ['null', null, 'invalid_input', ''],
]

const any = (value: unknown) => value as never
const verbs = {
  schedule: { call: (input: unknown) => belfry.reminders.schedule(any(input)), cases: scheduleCases, place: '' },
  scheduleMany: {
    call: (input: unknown) => belfry.reminders.scheduleMany([inHour, any(input)]),
    cases: scheduleCases,
    place: '/1',
  },
  'recipients.put': { call: (input: unknown) => belfry.recipients.put(any(input)), cases: putCases, place: '' },
  markReminderAsSent: {
    call: (input: unknown) => belfry.ledger.markReminderAsSent(any(input)),
    cases: markCases,
    place: '',
  },
  markRemindersAsSent: {
    call: (input: unknown) => belfry.ledger.markRemindersAsSent([key, any(input)]),
    cases: markCases,
    place: '/1',
  },
  wasReminderSent: {
    call: (input: unknown) => belfry.ledger.wasReminderSent(any(input)),
    cases: markCases,
    place: '',
  },
  sendOnce: {
    call: (input: unknown) => belfry.ledger.sendOnce(any(input), () => expect.unreachable()),
    cases: markCases,
    place: '',
  },
  release: { call: (input: unknown) => belfry.ledger.release(any(input)), cases: markCases, place: '' },
}

describe.each(Object.entries(verbs))('%s', (_, { call, cases, place }) => {
  it.each(cases)('refuses %s', async (_name, input, code, field) => {
    const error = await refusal(() => call(input))
    expect({ code: error.code, field: error.field }).toEqual({ code, field: `${place}${field}` })
    expect(error.accepted).toMatch(/\S/)
    expect(error.message).toContain(`Accepted: ${error.accepted}`)
    expect(error.message.length).toBeLessThan(1_000)
    expect(await tables.fingerprint()).toEqual(before)
  })
})

describe('lists and ids', () => {
  const lists: [string, () => unknown, ErrorCode, string][] = [
    ['too many to schedule', () => belfry.reminders.scheduleMany(Array(10_001).fill(inHour)), 'too_many', ''],
    ['no list to schedule', () => belfry.reminders.scheduleMany(any({})), 'invalid_input', ''],
    ['a hole to schedule', () => belfry.reminders.scheduleMany(new Array(1)), 'invalid_input', '/0'],
    ['too many to mark', () => belfry.ledger.markRemindersAsSent(Array(1_001).fill(key)), 'too_many', ''],
    ['no list to mark', () => belfry.ledger.markRemindersAsSent(any('keys')), 'invalid_input', ''],
    ['a hole to mark', () => belfry.ledger.markRemindersAsSent(new Array(1)), 'invalid_input', '/0'],
    ['a reminder’s id', () => belfry.reminders.cancel('7'), 'invalid_input', '/id'],
    ['a delivery’s id', () => belfry.deliveries.settle(standing, 'sent'), 'invalid_input', '/id'],
    ['a recipient’s id', () => belfry.recipients.get(''), 'invalid_input', '/id'],
    ['whom to erase', () => belfry.recipients.delete(any(undefined)), 'missing_field', '/id'],
    ['a page of recipients', () => belfry.recipients.list({ limit: 0 }), 'invalid_input', '/limit'],
    ['a cursor of recipients', () => belfry.recipients.list({ cursor: 'a\0' }), 'invalid_input', '/cursor'],
    ['options of recipients', () => belfry.recipients.list(any(null)), 'invalid_input', ''],
    [
      'a page of the ledger',
      () => belfry.ledger.getRemindersSentToUser('ana', { limit: 201 }),
      'invalid_input',
      '/limit',
    ],
    [
      'a cursor of the ledger',
      () => belfry.ledger.getRemindersSentToUser('ana', { cursor: '1~2' }),
      'invalid_input',
      '/cursor',
    ],
    [
      'an entity of the ledger',
      () => belfry.ledger.getRemindersSentForEntity('a b', '1'),
      'invalid_input',
      '/entityType',
    ],
    ['a snooze into nothing', () => belfry.reminders.snooze(standing, {}), 'missing_field', '/for'],
    ['a snooze backwards', () => belfry.reminders.snooze(standing, { for: '-PT1M' }), 'invalid_duration', '/for'],
    [
      'a snooze into the past',
      () => belfry.reminders.snooze(standing, { until: new Date('2029-12-31') }),
      'invalid_input',
      '/until',
    ],
  ]
  it.each(lists)('refuse %s', async (_, call, code, field) => {
    const error = await refusal(call)
    expect({ code: error.code, field: error.field }).toEqual({ code, field })
    expect(error.accepted).toMatch(/\S/)
    expect(await tables.fingerprint()).toEqual(before)
  })

  it('say what was probably meant', async () => {
    const meant = async (input: object) => (await refusal(() => belfry.reminders.schedule(any(input)))).message
    expect(await meant(inn('PT1H', { titel: 'x' }))).toContain('Did you mean title?')
    expect(await meant(inn('PT1H', { recipents: 'x' }))).toContain('Did you mean recipient?')
    expect(await meant(inn('PT1H', { quite_another_thing: 1 }))).not.toContain('Did you mean')
    expect(await meant(at('2031-01-01T09:00:00[Europe/Pariss]'))).toContain('Did you mean Europe/Paris?')
    expect(await meant(inn('PT1H', { ['x'.repeat(1_000_000)]: 1 }))).toHaveLength(
      (await meant(inn('PT1H', { ['x'.repeat(60)]: 1 }))).length,
    )
  })

  it('one that is refused does not disturb those scheduled at the same moment', async () => {
    const good = belfry.reminders.schedule(inHour)
    const bad = belfry.reminders.schedule(any(inn('PT1H', { recipient: 'nobody' })))
    await expect(bad).rejects.toMatchObject({ code: 'unknown_recipient' })
    expect(await good).toMatchObject({ status: 'unchanged' })
    expect(await tables.fingerprint()).toEqual(before)
  })
})

describe('texts about escapes', () => {
  it('are not taken for what they describe, and pass unchanged', async () => {
    const data = { 'a\\u0000': ['\\ud800', 'C:\\users', '🔔', '\\\\u0000'] }
    const { id } = await belfry.reminders.schedule(inn('PT1H', { data }) as never)
    expect((await belfry.reminders.get(id))?.data).toEqual(data)
  })
})

describe('whatever is passed in', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true })
  /** Good but for one field, with another one made anything: this gets deeper than anything() alone. */
  const spoilt = (good: object, bad: object) =>
    fc
      .tuple(fc.constantFrom(...Object.keys(good)), anything)
      .map(([field, value]) => ({ ...good, [field]: value, ...bad }))
  const full = {
    ...inHour,
    kind: 'once',
    title: 'a',
    body: 'b',
    data: {},
    channels: ['memory'],
    critical: false,
    again: false,
    tolerance: 'PT1H',
  }
  const person = { id: 'nobody', name: 'b', timezone: 'UTC', locale: 'en', addresses: {}, channels: ['memory'] }

  it.each([
    ['schedule', verbs.schedule.call, full, { recipient: 'nobody' }],
    ['recipients.put', verbs['recipients.put'].call, person, { locale: '' }],
    ['markReminderAsSent', verbs.markReminderAsSent.call, key, { userId: '' }],
    ['sendOnce', verbs.sendOnce.call, key, { userId: '' }],
  ] as const)('%s answers with a BelfryError and writes nothing', async (_, call, good, bad) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, spoilt(good, bad)), async (input) => {
        const error = await refusal(() => call(input))
        expect(Object.keys(errorCodes)).toContain(error.code)
      }),
      { numRuns: 400 },
    )
    expect(await tables.fingerprint()).toEqual(before)
  })
})

async function refusal(call: () => unknown): Promise<BelfryError> {
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => expect.unreachable('it was accepted'),
      (reason: unknown) => reason,
    )
  expect(error).toBeInstanceOf(BelfryError)
  return error as BelfryError
}
