// How many ring when: the same as counting one by one, as long as they are few; bounded work when they are many.

import { describe, expect, it } from 'vitest'
import { indexPlans } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { createRandom } from '../http/contract/random.ts'
import { reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

const dayMs = 86_400_000
const beginMs = Date.UTC(2031, 0, 1)
const day = { from: new Date(beginMs), to: new Date(beginMs + dayMs) }

/** `upto` reminders, `every` milliseconds from the first day of 2031 on, of ten people in turn. */
const fill = `
  insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id,
    kind, recipient, occurrence)
  select timestamptz '2031-01-01T00:00Z' + g * $2::float8 * interval '1 ms', 'infinity', now(), 1, belfry.bucket_of(id), id,
    'default', 'note', g::text, 'once', 'person-' || g % 10, 'o'
  from generate_series(0, $1::integer - 1) g cross join lateral (select md5(g::text)::uuid as id) k`

describe('reminders.upcomingCounts', () => {
  it('counts what a brute-force count finds, of everybody, of a recipient, of an entity', async () => {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'bo' })
    const { next: draw } = createRandom(2_031)
    const made = Array.from({ length: 400 }, (_, i) => ({
      at: new Date(beginMs - dayMs / 4 + Math.floor(draw() * 1.5 * dayMs)),
      recipient: draw() < 0.3 ? 'bo' : 'ana',
      entity: { type: 'note', id: String(i % 20) },
      kind: `k${i}`,
    }))
    await belfry.reminders.scheduleMany(made)
    const filters = [
      {},
      { recipient: 'bo' },
      { entity: made[7]!.entity },
      { entity: made[7]!.entity, recipient: 'ana' },
    ]
    for (const spans of [1, 7, 96, 200]) {
      for (const filter of filters) {
        const wanted = made.filter(
          (one) =>
            (!('recipient' in filter) || one.recipient === filter.recipient) &&
            (!('entity' in filter) || one.entity.id === filter.entity?.id),
        )
        const found = await belfry.reminders.upcomingCounts({ ...day, spans, ...filter })
        expect(found).toHaveLength(spans)
        expect(found[0]!.from).toEqual(day.from)
        expect(found.at(-1)!.to).toEqual(day.to)
        for (const { from, to, count, isEstimate } of found) {
          expect(count).toBe(wanted.filter(({ at }) => at >= from && at < to).length)
          expect(isEstimate).toBe(false)
        }
      }
    }
    const other = await open({ tenant: 'other' })
    for (const filter of filters) {
      const counts = await other.reminders.upcomingCounts({ ...day, spans: 4, ...filter })
      expect(counts.map(({ count }) => count)).toEqual([0, 0, 0, 0])
    }
  })

  it('refuses what it could not count', async () => {
    const { belfry } = await start()
    const count = (options: object) => belfry.reminders.upcomingCounts({ ...day, spans: 24, ...options })
    await expect(count({ spans: 201 })).rejects.toMatchObject({ field: '/spans' })
    await expect(count({ spans: 0 })).rejects.toMatchObject({ field: '/spans' })
    await expect(count({ to: new Date(beginMs + 23 * 60_000) })).rejects.toMatchObject({ field: '/to' })
    expect(await count({ to: new Date(beginMs + 24 * 60_000) })).toHaveLength(24)
    await expect(count({ from: undefined })).rejects.toMatchObject({ field: '/from' })
    await expect(count({ channel: 'in app' })).rejects.toMatchObject({ code: 'invalid_input', field: '/channel' })
    await expect(count({ chanel: 'in_app' })).rejects.toMatchObject({ code: 'unknown_field' })
  })

  it('says that it estimates where there are more than it counts, and is near the truth', async () => {
    const { belfry } = await start()
    const sql = await client()
    // One each 1.8 s: 48,000 in a day.
    await sql.query(fill, [48_000, 1_800])
    for (const [spans, each] of [
      [4, 12_000],
      [24, 2_000],
    ] as const) {
      for (const { count, isEstimate } of await belfry.reminders.upcomingCounts({ ...day, spans })) {
        expect(isEstimate).toBe(true)
        expect(count / each).toBeGreaterThan(0.9)
        expect(count / each).toBeLessThan(1.1)
      }
    }
    const hour = { from: day.from, to: new Date(beginMs + 3_600_000) }
    const minutes = await belfry.reminders.upcomingCounts({ ...hour, spans: 60 })
    expect(minutes.reduce((sum, { count }) => sum + count, 0)).toBe(2_000)
    expect(minutes.some(({ isEstimate }) => isEstimate)).toBe(false)
    const own = await belfry.reminders.upcomingCounts({ ...day, spans: 24, recipient: 'person-3' })
    expect(own.map(({ count, isEstimate }) => `${count} ${isEstimate}`)).toEqual(Array(24).fill('200 false'))
  })

  it('counts many at one moment, and does not take them to go on like that', async () => {
    const { belfry } = await start()
    const sql = await client()
    // Everybody at the first moment of the day, and at one in the middle of a bar, with some around.
    await sql.query(fill, [7_000, 0])
    await sql.query('update belfry.reminders set due_at = due_at + $1 where entity_id::integer > 3000', ['PT9H7M'])
    for (const [n, minutes] of [1, 546, 548, 900].entries())
      await belfry.reminders.schedule(
        reminder(`around ${n}`, { in: undefined, at: new Date(beginMs + minutes * 60_000) }),
      )
    for (const spans of [1, 24, 96]) {
      const counts = await belfry.reminders.upcomingCounts({ ...day, spans })
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(7_004)
    }
    const hours = await belfry.reminders.upcomingCounts({ ...day, spans: 24 })
    expect(hours.map(({ count }) => count).filter((count) => count > 0)).toEqual([3_002, 4_001, 1])
    expect(hours.some(({ isEstimate }) => isEstimate)).toBe(false)
  })

  it('reads a bounded number of pages however many there are', async () => {
    await start()
    const sql = await client()
    await sql.query(fill, [200_000, 432])
    await sql.query('vacuum analyze belfry.reminders')
    for (const setting of indexPlans.split(' ')) await sql.query(`set ${setting.replace('=', ' = ')}`)
    for (const name of ['counts', 'moments'])
      await sql.query(
        `prepare ${name} (text, timestamptz[], timestamptz[], integer) as ${statementText(`upcoming-${name}`)}`,
      )
    const read = async (name: string, spans: number, atMost: number) => {
      const stepMs = dayMs / spans
      const moment = (n: number) => `'${new Date(beginMs + n * stepMs).toISOString()}'`
      const list = (shift: number) =>
        `array[${Array.from({ length: spans }, (_, n) => moment(n + shift))}]::timestamptz[]`
      const { rows } = await sql.query(
        `explain (analyze, buffers, format json) execute ${name} ('default', ${list(0)}, ${list(1)}, ${atMost})`,
      )
      const plan = rows[0]['QUERY PLAN'][0].Plan
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    // A way down the index is three or four pages, and some two hundred entries are one more.
    expect(await read('counts', 96, 208)).toBeLessThan(96 * 8)
    expect(await read('counts', 200, 100)).toBeLessThan(200 * 8)
    expect(await read('moments', 400, 15)).toBeLessThan(400 * 6)
  })
})

