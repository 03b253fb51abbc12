// Two alarms of one user never share a moment: registered together, ringing together, by two workers, over any story.

import fc from 'fast-check'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Alarm, Belfry, Channel, Outcome, Page } from '../../src/index.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase } from '../database.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
const now = '2031-03-04T03:00:00Z'
const names = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)
const inSeoul = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(11, 19)
const isQuietInSeoul = (ms: number) => inSeoul(ms) >= '22:00:00' || inSeoul(ms) < '07:00:00'

async function times(belfry: Belfry, user: string): Promise<number[]> {
  const all: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Alarm> = await belfry.alarms.list({ user, limit: 200, ...(cursor === '' ? {} : { cursor }) })
    for (const { nextAlarmTime } of page.items) all.push(nextAlarmTime!.getTime())
    cursor = page.nextCursor
  }
  return all
}

/** Ten at a time, as many as there are connections: nobody waits for one longer than a verb may. */
async function together<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const rest = [...items]
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) answers.push(await work(item))
  }
  await Promise.all(Array.from({ length: 10 }, one))
  return answers
}

/** How many sessions of this database wait for a lock. Inside a transaction the list stays as it was at first. */
async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]!.count
}

describe('spacing', () => {
  it('100 pages registered at once ring one after the other, outside quiet hours', async () => {
    // 21:57 in Seoul: most of them have to wait for the morning.
    const test = await running.start({ now: '2031-03-04T12:57:00Z' })
    const put = await together(names(100), (pageId) => test.belfry.alarms.put({ pageId, userId: 'mina' }))
    const moments = put.map(({ nextAlarmTime }) => nextAlarmTime!.getTime())
    expect(new Set(moments).size).toBe(100)
    expect(moments.filter(isQuietInSeoul)).toEqual([])
    expect(Math.max(...moments) - Date.parse('2031-03-04T22:00:00Z')).toBeLessThanOrEqual(10 * 60_000)
    await test.advance('PT10H')
    const rang = test.memory.sent.map(({ dueAt }) => dueAt.getTime())
    expect(rang).toHaveLength(100)
    expect(new Set(rang).size).toBe(100)
    // They rang together and come back together: each has its own moment again, near the full hour.
    const next = await times(test.belfry, 'mina')
    expect(new Set(next).size).toBe(100)
    expect(next.filter(isQuietInSeoul)).toEqual([])
    for (const ms of next) expect(ms - Date.parse('2031-03-05T22:00:00Z')).toBeLessThanOrEqual(3_600_000)
  })

  it('leaves other users, and other tenants, alone', async () => {
    const test = await running.start({ now })
    const acme = await running.open({ tenant: 'acme' })
    const [mina, joon, other] = await Promise.all([
      test.belfry.alarms.put({ pageId: 'p1', userId: 'mina' }),
      test.belfry.alarms.put({ pageId: 'p2', userId: 'joon' }),
      acme.alarms.put({ pageId: 'p1', userId: 'mina' }),
    ])
    expect(joon.nextAlarmTime).toEqual(mina.nextAlarmTime)
    expect(other.nextAlarmTime).toEqual(mina.nextAlarmTime)
  })

  it('the unique index decides: a moment that somebody else has just taken is not given twice', async () => {
    const test = await running.start({ now })
    const client = await running.client()
    const watcher = await running.client()
    await test.belfry.alarms.put({ pageId: 'p1', userId: 'mina' })
    await test.settled()
    await expect(
      client.query(
        `insert into belfry.alarms select tenant, 'p9', recipient, bucket, reminder, slot_at, created_at from belfry.alarms`,
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'alarms_slot' })
    // Somebody who does not take part in the locks holds the moment in an open transaction.
    await client.query('begin')
    await client.query(
      `insert into belfry.alarms select tenant, 'p9', 'joon', bucket, gen_random_uuid(), $1, created_at from belfry.alarms`,
      [now],
    )
    const putting = test.belfry.alarms.put({ pageId: 'p2', userId: 'joon' })
    await expect.poll(() => waiting(watcher)).toBeGreaterThan(0)
    await client.query('commit')
    const { nextAlarmTime } = await putting
    expect(nextAlarmTime!.getTime()).toBeGreaterThan(Date.parse(now))
  })

  it('after 50 tries it is the first free second', async () => {
    const test = await running.start({ now })
    const client = await running.client()
    await test.belfry.holds.hold({ reason: 'nothing rings' })
    await test.belfry.alarms.put({ pageId: 'first', userId: 'mina' })
    // Every second of the ten minutes that tries reach into is taken.
    await client.query(
      `insert into belfry.alarms select tenant, 'q' || s, recipient, bucket, gen_random_uuid(), slot_at + s * interval '1 second', created_at
       from belfry.alarms, generate_series(1, 700) s`,
    )
    const { nextAlarmTime } = await test.belfry.alarms.put({ pageId: 'last', userId: 'mina' })
    expect(nextAlarmTime!.getTime() - Date.parse(now)).toBe(701_000)
  })

  it('two workers at once: exactly one gets the slot', async () => {
    const open: Channel = {
      name: 'push',
      idempotent: false,
      needsAddress: false,
      concurrency: 500,
      send: async () => ({ kind: 'delivered' }),
    }
    const options = { channels: [open], defaultChannels: ['push'] }
    const test = await running.start({ now, ...options })
    const second = await running.open(options)
    await test.belfry.holds.hold({ reason: 'together' })
    const users = ['mina', 'joon', 'sora']
    for (const user of users)
      await together(names(120), (page) => test.belfry.alarms.put({ pageId: `${user}-${page}`, userId: user }))
    await test.belfry.clock.set(new Date('2031-03-04T05:30:00Z'))
    second.startWorker()
    await test.belfry.holds.release({})
    const counts = async () => {
      const { items } = await test.belfry.alarms.list({ limit: 200 })
      const { items: more } = await test.belfry.alarms.list({ limit: 200, cursor: `p~${items.at(-1)!.pageId}` })
      return [...items, ...more]
    }
    await expect.poll(async () => (await counts()).every(({ sentCount }) => sentCount === 2)).toBe(true)
    for (const user of users) {
      const all = await times(test.belfry, user)
      expect(all).toHaveLength(120)
      expect(new Set(all).size).toBe(120)
    }
  })

  it('a user who travels while their alarm is being sent gets the next one by their new clock', async () => {
    let finish = (_: Outcome) => {}
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const push: Channel = {
      name: 'push',
      idempotent: false,
      needsAddress: false,
      send: () => {
        begin()
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    }
    // 13:00 in Seoul, and 00:30 in St John's.
    const test = await running.start({ now: '2031-03-04T04:00:00Z', channels: [push], defaultChannels: ['push'] })
    const client = await running.client()
    const watcher = await running.client()
    await test.belfry.alarms.put({ pageId: 'p1', userId: 'mina' })
    await begun
    // As a change of the recipient does it: their series are locked, and those without a moment stay as they are.
    await client.query('begin')
    await client.query(`update belfry.recipients set timezone = 'America/St_Johns' where id = 'mina'`)
    await client.query('select from belfry.reminders for update')
    finish({ kind: 'delivered' })
    await expect.poll(() => waiting(watcher)).toBeGreaterThan(0)
    await client.query('commit')
    await test.settled()
    const alarm = await test.belfry.alarms.get('p1')
    // A day later it is 00:00 there, which is quiet.
    expect(alarm!.nextAlarmTime!.toISOString()).toBe('2031-03-05T10:30:00.000Z')
  })

  it('a user whose quiet hours change keeps every alarm apart', async () => {
    const test = await running.start({ now })
    for (const pageId of names(20)) await test.belfry.alarms.put({ pageId, userId: 'mina' })
    await test.advance('PT20M')
    await test.belfry.recipients.put({ id: 'mina', quietHours: { from: '09:00', to: '18:00' } })
    const moments = await times(test.belfry, 'mina')
    expect(new Set(moments).size).toBe(20)
    for (const ms of moments) expect(inSeoul(ms) >= '09:00:00' && inSeoul(ms) < '18:00:00').toBe(false)
  })
})

type Step =
  | { readonly do: 'put'; readonly page: number }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'outcome'; readonly kind: Outcome['kind'] }
  | { readonly do: 'travel'; readonly zone: string }
  | { readonly do: 'quiet'; readonly from: number; readonly hours: number }
  | { readonly do: 'moreOften' | 'snooze' | 'postpone'; readonly page: number }

