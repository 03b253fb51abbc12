// Making reminders, as people do: a sentence, a talk, a question with likely answers.

import { describe, expect, it } from 'vitest'
import { remindersMax } from '../../src/bot/made.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

/** A Wednesday, 10:00 in Seoul. */
const now = '2030-11-20T01:00:00Z'
const talking = useTalking({ now })

const { remindersOf, titlesOf, settled } = peopleIn(talking)

describe('a sentence', () => {
  it('is a reminder, and the echo says when and of what, with what can be done about it', async () => {
    const mina = await settled()
    const said = await mina.says('call mom tomorrow at 9')
    const echo = mina.last()
    expect(echo).toMatchObject({ text: 'Thu 21 Nov, 09:00, in 23 h: call mom', replyTo: said.id })
    expect(echo.buttons).toEqual([['↩ Undo', '🕘 Time', '🔁 Repeat']])
    expect(echo.entities).toEqual([
      {
        type: 'date_time',
        offset: 0,
        length: 17,
        unix_time: Date.parse('2030-11-21T00:00:00Z') / 1_000,
        date_time_format: 'wdt',
      },
    ])
    const [reminder, ...others] = await remindersOf(mina)
    expect(others).toEqual([])
    expect(reminder).toMatchObject({
      ...{ title: 'call mom', dueAt: new Date('2030-11-21T00:00:00Z'), series: null, data: { by: String(mina.id) } },
      entity: { type: 'note', id: `tg:${mina.id}:${said.id}` },
    })
  })

  it('is echoed in Korean', async () => {
    const mina = await settled('ko')
    await mina.says('내일 오전 9시에 엄마한테 전화')
    expect(mina.last().text).toBe('11월 21일(목) 09:00, 23시간 후: 엄마한테 전화')
    expect(mina.last().buttons).toEqual([['↩ 되돌리기', '🕘 시간', '🔁 반복']])
  })

  it('goes without the entities where Telegram does not know them', async () => {
    const mina = await settled()
    const fault = { kind: 'refused', code: 400, description: 'Bad Request: unsupported entity' } as const
    talking.telegram.fault('sendMessage', fault, { chat: mina.id })
    await mina.says('call mom tomorrow at 9')
    expect(mina.last()).toMatchObject({ text: 'Thu 21 Nov, 09:00, in 23 h: call mom', entities: [] })
    expect(await titlesOf(mina)).toEqual(['call mom'])
  })

  it('whose echo is lost is a reminder all the same, and follows its message', async () => {
    const mina = await settled()
    talking.telegram.fault('sendMessage', { kind: 'dropped' }, { chat: mina.id })
    const said = await mina.says('call mom nov 29 at 9:00')
    expect(mina.last().text).toContain('may not have reached you')
    await mina.edits(said, 'call mom nov 29 at 10:00')
    expect(mina.last().text).toContain('Fri 29 Nov, 10:00')
    expect((await remindersOf(mina)).map(({ dueAt }) => dueAt)).toEqual([new Date('2030-11-29T01:00:00Z')])
  })

  it('says what was assumed, and offers what else it could mean', async () => {
    const mina = await settled()
    await mina.says('at 9 stretch')
    expect(mina.last().text).toContain('I take it as Wed 20 Nov, 21:00; it could be Thu 21 Nov, 09:00')
    expect(mina.last().buttons[0]).toEqual(['Thu 21 Nov, 09:00'])
    expect(await mina.taps('Thu 21 Nov, 09:00')).toMatchObject({ text: 'Thu 21 Nov, 09:00' })
    expect(mina.last().text).toBe('Thu 21 Nov, 09:00, in 23 h: stretch')
    expect((await remindersOf(mina))[0]!.dueAt).toEqual(new Date('2030-11-21T00:00:00Z'))
    await mina.taps('Time')
    await mina.taps('Back')
    expect(mina.last().buttons).toEqual([['🗑 Delete', '🕘 Time', '🔁 Repeat']])
  })

  it('that repeats says how, in both languages', async () => {
    const mina = await settled()
    await mina.says('water the plants every monday and thursday at 18:00')
    expect(mina.last().text).toBe(
      'Thu 21 Nov, 18:00, in 32 h: water the plants (🔁 every week on Monday and Thursday at 18:00)',
    )
    const jun = await settled('ko')
    await jun.says('매일 오전 8시 약 먹기')
    expect(jun.last().text).toBe('11월 21일(목) 08:00, 22시간 후: 약 먹기 (🔁 매일 08:00)')
  })

  it('that nags, or counts from when it is done', async () => {
    const mina = await settled()
    await mina.says('every 15 min until done take pills')
    expect(mina.last().text).toContain('take pills (🔁 every 15 minutes until it is done)')
    await mina.says('every! 3 days water the cactus')
    expect(mina.last().text).toContain('water the cactus (🔁 3 days after each time it is done)')
    const series = (await remindersOf(mina)).map((reminder) => reminder.series?.repeat)
    expect(series).toEqual([{ nag: { every: 'PT15M', atMost: 12 } }, { afterCompletion: 'P3D' }])
  })

  it('follows the habits of whoever says it', async () => {
    const mina = await settled()
    const settings = { defaultHour: '07:30', nag: 'PT10M', hasZone: true }
    await talking.belfry.chats.putPerson({ user: String(mina.id), settings })
    await mina.says('pay the rent tomorrow')
    expect(mina.last().text).toContain('Thu 21 Nov, 07:30')
    expect(mina.last().text).toContain('no time was said, so 07:30')
    expect((await remindersOf(mina))[0]!.series?.repeat).toEqual({ nag: { every: 'PT10M', atMost: 12 } })
  })

  it('says that quiet hours move it', async () => {
    const mina = await settled()
    const quietHours = { from: '22:00', to: '07:00' }
    await talking.belfry.recipients.put({ id: `telegram:${mina.id}`, quietHours })
    await mina.says('look at the stars tomorrow at 02:30')
    expect(mina.last().text).toContain('Thu 21 Nov, 07:00, in 21 h: look at the stars')
    expect(mina.last().text).toContain('not Thu 21 Nov, 02:30, because of your quiet hours')
  })

  it('of somebody whose zone is a guess says which one is meant', async () => {
    const jun = talking.person('Jun', 'ko')
    await jun.says('내일 9시 회의')
    expect(jun.last().text).toContain('Asia/Seoul')
    expect(jun.last().text).toContain('/timezone')
  })

  it('with more text than a title has room for is kept whole', async () => {
    const mina = await settled()
    const story = 'a long story '.repeat(300).trim()
    await mina.says(`tell it tomorrow at 9\n${story}`.slice(0, 4_096))
    const [reminder] = await remindersOf(mina)
    expect(reminder!.dueAt).toEqual(new Date('2030-11-21T00:00:00Z'))
    const kept = `${reminder!.title} ${reminder!.body}`
    expect(kept.replace(/\s+/g, ' ')).toBe(`tell it ${story}`.slice(0, 4_096 - 'tomorrow at 9\n'.length).trim())
    expect(mina.last().text.startsWith('Thu 21 Nov, 09:00')).toBe(true)
  })
})

