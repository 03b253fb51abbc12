// What can be done about a reminder: the buttons of its echo, /edit, /undo, and editing the message that it was made of.

import { describe, expect, it } from 'vitest'
import { signingKeyOf, writeCallback } from '../../src/channels/telegram/callback.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

/** A Wednesday, 10:00 in Seoul. */
const talking = useTalking({ now: '2030-11-20T01:00:00Z' })
const { remindersOf, titlesOf, settled } = peopleIn(talking)

const dueOf = async (owner: { readonly id: number }) => (await remindersOf(owner))[0]?.dueAt?.toISOString()
const ruleOf = async (owner: { readonly id: number }) => (await remindersOf(owner))[0]?.series?.rule

describe('Undo', () => {
  it('deletes it, and the message says so and brings it back', async () => {
    const mina = await settled()
    await mina.says('call mom tomorrow at 9')
    await mina.taps('Undo')
    expect(mina.last()).toMatchObject({ text: 'Deleted: call mom', buttons: [['↩ Bring it back']] })
    expect(await remindersOf(mina)).toEqual([])
    expect(await mina.taps('Bring it back')).toMatchObject({ text: 'It is back.' })
    expect(mina.last().text).toContain('Thu 21 Nov, 09:00')
    expect(await dueOf(mina)).toBe('2030-11-21T00:00:00.000Z')
    await talking.advance('PT23H')
    const rang = mina.screen().filter(({ buttons }) => buttons.flat().some((label) => label.includes('Done')))
    expect(rang.map(({ text }) => text)).toEqual([expect.stringContaining('call mom')])
  })

  it('brings nothing back whose moment has passed', async () => {
    const jun = await settled('ko')
    await jun.says('5분 뒤 스트레칭')
    await jun.taps('되돌리기')
    await talking.advance('PT6M')
    expect(await jun.taps('복구')).toMatchObject({ text: '그사이 시간이 지났어요.' })
    expect(await remindersOf(jun)).toEqual([])
  })
})

describe('Time', () => {
  it('moves it by ten minutes, an hour, to tomorrow, or as somebody writes', async () => {
    const mina = await settled()
    await mina.says('call mom at 18:00')
    await mina.taps('Time')
    expect(mina.last().buttons).toEqual([
      ['+10 min', '+1 h', 'Tomorrow'],
      ['Other…', '‹ Back'],
    ])
    await mina.taps('Back')
    expect(mina.last().buttons).toEqual([['↩ Undo', '🕘 Time', '🔁 Repeat']])
    for (const [label, time] of [
      ['+10 min', '18:10'],
      ['+1 h', '19:10'],
    ] as const) {
      await mina.taps('Time')
      await mina.taps(label)
      expect(mina.last().text).toContain(time)
    }
    const before = Date.parse((await dueOf(mina))!)
    await mina.taps('Time')
    await mina.taps('Tomorrow')
    await mina.taps('Time')
    expect(await mina.taps('Tomorrow')).toMatchObject({ text: 'It is like that already.' })
    expect(Date.parse((await dueOf(mina))!) - before).toBe(86_400_000)
    await mina.taps('Other…')
    await talking.restartBot()
    await mina.says('nov 30 at 15:30')
    expect(mina.last().text).toContain('Sat 30 Nov, 15:30')
    expect(await titlesOf(mina)).toEqual(['call mom'])
    expect(await dueOf(mina)).toBe('2030-11-30T06:30:00.000Z')
  })

  it('moves a rule as a whole', async () => {
    const mina = await settled()
    await mina.says('pills every day at 8:00 and 20:30')
    await mina.taps('Time')
    await mina.taps('+1 h')
    expect(await ruleOf(mina)).toEqual({ every: 'day', at: ['09:00', '21:30'] })
    await mina.says('late news every day at 23:30')
    await mina.taps('Time')
    expect((await mina.taps('+1 h'))?.text).toContain('That does not work with this one')
  })
})

