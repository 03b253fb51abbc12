// Where a Deno KV bot's reminders are read from, and what a bad row, a bad file or a bad database does.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openKv } from '@deno/kv'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BelfryError } from '../../src/index.ts'
import { kvReader, type OpenKv } from '../../src/storage/foreign-kv.ts'
import { fencesOf } from '../docs/fences.ts'
import { CommandLine } from './command-line.ts'
import { accountedFor, stateOf, useImports } from './importing.ts'
import { createdAt, dumpOf, type Entry, type KvFile, kvFile, oldReminderOf, reminderOf } from './kv-file.ts'

const { begin, url, atEnd } = useImports()

let file: KvFile
beforeEach(() => {
  file = kvFile()
})
afterEach(() => file.remove())
afterEach(() => vi.doUnmock('@deno/kv'))

const ahead = '2030-01-01T04:00:00Z'
const failure = async (work: Promise<unknown>): Promise<BelfryError> =>
  await work.then(
    () => {
      throw new Error('should have failed')
    },
    (error: BelfryError) => error,
  )

describe('rows that are not in order', () => {
  const bad = (id: string, more: object, at: string = ahead): Entry => [
    ['reminders_by_user', 42, id],
    { reminderString: 'x', reminderDate: new Date(at), reminderId: id, reminderUserId: 42, createdAt, ...more },
  ]
  const rows: [Entry, code: string, field: string][] = [
    [bad('no date', { reminderDate: undefined }), 'missing_field', '/value/reminderDate'],
    [bad('bad date', { reminderDate: new Date(Number.NaN) }), 'impossible_date', '/value/reminderDate'],
    [bad('text date', { reminderDate: 'tomorrow' }), 'invalid_input', '/value/reminderDate'],
    [bad('number date', { reminderDate: 1_893_470_400 }), 'invalid_input', '/value/reminderDate'],
    [bad('far date', { reminderDate: new Date(8.64e15) }), 'impossible_date', '/value/reminderDate'],
    [bad('no text', { reminderString: undefined }), 'missing_field', '/value/reminderString'],
    [bad('empty text', { reminderString: ' \n ' }), 'missing_field', '/value/reminderString'],
    [bad('long text', { reminderString: 'x'.repeat(22_001) }), 'text_too_long', '/value/reminderString'],
    [bad('no text at all', { reminderString: 7 }), 'invalid_input', '/value/reminderString'],
    [bad('half a letter', { reminderString: 'x\ud83d' }), 'invalid_input', '/value/reminderString'],
    [bad('maybe', { reminderIsActive: 'yes' }), 'invalid_input', '/value/reminderIsActive'],
    [bad('unmade', { createdAt: 'once' }), 'invalid_input', '/value/createdAt'],
    [bad('other user', { reminderUserId: 43 }), 'invalid_input', '/value/reminderUserId'],
    [bad('other id', { reminderId: 'another' }), 'invalid_input', '/value/reminderId'],
    [bad('x'.repeat(251), {}), 'text_too_long', '/value/reminderId'],
    [[['reminders_by_user', 'somebody', 'a'], bad('a', { reminderUserId: undefined })[1]], 'invalid_input', '/key'],
    [[['reminders_by_user', -1001, 'group'], bad('group', { reminderUserId: -1001 })[1]], 'invalid_input', '/key'],
    [[['reminders_by_user', 42], bad('b', { reminderId: undefined })[1]], 'missing_field', '/value/reminderId'],
    [[['reminders_by_user', 42, 'text'], 'call mom'], 'invalid_input', '/value'],
    [[['reminders_by_user', 42, 'bytes'], new Uint8Array([1, 2])], 'missing_field', '/value/reminderDate'],
  ]

  it('are reported with their reason, and the others go on', async () => {
    const { test, imports } = await begin()
    await file.put([...rows.map(([entry]) => entry), ...reminderOf(99, 'good', ahead)])
    // Bytes that no version of V8 has written.
    await file.put([[['reminders_by_user', 50, 'garbage'], {}]], () => new Uint8Array([1, 2, 3]))
    const report = await imports.denoKv({ database: file.database })
    expect(report).toMatchObject({ read: rows.length + 2, scheduled: 1, refusedCount: rows.length + 1 })
    expect(accountedFor(report)).toBe(report.read)
    const found = new Map(report.refused.map(({ id, code, field }) => [id, [code, field]]))
    for (const [[[, user, id = '?']], code, field] of rows)
      expect([`${user}/${id}`, ...found.get(`${user}/${String(id).slice(0, 120)}`)!]).toEqual([
        `${user}/${id}`,
        code,
        field,
      ])
    expect(found.get('50/garbage')).toEqual(['invalid_input', '/value'])
    expect(report.refused.every(({ message }) => message.includes('Accepted: '))).toBe(true)
    expect(await test.belfry.recipients.get('telegram:42')).toBeNull()
  })

  it('a long text goes on in the body, and is cut between two characters', async () => {
    const { test, imports } = await begin()
    const family = '👨‍👩‍👧'
    await file.put(
      reminderOf(42, 'long', ahead, { reminderString: `${'a'.repeat(1_996)}${family}${'b'.repeat(2_000)}` }),
    )
    await imports.denoKv({ database: file.database })
    const { items } = await test.belfry.reminders.list({ recipient: 'telegram:42' })
    expect(items).toMatchObject([{ title: 'a'.repeat(1_996), body: `${family}${'b'.repeat(2_000)}` }])
  })

  it('what stands in the time index alone is reported', async () => {
    const { imports } = await begin()
    const [, alone] = reminderOf(43, 'deleted by halves', ahead)
    await file.put([...reminderOf(42, 'a', ahead), ...oldReminderOf(42, 'old', ahead, true), alone!])
    for (const source of [{ database: file.database }, { lines: dumpOf([alone!, ...reminderOf(42, 'a', ahead)]) }]) {
      const report = await imports.denoKv(source)
      expect(report.refused).toMatchObject([{ id: '43/deleted by halves', code: 'not_found' }])
      expect(accountedFor(report)).toBe(report.read)
    }
  })

  it('users may be numbers of any kind, and texts', async () => {
    const { test, imports } = await begin()
    const value = (id: string) => ({ reminderString: 'x', reminderDate: ahead, reminderId: id })
    await file.put([
      [['reminders_by_user', 42n, 'a'], value('a')],
      [['reminders_by_user', '42', 'b'], { ...value('b'), reminderUserId: 42 }],
      [['reminders_by_user', 42, 'c'], { ...value('c'), reminderUserId: 42n }],
    ])
    expect(await imports.denoKv({ database: file.database })).toMatchObject({ scheduled: 3, refusedCount: 0 })
    expect((await test.belfry.reminders.list({ recipient: 'telegram:42' })).items).toHaveLength(3)
  })
})

