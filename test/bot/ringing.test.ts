// What somebody can do about a reminder that rang, in the chat where it rang.

import { describe, expect, it } from 'vitest'
import { signingKeyOf, writeCallback } from '../../src/channels/telegram/callback.ts'
import type { Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-05-10T07:00:00Z' })

/** Somebody in Paris whom the bot knows, and something of theirs that has just rung. */
async function rung(title = 'Call mom', more: object = {}, person: Person = talking.ana) {
  const { belfry } = talking
  const recipient = await known(person)
  const entity = { type: 'note', id: `${person.id}:${title}` }
  const { id } = await belfry.reminders.schedule({ entity, recipient, kind: 'once', in: 'PT1M', title, ...more })
  await talking.advance('PT1M')
  return { id, recipient, entity }
}

async function known(person: Person): Promise<string> {
  const recipient = `telegram:${person.id}`
  await person.says('/help')
  await talking.belfry.recipients.put({ id: recipient, timezone: 'Europe/Paris' })
  return recipient
}

const due = async (id: string) => (await talking.belfry.reminders.get(id))?.dueAt?.toISOString() ?? null

describe('a reminder that rang', () => {
  it('carries Done, 10 min, 1 h, Tomorrow and more, in the language of its reader', async () => {
    const { ana } = talking
    await rung()
    expect(ana.last()).toMatchObject({
      text: expect.stringContaining('Call mom'),
      buttons: [
        ['✓ Done', '10 min', '1 h'],
        ['Tomorrow', '…'],
      ],
    })
    const jisoo = talking.person('지수', 'ko')
    await rung('엄마', {}, jisoo)
    expect(jisoo.last().buttons[0]).toEqual(['✓ 완료', '10분', '1시간'])
    expect(await jisoo.taps('✓ 완료')).toEqual({ text: '완료했어요', isAlert: false })
    expect(jisoo.last().text).toMatch(/\n\n✓ 완료$/)
  })

  it('is done with a tap, and the same message says so', async () => {
    const { ana, belfry } = talking
    const { id } = await rung()
    const before = ana.screen().length
    expect(await ana.taps('✓ Done')).toEqual({ text: 'Done', isAlert: false })
    expect(ana.screen()).toHaveLength(before)
    expect(ana.last()).toMatchObject({
      text: expect.stringMatching(/^[\s\S]*Call mom[\s\S]*\n\n✓ Done$/),
      buttons: [['↩ Undo']],
    })
    const { items } = await belfry.audit.list({ reminder: id })
    expect(items.filter(({ action }) => action === 'acknowledged')).toMatchObject([{ actor: 'telegram' }])
  })

  it('rings again ten minutes later, or an hour, and says when', async () => {
    const { ana } = talking
    const { id } = await rung()
    const rang = ana.last()
    expect(await ana.taps('10 min')).toEqual({ text: 'All right, later.', isAlert: false })
    const at = Date.parse((await due(id))!)
    expect(at).toBe((await talking.now()).getTime() + 600_000)
    expect(ana.last().text).toMatch(/⏰ Rings again \w{3} \d+ \w{3}, \d\d:\d\d$/)
    expect(ana.last().entities).toContainEqual(expect.objectContaining({ type: 'date_time', unix_time: at / 1_000 }))
    expect(ana.last().buttons).toEqual([['↩ Undo'], ['✓ Done', '10 min', '1 h'], ['Tomorrow', '…']])
    await ana.taps('1 h')
    expect(Date.parse((await due(id))!)).toBe((await talking.now()).getTime() + 3_600_000)
    expect(ana.last().text.match(/Rings again/g)).toHaveLength(1)
    await talking.advance('PT1H')
    expect(ana.last().id).not.toBe(rang.id)
    expect(ana.last().text).toMatch(/^Call mom\n\n\d\d:\d\d$/)
    expect(ana.last().text).not.toBe(rang.text)
  })

  it('is taken back with a tap: Done, and later; the same message shows how it stands', async () => {
    const { ana, belfry } = talking
    const { id, recipient } = await rung('Undone', { repeat: { nag: { every: 'PT1H' } } })
    const rang = ana.last()
    const next = await due(id)
    await ana.taps('✓ Done')
    expect(await due(id)).toBe(null)
    expect(await ana.taps('↩ Undo')).toEqual({ text: 'Taken back.', isAlert: false })
    expect(ana.last()).toMatchObject({ id: rang.id, text: rang.text, buttons: rang.buttons })
    expect(await due(id)).toBe(next)
    await ana.taps('10 min')
    await ana.taps('✓ Done')
    await ana.taps('↩ Undo')
    // One step: it is later again, as before Done.
    expect(ana.last().text).toMatch(/⏰ Rings again/)
    await ana.taps('✓ Done')
    const { items } = await belfry.audit.list({ reminder: id })
    expect(items.filter(({ action }) => action === 'restored').map(({ actor }) => actor)).toEqual([
      ...['telegram', 'telegram'],
    ])
    await belfry.recipients.delete(recipient)
    expect((await ana.taps('↩ Undo'))?.text).toBe('I do not have that one any more.')
  })

  it('what was tapped is what /undo takes back, and not what was made before it', async () => {
    const { ana, belfry } = talking
    const { id } = await rung('The first', { repeat: { nag: { every: 'PT1H' } } })
    await ana.says('in 3 hours water the plants')
    const message = ana.screen().find(({ text }) => text.startsWith('The first'))!
    await ana.taps('✓ Done', { message })
    await ana.says('/undo')
    expect(ana.last().text).toBe('Undone: The first')
    expect(await due(id)).not.toBe(null)
    const { items } = await belfry.reminders.list({ recipient: `telegram:${ana.id}` })
    expect(items.map(({ title }) => title)).toContain('water the plants')
    // Its own button says the same once more, and shows it.
    expect(await ana.taps('↩ Undo', { message: ana.screen().find(({ id: one }) => one === message.id)! })).toEqual({
      ...{ text: 'Taken back.', isAlert: false },
    })
  })

  it('cannot be taken back once it has rung again', async () => {
    const { ana } = talking
    await rung('Twice')
    const message = ana.last()
    await ana.taps('10 min')
    await talking.advance('PT10M')
    expect((await ana.taps('↩ Undo', { message: ana.screen().find(({ id }) => id === message.id)! }))?.text).toBe(
      'That cannot be taken back any more.',
    )
  })

  it('tomorrow is the same wall clock', async () => {
    const { ana, belfry } = talking
    const { id, recipient } = await rung()
    const { items } = await belfry.deliveries.list({ recipient })
    await talking.advance('PT5M')
    await ana.taps('Tomorrow')
    const wall = (at: Date) =>
      at.toLocaleString('sv', { timeZone: 'Europe/Paris', timeStyle: 'short', dateStyle: 'short' })
    const [day, time] = wall(items[0]!.dueAt).split(' ')
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    expect(wall(new Date((await due(id))!))).toBe(`${next} ${time}`)
  })

  it('tapped twice is one act', async () => {
    const { ana, belfry } = talking
    const { id } = await rung()
    const message = ana.last()
    await Promise.all([ana.taps('10 min', { message }), ana.taps('10 min', { message })])
    const [first, second] = await Promise.all([ana.taps('✓ Done', { message }), ana.taps('✓ Done', { message })])
    expect([first?.text, second?.text]).toEqual(['Done', 'That was done already.'])
    const { items } = await belfry.audit.list({ reminder: id })
    expect(items.map(({ action }) => action).toSorted()).toEqual(['acknowledged', 'snoozed'])
  })

  it('has more under …, and a way back', async () => {
    const { ana } = talking
    const { id } = await rung()
    expect(await ana.taps('…')).toEqual({ text: null, isAlert: false })
    expect(ana.last().buttons).toEqual([['3 h', 'Evening', 'Next week'], ['‹ Back']])
    await ana.taps('‹ Back')
    expect(ana.last().buttons[1]).toEqual(['Tomorrow', '…'])
    await ana.taps('…')
    const rang = Date.parse((await talking.belfry.deliveries.list({ limit: 1 })).items[0]!.dueAt.toISOString())
    await ana.taps('Next week')
    expect(Date.parse((await due(id))!) - rang).toBe(7 * 86_400_000)
    await ana.taps('…')
    await ana.taps('Evening')
    expect(await due(id)).toMatch(/T17:00:00.000Z$/)
    await ana.taps('…')
    await ana.taps('3 h')
    expect(Date.parse((await due(id))!)).toBe((await talking.now()).getTime() + 3 * 3_600_000)
  })
})

describe('a series', () => {
  const everyDay = async () => {
    const start = new Date((await talking.now()).getTime() + 60_000).toISOString().slice(0, 19)
    return { in: undefined, rule: { every: 'day' as const }, at: `${start}[UTC]` }
  }

  it('says when it rings next, once done', async () => {
    const { ana } = talking
    await rung('Water', await everyDay())
    await ana.taps('✓ Done')
    expect(ana.last().text).toMatch(/✓ Done · next \w{3} \d+ \w{3}, \d\d:\d\d$/)
  })

  it('can be skipped once, and a second tap does not skip a second time', async () => {
    const { ana } = talking
    const { id } = await rung('Water', await everyDay())
    const next = Date.parse((await due(id))!)
    await ana.taps('…')
    expect(ana.last().buttons[1]).toEqual(['Skip the next', 'Stop repeating'])
    const data = ana.last().data['Skip the next']!
    expect(await ana.forges(data)).toMatchObject({ text: 'The next one is skipped.' })
    expect(await ana.forges(data)).toMatchObject({ text: 'It has changed since. Please look again.' })
    expect(Date.parse((await due(id))!) - next).toBe(86_400_000)
  })

  it('is offered to be skipped only where a rule says when it would ring next', async () => {
    const { ana } = talking
    const repeat = { nag: { every: 'PT10M', atMost: 5 } }
    await rung('Pills', { repeat })
    await ana.taps('…')
    expect(ana.last().buttons[1]).toEqual(['Stop repeating'])
    const { id } = await rung('Water', { ...(await everyDay()), repeat })
    await ana.taps('…')
    expect(ana.last().buttons[1]).toEqual(['Skip the next', 'Stop repeating'])
    expect(await ana.taps('Skip the next')).toMatchObject({ text: 'The next one is skipped.' })
    expect(await due(id)).not.toBeNull()
  })

  it('can be stopped', async () => {
    const { ana } = talking
    const { id } = await rung('Water', await everyDay())
    await ana.taps('…')
    expect(await ana.taps('Stop repeating')).toMatchObject({ text: 'It rings no more.' })
    const buttons = [['↩ Bring it back']]
    expect(ana.last()).toMatchObject({ text: expect.stringMatching(/✕ Rings no more$/), buttons })
    expect(await due(id)).toBeNull()
  })

  it('that was stopped is brought back by the button under it, and by /undo', async () => {
    const { ana } = talking
    const { id } = await rung('Water', await everyDay())
    const next = await due(id)
    const message = ana.last()
    await ana.taps('…')
    await ana.taps('Stop repeating')
    expect(await ana.taps('↩ Bring it back', { message })).toMatchObject({ text: 'It is back.' })
    expect(await due(id)).toBe(next)
    const other = await rung('Feed the cat', await everyDay())
    const nextOther = await due(other.id)
    await ana.taps('…')
    await ana.taps('Stop repeating')
    await ana.says('/undo')
    expect(ana.last().text).toBe('Undone, it is back: Feed the cat')
    expect(await due(other.id)).toBe(nextOther)
  })

  it('whose ring was lost on its way is stopped all the same, and brought back', async () => {
    const { ana, belfry, telegram } = talking
    const about = { entity: { type: 'note', id: `${ana.id}:water` }, recipient: await known(ana), title: 'Water' }
    const { id } = await belfry.reminders.schedule({ ...about, ...(await everyDay()) })
    telegram.fault('sendMessage', { kind: 'dropped' }, { chat: ana.id })
    await talking.advance('PT1M')
    const next = await due(id)
    await ana.taps('…')
    expect(await ana.taps('Stop repeating')).toMatchObject({ text: 'It rings no more.' })
    expect(await due(id)).toBeNull()
    expect(await ana.taps('↩ Bring it back')).toMatchObject({ text: 'It is back.' })
    expect(await due(id)).toBe(next)
  })

  it('that could not be put back after a skip is still there for /undo', async () => {
    const { ana, belfry } = talking
    const { id } = await rung('Water', await everyDay())
    await ana.taps('…')
    await ana.taps('Skip the next')
    const schedule: typeof belfry.reminders.schedule = async (input) => {
      const result = await belfry.reminders.schedule(input)
      await belfry.reminders.cancel(result.id)
      return { ...result, status: 'already_sent' }
    }
    await talking.stopBot()
    talking.startBot({ belfry: { ...belfry, reminders: { ...belfry.reminders, schedule } } })
    expect(await ana.taps('↩ Do not skip it')).toMatchObject({ text: 'It has changed since. Please look again.' })
    await talking.restartBot()
    await ana.says('/undo')
    expect(ana.last().text).toBe('Undone, it is back: Water')
    expect(await due(id)).not.toBeNull()
  })

  it('that was skipped by mistake is not skipped', async () => {
    const { ana } = talking
    const { id } = await rung('Water', await everyDay())
    const next = await due(id)
    await ana.taps('…')
    await ana.taps('Skip the next')
    expect(await due(id)).not.toBe(next)
    expect(ana.last().buttons[0]).toEqual(['↩ Do not skip it'])
    expect(await ana.taps('↩ Do not skip it')).toMatchObject({ text: 'The next one rings after all.' })
    expect(await due(id)).toBe(next)
    expect(ana.last().text).not.toContain('skipped')
    await talking.advance('P1D')
    expect(ana.screen().filter(({ text }) => text.startsWith('Water'))).toHaveLength(2)
  })
})

describe('a tap that comes too late, or from elsewhere', () => {
  it('on a deleted one says so, and nothing rings', async () => {
    const { ana, belfry } = talking
    const { id } = await rung()
    const message = ana.last()
    await ana.taps('1 h')
    await belfry.reminders.cancel(id)
    expect(await ana.taps('10 min', { message })).toMatchObject({ text: 'That reminder was deleted.' })
    expect(ana.last()).toMatchObject({ text: expect.stringMatching(/✕ Deleted$/), buttons: [] })
    expect(await due(id)).toBeNull()
  })

  it('on one that has rung again since says so', async () => {
    const { ana } = talking
    const { id } = await rung()
    const message = ana.last()
    await ana.taps('10 min')
    await talking.advance('PT10M')
    expect(await ana.taps('1 h', { message })).toMatchObject({ text: expect.stringContaining('rung again') })
    expect(await due(id)).toBeNull()
    expect(ana.screen().find(({ id: one }) => one === message.id)).toMatchObject({ buttons: [] })
  })

  it('on one that was done elsewhere says so', async () => {
    const { ana, belfry } = talking
    const { id } = await rung()
    await belfry.reminders.acknowledge(id)
    expect(await ana.taps('10 min')).toMatchObject({ text: 'That was done already.' })
    expect(ana.last()).toMatchObject({ text: expect.stringMatching(/✓ Done$/), buttons: [] })
  })

  it('on one of somebody who is forgotten says that it is gone', async () => {
    const { ana, belfry } = talking
    const { recipient } = await rung()
    await belfry.recipients.delete(recipient)
    expect(await ana.taps('✓ Done')).toMatchObject({ text: 'I do not have that one any more.' })
    expect(ana.last().buttons).toEqual([])
  })

  it('with the data of somebody else’s does nothing', async () => {
    const { ana, belfry } = talking
    await rung()
    const data = ana.last().data['✓ Done']!
    const eve = talking.person('Eve')
    const theirs = await rung('Theirs', {}, eve)
    expect(await eve.forges(data)).toMatchObject({ text: 'That reminder is not of this chat.' })
    const { items } = await belfry.deliveries.list({ recipient: theirs.recipient })
    expect(items).toHaveLength(1)
    expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
  })

  it('that was never signed here is nobody’s', async () => {
    const { ana, telegram } = talking
    await rung()
    const { items } = await talking.belfry.deliveries.list({ recipient: `telegram:${ana.id}` })
    const { id } = items[0]!
    const key = signingKeyOf(`${telegram.token}x`)
    for (const data of [
      writeCallback(key, { action: 'd', version: 0, id }),
      'd',
      'd:AAAA',
      ana.last().data['1 h']!.slice(0, -1),
    ])
      expect(await ana.forges(data)).toMatchObject({ text: 'This button is too old.' })
    expect(ana.last().buttons[0]).toEqual(['✓ Done', '10 min', '1 h'])
  })

  it('on what was forgotten by Telegram itself is still done', async () => {
    const { ana, telegram } = talking
    await rung()
    telegram.fault(
      'editMessageText',
      { kind: 'refused', code: 400, description: 'Bad Request: message to edit not found' },
      { times: 2 },
    )
    expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
  })
})

describe('what else rings here', () => {
  it('a meeting and an alarm are done and snoozed alike', async () => {
    const { ana, belfry } = talking
    const recipient = await known(ana)
    const at = new Date((await talking.now()).getTime() + 7_200_000).toISOString()
    await belfry.entities.put({
      ...{ type: 'meeting', id: `m${ana.id}`, at, title: 'Budget review', recipients: [recipient], plan: ['-PT1H'] },
    })
    await talking.advance('PT1H')
    expect(ana.last().text).toContain('Budget review')
    await ana.taps('10 min')
    await talking.advance('PT10M')
    expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
    expect(ana.last().text).toMatch(/✓ Done$/)
  })
})
