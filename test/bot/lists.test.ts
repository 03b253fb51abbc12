// /reminders: what is to come, ten to a page, in one message.

import { describe, expect, it } from 'vitest'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2031-05-05T08:00:00Z' })
const { having } = peopleIn(talking)

const numbersIn = (text: string) => [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

describe('/reminders', () => {
  it('says how to begin where there is nothing, in both languages', async () => {
    const { ana } = talking
    await ana.says('/reminders')
    expect(ana.last().text).toBe('You have no reminders. Just write what and when, such as “call mom tomorrow at 9”.')
    const mina = talking.person('Mina', 'ko')
    await mina.says('/reminders')
    expect(mina.last().text).toContain('등록된 알림이 없어요')
    expect(mina.last().buttons).toEqual([])
  })

  it('shows moment, text, repetition, and what is paused or waits', async () => {
    const { ana, belfry } = talking
    await having(ana, 1)
    const recipient = `telegram:${ana.id}`
    const note = (id: string) => ({ type: 'note', id: `${ana.id}:${id}` })
    await belfry.reminders.schedule({
      ...{ entity: note('plants'), recipient, title: 'water the plants' },
      rule: { every: 'week', on: ['sunday'], at: ['10:00'] },
    })
    const { id } = await belfry.reminders.schedule({
      ...{ entity: note('walk'), recipient, title: 'walk', rule: { every: 'day', at: ['18:00'] } },
    })
    await belfry.reminders.pause(id)
    await belfry.reminders.schedule({
      ...{ entity: note('pill'), recipient, title: 'pill', in: 'PT1M', repeat: { nag: { every: 'PT3H', atMost: 5 } } },
    })
    await belfry.reminders.schedule({
      ...{ entity: note('filter'), recipient, title: 'filter', in: 'PT1M', repeat: { afterCompletion: 'P3D' } },
    })
    await talking.advance('PT2M')
    await ana.says('/reminders')
    const { text, entities } = ana.last()
    expect(text.split('\n')).toEqual([
      'Your reminders:',
      '1. Mon 5 May, 09:00: thing 1',
      '2. Mon 5 May, 11:01: pill 🔁 every 3 hours until it is done',
      '3. Sun 11 May, 10:00: water the plants 🔁 every week on Sunday at 10:00',
      expect.stringMatching(/^[45]\. ⏸ paused: walk 🔁 every day at 18:00$/),
      expect.stringMatching(/^[45]\. ⏳ waiting for Done: filter 🔁 /),
    ])
    expect(entities.filter(({ type }) => type === 'date_time')).toHaveLength(3)
  })

  it('turns pages in the same message, numbered through', async () => {
    const { ana } = talking
    await having(ana, 23)
    await ana.says('/reminders')
    const first = ana.last()
    expect(first.text).toMatch(/^Your reminders \(page 1\):/)
    expect(numbersIn(first.text)).toEqual(from(1, 10))
    expect(first.buttons).toEqual([['🗑', '▶']])
    const { length } = ana.screen()
    await ana.taps('▶')
    expect(numbersIn(ana.last().text)).toEqual(from(11, 10))
    expect(ana.last()).toMatchObject({ id: first.id, buttons: [['◀', '🗑', '▶']] })
    await ana.taps('▶')
    expect(numbersIn(ana.last().text)).toEqual(from(21, 3))
    expect(ana.last().text).toContain('23. ')
    expect(ana.last().buttons).toEqual([['◀', '🗑']])
    await ana.taps('◀')
    await ana.taps('◀')
    expect(ana.last()).toMatchObject({ id: first.id, text: first.text })
    expect(ana.screen()).toHaveLength(length)
  })

  it('reads one page, and not everything', async () => {
    const { ana, belfry } = talking
    await having(ana, 40)
    const asked: unknown[] = []
    const list = belfry.reminders.list
    belfry.reminders.list = async (options) => {
      asked.push(options)
      return await list(options)
    }
    await ana.says('/reminders')
    await ana.taps('▶')
    belfry.reminders.list = list
    expect(asked).toEqual([
      { recipient: `telegram:${ana.id}`, limit: 10 },
      { recipient: `telegram:${ana.id}`, limit: 10, cursor: expect.any(String) },
    ])
  })

  it('goes back to a page that is there, where the last one has emptied', async () => {
    const { ana, belfry } = talking
    const ids = await having(ana, 11)
    await ana.says('/reminders')
    await belfry.reminders.cancel(ids[10]!)
    await ana.taps('▶')
    expect(numbersIn(ana.last().text)).toEqual(from(1, 10))
    expect(ana.last().buttons).toEqual([['🗑']])
    for (const id of ids) await belfry.reminders.cancel(id)
    await ana.taps('🗑')
    expect(ana.last()).toMatchObject({ text: expect.stringContaining('You have no reminders'), buttons: [] })
  })

  it('speaks Korean, on the clocks of Seoul', async () => {
    const mina = talking.person('Mina', 'ko')
    await having(mina, 1, { title: '엄마한테 전화', rule: { every: 'day' } })
    await mina.says('/reminders')
    expect(mina.last().text).toMatch(/^내 알림:\n1\. 5월 5일\(월\) 18:0\d: 엄마한테 전화 🔁 매일/)
  })

  it('shows long texts cut, and ten of the longest fit into a message', async () => {
    const { ana } = talking
    await having(ana, 10, { title: '가나다 '.repeat(400) })
    await ana.says('/reminders')
    expect(numbersIn(ana.last().text)).toEqual(from(1, 10))
    expect(ana.last().text.length).toBeLessThan(4096)
  })

  it('survives a restart: the pages of a list are in the database', async () => {
    const { ana } = talking
    await having(ana, 12)
    await ana.says('/reminders')
    await talking.restartBot()
    await ana.taps('▶')
    expect(numbersIn(ana.last().text)).toEqual([11, 12])
  })

  it('shows nobody what is another’s, whatever they send', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    await having(ana, 12)
    await having(bo, 1, { title: 'secret of Bo' })
    await bo.says('/reminders')
    await ana.says('/reminders')
    // Bo's page with a button that was made for Ana: Bo's own list, and nothing of hers
    const answer = await bo.forges(ana.last().data['▶']!)
    expect(answer).not.toBeNull()
    expect(bo.last().text).toContain('secret of Bo')
    expect(bo.last().text).not.toContain('thing')
    for (const data of ['', 'x', 'bAAAA', `${ana.last().data['▶']!.slice(0, -1)}A`, 'N', 'a'.repeat(64)])
      await ana.forges(data || ' ')
    expect(numbersIn(ana.last().text)).toEqual(from(1, 10))
  })
})
