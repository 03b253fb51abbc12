// /today: what rings today on their clock, and what became of what rang.

import { describe, expect, it } from 'vitest'
import { dayOf } from '../../src/bot/commands/today.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2031-05-05T08:00:00Z' })
const { note } = peopleIn(talking)

describe('/today', () => {
  it('says what is next where there is nothing today', async () => {
    const { ana } = talking
    await ana.says('/today')
    expect(ana.last().text).toBe('Today, Mon 5 May\n\nNothing more rings today.')
    await note(ana, 'call mom', { at: '2031-05-07T09:00:00' })
    await ana.says('/today')
    expect(ana.last().text).toBe('Today, Mon 5 May\n\nNothing more rings today.\nNext: Wed 7 May, 09:00: call mom')
  })

  it('shows what rang, with what became of it, and what is to come', async () => {
    const { ana, belfry, telegram } = talking
    await ana.says('/today')
    const done = await note(ana, 'done', { at: '2031-05-05T08:10:00' })
    const snoozed = await note(ana, 'snoozed', { at: '2031-05-05T08:11:00' })
    const tomorrow = await note(ana, 'tomorrow', { at: '2031-05-05T08:12:00' })
    await note(ana, 'left', { at: '2031-05-05T08:13:00' })
    const gone = await note(ana, 'gone', { at: '2031-05-05T08:14:00' })
    await note(ana, 'evening', { at: '2031-05-05T20:00:00' })
    await note(ana, 'next day', { at: '2031-05-06T09:00:00' })
    await belfry.reminders.cancel(gone)
    await talking.advance('PT20M')
    await belfry.reminders.acknowledge(done)
    await belfry.reminders.snooze(snoozed, { for: 'PT2H' })
    await belfry.reminders.snooze(tomorrow, { for: 'P1D' })
    telegram.fault('sendMessage', { kind: 'refused', code: 400, description: 'Bad Request: no' }, { chat: ana.id })
    await note(ana, 'refused', { in: 'PT1M' })
    await talking.advance('PT2M')
    await ana.says('/today')
    expect(ana.last().text.split('\n')).toEqual([
      'Today, Mon 5 May',
      '',
      'So far',
      '• 08:10 done (✅ done)',
      '• 08:11 snoozed (💤 again at 10:20)',
      '• 08:12 tomorrow (💤 again at Tue 6 May, 08:20)',
      '• 08:13 left (🔔 rang)',
      '• 08:21 refused (⚠️ could not be sent)',
      '',
      'To come',
      '• 10:20 snoozed',
      '• 20:00 evening',
    ])
  })

  it('shows once what rang again, with its last state', async () => {
    const { ana } = talking
    await ana.says('/today')
    await note(ana, 'call mom', { in: 'PT1M' })
    await talking.advance('PT1M')
    await ana.taps('10 min')
    await talking.advance('PT10M')
    await ana.taps('✓ Done')
    await ana.says('/today')
    expect(ana.last().text.match(/call mom/g)).toHaveLength(1)
    expect(ana.last().text).toMatch(/So far\n• \d\d:\d\d call mom \(✅ done\)\n/)
  })

  it('shows what is paused today, with its mark', async () => {
    const { ana, belfry } = talking
    await ana.says('/today')
    const id = await note(ana, 'stretch', { rule: { every: 'day', at: ['21:00'] } })
    await note(ana, 'evening', { at: '2031-05-05T22:00:00' })
    await belfry.reminders.pause(id)
    await ana.says('/today')
    expect(ana.last().text).toContain('To come\n• ⏸ 21:00 stretch 🔁 every day at 21:00\n• 22:00 evening')
  })

  it('has the day of their own clock, and speaks Korean', async () => {
    const mina = talking.person('Mina', 'ko')
    await mina.says('/today')
    // 00:30 on the 6th in Seoul is still the 5th in London
    await note(mina, '자정 너머', { at: '2031-05-06T00:30:00[Asia/Seoul]' })
    await note(mina, '저녁', { at: '2031-05-05T20:00:00[Asia/Seoul]' })
    await mina.says('/today')
    expect(mina.last().text).toBe('오늘, 5월 5일(월)\n\n앞으로\n• 20:00 저녁')
  })

  it('tells of what was missed, and when everything is paused', async () => {
    const { ana, belfry } = talking
    await ana.says('/today')
    await belfry.recipients.put({ id: `telegram:${ana.id}`, paused: {} })
    await note(ana, 'short', { in: 'PT1M', tolerance: 'PT1H' })
    await talking.advance('PT2H')
    await ana.says('/today')
    expect(ana.last().text).toContain('⏸ Everything is paused. /resume goes on.')
    await belfry.recipients.put({ id: `telegram:${ana.id}`, paused: null })
    await talking.test.settled()
    await ana.says('/today')
    expect(ana.last().text).toMatch(/So far\n• \d\d:\d\d short \(⚠️ missed\)/)
  })

  it('shows nothing of others', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    await bo.says('/today')
    await note(bo, 'secret', { in: 'PT1M' })
    await talking.advance('PT2M')
    await note(bo, 'secret too', { in: 'PT1M' })
    await ana.says('/today')
    expect(ana.last().text).not.toContain('secret')
  })
})

describe('a day', () => {
  it.each([
    ['2031-05-05T23:30:00Z', 'Asia/Seoul', '2031-05-05T15:00:00.000Z', 24],
    ['2031-03-30T12:00:00Z', 'Europe/Paris', '2031-03-29T23:00:00.000Z', 23],
    ['2031-10-26T12:00:00Z', 'Europe/Paris', '2031-10-25T22:00:00.000Z', 25],
    ['2031-05-05T00:00:00Z', 'UTC', '2031-05-05T00:00:00.000Z', 24],
  ])('around %s in %s', (now, zone, start, hours) => {
    const { from, to } = dayOf(new Date(now), zone)
    expect(from.toISOString()).toBe(start)
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(hours)
  })
})