const pages = fc.integer({ min: 0, max: 4 })
const zones = ['Asia/Seoul', 'America/New_York', 'Asia/Kolkata', 'Europe/Paris', 'Pacific/Chatham', 'America/St_Johns']
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put' as const), page: pages }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('outcome' as const),
      kind: fc.constantFrom<Outcome['kind'][]>('delivered', 'refused', 'unknown', 'deferred'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('travel' as const), zone: fc.constantFrom(...zones) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('quiet' as const),
      from: fc.integer({ min: 0, max: 23 }),
      hours: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('moreOften' as const, 'snooze' as const, 'postpone' as const),
      page: pages,
    }),
  },
)

interface Living {
  readonly test: TestBelfry
  readonly user: string
  readonly name: (page: number) => string
  /** What was sent, in order. */
  readonly rang: { page: string; dueMs: number }[]
  kind: Outcome['kind']
  zone: string
  quiet: { from: string; to: string }
}

async function perform(one: Step, living: Living): Promise<void> {
  const { test, user, name } = living
  const { alarms, recipients } = test.belfry
  switch (one.do) {
    case 'put':
      return void (await alarms.put({ pageId: name(one.page), userId: user }))
    case 'wait':
      return await test.advance(`PT${one.hours}H`)
    case 'outcome':
      living.kind = one.kind
      return
    case 'travel':
      living.zone = one.zone
      return void (await recipients.put({ id: user, timezone: one.zone }))
    case 'quiet': {
      const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
      living.quiet = { from: clock(one.from), to: clock(one.from + one.hours) }
      return void (await recipients.put({ id: user, quietHours: living.quiet }))
    }
  }
  if ((await alarms.get(name(one.page))) === null) return
  if (one.do === 'moreOften') await alarms.moreOften(name(one.page))
  else if (one.do === 'snooze') await alarms.snooze(name(one.page), { for: 'PT3H' })
  else await alarms.done(name(one.page), { policy: 'postpone' })
}