describe('reminders.upcomingCounts on a channel', () => {
  it('counts what the list of that channel has, of everybody, of a recipient, of an entity', async () => {
    const { belfry } = await start({ defaultChannels: ['in_app'] })
    await belfry.recipients.put({ id: 'bo', channels: ['memory'], fallback: 'in_app' })
    await belfry.recipients.put({ id: 'cy', quietHours: { from: '00:00', to: '23:00' } })
    const { next: draw } = createRandom(7)
    const ways = [
      {},
      { channels: ['memory'] },
      { channels: ['in_app', 'memory'] },
      { channels: ['in_app'], fallback: 'memory' },
    ]
    const made = Array.from({ length: 300 }, (_, i) => ({
      at: new Date(beginMs + Math.floor(draw() * dayMs)),
      recipient: ['ana', 'bo', 'cy'][Math.floor(draw() * 3)]!,
      entity: { type: 'note', id: String(i % 20) },
      kind: `k${i}`,
      usefulUntil: new Date(beginMs + 2 * dayMs),
      ...ways[Math.floor(draw() * ways.length)],
    }))
    await belfry.reminders.scheduleMany(made)
    const filters = [
      {},
      { recipient: 'bo' },
      { entity: made[7]!.entity },
      { entity: made[8]!.entity, recipient: 'ana' },
    ]
    for (const channel of ['in_app', 'memory', 'pigeon']) {
      for (const filter of filters) {
        const due: Date[] = []
        for (let cursor: string | undefined; ; ) {
          const page = await belfry.reminders.upcoming({ ...day, ...filter, channel, ...(cursor ? { cursor } : {}) })
          due.push(...page.items.map(({ dueAt }) => dueAt!))
          if (page.nextCursor === null) break
          cursor = page.nextCursor
        }
        const found = await belfry.reminders.upcomingCounts({ ...day, spans: 24, ...filter, channel })
        expect(found).toHaveLength(24)
        for (const { from, to, count, isEstimate } of found) {
          expect(count).toBe(due.filter((at) => at >= from && at < to).length)
          expect(isEstimate).toBe(false)
        }
      }
    }
  })

  it('estimates where there are more than it looks at, and is near the truth', async () => {
    const { belfry } = await start({ defaultChannels: ['in_app'] })
    const sql = await client()
    await sql.query(fill, [48_000, 1_800])
    await sql.query(`update belfry.reminders set channels = '{memory}' where entity_id::integer % 4 = 0`)
    const total = async (channel: string, spans: number) => {
      const counts = await belfry.reminders.upcomingCounts({ ...day, spans, channel })
      expect(counts.every(({ isEstimate }) => isEstimate)).toBe(true)
      return counts.reduce((sum, { count }) => sum + count, 0)
    }
    for (const spans of [4, 24]) {
      expect((await total('memory', spans)) / 12_000).toBeGreaterThan(0.8)
      expect((await total('memory', spans)) / 12_000).toBeLessThan(1.2)
      expect((await total('in_app', spans)) / 36_000).toBeGreaterThan(0.8)
      expect((await total('in_app', spans)) / 36_000).toBeLessThan(1.2)
      expect(await total('pigeon', spans)).toBe(0)
    }
    // A minute has 33 of them: few enough in half an hour to look at each.
    const half = { from: day.from, to: new Date(beginMs + 30 * 60_000) }
    const minutes = await belfry.reminders.upcomingCounts({ ...half, spans: 30, channel: 'memory' })
    expect(minutes.reduce((sum, { count }) => sum + count, 0)).toBe(250)
    expect(minutes.some(({ isEstimate }) => isEstimate)).toBe(false)
  })

  it('looks at so many rows and no more', async () => {
    await start()
    const sql = await client()
    await sql.query(fill, [100_000, 864])
    await sql.query('vacuum analyze belfry.reminders')
    for (const setting of indexPlans.split(' ')) await sql.query(`set ${setting.replace('=', ' = ')}`)
    const names = ['upcoming-on-channel', 'upcoming-on-channel-of-recipient']
    for (const name of names) await sql.query(`prepare "${name}" as ${statementText(name)}`)
    const places = 288
    const moment = (n: number) => `'${new Date(beginMs + (n * dayMs) / places).toISOString()}'`
    const list = (shift: number) =>
      `array[${Array.from({ length: places }, (_, n) => moment(n + shift))}]::timestamptz[]`
    const limits = `array_fill(10, array[${places}])`
    for (const name of names) {
      const more = name === names[0] ? '' : `, 'person-3'`
      const { rows } = await sql.query(
        `explain (analyze, buffers, format json) execute "${name}" ('default', ${list(0)}, ${list(1)}, ${limits}, 'email', '{in_app}'${more})`,
      )
      const plan = rows[0]['QUERY PLAN'][0].Plan
      // Of each a row, and a way to its recipient; of each place a way down the index.
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(places * (10 * 4 + 6))
    }
  })
})

