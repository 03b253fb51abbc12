// /delete: by the number that was shown, or by a button; never by a position in a list that nobody has seen.

import { describe, expect, it } from 'vitest'
import { readCallback, signingKeyOf, writeCallback } from '../../src/channels/telegram/callback.ts'
import type { Person, Seen } from './fake-telegram.ts'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({
  now: '2031-05-05T08:00:00Z',
  bot: {
    extend(composer) {
      composer.on('message:text', (ctx) => ctx.reply(`You said ${ctx.message.text}`))
    },
  },
})
const { having, titlesOf: left } = peopleIn(talking)

const things = (...numbers: number[]) => numbers.map((number) => `thing ${number}`)
const rung = (person: Person) => person.screen().filter(({ text }) => text.startsWith('⏰') || /^thing/.test(text))

describe('/delete with a number', () => {
  it.each([
    ['/delete 3', [1, 2, 4, 5]],
    ['/delete #3', [1, 2, 4, 5]],
    ['/delete ３', [1, 2, 4, 5]],
    ['/delete 3번', [1, 2, 4, 5]],
    ['/delete 1,3', [2, 4, 5]],
    ['/delete 1 3', [2, 4, 5]],
    ['/delete 1번 3번', [2, 4, 5]],
    ['/delete 2-4', [1, 5]],
    ['/delete 2번부터 4번까지', [1, 5]],
  ])('%s', async (said, stay) => {
    const { ana } = talking
    await having(ana, 5)
    await ana.says('/reminders')
    await ana.says(said)
    expect(await left(ana)).toEqual(things(...stay))
    expect(ana.last().text).toMatch(/^Deleted:\n\d\. /)
    expect(ana.last().text).toMatch(/\/undo brings (?:it|them) back\.$/)
  })

  it('says what it deleted', async () => {
    const { ana } = talking
    await having(ana, 2)
    await ana.says('/reminders')
    await ana.says('/delete 2')
    expect(ana.last().text).toMatch(/^Deleted:\n2\. Mon 5 May, \d\d:\d\d: thing 2\n\/undo brings it back\.$/)
  })

  it('means what was shown, whatever the list has become since', async () => {
    const { ana, belfry } = talking
    const ids = await having(ana, 4)
    await ana.says('/reminders')
    await belfry.reminders.cancel(ids[0]!)
    await belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: `${ana.id}:new` }, recipient: `telegram:${ana.id}`, in: 'PT10M', title: 'new' },
    })
    await ana.says('/delete 1,3')
    expect(await left(ana)).toEqual(['new', ...things(2, 4)])
    expect(ana.last().text).toContain('1: was deleted already.')
    expect(ana.last().text).toMatch(/^Deleted:\n3\. .*thing 3\n/)
  })

  it('tells of what has rung meanwhile, and of numbers that nobody has shown', async () => {
    const { ana } = talking
    await having(ana, 3)
    await ana.says('/reminders')
    await talking.advance('PT60M')
    await ana.says('/delete 1,2,7')
    expect(await left(ana)).toEqual(things(3))
    expect(ana.last().text.split('\n')).toEqual([
      ...['Deleted:', expect.stringContaining('thing 2')],
      ...['1: had rung already.', '7: not in that list.', '/undo brings it back.'],
    ])
  })

  it('does not delete what says something else by now', async () => {
    const { ana, belfry } = talking
    const [id] = await having(ana, 1)
    await ana.says('/reminders')
    await belfry.reminders.change(id!, { title: 'something else' })
    await ana.says('/delete 1')
    expect(await left(ana)).toEqual(['something else'])
    expect(ana.last().text).toContain('1: says something else by now')
  })

  it('deletes what has only moved', async () => {
    const { ana, belfry } = talking
    const [id] = await having(ana, 1)
    await ana.says('/reminders')
    await belfry.reminders.snooze(id!, { for: 'PT5H' })
    await ana.says('/delete 1')
    expect(await left(ana)).toEqual([])
  })

  it('is about the last list; in a reply about the list that is replied to', async () => {
    const { ana, belfry } = talking
    const ids = await having(ana, 3)
    await ana.says('/reminders')
    const older = ana.last()
    await belfry.reminders.cancel(ids[0]!)
    await ana.says('/reminders')
    await ana.says('/delete 2', { replyTo: older })
    expect(await left(ana)).toEqual(things(3))
    await ana.says('/delete 2')
    expect(await left(ana)).toEqual([])
    expect(ana.last().text).toContain('thing 3')
  })

  it('knows the numbers of every page that was shown', async () => {
    const { ana } = talking
    await having(ana, 25)
    await ana.says('/reminders')
    await ana.says('/delete 11')
    expect(ana.last().text).toBe('11: not in that list.')
    await ana.taps('▶')
    await ana.says('/delete 11, 3')
    expect(await left(ana)).not.toContain('thing 11')
    expect(await left(ana)).not.toContain('thing 3')
    expect(await left(ana)).toHaveLength(23)
  })

  it('shows the list where none was shown, and deletes nothing', async () => {
    const { ana } = talking
    await having(ana, 2)
    await ana.says('/delete 1')
    expect(await left(ana)).toHaveLength(2)
    expect(ana.last().text).toContain('I do not know which list you mean')
    await ana.says('1')
    expect(await left(ana)).toEqual(things(2))
  })

  it('says what it takes where it does not understand', async () => {
    const { ana } = talking
    await having(ana, 2)
    await ana.says('/reminders')
    for (const said of ['/delete call mom', '/delete 3pm', '/delete -1', '/delete 1 and the other']) {
      await ana.says(said)
      expect(ana.last().text).toContain('For example: /delete 3')
    }
    expect(await left(ana)).toHaveLength(2)
  })

  it('speaks Korean', async () => {
    const mina = talking.person('Mina', 'ko')
    await having(mina, 2)
    await mina.says('/reminders')
    await mina.says('/delete 1번, 5번')
    expect(mina.last().text).toMatch(
      /^삭제했어요:\n1\. .*thing 1\n5번: 그 목록에 없어요\.\n\/undo 로 되돌릴 수 있어요\.$/,
    )
  })

  it('is brought back by /undo, all of it', async () => {
    const { ana, belfry } = talking
    const recipient = `telegram:${ana.id}`
    await having(ana, 3)
    const before = (await belfry.reminders.list({ recipient })).items.map(({ title, dueAt }) => [title, dueAt])
    await ana.says('/reminders')
    await ana.says('/delete 1-2')
    expect(await left(ana)).toEqual(things(3))
    await ana.says('/undo')
    const { items } = await belfry.reminders.list({ recipient })
    expect(items.map(({ title, dueAt }) => [title, dueAt])).toEqual(before)
  })

  it('told twice by Telegram, it is done once', async () => {
    const { ana, telegram } = talking
    await having(ana, 3)
    await ana.says('/reminders')
    await ana.says('/delete 1')
    await telegram.tellAgain(telegram.told.at(-1)!)
    expect(await left(ana)).toEqual(things(2, 3))
  })
})

