import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { ListDeliveriesOptions } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

const settings = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((plan) => `-c enable_${plan}=off`)

/** Deliveries of a tenant, one a second back from `until`, each of an entity of its own, to one of 500 people. */
const fill = (count: number, until: string, state: string, more = 'null') =>
  `insert into belfry.deliveries (at, due_at, occurrence_key, useful_until, attempt, bucket, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, attention_at)
  select at, at, 1, at, 1, belfry.bucket_of(id), id, 'default', 'fill', '${state}' || g, 'once', 'p' || g % 500, 'o',
    'email', '${state}', case when '${state}' <> 'sent' then 'refused' end, ${more}
  from generate_series(1, ${count}) g
  cross join lateral (select belfry.reminder_id('default', 'fill', '${state}' || g, 'once', 'x') as id) k
  cross join lateral (select timestamptz '${until}' - g * interval '1 s' as at) t`

async function everyPage<T>(read: (cursor?: string) => Promise<{ items: readonly T[]; nextCursor: string | null }>) {
  const pages: T[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor)
    pages.push([...items])
    if (nextCursor === null) return pages
    cursor = nextCursor
  }
}

describe('deliveries.list', () => {
  it('answers the newest first, by each of its filters', async () => {
    const test = await start()
    const { belfry } = test
    await belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })
    test.memory.script(({ entity }) => ({ kind: entity.id === 'b' ? 'refused' : 'delivered' }))
    await belfry.reminders.schedule(reminder('a'))
    await belfry.reminders.schedule(reminder('b', { in: 'PT2M' }))
    await belfry.reminders.schedule(reminder('c', { in: 'PT3M', recipient: 'bo', channels: ['in_app'] }))
    await test.advance('PT5M')
    const ids = async (options: object) =>
      (await belfry.deliveries.list(options)).items.map(({ entity }) => entity.id).join('')
    expect(await ids({})).toBe('cba')
    expect(await ids({ state: 'sent' })).toBe('ca')
    expect(await ids({ state: 'failed' })).toBe('b')
    expect(await ids({ state: 'failed', from: new Date('2030-01-01') })).toBe('b')
    expect(await ids({ state: 'unknown' })).toBe('')
    expect(await ids({ channel: 'in_app' })).toBe('c')
    expect(await ids({ recipient: 'ana' })).toBe('ba')
    expect(await ids({ recipient: 'ana', state: 'sent' })).toBe('a')
    expect(await ids({ entity: { type: 'note', id: 'b' } })).toBe('b')
    expect(await ids({ entity: { type: 'note', id: 'b' }, recipient: 'bo' })).toBe('')
    expect(await ids({ from: new Date('2030-01-01T00:02:00Z'), to: new Date('2030-01-01T00:03:00Z') })).toBe('b')
    expect(await ids({ to: new Date('2030-01-01T00:02:00Z') })).toBe('a')
    const [newest] = (await belfry.deliveries.list({ limit: 1 })).items
    expect(newest).toMatchObject({ recipient: 'bo', recipientTimezone: 'Asia/Seoul', state: 'sent' })
    expect(await belfry.deliveries.get(newest!.id)).toEqual(newest)
    await belfry.recipients.delete('bo')
    expect(await belfry.deliveries.get(newest!.id)).toMatchObject({ recipientTimezone: null })
  })

  it('lists what waits, in order, and finds it by time when there is a great deal of it', async () => {
    const test = await start()
    const { belfry } = test
    test.memory.script(() => ({ kind: 'deferred' }))
    for (const id of ['a', 'b', 'c']) {
      await belfry.reminders.schedule(reminder(id, { in: 'PT10S' }))
      await test.advance('PT10S')
    }
    const pending = async (cursor?: string) =>
      await belfry.deliveries.list({ state: 'pending', limit: 2, ...(cursor ? { cursor } : {}) })
    const few = await everyPage(pending)
    expect(few.map((page) => page.map(({ entity }) => entity.id).join(''))).toEqual(['cb', 'a'])
    const sql = await client()
    await sql.query(`insert into belfry.deliveries (at, due_at, occurrence_key, pending_at, bucket, reminder, tenant, entity_type,
        entity_id, kind, recipient, occurrence, channel, state)
      select timestamptz '2029-12-31T23:00:00Z', now(), 1, 'infinity', belfry.bucket_of(id), id, 'default', 'fill', g::text,
        'once', 'x', 'o', 'other', 'pending'
      from generate_series(1, 6000) g cross join lateral (select md5(g::text)::uuid as id) k`)
    const first = await pending()
    expect(first.items.map(({ entity }) => entity.id).join('')).toBe('cb')
    const second = await pending(first.nextCursor!)
    expect(second.items[0]).toMatchObject({ entity: { id: 'a' } })
    expect((await belfry.deliveries.list({ state: 'pending', channel: 'memory' })).items).toHaveLength(3)
  })

  it('takes several states at once: by time, of somebody, of a thing, and of those that need attention', async () => {
    const test = await start()
    const { belfry } = test
    const outcomes = ['refused', 'delivered', 'unknown'] as const
    for (const [i, kind] of outcomes.entries()) {
      test.memory.script(() => ({ kind }))
      await belfry.reminders.schedule(reminder(String(i), { in: 'PT10S' }))
      await test.advance('PT10S')
    }
    const { id } = await belfry.reminders.schedule(reminder('3', { in: 'PT10S' }))
    await belfry.reminders.cancel(id)
    const states = async (options: ListDeliveriesOptions) =>
      (await belfry.deliveries.list(options)).items.map(({ state }) => state)
    for (const narrowed of [{}, { recipient: 'ana' }]) {
      expect(await states({ ...narrowed, state: ['failed', 'cancelled'] })).toEqual(['cancelled', 'failed'])
      expect(await states({ ...narrowed, state: ['sent', 'unknown', 'sent'] })).toEqual(['unknown', 'sent'])
      expect(await states({ ...narrowed, state: ['pending', 'sending'] })).toEqual([])
      expect(await states({ ...narrowed, state: ['cancelled'] })).toEqual(['cancelled'])
    }
    const entity = { type: 'note', id: '0' }
    expect(await states({ entity, state: ['failed', 'cancelled'] })).toEqual(['failed'])
    expect(await states({ entity, state: ['sent', 'cancelled'] })).toEqual([])
    // However long ago: these have an index of their own. A mixture is looked for by time, a day back.
    await test.advance('P3D')
    expect(await states({ state: ['unknown', 'failed'] })).toEqual(['unknown', 'failed'])
    expect(await states({ state: ['cancelled', 'failed'] })).toEqual([])
    expect(await states({ state: ['cancelled', 'failed'], from: new Date(0) })).toEqual(['cancelled', 'failed'])
  })

  it('neither skips nor repeats while others write', async () => {
    const belfry = await open()
    const sql = await client()
    await belfry.clock.set(new Date('2030-01-02T00:00:00Z'))
    await sql.query(fill(300, '2030-01-02', 'sent'))
    let written = 0
    for (const options of [{}, { recipient: 'p7' }, { channel: 'email', state: 'sent' as const }]) {
      const before = (
        await everyPage((cursor) => belfry.deliveries.list({ ...options, limit: 200, ...at(cursor) }))
      ).flat()
      const pages = await everyPage(async (cursor) => {
        written += 1
        const id = `belfry.reminder_id('default', 'new', gen_random_uuid()::text, 'once', 'x')`
        await sql.query(`insert into belfry.deliveries (at, due_at, occurrence_key, attempt, bucket, reminder, tenant, entity_type,
            entity_id, kind, recipient, occurrence, channel, state)
          select timestamptz '2030-01-02' + ${written} * interval '1 s', now(), 1, 1, belfry.bucket_of(id), id, 'default',
            'new', 'x', 'once', 'p7', 'o', 'email', 'sent' from (select ${id} as id) k`)
        return await belfry.deliveries.list({ ...options, limit: 7, ...at(cursor) })
      })
      const ids = pages.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      // The one that was written before the first page is on it; the others are newer than any cursor.
      expect(ids.slice(1)).toEqual(before.map(({ id }) => id))
    }
  })

  it('answers a page that is short, and goes on, where it would have to look at too much', async () => {
    const belfry = await open()
    const sql = await client()
    await belfry.clock.set(new Date('2030-01-02T00:00:00Z'))
    await sql.query(fill(25_000, '2030-01-02', 'sent'))
    await sql.query(fill(1, '2030-01-01T12:00:00Z', 'expired'))
    const pages = await everyPage((cursor) => belfry.deliveries.list({ state: 'expired', ...at(cursor) }))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toMatchObject([{ state: 'expired' }])
    const all = await everyPage((cursor) => belfry.deliveries.list({ limit: 200, ...at(cursor) }))
    expect(all.flat()).toHaveLength(25_001)
  })

  it('answers a full page at once, also where nothing was written for hours', async () => {
    const belfry = await open()
    const sql = await client()
    await belfry.clock.set(new Date('2030-01-02T03:00:00Z'))
    await sql.query(`${fill(60_000, '2030-01-02', 'sent')} order by at`)
    for (const asked of [{}, { state: 'sent' as const }]) {
      const { items } = await belfry.deliveries.list({ limit: 60, ...asked })
      expect(items).toHaveLength(60)
      expect(items[0]).toMatchObject({ at: new Date('2030-01-01T23:59:59Z') })
    }
  })

  it('refuses what it does not know', async () => {
    const belfry = await open()
    const list = (options: object) => belfry.deliveries.list(options)
    for (const state of ['gone', ['sent', 'gone'], [], null, 'sent,failed'])
      await expect(list({ state })).rejects.toMatchObject({ code: 'invalid_input', field: '/state' })
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input', field: '/cursor' })
    await expect(list({ cursor: `1~${'0'.repeat(36)}` })).rejects.toMatchObject({ field: '/cursor' })
    await expect(list({ limit: 201 })).rejects.toMatchObject({ field: '/limit' })
    await expect(list({ from: '2030' })).rejects.toMatchObject({ field: '/from' })
    await expect(list({ entity: { type: 'note' } })).rejects.toMatchObject({ field: '/entity/id' })
    await expect(list({ user: 'ana' })).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(belfry.deliveries.get('x')).rejects.toMatchObject({ code: 'invalid_input', field: '/id' })
  })
})

