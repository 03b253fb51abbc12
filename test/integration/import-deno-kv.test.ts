// A Telegram bot's reminders, taken over from a Deno KV file that the package itself has written. A memory channel that is called
// telegram is the witness of what rings.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountedFor, stateOf, useImports } from './importing.ts'
import { createdAt, type Entry, type KvFile, kvFile, oldReminderOf, reminderOf } from './kv-file.ts'
import type { Tables } from './tables.ts'
import { telegramMemory } from './telegram-memory.ts'

const { begin: beginImports, url } = useImports()

let file: KvFile
beforeEach(() => {
  file = kvFile()
})
afterEach(() => file.remove())

async function begin() {
  const telegram = telegramMemory()
  return { ...(await beginImports({ channels: [telegram] })), telegram }
}

const ahead = '2030-01-01T04:00:00Z'
const lately = '2029-12-31T20:00:00Z'
const longAgo = '2029-12-01T09:00:00Z'

/** One of each. */
const mixed: Entry[] = [
  ...reminderOf(42, 'a', ahead),
  ...reminderOf(42, 'b', lately),
  ...reminderOf(43, 'a', longAgo),
  ...oldReminderOf(43, 'b', longAgo, false),
  ...oldReminderOf(44, 'c', ahead, true),
  ...reminderOf(44, 'd', ahead, { reminderString: ' ' }),
  [['tasks_by_user', 42, 't'], { title: 'none of ours' }],
]

/** What an import could write, of chats too. */
async function everything(tables: Tables) {
  const { chat_people } = await tables.fingerprint()
  return { ...(await stateOf(tables)), chat_people }
}

const source = () => ({ database: file.database })

