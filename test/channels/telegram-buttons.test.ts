// Whatever rings in Telegram has buttons that a bot can act on, and only it: notes, meetings, alarms, and several in one message.

import { expect, it } from 'vitest'
import { readCallback, signingKeyOf } from '../../src/channels/telegram/callback.ts'
import { telegram } from '../../src/channels/telegram/telegram.ts'
import { useDatabase } from '../integration/running.ts'
import { type Call, openTelegram } from './telegram-server.ts'

const running = useDatabase()
const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
const key = signingKeyOf(token)
const rates = { perSecond: 1_000_000, perChatSecond: 1_000_000, perGroupMinute: 1_000_000 }

async function start() {
  const server = await openTelegram()
  running.atEnd(() => server.close())
  const test = await running.start({
    channels: [telegram({ token, apiRoot: server.url, rates, callbackButtons: true })],
    coalesce: { within: 'PT1M' },
    now: '2031-03-10T09:00:00Z',
  })
  await test.belfry.recipients.put({ id: 'ana', addresses: { telegram: '42' }, channels: ['telegram'] })
  return { ...test, server }
}

/** What the buttons under a message say, and the letter and the id that they carry. */
function buttonsOf({ payload }: Call) {
  const { inline_keyboard: rows } = payload.reply_markup as {
    inline_keyboard: { text: string; callback_data: string }[][]
  }
  return rows.flat().map(({ text, callback_data: data }) => ({ text, ...readCallback(key, data)! }))
}

const note = (id: string, more: object = {}) => ({ entity: { type: 'note', id }, recipient: 'ana', title: id, ...more })

it('a note, a meeting and an alarm have the same, of their delivery', async () => {
  const { belfry, advance, server } = await start()
  await belfry.reminders.schedule(note('one', { in: 'PT10M' }))
  await belfry.entities.put({
    ...{ type: 'meeting', id: 'm', at: '2031-03-10T10:30:00', timezone: 'UTC', title: 'Budget' },
    ...{ recipients: ['ana'], plan: ['-PT1H'] },
  })
  await belfry.alarms.put({ pageId: 'p', userId: 'ana', title: 'Page' })
  await advance('PT1H')
  expect(server.calls.map(({ text }) => /<b>(.*)<\/b>/.exec(text)?.[1]).sort()).toEqual(['Budget', 'Page', 'one'])
  for (const call of server.calls) {
    const buttons = buttonsOf(call)
    expect(buttons.map(({ text, action }) => [text, action])).toEqual([
      ['✓ Done', 'd'],
      ['10 min', 'a'],
      ['1 h', 'h'],
      ['Tomorrow', 't'],
      ['…', 'm'],
    ])
    expect(new Set(buttons.map(({ id }) => id)).size).toBe(1)
    const { id } = buttons[0]!
    expect(await belfry.deliveries.get(id)).toMatchObject({ state: 'sent', recipient: 'ana' })
    expect(await belfry.deliveries.act(id, { action: 'done', via: 'telegram' })).toMatchObject({ result: 'done' })
  }
})

it('of a message about several, they act on each of them', async () => {
  const { belfry, advance, server } = await start()
  const ids: string[] = []
  for (const id of ['one', 'two']) ids.push((await belfry.reminders.schedule(note(id, { in: 'PT1M' }))).id)
  await advance('PT5M')
  expect(server.calls.map(({ text }) => text)).toEqual([expect.stringContaining('2 reminders')])
  expect(server.calls[0]!.text.match(/<tg-time unix="\d+" format="t">/g)).toHaveLength(2)
  const [done, later] = buttonsOf(server.calls[0]!)
  expect(await belfry.deliveries.act(later!.id, { action: 'snooze', for: 'PT10M' })).toMatchObject({
    result: 'snoozed',
  })
  for (const id of ids) expect(await belfry.reminders.get(id)).toMatchObject({ state: 'scheduled' })
  expect(await belfry.deliveries.act(done!.id, { action: 'done' })).toMatchObject({ result: 'done' })
  await advance('PT1H')
  expect(server.calls).toHaveLength(1)
})
