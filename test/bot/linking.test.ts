// A link connects a chat to a recipient of a program: its meetings, alarms and tasks reach Telegram too.

import { describe, expect, it } from 'vitest'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T08:30:00Z' })

/** Somebody whom a program knows, and who is reminded in the app so far. */
async function known(id: string, more: object = {}): Promise<string> {
  const { belfry } = talking
  await belfry.recipients.put({ id, name: 'Ana Lima', timezone: 'Europe/Lisbon', channels: ['in_app'], ...more })
  return (await belfry.chats.link({ recipient: id })).word
}

describe('/start with the word of a link', () => {
  it('connects: a meeting rings in Telegram, and Done by tap acknowledges it', async () => {
    const { ana, belfry } = talking
    const word = await known('ana-1')
    await belfry.recipients.put({ id: 'bo-1', name: 'Bo', timezone: 'Europe/Lisbon' })
    await ana.says(`/start ${word}`)
    expect(ana.last().text).toContain('Hello, Ana Lima! You are connected.')
    expect(ana.last().text).toContain('Lisbon: 08:30 now.')
    expect((await belfry.recipients.get('ana-1'))?.addresses.telegram).toBe(String(ana.id))
    const { meeting } = await belfry.meetings.request({
      ...{ requester: 'bo-1', participants: ['ana-1'], title: 'Budget review', timezone: 'Europe/Lisbon' },
      ...{ slots: [{ start: '2030-01-15T13:00:00', end: '2030-01-15T14:00:00' }], plan: ['-PT15M'] },
      allowOutsideAvailability: true,
    })
    await belfry.meetings.accept(meeting.id, { participant: 'ana-1' })
    await talking.advance('PT4H20M')
    const ring = ana.screen().findLast(({ buttons }) => buttons.flat().includes('✓ Done'))!
    expect(ring.text).toContain('Budget review')
    expect(await ana.taps('✓ Done', { message: ring })).toMatchObject({ text: 'Done' })
    const entity = { type: 'meeting', id: meeting.id }
    const { items: sent } = await belfry.deliveries.list({ entity, recipient: 'ana-1', channel: 'telegram' })
    const reminder = sent.find(({ kind }) => kind === '15m_before')!.reminderId
    const { items } = await belfry.audit.list({ reminder, action: 'acknowledged' })
    expect(items).toMatchObject([{ actor: 'telegram' }])
  })

  it('brings alarms and tasks along, with the same Done and snooze', async () => {
    const { ana, belfry } = talking
    const word = await known('ana-2')
    await ana.says(`/start ${word}`)
    await belfry.alarms.put({ pageId: 'page-2', userId: 'ana-2', title: 'Read the page', timezone: 'Europe/Lisbon' })
    const entity = { type: 'task', id: 'task-2' }
    const task = await belfry.reminders.schedule({ entity, recipient: 'ana-2', in: 'PT1M', title: 'Submit the report' })
    await talking.advance('PT1M')
    const texts = ana.screen().map(({ text }) => text)
    expect(texts.some((text) => text.includes('Read the page'))).toBe(true)
    const ring = ana.screen().findLast(({ text }) => text.includes('Submit the report'))!
    await ana.taps('10 min', { message: ring })
    const now = await talking.now()
    expect((await belfry.reminders.get(task.id))?.dueAt?.getTime()).toBe(now.getTime() + 600_000)
  })

  it('takes along what was made before, and says how much', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Lisbon')
    const entity = { type: 'note', id: `before ${ana.id}` }
    await belfry.reminders.schedule({ entity, recipient: `telegram:${ana.id}`, in: 'PT1H', title: 'made before' })
    await ana.says(`/start ${await known('ana-3')}`)
    expect(ana.last().text).toContain('1 reminder that you made before')
    expect((await belfry.reminders.list({ recipient: 'ana-3' })).items.map(({ title }) => title)).toEqual([
      'made before',
    ])
    await talking.advance('PT1H')
    expect(ana.screen().filter(({ text }) => text.includes('made before'))).toHaveLength(2)
  })

  it('leaves nothing out of sight: what waits for Done is listed and exported after the others, and can be deleted', async () => {
    const { ana, belfry, telegram } = talking
    await ana.says('/timezone Lisbon')
    const own = `telegram:${ana.id}`
    const repeat = { nag: { every: 'PT10M', atMost: 50 } }
    const entity = (id: string) => ({ type: 'note', id: `${id} ${ana.id}` })
    await belfry.reminders.schedule({
      ...{ entity: entity('nag'), recipient: own, in: 'PT1M', title: 'take the pills', repeat },
    })
    await talking.advance('PT1M')
    await ana.says(`/start ${await known('ana-9')}`)
    for (let i = 0; i < 10; i++)
      await belfry.reminders.schedule({ entity: entity(`${i}`), recipient: 'ana-9', in: 'P1D', title: `task ${i}` })
    await ana.says('/reminders')
    expect(ana.last().text).not.toContain('take the pills')
    await ana.taps('▶')
    expect(ana.last().text).toContain('11. ')
    expect(ana.last().text).toContain('take the pills')
    await ana.says('/export')
    const files = telegram.callsOf('sendDocument').slice(-2)
    expect(files).toHaveLength(2)
    expect(ana.last().text).toContain('11')
    await ana.says('/delete 11')
    expect((await belfry.reminders.list({ recipient: own })).items).toEqual([])
    await ana.says('/undo')
    expect(ana.last().text).toBe('Undone, it is back: take the pills')
    await ana.says('/reminders')
    await ana.taps('▶')
    await ana.says('/delete 11')
    expect((await belfry.reminders.list({ recipient: own })).items).toEqual([])
    const before = ana.screen().length
    await talking.advance('PT10M')
    expect(ana.screen()).toHaveLength(before)
  })

  it('says the truth about words that are used, expired or unknown, and connects nobody', async () => {
    const { ana, belfry } = talking
    const bo = talking.person('Bo')
    const word = await known('ana-4')
    await ana.says(`/start ${word}`)
    await bo.says(`/start ${word}`)
    expect(bo.last().text).toBe('This link has been used already. Please ask for a new one.')
    const late = await known('ana-5')
    await talking.query(
      `update belfry.chat_links set expires_at = now() - interval '1 second' where recipient = 'ana-5'`,
    )
    await bo.says(`/start ${late}`)
    expect(bo.last().text).toContain('too old')
    await bo.says('/start nonsense')
    expect(bo.last().text).toContain('I do not know this link')
    expect((await belfry.recipients.get('ana-4'))?.addresses.telegram).toBe(String(ana.id))
    expect((await belfry.recipients.get('ana-5'))?.addresses.telegram).toBeUndefined()
    expect((await belfry.chats.person(String(bo.id)))?.recipient).toBe(`telegram:${bo.id}`)
  })

  it('of the same message twice has one effect', async () => {
    const { ana, telegram } = talking
    await ana.says(`/start ${await known('ana-6')}`)
    const update = telegram.told.at(-1)!
    await talking.stopBot()
    await talking.query('delete from belfry.chat_updates')
    await talking.query('delete from belfry.chat_state')
    const again = telegram.tellAgain(update)
    talking.startBot()
    await again
    expect(ana.last().text).toContain('You are connected')
  })

  it('asks where, when the program has not said', async () => {
    const { ana, belfry } = talking
    await ana.says(`/start ${await known('ana-7', { timezone: null, name: null })}`)
    expect(ana.last().text).toContain('Where are you?')
    await ana.says('Porto')
    expect((await belfry.recipients.get('ana-7'))?.timezone).toBe('Europe/Lisbon')
  })

  it('asks so of somebody, too, who had said where they are before', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Lisbon')
    await ana.says(`/start ${await known('ana-10', { timezone: null })}`)
    expect(ana.last().text).toContain('Where are you?')
    expect((await belfry.chats.person(String(ana.id)))?.settings.hasZone).toBe(false)
    await ana.says('/cancel')
    await ana.says('/start')
    expect(ana.last().text).toContain('Where are you?')
  })

  it('is in Korean too, and not for groups', async () => {
    const minji = talking.person('민지', 'ko')
    const group = talking.group('부엌')
    const word = await known('minji', { name: '김민지', timezone: 'Asia/Seoul' })
    await minji.says(`/start ${word}`, { in: group })
    expect(minji.last(group).text).toContain('개인 대화에서')
    await minji.says(`/start ${word}`)
    expect(minji.last().text).toContain('김민지님, 연결되었어요')
  })

  it('is undone by /forgetme, on every channel', async () => {
    const { ana, belfry } = talking
    await ana.says(`/start ${await known('ana-8')}`)
    await ana.says('/forgetme')
    expect(ana.last().text).toContain('You are connected to a program')
    await ana.taps('Erase everything')
    expect(await belfry.recipients.get('ana-8')).toBeNull()
    expect(await belfry.recipients.get(`telegram:${ana.id}`)).toBeNull()
  })
})
