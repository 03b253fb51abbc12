// The bot as people run it: a process, which is told to stop, or killed.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine, type Started } from '../integration/command-line.ts'
import { latch } from '../integration/latch.ts'
import { type FakeTelegram, openFakeTelegram, type Person } from './fake-telegram.ts'

const cli = new CommandLine()
let telegram: FakeTelegram
let database: TestDatabase
let environment: Record<string, string>
let people = 0

beforeAll(async () => {
  telegram = await openFakeTelegram()
  database = await createTestDatabase()
  environment = {
    ...{ DATABASE_URL: database.url, BELFRY_TELEGRAM_TOKEN: telegram.token, BELFRY_TELEGRAM_URL: telegram.url },
    BELFRY_PORT: '0',
  }
})
afterAll(async () => {
  await cli.close()
  await telegram.close()
  await database.drop()
})

const start = (...words: string[]): Started => cli.start(words, environment)
const person = (): Person => {
  people += 1
  return telegram.person({ id: people, name: 'Ana' })
}

/** The bot's next answer to somebody is held there, delivered, until it is let go. */
function holdAnswer(to: Person) {
  const gate = latch()
  telegram.fault('sendMessage', { kind: 'slow', until: gate.opened }, { chat: to.id })
  const sent = telegram.callsOf('sendMessage').length
  return { arrived: () => telegram.until(() => telegram.callsOf('sendMessage').length > sent), open: gate.open }
}

describe('belfry serve, and belfry bot', () => {
  it('SIGTERM loses no update: what is under way is finished and confirmed, the rest is for the next one', async () => {
    const ana = person()
    const serving = start('serve')
    await ana.says('/help')
    expect(ana.last().text).toContain('/addreminder')
    const answer = holdAnswer(ana)
    void ana.says('/cancel', { goesOn: true })
    await answer.arrived()
    void ana.says('/help', { goesOn: true })
    const ended = serving.stop('SIGTERM')
    await serving.says('Stopping')
    answer.open()
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain('the Telegram bot')
    expect(`${stdout}${stderr}`).not.toContain(telegram.token)
    expect(telegram.unconfirmed).toHaveLength(1)
    const bot = start('bot')
    await telegram.until(() => telegram.unconfirmed.length === 0)
    const answers = ana.screen().filter(({ isBot }) => isBot)
    expect(answers.map(({ text }) => text.split('\n')[0])).toEqual([
      ...[expect.stringContaining('call mom'), 'There is nothing to cancel.', expect.stringContaining('call mom')],
    ])
    expect((await bot.stop('SIGTERM')).code).toBe(0)
  })

  it('of two that ask with one token, the one that is turned away ends, and says why', async () => {
    const first = start('bot')
    // It asks for updates, and waits for the next.
    await person().says('/help')
    const second = start('bot')
    const { code, stderr } = await first.ended
    expect(code).not.toBe(0)
    expect(stderr).toContain('Another program asks for the updates of this bot.')
    expect((await second.stop('SIGTERM')).code).toBe(0)
  })

  it('killed between the send and its settling, the ring is unknown and listed, and never comes again', async () => {
    const ana = person()
    const bot = start('bot')
    await ana.says('/help')
    const belfry = await createBelfry({ database: database.url })
    try {
      const recipient = `telegram:${ana.id}`
      const answer = holdAnswer(ana)
      await belfry.reminders.schedule({ entity: { type: 'note', id: 'killed' }, recipient, in: 'PT1S', title: 'Tea' })
      await answer.arrived()
      const killed = await bot.stop('SIGKILL')
      expect(killed.code).toBeNull()
      await leasesEnd()
      const worker = belfry.startWorker({ leaseMs: 400 })
      await new Promise<void>((resolve) => worker.events.on('idle', () => void settled(belfry, recipient, resolve)))
      expect(await belfry.deliveries.needingAttention()).toMatchObject([
        { recipient, state: 'unknown', reason: 'lease_expired', channel: 'telegram' },
      ])
      await worker.stop()
      expect(ana.screen().filter(({ text }) => text.includes('Tea'))).toHaveLength(1)
      // Another bot answers the buttons of what had arrived.
      const next = start('bot')
      expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
      await next.stop('SIGTERM')
      expect(ana.screen().filter(({ text }) => text.includes('Tea'))).toHaveLength(1)
    } finally {
      await belfry.close()
    }
  })
})

async function settled(belfry: Belfry, recipient: string, resolve: () => void): Promise<void> {
  const { items } = await belfry.deliveries.list({ recipient })
  if (items.every(({ state }) => state !== 'sending')) resolve()
}

/** What a dead process held is free, without waiting for it. */
async function leasesEnd(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client
    .query(`update belfry.claims set expires_at = clock_timestamp() - interval '1 second'`)
    .finally(() => client.end())
}