async function look({ test, user, rang, zone, quiet }: Living): Promise<void> {
  const { now: clock } = await test.belfry.clock.read()
  const { items } = await test.belfry.alarms.list({ user, limit: 200 })
  const ahead = items.flatMap(({ nextAlarmTime }) => (nextAlarmTime ? [nextAlarmTime.getTime()] : []))
  expect(new Set(ahead).size).toBe(ahead.length)
  for (const ms of ahead) expect(ms).toBeGreaterThan(clock.getTime())
  for (const ms of ahead) expect(isQuiet(ms, zone, quiet)).toBe(false)
  const last = new Map<string, number>()
  for (const { page, dueMs } of rang) {
    expect(dueMs).toBeGreaterThan(last.get(page) ?? 0)
    last.set(page, dueMs)
  }
  expect(new Set(rang.map(({ dueMs }) => dueMs)).size).toBe(rang.length)
}

/** By another implementation of calendars than Belfry's. */
function isQuiet(ms: number, zone: string, { from, to }: Living['quiet']): boolean {
  const format = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const local = new Intl.DateTimeFormat('en-GB', format).format(ms)
  return from < to ? local >= from && local < to : local >= from || local < to
}

describe('for any sequence of deliveries, failures, quiet hours and zones', () => {
  it('alarm times strictly increase, never fall in quiet hours, never collide for one user', async () => {
    const database = await createTestDatabase()
    const lives: Living[] = []
    const push: Channel = {
      name: 'push',
      idempotent: false,
      needsAddress: false,
      async send({ entity, dueAt, attempt }) {
        const { rang, kind } = lives.at(-1)!
        if (attempt === 1) rang.push({ page: entity.id, dueMs: dueAt.getTime() })
        return kind === 'deferred' ? { kind, retryAfterMs: 60_000 } : { kind }
      },
    }
    const test = await createTestBelfry({ database: database.url, now, channels: [push], defaultChannels: ['push'] })
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const story = lives.length
      const name = (page: number) => `${story}-${page}`
      const living: Living = {
        ...{ test, user: `user-${story}`, name, rang: [], kind: 'delivered', zone: 'Asia/Seoul' },
        quiet: { from: '22:00', to: '07:00' },
      }
      lives.push(living)
      await test.belfry.alarms.put({ pageId: name(0), userId: living.user })
      for (const one of steps) {
        await perform(one, living)
        await test.settled()
        await look(living)
      }
      await test.belfry.recipients.delete(living.user)
    })
    try {
      await fc.assert(property, { numRuns: 15, endOnFailure: true })
    } finally {
      await test.close()
      await database.drop()
    }
  }, 600_000)
})
