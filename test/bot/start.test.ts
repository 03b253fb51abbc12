// The first words with somebody: language and zone without typing a zone's name.

import { describe, expect, it } from 'vitest'
import { useTalking } from './talking.ts'

// 05:30 in UTC.
const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

const zoneOf = async (id: number) => (await talking.belfry.recipients.get(`telegram:${id}`))?.timezone
const settingsOf = async (id: number) => (await talking.belfry.chats.person(String(id)))?.settings

describe('/start', () => {
  it('in Korean sets Seoul at once, shows the time there, and can be changed', async () => {
    const minji = talking.person('민지', 'ko')
    await minji.says('/start')
    const last = minji.last()
    expect(last.text).toContain('안녕하세요')
    expect(last.text).toContain('서울이고 지금 14:30')
    expect(last.buttons).toEqual([['English', '다른 시간대']])
    expect(await zoneOf(minji.id)).toBe('Asia/Seoul')
    expect(await settingsOf(minji.id)).toMatchObject({ hasZone: true })
    await minji.taps('다른 시간대')
    expect(minji.last().text).toContain('어디에 계세요?')
    await minji.taps('도쿄')
    expect(minji.last().text).toContain('도쿄(지금 14:30)')
    expect(await zoneOf(minji.id)).toBe('Asia/Tokyo')
  })

  it('in English asks where, and takes a city from the keyboard', async () => {
    const { ana } = talking
    await ana.says('/start')
    const [, hello, where] = ana.screen()
    expect(hello!.text).toContain('Hello!')
    expect(hello!.buttons).toEqual([['한국어']])
    expect(where!.text).toContain('Where are you?')
    expect(where!.keyboard[0]).toEqual(['📍 Share my location'])
    expect(where!.keyboard.flat()).toEqual(expect.arrayContaining(['London', 'New York', 'São Paulo', 'Sydney']))
    await ana.taps('New York')
    expect(ana.last().text).toBe('New York it is: 00:30 now.')
    expect(await zoneOf(ana.id)).toBe('America/New_York')
    expect(await settingsOf(ana.id)).toMatchObject({ hasZone: true })
  })

  it('takes a location, without keeping it, and offers the zones next to it', async () => {
    const { ana } = talking
    await ana.says('/start')
    // Coeur d'Alene is on Pacific time; the next towns to the east are an hour on.
    await ana.shares({ latitude: 47.7, longitude: -116.8 })
    const [done, others] = ana.screen().slice(-2)
    expect(done!.text).toBe("Coeur d'Alene it is: 21:30 now.")
    expect(others!.text).toContain('If that is not right')
    expect(others!.buttons.flat().length).toBeGreaterThan(0)
    await ana.taps('Missoula')
    expect(ana.last().text).toBe('Missoula it is: 22:30 now.')
    expect(await zoneOf(ana.id)).toBe('America/Denver')
    // The question is over: what comes next is no answer to it.
    expect(JSON.stringify(await talking.belfry.recipients.get(`telegram:${ana.id}`))).not.toContain('47.7')
  })

  it.each([
    ['sao paulo', 'São Paulo it is: 02:30 now.', 'America/Sao_Paulo'],
    ['서울', 'Seoul it is: 14:30 now.', 'Asia/Seoul'],
    ['NYC', 'New York it is: 00:30 now.', 'America/New_York'],
    ['14:30', 'Seoul it is: 14:30 now.', 'Asia/Seoul'],
    ['오후 2시 반', 'Seoul it is: 14:30 now.', 'Asia/Seoul'],
    ['11:15 am', 'Kathmandu it is: 11:15 now.', 'Asia/Kathmandu'],
  ])('takes “%s”', async (text, answer, zone) => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says(text)
    expect(ana.last().text).toBe(answer)
    expect(await zoneOf(ana.id)).toBe(zone)
  })

  it('asks which, where clocks that agree now will not', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('6:30 am')
    expect(ana.last().text).toContain('It is 06:30 now in several places')
    await ana.taps('Berlin · 06:30')
    expect(ana.last().text).toBe('Berlin it is: 06:30 now.')
    expect(await zoneOf(ana.id)).toBe('Europe/Berlin')
  })

  it('asks which of two cities with one name', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('Portland')
    expect(ana.last().text).toBe('Which Portland do you mean?')
    await ana.taps('Portland, Maine')
    expect(ana.last().text).toBe('Portland, Maine it is: 00:30 now.')
  })

  it('says what it does not know, and goes on asking', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('Hobbiton')
    expect(ana.last().text).toContain('I do not know “Hobbiton”')
    await ana.says('3:52')
    expect(ana.last().text).not.toContain('I do not know')
    await ana.says('wellington')
    expect(ana.last().text).toBe('Wellington it is: 18:30 now.')
  })

  it('changes the language with a tap; whoever turns to Korean is in Seoul unless they said otherwise', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.taps('한국어')
    const hello = ana.screen().find(({ isEdited }) => isEdited)!
    expect(hello.text).toContain('안녕하세요')
    expect(await zoneOf(ana.id)).toBe('Asia/Seoul')
    expect(await settingsOf(ana.id)).toMatchObject({ language: 'ko' })
    expect((await talking.belfry.recipients.get(`telegram:${ana.id}`))?.locale).toBe('ko')
    await ana.says('/timezone London')
    await ana.taps('English', { message: hello })
    expect(await zoneOf(ana.id)).toBe('Europe/London')
    await ana.says('/privacy')
    expect(ana.last().text).toContain('What I keep of you')
  })

  it('again changes nothing', async () => {
    const { ana } = talking
    await ana.says('/start')
    await ana.says('Paris')
    const before = await talking.belfry.recipients.get(`telegram:${ana.id}`)
    const settings = await settingsOf(ana.id)
    await ana.says('/start')
    expect(ana.last().text).toContain('Your clock is that of Paris: 06:30 now.')
    expect(await talking.belfry.recipients.get(`telegram:${ana.id}`)).toEqual(before)
    expect(await settingsOf(ana.id)).toEqual(settings)
  })

  it('does not notice a restart between question and answer', async () => {
    const { ana } = talking
    await ana.says('/start')
    await talking.restartBot()
    await ana.says('madrid')
    expect(ana.last().text).toBe('Madrid it is: 06:30 now.')
  })

  it('after a block resumes with one summary of what was missed', async () => {
    const { ana, belfry } = talking
    await ana.says('/start')
    await ana.says('/timezone Lisbon')
    await ana.blocks()
    const recipient = `telegram:${ana.id}`
    for (const title of ['feed the cat', 'pay the rent', 'stretch'])
      await belfry.reminders.schedule({
        entity: { type: 'note', id: `${ana.id} ${title}` },
        recipient,
        in: 'PT1M',
        title,
      })
    await talking.advance('PT2M')
    expect((await belfry.recipients.get(recipient))?.suspended.telegram?.reason).toBe('blocked')
    await ana.unblocks()
    const seenBefore = ana.screen().length
    await ana.says('/start')
    await talking.advance('PT1S')
    const after = ana.screen().slice(seenBefore)
    const summaries = after.filter(({ text }) => text.includes('you missed'))
    expect(summaries).toHaveLength(1)
    expect(summaries[0]!.text).toContain('stretch')
    expect((await belfry.recipients.get(recipient))?.suspended).toEqual({})
  })

  it('in a group says how it listens there, and sets nothing up', async () => {
    const { ana } = talking
    const group = talking.group('Kitchen')
    await ana.says('/start', { in: group })
    expect(ana.last(group).text).toContain('In a group I listen to commands')
    expect(ana.last(group).keyboard).toEqual([])
  })
})
