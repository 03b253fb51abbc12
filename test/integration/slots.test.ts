// Times that suit everybody, and what stands in the way of one.

import { describe, expect, it } from 'vitest'
import type { Belfry, CheckInput, SuggestInput } from '../../src/index.ts'
import { book, busy } from './booked.ts'
import { useDatabase } from './running.ts'

const { start, client } = useDatabase()

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: { code?: string; field?: string }) => thrown,
  )
  return error ? `${error.code} ${error.field}` : 'accepted'
}

async function people(belfry: Belfry, zones: Record<string, string>): Promise<void> {
  for (const [id, timezone] of Object.entries(zones)) await belfry.recipients.put({ id, timezone })
}

// 2030-01-07 is a Monday.
const monday = { from: '2030-01-07T00:00:00Z', to: '2030-01-08T00:00:00Z' }
const hour = { participants: ['ana', 'bo'], duration: 'PT1H', window: monday }

describe('suggest', () => {
  const startsOf = async (belfry: Belfry, input: SuggestInput) =>
    (await belfry.slots.suggest(input)).slots.map((slot) => slot.start.toISOString().slice(5, 16))

  it('answers slots in the local time of each, the fairest first', async () => {
    const { belfry } = await start()
    await people(belfry, { ana: 'Europe/Paris', bo: 'America/New_York' })
    const { slots, reasons } = await belfry.slots.suggest({ ...hour, limit: 3 })
    expect(reasons).toEqual([])
    // Paris is six hours ahead: 15:00 to 18:00 there are 09:00 to 12:00 in New York.
    expect(slots.map(({ start: at }) => at.toISOString())).toEqual([
      ...['2030-01-07T14:00:00.000Z', '2030-01-07T14:15:00.000Z', '2030-01-07T14:30:00.000Z'],
    ])
    expect(slots[0]!.local).toEqual([
      { participant: 'ana', timezone: 'Europe/Paris', start: '2030-01-07T15:00:00', end: '2030-01-07T16:00:00' },
      { participant: 'bo', timezone: 'America/New_York', start: '2030-01-07T09:00:00', end: '2030-01-07T10:00:00' },
    ])
    expect((await belfry.slots.suggest(hour)).slots).toHaveLength(10)
  })

  it('lets nobody pay for the others: the worst-off counts first', async () => {
    const { belfry } = await start()
    const york = 'America/New_York'
    await people(belfry, { ana: 'Asia/Seoul', bo: york, cy: york, di: york })
    const [slot] = (await belfry.slots.suggest({ ...hour, participants: ['ana', 'bo', 'cy', 'di'], limit: 1 })).slots
    // Fourteen hours apart. An hour too much for each, rather than two for one of them, though that would be less in all.
    expect(slot!.local.map((one) => one.start.slice(11))).toEqual(['08:00:00', '18:00:00', '18:00:00', '18:00:00'])
  })

  it('keeps to declared hours, meetings, calendars elsewhere and days off, with buffers', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC' })
    await belfry.availability.put({ recipient: 'ana', dayOfWeek: 1, startTime: '09:00', endTime: '14:00' })
    await belfry.availability.put({
      ...{ recipient: 'bo', kind: 'off', date: '2030-01-07', startTime: '13:00', endTime: '24:00' },
    })
    await book(sql, { id: 'm', people: ['bo'], from: '2030-01-07T10:00Z', to: '2030-01-07T10:30Z' })
    await busy(sql, { person: 'ana', from: '2030-01-07T12:30Z', to: '2030-01-07T12:45Z' })
    expect(await startsOf(belfry, { ...hour, granularity: 'PT30M' })).toEqual([
      ...['01-07T09:00', '01-07T10:30', '01-07T11:00', '01-07T11:30'],
    ])
    const buffers = { before: 'PT15M', after: 'PT30M' }
    expect(await startsOf(belfry, { ...hour, buffers })).toEqual(['01-07T10:45', '01-07T11:00'])
  })

  it('begins at multiples of the granularity on the clocks of the window, also at a quarter to', async () => {
    const { belfry } = await start()
    await people(belfry, { ana: 'Asia/Kathmandu', bo: 'UTC' })
    const window = { from: '2030-01-07T12:00', to: '2030-01-07T15:00' }
    // Without a zone it is the first participant's: 05:45 from UTC.
    expect(await startsOf(belfry, { ...hour, granularity: 'PT1H', window })).toEqual([
      ...['01-07T08:15', '01-07T07:15', '01-07T06:15'],
    ])
    const named = { ...window, timezone: 'UTC' }
    expect((await startsOf(belfry, { ...hour, granularity: 'PT1H', window: named })).sort()).toEqual([
      ...['01-07T12:00', '01-07T13:00', '01-07T14:00'],
    ])
  })

  it('suggests nothing that has begun', async () => {
    const { belfry, jump } = await start()
    await people(belfry, { ana: 'UTC', bo: 'UTC' })
    await jump('2030-01-07T16:00:00Z')
    expect(await startsOf(belfry, { ...hour, limit: 2 })).toEqual(['01-07T16:15', '01-07T16:30'])
    await jump('2030-01-08T16:00:00Z')
    expect(await belfry.slots.suggest(hour)).toEqual({
      slots: [],
      reasons: ['ana', 'bo'].map((participant) => ({
        ...{ participant, code: 'window_over', why: 'the window is over', others: [], freeMinutes: 0 },
      })),
    })
  })

  it('says of everybody why there is none', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC', cy: 'UTC', di: 'UTC', ed: 'UTC', flo: 'UTC' })
    const there = (recipient: string, dayOfWeek: number, startTime: string, endTime: string) =>
      belfry.availability.put({ recipient, dayOfWeek, startTime, endTime })
    await there('ana', 1, '09:00', '12:00')
    await there('bo', 1, '13:00', '15:00')
    await there('cy', 2, '09:00', '12:00')
    await there('di', 1, '09:00', '10:00')
    await busy(sql, { person: 'di', from: '2030-01-07T08:00Z', to: '2030-01-07T11:00Z' })
    await there('ed', 1, '09:00', '09:45')
    await belfry.availability.put({ recipient: 'flo', kind: 'off', date: '2030-01-07' })
    const participants = ['ana', 'bo', 'cy', 'di', 'ed', 'flo']
    const { slots, reasons } = await belfry.slots.suggest({ ...hour, participants })
    expect(slots).toEqual([])
    const apart = 'is free, but never for PT1H at the same time as'
    expect(reasons).toEqual([
      { participant: 'ana', code: 'apart', why: `${apart} bo`, others: ['bo'], freeMinutes: 180 },
      { participant: 'bo', code: 'apart', why: `${apart} ana`, others: ['ana'], freeMinutes: 120 },
      { participant: 'cy', code: 'not_there', why: 'is not there in that window', others: [], freeMinutes: 0 },
      { participant: 'di', code: 'busy', why: 'is busy all the time', others: [], freeMinutes: 0 },
      {
        ...{ participant: 'ed', code: 'too_short', why: 'is free, but never for PT1H at a stretch' },
        ...{ others: [], freeMinutes: 45 },
      },
      { participant: 'flo', code: 'off', why: 'is off all the time', others: [], freeMinutes: 0 },
    ])
  })

  it('takes as many statements for forty people as for one', async () => {
    const { belfry } = await start()
    const sql = await client()
    const participants = Array.from({ length: 40 }, (_, i) => `person-${i}`)
    for (const id of participants) {
      await belfry.recipients.put({ id })
      await belfry.availability.put({ recipient: id, dayOfWeek: 1, startTime: '09:00', endTime: '17:00' })
    }
    await sql.query('begin')
    let count = 0
    const counting = {
      query: (text: string, values?: unknown[]) => {
        count += 1
        return sql.query(text, values)
      },
    }
    const counted = async (some: readonly string[]) => {
      const before = count
      expect((await belfry.with(counting).slots.suggest({ ...hour, participants: some })).slots).toHaveLength(10)
      return count - before
    }
    const one = await counted(participants.slice(0, 1))
    expect(one).toBeLessThanOrEqual(5)
    expect(await counted(participants)).toBe(one)
    await sql.query('rollback')
  })

  it('is refused where a field is wrong, and says which', async () => {
    const { belfry } = await start()
    const cases: [object, string][] = [
      [{ participants: [] }, 'invalid_input /participants'],
      [{ participants: undefined }, 'missing_field /participants'],
      [{ participants: ['ana', 'nobody'] }, 'unknown_recipient /participants/1'],
      [{ participants: Array.from({ length: 101 }, () => 'ana') }, 'too_many /participants'],
      [{ duration: 'PT0S' }, 'invalid_input /duration'],
      [{ duration: 'P8D' }, 'invalid_duration /duration'],
      [{ duration: 60 }, 'invalid_duration /duration'],
      [{ granularity: 'PT1M' }, 'invalid_input /granularity'],
      [{ granularity: 'P2D' }, 'invalid_duration /granularity'],
      [{ limit: 101 }, 'invalid_input /limit'],
      [{ limit: 0 }, 'invalid_input /limit'],
      [{ buffers: { around: 'PT5M' } }, 'unknown_field /buffers/around'],
      [{ buffers: { before: '-PT5M' } }, 'invalid_duration /buffers/before'],
      [{ window: undefined }, 'invalid_input /window'],
      [{ window: { ...monday, timezone: 'Mars/Olympus' } }, 'unknown_timezone /window/timezone'],
      [{ window: { from: monday.from } }, 'missing_field /window/to'],
      [{ window: { from: monday.to, to: monday.from } }, 'invalid_input /window/to'],
      [{ window: { from: monday.from, to: '2032-01-01T00:00:00Z' } }, 'invalid_input /window/to'],
      [{ people: ['ana'] }, 'unknown_field /people'],
    ]
    for (const [more, code] of cases)
      expect([more, await refusal(belfry.slots.suggest({ ...hour, participants: ['ana'], ...more } as never))]).toEqual(
        [more, code],
      )
  })
})

