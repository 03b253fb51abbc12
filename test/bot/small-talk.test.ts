// What is said to the bot and is no reminder: greetings, thanks, leaving a question, an answer to what rang.

import { describe, expect, it } from 'vitest'
import { smallTalkOf } from '../../src/bot/small-talk.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

/** A Wednesday, 10:00 in Seoul. */
const talking = useTalking({ now: '2030-11-20T01:00:00Z' })
const { remindersOf, titlesOf, settled } = peopleIn(talking)

it('is known in both languages, and only where nothing else was said', () => {
  const said = [
    'hi',
    'Help!',
    'thanks 🙏',
    'list',
    'cancel',
    '안녕',
    '고마워',
    '도움말',
    'What are my reminders?',
    '취소',
  ]
  expect(said.map(smallTalkOf)).toEqual([
    ...['hello', 'help', 'welcome', 'list', 'leave', 'hello', 'welcome', 'help', 'list', 'leave'],
  ])
  expect(['thanks to Bob', 'cancel the gym', 'help mom', '안녕 인사하기'].map(smallTalkOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

it('a greeting is answered, a list is shown, and nothing is asked', async () => {
  const mina = await settled()
  await mina.says('hi')
  expect(mina.last().text).toContain('Hello! Just write what and when')
  await mina.says('call mom nov 29 at 9:00')
  await mina.says('what are my reminders?')
  expect(mina.last().text).toContain('call mom')
  await mina.says('thanks')
  expect(mina.last().text).toBe('You are welcome!')
  const jun = await settled('ko')
  await jun.says('고마워')
  expect(jun.last().text).toBe('천만에요!')
})

it('"remind me" is asked of what, and the answer is that', async () => {
  const mina = await settled()
  await mina.says('remind me')
  expect(mina.last().text).toBe('What shall I remind you of?')
  await mina.says('call Bob')
  await mina.says('nov 29 at 9:00')
  expect(await titlesOf(mina)).toEqual(['call Bob'])
})

describe('a question', () => {
  it('is left in words', async () => {
    const mina = await settled()
    await mina.says('call mom')
    await mina.says('never mind')
    expect(mina.last().text).toBe('All right, no reminder.')
    const jun = await settled('ko')
    await jun.says('11월 29일 오전 9시 우유')
    await jun.says('/edit', { replyTo: jun.last() })
    await jun.says('취소')
    expect(jun.last().text).toBe('네, 그대로 둘게요.')
    expect(await titlesOf(jun)).toEqual(['우유'])
    await jun.says('/reminders')
    await jun.says('/edit 1')
    await jun.says('고마워')
    expect(await titlesOf(jun)).toEqual(['우유'])
  })

  it('that is still open is said so once', async () => {
    const mina = await settled()
    await mina.says(`call ${'👩‍👩‍👧 '.repeat(40)}`)
    await mina.says('buy milk nov 29 at 9:00')
    expect(mina.last().text).toMatch(/Still open: .*👩‍👩‍👧…”\?$/u)
    await mina.says('buy bread nov 29 at 9:00')
    expect(mina.last().text).not.toContain('Still open')
  })
})

describe('a reply to what rang', () => {
  const ring = async (language: string, text: string) => {
    const person = await settled(language)
    await person.says(text)
    await talking.advance('PT5M')
    return { person, message: person.last() }
  }

  it('with a time rings again then', async () => {
    const { person, message } = await ring('en', 'stretch in 5 minutes')
    await person.says('in 1 hour', { replyTo: message })
    const [reminder] = await remindersOf(person)
    expect(reminder).toMatchObject({ title: 'stretch' })
    expect(reminder!.dueAt!.getTime()).toBe((await talking.now()).getTime() + 3_600_000)
    expect(person.screen().find(({ id }) => id === message.id)!.text).toContain('⏰')
  })

  it('with "done" is Done', async () => {
    const { person, message } = await ring('ko', '5분 뒤 스트레칭')
    await person.says('완료', { replyTo: message })
    expect(person.screen().find(({ id }) => id === message.id)!.text).toContain('✓')
    expect(await remindersOf(person)).toEqual([])
  })
})

it('a long text says when at its beginning or its end, and keeps its lines', async () => {
  const mina = await settled()
  await mina.says(`- ${'milk '.repeat(120).trim()}\n- eggs\nnov 29 at 9:00`)
  const [reminder] = await remindersOf(mina)
  expect(reminder!.dueAt).toEqual(new Date('2030-11-29T00:00:00Z'))
  await mina.says('nov 28 at 9:00\n- milk\n- eggs')
  expect((await remindersOf(mina))[0]!.title).toBe('- milk\n- eggs')
})
