// Where imports read from, and what a bad row, a bad name or a bad line does: it is reported, and the others go on.

import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { BelfryError } from '../../src/index.ts'
import { createTestDatabase } from '../database.ts'
import { linesOf, useImports } from './importing.ts'
import { openTables, type Tables } from './tables.ts'

const { begin } = useImports()

const row = (id: string, more: object = {}) => ({
  ...{ entityType: 'MEETING', entityId: id, reminderType: '24h', userId: 'ana', sentAt: '2029-12-15T10:00:00Z' },
  ...more,
})
const sentAt = async (tables: Tables) =>
  (await tables.query<{ at: Date }>('select at from belfry.deliveries order by at')).map(({ at }) => at.toISOString())
const failure = async (work: Promise<unknown>): Promise<BelfryError> =>
  await work.then(
    () => {
      throw new Error('should have failed')
    },
    (error: BelfryError) => error,
  )

describe('a table', () => {
  it('of another database', async () => {
    const { imports, tables } = await begin()
    const old = await createTestDatabase()
    const oldTables = openTables(old.url)
    try {
      await oldTables.query('create schema legacy; create table legacy.sent as select * from (values (1)) v(id)')
      await oldTables.query(
        `alter table legacy.sent add "entityType" text default 'MEETING', add "entityId" text default 'm1',
         add "reminderType" text default '24h', add "userId" text default 'ana', add "sentAt" timestamptz default '2029-12-01Z'`,
      )
      expect(await imports.reminderSent({ table: 'legacy.sent', database: old.url })).toMatchObject({ imported: 1 })
      expect((await tables.counts()).deliveries).toBe(1)
    } finally {
      await oldTables.close()
      await old.drop()
    }
  })

  it('is only ever read, piece by piece, and the progress is told after each', async () => {
    const { imports, tables } = await begin()
    await tables.query(
      `create table sent as select i as id, 'MEETING' as "entityType", 'm' || i as "entityId", '24h' as "reminderType",
       'ana' as "userId", timestamptz '2029-12-01Z' as "sentAt" from generate_series(1, 25) i`,
    )
    const told: [number, number][] = []
    await imports.reminderSent(
      { table: 'sent' },
      { batchSize: 10, onProgress: ({ read, imported }) => told.push([read, imported]) },
    )
    expect(told).toEqual([
      [10, 10],
      [20, 20],
      [25, 25],
    ])
    expect(await tables.query('select count(*)::integer as n from sent')).toEqual([{ n: 25 }])
  })

  it('may have any name that PostgreSQL takes', async () => {
    const { imports, tables } = await begin()
    const strange = `"Sent; drop table x; --""'"`
    await tables.query(
      `create table ${strange} ("id" text, "e""t" text, eid text, kind text, who text, at timestamptz)`,
    )
    await tables.query(`insert into ${strange} values ('1', 'MEETING', 'm1', '24h', 'ana', '2029-12-01Z')`)
    const columns = { entityType: 'e"t', entityId: 'eid', reminderType: 'kind', userId: 'who', sentAt: 'at' }
    expect(await imports.reminderSent({ table: strange, columns })).toMatchObject({ imported: 1 })
  })

  it('is not called like anything else', async () => {
    const { imports } = await begin()
    const injected = ['sent; drop table belfry.deliveries', 'sent where true', '(select 1)', 'sent--', 'a b', 'f()']
    const malformed = ['a.b.c', 'a..b', 'a.', '.a', '', '"unclosed', '""', '1sent', `"${'x'.repeat(64)}"`, 'a\n']
    for (const table of [...injected, ...malformed]) {
      const error = await failure(imports.reminderSent({ table }))
      expect([table, error.code, error.field]).toEqual([table, 'invalid_input', '/source/table'])
    }
  })

  it('is read in a transaction that cannot write', async () => {
    const { imports, tables } = await begin()
    await tables.query(`create table touched (); create function touch() returns text language sql as
      $$ insert into touched default values; select 'x' $$`)
    await tables.query(`create view sneaky as select '1' as id, touch() as "entityType", 'm' as "entityId",
      '24h' as "reminderType", 'ana' as "userId", null as "sentAt"`)
    expect(await failure(imports.reminderSent({ table: 'sneaky' }))).toMatchObject({ field: '/source/table' })
    expect(await tables.query('select count(*)::integer as n from touched')).toEqual([{ n: 0 }])
  })

  it('a column name cannot become anything but a column', async () => {
    const { imports, tables } = await begin()
    await tables.query('create table sent (id text)')
    const userId = `id" from sent; drop table sent; --`
    const columns = { entityType: 'id', entityId: 'id', reminderType: 'id', sentAt: null, userId }
    const error = await failure(imports.reminderSent({ table: 'sent', columns }))
    expect(error).toMatchObject({ code: 'invalid_input', field: '/source/columns' })
    expect(await tables.query('select * from sent')).toEqual([])
  })

  it('that is not there, or lacks a column, or a database that is not there, is an error that says so', async () => {
    const { imports, tables } = await begin()
    expect(await failure(imports.reminderSent({ table: 'nowhere' }))).toMatchObject({
      code: 'invalid_input',
      field: '/source/table',
    })
    await tables.query('create table sent (id text)')
    expect(await failure(imports.reminderSent({ table: 'sent' }))).toMatchObject({ field: '/source/columns' })
    const database = 'postgres://nobody@127.0.0.1:1/none'
    expect(await failure(imports.reminderSent({ table: 'sent', database }))).toMatchObject({
      code: 'database_unavailable',
    })
  })
})