it('more reminders than anybody has are not taken', async () => {
  const mina = await settled()
  const recipient = `telegram:${mina.id}`
  const one = (i: number) => ({
    entity: { type: 'note', id: `${recipient} ${i}` },
    recipient,
    at: '2031-05-05T09:00:00Z',
  })
  await talking.belfry.reminders.scheduleMany(Array.from({ length: remindersMax }, (_, i) => one(i)))
  await mina.says('one more tomorrow at 9')
  expect(mina.last().text).toContain('You have 10,000 reminders')
  expect(await talking.belfry.reminders.count({ recipient, atMost: 20_000 })).toBe(remindersMax)
  expect(await talking.belfry.reminders.count({ recipient, atMost: 7 })).toBe(7)
})

describe('the same update twice', () => {
  it('makes one reminder and one echo, though nobody has written down that it was handled', async () => {
    const mina = await settled()
    await mina.says('stand up in 10 minutes')
    const before = [await remindersOf(mina), mina.screen().length]
    await talking.advance('PT1M')
    await handledAgain()
    expect([await remindersOf(mina), mina.screen().length]).toEqual(before)
  })

  it('makes one of an answer, too', async () => {
    const mina = await settled()
    await mina.says('stand up')
    await mina.says('in 10 minutes')
    const before = await remindersOf(mina)
    await talking.advance('PT1M')
    await handledAgain()
    expect(before).toHaveLength(1)
    expect(await remindersOf(mina)).toEqual(before)
  })
})

/** The bot dies before it has written down that the last update was handled. */
async function handledAgain(): Promise<void> {
  await talking.stopBot()
  await talking.query('delete from belfry.chat_updates')
  const again = talking.telegram.tellAgain(talking.telegram.told.at(-1)!)
  talking.startBot()
  await again
}

