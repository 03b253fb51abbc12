// A backup is one consistent state, and a restore puts back exactly that, or nothing.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { backup } from '../../src/backup/backup.ts'
import { createBelfry } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { notRestored } from '../../src/storage/catalogue.ts'
import { migrate, readMigrations } from '../../src/storage/migrate.ts'
import { snapshotOf } from '../../src/storage/snapshot.ts'
import { backupOf, gathered, restoreInto, useSecondDatabase } from './backing-up.ts'
import { many, reminder, useDatabase } from './running.ts'
import { openTables } from './tables.ts'

const { start, open, client, url, atEnd } = useDatabase()
const { second } = useSecondDatabase()

/** Restored tables that differ from what was backed up, each for a reason: see the test that uses it. */
const touched = ['holds', 'audit', 'events', ...Object.keys(notRestored)]

async function fingerprintOf(database: string): Promise<Record<string, string>> {
  const tables = openTables(database)
  try {
    const all = await tables.fingerprint()
    return Object.fromEntries(Object.entries(all).filter(([name]) => !touched.includes(name)))
  } finally {
    await tables.close()
  }
}

/** A system that has done a bit of everything, with nothing due. */
async function lived() {
  const test = await start()
  const { belfry } = test
  await belfry.recipients.put({
    id: 'bo',
    addresses: { memory: 'bo@example.com' },
    quietHours: { from: '22:00', to: '07:00' },
  })
  await belfry.chats.putPerson({ user: '7', recipient: 'bo', settings: { language: 'ko' } })
  await belfry.chats.writeState({ user: '7', chat: '-42', name: 'list' }, { ids: ['a "b"'] })
  await belfry.chats.markHandled({ bot: '1', id: 5 })
  await belfry.plans.put({ name: 'usual', steps: ['-PT24H', '-PT1H'] })
  await belfry.templates.put({ name: 'soon', subject: 'Soon: {{title}}', text: '{{title}}\n\t"{{body}}"' })
  await belfry.entities.put({
    type: 'meeting',
    id: '1',
    at: '2030-02-01T10:00:00',
    timezone: 'Europe/Paris',
    recipients: ['ana', 'bo'],
    plan: 'usual',
    data: { room: '\\u0000 "x"\n' },
  })
  await belfry.reminders.scheduleMany(many(20, { in: 'PT1M' }))
  await belfry.reminders.schedule(reminder('rule', { rule: { every: 'day', at: ['09:00'] }, in: undefined }))
  await belfry.reminders.schedule(
    reminder('backoff', {
      repeat: { backoff: { base: 'PT1H' } },
      channels: ['memory', { channel: 'in_app', after: 'PT2H' }],
    }),
  )
  await test.advance('PT5M')
  await belfry.ledger.markReminderAsSent({ entityType: 'note', entityId: 'x', reminderType: 'once', userId: 'ana' })
  await test.worker.stop()
  return test
}

