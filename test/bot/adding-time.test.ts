// Moments of reminders that are made and changed: whose clock they are on, when they were said, and what has passed meanwhile.

import { expect, it } from 'vitest'
import { peopleIn } from './people-in.ts'
import { useTalking } from './talking.ts'

/** A Wednesday, 10:00 in Seoul. */
const talking = useTalking({ now: '2030-11-20T01:00:00Z' })
const { remindersOf, titlesOf, settled } = peopleIn(talking)

const dueOf = async (owner: { readonly id: number }) => (await remindersOf(owner))[0]?.dueAt?.toISOString()

/** The bot dies before it has written down that an update was handled. `forgets`: what it has not written down either. */
async function handledAgain(forgets: string | null = null): Promise<void> {
  await talking.stopBot()
  await talking.query('delete from belfry.chat_updates')
  if (forgets) await talking.query('delete from belfry.chat_state where name like $1', [forgets])
  const again = talking.telegram.tellAgain(talking.telegram.told.at(-1)!)
  talking.startBot()
  await again
}

it('a zone that was said is that of the moment, wherever they go', async () => {
  const mina = await settled()
  await talking.belfry.recipients.put({ id: `telegram:${mina.id}`, timezone: 'America/New_York' })
  await mina.says('call Ann nov 29 9am Paris time')
  expect(mina.last().text).toContain('(09:00 Paris)')
  expect(await dueOf(mina)).toBe('2030-11-29T08:00:00.000Z')
  await talking.belfry.recipients.put({ id: `telegram:${mina.id}`, timezone: 'Asia/Tokyo' })
  expect(await dueOf(mina)).toBe('2030-11-29T08:00:00.000Z')
})

it('a tap on an offered time leaves the title of one that is there', async () => {
  const mina = await settled()
  await mina.says('call mom nov 29 at 9:00')
  await mina.says('/reminders')
  await mina.says('/edit 1 nov 30 at 9:00 or 10:00')
  await mina.taps('Sat 30 Nov, 10:00')
  expect(await titlesOf(mina)).toEqual(['call mom'])
  expect(await dueOf(mina)).toBe('2030-11-30T01:00:00.000Z')
})

it('an offer that has passed is not taken for now, for a new one or one that is there', async () => {
  const mina = await settled()
  await mina.says('milk')
  const soon = mina.last().buttons[0]![0]!
  await talking.advance('PT3H')
  expect(await mina.taps(soon)).toMatchObject({ text: 'Its moment has passed meanwhile.' })
  expect(await remindersOf(mina)).toEqual([])
  await mina.says('/cancel')
  await mina.says('call mom nov 29 at 9:00')
  await mina.says('/edit in 1 hour or in 2 hours', { replyTo: mina.last() })
  const [offer] = mina.last().buttons[0]!
  await talking.advance('PT3H')
  expect(await mina.taps(offer!)).toMatchObject({ text: 'Its moment has passed meanwhile.' })
  expect(await dueOf(mina)).toBe('2030-11-29T00:00:00.000Z')
})

it('what had to wait counts from when it was written', async () => {
  const mina = await settled()
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
  await mina.sends({ text: 'stretch in 2 hours', date: hourAgo })
  const now = (await talking.now()).getTime()
  const due = Date.parse((await dueOf(mina))!)
  expect(due).toBeGreaterThan(now)
  expect(due).toBeLessThanOrEqual(now + 3_600_000)
  await mina.sends({ text: 'tea in 10 minutes', date: hourAgo })
  expect(mina.last().text).toContain('Its moment has passed meanwhile.')
  expect(await titlesOf(mina)).toEqual(['stretch'])
  await mina.says('in 10 minutes')
  expect(await titlesOf(mina)).toEqual(['tea', 'stretch'])
})

it('/undo handled twice takes back one thing', async () => {
  const mina = await settled()
  await mina.says('call mom nov 29 at 9:00')
  await mina.says('call dad nov 29 at 10:00')
  await mina.says('/undo')
  await handledAgain()
  expect(mina.last().text).toBe('Undone, it is deleted: call dad')
  expect(await titlesOf(mina)).toEqual(['call mom'])
})

it('/undo in a topic is about that topic', async () => {
  const mina = await settled()
  const group = talking.group('Kitchen', { topics: true })
  await mina.says('/addreminder buy milk nov 29 at 9:00', { in: group, topic: 7 })
  await mina.says('/undo', { in: group, topic: 8 })
  expect(mina.last(group).text).toContain('There is nothing to undo')
  await mina.says('/undo', { in: group, topic: 7 })
  expect(mina.last(group).text).toBe('Undone, it is deleted: buy milk')
})

it('the button of one that was changed does not promise to take back the change', async () => {
  const mina = await settled()
  await mina.says('call mom nov 29 at 9:00')
  await mina.taps('Time')
  await mina.taps('+1 h')
  expect(mina.last().buttons).toEqual([['🗑 Delete', '🕘 Time', '🔁 Repeat']])
})

it('/undo after /pause, or after another zone, takes back nothing else', async () => {
  const mina = await settled()
  await mina.says('call mom nov 29 at 9:00')
  await mina.taps('Time')
  await mina.taps('+1 h')
  for (const command of ['/pause', '/timezone Tokyo']) {
    await mina.says(command)
    await mina.says('/undo')
    expect(mina.last().text).toContain(`The last thing you did was ${command.split(' ')[0]}`)
  }
  await talking.belfry.recipients.put({ id: `telegram:${mina.id}`, timezone: 'Asia/Seoul' })
  expect(await dueOf(mina)).toBe('2030-11-29T01:00:00.000Z')
  await mina.says('/undo')
  expect(mina.last().text).toContain('Undone, it is as before:')
})

it('what nags and has rung is brought back, and asks again when it would have', async () => {
  const mina = await settled()
  await mina.says('take pills in 10 minutes, every 30 min until done')
  await talking.advance('PT31M')
  const before = await dueOf(mina)
  await mina.says('/reminders')
  await mina.says('/delete 1')
  expect(await remindersOf(mina)).toEqual([])
  await mina.says('/undo')
  expect(mina.last().text).toBe('Undone, it is back: take pills')
  expect(await dueOf(mina)).toBe(before)
})

it('an edit that changes nothing of the text moves nothing', async () => {
  const mina = await settled()
  const said = await mina.says('stretch in 2 hours')
  const due = await dueOf(mina)
  await talking.advance('PT30M')
  await mina.edits(said, 'stretch in 2 hours')
  expect(await dueOf(mina)).toBe(due)
  const half = await mina.says('in 3 hours')
  await mina.says('look at the oven')
  const both = (await remindersOf(mina)).map(({ dueAt }) => dueAt)
  await talking.advance('PT10M')
  await mina.edits(half, 'in 3 hours')
  expect((await remindersOf(mina)).map(({ dueAt }) => dueAt)).toEqual(both)
})

it('an update that comes again after the ring makes no second one', async () => {
  const mina = await settled()
  await mina.says('tea in 1 minute')
  await talking.advance('PT2M')
  await handledAgain('made:%')
  expect(mina.last().text).toContain('It has rung already.')
  expect(await remindersOf(mina)).toEqual([])
})

it('the echo says that everything is paused', async () => {
  const mina = await settled()
  await mina.says('/pause')
  await mina.says('call mom nov 29 at 9:00')
  expect(mina.last().text).toContain('everything is paused, so nothing rings before you /resume')
})
