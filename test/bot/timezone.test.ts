// Another zone: what is pending follows it.

import { describe, expect, it } from 'vitest'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

const zoneOf = async (recipient: string) => (await talking.belfry.recipients.get(recipient))?.timezone

describe('/timezone', () => {
  it('shows the zone with the time there, and asks for another', async () => {
    const { ana } = talking
    await ana.says('/timezone Seoul')
    await ana.says('/timezone')
    const [shown, asked] = ana.screen().slice(-2)
    expect(shown!.text).toBe('Your clock is that of Seoul: 14:30 now.')
    expect(asked!.keyboard[0]).toEqual(['📍 Share my location'])
    await ana.says('berlin')
    expect(ana.last().text).toBe('Berlin it is: 06:30 now.')
  })

  it.each([
    ['/timezone berlin', 'Europe/Berlin'],
    ['/timezone Asia/Tokyo', 'Asia/Tokyo'],
    ['/timezone 뉴욕', 'America/New_York'],
    ['/timezone 2:30 pm', 'Asia/Seoul'],
  ])('does it in one line: %s', async (text, zone) => {
    const { ana } = talking
    await ana.says(text)
    expect(await zoneOf(`telegram:${ana.id}`)).toBe(zone)
  })

  it('in one line that is not understood says so, and changes nothing', async () => {
    const { ana } = talking
    await ana.says('/timezone Oslo')
    await ana.says('/timezone Narnia')
    expect(ana.last().text).toContain('I do not know “Narnia”')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('Europe/Oslo')
  })

  it('moves what goes by their clock, and says how much', async () => {
    const { ana, belfry } = talking
    const recipient = `telegram:${ana.id}`
    await ana.says('/timezone Seoul')
    const at = (id: string, more: object) =>
      belfry.reminders.schedule({ entity: { type: 'note', id: `${ana.id} ${id}` }, recipient, title: id, ...more })
    const local = await at('local', { at: '2030-01-20T09:00:00' })
    const daily = await at('daily', { at: '2030-01-20T08:00:00', rule: { every: 'day' } })
    const instant = await at('instant', { at: '2030-01-20T09:00:00Z' })
    await ana.says('/timezone London')
    const moved = await Promise.all([local, daily, instant].map(({ id }) => belfry.reminders.get(id)))
    const due = moved.map((one) => one!.dueAt!.toISOString())
    const expectMoved = due.filter((text, i) => text !== [local, daily, instant][i]!.dueAt.toISOString()).length
    expect(due[2]).toBe('2030-01-20T09:00:00.000Z')
    expect(ana.last().text).toBe(
      expectMoved === 0
        ? 'London it is: 05:30 now.'
        : `London it is: 05:30 now. ${expectMoved} reminder${expectMoved === 1 ? ' has' : 's have'} moved along.`,
    )
    expect(expectMoved).toBe(2)
    await ana.says('/timezone London')
    expect(ana.last().text).toBe('London, 05:30 now: as before.')
  })

  it('of a group is changed by its admins only, with buttons and replies', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    const group = talking.group('Kitchen')
    group.makeAdmin(ana)
    await bo.says('/timezone Paris', { in: group })
    expect(bo.last(group).text).toBe('In a group only admins can change that.')
    expect(await zoneOf(`telegram:${group.id}`)).toBe('UTC')
    await ana.says('/timezone', { in: group })
    const asked = ana.last(group)
    expect(asked.keyboard).toEqual([])
    expect(await bo.taps('Seoul', { message: asked, in: group })).toMatchObject({
      text: 'In a group only admins can change that.',
    })
    await ana.says('oslo', { in: group, replyTo: asked })
    expect(ana.last(group).text).toBe('Oslo it is: 06:30 now.')
    expect(await zoneOf(`telegram:${group.id}`)).toBe('Europe/Oslo')
    // Her own is another.
    expect(await zoneOf(`telegram:${ana.id}`)).not.toBe('Europe/Oslo')
  })

  it('is left by somebody who goes on to what they came for', async () => {
    const { ana } = talking
    await ana.says('/timezone')
    await ana.says('call mom tomorrow at 9')
    expect(ana.last().text).not.toContain('I do not know')
    // And the question is over.
    const count = ana.screen().length
    await ana.says('Berlin')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('UTC')
    expect(ana.screen().length).toBeGreaterThan(count)
  })

  it('takes no button that was forged', async () => {
    const { ana } = talking
    await ana.says('/timezone Seoul')
    await ana.says('/start')
    await ana.forges('bMUFzaWEvVG9reW8AAAAAAAAAAA')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('Asia/Seoul')
  })
})