describe('lines', () => {
  it('come from a list, a generator, an async generator or a stream of bytes', async () => {
    const { imports } = await begin()
    const text = `\uFEFF${linesOf([row('ä1'), row('ä2')]).join('\r\n')}\n\n${linesOf([row('ä3')])[0]}`
    async function* later() {
      yield* linesOf([row('a1'), row('a2')])
    }
    // Bytes, cut anywhere, also inside a letter.
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]))
    expect(await imports.reminderSent({ lines: linesOf([row('l1')]) })).toMatchObject({ imported: 1 })
    expect(await imports.reminderSent({ lines: new Set(linesOf([row('s1')])) })).toMatchObject({ imported: 1 })
    expect(await imports.reminderSent({ lines: later() })).toMatchObject({ imported: 2 })
    expect(await imports.reminderSent({ lines: Readable.from(bytes) })).toMatchObject({ read: 3, imported: 3 })
    expect(await imports.reminderSent({ lines: Readable.from([text]) })).toMatchObject({ alreadyThere: 3 })
  })

  it('may have the names of the columns or of the fields, and ids as numbers', async () => {
    const { imports } = await begin()
    const columns = { entityType: 'type', userId: 'user_id' }
    const { entityType: type, userId: user_id, ...rest } = row('')
    const lines = linesOf([{ ...rest, type, user_id, entityId: 42 }, row('43')])
    expect(await imports.reminderSent({ lines, columns })).toMatchObject({ imported: 2, refusedCount: 0 })
  })

  it('that cannot be read are reported with their number, and the others go on', async () => {
    const { imports } = await begin()
    const lines = [
      ...linesOf([row('good')]),
      '{ half',
      '[1]',
      '',
      ...linesOf([row('no user', { userId: undefined }), row('no time', { sentAt: 'yesterday' }), row('good too')]),
      ...linesOf([
        row('bad type', { entityType: 'two words' }),
        row('x'.repeat(300)),
        row('31st', { sentAt: '2029-02-31T00:00:00Z' }),
      ]),
      'x'.repeat(1_000_001),
    ]
    const report = await imports.reminderSent({ lines })
    expect(report).toMatchObject({ read: 10, imported: 2, refusedCount: 8 })
    expect(report.refused.map(({ row: at, code, field }) => [at, code, field])).toEqual([
      [2, 'invalid_input', null],
      [3, 'invalid_input', null],
      [5, 'missing_field', '/userId'],
      [6, 'invalid_input', '/sentAt'],
      [8, 'invalid_input', '/entityType'],
      [9, 'text_too_long', '/entityId'],
      [10, 'impossible_date', '/sentAt'],
      [11, 'invalid_input', null],
    ])
    expect(report.refused[2]!.message).toContain('missing')
  })

  it('are listed up to a bound and counted without one', async () => {
    const { imports } = await begin()
    const lines = Array.from({ length: 250 }, () => '?')
    const report = await imports.reminderSent({ lines })
    expect([report.refusedCount, report.refused.length]).toEqual([250, 100])
    expect((await imports.reminderSent({ lines }, { listMax: 3 })).refused).toHaveLength(3)
  })

  it('from a stream that breaks, end the import with its error', async () => {
    const { imports, tables } = await begin()
    async function* broken() {
      yield `${linesOf([row('m1')])[0]}\n`
      throw new Error('the disk is gone')
    }
    await expect(imports.reminderSent({ lines: Readable.from(broken()) }, { batchSize: 1 })).rejects.toThrow('the disk')
    expect((await tables.counts()).deliveries).toBe(1)
  })
})

