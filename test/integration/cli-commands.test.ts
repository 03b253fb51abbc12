// The commands, on a database of their own.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry, type Page, type Recipient, type Reminder, type Story } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  cli = new CommandLine({ DATABASE_URL: database.url })
  await library.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
})
afterAll(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

let notes = 0
const schedule = (more: object = {}) =>
  library.reminders.schedule({
    entity: { type: 'note', id: `n${notes++}` },
    recipient: 'ana',
    at: '2035-03-01T09:00',
    title: 'Call mom',
    ...more,
  })

describe('remind', () => {
  it('says what quiet hours made of it, and that sends are held', async () => {
    await library.recipients.put({ id: 'kim', timezone: 'Asia/Seoul', quietHours: { from: '22:00', to: '07:00' } })
    const moved = await cli.inside(['remind', '2035-03-01T23:30', 'Sleep', '--to', 'kim'])
    expect(moved.stdout).toMatch(/^Rings: .* 2035 07:00 for kim/)
    expect(moved.stderr).toMatch(/Moved by quiet hours: not Thu 1 Mar 2035 23:30\.\n$/)
    expect(moved.stderr).not.toContain('held')
    await library.holds.hold({ reason: 'maintenance' })
    const held = await cli.inside(['remind', '1h', 'Later', '--to', 'kim'])
    await library.holds.release()
    expect(held.stderr).toContain('Sends are held, so it waits')
  })

  it('makes the person at this machine on first use, and warns that no worker runs', async () => {
    const { code, stdout, stderr } = await cli.run(['remind', '2h', 'Stand', 'up'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('No worker is running')])
    expect(stdout).toMatch(/^Rings: .* for me \(Europe\/Paris\)\n[0-9a-f-]{36}\n$/)
    expect(await library.recipients.get('me')).toMatchObject({ timezone: 'Europe/Paris' })
    const { items } = await library.reminders.list({ recipient: 'me' })
    expect(items.map(({ title }) => title)).toEqual(['Stand up'])
  })

  it('takes a local time on the clock of whom it is for', async () => {
    const answer = await cli.json<{ dueAt: string }>([
      'remind',
      '2035-07-01T09:00',
      'x',
      '--to',
      'ana',
      '--kind',
      'visit',
    ])
    expect(answer).toMatchObject({ status: 'created', recipient: 'ana', dueAt: '2035-07-01T07:00:00.000Z' })
  })

  it.each([
    [['remind', 'soon', 'x'], 2, '"soon" is not a moment. Accepted: 10s'],
    [['remind', '2035-02-30T09:00', 'x'], 2, '2035-02-30'],
    [
      ['remind', '10s', 'x', '--to', 'bo'],
      3,
      'There is no recipient "bo". (at /to) Accepted: a known one; belfry recipients put bo',
    ],
    [['remind', '10s', 'x', '--channel', 'fax'], 2, 'No channel "fax" is configured.'],
  ])('%j ends with %i', async (words, code, why) => {
    const ended = await cli.inside(words)
    expect([ended.code, ended.stdout]).toEqual([code, ''])
    expect(ended.stderr).toContain(why)
    expect(ended.stderr).not.toMatch(/\n.+\n/)
  })
})

describe('reading', () => {
  it('list, upcoming and show say the same to people and to programs', async () => {
    const { id } = await schedule({ title: 'A \u001b[2J title' })
    const page = await cli.json<Page<Reminder>>(['list', '--to', 'ana'])
    expect(page.items.map((one) => one.id)).toContain(id)
    const { stdout } = await cli.inside(['list'])
    expect(stdout).toMatch(new RegExp(`${id}  Thu 1 Mar 2035 09:00 +ana +note/n\\d+ +A +\\[2J title\n`))
    // Nobody looks at a terminal: nothing is painted, and nothing stored may paint.
    expect(stdout).not.toContain('\u001b')
    expect((await cli.json<Page<Reminder>>(['upcoming', '--within', '1m'])).items).toEqual([])
    const story = await cli.json<Story>(['show', id.slice(0, 8)])
    expect(story.reminder).toMatchObject({ id, state: 'scheduled' })
  })

  it('what is not there ends with 3, what is no id with 2', async () => {
    const missing = await cli.inside(['show', '00000000-0000-0000-0000-000000000000'])
    expect([missing.code, missing.stdout]).toEqual([3, ''])
    expect((await cli.inside(['show', '00000000'])).code).toBe(3)
    expect((await cli.inside(['show', 'xyz'])).code).toBe(2)
  })

  it('the beginning of an id must be of one reminder', async () => {
    const { id } = await schedule({ entity: { type: 'note', id: 'twice' } })
    await schedule({ entity: { type: 'note', id: 'twice' }, kind: 'other' })
    const { code, stderr } = await cli.inside(['show', id.slice(0, 8)])
    expect(code).toBe(2)
    expect(stderr).toContain(id)
  })
})

describe('changing', () => {
  it('cancel says the truth', async () => {
    const { id } = await schedule()
    expect(await cli.json(['cancel', id])).toMatchObject({ cancelled: true, alreadySent: [] })
    await library.entities.put({
      type: 'meeting',
      id: '42',
      at: '2035-03-01T10:00',
      timezone: 'UTC',
      recipients: ['ana'],
      plan: ['-PT1H', '-PT15M'],
    })
    const ended = await cli.inside(['cancel', '--entity', 'meeting/42'])
    expect(ended).toMatchObject({ code: 0, stdout: 'Cancelled: 2.\n' })
  })

  it('snooze and done', async () => {
    const { id } = await schedule()
    expect(await cli.json(['snooze', id, '2036-01-01T10:00'])).toMatchObject({ dueAt: '2036-01-01T09:00:00.000Z' })
    expect(await cli.inside(['done', id])).toMatchObject({ code: 0, stdout: 'Done.\n' })
    expect((await library.reminders.get(id))?.state).toBe('cancelled')
  })

  it('a link connects somebody’s Telegram, and says how', async () => {
    const plain = await cli.inside(['recipients', 'link', 'ana'])
    expect(plain.stdout).toMatch(/^Send the bot: \/start [\w-]{43}\nGood once, until \S+Z\.\n$/)
    await library.chats.putBot({ bot: '4711', name: 'my_bot' })
    const { word, url } = await cli.json<{ word: string; url: string }>([
      'recipients',
      'link',
      'ana',
      '--expires',
      'PT5M',
    ])
    expect(url).toBe(`https://t.me/my_bot?start=${word}`)
    expect((await cli.inside(['recipients', 'link', 'ana'])).stdout).toMatch(
      /^https:\/\/t\.me\/my_bot\?start=[\w-]{43}\nGood/,
    )
    expect(await library.chats.redeem({ word, user: '7', chat: '7' })).toMatchObject({ kind: 'linked' })
    expect((await cli.inside(['recipients', 'link', 'nobody'])).code).toBe(3)
  })

  it('recipients are put, shown and erased', async () => {
    const put = ['recipients', 'put', 'bo', '--timezone', 'Asia/Seoul', '--quiet', '22:00-07:00', '--name', 'Bo']
    expect(await cli.json(put)).toMatchObject({ id: 'bo', name: 'Bo', timezone: 'Asia/Seoul' })
    const { stdout } = await cli.inside(['recipients'])
    expect(stdout).toMatch(/bo +Bo +Asia\/Seoul +22:00-07:00/)
    const unsure = await cli.inside(['recipients', 'delete', 'bo'])
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('recipients delete bo --yes')])
    expect(await cli.json(['recipients', 'delete', 'bo', '--yes'])).toMatchObject({ erased: true })
    expect((await cli.inside(['recipients', 'show', 'bo'])).code).toBe(3)
  })

  it('recipients have ladders, preferences, and addresses that are suspended and verified', async () => {
    const put = ['recipients', 'put', 'cy', '--channels', 'in_app,email+PT10M', '--fallback', 'telegram']
    const more = ['--off', 'type=meeting,channel=email', '--off', 'kind=once', '--address', 'email=cy@example.com']
    expect(await cli.json([...put, ...more])).toMatchObject({
      channels: ['in_app', { channel: 'email', after: 'PT10M' }],
      fallback: 'telegram',
      preferences: { kindsOff: ['once'], off: [{ type: 'meeting', channel: 'email' }] },
    })
    const unsaid = await cli.inside(['recipients', 'suspend', 'cy', 'email'])
    expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringContaining('--reason bounced')])
    const { stdout } = await cli.inside(['recipients', 'suspend', 'cy', 'email', '--reason', 'bounced'])
    expect(stdout).toMatch(/in_app, email\+PT10M .*email=cy@example\.com \(suspended: bounced\)/)
    const listed = await cli.json<Page<Recipient>>(['recipients', '--suspended'])
    expect(listed.items).toMatchObject([{ id: 'cy', suspended: { email: { reason: 'bounced' } } }])
    expect(await cli.json(['recipients', 'verify', 'cy', 'email'])).toMatchObject({ suspended: {} })
    expect((await cli.inside(['recipients', 'verify', 'cy', 'telegram'])).code).toBe(3)
    const cleared = await cli.json(['recipients', 'put', 'cy', '--off', '', '--channels', ''])
    expect(cleared).toMatchObject({ channels: null, fallback: null, preferences: { kindsOff: [], off: [] } })
  })

  it('a hold is made, listed and released', async () => {
    const { code, stdout } = await cli.inside(['hold', '--tenant', 'acme', '--reason', 'wrong texts'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/tenant acme +command line .* wrong texts/)])
    expect(await library.holds.list()).toMatchObject([{ tenant: 'acme', reason: 'wrong texts' }])
    expect((await cli.inside(['release'])).code).toBe(3)
    expect(await cli.json(['release', '--tenant', 'acme'])).toEqual({ released: true })
  })

  it('migrate says what it did, cleanup what went', async () => {
    expect(await cli.json(['migrate'])).toEqual({ applied: [] })
    expect(await cli.json(['cleanup', '--days', '30'])).toEqual({ removed: 0, days: 30 })
  })
})

