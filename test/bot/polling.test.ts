// Asking Telegram for updates: in order for each chat, several chats at once, once for each update, and nothing is lost at the end.

import type { Composer } from 'grammy'
import { afterEach, describe, expect, it } from 'vitest'
import type { BotContext } from '../../src/bot/context.ts'
import type { StopReason } from '../../src/bot/poller.ts'
import type { Logger } from '../../src/index.ts'
import { type Latch, latch } from '../integration/latch.ts'
import { useTalking } from './talking.ts'

/** What the bot is doing, by the text that it was told: it waits where a test holds it. */
const held = new Map<string, { readonly begun: Latch; readonly end: Latch }>()
const begun: string[] = []

function extend(composer: Composer<BotContext>): void {
  composer.on('message:text', async (ctx) => {
    const { text } = ctx.message
    begun.push(text)
    if (text.startsWith('fail')) throw new Error(`cannot do that: ${text}`)
    held.get(text)?.begun.open()
    await held.get(text)?.end.opened
    await ctx.reply(`echo ${text}`)
  })
}

const lines: { level: string; fields: object; message: string }[] = []
const keep = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
const logger: Logger = { debug: () => {}, info: keep('info'), warn: keep('warn'), error: keep('error') }

const talking = useTalking({ bot: { extend, logger } })

afterEach(() => {
  held.clear()
  lines.length = 0
})

const hold = (text: string) => {
  const one = { begun: latch(), end: latch() }
  held.set(text, one)
  return one
}

const texts = (person = talking.ana) =>
  person
    .screen()
    .filter(({ isBot }) => isBot)
    .map(({ text }) => text)

const stopReason = () => {
  let resolve: (reason: StopReason) => void = () => {}
  const promise = new Promise<StopReason>((done) => {
    resolve = done
  })
  return { promise, resolve: (reason: StopReason) => resolve(reason) }
}

describe('updates', () => {
  it('of one chat are handled one after the other, and a slow chat does not keep the others waiting', async () => {
    const { ana, telegram } = talking
    const bo = talking.person('Bo')
    const slow = hold('one')
    const first = ana.says('one')
    await slow.begun.opened
    const second = ana.says('two')
    await bo.says('three', { goesOn: true })
    await telegram.until(() => texts(bo).length > 0)
    expect(begun).not.toContain('two')
    slow.end.open()
    await Promise.all([first, second])
    expect(texts()).toEqual(['echo one', 'echo two'])
  })

  it('that come twice have one effect', async () => {
    const { ana, telegram } = talking
    await ana.says('once')
    const update = telegram.told.at(-1)!
    await talking.stopBot()
    const again = telegram.tellAgain(update)
    talking.startBot()
    await again
    expect(texts()).toEqual(['echo once'])
  })

  it('that cannot be handled are said to be, logged without what was written, and not tried for ever', async () => {
    const { ana, telegram } = talking
    await ana.says('fail please')
    expect(texts()).toEqual(['Sorry, that did not work. Please try once more in a moment.'])
    expect(begun.filter((text) => text === 'fail please')).toHaveLength(1)
    const logged = JSON.stringify(lines)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'an update could not be handled' }))
    expect(logged).not.toContain(telegram.token)
    expect(logged).not.toContain('please')
    await ana.says('after')
    expect(texts().at(-1)).toBe('echo after')
  })
})

describe('the end', () => {
  it('finishes and confirms what is under way; what was not begun is there for the next one', async () => {
    const { ana, telegram } = talking
    const slow = hold('under way')
    void ana.says('under way', { goesOn: true })
    await slow.begun.opened
    // In the same chat, so it waits for its turn; fetched, and not begun.
    void ana.says('not begun', { goesOn: true })
    const bo = talking.person('Bo')
    await bo.says('bo', { goesOn: true })
    await telegram.until(() => texts(bo).length > 0)
    const stopped = talking.stopBot()
    slow.end.open()
    await stopped
    expect(texts()).toEqual(['echo under way'])
    expect(begun).not.toContain('not begun')
    expect(telegram.unconfirmed.map((update) => (update.message as { text: string }).text)).toEqual(['not begun', 'bo'])
    talking.startBot()
    await telegram.until(() => telegram.unconfirmed.length === 0)
    expect(texts()).toEqual(['echo under way', 'echo not begun'])
    expect(texts(bo)).toEqual(['echo bo'])
  })

  it('of an idle bot comes at once', async () => {
    await talking.ana.says('hello')
    await talking.stopBot()
    expect(talking.telegram.unconfirmed).toEqual([])
    talking.startBot()
  })
})

describe('trouble', () => {
  it('a second poller: the first one stops itself and says why', async () => {
    const { ana } = talking
    await talking.stopBot()
    const stopping = stopReason()
    const first = talking.startBot({ onStopped: stopping.resolve })
    await ana.says('to the first')
    talking.startBot()
    expect(await stopping.promise).toBe('another_poller')
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { reason: 'another_poller' }, message: expect.stringContaining('409') },
    ])
    await ana.says('to the second')
    expect(texts()).toEqual(['echo to the first', 'echo to the second'])
    await first.stop()
    await ana.says('still there')
    expect(texts()).toHaveLength(3)
  })

  it('no answers, pages of a proxy and 429 are waited through', async () => {
    const { ana, telegram } = talking
    const waits: number[] = []
    await talking.stopBot()
    for (const fault of [
      { kind: 'bad gateway' },
      { kind: 'dropped' },
      { kind: 'slow down', retryAfter: 7 },
      { kind: 'refused', code: 500, description: 'Internal Server Error' },
    ] as const)
      telegram.fault('getUpdates', fault)
    talking.startBot({
      sleeper: {
        sleep: async (ms) => {
          waits.push(ms)
          return 'time'
        },
      },
    })
    await ana.says('still there')
    expect(texts()).toEqual(['echo still there'])
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 7_000, 2_000])
    await talking.restartBot()
  })

  it('a token that Telegram does not know stops the bot, and says so', async () => {
    await talking.stopBot()
    const stopping = stopReason()
    const bot = talking.startBot({ token: '1:AAbbCCddEEffGGhhIIjjKKllMM', onStopped: stopping.resolve })
    expect(await stopping.promise).toBe('unauthorized')
    await bot.stop()
    talking.startBot()
  })

  it('Telegram that is not there at the start is asked until it is', async () => {
    const { ana, telegram } = talking
    await talking.stopBot()
    telegram.fault('getMe', { kind: 'bad gateway' }, { times: 3 })
    talking.startBot({ sleeper: { sleep: async () => 'time' } })
    await ana.says('there')
    expect(texts()).toEqual(['echo there'])
    await talking.restartBot()
  })
})

it('sets the menu in each language', async () => {
  const { telegram } = talking
  await talking.ana.says('hello')
  const english = telegram.commands()
  const korean = telegram.commands('ko')
  expect(english.map(({ command }) => command)).toEqual(korean.map(({ command }) => command))
  expect(english).toContainEqual({ command: 'addreminder', description: 'Add a reminder' })
  expect(korean).toContainEqual({ command: 'addreminder', description: '알림 추가' })
})
