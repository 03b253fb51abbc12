// The pace of a bot, as the witness has it, in real time: with several processes, with one chat that has too much, and after Telegram
// has asked for a pause. Nothing here says how soon something has to come, only how soon it must not, and in which order.

import { describe, expect, it } from 'vitest'
import { type TelegramOptions, telegram } from '../../src/channels/telegram/telegram.ts'
import type { Belfry } from '../../src/index.ts'
import { useDatabase } from '../integration/running.ts'
import { type Call, no, ok, openTelegram, type TelegramServer } from './telegram-server.ts'

const { open, atEnd } = useDatabase()

const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'

async function witness(): Promise<TelegramServer> {
  const server = await openTelegram()
  atEnd(() => server.close())
  return server
}

/** A process of its own, as far as the database can tell. */
const another = (server: TelegramServer, more: Partial<TelegramOptions> = {}): Promise<Belfry> =>
  open({ channels: [telegram({ token, apiRoot: server.url, ...more })], defaultChannels: ['telegram'] })

/** One reminder for each of these chats, all due at once. */
async function remind(belfry: Belfry, chats: readonly number[], inMs = 'PT0S'): Promise<void> {
  for (const chat of new Set(chats))
    await belfry.recipients.put({ id: `chat ${chat}`, addresses: { telegram: String(chat) } })
  await belfry.reminders.scheduleMany(
    chats.map((chat, i) => ({
      entity: { type: 'note', id: `${chat}.${i}` },
      recipient: `chat ${chat}`,
      in: inMs,
      title: 'x',
    })),
  )
}

/** Between neighbours, in the order in which they came. */
const gaps = (calls: readonly Call[]) => calls.slice(1).map(({ atMs }, i) => atMs - calls[i]!.atMs)
const to = (calls: readonly Call[], chat: number) => calls.filter((call) => call.chat === chat)

/** The most that any second holds. */
function mostInASecond(calls: readonly Call[]): number {
  const times = calls.map(({ atMs }) => atMs)
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))
}

/** Telegram's own limit. A second of permits holds 25; what lies between a permit and the witness may move a few together. */
const inASecondMax = 30

describe('of the whole bot', () => {
  it('is 25 a second', async () => {
    const server = await witness()
    const belfry = await another(server)
    await remind(
      belfry,
      Array.from({ length: 60 }, (_, i) => i + 1),
    )
    belfry.startWorker()
    const calls = await server.called(60)
    expect(mostInASecond(calls)).toBeLessThanOrEqual(inASecondMax)
    expect(new Set(calls.map(({ chat }) => chat)).size).toBe(60)
  })

  it('is that of all processes together', async () => {
    const server = await witness()
    const processes = [await another(server), await another(server), await another(server)]
    await remind(
      processes[0]!,
      Array.from({ length: 75 }, (_, i) => i + 1),
    )
    for (const belfry of processes) belfry.startWorker()
    const calls = await server.called(75)
    expect(mostInASecond(calls)).toBeLessThanOrEqual(inASecondMax)
    expect(new Set(calls.map(({ chat }) => chat)).size).toBe(75)
  })
})

describe('of one chat', () => {
  it('is one a second', async () => {
    const server = await witness()
    const belfry = await another(server)
    await remind(belfry, [7, 7, 7, 7])
    belfry.startWorker()
    // The clocks of the database and of the witness are one, which counts milliseconds.
    for (const gap of gaps(await server.called(4))) expect(gap).toBeGreaterThanOrEqual(999)
  })

  it('is one a second for two processes together', async () => {
    const server = await witness()
    const processes = [await another(server), await another(server)]
    await remind(processes[0]!, [7, 7, 7])
    for (const belfry of processes) belfry.startWorker()
    for (const gap of gaps(await server.called(3))) expect(gap).toBeGreaterThanOrEqual(999)
  })

  it('is slower in a group', async () => {
    const server = await witness()
    const belfry = await another(server, { rates: { perChatSecond: 1_000, perGroupMinute: 40 } })
    await remind(belfry, [-7, -7, -7])
    belfry.startWorker()
    for (const gap of gaps(await server.called(3))) expect(gap).toBeGreaterThanOrEqual(1_499)
  })
})

describe('one chat that has too much', () => {
  it('does not hold up another', async () => {
    const server = await witness()
    const belfry = await another(server)
    await remind(belfry, [...Array.from({ length: 200 }, () => 7), 8])
    belfry.startWorker()
    await new Promise<void>((resolve) => {
      server.script(({ chat }) => {
        if (chat === 8) resolve()
        return ok
      })
    })
    // It waits while 200 are turned away, and not while they are sent: of these there are one or two by then, on a slow machine some.
    expect(to(server.calls, 7).length).toBeLessThan(50)
    // And it goes on itself, at its own pace.
    const calls = await server.called(5)
    for (const gap of gaps(to(calls, 7))) expect(gap).toBeGreaterThanOrEqual(999)
  })
})

describe('a pause that Telegram asks for', () => {
  it('is kept by the whole bot, and by a process that was started afterwards', async () => {
    const server = await witness()
    server.script(() => no(429, 'Too Many Requests: retry after 3', { retry_after: 3 }))
    const first = await another(server)
    await remind(first, [7])
    const told = new Promise<void>((resolve) => {
      first.startWorker().events.on('concluded', () => resolve())
    })
    await told
    await first.close()
    expect(server.calls).toHaveLength(1)
    server.script(null)
    const second = await another(server)
    await remind(second, [8, 9])
    second.startWorker()
    const calls = await server.called(4)
    for (const { atMs } of calls.slice(1)) expect(atMs - calls[0]!.atMs).toBeGreaterThanOrEqual(2_999)
    expect(new Set(calls.slice(1).map(({ chat }) => chat))).toEqual(new Set([7, 8, 9]))
  })
})
