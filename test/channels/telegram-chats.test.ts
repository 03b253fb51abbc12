// What Telegram says of a chat: it has another id, it is closed to the bot, it is open again.

import { describe, expect, it } from 'vitest'
import { resumeChat } from '../../src/channels/telegram/resume.ts'
import { telegram } from '../../src/channels/telegram/telegram.ts'
import { resolveConfig } from '../../src/config.ts'
import type { Context } from '../../src/engine/context.ts'
import { openInstallation } from '../../src/installation.ts'
import { reminder, useDatabase } from '../integration/running.ts'
import { no, ok, openTelegram } from './telegram-server.ts'

const { start, url, atEnd } = useDatabase()

const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
const rates = { perSecond: 1_000_000, perChatSecond: 1_000_000, perGroupMinute: 1_000_000 }
const blocked = no(403, 'Forbidden: bot was blocked by the user')

async function running() {
  const server = await openTelegram()
  atEnd(() => server.close())
  const test = await start({
    channels: [telegram({ token, apiRoot: server.url, rates })],
    defaultChannels: ['telegram'],
  })
  return { server, test, ...test }
}

/** As a bot calls it that has heard /start. */
async function context(): Promise<Context> {
  const installation = await openInstallation(resolveConfig({ database: url() }))
  atEnd(() => installation.close())
  return installation.context
}

/** What a person reads. */
const plain = (text: string) => text.replaceAll(/<[^>]*>/g, '')

describe('a group that becomes a supergroup', () => {
  it('has its new id from then on, for everybody whose address it is, and the message goes there', async () => {
    const { server, belfry, advance } = await running()
    const upgraded = no(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1_009_876_543_210,
    })
    server.script(({ chat }) => (chat === -500 ? upgraded : ok))
    for (const id of ['ana', 'bo']) await belfry.recipients.put({ id, addresses: { telegram: '-500' } })
    await belfry.recipients.put({ id: 'cy', addresses: { telegram: '-5001' } })
    const { id } = await belfry.reminders.schedule(reminder('1'))
    await advance('PT2M')
    expect(server.calls.map(({ chat }) => chat)).toEqual([-500, -1_009_876_543_210])
    const addresses = async (who: string) => (await belfry.recipients.get(who))?.addresses.telegram
    expect(await addresses('ana')).toBe('-1009876543210')
    expect(await addresses('bo')).toBe('-1009876543210')
    expect(await addresses('cy')).toBe('-5001')
    const story = await belfry.reminders.explain(id)
    expect(story.deliveries).toMatchObject([{ state: 'sent' }])
    expect(JSON.stringify(story)).toContain('upgraded to a supergroup')
  })
})

