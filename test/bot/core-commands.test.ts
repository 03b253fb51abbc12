// /help, /cancel, and a command that there is not; in the language of whoever asks.

import { expect, it } from 'vitest'
import { commandNames } from '../../src/bot/words/core.ts'
import { useTalking } from './talking.ts'

const talking = useTalking()

it('/help lists every command of the menu, in both languages', async () => {
  const { ana } = talking
  const jisoo = talking.person('지수', 'ko-KR')
  await Promise.all([ana.says('/help'), jisoo.says('/help')])
  for (const name of commandNames)
    for (const person of [ana, jisoo]) expect(person.last().text).toContain(`\n/${name} · `)
  expect(ana.last().text).toMatch(/^Just write what and when/)
  expect(jisoo.last().text).toMatch(/^무엇을 언제/)
})

it('the language that somebody chose counts for more than that of their Telegram', async () => {
  const { ana, belfry } = talking
  await ana.says('/help')
  await belfry.chats.putPerson({ user: String(ana.id), settings: { language: 'ko' } })
  await ana.says('/cancel')
  expect(ana.last().text).toBe('취소할 것이 없어요.')
})

it('a command that there is not is said to be so; in a group only where it was for this bot', async () => {
  const { ana } = talking
  await ana.says('/nothing of that')
  expect(ana.last().text).toBe('I do not know that command. /help shows what I can do.')
  const group = talking.group('Team')
  await ana.says('/nothing', { in: group })
  expect(ana.screen(group)).toHaveLength(1)
  await ana.says('/nothing@belfry_bot', { in: group })
  expect(ana.last(group).text).toBe('I do not know that command. /help shows what I can do.')
})

it('whoever writes first becomes known, with a zone that is a guess', async () => {
  const { belfry } = talking
  const jisoo = talking.person('지수', 'ko')
  await jisoo.says('/help')
  expect(await belfry.recipients.get(`telegram:${jisoo.id}`)).toMatchObject({
    ...{ timezone: 'Asia/Seoul', locale: 'ko', name: '지수', channels: ['telegram'] },
    addresses: { telegram: String(jisoo.id) },
  })
  expect(await belfry.chats.person(String(jisoo.id))).toMatchObject({ recipient: `telegram:${jisoo.id}`, settings: {} })
})

it('the menu says that /pause is about everything, or about one', async () => {
  const { telegram } = talking
  const said = (language?: string) =>
    telegram.commands(language).find(({ command }) => command === 'pause')?.description
  await telegram.until(() => said('ko') !== undefined)
  expect(said()).toBe('Pause everything, or one by its number')
  expect(said('ko')).toBe('모든 알림, 또는 번호로 하나 멈추기')
})

it('/privacy calls the Telegram ID by its name: nobody takes it for a telephone number', async () => {
  const { ana } = talking
  const jisoo = talking.person('지수', 'ko')
  await Promise.all([ana.says('/privacy'), jisoo.says('/privacy')])
  expect(ana.last().text).toContain('your Telegram ID')
  expect(ana.last().text).not.toContain('number')
  expect(jisoo.last().text).toContain('텔레그램 사용자 ID')
  expect(jisoo.last().text).not.toContain('번호')
})

it('a test of the channel has no buttons: there is nothing behind them', async () => {
  const { ana, belfry } = talking
  await ana.says('/help')
  expect(await belfry.channels.test({ channel: 'telegram', recipient: `telegram:${ana.id}` })).toMatchObject({
    outcome: 'delivered',
  })
  expect(ana.last().text).toContain('test')
  expect(ana.last().buttons).toEqual([])
})
