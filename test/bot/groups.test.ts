// In a group: what is for the bot, topics, and a group that gets another id.

import type { Composer } from 'grammy'
import { describe, expect, it } from 'vitest'
import type { BotContext } from '../../src/bot/context.ts'
import { saidToBot } from '../../src/bot/groups.ts'
import type { Group, Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

function extend(composer: Composer<BotContext>): void {
  composer.command('in', async (ctx) => {
    const { ground, speaker, msgId } = ctx
    await ground.belfry.reminders.schedule({
      entity: { type: 'note', id: `tg:${speaker.chat}:${msgId}` },
      ...{ recipient: speaker.recipient, kind: 'once', in: 'PT10M', title: ctx.match, data: { by: speaker.user } },
    })
    await ctx.reply(`for ${speaker.recipient}`)
  })
  composer.on('message:text', (ctx) => ctx.reply(`heard: ${saidToBot(ctx)}`))
}

const talking = useTalking({ bot: { extend } })

const heard = (person: Person, group: Group) =>
  person
    .screen(group)
    .filter(({ isBot }) => isBot)
    .map(({ text }) => text)

describe('what is for the bot in a group', () => {
  it('are commands, replies to it, and mentions', async () => {
    const { ana } = talking
    const group = talking.group('Team')
    await ana.says('/in tea', { in: group })
    await ana.says('thanks', { in: group, replyTo: ana.last(group) })
    await ana.says('hey @belfry_bot, tea at five', { in: group })
    await ana.says('@Belfry_Bot cake', { in: group })
    expect(heard(ana, group)).toEqual([
      ...[`for telegram:${group.id}`, 'heard: thanks', 'heard: hey , tea at five', 'heard: cake'],
    ])
  })

  it('is nothing else', async () => {
    const { ana, belfry } = talking
    const bo = talking.person('Bo')
    const group = talking.group('Team')
    const said = await ana.says('tomorrow at nine, everybody?', { in: group })
    await bo.says('yes, at nine', { in: group, replyTo: said })
    await bo.says('/help@another_bot', { in: group })
    await bo.says('ask @another_bot or mail me@belfry_bot.example', { in: group })
    await ana.edits(said, 'tomorrow at ten, everybody?', { in: group })
    expect(heard(ana, group)).toEqual([])
    // Nobody is known for having talked to others.
    expect(await belfry.chats.person(String(bo.id))).toBeNull()
  })

  it('a command can name the bot', async () => {
    const { ana } = talking
    const group = talking.group('Team')
    await ana.says('/help@belfry_bot', { in: group })
    await ana.says('/help@BELFRY_bot', { in: group })
    expect(heard(ana, group)).toHaveLength(2)
  })
})

describe('a topic', () => {
  it('has reminders of its own, which ring there', async () => {
    const { ana, belfry } = talking
    const group = talking.group('Forum', { topics: true })
    await ana.says('/in one', { in: group, topic: 17 })
    await ana.says('/in two', { in: group, topic: 18 })
    await ana.says('/in three', { in: group })
    expect(ana.screen(group).filter(({ isBot }) => isBot)).toMatchObject([
      { text: `for telegram:${group.id}/17`, topic: 17 },
      { text: `for telegram:${group.id}/18`, topic: 18 },
      { text: `for telegram:${group.id}`, topic: null },
    ])
    // Topics of one group are one chat for the pace of messages: each waits for the one before.
    await talking.advance('PT11M')
    const rung = ana.screen(group).filter(({ buttons }) => buttons.length > 0)
    expect(rung.map(({ text, topic }) => [text.split('\n')[0], topic]).toSorted()).toMatchObject([
      [expect.stringContaining('one'), 17],
      [expect.stringContaining('three'), null],
      [expect.stringContaining('two'), 18],
    ])
    expect(await ana.taps('✓ Done', { in: group, message: rung[0]! })).toMatchObject({ text: 'Done' })
    expect(ana.screen(group).find(({ id }) => id === rung[0]!.id)?.text).toMatch(/✓ Done by Ana$/)
    const { items } = await belfry.deliveries.list({ recipient: `telegram:${group.id}/17` })
    expect(items).toHaveLength(1)
  })
})

describe('a group that gets another id', () => {
  it('keeps its reminders: they ring in the new chat, and are its own there', async () => {
    const { ana, belfry, telegram } = talking
    const old = telegram.group({ id: -4_000 - ana.id, title: 'Small' })
    await ana.says('/in before', { in: old })
    const next = await old.migrate(-1_001_999_000_000 - ana.id)
    await talking.advance('PT10M')
    expect(ana.last(next).text).toContain('before')
    expect(await ana.taps('✓ Done', { in: next })).toMatchObject({ text: 'Done' })
    await ana.says('/in after', { in: next })
    expect(ana.last(next).text).toBe(`for telegram:${old.id}`)
    const { items } = await belfry.reminders.list({ recipient: `telegram:${old.id}` })
    expect(items.map(({ title }) => title)).toEqual(['after'])
    await talking.advance('PT10M')
    expect(ana.last(next).text).toContain('after')
  })

  it('also where the message that says so never came', async () => {
    const { ana, telegram } = talking
    const old = telegram.group({ id: -5_000 - ana.id, title: 'Small' })
    await ana.says('/in before', { in: old })
    await talking.stopBot()
    const to = -1_001_888_000_000 - ana.id
    void old.migrate(to)
    await talking.advance('PT10M')
    // The send itself was told where the group is now; a second later it goes there.
    await talking.advance('PT1M')
    const found = telegram.callsOf('sendMessage').filter(({ payload }) => Number(payload.chat_id) === to)
    expect(found.map(({ payload }) => String(payload.text))).toEqual([expect.stringContaining('before')])
    talking.startBot()
    await telegram.until(() => telegram.unconfirmed.length === 0)
  })
})