describe('import.denoKv', () => {
  it('rings what is ahead at its moment and what is late while it is useful, and nothing else', async () => {
    const { test, imports, telegram } = await begin()
    await file.put(mixed)
    const report = await imports.denoKv(source())
    const written = { imported: 4, scheduled: 3, late: 1, marked: 1, recipientsCreated: 3 }
    expect(report).toMatchObject({ read: 6, ...written, skippedPast: 1, refusedCount: 1 })
    expect(accountedFor(report)).toBe(6)
    await test.advance('PT3H59M')
    expect(telegram.sent).toMatchObject([{ entity: { id: 'kv:42:b' }, recipient: 'telegram:42', title: 'call b' }])
    await test.advance('P30D')
    const later = telegram.sent.slice(1).map(({ entity, address, dueAt }) => [entity.id, address, dueAt])
    expect(later.sort()).toEqual([
      ['kv:42:a', '42', new Date(ahead)],
      ['kv:44:c', '44', new Date(ahead)],
    ])
  })

  it('keeps the old id and the day it was made, and two people with the same id apart', async () => {
    const { test, imports, telegram } = await begin()
    await file.put([...reminderOf(42, 'same', ahead), ...reminderOf(43, 'same', ahead)])
    await imports.denoKv(source())
    for (const user of [42, 43]) {
      const { items } = await test.belfry.reminders.list({ entity: { type: 'note', id: `kv:${user}:same` } })
      expect(items).toMatchObject([{ recipient: `telegram:${user}`, kind: 'once', title: 'call same', createdAt }])
    }
    await test.belfry.entities.cancel({ type: 'note', id: 'kv:42:same' })
    await test.advance('P1D')
    expect(telegram.sent.map(({ recipient }) => recipient)).toEqual(['telegram:43'])
  })

  it('each user becomes a recipient with a Telegram address, whom the bot knows', async () => {
    const { test, imports } = await begin()
    await file.put(mixed)
    await imports.denoKv(source(), { defaultTimezone: 'Asia/Seoul' })
    for (const user of ['42', '43', '44']) {
      expect(await test.belfry.recipients.get(`telegram:${user}`)).toMatchObject({
        ...{ timezone: 'Asia/Seoul', addresses: { telegram: user }, channels: ['telegram'] },
      })
      expect(await test.belfry.chats.person(user)).toEqual({ user, recipient: `telegram:${user}`, settings: {} })
    }
  })

  it('somebody who is known stays as they are, and of somebody who has connected their chat it is theirs', async () => {
    const { test, imports, telegram } = await begin()
    const { recipients, chats } = test.belfry
    await recipients.put({ id: 'telegram:42', timezone: 'Asia/Tokyo', addresses: { telegram: '4200' } })
    await recipients.put({ id: 'bo', addresses: { telegram: '43' }, channels: ['telegram'] })
    await chats.putPerson({ user: '43', recipient: 'bo' })
    await file.put([...reminderOf(42, 'a', ahead), ...reminderOf(43, 'b', ahead)])
    expect(await imports.denoKv(source())).toMatchObject({ scheduled: 2, recipientsCreated: 0 })
    expect(await recipients.get('telegram:42')).toMatchObject({
      timezone: 'Asia/Tokyo',
      addresses: { telegram: '4200' },
    })
    expect(await recipients.get('telegram:43')).toBeNull()
    await recipients.put({ id: 'telegram:42', channels: ['telegram'] })
    await test.advance('P1D')
    expect(telegram.sent.map(({ recipient, address }) => [recipient, address]).sort()).toEqual([
      ['bo', '43'],
      ['telegram:42', '4200'],
    ])
  })

  it('who connects their chat between two runs is not reminded twice', async () => {
    const { test, imports, telegram } = await begin()
    await file.put([...reminderOf(42, 'a', ahead), ...reminderOf(42, 'b', '2030-01-01T01:00:00Z')])
    await imports.denoKv(source())
    await test.advance('PT2H')
    await test.belfry.chats.putPerson({ user: '42', recipient: 'ana' })
    expect(await imports.denoKv(source())).toMatchObject({ imported: 0, alreadyThere: 2 })
    await test.advance('P1D')
    expect(telegram.sent.map(({ entity }) => entity.id)).toEqual(['kv:42:b', 'kv:42:a'])
  })

  it('a zone that somebody tells the bot later does not move what they had', async () => {
    const { test, imports, telegram } = await begin()
    await file.put(reminderOf(42, 'a', ahead))
    await imports.denoKv(source())
    await test.belfry.recipients.put({ id: 'telegram:42', timezone: 'Asia/Seoul' })
    await test.advance('P1D')
    expect(telegram.sent.map(({ dueAt }) => dueAt)).toEqual([new Date(ahead)])
  })

  it('what was sent is marked with its time, and never rings, however it is scheduled', async () => {
    const { test, imports, telegram } = await begin()
    await file.put([...oldReminderOf(42, 'past', longAgo, false), ...oldReminderOf(42, 'future', ahead, false)])
    expect(await imports.denoKv(source())).toMatchObject({ marked: 2, scheduled: 0 })
    const sent = (id: string) => test.belfry.ledger.getRemindersSentForEntity('note', `kv:42:${id}`)
    expect(await sent('past')).toMatchObject([{ channel: 'hand', state: 'sent', sentAt: new Date(longAgo) }])
    expect(await sent('future')).toMatchObject([{ state: 'sent', sentAt: new Date('2030-01-01T00:00:00Z') }])
    const again = { entity: { type: 'note', id: 'kv:42:past' }, recipient: 'telegram:42', at: new Date(ahead) }
    expect(await test.belfry.reminders.schedule(again)).toMatchObject({ status: 'already_sent' })
    await test.advance('P1D')
    expect(telegram.sent).toEqual([])
  })

  it('a hundred late ones of one person are one message, and those that are too late are listed and not rung', async () => {
    const { test, imports, telegram } = await begin()
    const late = Array.from({ length: 100 }, (_, i) => reminderOf(42, `late-${i}`, lately)).flat()
    await file.put([...late, ...reminderOf(42, 'old', longAgo), ...reminderOf(42, 'edge', '2029-12-31T00:00:00Z')])
    const report = await imports.denoKv(source())
    expect(report).toMatchObject({ scheduled: 100, late: 100, skippedPast: 2 })
    expect(report.skippedPastList.map(({ id, dueAt }) => [id, dueAt]).sort()).toEqual([
      ['42/edge', new Date('2029-12-31T00:00:00Z')],
      ['42/old', new Date(longAgo)],
    ])
    await test.advance('P2D')
    expect(telegram.sent).toHaveLength(1)
    const { deliveries } = await test.belfry.reminders.explain(report.skippedPastList[0]!.reminderId)
    expect(deliveries).toMatchObject([{ state: 'skipped', reason: 'skipped_past' }])
  })

  it('how late is too late can be said', async () => {
    const { imports } = await begin()
    await file.put([...reminderOf(42, 'a', lately), ...reminderOf(42, 'b', longAgo)])
    const dry = (tolerance: string) => imports.denoKv(source(), { tolerance, dryRun: true })
    expect(await dry('PT1H')).toMatchObject({ scheduled: 0, skippedPast: 2 })
    expect(await dry('P60D')).toMatchObject({ scheduled: 2, late: 2, skippedPast: 0 })
    await expect(dry('soon')).rejects.toMatchObject({ code: 'invalid_duration', field: '/options/tolerance' })
  })

  it('run again, changes nothing, also after some have rung, were deleted or put off', async () => {
    const { test, imports, tables, telegram } = await begin()
    await file.put([...mixed, ...reminderOf(45, 'deleted', ahead), ...reminderOf(45, 'later', ahead)])
    await imports.denoKv(source())
    // The late one rings by itself.
    await test.settled()
    const before = await everything(tables)
    expect(await imports.denoKv(source())).toMatchObject({ imported: 0, alreadyThere: 7, refusedCount: 1 })
    expect(await everything(tables)).toEqual(before)
    const { items } = await test.belfry.reminders.list({ recipient: 'telegram:45' })
    const idOf = (name: string) => items.find(({ entity }) => entity.id === `kv:45:${name}`)!.id
    await test.belfry.reminders.cancel(idOf('deleted'))
    await test.belfry.reminders.snooze(idOf('later'), { until: '2030-01-03T00:00:00Z' })
    expect(await imports.denoKv(source())).toMatchObject({ imported: 0, alreadyThere: 7 })
    await test.advance('P1D')
    expect(await imports.denoKv(source())).toMatchObject({ imported: 0, alreadyThere: 7 })
    await test.advance('P30D')
    expect(telegram.sent.map(({ entity }) => entity.id).sort()).toEqual([
      'kv:42:a',
      'kv:42:b',
      'kv:44:c',
      'kv:45:later',
    ])
  })

  it('run again after the bot has sent some and people have added some, silences those and takes these', async () => {
    const { test, imports, telegram } = await begin()
    await file.put(oldReminderOf(42, 'a', ahead, true))
    await imports.denoKv(source())
    await file.put([...oldReminderOf(42, 'a', ahead, false), ...reminderOf(42, 'new', ahead)])
    expect(await imports.denoKv(source())).toMatchObject({ marked: 1, scheduled: 1 })
    await test.advance('P1D')
    expect(telegram.sent.map(({ entity }) => entity.id)).toEqual(['kv:42:new'])
  })

  it('as a dry run, writes nothing and reports the same', async () => {
    const { imports, tables } = await begin()
    await file.put(mixed)
    const before = await everything(tables)
    const dry = await imports.denoKv(source(), { dryRun: true, batchSize: 2 })
    expect(await everything(tables)).toEqual(before)
    const real = await imports.denoKv(source(), { batchSize: 2 })
    expect({ ...dry, dryRun: false }).toEqual(real)
    expect(real.scheduled).toBe(3)
  })

  it('killed in the middle and run again, ends as if it had never been killed', async () => {
    const { test, imports, tables, telegram } = await begin()
    const many = Array.from({ length: 200 }, (_, i) =>
      i % 4 === 0
        ? oldReminderOf(100 + (i % 9), `r${i}`, longAgo, false)
        : reminderOf(100 + (i % 9), `r${i}`, i % 4 === 1 ? longAgo : ahead),
    ).flat()
    await file.put(many)
    const killed = fork(fileURLToPath(new URL('./import-child.mjs', import.meta.url)), [
      url(),
      file.database,
      '4',
      '20',
    ])
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
    const rest = await imports.denoKv(source())
    expect(rest).toMatchObject({ read: 200, alreadyThere: 80, refusedCount: 0 })
    expect(accountedFor(rest)).toBe(200)
    const interrupted = await everything(tables)
    await tables.query('delete from belfry.deliveries')
    await tables.query('delete from belfry.reminders')
    await tables.query(`delete from belfry.recipients where id like 'telegram:%'`)
    await imports.denoKv(source())
    expect(await everything(tables)).toEqual(interrupted)
    await test.advance('P1D')
    expect(new Set(telegram.sent.map(({ entity }) => entity.id)).size).toBe(100)
    expect(telegram.sent).toHaveLength(100)
  })

  it('tells how far it is: from the first user to the last, then through the time index', async () => {
    const { imports } = await begin()
    await file.put(
      Array.from({ length: 10 }, (_, i) => reminderOf(i * 100 + 100, 'a', `2030-02-1${i}T00:00:00Z`)).flat(),
    )
    const parts: (number | null)[] = []
    await imports.denoKv(source(), { batchSize: 5, onProgress: ({ part }) => parts.push(part) })
    expect(parts).toEqual([expect.closeTo(0.22, 2), 0.5, expect.closeTo(0.72, 2), 1])
  })
})
