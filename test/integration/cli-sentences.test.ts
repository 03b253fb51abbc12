// Sentences on the command line: what they mean, and what becomes of them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Belfry, createBelfry, type Page, type Reminder } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.recipients.put({ id: 'kim', timezone: 'Asia/Seoul' })
  cli = new CommandLine({ DATABASE_URL: database.url })
})

afterAll(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

const at = ['--now', '2030-11-20T10:00:00', '--zone', 'Asia/Seoul']

describe('parse', () => {
  it.each([
    [['tomorrow at 9 call mom'], { at: '2030-11-21T09:00:00', text: 'call mom', ambiguous: false }],
    [['at', '9'], { at: '2030-11-20T21:00:00', ambiguous: true, offers: ['2030-11-21T09:00:00'] }],
    [['today at 8'], { ask: true, offers: ['2030-11-20T20:00:00'] }],
    [['yesterday'], { reject: 'past' }],
    [['every 15 min until done'], { nag: 'PT15M' }],
    [['every! 3 days water the plants'], { afterCompletion: 'P3D', text: 'water the plants' }],
    [['매달 31일'], { explain: ['31일이 없는 달에는 말일에 알려 드려요'], ends: false }],
    [['every day at 9 until friday'], { next: ['2030-11-21T09:00:00', '2030-11-22T09:00:00'], ends: true }],
  ])('%j for programs', async (words, wanted) => {
    expect(await cli.json(['parse', ...words, ...at])).toMatchObject(wanted)
  })

  it('says it in words for people, in the language that is asked for', async () => {
    const { code, stdout } = await cli.inside(['parse', 'at 9 stretch', ...at])
    expect([code, stdout]).toEqual([
      0,
      'Wed 20 Nov, 21:00: stretch\n  I take it as Wed 20 Nov, 21:00; it could be Thu 21 Nov, 09:00\n  ? Thu 21 Nov, 09:00\n',
    ])
    expect((await cli.inside(['parse', 'by 3', '--locale', 'ko', ...at])).stdout).toMatch(/^그때까지/)
  })

  it('refuses a zone that is none', async () => {
    expect(await cli.inside(['parse', 'at 9', '--zone', 'Mars'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('remind', () => {
  const titles = async () => (await cli.json<Page<Reminder>>(['list', '--to', 'kim'])).items.map(({ title }) => title)

  it('takes a whole sentence', async () => {
    const answer = await cli.json<{ dueAt: string }>(['remind', 'call mom on 2035-03-02 at 9am', '--to', 'kim'])
    expect(answer).toMatchObject({ status: 'created', dueAt: '2035-03-02T00:00:00.000Z' })
    expect(await titles()).toEqual(['call mom'])
  })

  it('takes a rule', async () => {
    const { id } = await cli.json<{ id: string }>(['remind', '매주', '월요일', '9시', '주간', '회의', '--to', 'kim'])
    expect(await library.reminders.get(id)).toMatchObject({ title: '주간 회의', state: 'scheduled' })
  })

  it('asks, and schedules nothing', async () => {
    const before = await titles()
    const asked = await cli.inside(['remind', 'call at 3pm to confirm at 5pm', '--to', 'kim'])
    expect(asked.code).toBe(2)
    expect(asked.stdout).toMatch(/Which one\?.*\n( {2}\? .*\n){2}$/)
    const refused = await cli.inside(['remind', 'yesterday at 5pm cry', '--to', 'kim'])
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(await cli.inside(['remind', 'tomorrow', '--to', 'kim'])).toMatchObject({ code: 2, stdout: '' })
    expect(await titles()).toEqual(before)
  })
})
