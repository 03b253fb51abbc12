// Groups: everybody sees what the group has; who made it, or an admin, deletes and pauses it. Each topic has a list of its own.

import { describe, expect, it } from 'vitest'
import type { Group, Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2031-05-05T08:00:00Z' })

interface Made {
  readonly by: Person
  readonly title: string
  readonly topic?: number
  readonly more?: object
}

async function make(group: Group, made: readonly Made[]): Promise<string[]> {
  const ids: string[] = []
  for (const [i, { by, title, topic, more }] of made.entries()) {
    const address = topic === undefined ? String(group.id) : `${group.id}/${topic}`
    const { id } = await talking.belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: `tg:${group.id}:${title}` }, recipient: `telegram:${address}`, title },
      ...{ in: `PT${60 + i}M`, data: { by: String(by.id) }, ...more },
    } as never)
    ids.push(id)
  }
  return ids
}

const left = async (group: Group, topic?: number) => {
  const recipient = `telegram:${group.id}${topic === undefined ? '' : `/${topic}`}`
  return (await talking.belfry.reminders.list({ recipient })).items.map(({ title }) => title)
}

/** Two people and a group that the bot has heard of. */
async function kitchen(options: { readonly topics?: boolean } = {}) {
  const { ana } = talking
  const bo = talking.person('Bo')
  const group = talking.group('Kitchen', options)
  await ana.says('/help', { in: group })
  return { ana, bo, group }
}

