// What a test of the bot stands on: a driven Belfry whose worker rings through a fake Telegram, and the bot that answers there. One for a
// test file; `ana` is somebody new in each test, and so is everybody whom a test asks for. The clock only goes on.
//
//   const talking = useTalking()
//   it('says what it can do', async () => {
//     const { ana } = talking
//     await ana.says('/help')
//     expect(ana.last().text).toContain('/addreminder')
//   })

import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Bot, type BotOptions, createBot } from '../../src/bot/bot.ts'
import { telegram as telegramChannel } from '../../src/channels/telegram/telegram.ts'
import type { Belfry } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { createTestBelfry, type TestBelfry, type TestBelfryOptions } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type FakeTelegram, type Group, openFakeTelegram, type Person } from './fake-telegram.ts'

/** As fast as this machine is. */
export const rates = { perSecond: 1_000_000, perChatSecond: 1_000_000, perGroupMinute: 1_000_000 }

export interface TalkingOptions extends Pick<TestBelfryOptions, 'now' | 'worker' | 'coalesce'> {
  /** Of the bot, beside what the harness gives it. */
  readonly bot?: Partial<Pick<BotOptions, 'extend' | 'logger' | 'onStopped' | 'sleeper'>>
}

export interface Talking {
  readonly telegram: FakeTelegram
  readonly test: TestBelfry
  readonly belfry: Belfry
  /** Of the database. */
  readonly url: string
  /** In a session of its own. */
  query(sql: string, values?: readonly unknown[]): Promise<void>
  /** English, somebody new in each test. */
  readonly ana: Person
  person(name: string, language?: string): Person
  group(title: string, options?: { readonly topics?: boolean }): Group
  advance(duration: string): Promise<void>
  now(): Promise<Date>
  /** The bot goes, as on SIGTERM, and another one comes: nothing is kept but what is in the database. */
  restartBot(): Promise<void>
  stopBot(): Promise<void>
  startBot(more?: Partial<BotOptions>): Bot
}

export function useTalking(options: TalkingOptions = {}): Talking {
  const { bot: more, ...rest } = options
  let telegram: FakeTelegram
  let database: TestDatabase
  let test: TestBelfry
  let bot: Bot | null = null
  let ana: Person
  let people = 100
  const startBot = (extra: Partial<BotOptions> = {}): Bot => {
    const { url: apiRoot, token } = telegram
    bot = createBot({ belfry: test.belfry, token, apiRoot, logger: silentLogger, ...more, ...extra })
    bot.start()
    return bot
  }
  const stopBot = async () => {
    await bot?.stop()
    bot = null
  }
  const person = (name: string, language = 'en') => {
    people += 1
    return telegram.person({ id: people, name, language })
  }
  beforeAll(async () => {
    telegram = await openFakeTelegram()
    database = await createTestDatabase()
    const { token, url: apiRoot } = telegram
    const channels = [telegramChannel({ token, apiRoot, rates, callbackButtons: true })]
    test = await createTestBelfry({ database: database.url, channels, ...rest })
    startBot()
  })
  beforeEach(() => {
    ana = person('Ana')
  })
  afterAll(async () => {
    await stopBot()
    await test.close()
    await telegram.close()
    await database.drop()
  })
  return {
    get telegram() {
      return telegram
    },
    get test() {
      return test
    },
    get belfry() {
      return test.belfry
    },
    get url() {
      return database.url
    },
    get ana() {
      return ana
    },
    ...{ person, stopBot, startBot },
    group(title, { topics } = {}) {
      people += 1
      return telegram.group({ id: -1_001_000_000_000 - people, title, ...(topics && { topics }) })
    },
    advance: (duration) => test.advance(duration),
    query: (sql, values = []) => query(database.url, sql, values),
    now: async () => (await test.belfry.clock.read()).now,
    async restartBot() {
      await stopBot()
      startBot()
    },
  }
}

async function query(url: string, sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql, [...values]).finally(() => client.end())
}