describe('times', () => {
  it('without a zone are UTC, or of the zone that is named', async () => {
    const { imports, tables } = await begin()
    const lines = (id: string) => linesOf([row(id, { sentAt: '2029-12-15T10:00:00' })])
    await imports.reminderSent({ lines: lines('utc') })
    await imports.reminderSent({ lines: lines('seoul'), timezone: 'Asia/Seoul' })
    await imports.reminderSent({ lines: linesOf([row('pg', { sentAt: '2029-12-15 11:00:00.5+01' })]) })
    await imports.reminderSent({ lines: linesOf([row('end of month', { sentAt: '2029-12-31T23:00:00-0130' })]) })
    expect(await sentAt(tables)).toEqual([
      '2029-12-15T01:00:00.000Z',
      '2029-12-15T10:00:00.000Z',
      '2029-12-15T10:00:00.500Z',
      '2030-01-01T00:30:00.000Z',
    ])
  })

  it('that nobody wrote down are the time of the import: it was sent, whenever', async () => {
    const { imports, tables } = await begin()
    await imports.reminderSent({ lines: linesOf([row('m1', { sentAt: null })]) })
    expect(await sentAt(tables)).toEqual(['2030-01-01T00:00:00.000Z'])
  })
})

describe('a row that the database refuses', () => {
  it('is found and reported, and the others go on', async () => {
    const { imports, tables } = await begin()
    await tables.query(`create function public.no() returns trigger language plpgsql as $$
      begin if new.entity_id = 'm13' then raise 'unlucky'; end if; return new; end $$`)
    await tables.query('create trigger no before insert on belfry.deliveries for each row execute function public.no()')
    const lines = linesOf(Array.from({ length: 40 }, (_, i) => row(`m${i}`, { id: `row-${i}` })))
    const report = await imports.reminderSent({ lines })
    expect(report).toMatchObject({ read: 40, imported: 39, refusedCount: 1 })
    expect(report.refused).toMatchObject([{ row: 14, id: 'row-13', code: 'database_refused' }])
  })
})

describe('what is asked for', () => {
  const cases: [what: string, source: object, options: object, field: string][] = [
    ['neither table nor lines', {}, {}, '/source'],
    ['both', { table: 'a', lines: [] }, {}, '/source'],
    ['a path as lines', { lines: 'sent.jsonl' }, {}, '/source/lines'],
    ['a column that no field has', { table: 'a', columns: { entityTyp: 'x' } }, {}, '/source/columns/entityTyp'],
    ['a column without a name', { table: 'a', columns: { userId: '' } }, {}, '/source/columns/userId'],
    ['a zone that is none', { table: 'a', timezone: 'Mars' }, {}, '/source/timezone'],
    ['an unknown option', { table: 'a' }, { dryrun: true }, '/options/dryrun'],
    ['an empty batch', { table: 'a' }, { batchSize: 0 }, '/options/batchSize'],
    ['a word as a function', { table: 'a' }, { onProgress: 'yes' }, '/options/onProgress'],
  ]

  it('is checked before anything is read', async () => {
    const { imports } = await begin()
    for (const [what, source, options, field] of cases) {
      const error = await failure(imports.reminderSent(source as { table: string }, options))
      expect([what, error.field]).toEqual([what, field])
    }
  })
})
