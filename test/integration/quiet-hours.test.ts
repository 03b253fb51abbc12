import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { useDatabase } from './running.ts'

const { start } = useDatabase()
const night = { from: '22:00', to: '07:00' }
const at = (time: string) => ({ entity: { type: 'note', id: 'a' }, recipient: 'ana', at: time })
const dueTimes = (sent: readonly { dueAt: Date }[]) => sent.map(({ dueAt }) => dueAt.toISOString())

describe('quiet hours', () => {
  it('are waited for, and the story says so', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', quietHours: night })
    const { id, dueAt } = await test.belfry.reminders.schedule(at('2030-01-02T23:00:00'))
    expect(dueAt).toEqual(new Date('2030-01-03T06:00:00Z'))
    const { reminder, next } = await test.belfry.reminders.explain(id)
    expect(reminder).toMatchObject({ adjusted: 'deferred', plannedAt: new Date('2030-01-02T22:00:00Z') })
    expect(next).toMatch(/After quiet hours instead of 2030-01-02T22:00:00/)
    await test.advance('P3D')
    expect(dueTimes(test.memory.sent)).toEqual(['2030-01-03T06:00:00.000Z'])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries[0]?.why).toMatch(/^Sent by memory.* After quiet hours instead of 2030-01-02T22:00:00/)
  })

  it('are rung before where it would be useless after them', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', quietHours: night })
    const plan = ['-PT15M']
    await test.belfry.entities.put({
      type: 'flight',
      id: '1',
      at: '2030-01-03T06:30:00',
      timezone: 'Europe/Paris',
      recipients: ['ana'],
      plan,
    })
    await test.advance('P3D')
    expect(dueTimes(test.memory.sent)).toEqual(['2030-01-02T20:59:00.000Z'])
    const [sent] = (await test.belfry.entities.timeline({ type: 'flight', id: '1' })).filter(
      ({ state }) => state === 'sent',
    )
    expect(sent).toMatchObject({ kind: '15m_before' })
  })

  it('else show it in the app only', async () => {
    const test = await start({ now: '2030-01-03T00:00:00Z', defaultChannels: ['memory'] })
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', quietHours: night })
    const soon = { ...at('2030-01-03T02:00:00'), usefulUntil: '2030-01-03T03:00:00' }
    const { id } = await test.belfry.reminders.schedule(soon)
    await test.advance('P1D')
    expect(test.memory.sent).toEqual([])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries).toMatchObject([{ channel: 'in_app', state: 'sent', dueAt: new Date('2030-01-03T01:00:00Z') }])
  })

  it('do not hold what is critical', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    await test.belfry.reminders.schedule({ ...at('2030-01-02T23:00:00'), critical: true })
    await test.advance('P3D')
    expect(dueTimes(test.memory.sent)).toEqual(['2030-01-02T23:00:00.000Z'])
  })

  it('that two steps wait for are rung once', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    const plan = ['-PT12H', '-PT10H', '-PT1H']
    const put = { type: 'exam', id: '1', at: '2030-01-05T12:00:00', timezone: 'UTC', recipients: ['ana'], plan }
    expect(await test.belfry.entities.put(put)).toMatchObject({ created: 2 })
    await test.belfry.recipients.put({ id: 'ana', quietHours: null })
    await test.advance('P5D')
    expect(dueTimes(test.memory.sent)).toEqual([
      '2030-01-05T00:00:00.000Z',
      '2030-01-05T02:00:00.000Z',
      '2030-01-05T11:00:00.000Z',
    ])
  })

  it('changed, move what is waiting in the same transaction', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(at('2030-01-02T23:00:00'))
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    expect(await test.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-03T07:00:00Z') })
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '06:00' } })
    expect(await test.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-03T06:00:00Z') })
    await test.belfry.recipients.put({ id: 'ana', quietHours: null })
    expect(await test.belfry.reminders.get(id)).toMatchObject({
      dueAt: new Date('2030-01-02T23:00:00Z'),
      adjusted: null,
    })
    const { changes } = await test.belfry.reminders.explain(id)
    expect(changes.filter(({ action }) => action === 'moved')).toHaveLength(3)
  })

  it('let an hourly rule ring once at their end', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    await test.belfry.reminders.schedule({ ...at('2030-01-01T20:00:00'), rule: 'FREQ=HOURLY' })
    await test.advance('P1DT9H')
    expect(dueTimes(test.memory.sent).map((time) => time.slice(5, 16))).toEqual([
      '01-01T20:00',
      '01-01T21:00',
      '01-02T07:00',
      '01-02T08:00',
      '01-02T09:00',
    ])
  })

  it.each([
    [{ from: '25:00', to: '07:00' }, '/quietHours/from'],
    [{ from: '22:00', to: '22:00' }, '/quietHours'],
    [[{ from: '22:00', to: '07:00', days: ['someday'] }], '/quietHours/0/days/0'],
  ])('of %j are refused', async (quietHours, field) => {
    const test = await start()
    const put = test.belfry.recipients.put({ id: 'ana', quietHours: quietHours as never })
    await expect(put).rejects.toMatchObject({ code: 'invalid_input', field })
  })
})

