// A ladder: channels one after the other, each only when its time has come and nobody has done anything before.

import { describe, expect, it } from 'vitest'
import { type BelfryOptions, type ChannelSteps, memoryChannel, type Outcome } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { many, reminder, useDatabase } from './running.ts'

const { start } = useDatabase()

const ladder: ChannelSteps = ['in_app', { channel: 'push', after: 'PT2M' }, { channel: 'mail', after: 'PT10M' }]

async function climbing(options: BelfryOptions = {}) {
  const push = memoryChannel({ name: 'push' })
  const mail = memoryChannel({ name: 'mail', needsAddress: true })
  const sms = memoryChannel({ name: 'sms' })
  const test = await start({ channels: [push, mail, sms], ...options })
  await test.belfry.recipients.put({ id: 'ana', addresses: { mail: 'ana@example.com' } })
  return { test, belfry: test.belfry, push, mail, sms, count: () => [push.sent.length, mail.sent.length] }
}

async function statesOf({ belfry }: TestBelfry, id: string) {
  const { deliveries } = await belfry.reminders.explain(id)
  return Object.fromEntries(deliveries.map(({ channel, state, reason }) => [channel, reason ?? state]))
}

describe('who says it', () => {
  it.each<[string, (climbing: Awaited<ReturnType<typeof climbingBy>>) => Promise<unknown>]>([
    ['a reminder', ({ belfry }) => belfry.reminders.schedule(reminder('a', { channels: ladder }))],
    [
      'its recipient',
      async ({ belfry }) => {
        await belfry.recipients.put({ id: 'ana', channels: ladder })
        await belfry.reminders.schedule(reminder('a'))
      },
    ],
    ['an entity', ({ belfry }) => belfry.entities.put({ ...meeting, channels: ladder, plan: ['PT0S'] })],
    [
      'a step of its plan',
      ({ belfry }) => belfry.entities.put({ ...meeting, plan: [{ offset: 'PT0S', channels: ladder }] }),
    ],
    [
      'a plan of that name',
      async ({ belfry }) => {
        await belfry.plans.put({ name: 'climb', steps: [{ offset: 'PT0S', channels: ladder }] })
        await belfry.entities.put({ ...meeting, plan: 'climb' })
      },
    ],
    [
      'a sweep',
      async ({ belfry }) => {
        const items = () => [{ id: '1', due: '2030-01-01T00:30:00Z', recipient: 'ana' }]
        await belfry.sweeps.put({ name: 's', every: 'PT1H', source: { items }, message: { channels: ladder } })
        await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
        await belfry.sweeps.run('s')
      },
    ],
  ])('%s', async (_, say) => {
    const climb = await climbingBy()
    await say(climb)
    await climb.expectRungs()
  })

  it('the engine, for whoever says nothing', async () => {
    const climb = await climbingBy({ defaultChannels: ladder })
    await climb.belfry.reminders.schedule(reminder('a'))
    await climb.expectRungs()
  })

  const meeting = { type: 'meeting', id: '1', at: '2030-01-01T00:01:00Z', recipients: ['ana'] }

  /** Each rung at its own moment: a minute from the start, then two and ten minutes later. */
  async function climbingBy(options: BelfryOptions = {}) {
    const climb = await climbing(options)
    const { test, count } = climb
    return {
      ...climb,
      async expectRungs() {
        await test.jump('2030-01-01T00:01:00Z')
        await test.jump('2030-01-01T00:02:59Z')
        expect(count()).toEqual([0, 0])
        await test.jump('2030-01-01T00:03:00Z')
        expect(count()).toEqual([1, 0])
        await test.jump('2030-01-01T00:10:59Z')
        expect(count()).toEqual([1, 0])
        await test.jump('2030-01-01T00:11:00Z')
        expect(count()).toEqual([1, 1])
        await test.advance('P1D')
        expect(count()).toEqual([1, 1])
        const { items } = await climb.belfry.deliveries.list({ recipient: 'ana' })
        expect(items.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
          'in_app sent',
          'mail sent',
          'push sent',
        ])
      },
    }
  }
})