describe('/delete', () => {
  it('asks for a number, and takes it', async () => {
    const { ana } = talking
    await having(ana, 3)
    await ana.says('/delete')
    expect(ana.last().text).toMatch(/^Your reminders:\n1\. .*\n\nWhich one should I delete\?/s)
    expect(ana.last().buttons).toEqual([['🗑 1', '🗑 2', '🗑 3'], ['✓ Finished']])
    await ana.says('#2')
    expect(await left(ana)).toEqual(things(1, 3))
    await ana.says('1')
    expect(ana.last().text).toBe('You said 1')
    expect(await left(ana)).toEqual(things(1, 3))
  })

  it('lets go of its question when something else is said', async () => {
    const { ana } = talking
    await having(ana, 2)
    await ana.says('/delete')
    await ana.says('call mom tomorrow at 9')
    expect(ana.last().text).toBe('You said call mom tomorrow at 9')
    await ana.says('1')
    expect(ana.last().text).toBe('You said 1')
    expect(await left(ana)).toHaveLength(2)
  })

  it('stands over a restart, and over taps', async () => {
    const { ana } = talking
    await having(ana, 4)
    await ana.says('/delete')
    await talking.restartBot()
    await ana.taps('🗑 1')
    await ana.says('3번')
    expect(await left(ana)).toEqual(things(2, 4))
  })

  it('says so where there is nothing', async () => {
    const { ana } = talking
    await ana.says('/delete')
    expect(ana.last().text).toContain('You have no reminders')
    await ana.says('1')
    expect(ana.last().text).toBe('You said 1')
  })
})

