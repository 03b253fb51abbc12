// What goes wrong on the way to Telegram, and what people see of it.

import type { Composer } from 'grammy'
import { describe, expect, it } from 'vitest'
import type { BotContext } from '../../src/bot/context.ts'
import { latch } from '../integration/latch.ts'
import type { Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

function extend(composer: Composer<BotContext>): void {
  composer.command('in', async (ctx) => {
    const { ground, speaker, msgId } = ctx
    const entity = { type: 'note', id: `tg:${speaker.chat}:${msgId}` }
    const { recipient } = speaker
    await ground.belfry.reminders.schedule({ entity, recipient, kind: 'once', in: 'PT10M', title: ctx.match })
    await ctx.reply(`I will remind you of ${ctx.match}`)
  })
  composer.command('fail', () => {
    throw new Error('broken')
  })
}

const waits: number[] = []
const sleeper = {
  sleep: async (ms: number) => {
    waits.push(ms)
    return 'time' as const
  },
}
const talking = useTalking({ bot: { extend, sleeper } })

const answers = (person: Person = talking.ana) =>
  person
    .screen()
    .filter(({ isBot }) => isBot)
    .map(({ text }) => text)
const titles = async (person: Person = talking.ana) =>
  (await talking.belfry.reminders.list({ recipient: `telegram:${person.id}` })).items.map(({ title }) => title)
const states = async (person: Person = talking.ana) =>
  (await talking.belfry.deliveries.list({ recipient: `telegram:${person.id}` })).items.map(({ state }) => state)

const tea = 'I will remind you of tea'
const maybeLost = 'My last answer may not have reached you. /reminders shows what I have.'

describe('an answer of the bot', () => {
  it('that was delivered before the connection broke is not sent again, and it is said that it may be lost', async () => {
    const { ana, telegram } = talking
    telegram.fault('sendMessage', { kind: 'dropped' }, { chat: ana.id })
    await ana.says('/in tea')
    expect(answers()).toEqual([tea, maybeLost])
    expect(await titles()).toEqual(['tea'])
  })

  it('that a proxy kept for itself: the reminder is there, and so is a word about it', async () => {
    const { ana, telegram } = talking
    telegram.fault('sendMessage', { kind: 'bad gateway' }, { chat: ana.id })
    await ana.says('/in tea')
    expect(answers()).toEqual([maybeLost])
    expect(await titles()).toEqual(['tea'])
  })

  it('that is too fast waits as long as Telegram says, once', async () => {
    const { ana, telegram } = talking
    waits.length = 0
    telegram.fault('sendMessage', { kind: 'slow down', retryAfter: 3 }, { chat: ana.id })
    await ana.says('/in tea')
    expect(answers()).toEqual([tea])
    expect(waits).toContain(3_000)
    telegram.fault('sendMessage', { kind: 'slow down', retryAfter: 2 }, { chat: ana.id, times: 2 })
    await ana.says('/in cake')
    expect(await titles()).toEqual(expect.arrayContaining(['tea', 'cake']))
    expect(answers()).toEqual([tea, 'Sorry, that did not work. Please try once more in a moment.'])
  })

  it('to somebody who has just blocked the bot is dropped, and nobody else notices', async () => {
    const { ana, telegram } = talking
    const bo = talking.person('Bo')
    const description = 'Forbidden: bot was blocked by the user'
    telegram.fault('sendMessage', { kind: 'refused', code: 403, description }, { chat: ana.id })
    await Promise.all([ana.says('/in tea'), bo.says('/in tea')])
    expect(answers()).toEqual([])
    expect(answers(bo)).toEqual([tea])
  })

  it('that is slow keeps nobody else waiting', async () => {
    const { ana, telegram } = talking
    const bo = talking.person('Bo')
    const gate = latch()
    telegram.fault('sendMessage', { kind: 'slow', until: gate.opened }, { chat: ana.id })
    const slow = ana.says('/in tea')
    await telegram.until(() => answers().length > 0)
    await bo.says('/in tea', { goesOn: true })
    await telegram.until(() => answers(bo).length > 0)
    gate.open()
    await slow
    expect(answers()).toEqual([tea])
  })
})

describe('what goes wrong', () => {
  it('inside a talk is told as outside of it: the answer may be lost, the reminder is there', async () => {
    const { ana, telegram } = talking
    await ana.says('/addreminder')
    await ana.says('buy milk')
    telegram.fault('sendMessage', { kind: 'dropped' }, { chat: ana.id })
    await ana.says('tomorrow at 9am')
    expect(answers().at(-1)).toBe(maybeLost)
    expect(await titles()).toEqual(['buy milk'])
  })

  it('with the answer to a tap that waited for long: what was tapped is done', async () => {
    const { ana, telegram } = talking
    await ana.says('/in tea')
    await talking.advance('PT10M')
    const description = 'Bad Request: query is too old and response timeout expired or query ID is invalid'
    telegram.fault('answerCallbackQuery', { kind: 'refused', code: 400, description }, { chat: ana.id })
    await ana.taps('✓ Done')
    expect(ana.last().text).toContain('✓ Done')
    expect(answers()).not.toContain('Sorry, that did not work. Please try once more in a moment.')
  })

  it('while nothing can be written is told once, when it can be', async () => {
    const { ana, belfry } = talking
    let full = 3
    const markHandled: typeof belfry.chats.markHandled = async (update) => {
      full -= 1
      if (full >= 0) throw new Error('the disk is full')
      await belfry.chats.markHandled(update)
    }
    await talking.stopBot()
    talking.startBot({ belfry: { ...belfry, chats: { ...belfry.chats, markHandled } } })
    await ana.says('/fail')
    expect(full).toBeLessThan(0)
    expect(answers()).toEqual(['Sorry, that did not work. Please try once more in a moment.'])
    await talking.restartBot()
  })
})

describe('a ring', () => {
  it('that was delivered before the connection broke is unknown, listed, and never sent again', async () => {
    const { ana, belfry, telegram } = talking
    await ana.says('/in tea')
    telegram.fault('sendMessage', { kind: 'dropped' }, { chat: ana.id })
    await talking.advance('PT10M')
    await talking.advance('P1D')
    expect(await states()).toEqual(['unknown'])
    expect(await belfry.deliveries.needingAttention()).toContainEqual(
      expect.objectContaining({ recipient: `telegram:${ana.id}`, state: 'unknown' }),
    )
    expect(answers().filter((text) => text.includes('tea'))).toHaveLength(2)
    // It had arrived: its buttons work.
    expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
  })

  it('that is told to slow down waits, and comes once', async () => {
    const { ana, telegram } = talking
    await ana.says('/in tea')
    telegram.fault('sendMessage', { kind: 'slow down', retryAfter: 1 }, { chat: ana.id })
    await talking.advance('PT10M')
    await talking.advance('PT5M')
    expect(await states()).toEqual(['sent'])
    expect(answers()).toHaveLength(2)
  })

  it('to somebody who has blocked the bot is kept, and /start brings one summary of what was missed', async () => {
    const { ana, belfry } = talking
    await ana.says('/in tea')
    await ana.says('/in cake')
    await ana.says('/in later')
    await ana.blocks()
    // In one chat each waits for the one before.
    await talking.advance('PT15M')
    const recipient = `telegram:${ana.id}`
    expect((await belfry.recipients.get(recipient))?.suspended.telegram).toMatchObject({ reason: 'blocked' })
    await belfry.reminders.schedule({
      entity: { type: 'note', id: `${ana.id}` },
      recipient,
      in: 'PT2H',
      title: 'supper',
    })
    await ana.unblocks()
    const before = answers().length
    await ana.says('/start')
    expect((await belfry.recipients.get(recipient))?.suspended).toEqual({})
    await talking.advance('PT1M')
    const summaries = answers()
      .slice(before)
      .filter((text) => text.includes('you missed'))
    expect(summaries).toEqual([expect.stringContaining('missed 3 reminders')])
    await talking.advance('PT2H')
    expect(answers().at(-1)).toContain('supper')
  })
})