describe('backup and restore', () => {
  it('put back every row of every table as it was', async () => {
    const { belfry } = await lived()
    const target = await second()
    const result = await restoreInto(target, await backupOf(belfry))
    expect(result).toMatchObject({
      held: true,
      unknown: 0,
      requests: 0,
      migrated: [],
      drivenAt: new Date('2030-01-01T00:05:00Z'),
    })
    expect(await fingerprintOf(target)).toEqual(await fingerprintOf(url()))
    // The numbers of transactions are those of another server; everything else that was told is as it was.
    const told = (database: string) =>
      openTablesOnce(database, (tables) =>
        tables.query(`select (to_jsonb(e) - 'xid')::text as row from belfry.events e where e.at <= $1 order by e.id`, [
          result.takenAt,
        ]),
      )
    expect(await told(target)).toEqual(await told(url()))
    const counts = await openTablesOnce(url(), (tables) => tables.counts())
    expect(result.tables).toEqual(counts)
    expect(result.rows).toBe(Object.values(counts).reduce((a, b) => a + b))
  })

  it('leave out only what is named, and number on from where it was', async () => {
    const { belfry } = await lived()
    const target = await second()
    await restoreInto(target, await backupOf(belfry))
    expect(notRestored).toEqual({ migrations: expect.any(String), lineage: expect.any(String) })
    const highest = (database: string) =>
      openTablesOnce(database, async (tables) => {
        const [row] = await tables.query<{ id: string }>('select max(id)::text as id from belfry.audit')
        return Number(row?.id)
      })
    // The hold that a restore leaves is one entry more, under a number that nobody had.
    expect(await highest(target)).toBeGreaterThan(await highest(url()))
  })

  it('keep values of every kind', async () => {
    const belfry = await open()
    const sql = await client()
    await sql.query(`create table belfry.odd (
      id bigint generated always as identity primary key, parent bigint references belfry.odd, twice bigint generated always as (id * 2) stored,
      b bytea, t timestamptz, ts timestamp, f float8, r real, n numeric, x xid8, a integer[], ta text[], j json, jb jsonb, i interval, s text, "Odd ""name" text, ok boolean)`)
    await sql.query(`create table belfry.parted (k integer, v text) partition by list (k);
      create table belfry.parted_1 partition of belfry.parted for values in (1);
      create table belfry.parted_2 partition of belfry.parted for values in (2);
      insert into belfry.parted values (1, 'one'), (2, 'two')`)
    await sql.query(`insert into belfry.odd (parent, b, t, ts, f, r, n, x, a, ta, j, jb, i, s, "Odd ""name", ok) overriding system value values
      (null, '\\x00ff0a', 'infinity', '-infinity', 'NaN', '-Infinity', 'NaN', '18446744073709551615', '{1,null,3}', '{"a,b","c\\"d",null,"\\\\","{}"}',
        E'{"a":\\n  1,\\r\\n "b": "\\\\u0000"}', '{"big": 123456789012345678901234567890.123456789, "e": 1e-30, "s": "\\\\u2028 \\n"}', '1 year -3 days 00:00:00.000001', E'tab\\t line\\n cr\\r \\u0001 \\u2028 "quote" back\\\\slash', '', true),
      (1, '', '0044-03-15 00:00:00+00 BC', '294276-12-31 23:59:59.999999', 0.1, 0.1, 1e-400, '0', '[0:1]={7,8}', '{}', 'null', 'null', '0', '', null, false),
      (1, null, '2030-01-01 00:00:00.000001+00', null, 1.7976931348623157e308, 3.4028235e38, 99999999999999999999999999999999.5, null, '{{1,2},{3,4}}', null, '[]', '[]', null, null, 'x', null)`)
    await sql.query('update belfry.odd set parent = 3 where id = 1')
    const read = async () => [
      (await sql.query('select o::text as row from belfry.odd o order by id')).rows,
      (await sql.query('select p::text as row, tableoid::regclass::text as part from belfry.parted p order by k')).rows,
    ]
    const before = await read()
    const lines = await backupOf(belfry)
    expect(lines.every((line) => !/[\n\r]/.test(line))).toBe(true)
    await sql.query(`delete from belfry.odd; insert into belfry.parted values (1, 'more')`)
    await restoreInto(url(), lines, { replace: true })
    // JSON of type json keeps its line breaks: values travel as text.
    expect(await read()).toEqual(before)
    await sql.query('insert into belfry.odd (ok) values (true)')
    expect(
      (await sql.query('select max(id)::integer as id, max(twice)::integer as twice from belfry.odd')).rows,
    ).toEqual([{ id: 4, twice: 8 }])
    // Its foreign key is back.
    await expect(sql.query('insert into belfry.odd (parent) values (99)')).rejects.toMatchObject({ code: '23503' })
  })

  it('fire no trigger, and leave them as they were', async () => {
    const belfry = await open()
    const sql = await client()
    await sql.query(`create table public.seen (n integer); create function public.see() returns trigger language plpgsql as
      $$ begin insert into public.seen values (1); return new; end $$;
      create trigger see after insert on belfry.recipients for each row execute function public.see()`)
    await restoreInto(url(), await backupOf(belfry), { replace: true })
    expect((await sql.query('select * from public.seen')).rows).toEqual([])
    await belfry.recipients.put({ id: 'new' })
    expect((await sql.query('select * from public.seen')).rows).toHaveLength(1)
  })

  it('tell how far they are', async () => {
    const { belfry } = await lived()
    const seen: number[] = []
    const lines = await gathered(belfry.backup({ progress: ({ rows }) => seen.push(rows) }))
    expect(seen.at(-1)).toBe(JSON.parse(lines.at(-1)!).rows)
    expect(() => belfry.backup({ progress: 'yes' as never })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

async function openTablesOnce<T>(
  database: string,
  work: (tables: ReturnType<typeof openTables>) => Promise<T>,
): Promise<T> {
  const tables = openTables(database)
  try {
    return await work(tables)
  } finally {
    await tables.close()
  }
}

describe('a backup beside writers', () => {
  it('is one state: everything acknowledged before it, and nothing by halves', async () => {
    const belfry = await open({ connectionsMax: 6 })
    await belfry.recipients.put({ id: 'bo' })
    let isWriting = true
    let written = 0
    const entity = (id: number) => ({
      type: 'meeting',
      id: String(id),
      at: '2031-01-01T10:00:00',
      timezone: 'UTC',
      recipients: ['ana', 'bo'],
      plan: ['-PT24H', '-PT1H'],
    })
    const writer = async (from: number) => {
      for (let i = from; isWriting; i += 4) {
        await belfry.entities.put(entity(i))
        written++
        if (i % 3 === 0) await belfry.entities.cancel({ type: 'meeting', id: String(i) })
      }
    }
    const writers = [0, 1, 2, 3].map(writer)
    while (written < 40) await new Promise(setImmediate)
    await belfry.entities.put({ ...entity(0), id: 'acknowledged', data: { last: true } })
    const lines: string[] = []
    for await (const line of belfry.backup()) {
      lines.push(line)
      // Slowly: many transactions are committed between the first line and the last.
      if (lines.length % 20 === 0) await belfry.entities.put({ ...entity(0), id: `between ${lines.length}` })
    }
    isWriting = false
    await Promise.all(writers)
    const target = await second()
    await restoreInto(target, lines)
    const tables = openTables(target)
    atEnd(() => tables.close())
    const broken = await tables.query(
      `select e.id, e.status, (select count(*) from belfry.entity_recipients m where m.id = e.id) as members,
         (select count(*) from belfry.reminders r where r.entity_id = e.id) as reminders,
         (select count(*) from belfry.audit a where a.entity_id = e.id and a.action = 'entity_created') as audits
       from belfry.entities e`,
    )
    const whole = (row: Record<string, unknown>) =>
      row.members === '2' && row.audits === '1' && row.reminders === (row.status === 'active' ? '4' : '0')
    expect(broken.filter((row) => !whole(row))).toEqual([])
    expect(broken.map(({ id }) => id)).toContain('acknowledged')
    expect(broken.length).toBeGreaterThan(40)
  })

  it('ends its transaction when nobody wants the rest', async () => {
    const belfry = await open()
    for await (const _ of belfry.backup()) break
    const sql = await client()
    const { rows } = await sql.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'belfry backup' and state <> 'idle'`,
    )
    expect(rows).toEqual([])
  })
})

const sha = (lines: readonly string[]) =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')

describe('a backup that is not whole', () => {
  const isEmpty = async (database: string) => {
    const sql = new pg.Client({ connectionString: database })
    await sql.connect()
    const { rows } = await sql.query(`select to_regnamespace('belfry') as belfry`)
    await sql.end()
    return rows[0].belfry === null
  }

  it('is refused wherever it is cut off, and leaves nothing', async () => {
    const { belfry } = await lived()
    const lines = await backupOf(belfry)
    const target = await second()
    for (const length of [0, 1, 2, Math.floor(lines.length / 2), lines.length - 1]) {
      await expect(restoreInto(target, lines.slice(0, length))).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await isEmpty(target)).toBe(true)
    }
  })

  it('is refused when a line was changed, added, left out or moved', async () => {
    const { belfry } = await lived()
    const lines = await backupOf(belfry)
    const at = lines.findIndex((line) => line.includes('"once"') && line.startsWith('['))
    const target = await second()
    const damaged = [
      lines.with(at, lines[at]!.replace('"once"', '"Once"')),
      lines.toSpliced(at, 1),
      lines.toSpliced(at, 0, lines[at]!),
      [...lines.slice(0, at), lines[at + 1]!, lines[at]!, ...lines.slice(at + 2)],
      lines.with(at, '[not json'),
      lines.with(at, 'nothing'),
      [...lines, lines[at]!],
      lines.toSpliced(1, 0, '["row"]'),
      lines.with(-1, lines.at(-1)!.replace(/"sha256":"./, '"sha256":"x')),
    ]
    for (const some of damaged) {
      await expect(restoreInto(target, some)).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await isEmpty(target)).toBe(true)
    }
    await restoreInto(target, lines)
  })

  it('does not reach another table or run anything through its names', async () => {
    const { belfry } = await lived()
    const lines = await backupOf(belfry)
    const target = await second()
    const forged = (change: (table: { table: string; columns: string[] }) => object) => {
      const at = lines.findIndex((line) => line.startsWith('{"table":"tenants"'))
      const body = lines.with(at, JSON.stringify(change(JSON.parse(lines[at]!)))).slice(0, -1)
      return [...body, JSON.stringify({ ...JSON.parse(lines.at(-1)!), sha256: sha(body) })]
    }
    for (const some of [
      forged((t) => ({ ...t, table: 'tenants" (id) values (1); --' })),
      forged((t) => ({ ...t, columns: ['id', 'x" int'] })),
      forged((t) => ({ ...t, table: 'pg_class' })),
    ]) {
      await expect(restoreInto(target, some)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })
})

describe('which databases take a backup', () => {
  it('one that Belfry was merely started on does', async () => {
    const { belfry } = await lived()
    const target = await second()
    await (await createBelfry({ database: target })).close()
    expect(await restoreInto(target, await backupOf(belfry))).toMatchObject({ held: true })
  })

  it('one in use does not, unless it is to be replaced', async () => {
    const { belfry } = await lived()
    const lines = await backupOf(belfry)
    const target = await second()
    const other = await createBelfry({ database: target })
    atEnd(() => other.close())
    await other.recipients.put({ id: 'somebody' })
    await expect(restoreInto(target, lines)).rejects.toMatchObject({ code: 'in_use' })
    expect(await other.recipients.get('somebody')).not.toBeNull()
    await restoreInto(target, lines, { replace: true })
    expect(await other.recipients.get('somebody')).toBeNull()
    expect(await other.recipients.get('bo')).not.toBeNull()
  })

  it('a backup of an older Belfry is brought up to date', async () => {
    const old = await second()
    const pool = new pg.Pool({ connectionString: old })
    pool.on('error', () => {})
    await migrate(
      pool,
      silentLogger,
      readMigrations().filter(({ number }) => number <= 2),
    )
    await pool.query(
      `insert into belfry.recipients (tenant, id, created_at, updated_at) values ('default', 'ana', now(), now())`,
    )
    await pool.end()
    const lines = await gathered(backup(snapshotOf({ connectionString: old }), 'test'))
    const result = await restoreInto(url(), lines)
    expect(result.migrated).toEqual(
      readMigrations()
        .map(({ number }) => number)
        .filter((number) => number > 2),
    )
    // A database that is further on is made anew.
    expect(await restoreInto(url(), lines, { replace: true })).toMatchObject({ migrated: result.migrated })
    const belfry = await open()
    expect(await belfry.recipients.get('ana')).not.toBeNull()
  })

  it('a backup of a newer Belfry is refused', async () => {
    const belfry = await open()
    const sql = await client()
    await sql.query(`insert into belfry.migrations (number, name) values (9999, 'from_the_future')`)
    const target = await second()
    await expect(restoreInto(target, await backupOf(belfry))).rejects.toMatchObject({ code: 'database_newer' })
  })
})