describe('Repeat', () => {
  it('makes it daily, on weekdays, weekly, monthly, and once again', async () => {
    const jun = await settled('ko')
    await jun.says('11월 28일 오전 9시 월세')
    for (const [label, rule] of [
      ['매일', { every: 'day', at: ['09:00'] }],
      ['평일', { every: 'week', on: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], at: ['09:00'] }],
      ['매주', { every: 'week', on: ['thursday'], at: ['09:00'] }],
      ['매월', { every: 'month', onDays: [28], at: ['09:00'] }],
      ['한 번만', undefined],
    ] as const) {
      await jun.taps('반복')
      await jun.taps(label)
      expect(await ruleOf(jun)).toEqual(rule)
      expect(await dueOf(jun)).toBe('2030-11-28T00:00:00.000Z')
    }
    expect(jun.last().text).toMatch(/^11월 28일\(목\) 09:00, .* 후: 월세$/)
  })

  it('leaves how often it asks again, where that was said of it', async () => {
    const mina = await settled()
    const nagOf = async () => (await remindersOf(mina))[0]!.series?.repeat?.nag
    await mina.says('take pills tomorrow at 8:00, every 15 minutes until done')
    const said = { every: 'PT15M', atMost: 12 }
    expect(await nagOf()).toEqual(said)
    for (const rhythm of ['Daily', 'Once']) {
      await mina.taps('Repeat')
      await mina.taps(rhythm)
      expect(await nagOf()).toEqual(said)
    }
  })
})

describe('a button', () => {
  it('of before a change says so, and the message shows how it stands', async () => {
    const mina = await settled()
    const said = await mina.says('call mom nov 29 at 9:00')
    const old = mina.last().data['↩ Undo']!
    await mina.edits(said, 'call mom nov 29 at 10:00')
    const echo = mina.last()
    expect(echo.text).toContain('Fri 29 Nov, 10:00')
    expect(await mina.forges(old, { message: echo })).toMatchObject({
      text: 'It was changed meanwhile.',
      isAlert: true,
    })
    expect(await titlesOf(mina)).toEqual(['call mom'])
  })

  it('of one that has rung, or was deleted elsewhere, says so', async () => {
    const mina = await settled()
    await mina.says('stretch in 5 minutes')
    const echo = mina.last()
    await talking.advance('PT5M')
    expect(await mina.taps('Undo', { message: echo })).toMatchObject({ text: 'It has rung already.' })
    const shown = mina.screen().find(({ id }) => id === echo.id)!
    expect(shown).toMatchObject({ text: 'stretch\nIt has rung already.', buttons: [] })
    await mina.says('call mom nov 29 at 9:00')
    const [reminder] = await remindersOf(mina)
    await talking.belfry.reminders.cancel(reminder!.id)
    expect(await mina.taps('Time')).toMatchObject({ text: 'It was deleted.' })
  })

  it('of somebody else, or a forged one, does nothing', async () => {
    const mina = await settled()
    const eve = await settled('en', 'Eve')
    await mina.says('call mom nov 29 at 9:00')
    const [reminder] = await remindersOf(mina)
    await eve.says('call bob nov 29 at 9:00')
    const { data } = mina.last()
    for (const button of Object.values(data))
      expect(await eve.forges(button)).toMatchObject({ text: 'That is not a reminder of this chat.' })
    const [otherKey, id] = [signingKeyOf('1:other'), reminder!.id]
    const forged = writeCallback(otherKey, { action: 'A', version: reminder!.version!, id })
    expect((await mina.forges(forged))?.text).toBe('This button is too old.')
    expect(await remindersOf(mina)).toEqual([reminder])
  })
})