describe('a text without a time', () => {
  it('is kept, and When? comes with likely answers: a tap is enough', async () => {
    const mina = await settled()
    const said = await mina.says('call mom')
    expect(mina.last().text).toContain('When?')
    expect(mina.last().buttons.flat().slice(1)).toEqual(['Wed 20 Nov, 19:00', 'Thu 21 Nov, 09:00', 'Never mind'])
    await mina.taps('Thu 21 Nov, 09:00')
    expect(mina.last().text).toContain('Thu 21 Nov, 09:00')
    expect(mina.last().text).toContain(': call mom')
    expect((await remindersOf(mina)).map(({ title, entity }) => [title, entity.id])).toEqual([
      ['call mom', `tg:${mina.id}:${said.id}`],
    ])
    // The question became the echo.
    expect(mina.screen().filter(({ text }) => text.includes('When?'))).toEqual([])
  })

  it('takes any sentence for an answer, also after a restart in the middle', async () => {
    const jun = await settled('ko')
    await jun.says('엄마한테 전화')
    expect(jun.last().text).toContain('언제 알려 드릴까요?')
    await talking.restartBot()
    await jun.says('음')
    expect(jun.last().text).toContain('시간을 찾지 못했어요')
    await talking.restartBot()
    await jun.says('모레 오후 3시로 해줘')
    expect(jun.last().text).toMatch(/^11월 22일\(금\) 15:00, .* 후: 엄마한테 전화$/)
    expect(await titlesOf(jun)).toEqual(['엄마한테 전화'])
  })

  it('is left by /cancel and by a button, and old buttons say so', async () => {
    const mina = await settled()
    await mina.says('call mom')
    const question = mina.last()
    await mina.says('/cancel')
    expect(mina.last().text).toBe('All right, forget it.')
    expect(await mina.taps('Thu 21 Nov, 09:00', { message: question })).toMatchObject({
      text: 'This question is over. Just write it once more.',
    })
    await mina.says('call dad')
    await mina.taps('Never mind')
    expect(mina.last().text).toBe('All right, no reminder.')
    await mina.says('tomorrow at 9 call me')
    expect(await titlesOf(mina)).toEqual(['call me'])
  })

  it('may be said once more with its time', async () => {
    const mina = await settled()
    await mina.says('call mom')
    await mina.says('call mom tomorrow at 9')
    expect(await titlesOf(mina)).toEqual(['call mom'])
  })

  it('waits while another reminder is made', async () => {
    const mina = await settled()
    await mina.says('call mom')
    await mina.says('buy milk tomorrow at 9')
    expect(mina.last().text).toContain('buy milk')
    expect(mina.last().text).toContain('Still open: when shall I remind you of “call mom”?')
    await mina.says('tomorrow at 10')
    expect(await titlesOf(mina)).toEqual(['buy milk', 'call mom'])
  })

  it('is forgotten after an hour: what comes then is something new', async () => {
    const mina = await settled()
    await mina.says('call mom')
    await talking.advance('PT61M')
    await mina.says('buy milk')
    await mina.taps('Thu 21 Nov, 09:00')
    expect(await titlesOf(mina)).toEqual(['buy milk'])
  })

  it('of emoji alone is a text like any other', async () => {
    const mina = await settled()
    await mina.says('🎂🎉')
    await mina.says('in 3 days')
    expect(await titlesOf(mina)).toEqual(['🎂🎉'])
  })
})

describe('a question', () => {
  it('is asked with the likely answers, and the text is kept', async () => {
    const mina = await settled()
    await mina.says('call at 3 to confirm at 5pm')
    expect(mina.last().text).toContain('There are several times in this. Which one?')
    await mina.taps('17:00')
    expect(await titlesOf(mina)).toEqual(['call to confirm'])
    expect((await remindersOf(mina))[0]!.dueAt).toEqual(new Date('2030-11-20T08:00:00Z'))
  })

  it('about how often is answered by a sentence', async () => {
    const mina = await settled()
    await mina.says('pills three times a day')
    expect(mina.last().text).toContain('How often, and when?')
    await mina.says('every day at 8, 14 and 20:00')
    expect(mina.last().text).toContain('pills (🔁 every day at 08:00, 14:00 and 20:00)')
  })

  it('follows a refusal, which says why and what is accepted', async () => {
    const mina = await settled()
    await mina.says('dentist on nov 31')
    expect(mina.last().text).toContain('There is no such date.')
    expect(mina.last().text).toContain('For example: “in 20 minutes”')
    await mina.says('nov 30 15:00')
    expect(mina.last().text).toContain('Sat 30 Nov, 15:00')
    expect(await titlesOf(mina)).toEqual(['dentist'])
  })

  it('is asked anew when the message that led to it is edited', async () => {
    const mina = await settled()
    const said = await mina.says('call mom some day')
    expect(mina.last().text).toContain('When?')
    await mina.edits(said, 'call mom tomorrow at 9')
    expect(mina.last().text).toMatch(/^Thu 21 Nov, 09:00, .*: call mom$/)
    expect(await titlesOf(mina)).toEqual(['call mom'])
    await mina.says('tomorrow at 10')
    expect(mina.last().text).toBe('What shall I remind you of?')
  })
})

