// What a recipient does not want, by type, kind and channel, alone or together.

import { describe, expect, it } from 'vitest'
import { memoryChannel, type Preferences } from '../../src/index.ts'
import { reminder, useDatabase } from './running.ts'

const { start } = useDatabase()

const types = ['meeting', 'task']
const kinds = ['soon', 'late']
const channels = ['memory', 'push']

/** Which rings are off; each as `type kind channel`. */
async function silenced(preferences: Preferences, when: 'before' | 'waiting') {
  const push = memoryChannel({ name: 'push' })
  const test = await start({ channels: [push] })
  const mute = () => test.belfry.recipients.put({ id: 'ana', preferences })
  const steps = when === 'before' ? channels : channels.map((channel) => ({ channel, after: 'PT1H' }))
  if (when === 'before') await mute()
  await test.belfry.reminders.scheduleMany(
    types.flatMap((type) => kinds.map((kind) => reminder('1', { entity: { type, id: '1' }, kind, channels: steps }))),
  )
  await test.advance('PT1M')
  if (when === 'waiting') await mute()
  await test.advance('PT1H')
  const { items } = await test.belfry.deliveries.list({ recipient: 'ana' })
  const sent = [...test.memory.sent, ...push.sent].length
  const off = items.filter(({ reason, state }) => state === 'suppressed' && reason === 'preference_off')
  expect(sent + off.length).toBe(8)
  return off.map(({ entity, kind, channel }) => `${entity.type} ${kind} ${channel}`).sort()
}

const every = types.flatMap((type) => kinds.flatMap((kind) => channels.map((channel) => `${type} ${kind} ${channel}`)))
const fitting = (pattern: RegExp) => every.filter((ring) => pattern.test(ring)).sort()

const cases: [Preferences, RegExp][] = [
  [{ off: [{ type: 'meeting', channel: 'push' }] }, /^meeting .* push$/],
  [{ off: [{ kind: 'soon', channel: 'push' }] }, / soon push$/],
  [{ off: [{ type: 'task', kind: 'late' }] }, /^task late/],
  [{ off: [{ type: 'task', kind: 'late', channel: 'memory' }] }, /^task late memory$/],
  [{ off: [{ type: 'task' }] }, /^task/],
  [{ typesOff: ['task'], off: [{ type: 'meeting', kind: 'soon', channel: 'push' }] }, /^(task|meeting soon push)/],
  [{ kindsOff: ['late'] }, / late /],
]

describe('preferences', () => {
  it.each(cases)('of %o keep back what fits, and nothing else', async (preferences, pattern) => {
    expect(await silenced(preferences, 'before')).toEqual(fitting(pattern))
  })

  it.each(cases)('of %o count for what has been waiting', async (preferences, pattern) => {
    expect(await silenced(preferences, 'waiting')).toEqual(fitting(pattern))
  })

  it('hold for critical reminders, too', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', preferences: { off: [{ type: 'note', channel: 'memory' }] } })
    await test.belfry.reminders.schedule(reminder('a', { critical: true }))
    await test.advance('PT1M')
    expect(test.memory.sent).toEqual([])
  })

  it('that have passed let the same occurrence ring when it is wanted again', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', preferences: { off: [{ type: 'note', channel: 'memory' }] } })
    const wanted = reminder('a', { in: undefined, at: '2030-01-01T00:01:00Z' })
    await test.belfry.reminders.schedule(wanted)
    await test.advance('PT1M')
    await test.belfry.recipients.put({ id: 'ana', preferences: null })
    await test.belfry.reminders.schedule(wanted)
    await test.settled()
    expect(test.memory.sent).toHaveLength(1)
  })

  it('are read as they are kept: one alone among the lists, each once', async () => {
    const { belfry } = await start()
    const { preferences } = await belfry.recipients.put({
      id: 'ana',
      preferences: {
        channelsOff: ['memory'],
        off: [
          { channel: 'memory' },
          { kind: '24h_before' },
          { channel: 'memory', type: 'a:b' },
          { type: 'a:b', channel: 'memory' },
          { kind: 'k', type: 't', channel: 'c' },
        ],
      },
    })
    expect(preferences).toEqual({
      channelsOff: ['memory'],
      kindsOff: ['24h_before'],
      typesOff: [],
      off: [
        { type: 'a:b', channel: 'memory' },
        { type: 't', kind: 'k', channel: 'c' },
      ],
    })
    expect((await belfry.recipients.put({ id: 'ana', preferences })).preferences).toEqual(preferences)
    expect((await belfry.recipients.get('ana'))?.preferences).toEqual(preferences)
  })

  it.each([
    [{ off: [{}] }, 'missing_field', '/preferences/off/0'],
    [{ off: [{ type: 'a b', channel: 'memory' }] }, 'invalid_input', '/preferences/off/0/type'],
    [{ off: [{ type: 'a', chanel: 'memory' }] }, 'unknown_field', '/preferences/off/0/chanel'],
    [{ off: 'email' }, 'invalid_input', '/preferences/off'],
    [{ off: Array.from({ length: 101 }, () => ({ type: 'a' })) }, 'too_many', '/preferences/off'],
  ])('of %o are refused', async (preferences, code, field) => {
    const { belfry } = await start()
    await expect(belfry.recipients.put({ id: 'ana', preferences } as never)).rejects.toMatchObject({ code, field })
  })
})