describe('import', () => {
  it('takes a file, and again changes nothing', async () => {
    const file = join(cli.directory, 'sent.jsonl')
    const line = (id: number) =>
      JSON.stringify({
        id,
        entityType: 'meeting',
        entityId: String(id),
        reminderType: '1h',
        userId: 'ana',
        sentAt: '2030-01-01T00:00:00Z',
      })
    writeFileSync(file, `${line(1)}\n${line(2)}\nnot json\n`)
    const words = ['import', file, '--from', 'reminder-sent']
    const first = await cli.inside([...words, '--json'])
    expect(first.code).toBe(1)
    expect(JSON.parse(first.stdout)).toMatchObject({ read: 3, marked: 2, refusedCount: 1 })
    expect(first.stderr).toMatch(/rows read: 3 in \d/)
    const again = await cli.inside(['import', '-', '--from', 'reminder-sent'], { input: readFileSync(file, 'utf8') })
    expect(again.stdout).toMatch(/2 +were there already/)
    expect((await cli.inside(['import', file, '--from', 'nowhere'])).code).toBe(2)
    expect((await cli.inside(['import', 'none.jsonl', '--from', 'alarms'])).code).toBe(3)
  })
})

describe('the clock', () => {
  it('is moved only where it may be, and every command says so', async () => {
    const refused = await cli.inside(['clock', '--advance', 'PT24H'])
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('BELFRY_CLOCK=driven')])
    const environment = { BELFRY_CLOCK: 'driven' }
    const set = await cli.inside(['clock', '--set', '2035-01-01T00:00:00Z', '--json'], { environment })
    expect(JSON.parse(set.stdout)).toMatchObject({ now: '2035-01-01T00:00:00.000Z', driven: true })
    expect(await cli.json(['clock', '--advance', '1d'], { environment })).toMatchObject({
      now: '2035-01-02T00:00:00.000Z',
    })
    const listed = await cli.inside(['list', '--json'], { environment })
    expect(listed.stderr).toContain('THE CLOCK OF THIS BELFRY IS DRIVEN. It stands at 2035-01-02')
    JSON.parse(listed.stdout)
    // A server that believes in real time would wait for ever.
    const served = await cli.inside(['work'])
    expect([served.code, served.stderr]).toEqual([2, expect.stringContaining('belfry clock --real')])
    expect(await cli.json(['clock', '--real'])).toMatchObject({ driven: false })
  })
})