describe('a message that is edited', () => {
  it('moves and renames its reminder, and the echo follows', async () => {
    const mina = await settled()
    const said = await mina.says('call mom nov 29 at 9:00')
    const echo = mina.last()
    await mina.edits(said, 'call dad every monday at 10:00')
    expect(mina.last()).toMatchObject({ id: echo.id, isEdited: true })
    expect(mina.last().text).toContain('Mon 25 Nov, 10:00')
    expect(mina.last().text).toContain('call dad (🔁 every week on Monday at 10:00)')
    expect(await titlesOf(mina)).toEqual(['call dad'])
  })

  it('of which somebody was asked the other half changes its own half', async () => {
    const jun = await settled('ko')
    const what = await jun.says('엄마한테 전화')
    const when = await jun.says('11월 29일 오전 9시')
    await jun.edits(what, '아빠한테 전화')
    await jun.edits(when, '11월 29일 오전 10시')
    expect(await titlesOf(jun)).toEqual(['아빠한테 전화'])
    expect(await dueOf(jun)).toBe('2030-11-29T01:00:00.000Z')
  })

  it('and is not understood any more is asked about, and stays until then', async () => {
    const mina = await settled()
    const said = await mina.says('call mom nov 29 at 9:00')
    await mina.edits(said, 'call mom nov 31')
    expect(mina.last().text).toContain('There is no such date.')
    expect(mina.last().text).toContain('Until then it stays as it was.')
    expect(await dueOf(mina)).toBe('2030-11-29T00:00:00.000Z')
    await mina.says('nov 30 at 9:00')
    expect(await dueOf(mina)).toBe('2030-11-30T00:00:00.000Z')
    expect(await titlesOf(mina)).toEqual(['call mom'])
  })

  it('after it has rung, or was deleted, changes nothing and says so', async () => {
    const mina = await settled()
    const said = await mina.says('stretch in 5 minutes')
    await talking.advance('PT5M')
    await mina.edits(said, 'stretch in 10 minutes')
    expect(mina.last().text).toBe('It has rung already.')
    const other = await mina.says('call mom nov 29 at 9:00')
    await mina.taps('Undo')
    await mina.edits(other, 'call mom nov 30 at 9:00')
    expect(mina.last().text).toBe('It was deleted.')
    expect(await remindersOf(mina)).toEqual([])
  })
})

describe('/edit', () => {
  it('of a reply to the echo takes a time or a text, or both', async () => {
    const mina = await settled()
    await mina.says('call mom nov 29 at 9:00')
    await mina.says('/edit nov 29 at 10:00', { replyTo: mina.last() })
    expect(mina.last().text).toContain('Fri 29 Nov, 10:00')
    await mina.says('/edit buy bread', { replyTo: mina.last() })
    expect(mina.last().text).toContain('Fri 29 Nov, 10:00')
    expect(await titlesOf(mina)).toEqual(['buy bread'])
    await mina.says('/edit buy milk every friday at 11:00', { replyTo: mina.last() })
    expect(await titlesOf(mina)).toEqual(['buy milk'])
    expect(await ruleOf(mina)).toEqual({ every: 'week', on: ['friday'], at: ['11:00'] })
  })

  it('takes the number of the last list', async () => {
    const mina = await settled()
    await mina.says('call mom nov 29 at 9:00')
    await mina.says('call dad nov 30 at 9:00')
    await mina.says('/reminders')
    await mina.says('/edit 2 dec 1 at 15:00')
    expect(mina.last().text).toMatch(/^Sun 1 Dec, 15:00, .*: call dad$/)
    await mina.says('/edit #1 call grandma')
    expect(await titlesOf(mina)).toEqual(['call grandma', 'call dad'])
    await mina.says('/edit 7 tomorrow')
    expect(mina.last().text).toBe('There is no number 7 in the last list.')
  })

  it('asks what shall change', async () => {
    const jun = await settled('ko')
    await jun.says('11월 29일 오전 9시 우유')
    await jun.says('/edit', { replyTo: jun.last() })
    expect(jun.last().text).toContain('새 시간이나 새 내용을 적어 주세요')
    await talking.restartBot()
    await jun.says('두유')
    expect(await titlesOf(jun)).toEqual(['두유'])
  })

  it('says what it needs, and never touches what is not theirs', async () => {
    const mina = await settled()
    await mina.says('/edit')
    expect(mina.last().text).toContain('Which one?')
    await mina.says('/edit 3 tomorrow at 9')
    expect(mina.last().text).toContain('/reminders')
  })
})