describe('a button under the list', () => {
  const openDeletes = async (person: Person): Promise<Seen> => {
    await person.says('/reminders')
    await person.taps('🗑')
    return person.last()
  }

  it('deletes what it stands for; the other numbers stay what they were', async () => {
    const { ana } = talking
    await having(ana, 7)
    const list = await openDeletes(ana)
    expect(list.buttons).toEqual([['🗑 1', '🗑 2', '🗑 3', '🗑 4', '🗑 5'], ['🗑 6', '🗑 7'], ['✓ Finished']])
    expect(await ana.taps('🗑 2')).toEqual({ text: 'Deleted: thing 2', isAlert: false })
    expect(ana.last().id).toBe(list.id)
    expect(ana.last().text).toContain('2. thing 2 (deleted)')
    expect(ana.last().entities.map(({ type }) => type)).toContain('strikethrough')
    expect(ana.last().buttons.flat()).not.toContain('🗑 2')
    await ana.taps('🗑 7')
    expect(await left(ana)).toEqual(things(1, 3, 4, 5, 6))
    await ana.says('/delete 3')
    expect(await left(ana)).toEqual(things(1, 4, 5, 6))
    await ana.taps('✓ Finished', { message: list })
    expect(ana.screen().find(({ id }) => id === list.id)?.buttons).toEqual([['🗑']])
  })

  it('on something that is gone, has rung or was changed answers truthfully', async () => {
    const { ana, belfry } = talking
    const ids = await having(ana, 4)
    const list = await openDeletes(ana)
    const press = (number: number) => ana.forges(list.data[`🗑 ${number}`]!, { message: list })
    await belfry.reminders.cancel(ids[0]!)
    expect(await press(1)).toEqual({ text: 'It was deleted already.', isAlert: true })
    await belfry.reminders.change(ids[3]!, { title: 'another' })
    expect((await press(4))?.text).toContain('It has changed since the list was shown')
    await talking.advance('PT61M')
    expect(await press(2)).toEqual({ text: 'It had rung already.', isAlert: true })
    expect(ana.screen().find(({ id }) => id === list.id)?.text).toMatch(/2\. thing 2 \(rang\)/)
    expect(await left(ana)).toEqual(['thing 3', 'another'])
    // once more, now that it was seen
    await ana.taps('🗑 4', { message: list })
    expect(await left(ana)).toEqual(things(3))
  })

  it('of somebody else does nothing, however it was come by', async () => {
    const { ana, telegram, belfry } = talking
    const bo = talking.person('Bo')
    const [hers] = await having(ana, 2)
    await having(bo, 1)
    const list = await openDeletes(ana)
    await bo.says('/reminders')
    const key = signingKeyOf(telegram.token)
    const stolen = list.data['🗑 1']!
    expect(readCallback(key, stolen)?.id).toBe(hers)
    for (const data of [
      stolen,
      writeCallback(key, { action: 'P', version: 1, id: hers! }),
      writeCallback(key, { action: 'P', version: 1, id: '00000000-0000-0000-0000-000000000000' }),
      `${stolen.slice(0, -2)}AA`,
      'P',
    ]) {
      const answer = await bo.forges(data)
      expect(answer?.text).toMatch(/^(There is no such reminder here|This button is too old)\.$/)
    }
    expect(await left(ana)).toHaveLength(2)
    expect(
      bo
        .screen()
        .map(({ text }) => text)
        .join(),
    ).not.toContain(`${ana.id}`)
    // numbers are of one's own list, whatever others have seen
    await bo.says('/delete 2')
    expect(await left(ana)).toHaveLength(2)
    expect((await belfry.reminders.get(hers!))?.state).toBe('scheduled')
  })
})

describe('/delete all', () => {
  it('asks first; then all is gone, and nothing of it rings', async () => {
    const { ana } = talking
    await having(ana, 12)
    await ana.says('/delete all')
    expect(ana.last()).toMatchObject({ text: 'Delete all 12 reminders?', buttons: [['🗑 Delete all', 'Keep them']] })
    expect(await left(ana)).toHaveLength(12)
    await ana.taps('🗑 Delete all')
    expect(ana.last().text).toBe('Deleted 12 reminders.\n/undo brings them back.')
    expect(await left(ana)).toEqual([])
    await talking.advance('PT2H')
    expect(rung(ana)).toEqual([])
  })

  it('speaks of one where there is one', async () => {
    const { ana } = talking
    await having(ana, 1)
    await ana.says('/delete all')
    expect(ana.last()).toMatchObject({ text: 'Delete your only reminder?', buttons: [['🗑 Delete it', 'Keep it']] })
    await ana.taps('Keep it')
    expect(ana.last().text).toBe('All right, nothing was deleted.')
    await ana.says('/delete all')
    await ana.taps('🗑 Delete it')
    expect(ana.last().text).toBe('Deleted one reminder.\n/undo brings it back.')
  })

  it('keeps them on no; and 전부, 모두 are all', async () => {
    const mina = talking.person('Mina', 'ko')
    await having(mina, 2)
    await mina.says('/delete 전부')
    expect(mina.last().text).toBe('알림 2개를 모두 삭제할까요?')
    await mina.taps('그대로 두기')
    expect(mina.last().text).toBe('네, 그대로 둘게요.')
    expect(await left(mina)).toHaveLength(2)
    await mina.says('/delete')
    await mina.says('모두')
    await mina.taps('🗑 모두 삭제')
    expect(await left(mina)).toEqual([])
  })

  it('is about what was there when it was asked', async () => {
    const { ana, belfry } = talking
    await having(ana, 2)
    await ana.says('/delete all')
    await talking.advance('PT1S')
    await belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: `${ana.id}:new` }, recipient: `telegram:${ana.id}`, in: 'PT10M', title: 'new' },
    })
    await ana.taps('🗑 Delete all')
    expect(await left(ana)).toEqual(['new'])
  })

  it('is answered by whoever was asked', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    await having(ana, 2)
    await having(bo, 2)
    await ana.says('/delete all')
    await bo.says('/reminders')
    expect((await bo.forges(ana.last().data['🗑 Delete all']!))?.text).toBe('I asked somebody else.')
    expect([await left(ana), await left(bo)]).toEqual([things(1, 2), things(1, 2)])
  })
})