describe('a recipient’s ladder', () => {
  it('gives way to channels that a reminder names, delays and fallback included', async () => {
    const { test, belfry, push, sms } = await climbing()
    await belfry.recipients.put({ id: 'ana', channels: ladder, fallback: 'sms' })
    test.memory.script(() => ({ kind: 'refused' }))
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ['memory', 'push'] }))
    await test.advance('PT1M')
    expect(push.sent).toHaveLength(1)
    expect(await statesOf(test, id)).toEqual({ memory: 'refused', push: 'sent' })
    expect(sms.sent).toEqual([])
  })

  it('is read as it was said, keeps what is left out, and is cleared by null', async () => {
    const { belfry } = await climbing()
    const said = { id: 'ana', channels: ['in_app', { channel: 'push', after: '90m' }], fallback: 'sms' }
    const written = { channels: ['in_app', { channel: 'push', after: 'PT1H30M' }], fallback: 'sms' }
    expect(await belfry.recipients.put(said)).toMatchObject(written)
    expect(await belfry.recipients.put({ id: 'ana', name: 'Ana' })).toMatchObject(written)
    expect(await belfry.recipients.put({ id: 'ana', fallback: 'mail' })).toMatchObject({ ...written, fallback: 'mail' })
    expect(await belfry.recipients.put({ id: 'ana', channels: ['push'] })).toMatchObject({
      channels: ['push'],
      fallback: 'mail',
    })
    expect(await belfry.recipients.put({ id: 'ana', fallback: null })).toMatchObject({
      channels: ['push'],
      fallback: null,
    })
    await belfry.recipients.put(said)
    expect(await belfry.recipients.put({ id: 'ana', channels: null })).toMatchObject({ channels: null, fallback: null })
  })

  it.each([
    [{ fallback: 'sms' }, 'missing_field', '/channels'],
    [{ channels: ['push', 'sms'], fallback: 'sms' }, 'invalid_input', '/fallback'],
    [{ channels: ['push'], fallback: 'pigeon' }, 'unknown_channel', '/fallback'],
    [{ channels: ['push', { channel: 'push', after: 'PT1M' }] }, 'invalid_input', '/channels'],
    [{ channels: [{ channel: 'push', after: '-PT1M' }] }, 'invalid_duration', '/channels/0/after'],
    [{ channels: [{ channel: 'push', after: 'P30D' }] }, 'invalid_duration', '/channels/0/after'],
    [{ channels: [{ after: 'PT1M' }] }, 'missing_field', '/channels/0/channel'],
    [{ channels: [] }, 'invalid_input', '/channels'],
  ])('of %o is refused', async (input, code, field) => {
    const { belfry } = await climbing()
    await expect(belfry.recipients.put({ id: 'ana', ...input } as never)).rejects.toMatchObject({ code, field })
    expect(await belfry.recipients.get('ana')).toMatchObject({ channels: null, fallback: null })
  })

  it('loses nothing when a fallback and a name are put by two for the first time', async () => {
    const { belfry } = await climbing()
    const puts = Array.from({ length: 10 }, (_, i) => [
      belfry.recipients.put({ id: `new ${i}`, channels: ['push'], fallback: 'sms' }),
      belfry.recipients.put({ id: `new ${i}`, channels: ['mail'] }),
    ])
    await Promise.all(puts.flat())
    for (let i = 0; i < 10; i++)
      expect((await belfry.recipients.get(`new ${i}`))?.fallback, `of recipient ${i}`).toBe('sms')
  })
})

