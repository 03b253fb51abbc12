// `belfry alarms`, on a database of its own, with a clock that stands at ten in the morning in Seoul.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Alarm, type Belfry, createBelfry, type Page } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.clock.set(new Date('2031-01-01T01:00:00Z'))
  cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven' })
})
afterAll(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

describe('alarms', () => {
  it('put makes one that is due now, and keeps what is not named', async () => {
    const words = ['alarms', 'put', 'page-1', '--user', 'mina', '--title', 'The art of memory', '--body', 'Pages']
    expect(await cli.json(words)).toMatchObject({
      ...{ pageId: 'page-1', userId: 'mina', created: true, sentCount: 1, timezone: 'Asia/Seoul' },
      ...{ nextAlarmTime: '2031-01-01T01:00:00.000Z', onDone: 'end' },
    })
    const again = ['alarms', 'put', 'page-1', '--body', '', '--on-done', 'postpone']
    expect(await cli.json(again)).toMatchObject({
      ...{ created: false, title: 'The art of memory', body: null, onDone: 'postpone' },
    })
  })

  it('list and show say the same to people and to programs', async () => {
    await library.alarms.put({ pageId: 'page-2', userId: 'bo', title: 'A \u001b[2J title' })
    const page = await cli.json<Page<Alarm>>(['alarms', '--user', 'bo'])
    expect(page).toMatchObject({ items: [{ pageId: 'page-2', userId: 'bo' }], nextCursor: null })
    const { stdout } = await cli.inside(['alarms'])
    expect(stdout).toMatch(/^page +user +next +count +title *\n/)
    expect(stdout).toMatch(/page-1 +mina +now \(10:00:00\) Asia\/Seoul +1 +The art of memory\n/)
    expect(stdout).not.toContain('\u001b')
    expect(await cli.json(['alarms', 'show', 'page-2'])).toEqual(page.items[0])
    const shown = await cli.inside(['alarms', 'show', 'page-2'])
    expect(shown.stdout).toContain(`belfry show ${page.items[0]!.reminderId}`)
    const [first] = (await cli.json<Page<Alarm>>(['alarms', 'list', '--limit', '1'])).items
    expect(first).toBeDefined()
    expect((await cli.inside(['alarms', '--limit', '1'])).stdout).toMatch(/\nMore: --cursor '/)
  })

  it('run rings what is due, here', async () => {
    expect(await cli.json(['alarms', 'run', '--limit', '1', '--concurrency', '2'])).toMatchObject({
      ...{ fetched: 1, sent: 1, concurrency: 2 },
    })
    expect((await cli.inside(['alarms', 'run'])).stdout).toMatch(/^Taken: 1, in \d+ s\. sent 1\n$/)
    expect((await cli.inside(['alarms', 'run'])).stdout).toBe('Nothing was due.\n')
    expect((await library.alarms.get('page-1'))?.sentCount).toBe(2)
  })

  it('more-often, snooze and done say when it rings next', async () => {
    expect(await cli.json(['alarms', 'more-often', 'page-1'])).toMatchObject({ sentCount: 1 })
    const snoozed = await cli.inside(['alarms', 'snooze', 'page-1', '3h'])
    expect(snoozed).toMatchObject({ code: 0, stdout: 'Rings next: today 13:00 Asia/Seoul.\n' })
    // On the user's clock.
    const until = await cli.json(['alarms', 'snooze', 'page-1', '2031-01-05T09:00'])
    expect(until).toMatchObject({ nextAlarmTime: '2031-01-05T00:00:00.000Z' })
    expect((await cli.inside(['alarms', 'done', 'page-1'])).stdout).toMatch(/^Rings next: /)
    const ended = await cli.inside(['alarms', 'done', 'page-1', '--policy', 'end'])
    expect(ended).toMatchObject({ code: 0, stdout: 'Done.\n' })
  })

  it('sync reads a file, or the standard input', async () => {
    const file = join(cli.directory, 'sync.json')
    const changes = { changed: [{ pageId: 'page-2', title: 'New' }, { pageId: 'none' }], deleted: ['page-1'] }
    writeFileSync(file, JSON.stringify(changes))
    const { stdout } = await cli.inside(['alarms', 'sync', file])
    expect(stdout).toBe('Changed: 1. Deleted: 1. Without an alarm: 1.\n')
    const again = await cli.json(['alarms', 'sync', '-'], { input: JSON.stringify({ deleted: ['page-1'] }) })
    expect(again).toMatchObject({ changed: [], deleted: [{ pageId: 'page-1', deleted: true }] })
    const broken = await cli.inside(['alarms', 'sync', '-'], { input: '{' })
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('The standard input is not JSON')])
    const written = await cli.inside(['alarms', 'sync', '-'], {
      input: JSON.stringify({ changed: [{ pageId: 'page-2', sentCount: 9 }] }),
    })
    expect([written.code, written.stderr]).toEqual([2, expect.stringContaining('/changed/0/sentCount')])
  })

  it('delete takes it away, and what is not there ends with 3', async () => {
    const gone = await cli.inside(['alarms', 'delete', 'page-2'])
    expect(gone).toMatchObject({ code: 0, stdout: 'Deleted: nothing of it will be sent any more.\n' })
    for (const verb of ['show', 'delete', 'more-often', 'done'])
      expect((await cli.inside(['alarms', verb, 'page-2'])).code, verb).toBe(3)
    expect((await cli.inside(['alarms'])).stdout).toBe('There are no alarms.\n')
  })

  it.each([
    [['alarms', 'ring'], '"ring" is nothing to do with alarms. Accepted: list, put, show, delete, more-often'],
    [['alarms', 'constructor'], 'is nothing to do with alarms'],
    [['alarms', 'put', 'page-9'], 'Whose page is it? Accepted: alarms put page-9 --user <user>'],
    [
      ['alarms', 'put', 'page-9', '--user', 'mina', '--on-done', 'stop'],
      '"stop" is no policy. Accepted: end, postpone',
    ],
    [['alarms', 'put'], 'Which page?'],
    [['alarms', 'show', 'a', 'b'], '"b" is one word too many'],
    [['alarms', 'run', '--limit', '0'], '/limit'],
    [['alarms', 'run', '--concurrency', '101'], '/concurrency'],
  ])('%j is refused', async (words, why) => {
    const { code, stdout, stderr } = await cli.inside(words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(why)
  })
})

describe('settings of alarms', () => {
  it('reach what is registered', async () => {
    const environment = {
      BELFRY_ALARM_TIMEZONE: 'Europe/Paris',
      BELFRY_ALARM_BASE: 'P2D',
      BELFRY_ALARM_QUIET_HOURS: 'none',
      BELFRY_ALARM_ON_DONE: 'postpone',
    }
    // Two in the morning in Paris.
    const put = await cli.json(['alarms', 'put', 'page-3', '--user', 'zoe', '--title', 'x'], { environment })
    expect(put).toMatchObject({
      ...{ timezone: 'Europe/Paris', onDone: 'postpone', nextAlarmTime: '2031-01-01T01:00:00.000Z' },
    })
    expect(await cli.json(['alarms', 'run'], { environment })).toMatchObject({ sent: 1 })
    expect(await cli.json(['alarms', 'show', 'page-3'], { environment })).toMatchObject({
      nextAlarmTime: '2031-01-03T01:00:00.000Z',
    })
  })

  it.each([
    [{ BELFRY_ALARM_QUIET_HOURS: '22-7' }, '22:00-07:00, or none'],
    [{ BELFRY_ALARM_BASE: 'a day' }, 'an ISO 8601 duration'],
    [{ BELFRY_ALARM_ON_DONE: 'stop' }, 'end, postpone'],
    [{ BELFRY_ALARM_TIMEZONE: 'Mars/Olympus' }, 'Mars/Olympus'],
    [{ BELFRY_LEASE_MS: '21600001' }, 'a whole number from 1000 to 21600000'],
  ])('%j is refused', async (environment: Record<string, string>, why) => {
    const { code, stderr } = await cli.inside(['alarms'], { environment })
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
  })
})
