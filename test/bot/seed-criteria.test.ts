// What the plan for the old bot asked for, criterion by criterion. Its words: "checkAndSendReminders" is the worker's look and fire, the
// two indices are the list of a user and the due index, "sent" and "deleted" are what the person sees in Telegram.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBot } from '../../src/bot/bot.ts'
import { telegram as telegramChannel } from '../../src/channels/telegram/telegram.ts'
import { type Logger, silentLogger } from '../../src/log.ts'
import { statementText } from '../../src/storage/statements.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { buffersOf, openPlanner } from '../integration/buffers.ts'
import { latch } from '../integration/latch.ts'
import { type FakeTelegram, openFakeTelegram, type Person } from './fake-telegram.ts'
import { rates, useTalking } from './talking.ts'

describe('Performance: checkAndSendReminders stays constant, whether there are 100 or 200,000 reminders in the database', () => {
  let database: TestDatabase
  let sql: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    sql = await openPlanner(database.url)
    // What a crash would leave of this is of no interest, and it is filled in a third of the time.
    await sql.query('alter table belfry.reminders set unlogged')
    await sql.query(
      `prepare look (timestamptz, float8, float8, integer, smallint[], text[]) as ${statementText('next')}`,
    )
    await sql.query(`prepare fire as ${statementText('fire')}`)
  })
  afterAll(async () => {
    await sql.end()
    await database.drop()
  })

  /** A second apart, of a thousand people; the first hundred are due. */
  async function fill(from: number, to: number): Promise<void> {
    const { rows: indexes } = await sql.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where schemaname = 'belfry' and tablename = 'reminders' and indexname <> 'reminders_pkey'`,
    )
    // Made anew afterwards, as after a bulk load.
    for (const { indexname } of indexes) await sql.query(`drop index belfry.${indexname}`)
    await sql.query(
      `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id, kind, recipient, occurrence, channels)
       select case when g <= 100 then timestamptz '2020-01-01' else timestamptz '2040-01-01' end + g * interval '1 s', '2050-01-01', now(), g,
         ('x' || substr(md5(g::text), 1, 4))::bit(16)::integer >> 6, md5(g::text)::uuid, 'default', 'note', g::text, 'once',
         'telegram:' || g % 1000, 'once', array['telegram']
       from generate_series($1::integer, $2::integer) g order by 6`,
      [from, to],
    )
    for (const { indexdef } of indexes) await sql.query(indexdef)
    await sql.query('vacuum analyze belfry.reminders')
  }

  const look = `execute look ('-infinity', 60000, 300000, 1000, null, '{}')`
  const fire = (to: string) =>
    `execute fire ('-infinity', '${to}', 1000, null, null, null, '{telegram}', '{1000}', '{f}', '{f}', '{telegram}', 'w', 60000, '{}', null,
      null, null, null, '{null}', false)`

  async function costs() {
    return {
      look: await buffersOf(sql, look),
      nothingDue: await buffersOf(sql, fire('2019-01-01')),
      hundredDue: await buffersOf(sql, fire('2021-01-01')),
    }
  }

  it('counted in pages that are read and written, for nothing due and for a hundred due', async () => {
    await fill(1, 200)
    const few = await costs()
    await fill(201, 200_000)
    const many = await costs()
    expect(few.hundredDue).toBeGreaterThan(500)
    // one or two steps more down each of a few trees
    expect(many.look).toBeLessThanOrEqual(25)
    expect(many.nothingDue).toBeLessThanOrEqual(12)
    expect(many.hundredDue / few.hundredDue).toBeLessThan(1.2)
  })
})

describe('Correctness', () => {
  const talking = useTalking({ now: '2031-05-05T08:00:00Z' })

  it('a scheduled reminder is sent within a reasonable margin of its due time', async () => {
    const { ana, belfry } = talking
    await ana.says('call mom in 10 minutes')
    const before = ana.screen().length
    await talking.advance('PT9M59.999S')
    expect(ana.screen()).toHaveLength(before)
    await talking.advance('PT5S')
    expect(ana.last().text).toMatch(/^call mom\n/)
    const { items } = await belfry.deliveries.list({ recipient: `telegram:${ana.id}` })
    const lateMs = items.map(({ at, dueAt }) => at.getTime() - dueAt.getTime())
    // the old bot looked every five seconds; this one sleeps until the moment
    expect(lateMs).toEqual([0])
  })

  it('after being sent, it is verifiably deleted from both indices', async () => {
    const { ana, belfry, url } = talking
    await ana.says('water the plants in 10 minutes')
    const { items } = await belfry.reminders.list({ recipient: `telegram:${ana.id}` })
    const { id, dueAt } = items[0] as { id: string; dueAt: Date }
    expect(await entriesOf(url, `telegram:${ana.id}`, dueAt, id)).toEqual({ byUser: 1, byTime: 1, row: 1 })
    await talking.advance('PT10M')
    expect(await entriesOf(url, `telegram:${ana.id}`, dueAt, id)).toEqual({ byUser: 0, byTime: 0, row: 0 })
    await ana.says('/reminders')
    expect(ana.last().text).toContain('You have no reminders')
    // and it is not forgotten what became of it
    expect((await belfry.reminders.get(id))?.state).toBe('sent')
  })

  it('both indices are written, and left, by one transaction', async () => {
    const { ana, belfry, url } = talking
    await ana.says('/help')
    const recipient = `telegram:${ana.id}`
    const dueAt = new Date((await talking.now()).getTime() + 3_600_000)
    const input = { entity: { type: 'note', id: 'atomic' }, recipient, at: dueAt, title: 'atomic' }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin')
    const { id } = await belfry.with(client).reminders.schedule(input)
    await client.query('rollback')
    expect(await entriesOf(url, recipient, dueAt, id)).toEqual({ byUser: 0, byTime: 0, row: 0 })
    await belfry.reminders.schedule(input)
    await client.query('begin')
    await belfry.with(client).reminders.cancel(id)
    await client.query('rollback')
    expect(await entriesOf(url, recipient, dueAt, id)).toEqual({ byUser: 1, byTime: 1, row: 1 })
    await client.end()
  })
})

/** What each index has of it, by the index alone, and the row itself. */
async function entriesOf(url: string, recipient: string, dueAt: Date, id: string) {
  const client = new pg.Client({ connectionString: url, options: '-c enable_seqscan=off -c enable_bitmapscan=off' })
  await client.connect()
  const count = async (index: string, where: string, values: unknown[]) => {
    const query = `select count(*)::integer as count from belfry.reminders where ${where}`
    const { rows: plan } = await client.query(`explain ${query}`, values)
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain(index)
    const { rows } = await client.query(query, values)
    return rows[0].count
  }
  const entries = {
    byUser: await count('reminders_recipient', `recipient = $1 and tenant = 'default'`, [recipient]),
    byTime: await count('reminders_due', 'due_at = $1', [dueAt]),
    row: await count('reminders_pkey', 'bucket = belfry.bucket_of($1::uuid) and id = $1', [id]),
  }
  await client.end()
  return entries
}

describe('Reliability: a user-deleted reminder is never sent', () => {
  const talking = useTalking({ now: '2031-05-05T08:00:00Z' })

  /** Rings, as they stand before the person: whatever says its text under the buttons of a ring. */
  const ringsOf = (person: Person, title: string) =>
    person.screen().filter(({ text, buttons }) => text.startsWith(`${title}\n`) && buttons.flat().length > 0).length

  async function made(person: Person, title: string, more: object = {}): Promise<string> {
    await person.says('/help')
    const { id } = await talking.belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: `${person.id}:${title}` }, recipient: `telegram:${person.id}`, title },
      ...{ in: 'PT1H', ...more },
    } as never)
    await person.says('/reminders')
    return id
  }

  it.each(['PT0S', 'PT59M', 'PT59M59S', 'PT59M59.999S'])('deleted %s after it was made', async (after) => {
    const { ana } = talking
    await made(ana, 'thing')
    await talking.advance(after)
    await ana.says('/delete 1')
    expect(ana.last().text).toMatch(/^Deleted:/)
    await talking.advance('P2D')
    expect(ringsOf(ana, 'thing')).toBe(0)
  })

  it('deleted at its very moment: whoever is told that it is deleted never hears it, whoever hears it is told so', async () => {
    const { ana, test } = talking
    await ana.says('/help')
    for (let round = 0; round < 3; round++) {
      const titles = Array.from({ length: 10 }, (_, i) => `thing ${round}-${i}`)
      const due = new Date((await talking.now()).getTime() + 3_600_000)
      await talking.belfry.reminders.scheduleMany(
        titles.map((title) => ({
          ...{ entity: { type: 'note', id: `${ana.id}:${title}` }, recipient: `telegram:${ana.id}`, title, at: due },
        })),
      )
      await ana.says('/delete')
      const list = ana.last()
      const numbers = titles.map((title) => Number(new RegExp(`^(\\d+)\\. .*: ${title}$`, 'm').exec(list.text)?.[1]))
      const tap = (i: number) => ana.forges(list.data[`🗑 ${numbers[i]}`]!, { message: list })
      // they come due while the bot is deleting one after the other
      const first = titles.slice(0, round * 2 + 1).map((_, i) => tap(i))
      const [, ...answers] = await Promise.all([
        test.jump(due.toISOString()),
        ...first,
        ...titles.slice(first.length).map((_, i) => tap(i + first.length)),
      ])
      await talking.advance('PT1H')
      for (const [i, title] of titles.entries()) {
        const said = answers[i]?.text ?? ''
        const rung = ringsOf(ana, title)
        if (said === `Deleted: ${title}`) expect([title, rung]).toEqual([title, 0])
        else if (said === 'It had rung already.') expect([title, rung]).toEqual([title, 1])
        else expect([said, rung <= 1]).toEqual([expect.stringContaining('It was being sent at that very moment'), true])
      }
    }
  })

  it('deleted while it is on its way: it is said so, and nothing of it comes after that', async () => {
    const { ana, telegram, test } = talking
    await made(ana, 'thing', { in: 'PT1M', repeat: { nag: { every: 'PT10M', atMost: 5 } } })
    const arrives = latch()
    telegram.fault('sendMessage', { kind: 'slow', until: arrives.opened }, { chat: ana.id })
    const due = new Date((await talking.now()).getTime() + 60_000)
    const ringing = test.jump(due.toISOString())
    await telegram.until(() => ringsOf(ana, 'thing') === 1)
    await ana.says('/delete 1')
    expect(ana.last().text).toContain('1: was being sent at that very moment')
    arrives.open()
    await ringing
    await talking.advance('PT2H')
    expect(ringsOf(ana, 'thing')).toBe(1)
  })

  it('deleted after it rang: it had rung, and does not again', async () => {
    const { ana } = talking
    await made(ana, 'thing', { in: 'PT1M' })
    await talking.advance('PT1M')
    await ana.says('/delete 1')
    expect(ana.last().text).toBe('1: had rung already.')
    await talking.advance('P2D')
    expect(ringsOf(ana, 'thing')).toBe(1)
  })

  it.each([
    ['snoozed', {}, (ana: Person) => ana.taps('1 h')],
    ['asking until Done', { repeat: { nag: { every: 'PT30M', atMost: 9 } } }, async () => {}],
    ['repeating', { rule: { every: 'hour' } }, async () => {}],
    ['put off by /pause', {}, async () => {}],
  ])('deleted while it is %s', async (how, more, act) => {
    const { ana } = talking
    if (how.includes('pause')) await ana.says('/pause')
    await made(ana, 'thing', { in: 'PT1M', ...more })
    await talking.advance('PT2M')
    const rung = ringsOf(ana, 'thing')
    await act(ana)
    await ana.says('/reminders')
    await ana.says('/delete 1')
    expect(ana.last().text).toMatch(/^Deleted:/)
    if (how.includes('pause')) await ana.says('/resume')
    await talking.advance('P1D')
    expect(ringsOf(ana, 'thing')).toBeLessThanOrEqual(rung)
  })

  it('deleted while it waits because Telegram was asked too fast', async () => {
    const { ana, telegram, belfry } = talking
    const id = await made(ana, 'thing', { in: 'PT1M' })
    // the whole bot waits from here on: this is the last of these tests
    telegram.fault('sendMessage', { kind: 'slow down', retryAfter: 3_600 }, { chat: ana.id })
    await belfry.clock.set(new Date((await talking.now()).getTime() + 60_000))
    await waitFor(async () => (await belfry.reminders.get(id))?.state === 'pending')
    await ana.says('/delete 1')
    expect(ana.last().text).toBe('Deleted:\n1. thing')
    const { items } = await belfry.deliveries.list({ recipient: `telegram:${ana.id}` })
    expect(items.map(({ state }) => state)).toEqual(['cancelled'])
    expect(ringsOf(ana, 'thing')).toBe(0)
  })
})

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

describe('Reliability: the bot can be restarted, and all pending reminders are processed correctly without any loss', () => {
  let telegram: FakeTelegram
  let database: TestDatabase
  beforeAll(async () => {
    telegram = await openFakeTelegram()
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await telegram.close()
    await database.drop()
  })

  /** One life of the program: everything that it knows is in the database. */
  async function live<T>(
    now: string,
    work: (test: TestBelfry) => Promise<T>,
    logger: Logger = silentLogger,
  ): Promise<T> {
    const { token, url: apiRoot } = telegram
    const channels = [telegramChannel({ token, apiRoot, rates, callbackButtons: true })]
    const test = await createTestBelfry({ database: database.url, channels, now, logger })
    const bot = createBot({ belfry: test.belfry, token, apiRoot, logger })
    bot.start()
    try {
      return await work(test)
    } finally {
      await bot.stop()
      await test.close()
    }
  }

  it('what came due while nobody was there, what comes due later, and what was said meanwhile', async () => {
    const ana = telegram.person({ id: 42, name: 'Ana' })
    const title = (i: number) => `thing-${String(i).padStart(2, '0')}`
    await live('2031-05-05T08:00:00Z', async () => {
      for (let i = 1; i <= 12; i++) await ana.says(`${title(i)} in ${i * 30} minutes`)
    })
    // six of them are due by now; one more is said to a bot that is not there
    await ana.says('thing-13 in 30 minutes', { goesOn: true })
    const before = ana.screen().length
    await live('2031-05-05T11:00:00Z', async (test) => {
      await telegram.until(() => telegram.unconfirmed.length === 0)
      await test.advance('PT1H')
    })
    await live('2031-05-05T12:30:00Z', async (test) => {
      await test.advance('PT6H')
      expect((await test.belfry.reminders.list({ recipient: 'telegram:42' })).items).toEqual([])
      const { items } = await test.belfry.deliveries.list({ recipient: 'telegram:42', limit: 100 })
      expect(items.map(({ state }) => state)).toEqual(Array.from({ length: 13 }, () => 'sent'))
    })
    const rung = ana
      .screen()
      .slice(before)
      .filter(({ text }) => !text.includes(', in 30 min'))
      .map(({ text }) => text)
      .join('\n')
    for (let i = 1; i <= 13; i++) expect(rung.split(title(i))).toHaveLength(2)
  })

  it('key events are logged, and the story of each reminder is told: made, sent, failed', async () => {
    const bo = telegram.person({ id: 43, name: 'Bo' })
    const logged: string[] = []
    const write = (_: object, message: string) => void logged.push(message)
    const logger: Logger = { debug: write, info: write, warn: write, error: write }
    await live(
      '2031-06-01T08:00:00Z',
      async (test) => {
        await bo.says('stretch in 10 minutes')
        await bo.says('smile in 20 minutes')
        await test.advance('PT15M')
        telegram.fault('sendMessage', { kind: 'refused', code: 400, description: 'Bad Request: no' }, { chat: bo.id })
        await test.advance('PT15M')
        const { items } = await test.belfry.deliveries.list({ recipient: 'telegram:43' })
        expect(items.map(({ title, state, reason }) => [title, state, reason])).toEqual([
          ['smile', 'failed', 'refused'],
          ['stretch', 'sent', null],
        ])
        const story = await test.belfry.reminders.explain(items[0]!.reminderId)
        expect(story?.attempts.map(({ outcome, reply }) => `${outcome}: ${reply}`)).toEqual([
          expect.stringMatching(/^refused: 400 Bad Request: no/),
        ])
      },
      logger,
    )
    expect(logged).toEqual(expect.arrayContaining(['worker started', 'fired', 'concluded', 'worker stopped']))
    // nothing of what people write
    expect(logged.join()).not.toMatch(/stretch|smile/)
  })
})
