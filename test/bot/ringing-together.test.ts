// Several reminders that came in one message.

import { expect, it } from 'vitest'
import { useTalking } from './talking.ts'

const talking = useTalking({ coalesce: { within: 'PT10M', channels: ['telegram'] } })

it('a tap under a message about several acts on each of them', async () => {
  const { ana, belfry } = talking
  await ana.says('/help')
  const recipient = `telegram:${ana.id}`
  const made = await belfry.reminders.scheduleMany(
    ['Tea', 'Cake'].map((title) => ({
      ...{ entity: { type: 'note', id: `${ana.id}:${title}` }, recipient, kind: 'once', in: 'PT1M', title },
    })),
  )
  await talking.advance('PT30M')
  expect(ana.last().text).toContain('Tea')
  expect(ana.last().text).toContain('Cake')
  const texts = ana.screen().length
  expect(await ana.taps('1 h')).toMatchObject({ text: 'All right, later.' })
  expect(ana.last().text).toMatch(/⏰ Rings again/)
  await talking.advance('PT90M')
  expect(ana.screen().length).toBe(texts + 1)
  expect(await ana.taps('✓ Done')).toMatchObject({ text: 'Done' })
  for (const { id } of made) {
    const { items } = await belfry.audit.list({ reminder: id })
    expect(items.map(({ action }) => action).toSorted()).toEqual(['acknowledged', 'snoozed'])
  }
  const eve = talking.person('Eve')
  await eve.says('/help')
  expect(await eve.forges(ana.screen().find(({ data }) => data['1 h'])?.data['1 h'] ?? 'x')).toMatchObject({
    text: 'That reminder is not of this chat.',
  })
})