describe('a rung', () => {
  it('does not come once somebody has acknowledged', async () => {
    const { test, belfry, count } = await climbing()
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ladder }))
    await test.advance('PT3M')
    await belfry.reminders.acknowledge(id)
    await test.advance('PT1H')
    expect(count()).toEqual([1, 0])
    expect(await statesOf(test, id)).toMatchObject({ push: 'sent', mail: 'acknowledged' })
  })

  it('without an address falls away, and the later ones come', async () => {
    const { test, belfry, push } = await climbing()
    await belfry.recipients.put({ id: 'ana', addresses: { mail: null } })
    const channels = ['in_app', { channel: 'mail', after: 'PT2M' }, { channel: 'push', after: 'PT4M' }]
    const { id } = await belfry.reminders.schedule(reminder('a', { channels }))
    await test.advance('PT10M')
    expect(push.sent).toHaveLength(1)
    expect(await statesOf(test, id)).toEqual({ in_app: 'sent', mail: 'no_address', push: 'sent' })
  })

  it('that is held waits for its channel, and holds up no other', async () => {
    const { test, belfry, count } = await climbing()
    await belfry.holds.hold({ channel: 'push', reason: 'maintenance' })
    await belfry.reminders.schedule(reminder('a', { channels: ladder }))
    await test.advance('PT15M')
    expect(count()).toEqual([0, 1])
    await belfry.holds.release({ channel: 'push' })
    await test.settled()
    expect(count()).toEqual([1, 1])
  })

  it('counts from the moment that quiet hours have put it off to', async () => {
    const { test, belfry, count } = await climbing()
    await belfry.recipients.put({ id: 'ana', channels: ladder, quietHours: { from: '00:00', to: '07:00' } })
    await belfry.reminders.schedule(reminder('a'))
    await test.jump('2030-01-01T07:00:00Z')
    await test.jump('2030-01-01T07:01:59Z')
    expect(count()).toEqual([0, 0])
    await test.jump('2030-01-01T07:02:00Z')
    expect(count()).toEqual([1, 0])
    await test.jump('2030-01-01T07:10:00Z')
    expect(count()).toEqual([1, 1])
  })

  it('is written in the app at once, where quiet hours leave nothing else', async () => {
    const { test, belfry, count } = await climbing()
    await belfry.recipients.put({ id: 'ana', quietHours: { from: '00:00', to: '07:00' } })
    const channels = [{ channel: 'push', after: 'PT2M' }, 'in_app']
    const { id } = await belfry.reminders.schedule(
      reminder('a', { channels, at: '2030-01-01T03:00:00Z', in: undefined, usefulUntil: '2030-01-01T04:00:00Z' }),
    )
    await test.jump('2030-01-01T03:00:00Z')
    expect(await statesOf(test, id)).toEqual({ in_app: 'sent' })
    await test.advance('PT1H')
    expect(count()).toEqual([0, 0])
  })

  it('that comes too late to be useful expires', async () => {
    const { test, belfry, count } = await climbing()
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ladder, tolerance: 'PT5M' }))
    await test.advance('PT1H')
    expect(count()).toEqual([1, 0])
    expect(await statesOf(test, id)).toMatchObject({ mail: 'too_late' })
  })
})

describe('a fallback', () => {
  it.each<[Outcome, string]>([
    [{ kind: 'refused' }, 'refused'],
    [{ kind: 'gone' }, 'address_gone'],
    [{ kind: 'unknown' }, 'outcome_unknown'],
  ])('behind a channel that answers %o is due at once, and only then', async (outcome, reason) => {
    const { test, belfry, push, sms } = await climbing()
    push.script(() => outcome)
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ['push'], fallback: 'sms' }))
    await test.jump('2030-01-01T00:00:59Z')
    expect(sms.sent).toEqual([])
    await test.jump('2030-01-01T00:01:00Z')
    expect(sms.sent).toHaveLength(1)
    expect(await statesOf(test, id)).toEqual({ push: reason, sms: 'sent' })
  })

  it('of the recipient stands behind each of their channels, for many at once', async () => {
    const { test, belfry, push, sms } = await climbing()
    await belfry.recipients.put({ id: 'ana', channels: ['push'], fallback: 'sms' })
    push.script(({ entity }) => ({ kind: Number(entity.id) % 2 === 0 ? 'unknown' : 'delivered' }))
    await belfry.reminders.scheduleMany(many(6))
    await test.advance('PT1M')
    expect(sms.sent.map(({ entity }) => entity.id).sort()).toEqual(['0', '2', '4'])
    const { items } = await belfry.deliveries.list({ recipient: 'ana' })
    const skipped = items.filter(({ channel, reason }) => channel === 'sms' && reason === 'not_needed')
    expect(skipped).toHaveLength(3)
  })

  it('behind a ladder: the first rung fails, it comes now, and the rungs come when their time has come', async () => {
    const { test, belfry, push, mail, sms } = await climbing()
    push.script(() => ({ kind: 'refused' }))
    const channels = ['push', { channel: 'mail', after: 'PT10M' }]
    await belfry.recipients.put({ id: 'ana', channels, fallback: 'sms' })
    const { id } = await belfry.reminders.schedule(reminder('a'))
    await test.jump('2030-01-01T00:01:00Z')
    expect([sms.sent.length, mail.sent.length]).toEqual([1, 0])
    await test.advance('PT10M')
    expect(await statesOf(test, id)).toEqual({ push: 'refused', mail: 'sent', sms: 'sent' })
  })

  it('does not come when somebody acknowledges while the channel is still trying', async () => {
    const { test, belfry, push, sms } = await climbing()
    push.script(() => ({ kind: 'deferred' }))
    const { id } = await belfry.reminders.schedule(reminder('a', { channels: ['push'], fallback: 'sms' }))
    await test.jump('2030-01-01T00:01:00Z')
    await belfry.reminders.acknowledge(id)
    await test.advance('PT1H')
    expect(sms.sent).toEqual([])
    expect(await statesOf(test, id)).toEqual({ push: 'acknowledged', sms: 'acknowledged' })
  })
})