describe('reminders.upcoming on a channel', () => {
  it('is of the reminder, else of the recipient, else the default; the cursor goes on where it stopped', async () => {
    const { belfry } = await start({ defaultChannels: ['in_app'] })
    await belfry.recipients.put({ id: 'bo', channels: ['memory'] })
    await belfry.reminders.schedule(reminder('own', { in: 'PT1M', channels: ['memory'] }))
    await belfry.reminders.schedule(reminder('default', { in: 'PT2M' }))
    await belfry.reminders.schedule(reminder('theirs', { in: 'PT3M', recipient: 'bo' }))
    await belfry.reminders.schedule(reminder('both', { in: 'PT4M', channels: ['in_app', 'memory'], recipient: 'bo' }))
    await belfry.reminders.schedule(reminder('behind', { in: 'PT5M', channels: ['in_app'], fallback: 'memory' }))
    const names = async (channel: string, limit: number) => {
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await belfry.reminders.upcoming({ channel, limit, ...(cursor ? { cursor } : {}) })
        found.push(...page.items.map(({ entity }) => entity.id))
        if (page.nextCursor === null) return found.join()
        cursor = page.nextCursor
      }
    }
    for (const limit of [1, 2, 50]) {
      expect(await names('memory', limit)).toBe('own,theirs,both')
      expect(await names('in_app', limit)).toBe('default,both,behind')
      expect(await names('pigeon', limit)).toBe('')
    }
    const { items } = await belfry.reminders.upcoming()
    expect(items.map(({ ringsOn }) => ringsOn.join())).toEqual([
      'memory',
      'in_app',
      'memory',
      'in_app,memory',
      'in_app',
    ])
    expect(items.map(({ channels, fallback }) => [channels, fallback])).toEqual([
      [['memory'], null],
      [null, null],
      [null, null],
      [['in_app', 'memory'], null],
      [['in_app'], 'memory'],
    ])
  })

  it('looks at so many and no more: what is far is found by going on', async () => {
    const { belfry } = await start()
    const sql = await client()
    await sql.query(fill, [4_500, 1_000])
    await belfry.reminders.schedule(
      reminder('far', { in: undefined, at: new Date(beginMs + dayMs), channels: ['in_app'] }),
    )
    const pages: number[] = []
    let cursor: string | undefined
    do {
      const page = await belfry.reminders.upcoming({ channel: 'in_app', ...(cursor ? { cursor } : {}) })
      pages.push(page.items.length)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(pages).toEqual([0, 0, 1])
  })
})