describe('a recipient who travels', () => {
  it('is followed by wall-clock reminders, not by elapsed ones or those of another zone', async () => {
    const test = await start()
    const { reminders, recipients } = test.belfry
    await recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
    const entity = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana' })
    const local = await reminders.schedule({ ...entity('1'), at: '2030-01-05T09:00:00' })
    const elapsed = await reminders.schedule({ ...entity('2'), in: 'PT72H' })
    const zoned = await reminders.schedule({ ...entity('3'), at: '2030-01-05T09:00:00', timezone: 'Europe/Paris' })
    const daily = await reminders.schedule({ ...entity('4'), at: '2030-01-05T09:00:00', rule: 'FREQ=DAILY' })
    await recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    const due = async ({ id }: { id: string }) => (await reminders.get(id))?.dueAt?.toISOString()
    expect(await due(local)).toBe('2030-01-05T00:00:00.000Z')
    expect(await due(elapsed)).toBe('2030-01-04T00:00:00.000Z')
    expect(await due(zoned)).toBe('2030-01-05T08:00:00.000Z')
    expect(await due(daily)).toBe('2030-01-05T00:00:00.000Z')
    await test.advance('P5DT12H')
    expect(test.memory.sent.filter(({ entity: { id } }) => id === '4')).toHaveLength(2)
    expect(test.memory.sent).toHaveLength(5)
  })

  it('keeps a snooze where it was', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(at('2030-01-02T09:00:00'))
    await test.jump('2030-01-02T09:00:00Z')
    await test.belfry.reminders.snooze(id, { for: 'PT2H' })
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    await test.advance('P1D')
    expect(dueTimes(test.memory.sent)).toEqual(['2030-01-02T09:00:00.000Z', '2030-01-02T11:00:00.000Z'])
  })
})

describe('preferences', () => {
  it('switch off a channel, a kind or a type; the reason is recorded', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push] })
    await test.belfry.recipients.put({ id: 'ana', preferences: { channelsOff: ['push'], typesOff: ['advert'] } })
    const { id } = await test.belfry.reminders.schedule({ ...at('2030-01-02T09:00:00'), channels: ['memory', 'push'] })
    await test.belfry.reminders.schedule({ ...at('2030-01-02T09:00:00'), entity: { type: 'advert', id: '1' } })
    await test.advance('P2D')
    expect([test.memory.sent.length, push.sent.length]).toEqual([1, 0])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.find(({ channel }) => channel === 'push')).toMatchObject({
      state: 'suppressed',
      reason: 'preference_off',
    })
    expect((await test.belfry.recipients.get('ana'))?.preferences).toEqual({
      channelsOff: ['push'],
      kindsOff: [],
      typesOff: ['advert'],
      off: [],
    })
  })

  it('count for what has been waiting, too', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push] })
    const steps = ['memory', { channel: 'push', after: 'PT1H' }]
    const { id } = await test.belfry.reminders.schedule({ ...at('2030-01-02T09:00:00'), channels: steps })
    await test.jump('2030-01-02T09:00:00Z')
    await test.belfry.recipients.put({ id: 'ana', preferences: { channelsOff: ['push'] } })
    await test.advance('P1D')
    expect([test.memory.sent.length, push.sent.length]).toEqual([1, 0])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.find(({ channel }) => channel === 'push')).toMatchObject({ reason: 'preference_off' })
  })
})