describe('check', () => {
  const tenToEleven = { start: '2030-01-07T10:00:00Z', end: '2030-01-07T11:00:00Z' }
  const wanted: CheckInput = { participants: ['bo', 'ana'], ...tenToEleven }
  /** As `ana 10:00/11:00 meeting m`, in UTC. */
  const found = async (belfry: Belfry, more: Partial<CheckInput> = {}) => {
    const { free, conflicts } = await belfry.conflicts.check({ ...wanted, ...more })
    expect(free).toBe(conflicts.length === 0)
    return conflicts.map(({ participant, kind, start: from, end, meetingId }) =>
      [participant, `${from.toISOString().slice(11, 16)}/${end.toISOString().slice(11, 16)}`, kind, meetingId ?? '']
        .join(' ')
        .trim(),
    )
  }

  it('lists what stands in the way by participant and time, and what only touches does not', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC', cy: 'UTC' })
    await book(sql, { id: 'before', people: ['ana'], from: '2030-01-07T09:00Z', to: '2030-01-07T10:00Z' })
    await book(sql, { id: 'after', people: ['bo'], from: '2030-01-07T11:00Z', to: '2030-01-07T12:00Z' })
    expect(await found(belfry)).toEqual([])
    expect(await found(belfry, { buffers: { before: 'PT5M', after: 'PT1M' } })).toEqual([
      ...['ana 09:00/10:00 meeting before', 'bo 11:00/12:00 meeting after'],
    ])
    await book(sql, { id: 'late', people: ['bo', 'cy'], from: '2030-01-07T10:45Z', to: '2030-01-07T11:00Z' })
    await busy(sql, { person: 'bo', from: '2030-01-07T10:15Z', to: '2030-01-07T10:20Z' })
    await belfry.availability.put({ recipient: 'ana', dayOfWeek: 1, startTime: '10:20', endTime: '10:50' })
    expect(await found(belfry)).toEqual([
      ...['ana 10:00/10:20 outside_availability', 'ana 10:50/11:00 outside_availability'],
      ...['bo 10:15/10:20 busy', 'bo 10:45/11:00 meeting late'],
    ])
    expect(await found(belfry, { allowOutsideAvailability: true, participants: ['ana'] })).toEqual([])
  })

  it('names a meeting only to those who take part in it', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC', cy: 'UTC' })
    await book(sql, { id: 'theirs', people: ['bo', 'cy'], from: '2030-01-07T10:00Z', to: '2030-01-07T11:00Z' })
    expect(await found(belfry)).toEqual(['bo 10:00/11:00 meeting theirs'])
    expect(await found(belfry, { viewer: 'cy' })).toEqual(['bo 10:00/11:00 meeting theirs'])
    expect(await found(belfry, { viewer: 'ana' })).toEqual(['bo 10:00/11:00 meeting'])
  })

  it('a meeting is not in the way of its own lineage, nor is its copy in a calendar, and its own terms hold', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC' })
    await book(sql, { id: 'first', people: ['ana', 'bo'], from: '2030-01-07T10:00Z', to: '2030-01-07T11:00Z' })
    await busy(sql, { person: 'bo', from: '2030-01-07T10:00Z', to: '2030-01-07T11:00Z', meeting: 'first' })
    await book(sql, { id: 'second', root: 'first', people: ['bo'], from: '2030-01-07T15:00Z', to: '2030-01-07T16:00Z' })
    expect(await found(belfry)).toEqual(['ana 10:00/11:00 meeting first', 'bo 10:00/11:00 meeting first'])
    expect(await found(belfry, { meetingId: 'second' })).toEqual([])
    // Buffers and where it may be are the meeting's, unless the caller says otherwise.
    await sql.query(`update belfry.meetings set after_ms = 600000, outside_ok = true where id = 'second'`)
    await book(sql, { id: 'next', people: ['ana'], from: '2030-01-07T11:05Z', to: '2030-01-07T12:00Z' })
    await belfry.availability.put({ recipient: 'ana', dayOfWeek: 2, startTime: '10:20', endTime: '10:50' })
    expect(await found(belfry, { meetingId: 'second' })).toEqual(['ana 11:05/12:00 meeting next'])
    expect(await found(belfry, { meetingId: 'second', buffers: { after: 'PT5M' } })).toEqual([])
    expect(await found(belfry, { meetingId: 'second', allowOutsideAvailability: false })).toEqual([
      ...['ana 10:00/11:00 outside_availability', 'ana 11:05/12:00 meeting next'],
    ])
    expect(await refusal(belfry.conflicts.check({ ...wanted, meetingId: 'none' }))).toBe('not_found /meetingId')
    expect(await refusal(belfry.conflicts.check({ ...wanted, meetingId: 'second', viewer: 'ana' }))).toBe(
      'not_found /meetingId',
    )
  })

  it('knows nothing of another tenant', async () => {
    const { belfry } = await start()
    const sql = await client()
    await people(belfry, { ana: 'UTC', bo: 'UTC' })
    await book(sql, { id: 'm', people: ['ana'], from: '2030-01-07T10:00Z', to: '2030-01-07T11:00Z' })
    await belfry.tenants.put({ id: 'other' })
    const other = belfry.as({ tenant: 'other' })
    for (const id of ['ana', 'bo']) await other.recipients.put({ id })
    expect(await other.conflicts.check(wanted)).toEqual({ free: true, conflicts: [] })
    expect(await refusal(other.conflicts.check({ ...wanted, meetingId: 'm' }))).toBe('not_found /meetingId')
  })

  it('is refused where a field is wrong, and says which', async () => {
    const { belfry } = await start()
    const cases: [object, string][] = [
      [{ participants: ['ana', 'nobody'] }, 'unknown_recipient /participants/1'],
      [{ start: undefined }, 'missing_field /start'],
      [{ end: tenToEleven.start }, 'invalid_input /end'],
      [{ start: '2029-12-31T00:00:00Z' }, 'slot_in_past /start'],
      [{ start: '2030-01-07T10:00:00+02:00', timezone: 'UTC' }, 'offset_mismatch /start'],
      [{ timezone: 'Mars/Olympus' }, 'unknown_timezone /timezone'],
      [{ allowOutsideAvailability: 'yes' }, 'invalid_input /allowOutsideAvailability'],
      [{ slot: 1 }, 'invalid_input /slot'],
      [{ when: 1 }, 'unknown_field /when'],
    ]
    for (const [more, code] of cases)
      expect([
        more,
        await refusal(belfry.conflicts.check({ ...wanted, participants: ['ana'], ...more } as never)),
      ]).toEqual([more, code])
  })
})