describe('a chat that is closed to the bot', () => {
  /** Ana blocks the bot, and misses three. */
  async function away(more: object = {}) {
    const running_ = await running()
    const { server, belfry, advance } = running_
    await belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul', addresses: { telegram: '42' }, ...more })
    server.script(() => blocked)
    for (const [i, title] of ['Water the plants', 'Call mom', 'Budget review'].entries())
      await belfry.reminders.schedule(reminder(String(i), { in: `PT${i + 1}H`, title }))
    await advance('PT3H')
    return running_
  }

  it('is suspended, and asked no more; its reminders are kept', async () => {
    const { server, belfry, advance } = await away()
    expect(server.calls).toHaveLength(1)
    expect((await belfry.recipients.get('ana'))?.suspended).toMatchObject({ telegram: { reason: 'blocked' } })
    const { items } = await belfry.deliveries.list({ recipient: 'ana' })
    expect(items.map(({ title, state, reason }) => [title, state, reason])).toEqual([
      ['Budget review', 'suppressed', 'address_suspended'],
      ['Call mom', 'suppressed', 'address_suspended'],
      ['Water the plants', 'failed', 'address_gone'],
    ])
    // What is still to come waits for its moment, and rings if the person is back by then.
    await belfry.reminders.schedule(reminder('later', { in: 'PT5H', title: 'Later' }))
    server.script(null)
    await resumeChat(await context(), { recipient: 'ana' })
    await advance('PT5H')
    expect(server.calls.map(({ text }) => plain(text).split('\n')[0])).toEqual([
      'Water the plants',
      'Welcome back. While you were away you missed 3 reminders.',
      'Later',
    ])
  })

  it('is open again with one summary, however often one comes back', async () => {
    const { server, belfry, advance } = await away()
    server.script(null)
    const own = await context()
    const both = await Promise.all([resumeChat(own, { recipient: 'ana' }), resumeChat(own, { chat: '42' })])
    expect(
      both
        .flat()
        .map(({ resumed }) => resumed)
        .sort(),
    ).toEqual([false, true])
    expect(await resumeChat(own, { chat: '42' })).toEqual([
      { recipient: 'ana', resumed: false, missed: 0, summary: null },
    ])
    await advance('P1D')
    expect(server.calls).toHaveLength(2)
    expect({ ...server.calls[1], text: plain(server.calls[1]!.text) }).toMatchObject({
      chat: 42,
      text: [
        ...['Welcome back. While you were away you missed 3 reminders.', '', 'The latest:'],
        ...['• 1 Jan 12:00  Budget review', '• 1 Jan 11:00  Call mom', '• 1 Jan 10:00  Water the plants'],
      ].join('\n'),
    })
    expect((await belfry.recipients.get('ana'))?.suspended).toEqual({})
    const { summary } = both.flat().find(({ resumed }) => resumed)!
    const story = await belfry.reminders.explain(summary!)
    expect(story.deliveries).toMatchObject([
      { entity: { type: 'summary' }, kind: 'resumed', channel: 'telegram', state: 'sent' },
    ])
  })

  it('is greeted in Korean where that is the language', async () => {
    const { server, advance } = await away({ locale: 'ko-KR' })
    server.script(null)
    await resumeChat(await context(), { recipient: 'ana' })
    await advance('PT1S')
    expect(plain(server.calls[1]!.text)).toBe(
      [
        ...['다시 오셨네요. 그동안 놓친 알림이 3개 있어요.', '', '최근 알림:'],
        ...['• 1월 1일 12:00  Budget review', '• 1월 1일 11:00  Call mom', '• 1월 1일 10:00  Water the plants'],
      ].join('\n'),
    )
  })

  it('blocked a second time, has a second summary, of what was missed since', async () => {
    const { server, belfry, advance } = await away()
    const own = await context()
    server.script(null)
    await resumeChat(own, { recipient: 'ana' })
    await advance('PT1H')
    server.script(() => blocked)
    await belfry.reminders.schedule(reminder('again', { in: 'PT1H', title: 'Again' }))
    await advance('PT2H')
    server.script(null)
    expect(await resumeChat(own, { recipient: 'ana' })).toMatchObject([{ resumed: true, missed: 1 }])
    await advance('PT1H')
    expect(plain(server.calls.at(-1)!.text)).toBe(
      'Welcome back. While you were away you missed 1 reminder.\n\nIt was:\n• 1 Jan 14:00  Again',
    )
    expect(server.calls).toHaveLength(4)
  })

  it('says nothing where nothing was missed, and nothing of people who are not there', async () => {
    const { server, belfry, advance } = await running()
    await belfry.recipients.put({ id: 'ana', addresses: { telegram: '42' } })
    const own = await context()
    expect(await resumeChat(own, { recipient: 'ana' })).toEqual([
      { recipient: 'ana', resumed: false, missed: 0, summary: null },
    ])
    expect(await resumeChat(own, { chat: '43' })).toEqual([])
    await expect(resumeChat(own, { recipient: 'nobody' })).rejects.toMatchObject({
      code: 'unknown_recipient',
      field: '/recipient',
    })
    await expect(resumeChat(own, { chat: 'x' })).rejects.toMatchObject({ code: 'invalid_input', field: '/chat' })
    await expect(resumeChat(own, {} as never)).rejects.toMatchObject({ code: 'missing_field', field: '/recipient' })
    await advance('PT1H')
    expect(server.calls).toEqual([])
  })
})