describe('demo', () => {
  it('fills its own tenant, and run again leaves what is ahead', async () => {
    const first = await cli.json<Record<string, number>>(['demo'])
    expect(first).toMatchObject({ tenant: 'demo', people: 4, meetings: 4, notes: 7, unchanged: 0, workers: 0 })
    const all = await cli.json<Page<Reminder>>(['list', '--tenant', 'demo', '--limit', '200'])
    expect(await cli.json(['demo'])).toMatchObject({ meetings: 0, notes: 0, unchanged: 11 })
    const again = await cli.json<Page<Reminder>>(['list', '--tenant', 'demo', '--limit', '200'])
    expect(again).toEqual(all)
    expect(new Set(all.items.map(({ recipient }) => recipient)).size).toBe(4)
    expect(await cli.json(['alarms', 'list', '--tenant', 'demo'])).toMatchObject({
      items: [{ pageId: 'reading-list' }],
    })
  })

  it('says where the dashboard is, while somebody is at work', async () => {
    expect((await cli.inside(['demo'])).stdout).toContain('No worker is running')
    const belfry = await createBelfry({ database: database.url })
    const worker = belfry.startWorker()
    await new Promise((resolve) => worker.events.once('idle', resolve))
    const { stdout } = await cli.inside(['demo', '--port', '8123'])
    await belfry.close()
    expect(stdout).toContain('dashboard at http://127.0.0.1:8123/?tenant=demo')
  })
})