describe('lines of a dump', () => {
  it('give what the database gives', async () => {
    const { test, imports, tables } = await begin()
    const entries = [
      ...reminderOf(42, 'a', ahead),
      ...reminderOf(42, 'late', '2029-12-31T20:00:00Z'),
      ...oldReminderOf(43, 'sent', '2029-12-01T09:00:00Z', false),
      ...reminderOf(43, 'old', '2029-12-01T09:00:00Z'),
      [['sessions', 42], { step: 1 }] as Entry,
    ]
    await file.put(entries)
    const counts = { read: 4, scheduled: 2, late: 1, marked: 1, skippedPast: 1 }
    expect(await imports.denoKv({ lines: dumpOf(entries) })).toMatchObject(counts)
    // The late one rings by itself.
    await test.settled()
    const before = await stateOf(tables)
    expect(await imports.denoKv({ database: file.database })).toMatchObject({ read: 4, alreadyThere: 4, imported: 0 })
    expect(await stateOf(tables)).toEqual(before)
  })

  it('may be the reminders alone, and write dates in three ways', async () => {
    const { test, imports } = await begin()
    const plain = (reminderId: string, reminderDate: unknown) =>
      JSON.stringify({ reminderString: 'x', reminderDate, reminderId, reminderUserId: 42, createdAt })
    const lines = [
      plain('iso', ahead),
      plain('date', { $date: ahead }),
      plain('ms', { $date: Date.parse(ahead) }),
      plain('iso', ahead),
      plain('bad', { $date: 'then' }),
      '{ "key": 7, "value": {} }',
      'not json',
    ]
    const report = await imports.denoKv({ lines })
    expect(report).toMatchObject({ read: 7, scheduled: 3, alreadyThere: 1, refusedCount: 3 })
    expect(report.refused.map(({ row, field }) => [row, field])).toEqual([
      [5, '/value/reminderDate'],
      [6, '/key'],
      [7, null],
    ])
    const { items } = await test.belfry.reminders.list({ recipient: 'telegram:42' })
    expect(items.map(({ dueAt, timezone }) => [dueAt, timezone])).toEqual(Array(3).fill([new Date(ahead), null]))
  })
})

