// Page alarms, taken over in the middle of their growing intervals. The memory channel is the witness of what rings, and when.

import { describe, expect, it } from 'vitest'
import { cutText } from '../../src/cut-text.ts'
import { accountedFor, linesOf, stateOf, useImports } from './importing.ts'

const { begin } = useImports()

const tables = `
  create table alarm (page_id text primary key, user_id text not null, title text, body text, next_alarm_time timestamptz not null,
    sent_count integer not null, last_notification_id text, processed_at timestamptz);
  create table user_info (user_id text unique, timezone text default 'Asia/Seoul')`

const alarm = (page_id: string, next_alarm_time: string, more: object = {}) => ({
  ...{ page_id, user_id: 'ana', title: `Page ${page_id}`, body: 'Read me', next_alarm_time, sent_count: 1 },
  ...more,
})
const ahead = '2030-01-01T05:00:00Z'
const past = '2029-12-20T05:00:00Z'
const overdue = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => alarm(`p${String(i).padStart(3, '0')}`, past, more))
const minuteMs = 60_000
/** At any hour. */
const loud = { alarms: { quietHours: null } }

describe('import.alarms', () => {
  it('from its tables: users with their zones, alarms at their next time', async () => {
    const { test, imports, tables: look } = await begin(loud)
    await look.query(tables)
    await look.query(
      `insert into user_info values ('kim', 'Asia/Seoul'), ('bo', 'America/New_York'), ('ana', 'Asia/Tokyo')`,
    )
    await look.query(
      `insert into alarm values ('p1', 'kim', 'One', 'Text', $1, 3, 'n-1', null),
      ('p2', 'bo', 'Two', null, $1, 1, null, null), ('p3', 'lee', 'Three', 'Text', $1, 1, null, null)`.replaceAll(
        '$1',
        `'${ahead}'`,
      ),
    )
    const report = await imports.alarms({ table: 'alarm' }, { users: { table: 'user_info' } })
    expect(report).toMatchObject({ read: 3, imported: 3, scheduled: 3, moved: 0, recipientsCreated: 1 })
    expect(report.users).toMatchObject({ read: 3, imported: 2, alreadyThere: 1 })
    const zoneOf = async (id: string) => (await test.belfry.recipients.get(id))?.timezone
    // Who was known stays as they are, who has no zone gets the default.
    expect([await zoneOf('kim'), await zoneOf('bo'), await zoneOf('ana'), await zoneOf('lee')]).toEqual([
      ...['Asia/Seoul', 'America/New_York', 'UTC', 'Asia/Seoul'],
    ])
    await test.advance('PT4H59M')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1M')
    expect(
      test.memory.sent.map(({ entity, kind, title }) => `${entity.type} ${entity.id} ${kind} ${title}`).sort(),
    ).toEqual([...['page p1 alarm One', 'page p2 alarm Two', 'page p3 alarm Three']])
  })

  it('keeps the count: each goes on with the interval that it would have had', async () => {
    const { test, imports } = await begin(loud)
    const counts = { first: 1, second: 2, fourth: 4, ninth: 9, tenth: 10, never: 2 ** 31, zero: 0 }
    const rows = Object.entries(counts).map(([page, sent_count]) => alarm(page, ahead, { sent_count }))
    await imports.alarms({ lines: linesOf(rows) })
    const days = async (duration: string) => {
      test.memory.clear()
      await test.advance(duration)
      return test.memory.sent.map(({ entity }) => entity.id).sort()
    }
    expect(await days('PT6H')).toHaveLength(7)
    // After the ring number n comes a day × 2^(n − 1), at most 256 days.
    expect(await days('P1D')).toEqual(['first', 'zero'])
    expect(await days('P1D')).toEqual(['second'])
    expect(await days('P6D')).toEqual(['first', 'first', 'fourth', 'second', 'zero', 'zero'])
    await days('P247D')
    expect(await days('P1D')).toEqual(expect.arrayContaining(['never', 'ninth', 'tenth']))
  })

  it('what is overdue rings soon, one after the other, and never at once', async () => {
    const { test, imports } = await begin(loud)
    const report = await imports.alarms({ lines: linesOf(overdue(30)) })
    expect(report).toMatchObject({ read: 30, scheduled: 30, moved: 30, skippedPast: 0 })
    expect(test.memory.sent).toEqual([])
    await test.advance('PT12H')
    const times = test.memory.sent.map(({ dueAt }) => dueAt.getTime())
    expect(times).toHaveLength(30)
    for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBe(10 * minuteMs)
    expect(times[0]).toBeGreaterThan(Date.parse('2030-01-01T00:00:00Z'))
    expect(times[0]).toBeLessThanOrEqual(Date.parse('2030-01-01T01:00:00Z'))
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual(overdue(30).map(({ page_id }) => page_id))
  })

  it('overdue alarms of many people do not begin together', async () => {
    const { test, imports } = await begin(loud)
    const rows = Array.from({ length: 300 }, (_, i) => alarm(`p${i}`, past, { user_id: `u${i}` }))
    await imports.alarms({ lines: linesOf(rows) }, { spreadOver: 'PT2H' })
    await test.advance('PT2H')
    expect(test.memory.sent).toHaveLength(300)
    const perMinute = new Map<number, number>()
    for (const { dueAt } of test.memory.sent) {
      const minute = Math.floor(dueAt.getTime() / minuteMs)
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
    }
    expect(Math.max(...perMinute.values())).toBeLessThan(15)
  })

  it('overdue alarms stay outside of quiet hours, still one after the other', async () => {
    const { test, imports } = await begin({ now: '2030-01-01T20:00:00Z' })
    await test.belfry.recipients.put({
      id: 'ana',
      timezone: 'Europe/Paris',
      quietHours: { from: '22:00', to: '07:00' },
    })
    await imports.alarms({ lines: linesOf(overdue(20)) }, { spacing: 'PT15M' })
    await test.advance('PT22H')
    const times = test.memory.sent.map(({ dueAt }) => dueAt.getTime())
    expect(new Set(times).size).toBe(20)
    const morning = Date.parse('2030-01-02T06:00:00Z')
    const evening = times.filter((ms) => ms < Date.parse('2030-01-01T21:00:00Z'))
    expect(evening.length).toBeGreaterThan(0)
    expect(times.filter((ms) => ms >= morning)).toEqual(
      Array.from({ length: 20 - evening.length }, (_, i) => morning + i * 15 * minuteMs),
    )
  })

  it('what the old system was just sending counts as sent: it comes back after its interval', async () => {
    const { test, imports } = await begin(loud)
    const processed_at = '2029-12-31T23:59:00Z'
    const rows = [alarm('p1', '2029-12-31T23:58:00Z', { processed_at, sent_count: 2 })]
    expect(await imports.alarms({ lines: linesOf(rows) })).toMatchObject({ scheduled: 1, moved: 0, uncertain: 1 })
    await test.advance('PT47H58M')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1M')
    expect(test.memory.sent).toHaveLength(1)
    // Four days later, on the full hour.
    await test.advance('PT95H')
    expect(test.memory.sent).toHaveLength(1)
    await test.advance('PT1M')
    expect(test.memory.sent).toHaveLength(2)
  })

  it('a page that has an alarm here, of whomever, keeps it', async () => {
    const { test, imports } = await begin(loud)
    await test.belfry.alarms.put({ pageId: 'p1', userId: 'mina' })
    expect(await imports.alarms({ lines: linesOf([alarm('p1', ahead)]) })).toMatchObject({
      scheduled: 0,
      alreadyThere: 1,
    })
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ userId: 'mina' })
    await test.belfry.alarms.delete('p1')
    expect((await test.belfry.reminders.list({})).items).toEqual([])
  })

  it('run again, imports nothing twice, also after they rang or were ended', async () => {
    const { test, imports, tables: look } = await begin(loud)
    const source = () => ({ lines: linesOf([alarm('p1', ahead), alarm('p2', ahead), ...overdue(3)]) })
    await imports.alarms(source())
    const before = await stateOf(look)
    expect(await imports.alarms(source())).toMatchObject({ read: 5, imported: 0, alreadyThere: 5, moved: 0 })
    expect(await stateOf(look)).toEqual(before)
    const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
    await test.belfry.reminders.cancel(items.find(({ entity }) => entity.id === 'p2')!.id)
    await test.advance('PT6H')
    test.memory.clear()
    expect(await imports.alarms(source())).toMatchObject({ imported: 0, alreadyThere: 5 })
    await test.advance('PT6H')
    expect(test.memory.sent).toEqual([])
  })

  it('interrupted and run again, ends as if it had never been interrupted', async () => {
    const { imports, tables: look } = await begin(loud)
    const rows = [
      ...overdue(6),
      ...overdue(6, { user_id: 'bo' }).map((one) => ({ ...one, page_id: `b${one.page_id}` })),
    ]
    const crash = () => {
      throw new Error('the power is gone')
    }
    const begun = imports.alarms({ lines: linesOf(rows) }, { batchSize: 5, onProgress: crash })
    await expect(begun).rejects.toThrow('the power is gone')
    await imports.alarms({ lines: linesOf(rows) })
    const { reminders } = await stateOf(look)
    await look.query('delete from belfry.reminders')
    await imports.alarms({ lines: linesOf(rows) })
    expect((await stateOf(look)).reminders).toBe(reminders)
  })

  it('as a dry run, writes nothing and reports the same', async () => {
    const { imports, tables: look } = await begin(loud)
    const rows = [...overdue(5), ...overdue(2), alarm('p9', ahead, { user_id: 'new' }), alarm('bad', 'never')]
    const zones = [...rows, alarm('z', ahead, { user_id: 'zoned', timezone: 'Nowhere/Else' })]
    const options = () => ({
      batchSize: 3,
      users: { lines: linesOf([{ user_id: 'kim' }, { user_id: 'kim' }, { user_id: 'lee', timezone: 'Mars' }]) },
    })
    const before = await stateOf(look)
    const dry = await imports.alarms({ lines: linesOf(zones) }, { ...options(), dryRun: true })
    expect(await stateOf(look)).toEqual(before)
    const real = await imports.alarms({ lines: linesOf(zones) }, options())
    expect({ ...dry, dryRun: false, users: { ...dry.users, dryRun: false } }).toEqual(real)
    expect(real).toMatchObject({ scheduled: 6, moved: 5, alreadyThere: 2, recipientsCreated: 1, refusedCount: 2 })
    expect(real.refused.map(({ id, field }) => [id, field])).toEqual([
      ['bad', '/nextAlarmTime'],
      ['z', '/timezone'],
    ])
    expect(real.users).toMatchObject({ read: 3, recipientsCreated: 1, alreadyThere: 1, refusedCount: 1 })
    expect(accountedFor(real)).toBe(real.read)
  })

  it('cuts titles and bodies at 2,000 characters, never inside of one', async () => {
    const { test, imports } = await begin(loud)
    const family = '👨‍👩‍👧‍👦'
    const rows = [alarm('p1', ahead, { title: `${'a'.repeat(1_995)}${family}!`, body: '가'.repeat(3_000) })]
    expect(await imports.alarms({ lines: linesOf(rows) })).toMatchObject({ scheduled: 1 })
    await test.advance('PT6H')
    expect(test.memory.sent).toMatchObject([{ title: 'a'.repeat(1_995), body: '가'.repeat(2_000) }])
  })
})

describe('a text that is cut', () => {
  it.each([
    ['short enough', 'abc', 3, 'abc'],
    ['letters', 'abcd', 3, 'abc'],
    ['a surrogate pair', 'ab🔔', 3, 'ab'],
    ['a flag', 'a🇰🇷b', 4, 'a'],
    ['a letter and its accent', `ae\u0301`, 2, 'a'],
    ['Hangul written in parts', '\u1112\u1161\u11ab\u1100', 2, '\u1112\u1161'],
    ['an endless cluster', `e${'\u0301'.repeat(900)}`, 10, `e${'\u0301'.repeat(9)}`],
    ['an endless cluster of pairs', `👨${'\u200d👨'.repeat(300)}`, 4, '👨\u200d'],
  ])('%s', (_, text, max, expected) => {
    expect(cutText(text, max)).toBe(expected)
  })
})
