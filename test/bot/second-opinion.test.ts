// The same bot against a Bot API that somebody else wrote.

import imported from 'telegram-test-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bot, createBot } from '../../src/bot/bot.ts'
import { telegram } from '../../src/channels/telegram/telegram.ts'
import { silentLogger } from '../../src/log.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { unusedPort } from '../channels/unused-port.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { rates } from './talking.ts'

// What it exports is the class itself; its types say that the class is inside.
const TelegramServer = imported as unknown as typeof imported.default

const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
let server: InstanceType<typeof TelegramServer>
let database: TestDatabase
let test: TestBelfry
let bot: Bot

beforeAll(async () => {
  server = new TelegramServer({ host: '127.0.0.1', port: await unusedPort() })
  await server.start()
  database = await createTestDatabase()
  const apiRoot = server.config.apiURL
  const channels = [telegram({ token, apiRoot, rates, callbackButtons: true })]
  test = await createTestBelfry({ database: database.url, channels })
  bot = createBot({ belfry: test.belfry, token, apiRoot, logger: silentLogger })
  bot.start()
})
afterAll(async () => {
  await bot.stop()
  await test.close()
  await server.stop()
  await database.drop()
})

it('it answers a command, rings, and takes a tap', async () => {
  const client = server.getClient(token, { userId: 7, chatId: 7, firstName: 'Ana', timeout: 4_000, interval: 20 })
  // The client itself waits for four seconds, in which the bot has to begin.
  const answered = server.waitBotMessage()
  await client.sendCommand(client.makeCommand('/help'))
  await answered
  const { result: help } = await client.getUpdates()
  expect(help.map(({ message }) => message.text)).toEqual([expect.stringContaining('/addreminder')])

  const { belfry } = test
  const recipient = 'telegram:7'
  const { id } = await belfry.reminders.schedule({
    entity: { type: 'note', id: '1' },
    recipient,
    in: 'PT1M',
    title: 'Tea',
  })
  await test.advance('PT1M')
  const { result: rung } = await client.getUpdates()
  expect(rung).toHaveLength(1)
  const { message, messageId } = rung[0]!
  expect(message.text).toContain('Tea')
  const [[done]] = (message.reply_markup as { inline_keyboard: { callback_data: string }[][] }).inline_keyboard as [
    [{ callback_data: string }],
  ]
  const edited = server.waitBotEdits()
  const tapped = client.makeCallbackQuery(done.callback_data, {
    message: { message_id: messageId, text: message.text },
  })
  await client.sendCallback(tapped)
  await edited
  const { items } = await belfry.audit.list({ reminder: id })
  expect(items.map(({ action }) => action)).toContain('acknowledged')
})