describe('the script of the guide', () => {
  it('writes a dump that is taken in', async () => {
    const { imports } = await begin()
    await file.put([...reminderOf(42, 'a', ahead), ...oldReminderOf(43, 'b', ahead, false)])
    await file.put([[['reminders_by_user', 44n, 'c'], { reminderString: 'x', reminderDate: new Date(ahead) }]])
    const [script] = fencesOf('docs/guides/switching.md').filter(({ language }) => language === 'js')
    expect(script!.text.split('\n').length).toBeLessThanOrEqual(10)
    const lines: string[] = []
    const AsyncFunction = (async () => {}).constructor as new (
      ...words: string[]
    ) => (...given: object[]) => Promise<void>
    const deno = { openKv, args: [file.database] }
    await new AsyncFunction('Deno', 'console', script!.text)(deno, { log: (line: string) => lines.push(line) })
    expect(await imports.denoKv({ lines })).toMatchObject({ read: 3, scheduled: 2, marked: 1, refusedCount: 0 })
  })
})

describe('the database', () => {
  it('is a file that is there, and a Deno KV one; no file is made', async () => {
    const { imports } = await begin()
    expect(await failure(imports.denoKv({ database: file.database }))).toMatchObject({ code: 'not_found' })
    expect(existsSync(file.database)).toBe(false)
    writeFileSync(file.database, 'reminders: none')
    const field = '/source/database'
    expect(await failure(imports.denoKv({ database: file.database }))).toMatchObject({ code: 'invalid_input', field })
    expect(await failure(imports.denoKv({ database: join(file.database, '..') }))).toMatchObject({ field })
    expect(readFileSync(file.database, 'utf8')).toBe('reminders: none')
  })

  it('is one, or lines, and nothing else', async () => {
    const { imports } = await begin()
    const input = { database: 'a', lines: [] } as unknown as { lines: string[] }
    expect(await failure(imports.denoKv(input))).toMatchObject({ code: 'missing_field', field: '/source' })
    const typo = { databse: 'a' } as unknown as { database: string }
    expect(await failure(imports.denoKv(typo))).toMatchObject({ code: 'unknown_field', field: '/source/databse' })
  })

  it('without the package, or its part for this machine, the error says what to install', async () => {
    await file.put(reminderOf(42, 'a', ahead))
    const broken: OpenKv = async () => {
      throw new Error("No default napi interface, provide one via the 'napi' option.")
    }
    vi.doMock('@deno/kv', () => {
      throw new Error('Cannot find package')
    })
    for (const reader of [kvReader(), kvReader(async () => broken)]) {
      const error = await failure(first(reader, file.database))
      expect([error.code, error.message]).toEqual(['invalid_input', expect.stringContaining('npm install @deno/kv')])
    }
  })

  it('elsewhere takes a token, which never goes over plain HTTP', async () => {
    const { imports } = await begin()
    // Nothing was asked of anybody: the package looks for the token first.
    expect(await failure(imports.denoKv({ database: 'https://127.0.0.1:1/connect' }))).toMatchObject({
      ...{ code: 'missing_field', field: '/source/accessToken' },
      message: expect.stringContaining('DENO_KV_ACCESS_TOKEN'),
    })
    const opened: string[] = []
    const reader = kvReader(async () => async (place) => {
      opened.push(place)
      throw new Error('elsewhere')
    })
    const refused = { code: 'invalid_input', field: '/source/database' }
    for (const place of ['http://kv.example/connect', 'http://127.0.0.1.example/connect', 'https://'])
      expect(await failure(first(reader, place))).toMatchObject(refused)
    expect(opened).toEqual([])
    expect(await failure(first(reader, 'https://kv.example/connect'))).toMatchObject({ code: 'database_unavailable' })
    expect(opened).toEqual(['https://kv.example/connect'])
  })

  it('elsewhere that refuses the token, or does not answer, is an error without its words', async () => {
    const { imports } = await begin()
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers.authorization)
      response.writeHead(401).end('the token secret-token is unknown')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const database = `http://127.0.0.1:${(server.address() as AddressInfo).port}/connect`
    const accessToken = 'secret-token'
    const refused = await failure(imports.denoKv({ database, accessToken }))
    expect(refused).toMatchObject({ code: 'invalid_input', field: '/source/accessToken' })
    expect(refused.message).not.toContain('secret-token')
    expect(asked).toEqual(['Bearer secret-token'])
    await new Promise((resolve) => server.close(resolve))
    expect(await failure(imports.denoKv({ database, accessToken }))).toMatchObject({ code: 'database_unavailable' })
  })

  async function first(reader: ReturnType<typeof kvReader>, place: string) {
    for await (const piece of reader({ place, accessToken: null, prefixes: ['a'], chunk: 1 })) return piece
  }
})

