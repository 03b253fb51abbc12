// The clock of a group: whose it is at first, who changes it, and that its topics go by it too.

import { describe, expect, it } from 'vitest'
import type { Group } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

const recipientOf = async ({ id }: Group, topic?: number) =>
  await talking.belfry.recipients.get(`telegram:${id}${topic === undefined ? '' : `/${topic}`}`)
const remindersOf = async ({ id }: Group, topic?: number) =>
  (await talking.belfry.reminders.list({ recipient: `telegram:${id}${topic === undefined ? '' : `/${topic}`}` })).items

describe('a new group', () => {
  it('goes by the clock of whoever writes there first, and the echo says so once', async () => {
    const { ana } = talking
    const group = talking.group('Kitchen')
    await ana.says('/timezone Berlin')
    await ana.says('/help', { in: group })
    await ana.says('/addreminder tomorrow at 9 stand-up', { in: group })
    expect(ana.last(group).text).toContain('Wed 16 Jan, 09:00')
    expect(ana.last(group).text).toContain('this group goes by Europe/Berlin')
    expect((await remindersOf(group))[0]?.dueAt?.toISOString()).toBe('2030-01-16T08:00:00.000Z')
    await ana.says('/addreminder tomorrow at 10 coffee', { in: group })
    expect(ana.last(group).text).not.toContain('this group goes by')
    // Somebody else elsewhere does not change it, nor is told about their own.
    const bo = talking.person('Bo')
    await bo.says('/addreminder tomorrow at 11 tea', { in: group })
    expect(bo.last(group).text).toContain('Wed 16 Jan, 11:00')
    expect(bo.last(group).text).not.toContain('time zone')
  })

  it('of somebody who has not said where they are says that its clock is a guess, and who sets it', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    const group = talking.group('Kitchen')
    group.makeAdmin(ana)
    await bo.says('/addreminder tomorrow at 9 stand-up', { in: group })
    const guess = 'I take the time zone of this group to be UTC; its admins change that with /timezone'
    expect(bo.last(group).text).toContain(guess)
    // Where Ana is in private says nothing of the group.
    await ana.says('/timezone Paris')
    await ana.says('/addreminder tomorrow at 10 coffee', { in: group })
    expect(ana.last(group).text).toContain(guess)
    await ana.says('/timezone Oslo', { in: group })
    expect(ana.last(group).text).toBe('Oslo it is for this group: 06:30 now. 2 reminders have moved along.')
    await bo.says('/addreminder tomorrow at 11 tea', { in: group })
    expect(bo.last(group).text).not.toContain('time zone')
  })

  it('keeps its clock as chosen when it becomes a supergroup', async () => {
    const { ana, telegram } = talking
    const old = telegram.group({ id: -6_000 - ana.id, title: 'Small' })
    old.makeAdmin(ana)
    await ana.says('/timezone Oslo', { in: old })
    const next = await old.migrate(-1_001_777_000_000 - ana.id)
    await ana.says('/addreminder tomorrow at 9 stand-up', { in: next })
    expect(ana.last(next).text).toContain('09:00')
    expect(ana.last(next).text).not.toContain('time zone')
  })
})

describe('topics of a group', () => {
  it('begin with what the group has, and follow it from then on', async () => {
    const { ana } = talking
    const group = talking.group('Forum', { topics: true })
    group.makeAdmin(ana)
    await ana.says('/timezone Oslo', { in: group })
    await ana.says('/addreminder 16 January 9:00 water', { in: group, topic: 17 })
    expect(ana.last(group).text).not.toContain('time zone')
    expect((await remindersOf(group, 17))[0]?.dueAt?.toISOString()).toBe('2030-01-16T08:00:00.000Z')
    await ana.says('/addreminder 16 January 9:00 feed', { in: group, topic: 18 })
    await ana.says('/timezone Seoul', { in: group, topic: 17 })
    expect(ana.last(group).text).toBe('Seoul it is for this group: 14:30 now. 2 reminders have moved along.')
    const zones = await Promise.all(
      [undefined, 17, 18].map(async (topic) => (await recipientOf(group, topic))?.timezone),
    )
    expect(zones).toEqual(['Asia/Seoul', 'Asia/Seoul', 'Asia/Seoul'])
    expect((await remindersOf(group, 18))[0]?.dueAt?.toISOString()).toBe('2030-01-16T00:00:00.000Z')
    await ana.says('/settings', { in: group, topic: 18 })
    await ana.taps('한국어', { in: group })
    const locales = await Promise.all(
      [undefined, 17, 18].map(async (topic) => (await recipientOf(group, topic))?.locale),
    )
    expect(locales).toEqual(['ko', 'ko', 'ko'])
  })

  it('are paused and go on together with it, those that come later too', async () => {
    const { ana } = talking
    const group = talking.group('Forum', { topics: true })
    const other = talking.group('Forum next door', { topics: true })
    group.makeAdmin(ana)
    for (const topic of [17, 18]) await ana.says('/help', { in: group, topic })
    await ana.says('/help', { in: other, topic: 17 })
    await ana.says('/pause', { in: group, topic: 17 })
    expect(ana.last(group).text).toMatch(/^⏸ Nothing rings in this group until you say \/resume\./)
    await ana.says('/help', { in: group, topic: 19 })
    const paused = async () =>
      await Promise.all([undefined, 17, 18, 19].map(async (topic) => (await recipientOf(group, topic))?.paused))
    expect(await paused()).toEqual([{ until: null }, { until: null }, { until: null }, { until: null }])
    expect((await recipientOf(other, 17))?.paused).toBeNull()
    await ana.says('/resume', { in: group, topic: 18 })
    expect(ana.last(group).text).toMatch(/^▶ Reminders of this group ring again/)
    expect(await paused()).toEqual([null, null, null, null])
  })
})
