import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Belfry, FeedEvent, ListEventsOptions } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { othersAreDone } from './feed-horizon.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

/** Reads the feed to its end; answers the events and where to go on. */
async function follow(belfry: Belfry, options: ListEventsOptions = {}): Promise<Followed> {
  await othersAreDone(url())
  return await followSoFar(belfry, options)
}

interface Followed {
  readonly events: FeedEvent[]
  readonly next: string
}

async function followSoFar(belfry: Belfry, options: ListEventsOptions = {}): Promise<Followed> {
  const events: FeedEvent[] = []
  for (let after = options.after; ; ) {
    const page = await belfry.events.list({ ...options, ...(after === undefined ? {} : { after }) })
    events.push(...page.items)
    if (page.nextCursor === after || page.items.length === 0) return { events, next: page.nextCursor }
    after = page.nextCursor
  }
}

const words = (events: readonly FeedEvent[]) => events.map(({ type, entity }) => `${type} ${entity?.id ?? ''}`.trim())

describe('the feed', () => {
  it('tells the life of a reminder, in order, without its texts', async () => {
    const test = await start({ actor: 'ops' })
    const { belfry } = test
    test.memory.script(({ entity, attempt }) => ({
      kind: entity.id === 'bad' ? 'refused' : attempt === 1 ? 'deferred' : 'delivered',
    }))
    const { id } = await belfry.reminders.schedule(reminder('a', { title: 'Secret', channels: ['memory', 'in_app'] }))
    await belfry.reminders.snooze(id, { for: 'PT2M' })
    await test.advance('PT10M')
    const bad = await belfry.reminders.schedule(reminder('bad'))
    await test.advance('PT1M')
    await belfry.reminders.retry(bad.id)
    await test.settled()
    const gone = await belfry.reminders.schedule(reminder('gone'))
    await belfry.reminders.cancel(gone.id)
    const { events, next } = await follow(belfry, { limit: 3 })
    expect(words(events)).toEqual([
      'reminder.scheduled a',
      'reminder.snoozed a',
      'delivery.sent a',
      'delivery.deferred a',
      'delivery.sent a',
      'reminder.scheduled bad',
      'delivery.failed bad',
      'delivery.retried bad',
      'delivery.failed bad',
      'reminder.scheduled gone',
      'delivery.cancelled gone',
      'reminder.cancelled gone',
    ])
    expect(JSON.stringify(events)).not.toContain('Secret')
    const [failed] = (await belfry.deliveries.list({ state: 'failed' })).items
    expect(events[6]).toEqual({
      ...{ id: events[6]!.id, at: failed!.at, type: 'delivery.failed', entity: { type: 'note', id: 'bad' } },
      ...{ recipient: 'ana', reminderId: bad.id, deliveryId: failed!.id, channel: 'memory' },
      ...{ state: 'failed', reason: 'refused' },
    })
    expect(events[7]).toMatchObject({ actor: 'ops', deliveryId: failed!.id, reminderId: bad.id, recipient: 'ana' })
    expect(await belfry.events.list({ after: next })).toEqual({ items: [], nextCursor: next })
    // The id of an event is a place to go on from.
    const rest = await follow(belfry, { after: events[8]!.id })
    expect(rest.events).toEqual(events.slice(9))
    const some = await follow(belfry, { types: ['delivery.failed', 'reminder.snoozed'], limit: 1 })
    expect(words(some.events)).toEqual(['reminder.snoozed a', 'delivery.failed bad', 'delivery.failed bad'])
    const none = await belfry.events.list({ types: ['hold.set'] })
    expect(none.items).toEqual([])
    expect((await belfry.events.list({ after: none.nextCursor })).items).toEqual([])
  })

  it('tells what becomes of entities and of what is stopped with them', async () => {
    const test = await start()
    const { belfry } = test
    const meeting = { type: 'meeting', id: 'm' }
    await belfry.entities.put({ ...meeting, at: '2030-01-05T10:00', recipients: ['ana'], plan: ['-PT1H', '-P40D'] })
    await belfry.entities.cancel(meeting)
    const sql = await client()
    await belfry.entities.put({
      type: 'meeting',
      id: 'n',
      at: '2030-01-05T10:00',
      recipients: ['ana'],
      plan: ['-PT1H'],
    })
    await sql.query(`select belfry.cancel('default', 'meeting', 'n')`)
    await belfry.holds.hold({ tenant: 'default', channel: 'memory', reason: 'test' })
    const { events } = await follow(belfry)
    const sorted = (from: number, to: number) => words(events.slice(from, to)).sort()
    expect(sorted(0, 3)).toEqual(['delivery.skipped m', 'entity.created m', 'reminder.scheduled m'])
    expect(sorted(3, 5)).toEqual(['delivery.cancelled m', 'entity.cancelled m'])
    expect(sorted(5, 7)).toEqual(['entity.created n', 'reminder.scheduled n'])
    expect(words(events.slice(7))).toEqual(['delivery.cancelled n', 'entity.cancelled n', 'hold.set'])
  })

  it('unfolds batches, and goes on in the middle of one', async () => {
    const test = await start()
    await test.belfry.reminders.scheduleMany(many(450))
    await test.advance('PT1M')
    const { events } = await follow(test.belfry, { limit: 70 })
    const of = (type: string) => events.filter((event) => event.type === type).map(({ reminderId }) => reminderId)
    expect(new Set(of('reminder.scheduled')).size).toBe(450)
    expect(new Set(of('delivery.sent')).size).toBe(450)
    expect(events).toHaveLength(900)
    expect(new Set(events.map(({ id }) => id)).size).toBe(900)
    const sql = await client()
    const { rows } = await sql.query('select count(*)::integer as count from belfry.events')
    expect(rows[0].count).toBeLessThan(20)
  })

  it('skips nothing when transactions commit in another order than they began', async () => {
    const belfry = await open()
    const first = await client()
    const second = await client()
    const { next } = await follow(belfry)
    await first.query('begin')
    await belfry.with(first).reminders.schedule(reminder('first'))
    await second.query('begin')
    await belfry.with(second).reminders.schedule(reminder('second'))
    await second.query('commit')
    const early = await followSoFar(belfry, { after: next })
    await first.query('commit')
    const late = await follow(belfry, { after: early.next })
    expect([...words(early.events), ...words(late.events)].sort()).toEqual([
      'reminder.scheduled first',
      'reminder.scheduled second',
    ])
  })

  it('shows everything once to a reader that follows while many write', async () => {
    const belfry = await open()
    const wanted = Array.from({ length: 40 }, (_, i) => `w${i}`)
    const clients = await Promise.all([client(), client(), client(), client()])
    let isWriting = true
    const writing = Promise.all(
      clients.map(async (sql, c) => {
        for (const [i, id] of wanted.filter((_, n) => n % clients.length === c).entries()) {
          await sql.query('begin')
          const inside = belfry.with(sql).reminders
          const { id: written } = await inside.schedule(reminder(id))
          // A second row of the same transaction, of the other table.
          if (i % 2 === 0) await inside.cancel(written)
          await sql.query('select count(*) from generate_series(1, $1)', [((i * 7 + c * 3) % 5) * 20_000])
          await sql.query('commit')
        }
      }),
    ).finally(() => {
      isWriting = false
    })
    const events: FeedEvent[] = []
    let after: string | undefined
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      // The last look waits for what other tests have open on the server: until then the feed holds back.
      const look = isLast ? follow : followSoFar
      const read = await look(belfry, { limit: 5, ...(after === undefined ? {} : { after }) })
      events.push(...read.events)
      after = read.next
    }
    await writing
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const scheduled = events.filter(({ type }) => type === 'reminder.scheduled').map(({ entity }) => entity!.id)
    expect(scheduled.sort()).toEqual([...wanted].sort())
    expect(events.filter(({ type }) => type === 'reminder.cancelled')).toHaveLength(20)
  })

  it('belongs to its tenant, and refuses a cursor that is none', async () => {
    const test = await start()
    const other = await open({ tenant: 'other' })
    await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    expect((await follow(test.belfry)).events).toHaveLength(2)
    expect((await follow(other)).events).toEqual([])
    const list = (options: object) => other.events.list(options)
    await expect(list({ after: '1-2' })).rejects.toMatchObject({ code: 'invalid_input', field: '/after' })
    await expect(list({ after: '99999999999999999999-1-1' })).rejects.toMatchObject({ field: '/after' })
    await expect(list({ after: '900000000000000000-1-1' })).rejects.toMatchObject({
      message: /restored/,
      field: '/after',
    })
    await expect(list({ types: ['delivery.gone'] })).rejects.toMatchObject({ field: '/types/0' })
  })

  it('is guarded by row-level security', async () => {
    const belfry = await open()
    await belfry.reminders.schedule(reminder('a'))
    const sql = await client()
    const role = `feed_reader_${process.pid}`
    await sql.query(`drop role if exists ${role}`)
    await sql.query(`create role ${role}`)
    atEnd(async () => {
      const last = new pg.Client({ connectionString: url() })
      await last.connect()
      await last.query(`drop owned by ${role}`)
      await last.query(`drop role ${role}`)
      await last.end()
    })
    await sql.query(`select belfry.grant_to('${role}')`)
    await sql.query(`begin; set local role ${role}; select set_config('belfry.tenant', 'default', true)`)
    await belfry.with(sql).reminders.schedule(reminder('b'))
    expect((await sql.query('select from belfry.events')).rowCount).toBe(2)
    await sql.query(`select set_config('belfry.tenant', 'other', true)`)
    expect((await sql.query('select from belfry.events')).rowCount).toBe(0)
    await sql.query('commit')
    expect(words((await follow(belfry)).events)).toEqual(['reminder.scheduled a', 'reminder.scheduled b'])
  })

  it('goes with cleanup after seven days', async () => {
    const { belfry } = await start()
    await belfry.reminders.schedule(reminder('old', { in: 'P30D' }))
    const { next } = await follow(belfry)
    await belfry.clock.set(new Date('2030-01-06T00:00:00Z'))
    await belfry.reminders.schedule(reminder('new', { in: 'P30D' }))
    await belfry.clock.set(new Date('2030-01-09T00:00:00Z'))
    await belfry.ledger.cleanupOldReminders()
    expect(words((await follow(belfry)).events)).toEqual(['reminder.scheduled new'])
    expect(words((await follow(belfry, { after: next })).events)).toEqual(['reminder.scheduled new'])
  })

  it('starts anew after a restore into a server that counts from the beginning', async () => {
    const belfry = await open()
    const sql = await client()
    await belfry.reminders.schedule(reminder('a'))
    const { id } = await belfry.reminders.schedule(reminder('b'))
    await belfry.reminders.cancel(id)
    const { events: before } = await follow(belfry)
    // As if the other server had counted far ahead of this one.
    await sql.query(`alter table belfry.audit disable trigger audit_is_kept;
      update belfry.audit set xid = '9000000000'; update belfry.events set xid = '9000000000';
      alter table belfry.audit enable trigger audit_is_kept`)
    expect((await follow(belfry)).events).toEqual([])
    await sql.query('select belfry.restart_feed()')
    await belfry.reminders.schedule(reminder('c'))
    const { events } = await follow(belfry)
    expect(words(events)).toEqual([...words(before), 'reminder.scheduled c'])
    await expect(sql.query('delete from belfry.audit')).rejects.toMatchObject({ code: '23001' })
  })

  it('reads as much as it shows, however long the feed is', async () => {
    await open()
    const sql = new pg.Client({
      connectionString: url(),
      options: '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan -c jit=off',
    })
    await sql.connect()
    atEnd(() => sql.end())
    await sql.query(`insert into belfry.events (tenant, xid, id, at, type, count, reminders)
      select t, (g / 3)::text::xid8, g, now(), 'reminder.scheduled', 1, array[gen_random_uuid()]
      from generate_series(1, 30000) g, unnest(array['default', 'other']) t`)
    await sql.query(`insert into belfry.audit (tenant, xid, actor, action)
      select 'default', (g / 3)::text::xid8, 'x', 'held' from generate_series(1, 30000) g`)
    // What was written by hand has numbers of the past: they must lie below the oldest open transaction.
    await sql.query(`update belfry.events set xid = '3' where xid > pg_snapshot_xmin(pg_current_snapshot())`)
    await sql.query(`prepare feed as ${statementText('events')}`)
    const { rows } = await sql.query(
      `explain (analyze, buffers, format json) execute feed ('default', '100', 0, 0, null, null, 51, 50)`,
    )
    const plan = rows[0]['QUERY PLAN'][0].Plan
    expect(plan['Actual Rows']).toBeGreaterThan(50)
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(300)
  })
})