describe('belfry import deno-kv', () => {
  function commandLine() {
    const cli = new CommandLine({ DATABASE_URL: url(), BELFRY_CLOCK: 'driven' })
    atEnd(() => cli.close())
    return cli
  }

  it('takes a file, a dump by its name, by --lines or from a pipe, and says what became of the rows', async () => {
    await begin()
    const cli = commandLine()
    const entries = [...reminderOf(42, 'a', ahead), ...reminderOf(42, 'late', '2029-12-31T23:00:00Z')]
    await file.put([...entries, ...reminderOf(43, 'b', ahead, { reminderString: '' })])
    const words = ['import', 'deno-kv', file.database, '--recipients-in', 'Asia/Seoul']
    const dry = await cli.inside([...words, '--dry-run'])
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringMatching(/Nothing was written\.[\s\S]*\n2 +will ring/)])
    const { code, stdout, stderr } = await cli.inside(words)
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/\n1 +of them are late[\s\S]*\n1 +recipients made[\s\S]* 43\/b +missing_field/),
    ])
    expect(stderr).toMatch(/rows read: 3 in \d/)
    const dump = join(cli.directory, 'dump.jsonl')
    writeFileSync(dump, dumpOf(entries).join('\n'))
    const again = { read: 2, alreadyThere: 2, imported: 0 }
    expect(await cli.json(['import', 'deno-kv', 'dump.jsonl'])).toMatchObject(again)
    expect(await cli.json(['import', 'deno-kv', '--lines', dump])).toMatchObject(again)
    expect(await cli.json(['import', dump, '--from', 'deno-kv'])).toMatchObject(again)
    expect(await cli.json(['import', 'deno-kv', '-'], { input: readFileSync(dump, 'utf8') })).toMatchObject(again)
    expect(await cli.json(['recipients', 'show', 'telegram:42'])).toMatchObject({ timezone: 'Asia/Seoul' })
  })

  it('called otherwise says how, and a URL takes its token from the environment', async () => {
    const cli = commandLine()
    const code = async (...words: string[]) => (await cli.inside(['import', ...words])).code
    expect(await code('deno-kv')).toBe(2)
    expect(await code('deno-kv', 'a', '--lines', 'b')).toBe(2)
    expect(await code('deno-kv', '--table', 'b')).toBe(2)
    expect(await code('a.jsonl', 'b.jsonl')).toBe(2)
    expect(await code('deno-kv', 'none.sqlite3')).toBe(3)
    const { stderr } = await cli.inside(['import', 'deno-kv', 'https://127.0.0.1:1/connect'])
    expect(stderr).toContain('DENO_KV_ACCESS_TOKEN')
  })
})