it('time goes on to the end of the year 9999', async () => {
  const { belfry } = await start()
  await belfry.recipients.put({ id: 'bo' })
  const window = { from: '9999-12-29T00:00:00Z', to: '9999-12-31T23:00:00Z' }
  await belfry.availability.put({ recipient: 'bo', kind: 'off', date: '9999-12-31' })
  expect((await belfry.availability.freeBusy({ recipient: 'bo', ...window })).busy).toHaveLength(1)
  expect((await belfry.slots.suggest({ participants: ['bo'], duration: 'PT1H', window })).slots).toHaveLength(10)
  const { meeting } = await belfry.meetings.request({
    ...{ requester: 'ana', participants: ['bo'], title: 'The last', timezone: 'UTC' },
    slots: [{ start: '9999-12-30T10:00:00', end: '9999-12-30T11:00:00' }],
  })
  expect((await belfry.meetings.accept(meeting.id, { participant: 'bo' })).meeting.status).toBe('accepted')
})

it('what a meeting may be can be asked about: its buffers, and everybody in it', async () => {
  const { belfry } = await start()
  const others = Array.from({ length: 100 }, (_, i) => `p${i}`)
  for (const id of others) await belfry.recipients.put({ id })
  const times = { start: '2030-03-11T10:00:00Z', end: '2030-03-11T11:00:00Z' }
  const request = (participants: string[], days: number) =>
    belfry.meetings.request({
      ...{ requester: 'ana', participants, title: 'All', timezone: 'UTC', slots: [times] },
      buffers: { before: `P${days}D` },
    })
  const check = (participants: string[], days: number) =>
    belfry.conflicts.check({ participants, ...times, buffers: { before: `P${days}D` } })
  const suggest = (participants: string[], days: number) =>
    belfry.slots.suggest({ participants, duration: 'PT1H', window: monday, buffers: { before: `P${days}D` } })
  const most = others.slice(1)
  expect(await refusal(request(['ana', ...most], 7))).toBe('accepted')
  expect(await refusal(request(others, 7))).toBe('too_many /participants')
  for (const ask of [check, suggest]) {
    expect(await refusal(ask(['ana', ...most], 7))).toBe('accepted')
    expect(await refusal(ask(['ana', ...others], 7))).toBe('too_many /participants')
  }
  for (const ask of [check, suggest, request])
    expect(await refusal(ask(['p1'], 8))).toBe('invalid_duration /buffers/before')
})
