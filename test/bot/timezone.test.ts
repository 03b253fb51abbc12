// Another zone: what is pending follows it.

import { describe, expect, it } from 'vitest'
import type { Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

const zoneOf = async (recipient: string) => (await talking.belfry.recipients.get(recipient))?.timezone

/** Whether the keyboard of cities stands before them. */
const hasCities = ({ id }: Person) =>
  talking.telegram
    .callsOf('sendMessage')
    .filter(({ payload }) => String(payload.chat_id) === String(id))
    .map(({ payload }) => JSON.stringify(payload.reply_markup ?? null))
    .findLast((markup) => /"(?:remove_)?keyboard"/.test(markup))
    ?.includes('"keyboard"')

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

  it('shows what went along on the new clock alone, and keeps it so', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Seoul')
    await ana.says('feed the cat on 20 March at 9:00')
    const echo = ana.last()
    await ana.says('/timezone Berlin')
    // It has changed since, and is shown as it is now.
    await ana.taps('Time', { message: echo })
    const again = () => ana.screen().find(({ id }) => id === echo.id)!
    expect(again().text).toContain('Wed 20 Mar, 09:00')
    expect(again().text).not.toContain('Seoul')
    await ana.taps('Time', { message: again() })
    await ana.taps('+10 min', { message: again() })
    expect(again().text).toContain('Wed 20 Mar, 09:10')
    expect(again().text).not.toContain('Seoul')
    const [reminder] = (await belfry.reminders.list({ recipient: `telegram:${ana.id}` })).items
    expect(reminder).toMatchObject({ timezone: 'Europe/Berlin', recipientTimezone: 'Europe/Berlin' })
    // Whatever has a zone of its own keeps it.
    const entity = { type: 'note', id: `own ${ana.id}` }
    const own = { entity, recipient: `telegram:${ana.id}`, at: '2030-03-21T09:00:00', timezone: 'Asia/Seoul' }
    const { id } = await belfry.reminders.schedule({ ...own, title: 'talk to Kim' })
    expect((await belfry.reminders.get(id))?.timezone).toBe('Asia/Seoul')
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
    expect(ana.last(group).text).toBe('Oslo it is for this group: 06:30 now.')
    expect(await zoneOf(`telegram:${group.id}`)).toBe('Europe/Oslo')
    // Her own is another.
    expect(await zoneOf(`telegram:${ana.id}`)).not.toBe('Europe/Oslo')
  })

  it('is left by somebody who goes on to what they came for', async () => {
    const { ana } = talking
    await ana.says('/timezone')
    await ana.says('call mom tomorrow at 9')
    expect(ana.last().text).toContain('call mom')
    expect(hasCities(ana)).toBe(false)
    // And the question is over.
    const count = ana.screen().length
    await ana.says('Munich')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('UTC')
    expect(ana.screen().length).toBeGreaterThan(count)
  })

  it.each(['/help', '/cancel', '/reminders', '/settings'])(
    '%s ends the question, and its keyboard goes',
    async (text) => {
      const { ana } = talking
      await ana.says('/start')
      expect(hasCities(ana)).toBe(true)
      await ana.says(text)
      expect(hasCities(ana)).toBe(false)
    },
  )

  it('a tap on one of several ends the question, and its keyboard goes', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('Portland')
    await ana.taps('Portland, Maine')
    expect(ana.last().text).toBe('Portland, Maine it is: 00:30 now.')
    expect(hasCities(ana)).toBe(false)
  })

  it('a turn to Korean ends the question, and its keyboard goes', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.taps('한국어')
    expect(ana.last().text).toContain('서울')
    expect(hasCities(ana)).toBe(false)
  })

  it('a city of the keyboard is heard also later, by whoever has not said where they are', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('/help')
    await ana.says('New York')
    expect(ana.last().text).toBe('New York it is: 00:30 now.')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('America/New_York')
    await ana.says('London')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('America/New_York')
  })

  it('until then each echo says that the clock is a guess, once, and with what to tap', async () => {
    const { ana } = talking
    const guesses = () => ana.last().text.split('I take your time zone to be UTC; /timezone changes that').length - 1
    for (const text of ['call mom tomorrow at 9', 'feed the cat tomorrow at 10']) {
      await ana.says(text)
      expect(guesses()).toBe(1)
    }
    await ana.says('/timezone Berlin')
    await ana.says('stretch tomorrow at 11')
    expect(guesses()).toBe(0)
  })

  it('says the time once, whatever was written around it', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('it is 6:30 am')
    expect(ana.last().text).toMatch(/^It is 06:30 now in several places/)
  })

  it('takes no button that was forged', async () => {
    const { ana } = talking
    await ana.says('/timezone Seoul')
    await ana.says('/start')
    await ana.forges('bMUFzaWEvVG9reW8AAAAAAAAAAA')
    expect(await zoneOf(`telegram:${ana.id}`)).toBe('Asia/Seoul')
  })
})