const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

describe('one delivery', () => {
  it('has all its attempts, a plain first success too', async () => {
    const test = await start()
    const { belfry } = test
    await belfry.reminders.schedule(reminder('plain'))
    await test.advance('PT1M')
    const [plain] = (await belfry.deliveries.list()).items
    const plainAttempts = await belfry.deliveries.attempts(plain!.id)
    expect(plainAttempts).toMatchObject([{ deliveryId: plain!.id, attempt: 1, outcome: 'delivered', at: plain!.at }])
    const outcomes = [{ kind: 'deferred' }, { kind: 'deferred' }, { kind: 'delivered' }] as const
    test.memory.script(({ attempt }) => outcomes[attempt - 1]!)
    await belfry.reminders.schedule(reminder('late'))
    await test.advance('PT1H')
    const [late] = (await belfry.deliveries.list({ limit: 1 })).items
    const attempts = await belfry.deliveries.attempts(late!.id)
    expect(attempts.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 deferred',
      '2 deferred',
      '3 delivered',
    ])
    const nobody = `${late!.reminderId}.0000000000000000`
    expect(await belfry.deliveries.get(nobody)).toBeNull()
    await expect(belfry.deliveries.attempts(nobody)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is retried when it failed, and only then', async () => {
    const test = await start()
    const { belfry } = test
    test.memory.script(() => ({ kind: 'refused' }))
    await belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const [failed] = (await belfry.deliveries.list({ state: 'failed' })).items
    test.memory.script(() => ({ kind: 'unknown' }))
    expect(await belfry.deliveries.retry(failed!.id)).toEqual({ state: 'pending' })
    await test.settled()
    const unknown = belfry.deliveries.retry(failed!.id)
    await expect(unknown).rejects.toMatchObject({ code: 'not_failed', accepted: expect.stringContaining('settle') })
    test.memory.script(() => ({ kind: 'delivered' }))
    await belfry.deliveries.settle(failed!.id, 'send_again')
    await test.settled()
    expect(await belfry.deliveries.get(failed!.id)).toMatchObject({ state: 'sent', attempt: 5 })
    await expect(belfry.deliveries.retry(failed!.id)).rejects.toMatchObject({ code: 'not_failed' })
  })

  it('belongs to its tenant', async () => {
    const test = await start()
    test.memory.script(() => ({ kind: 'refused' }))
    const { id: reminderId } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const other = await open({ tenant: 'other' })
    const [{ id } = { id: '' }] = (await test.belfry.deliveries.list()).items
    expect((await other.deliveries.list()).items).toEqual([])
    expect((await other.deliveries.list({ state: 'failed' })).items).toEqual([])
    expect((await other.deliveries.list({ recipient: 'ana' })).items).toEqual([])
    expect(await other.deliveries.get(id)).toBeNull()
    await expect(other.deliveries.attempts(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.deliveries.retry(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.reminders.retry(reminderId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.reminders.change(reminderId, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.audit.list({ reminder: reminderId })).items).toEqual([])
  })
})

describe('reminders.retry', () => {
  it('sends again what failed of the occurrence that rang last', async () => {
    const test = await start()
    const { belfry } = test
    test.memory.script(() => ({ kind: 'refused' }))
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ['memory', 'in_app'] }))
    await expect(belfry.reminders.retry(id)).rejects.toMatchObject({ code: 'not_failed' })
    await test.advance('PT1M')
    test.memory.script(() => ({ kind: 'delivered' }))
    const [failed] = (await belfry.deliveries.list({ state: 'failed' })).items
    expect(await belfry.reminders.retry(id)).toEqual({ id, retried: [failed!.id] })
    await test.settled()
    expect((await belfry.reminders.explain(id)).deliveries.map(({ state }) => state)).toEqual(['sent', 'sent'])
    await expect(belfry.reminders.retry(id)).rejects.toMatchObject({ code: 'not_failed' })
    await expect(belfry.reminders.retry(id.replace(/.$/, 'z'))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('does not send again what was cancelled while it failed', async () => {
    const test = await start()
    test.memory.script(() => ({ kind: 'refused' }))
    const { id } = await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT1M')
    const sql = await client()
    await sql.query('update belfry.deliveries set stopped = true')
    await expect(test.belfry.reminders.retry(id)).rejects.toMatchObject({ code: 'not_failed' })
  })
})

describe('what a list reads', () => {
  it('does not grow with the ledger, also when the statistics are old', async () => {
    await open()
    const sql = new pg.Client({
      connectionString: url(),
      options: `${settings.join(' ')} -c plan_cache_mode=force_generic_plan -c jit=off`,
    })
    await sql.connect()
    atEnd(() => sql.end())
    await sql.query('alter table belfry.deliveries set (autovacuum_enabled = off)')
    await sql.query(fill(500, '2029-12-31', 'sent'))
    await sql.query('vacuum analyze belfry.deliveries')
    const lists = [
      'deliveries-of-recipient',
      'deliveries-needing-attention',
      'deliveries-waiting',
      'deliveries-of-entity',
    ]
    for (const name of lists) await sql.query(`prepare "${name}" as ${statementText(name)}`)
    const span = `'default', '-infinity', 'infinity', null, null, null`
    const range = `belfry.bucket_of(belfry.first_id('default', 'fill', 'sent3')), belfry.first_id('default', 'fill', 'sent3'), belfry.last_id('default', 'fill', 'sent3')`
    const calls = [
      `"deliveries-of-recipient" (${span}, null, null, 51, 51, 'p7')`,
      `"deliveries-of-recipient" (${span}, array['failed', 'cancelled'], null, 51, 51, 'p7')`,
      `"deliveries-needing-attention" (${span}, array['failed', 'unknown'], null, 20000, 51)`,
      `"deliveries-waiting" (${span}, null, 5000, 51)`,
      `"deliveries-of-entity" (${span}, null, null, 51, null, ${range}, 'fill', 'sent3')`,
    ]
    const buffers = async (call: string) => {
      const { rows } = await sql.query(`explain (analyze, buffers, format json) execute ${call}`)
      const plan = rows[0]['QUERY PLAN'][0].Plan
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    await sql.query(fill(60_000, '2030-01-02', 'sent').replaceAll(`'sent' || g`, `'more' || g`))
    await sql.query(fill(20, '2030-01-01', 'failed', 'at'))
    const read = []
    for (const call of calls) read.push(await buffers(call))
    expect(Math.max(...read)).toBeLessThan(400)
    // The ledger is more than ten times as large.
    const { rows } = await sql.query(`select pg_relation_size('belfry.deliveries') / 8192 as pages`)
    expect(Number(rows[0].pages)).toBeGreaterThan(2_000)
  })

  it('by time reads the stretch it is asked for', async () => {
    await open()
    const sql = new pg.Client({
      connectionString: url(),
      options: `${settings.join(' ')} -c enable_bitmapscan=on -c enable_indexscan=off -c plan_cache_mode=force_generic_plan -c jit=off`,
    })
    await sql.connect()
    atEnd(() => sql.end())
    // The oldest first, as they would have been written.
    await sql.query(`${fill(60_000, '2030-01-02', 'sent')} order by g desc`)
    await sql.query(`select brin_summarize_new_values('belfry.deliveries_at')`)
    await sql.query(`prepare look as ${statementText('deliveries-between')}`)
    const { rows } = await sql.query(
      `explain (analyze, buffers, format json) execute look ('default', '2030-01-01T23:59:00Z', 'infinity', null, null, null,
        array['sent', 'failed'], null, 20000, 51)`,
    )
    const plan = rows[0]['QUERY PLAN'][0].Plan
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(250)
  })
})