describe('in a group', () => {
  it('everybody sees its reminders, and nobody those of a person', async () => {
    const { ana, bo, group } = await kitchen()
    await make(group, [
      { by: ana, title: 'of ana' },
      { by: bo, title: 'of bo' },
    ])
    await bo.says('/help')
    await talking.belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: `${bo.id}` }, recipient: `telegram:${bo.id}`, title: 'private', in: 'PT2H' },
    })
    for (const one of [ana, bo]) {
      await one.says('/reminders', { in: group })
      expect(one.last(group).text).toMatch(/^Reminders of this group:\n1\. .*of ana\n2\. .*of bo$/)
    }
    await bo.says('/reminders')
    expect(bo.last().text).toContain('private')
    expect(bo.last().text).not.toContain('of ana')
  })

  it('who made it deletes it; others are told who can', async () => {
    const { ana, bo, group } = await kitchen()
    await make(group, [
      { by: ana, title: 'of ana' },
      { by: bo, title: 'of bo' },
    ])
    await bo.says('/reminders', { in: group })
    await bo.says('/delete 1,2', { in: group })
    expect(bo.last(group).text).toMatch(
      /^Deleted:\n2\. .*of bo\n1: only who made it, or an admin of the group, can do that\./,
    )
    expect(await left(group)).toEqual(['of ana'])
    await bo.taps('🗑', { in: group })
    expect((await bo.taps('🗑 1', { in: group }))?.text).toBe(
      'Only who made it, or an admin of the group, can delete it.',
    )
    expect(await left(group)).toEqual(['of ana'])
    await ana.taps('🗑 1', { in: group })
    expect(await left(group)).toEqual([])
  })

  it('an admin deletes any, and is asked for only when that matters, once', async () => {
    const { ana, bo, group } = await kitchen()
    const { telegram } = talking
    await make(group, [
      { by: ana, title: 'one' },
      { by: ana, title: 'two' },
      { by: ana, title: 'three' },
    ])
    const before = telegram.callsOf('getChatMember').length
    await ana.says('/reminders', { in: group })
    await ana.says('/delete 1', { in: group })
    expect(telegram.callsOf('getChatMember')).toHaveLength(before)
    group.makeAdmin(bo)
    await bo.says('/delete 2,3', { in: group })
    expect(await left(group)).toEqual([])
    expect(telegram.callsOf('getChatMember')).toHaveLength(before + 1)
  })

  it('where Telegram does not say who is an admin, nobody is', async () => {
    const { ana, bo, group } = await kitchen()
    group.makeAdmin(bo)
    await make(group, [{ by: ana, title: 'one' }])
    await bo.says('/reminders', { in: group })
    talking.telegram.fault('getChatMember', { kind: 'refused', code: 400, description: 'Bad Request: no' })
    await bo.says('/delete 1', { in: group })
    expect(await left(group)).toEqual(['one'])
    await bo.says('/delete 1', { in: group })
    expect(await left(group)).toEqual([])
  })

  it('two people who are asked at once do not answer for each other', async () => {
    const { ana, bo, group } = await kitchen()
    await make(group, [
      { by: ana, title: 'of ana' },
      { by: bo, title: 'of bo' },
    ])
    await ana.says('/delete', { in: group })
    const askedAna = ana.last(group)
    await bo.says('/delete', { in: group })
    const askedBo = bo.last(group)
    await bo.says('2', { in: group, replyTo: askedBo })
    expect(await left(group)).toEqual(['of ana'])
    // Bo has answered; Ana is still asked
    await ana.says('1', { in: group, replyTo: askedAna })
    expect(await left(group)).toEqual([])
  })

  it('a number is of the list that was seen: where two lists differ, it is asked which', async () => {
    const { ana, bo, group } = await kitchen()
    const ids = await make(group, [
      { by: ana, title: 'one' },
      { by: ana, title: 'two' },
      { by: ana, title: 'three' },
    ])
    await ana.says('/reminders', { in: group })
    const older = ana.last(group)
    await talking.belfry.reminders.cancel(ids[0]!)
    await bo.says('/reminders', { in: group })
    await ana.says('/delete 2', { in: group })
    expect(ana.last(group).text).toContain('The list was shown again since you saw yours')
    expect(await left(group)).toEqual(['two', 'three'])
    await ana.says('/delete 2', { in: group, replyTo: older })
    expect(await left(group)).toEqual(['three'])
  })

  it('who has asked for no list means the one that everybody sees', async () => {
    const { ana, bo, group } = await kitchen()
    await make(group, [{ by: bo, title: 'of bo' }])
    await ana.says('/reminders', { in: group })
    await bo.says('/delete 1', { in: group })
    expect(await left(group)).toEqual([])
  })

  it('/delete all leaves what others have made', async () => {
    const { ana, bo, group } = await kitchen()
    await make(group, [
      { by: ana, title: 'of ana' },
      { by: bo, title: 'of bo' },
      { by: bo, title: 'of bo too' },
    ])
    await bo.says('/delete all', { in: group })
    expect((await ana.taps('🗑 Delete all', { in: group }))?.text).toBe('I asked somebody else.')
    await bo.taps('🗑 Delete all', { in: group })
    expect(await left(group)).toEqual(['of ana'])
    expect(bo.last(group).text).toBe(
      'Deleted 2 reminders.\n1 stays: only who made it, or an admin of the group, can delete it.\n/undo brings them back.',
    )
  })

  it('who made it pauses it; an admin pauses everything', async () => {
    const { ana, bo, group } = await kitchen()
    const daily = { in: undefined, rule: { every: 'day', at: ['12:00'] } }
    const [id] = await make(group, [{ by: ana, title: 'of ana', more: daily }])
    await bo.says('/reminders', { in: group })
    await bo.says('/pause 1', { in: group })
    expect(bo.last(group).text).toBe('1: only who made it, or an admin of the group, can do that.')
    await bo.says('/pause', { in: group })
    expect(bo.last(group).text).toContain('Only an admin of the group can pause all of its reminders')
    expect((await talking.belfry.recipients.get(`telegram:${group.id}`))?.paused).toBeNull()
    await ana.says('/pause 1', { in: group })
    expect((await talking.belfry.reminders.get(id!))?.state).toBe('paused')
    const carl = talking.person('Carl')
    group.makeAdmin(carl)
    await carl.says('/resume 1', { in: group })
    expect((await talking.belfry.reminders.get(id!))?.state).toBe('scheduled')
    await carl.says('/pause until friday', { in: group })
    expect((await talking.belfry.recipients.get(`telegram:${group.id}`))?.paused).not.toBeNull()
    await bo.says('/resume', { in: group })
    expect(bo.last(group).text).toContain('Only an admin')
    await carl.says('/resume', { in: group })
    expect((await talking.belfry.recipients.get(`telegram:${group.id}`))?.paused).toBeNull()
  })

  it('each topic has a list of its own, and answers come in it', async () => {
    const { ana, group } = await kitchen({ topics: true })
    for (const topic of [11, 12]) await ana.says('/help', { in: group, topic })
    await make(group, [
      { by: ana, title: 'of cooking', topic: 11 },
      { by: ana, title: 'of baking', topic: 12 },
    ])
    await ana.says('/reminders', { in: group, topic: 11 })
    expect(ana.last(group)).toMatchObject({ topic: 11, text: expect.stringContaining('of cooking') })
    expect(ana.last(group).text).not.toContain('baking')
    // the number was shown in another topic
    await ana.says('/delete 1', { in: group, topic: 12 })
    expect(ana.last(group)).toMatchObject({ topic: 12, text: expect.stringContaining('I do not know which list') })
    expect([await left(group, 11), await left(group, 12)]).toEqual([['of cooking'], ['of baking']])
    await ana.says('/delete 1', { in: group, topic: 11 })
    expect(ana.last(group).topic).toBe(11)
    expect([await left(group, 11), await left(group, 12)]).toEqual([[], ['of baking']])
  })

  it('buttons of one group do nothing in another', async () => {
    const { ana, group } = await kitchen()
    await make(group, [{ by: ana, title: 'one' }])
    await ana.says('/reminders', { in: group })
    await ana.taps('🗑', { in: group })
    const data = ana.last(group).data['🗑 1']!
    const other = talking.group('Garden')
    await ana.says('/reminders', { in: other })
    expect((await ana.forges(data, { in: other }))?.text).toBe('There is no such reminder here.')
    expect(await left(group)).toEqual(['one'])
  })
})
