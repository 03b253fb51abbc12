// /pause and /resume: everything for a while, or one that repeats.

import { describe, expect, it } from 'vitest'
import type { Person } from './fake-telegram.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

// a Monday
const talking = useTalking({ now: '2031-05-05T08:00:00Z' })
const { note } = peopleIn(talking)

const daily = (at: string) => ({ rule: { every: 'day', at: [at] } })
const rings = (person: Person) =>
  person
    .screen()
    .filter(({ buttons }) => buttons.flat().includes('✓ Done'))
    .map(({ text }) => text.split('\n')[0])
const stateOf = async (id: string) => (await talking.belfry.reminders.get(id))?.state

/** To the next Monday at 08:00. */
async function toMonday(): Promise<void> {
  const now = await talking.now()
  const days = (8 - now.getUTCDay()) % 7 || 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 8)
  await talking.advance(`PT${(monday - now.getTime()) / 1_000}S`)
}

describe('/pause', () => {
  it('everything: nothing rings until /resume, and then what is no more than a day late', async () => {
    const { ana } = talking
    await ana.says('/help')
    await toMonday()
    const early = await note(ana, 'early', { in: 'PT1H' })
    await note(ana, 'late', { in: 'P2D' })
    await note(ana, 'later', { in: 'P3D' })
    await ana.says('/pause')
    expect(ana.last().text).toBe(
      '⏸ Nothing rings until you say /resume. What comes due meanwhile rings afterwards, if it is no more than a day late then.',
    )
    await talking.advance('PT49H')
    expect(rings(ana)).toEqual([])
    await ana.says('/reminders')
    expect(ana.last().text).toMatch(/⏸ Mon \d+ May, 09:00: early/)
    expect(ana.last().text).toContain('⏸ Everything is paused. /resume goes on.')
    await ana.says('/resume')
    expect(ana.screen().map(({ text }) => text)).toContainEqual(expect.stringMatching(/^▶ Reminders ring again/))
    await talking.test.settled()
    expect(rings(ana)).toEqual(['late'])
    expect(await stateOf(early)).toBe('expired')
    await talking.advance('PT24H')
    expect(rings(ana)).toEqual(['late', 'later'])
    await ana.says('/resume')
    expect(ana.last().text).toBe('Nothing is paused.')
  })

  it('what it has put off, snoozed or not, is shown so, and can be deleted and brought back', async () => {
    const { ana } = talking
    await ana.says('/help')
    await toMonday()
    const snoozed = await note(ana, 'snoozed one', { in: 'PT10M' })
    await talking.belfry.reminders.snooze(snoozed, { for: 'PT1H' })
    await note(ana, 'other one', { in: 'PT2H' })
    await ana.says('/pause')
    await talking.advance('PT3H')
    await ana.says('/reminders')
    const list = ana.last().text
    expect(list).toMatch(/⏸ Mon \d+ May, 09:00: snoozed one/)
    expect(list).toMatch(/⏸ Mon \d+ May, 10:00: other one/)
    await ana.says('/delete 1,2')
    expect(ana.last().text).toContain('/undo brings them back.')
    await ana.says('/undo')
    // They are due: a worker puts them off again.
    await talking.test.settled()
    await ana.says('/reminders')
    expect(ana.last().text).toBe(list)
    await ana.says('/resume')
    await talking.test.settled()
    expect(rings(ana)).toEqual(['2 reminders'])
  })

  it('until a moment, which needs nobody to end it', async () => {
    const { ana } = talking
    await ana.says('/help')
    await toMonday()
    await note(ana, 'stretch', daily('10:00'))
    await note(ana, 'gone', { in: 'PT1H' })
    await ana.says('/pause until friday')
    expect(ana.last().text).toMatch(/^⏸ Nothing rings until Fri \d+ \w+, 09:00\. What comes due meanwhile/)
    await talking.stopBot()
    await talking.advance('PT96H')
    expect(rings(ana)).toEqual([])
    await talking.advance('PT1H')
    // of four days the last one, and not four times
    expect(rings(ana)).toEqual(['stretch'])
    await talking.advance('PT1H')
    expect(rings(ana)).toEqual(['stretch', 'stretch'])
    talking.startBot()
  })

  it('costs one row, however many reminders there are; and what was not due is as it was', async () => {
    const { ana, belfry } = talking
    await ana.says('/help')
    await belfry.reminders.scheduleMany(
      Array.from({ length: 1_000 }, (_, i) => ({
        ...{ entity: { type: 'note', id: `${ana.id}:${i}` }, recipient: `telegram:${ana.id}`, title: `thing ${i}` },
        in: `PT${100 + i}H`,
      })),
    )
    const versions = async () => {
      const { items } = await belfry.reminders.list({ recipient: `telegram:${ana.id}`, limit: 200 })
      return new Set(items.map(({ version, adjusted }) => `${version} ${adjusted}`))
    }
    await ana.says('/pause for 3 days')
    expect(await versions()).toEqual(new Set(['1 null']))
    await ana.says('/resume')
    expect(await versions()).toEqual(new Set(['1 null']))
    await belfry.recipients.delete(`telegram:${ana.id}`)
  })

  it('ends with the quiet hours that its end lies in, and says so', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone London')
    await belfry.recipients.put({ id: `telegram:${ana.id}`, quietHours: { from: '22:00', to: '10:00' } })
    await ana.says('/pause until friday 23:00')
    expect(ana.last().text).toMatch(/^⏸ Nothing rings until Sat \d+ \w+, 10:00\./)
  })

  it('one by its number, until it is resumed by its number', async () => {
    const { ana } = talking
    await ana.says('/help')
    await toMonday()
    const walk = await note(ana, 'walk', daily('09:00'))
    const read = await note(ana, 'read', daily('10:00'))
    const once = await note(ana, 'once', { in: 'PT10H' })
    await ana.says('/reminders')
    await ana.says('/pause 1,3,9')
    expect(ana.last().text.split('\n')).toEqual([
      ...['⏸ Paused:', '1. ⏸ paused: walk 🔁 every day at 09:00'],
      ...['3: rings only once. /edit moves it, /delete takes it away.', '9: not in that list.'],
      '/resume with the number goes on.',
    ])
    expect([await stateOf(walk), await stateOf(read), await stateOf(once)]).toEqual([
      'paused',
      'scheduled',
      'scheduled',
    ])
    await talking.advance('PT3H')
    expect(rings(ana)).toEqual(['read'])
    await ana.says('/resume 1,2')
    expect(ana.last().text).toMatch(/^▶ Goes on:\n1\. Tue .*, 09:00: walk 🔁 every day at 09:00\n2: is not paused\.$/)
  })

  it('/resume alone leaves alone what was paused by itself, and says what that is', async () => {
    const { ana } = talking
    await ana.says('/help')
    const walk = await note(ana, 'walk', daily('09:00'))
    await note(ana, 'read', daily('10:00'))
    await ana.says('/reminders')
    await ana.says('/pause 1')
    await ana.says('/pause')
    await ana.says('/resume')
    expect(ana.last().text).toContain('Reminders ring again')
    expect(await stateOf(walk)).toBe('paused')
    await ana.says('/resume')
    expect(ana.last().text).toMatch(/^Paused one by one:\n1\. ⏸ paused: (walk|read)/)
    await ana.says('/resume 1')
    expect(ana.last().text).toMatch(/^▶ Goes on:/)
    await ana.says('/resume')
    expect(ana.last().text).toBe('Nothing is paused.')
    await ana.says('/reminders')
    await ana.says('/pause 1,2')
    await ana.says('/resume all')
    expect(ana.last().text).toMatch(/^▶ 2 go on:/)
  })

  it('says what it takes where it does not understand, and pauses nothing', async () => {
    const { ana, belfry } = talking
    for (const [said, answer] of [
      ['/pause until the cows come home', 'Until when? For example: /pause until Monday'],
      ['/pause until yesterday', 'That is past already'],
      ['/pause 3 until monday', 'I can pause everything until a moment'],
    ] as const) {
      await ana.says(said)
      expect(ana.last().text).toContain(answer)
    }
    expect((await belfry.recipients.get(`telegram:${ana.id}`))?.paused).toBeNull()
  })

  it('speaks Korean', async () => {
    const mina = talking.person('Mina', 'ko')
    await mina.says('/pause 월요일까지')
    expect(mina.last().text).toMatch(/^⏸ \d+월 \d+일\(월\) 09:00까지 아무것도 울리지 않아요\./)
    await mina.says('/resume')
    expect(mina.last().text).toContain('알림이 다시 울려요')
    await mina.says('/pause')
    expect(mina.last().text).toContain('/resume 하실 때까지')
  })

  it('is nobody else’s: another person is not paused', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    await bo.says('/help')
    await ana.says('/pause')
    await note(bo, 'hello', { in: 'PT1M' })
    await talking.advance('PT2M')
    expect(rings(bo)).toEqual(['hello'])
  })
})
