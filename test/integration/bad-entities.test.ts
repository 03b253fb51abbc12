// Values that no moment, duration, plan, list of recipients or quiet hours can have: refused with a code, at their field.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/belfry.ts'
import { BelfryError } from '../../src/errors.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let belfry: Belfry

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url })
  await belfry.recipients.put({ id: 'ana' })
})
afterAll(async () => {
  await belfry.close()
  await database.drop()
})

const at = '2035-01-01T10:00:00Z'
const name = { type: 'meeting', id: '42' }
const note = { entity: { type: 'note', id: '1' }, recipient: 'ana' }
const rule = 'FREQ=DAILY'

type Call = (value: never) => Promise<unknown>

/** How each value is answered: a code and a field, or that it was accepted. Anything else is a fault. */
async function answers(call: Call, values: readonly unknown[]): Promise<string[]> {
  const answer = async (value: unknown) => {
    const error = await call(value as never).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) return 'accepted'
    if (error instanceof BelfryError) return `${error.code} ${error.field}`
    throw error
  }
  return await Promise.all(values.map(answer))
}
const all = (values: readonly unknown[], text: string) => values.map(() => text)

describe('moments', () => {
  const malformed = ['', 5, true, {}, [], '2030-01-01', 'x'.repeat(1_000_000), { timeZoneId: 'x' }]

  it.each<[string, string, Call]>([
    ['an entity', '/at', (value) => belfry.entities.put({ ...name, at: value })],
    ['an anchor', '/anchors/due/at', (value) => belfry.entities.put({ ...name, anchors: { due: { at: value } } })],
    ['a reminder', '/at', (value) => belfry.reminders.schedule({ ...note, at: value })],
    ['a rule', '/at', (value) => belfry.reminders.schedule({ ...note, at: value, rule })],
    ['usefulUntil', '/usefulUntil', (value) => belfry.reminders.schedule({ ...note, at, usefulUntil: value })],
    ['a preview', '/at', (value) => belfry.reminders.preview({ at: value, rule })],
  ])('of %s', async (_, field, call) => {
    expect(await answers(call, malformed)).toEqual(all(malformed, `invalid_input ${field}`))
    expect(await answers(call, ['0001-01-01T00:00:00'])).toEqual([`impossible_date ${field}`])
    expect(await answers(call, ['2030-01-01T00:00:00[Nowhere/X]'])).toEqual([`unknown_timezone ${field}`])
  })

  it('of a snooze', async () => {
    const { id } = await belfry.reminders.schedule({ ...note, at })
    expect(await answers((until) => belfry.reminders.snooze(id, { until }), [5])).toEqual(['invalid_input /until'])
  })

  it('at the end of the calendar are accepted, but no rule begins there', async () => {
    const last = ['9999-12-31T23:59:59Z']
    expect(await answers((value) => belfry.entities.put({ ...name, at: value }), last)).toEqual(['accepted'])
    expect(await answers((value) => belfry.reminders.schedule({ ...note, at: value }), last)).toEqual(['accepted'])
    expect(await answers((value) => belfry.reminders.schedule({ ...note, at: value, rule }), last)).toEqual([
      'invalid_input /rule',
    ])
  })
})

describe('durations', () => {
  const absurd = ['-P99999Y', '-PT99999999999H', 'PT87600000H', '-PT0.0001S', 'x', '']
  const negative = ['-P1M', '-P36500D']
  const repeat = (value: object) => belfry.reminders.schedule({ ...note, at, repeat: value })

  it('of a step', async () => {
    const put: Call = (step) => belfry.entities.put({ ...name, at, recipients: ['ana'], plan: [step] })
    expect(await answers(put, absurd)).toEqual(all(absurd, 'invalid_duration /plan/0'))
  })

  it.each<[string, Call]>([
    ['/repeat/afterCompletion', (value) => repeat({ afterCompletion: value })],
    ['/repeat/nag/every', (value) => repeat({ nag: { every: value } })],
    ['/repeat/backoff/cap', (value) => repeat({ backoff: { base: 'PT1H', cap: value } })],
    ['/tolerance', (value) => belfry.reminders.schedule({ ...note, at, rule, tolerance: value })],
  ])('at %s', async (field, call) => {
    const values = [...absurd, ...negative]
    expect(await answers(call, values)).toEqual(all(values, `invalid_duration ${field}`))
  })

  it('without a fixed length cannot be a nag’s, a backoff’s or a tolerance', async () => {
    expect(await answers((every) => repeat({ nag: { every } }), ['P1Y'])).toEqual([
      'invalid_duration /repeat/nag/every',
    ])
    expect(await answers((base) => repeat({ backoff: { base } }), ['P1Y'])).toEqual([
      'invalid_duration /repeat/backoff/base',
    ])
    expect(await answers((afterCompletion) => repeat({ afterCompletion }), ['P1Y'])).toEqual(['accepted'])
  })

  it('multiplied by what is no factor', async () => {
    const factors = [Number.NaN, Number.POSITIVE_INFINITY, 0, -1]
    const call: Call = (factor) => repeat({ backoff: { base: 'PT1H', factor } })
    expect(await answers(call, factors)).toEqual(all(factors, 'invalid_input /repeat/backoff/factor'))
  })
})

describe('entities', () => {
  it('with a strange list of recipients', async () => {
    const lists = [[null], [{}], [{ id: 1 }], 'ana', [['ana']], [{ id: 'ana', plan: 'x' }]]
    expect(await answers((recipients) => belfry.entities.put({ ...name, at, recipients }), lists)).toEqual([
      'invalid_input /recipients/0',
      'missing_field /recipients/0/id',
      'invalid_input /recipients/0/id',
      'invalid_input /recipients',
      'invalid_input /recipients/0',
      'invalid_input /recipients/0/plan',
    ])
  })

  it('with a strange plan', async () => {
    const plans = [[null], [1], [{}], 5, {}, [{ offset: '-PT1H', anchor: '__proto__' }]]
    expect(await answers((plan) => belfry.entities.put({ ...name, at, plan }), plans)).toEqual([
      'invalid_input /plan/0',
      'invalid_input /plan/0',
      'missing_field /plan/0/offset',
      'invalid_input /plan',
      'invalid_input /plan',
      'invalid_input /plan/0/anchor',
    ])
  })

  it('with strange anchors', async () => {
    const anchors = [JSON.parse(`{"__proto__": {"at": "${at}"}}`), { due: { at, timezone: null } }]
    expect(await answers((value) => belfry.entities.put({ ...name, anchors: value }), anchors)).toEqual([
      'invalid_input /anchors',
      'invalid_input /anchors/due/timezone',
    ])
  })

  it('listed from a strange place', async () => {
    const list: Call = (cursor) => belfry.entities.list({ type: 'meeting', cursor })
    expect(await answers(list, ['\0'])).toEqual(['invalid_input /cursor'])
  })
})

it('quiet hours that are none', async () => {
  const hours = [5, {}, [{}], { from: '24:00', to: '01:00' }, { from: '00:00', to: '00:01', days: [] }]
  expect(await answers((quietHours) => belfry.recipients.put({ id: 'ana', quietHours }), hours)).toEqual([
    'invalid_input /quietHours',
    'missing_field /quietHours/from',
    'missing_field /quietHours/0/from',
    'invalid_input /quietHours/from',
    'invalid_input /quietHours/days',
  ])
})
