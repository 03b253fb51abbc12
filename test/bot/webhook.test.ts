// Updates that Telegram posts: at the server's own route, with the secret, and once.

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bot } from '../../src/bot/bot.ts'
import { receiverOf, secretOf } from '../../src/bot/webhook.ts'
import { createApp } from '../../src/http/app.ts'
import { silentLogger } from '../../src/log.ts'
import { latch } from '../integration/latch.ts'
import { useTalking } from './talking.ts'

const talking = useTalking()
let app: FastifyInstance
let bot: Bot
let url: string
const secret = () => secretOf(talking.telegram.token)

beforeAll(async () => {
  const { belfry } = talking
  await talking.stopBot()
  app = createApp({
    ...{ belfry, secret: Buffer.alloc(32), version: '0.0.0', logger: silentLogger },
    telegram: { receive: (update, given) => receiverOf(bot, secret()).receive(update, given) },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1/telegram/updates`
})
afterAll(() => app.close())

const post = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const signed = (word = secret()) => ({ 'x-telegram-bot-api-secret-token': word })

describe('a webhook', () => {
  it('is not there before the bot is, and Telegram offers the update again', async () => {
    const { ana, telegram } = talking
    telegram.fault('getMe', { kind: 'bad gateway' })
    const gate = latch()
    bot = talking.startBot({
      webhook: { url, secret: secret() },
      sleeper: { sleep: () => gate.opened.then(() => 'time' as const) },
    })
    const early = await post({ update_id: 1 }, signed())
    expect([early.status, early.body.code]).toEqual([503, 'busy'])
    gate.open()
    await telegram.until(() => telegram.webhook !== null)
    expect(telegram.webhook).toEqual({
      ...{ url, secret: secret(), allowed: ['message', 'edited_message', 'callback_query'] },
    })
    await ana.says('/help')
    expect(ana.last().text).toContain('/addreminder')
  })

  it('takes nothing from anybody else', async () => {
    const { ana, telegram } = talking
    await ana.says('/help')
    const before = ana.screen().length
    const update = { ...telegram.told.at(-1)!, update_id: 9_999 }
    for (const headers of [{}, signed(''), signed('x'), signed(`${secret()}x`), signed(secret().slice(1))]) {
      const { status, body } = await post(update, headers)
      expect([status, body.code]).toEqual([401, 'bad_signature'])
    }
    expect(ana.screen()).toHaveLength(before)
    expect((await post(update, signed())).status).toBe(200)
    expect(ana.screen()).toHaveLength(before + 1)
  })

  it('has one effect for the same update twice, also at once', async () => {
    const { ana, telegram } = talking
    await ana.says('/help')
    const before = ana.screen().length
    const update = { ...telegram.told.at(-1)!, update_id: 8_888 }
    const answers = await Promise.all([post(update, signed()), post(update, signed()), post(update, signed())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(ana.screen()).toHaveLength(before + 1)
  })

  it('gives way to polling, which takes what it had not delivered', async () => {
    const { ana, telegram } = talking
    await talking.stopBot()
    telegram.fault('getUpdates', { kind: 'bad gateway' })
    await ana.says('/help', { goesOn: true })
    talking.startBot()
    // Until it is taken away the webhook may still have delivered it.
    await telegram.until(() => telegram.webhook === null && telegram.unconfirmed.length === 0)
    expect(ana.last().text).toContain('/addreminder')
  })

  it('is not there where nobody listens', async () => {
    const bare = createApp({
      ...{ belfry: talking.belfry, secret: Buffer.alloc(32), version: '0.0.0', logger: silentLogger },
    })
    const answer = await bare.inject({
      ...{ method: 'POST', url: '/v1/telegram/updates', headers: { host: 'localhost' }, payload: { update_id: 1 } },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    await bare.close()
  })
})
