// How a talk of several messages is written, and that a restart in the middle of it is not noticed.

import type { Composer } from 'grammy'
import { describe, expect, it } from 'vitest'
import type { BotContext, TalkContext } from '../../src/bot/context.ts'
import { beginTalk, type Talk, talk } from '../../src/bot/conversations.ts'
import { useTalking } from './talking.ts'

/** Asks two things and writes one, named after the message that began it. */
async function order(conversation: Talk, ctx: TalkContext): Promise<void> {
  await ctx.reply('What would you like?')
  const what = await conversation.waitFor('message:text')
  await what.reply(`How many ${what.message.text}?`)
  const many = await conversation.waitFor('message:text')
  const title = `${many.message.text} × ${what.message.text}`
  const result = await conversation.external(async ({ ground, speaker, chatId, msgId }) => {
    const { recipient } = speaker
    const entity = { type: 'note', id: `tg:${chatId}:${msgId}` }
    const { id } = await ground.belfry.reminders.schedule({ entity, recipient, kind: 'once', in: 'PT1H', title })
    return { id }
  })
  await many.reply(`Ordered ${title} for ${many.speaker.recipient}: ${result.id.length}`)
}

function extend(composer: Composer<BotContext>): void {
  composer.use(talk('order', order))
  composer.command('order', (ctx) => beginTalk(ctx, 'order'))
  composer.on('message:text', (ctx) => ctx.reply(`You said ${ctx.message.text}`))
}

const talking = useTalking({ bot: { extend } })

const upcoming = async (recipient: string) =>
  (await talking.belfry.reminders.list({ recipient })).items.map(({ title }) => title)

describe('a talk', () => {
  it('takes several messages', async () => {
    const { ana } = talking
    await ana.says('/order')
    expect(ana.last().text).toBe('What would you like?')
    await ana.says('pears')
    expect(ana.last().text).toBe('How many pears?')
    await ana.says('3')
    expect(ana.last().text).toBe(`Ordered 3 × pears for telegram:${ana.id}: 36`)
    await ana.says('3')
    expect(ana.last().text).toBe('You said 3')
    expect(await upcoming(`telegram:${ana.id}`)).toEqual(['3 × pears'])
  })

  it('does not notice a restart in the middle', async () => {
    const { ana } = talking
    await ana.says('/order')
    await ana.says('figs')
    await talking.restartBot()
    await ana.says('4')
    expect(ana.last().text).toContain('Ordered 4 × figs')
  })

  it('is left by /cancel, which says so, and by any other command', async () => {
    const { ana } = talking
    await ana.says('/order')
    await ana.says('/cancel')
    expect(ana.last().text).toBe('All right, forget it.')
    await ana.says('figs')
    expect(ana.last().text).toBe('You said figs')
    await ana.says('/order')
    await ana.says('/help')
    await ana.says('dates')
    expect(ana.last().text).toBe('You said dates')
    await ana.says('/cancel')
    expect(ana.last().text).toBe('There is nothing to cancel.')
  })

  it('of two people in one group are two', async () => {
    const { ana, telegram } = talking
    const bo = talking.person('Bo', 'ko')
    const group = talking.group('Kitchen')
    await ana.says('/order', { in: group })
    const asked = ana.last(group)
    await bo.says('apples', { in: group, replyTo: asked })
    expect(ana.last(group).text).toBe('You said apples')
    await ana.says('plums', { in: group, replyTo: asked })
    expect(ana.last(group).text).toBe('How many plums?')
    await bo.says(`/cancel@${telegram.username}`, { in: group })
    expect(bo.last(group).text).toBe('취소할 것이 없어요.')
    await ana.says('5', { in: group, replyTo: ana.last(group) })
    expect(ana.last(group).text).toContain(`Ordered 5 × plums for telegram:${group.id}`)
  })

  it('is not moved on twice by the same message, though the bot died before it could mark it', async () => {
    const { ana, telegram } = talking
    await ana.says('/order')
    await ana.says('kiwis')
    const update = telegram.told.at(-1)!
    await talking.stopBot()
    await talking.query('delete from belfry.chat_updates')
    const again = telegram.tellAgain(update)
    talking.startBot()
    await again
    await ana.says('2')
    expect(ana.last().text).toContain('Ordered 2 × kiwis')
    const last = telegram.told.at(-1)!
    await talking.stopBot()
    await talking.query('delete from belfry.chat_updates')
    const answers = ana.screen().length
    const after = telegram.tellAgain(last)
    talking.startBot()
    await after
    expect(ana.screen()).toHaveLength(answers)
  })
})