describe('a time alone', () => {
  it('asks of what, and keeps the moment', async () => {
    const mina = await settled()
    await mina.says('in 5 minutes')
    expect(mina.last()).toMatchObject({ text: 'What shall I remind you of?', buttons: [['Just ring', 'Never mind']] })
    const asked = await talking.now()
    await talking.advance('PT1M')
    await mina.says('take the bread out at once')
    const [reminder] = await remindersOf(mina)
    expect(reminder).toMatchObject({ title: 'take the bread out at once', dueAt: new Date(asked.getTime() + 300_000) })
  })

  it('whose moment has passed before anybody said of what asks for another', async () => {
    const mina = await settled()
    await mina.says('in 5 minutes')
    await talking.advance('PT6M')
    expect(await mina.taps('Just ring')).toMatchObject({ text: 'Its moment has passed meanwhile.' })
    await mina.says('take the bread out')
    expect(mina.last().text).toContain('Its moment has passed meanwhile.')
    await mina.says('in 2 minutes')
    expect(await titlesOf(mina)).toEqual(['take the bread out'])
  })

  it('may just ring', async () => {
    const jun = await settled('ko')
    await jun.says('5분 뒤')
    await jun.taps('그냥 울리기')
    expect(await titlesOf(jun)).toEqual(['알림'])
  })
})

describe('/addreminder', () => {
  it('takes one line', async () => {
    const mina = await settled()
    await mina.says('/addreminder call mom tomorrow at 9')
    expect(mina.last().text).toContain(': call mom')
  })

  it('asks what, then when', async () => {
    const mina = await settled()
    await mina.says('/addreminder')
    expect(mina.last().text).toBe('What shall I remind you of?')
    await mina.says('call mom')
    expect(mina.last().text).toContain('When?')
    await talking.restartBot()
    await mina.says('tomorrow at 9')
    expect(mina.last().text).toContain('Thu 21 Nov, 09:00')
    expect(await titlesOf(mina)).toEqual(['call mom'])
  })

  it('is enough of an answer to what, if that says when', async () => {
    const jun = await settled('ko')
    await jun.says('/addreminder')
    expect(jun.last().text).toBe('무엇을 알려 드릴까요?')
    await jun.says('내일 아침 9시 빨래')
    expect(await titlesOf(jun)).toEqual(['빨래'])
  })
})

describe('what is no text', () => {
  const photo = [{ file_id: 'p', file_unique_id: 'p', width: 1, height: 1 }]

  it('has its caption for one', async () => {
    const mina = await settled()
    await mina.sends({ photo, caption: 'pay this tomorrow at 9' })
    expect(await titlesOf(mina)).toEqual(['pay this'])
  })

  it('without a caption is answered kindly, and several pictures not several times', async () => {
    const mina = await settled()
    await mina.sends({ voice: { file_id: 'v', file_unique_id: 'v', duration: 1 } })
    expect(mina.last().text).toContain('I cannot look at that or listen to it.')
    const before = mina.screen().filter(({ isBot }) => isBot).length
    await mina.sends({ photo, media_group_id: '1' })
    expect(mina.screen().filter(({ isBot }) => isBot)).toHaveLength(before)
  })

  it('that was forwarded is kept as it is: a time in it is one of the likely answers', async () => {
    const mina = await settled()
    const forward_origin = { type: 'hidden_user', sender_user_name: 'Bo', date: 1 }
    await mina.sends({ text: 'Party at our place on Friday at 8pm!', forward_origin })
    expect(mina.last().text).toContain('When?')
    await mina.taps('Fri 22 Nov, 20:00')
    expect(await titlesOf(mina)).toEqual(['Party at our place on Friday at 8pm!'])
  })
})
