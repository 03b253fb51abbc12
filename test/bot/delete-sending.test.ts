// /delete of what is on its way at that very moment, or was and nobody knows whether it arrived.

import { describe, expect, it } from 'vitest'
import type { Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2031-05-05T08:00:00Z' })

/** Each of them repeats, and the answer to its first ring was lost. */
async function lost(person: Person, ...titles: readonly string[]): Promise<void> {
  const { belfry, telegram } = talking
  await person.says('/help')
  const start = new Date((await talking.now()).getTime() + 60_000).toISOString().slice(0, 19)
  for (const title of titles) {
    const about = { entity: { type: 'note', id: `${person.id}:${title}` }, recipient: `telegram:${person.id}`, title }
    await belfry.reminders.schedule({ ...about, at: `${start}[UTC]`, rule: { every: 'day' } })
    telegram.fault('sendMessage', { kind: 'dropped' }, { chat: person.id })
  }
  await talking.advance('PT5M')
}

const titlesOf = async (person: Person) =>
  (await talking.belfry.reminders.list({ recipient: `telegram:${person.id}` })).items.map(({ title }) => title)

describe('what repeats, and whose last ring nobody knows of', () => {
  it('is deleted by its number, and brought back', async () => {
    const { ana } = talking
    await lost(ana, 'Water')
    await ana.says('/reminders')
    await ana.says('/delete 1')
    expect(ana.last().text.split('\n')).toEqual([
      '1: was being sent at that very moment, and may still reach you. It will not ring again.',
      '/undo brings it back.',
    ])
    expect(await titlesOf(ana)).toEqual([])
    await ana.says('/undo')
    expect(ana.last().text).toBe('Undone, it is back: Water')
    expect(await titlesOf(ana)).toEqual(['Water'])
  })

  it('is deleted with all others, counted and brought back', async () => {
    const { ana } = talking
    await lost(ana, 'Water', 'Feed the cat')
    await ana.says('/delete all')
    await ana.taps('🗑 Delete all')
    expect(ana.last().text.split('\n')).toEqual([
      'Deleted 2 reminders.',
      '2 were being sent at that very moment, and may still reach you. They will not ring again.',
      '/undo brings them back.',
    ])
    await ana.says('/undo')
    expect((await titlesOf(ana)).toSorted()).toEqual(['Feed the cat', 'Water'])
    const minji = talking.person('민지', 'ko')
    await lost(minji, '물', '고양이')
    await minji.says('/delete 전부')
    await minji.taps('🗑 모두 삭제')
    expect(minji.last().text).toContain('2개는 마침 보내는 중이어서')
  })
})

it('what ended by itself between the look and the deletion is not said to be deleted', async () => {
  const { ana, belfry } = talking
  await ana.says('/help')
  const about = { entity: { type: 'note', id: `${ana.id}:pills` }, recipient: `telegram:${ana.id}`, title: 'pills' }
  const { id } = await belfry.reminders.schedule({ ...about, in: 'PT1M', repeat: { afterCompletion: 'P3D' } })
  await talking.advance('PT1M')
  expect((await belfry.reminders.get(id))?.state).toBe('waiting')
  await ana.says('/reminders')
  const cancel: typeof belfry.reminders.cancel = async (one) => {
    await belfry.reminders.cancel(one)
    return await belfry.reminders.cancel(one)
  }
  await talking.stopBot()
  talking.startBot({ belfry: { ...belfry, reminders: { ...belfry.reminders, cancel } } })
  await ana.says('/delete 1')
  expect(ana.last().text).toBe('1: had rung already.')
  await talking.restartBot()
})
