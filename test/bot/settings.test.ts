// Settings: one message that changes with each tap, and what is written instead.

import { describe, expect, it } from 'vitest'
import { readHour, readHours } from '../../src/bot/hours.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

describe('/settings', () => {
  it('shows everything, and is edited in place', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Berlin')
    await ana.says('/settings')
    const message = ana.last()
    expect(message.text).toBe(
      [
        'Settings',
        'Language: English',
        'Time zone: Berlin, 06:30',
        'When no hour is said: 09:00',
        'Quiet hours: off',
        'Ask again until Done: off',
      ].join('\n'),
    )
    for (const label of ['08:00', '🌙 22:00-07:00', '🔁 every 30 min']) await ana.taps(label, { message })
    const after = ana.screen().find(({ id }) => id === message.id)!
    expect(after.isEdited).toBe(true)
    expect(after.text).toContain('When no hour is said: 08:00')
    expect(after.text).toContain('Quiet hours: 22:00-07:00')
    expect(after.text).toContain('Ask again until Done: every 30 min')
    expect(after.buttons.flat()).toEqual(expect.arrayContaining(['✓ 08:00', '✓ 🌙 22:00-07:00', '✓ 🔁 every 30 min']))
    expect(await belfry.chats.person(String(ana.id))).toMatchObject({
      settings: { defaultHour: '08:00', nag: 'PT30M' },
    })
    expect((await belfry.recipients.get(`telegram:${ana.id}`))?.quietHours).toEqual([{ from: '22:00', to: '07:00' }])
    // No further message came for all that, and the same tap again is no error.
    expect(ana.last().id).toBe(message.id)
    expect(await ana.taps('✓ 08:00', { message: after })).toMatchObject({ text: 'Saved.' })
    for (const label of ['🌙 off', '🔁 off']) await ana.taps(label)
    expect((await belfry.recipients.get(`telegram:${ana.id}`))?.quietHours).toBeNull()
    expect((await belfry.chats.person(String(ana.id)))?.settings.nag).toBeNull()
  })

  it('quiet hours keep reminders for the morning', async () => {
    const { ana, belfry } = talking
    const recipient = `telegram:${ana.id}`
    await ana.says('/timezone London')
    const entity = { type: 'note', id: `night ${ana.id}` }
    const { id } = await belfry.reminders.schedule({ entity, recipient, at: '2030-01-16T23:30:00', title: 'late' })
    await ana.says('/settings')
    await ana.taps('🌙 22:00-07:00')
    expect((await belfry.reminders.get(id))?.dueAt?.toISOString()).toBe('2030-01-17T07:00:00.000Z')
  })

  it('takes other hours in writing, and asks where morning and evening are both possible', async () => {
    const { ana, belfry } = talking
    await ana.says('/settings')
    await ana.taps('🕘 Other…')
    expect(ana.last().text).toContain('Which hour do you mean')
    await ana.says('whenever')
    expect(ana.last().text).toContain('I do not read a time in that')
    await ana.says('7:30')
    expect(ana.last().text).toBe('Morning or evening?')
    expect(ana.last().buttons.flat().sort()).toEqual(['07:30', '19:30'])
    await ana.taps('19:30')
    expect((await belfry.chats.person(String(ana.id)))?.settings.defaultHour).toBe('19:30')
    await ana.says('/settings')
    await ana.taps('🌙 Other…')
    await ana.says('11 pm to 8 am')
    expect(ana.last().text).toContain('Quiet hours: 23:00-08:00')
  })

  it.each(['🕘 Other…', '🌙 Other…'])('%s holds nobody who goes on to a reminder, or to a command', async (label) => {
    const { ana, belfry } = talking
    await ana.says('/settings')
    await ana.taps(label)
    await ana.says('whatever')
    expect(ana.last().text).toContain('/cancel leaves it as it is')
    await ana.says('call mom tomorrow at 9')
    const { items } = await belfry.reminders.list({ recipient: `telegram:${ana.id}` })
    expect(items.map(({ title }) => title)).toEqual(['call mom'])
    // The question is over: this is no answer to it.
    await ana.says('whatever')
    expect(ana.last().text).not.toContain('I do not read')
    await ana.says('/settings')
    await ana.taps(label)
    await ana.says('/today')
    expect(ana.last().text).not.toContain('I do not read')
    expect((await belfry.chats.person(String(ana.id)))?.settings.defaultHour).toBeUndefined()
  })

  it('is in Korean too, also what is written', async () => {
    const minji = talking.person('민지', 'ko')
    await minji.says('/settings')
    expect(minji.last().text).toContain('방해 금지 시간: 끔')
    await minji.taps('🌙 직접 입력…')
    await minji.says('밤 10시부터 아침 7시까지')
    expect(minji.last().text).toContain('방해 금지 시간: 22:00-07:00')
    await minji.taps('🌙 직접 입력…')
    await minji.says('끔')
    expect(minji.last().text).toContain('방해 금지 시간: 끔')
    await minji.taps('English')
    expect(minji.last().text).toContain('Quiet hours: off')
  })

  it('of a group are its zone and its language, changed by admins only', async () => {
    const { ana, belfry } = talking
    const bo = talking.person('Bo')
    const group = talking.group('Kitchen')
    group.makeAdmin(ana)
    await bo.says('/settings', { in: group })
    const message = bo.last(group)
    expect(message.text).toBe(['Settings of this group', 'Language: English', 'Time zone: UTC, 05:30'].join('\n'))
    expect(message.buttons).toEqual([['한국어', 'Time zone']])
    expect(await bo.taps('한국어', { message, in: group })).toMatchObject({
      text: 'In a group only admins can change that.',
    })
    expect(await bo.taps('Time zone', { message, in: group })).toMatchObject({
      text: 'In a group only admins can change that.',
    })
    await ana.taps('한국어', { message, in: group })
    expect((await belfry.recipients.get(`telegram:${group.id}`))?.locale).toBe('ko')
    expect((await belfry.chats.person(String(ana.id)))?.settings.language).toBeUndefined()
    expect(ana.screen(group).find(({ id }) => id === message.id)!.text).toContain('Language: 한국어')
  })
})

describe('hours in writing', () => {
  it.each([
    ['22:00-07:00', [{ from: '22:00', to: '07:00' }]],
    ['22:00 ~ 07:00', [{ from: '22:00', to: '07:00' }]],
    ['from 10 pm to 7 am', [{ from: '22:00', to: '07:00' }]],
    ['between 23:30 and 6:15 am', [{ from: '23:30', to: '06:15' }]],
    ['밤 10시부터 아침 7시까지', [{ from: '22:00', to: '07:00' }]],
    ['오후 11시 30분부터 오전 6시까지 조용히', [{ from: '23:30', to: '06:00' }]],
  ])('%s', (text, hours) => {
    expect(readHours(text)).toEqual(hours)
  })

  it.each(['off', 'none', '끔', '없음'])('%s is off', (text) => {
    expect(readHours(text)).toBe('off')
  })

  it.each(['', 'later', '22:00', '22:00-', '10-11-12', '22:00-22:00', 'a to b'])('%j is none', (text) => {
    expect(readHours(text)).toEqual([])
  })

  it('keeps both readings', () => {
    expect(readHours('10-7')).toHaveLength(4)
    expect(readHour('저녁 6시')).toEqual(['18:00'])
  })
})