describe('/undo', () => {
  it('takes back one step after the other, and says which', async () => {
    const mina = await settled()
    await mina.says('call mom nov 29 at 9:00')
    await mina.taps('Time')
    await mina.taps('+1 h')
    await mina.taps('Delete')
    await mina.says('/undo')
    expect(mina.last().text).toBe('Undone, it is back: call mom')
    expect(await dueOf(mina)).toBe('2030-11-29T01:00:00.000Z')
    await mina.says('/undo')
    expect(mina.last().text).toContain('Undone, it is as before:\nFri 29 Nov, 09:00')
    expect(await dueOf(mina)).toBe('2030-11-29T00:00:00.000Z')
    await mina.says('/undo')
    expect(mina.last().text).toBe('Undone, it is deleted: call mom')
    expect(await remindersOf(mina)).toEqual([])
    await mina.says('/undo')
    expect(mina.last().text).toContain('There is nothing to undo')
  })

  it('is about the last ten minutes', async () => {
    const jun = await settled('ko')
    await jun.says('11월 29일 오전 9시 우유')
    await talking.advance('PT11M')
    await jun.says('/undo')
    expect(jun.last().text).toContain('되돌릴 것이 없어요')
    expect(await titlesOf(jun)).toEqual(['우유'])
  })

  it('of what has rung meanwhile says that it is too late', async () => {
    const mina = await settled()
    await mina.says('stretch in 5 minutes')
    await talking.advance('PT5M')
    await mina.says('/undo')
    expect(mina.last().text).toBe('That cannot be undone any more: stretch')
  })
})

describe('in a group', () => {
  it('a reminder is the group’s, and its maker or an admin changes it', async () => {
    const [mina, bo, boss] = [await settled(), await settled('en', 'Bo'), await settled('en', 'Boss')]
    const group = talking.group('Kitchen')
    group.makeAdmin(boss)
    await mina.says('buy milk nov 29 at 9:00', { in: group })
    expect(await remindersOf(group)).toEqual([])
    await mina.says('/addreminder buy milk nov 29 at 9:00', { in: group })
    expect(await remindersOf(group)).toMatchObject([{ title: 'buy milk', data: { by: String(mina.id) } }])
    expect(await bo.taps('Undo', { in: group })).toMatchObject({
      text: 'Only whoever made it, or an admin, can change it.',
    })
    await boss.taps('Time', { in: group })
    await boss.taps('+1 h', { in: group })
    expect(await titlesOf(group)).toEqual(['buy milk'])
    await mina.taps('Delete', { in: group })
    expect(await titlesOf(group)).toEqual([])
    expect([await titlesOf(mina), await titlesOf(bo)]).toEqual([[], []])
  })

  it('a question waits for whoever was asked, and for a reply', async () => {
    const [mina, bo] = [await settled(), await settled('en', 'Bo')]
    const group = talking.group('Kitchen')
    await mina.says('@belfry_bot buy milk', { in: group })
    const question = mina.last(group)
    expect(question.text).toContain('When?')
    await mina.says('see you tomorrow at 9', { in: group })
    await bo.says('thanks!', { in: group, replyTo: question })
    expect(await remindersOf(group)).toEqual([])
    await mina.says('nov 29 at 9:00', { in: group, replyTo: question })
    expect(await titlesOf(group)).toEqual(['buy milk'])
  })

  it('an answer to somebody with a time reminds of what they said', async () => {
    const [mina, bo] = [await settled(), await settled('en', 'Bo')]
    const group = talking.group('Kitchen')
    const said = await bo.says('The oven needs cleaning', { in: group })
    await mina.says('/addreminder nov 29 at 9:00', { in: group, replyTo: said })
    expect(await titlesOf(group)).toEqual(['The oven needs cleaning'])
  })
})
