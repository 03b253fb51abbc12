// Acting from anywhere: what is said on one channel holds for the occurrence, on all of them, and is said once.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { reminder, useDatabase } from './running.ts'

const { start } = useDatabase()

const names = ['email', 'web_push', 'telegram'] as const

/** Somebody with three channels, and a reminder that has rung on all of them. */
async function rung(more: object = {}) {
  const channels = names.map((name) => memoryChannel({ name }))
  const test = await start({ channels })
  const { id } = await test.belfry.reminders.schedule(reminder('1', { channels: names, title: 'Call mom', ...more }))
  await test.advance('PT1M')
  const ids = async () => {
    const { items } = await test.belfry.deliveries.list({ recipient: 'ana' })
    return names.map((name) => items.find(({ channel, at }) => channel === name && at.getTime() > 0)!.id)
  }
  const audited = async (action: string) =>
    (await test.belfry.audit.list({ reminder: id })).items.filter((one) => one.action === action).length
  const sent = () => channels.map((one) => one.sent.length)
  const { act } = test.belfry.deliveries
  return { ...test, id, ids: await ids(), newest: ids, act, audited, sent }
}

describe('done', () => {
  it('on three devices at once is one acknowledgement, and each gets the same answer', async () => {
    const { act, ids, audited } = await rung()
    const answers = await Promise.all(ids.map((id) => act(id, { action: 'done', via: 'web_push' })))
    const done = { action: 'done', result: 'done', at: new Date('2030-01-01T00:01:00Z'), dueAt: null, timezone: 'UTC' }
    expect(answers).toEqual([done, done, done])
    expect(await audited('acknowledged')).toBe(1)
  })

  it('is the same answer later, and after it was said by the library', async () => {
    const { belfry, act, ids, advance, id } = await rung()
    await belfry.reminders.acknowledge(id)
    await advance('PT2H')
    expect(await act(ids[0]!, { action: 'done' })).toMatchObject({
      result: 'done',
      at: new Date('2030-01-01T00:01:00Z'),
    })
  })

  it('stops what is still to come on the other channels', async () => {
    const ladder = ['email', { channel: 'web_push', after: 'PT5M' }, { channel: 'telegram', after: 'PT10M' }]
    const { act, ids, advance, sent, belfry, id } = await rung({ channels: ladder })
    expect(sent()).toEqual([1, 0, 0])
    await act(ids[0]!, { action: 'done' })
    await advance('P1D')
    expect(sent()).toEqual([1, 0, 0])
    // It was sent, whatever did not follow.
    expect(await belfry.reminders.get(id)).toMatchObject({ state: 'sent' })
  })

  it('of what is snoozed leaves it sent', async () => {
    const { act, ids, belfry, id } = await rung()
    await act(ids[0]!, { action: 'snooze', for: 'PT1H' })
    await act(ids[0]!, { action: 'done' })
    expect(await belfry.reminders.get(id)).toMatchObject({ state: 'sent' })
  })

  it('of yesterday is not of today', async () => {
    const daily = { rule: 'FREQ=DAILY', at: '2030-01-01T00:01:00', in: undefined, timezone: 'UTC' }
    const { act, ids, advance, sent, newest, belfry, id } = await rung({
      ...daily,
      channels: ['email', { channel: 'web_push', after: 'PT10M' }, { channel: 'telegram', after: 'PT20M' }],
    })
    await advance('P1D')
    expect(sent()).toEqual([2, 1, 1])
    const yesterday = await act(ids[0]!, { action: 'done' })
    await advance('PT30M')
    expect(sent()).toEqual([2, 2, 2])
    expect(await act(ids[1]!, { action: 'done' })).toEqual(yesterday)
    const [today] = await newest()
    expect(today).not.toBe(ids[0])
    expect(await belfry.deliveries.standing(today!)).toMatchObject({ state: 'open' })
    expect(await belfry.deliveries.standing(ids[0]!)).toMatchObject({ state: 'done' })
    expect(await belfry.reminders.get(id)).toMatchObject({ state: 'scheduled' })
  })

  it('said of what was moved to another day leaves that day alone', async () => {
    const { act, ids, belfry, id } = await rung()
    await belfry.reminders.schedule(reminder('1', { in: 'P3D', channels: names }))
    await act(ids[0]!, { action: 'done' })
    expect(await belfry.reminders.get(id)).toMatchObject({ state: 'scheduled' })
  })

  it('ends what was snoozed', async () => {
    const { act, ids, advance, sent } = await rung()
    await act(ids[0]!, { action: 'snooze', for: 'PT10M' })
    expect(await act(ids[1]!, { action: 'done' })).toMatchObject({ result: 'done' })
    await advance('P1D')
    expect(sent()).toEqual([1, 1, 1])
  })
})

describe('undo', () => {
  it('of Done is as if nobody had said it, on whichever channel; and Done can be said again', async () => {
    const ladder = ['email', { channel: 'web_push', after: 'PT5M' }, { channel: 'telegram', after: 'PT10M' }]
    const daily = { rule: 'FREQ=DAILY', at: '2030-01-01T00:01:00', in: undefined, timezone: 'UTC', channels: ladder }
    const { act, ids, belfry, audited, id } = await rung(daily)
    const before = await belfry.reminders.get(id)
    await act(ids[0]!, { action: 'done', via: 'telegram' })
    const undone = { action: 'undo', result: 'undone', dueAt: null, timezone: 'UTC' }
    expect(await act(ids[0]!, { action: 'undo', via: 'telegram' })).toMatchObject(undone)
    expect(await belfry.deliveries.standing(ids[0]!)).toMatchObject({ state: 'open', doneAt: null })
    expect(await belfry.reminders.get(id)).toMatchObject({ state: before!.state, dueAt: before!.dueAt })
    // The same twice is the same.
    expect(await act(ids[0]!, { action: 'undo' })).toMatchObject(undone)
    expect(await audited('restored')).toBe(1)
    expect(await act(ids[0]!, { action: 'done' })).toMatchObject({ result: 'done' })
    expect(await audited('acknowledged')).toBe(2)
  })

  it('of a snooze leaves no second ring', async () => {
    const { act, ids, advance, sent } = await rung()
    await act(ids[0]!, { action: 'snooze', for: 'PT10M', via: 'web_push' })
    expect(await act(ids[2]!, { action: 'undo' })).toMatchObject({ result: 'undone' })
    await advance('P1D')
    expect(sent()).toEqual([1, 1, 1])
  })

  it('comes too late where it has rung again, and where nothing was said', async () => {
    const { act, ids, advance, newest, sent } = await rung()
    expect(await act(ids[0]!, { action: 'undo' })).toMatchObject({ result: 'too_late' })
    await act(ids[0]!, { action: 'snooze', for: 'PT10M' })
    await advance('PT10M')
    expect(await act(ids[0]!, { action: 'undo' })).toMatchObject({ result: 'too_late', dueAt: null })
    expect(await act((await newest())[0]!, { action: 'undo' })).toMatchObject({ result: 'too_late' })
    expect(sent()).toEqual([2, 2, 2])
  })

  it('is not for what a program said', async () => {
    const { act, ids, belfry, id } = await rung({ repeat: { nag: { every: 'PT1H' } } })
    await belfry.reminders.acknowledge(id)
    expect(await act(ids[0]!, { action: 'undo', via: 'link:email' })).toMatchObject({ result: 'too_late' })
    expect(await belfry.deliveries.standing(ids[0]!)).toMatchObject({ state: 'done' })
  })

  it('of a message about several is of each of them', async () => {
    const test = await start({ coalesce: { within: 'PT1M' } })
    const { belfry, memory } = test
    for (const name of ['a', 'b']) await belfry.reminders.schedule(reminder(name, { in: 'PT1M' }))
    await test.advance('PT5M')
    const bundle = memory.sent[0]!.id
    const states = async () => {
      const { items } = await belfry.deliveries.list({ recipient: 'ana' })
      return await Promise.all(items.map(async ({ id }) => (await belfry.deliveries.standing(id)).state))
    }
    await belfry.deliveries.act(bundle, { action: 'done', via: 'telegram' })
    expect(await states()).toEqual(['done', 'done'])
    expect(await belfry.deliveries.act(bundle, { action: 'undo' })).toMatchObject({ result: 'undone' })
    expect(await states()).toEqual(['open', 'open'])
  })

  it('of somebody else’s, or of nothing, finds nothing', async () => {
    const { act, belfry, ids } = await rung()
    const other = belfry.as({ tenant: 'acme', actor: 'somebody' })
    await act(ids[0]!, { action: 'done' })
    await expect(other.deliveries.act(ids[0]!, { action: 'undo' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(act(ids[0]!, { action: 'undo', for: 'PT1M' })).rejects.toMatchObject({ field: '/for' })
    expect(await belfry.deliveries.standing(ids[0]!)).toMatchObject({ state: 'done' })
  })
})

describe('snooze', () => {
  it('twice for the same is one snooze; for another while it is another moment', async () => {
    const { act, ids, advance, audited, sent } = await rung()
    const first = await act(ids[0]!, { action: 'snooze', for: 'PT10M' })
    expect(first).toMatchObject({ result: 'snoozed', dueAt: new Date('2030-01-01T00:11:00Z') })
    await advance('PT5M')
    expect(await act(ids[0]!, { action: 'snooze', for: 'PT10M' })).toEqual(first)
    expect(await act(ids[2]!, { action: 'snooze', for: 'PT10M' })).toEqual(first)
    expect(await audited('snoozed')).toBe(1)
    expect(await act(ids[1]!, { action: 'snooze', for: 'PT1H' })).toMatchObject({
      dueAt: new Date('2030-01-01T01:06:00Z'),
    })
    await advance('PT10M')
    expect(sent()).toEqual([1, 1, 1])
    await advance('PT1H')
    expect(sent()).toEqual([2, 2, 2])
  })

  it('works again on the ring that came of it, and not any more on the first', async () => {
    const { act, ids, advance, newest, sent } = await rung()
    await act(ids[0]!, { action: 'snooze', for: 'PT10M' })
    await advance('PT10M')
    const again = await newest()
    expect(again).not.toEqual(ids)
    expect(await act(ids[0]!, { action: 'snooze', for: 'PT1H' })).toMatchObject({ result: 'rang_again', dueAt: null })
    expect(await act(again[0]!, { action: 'snooze', for: 'PT10M' })).toMatchObject({ result: 'snoozed' })
    await advance('PT10M')
    expect(sent()).toEqual([3, 3, 3])
  })

  it('of what is done answers that it is', async () => {
    const { act, ids, advance, sent } = await rung()
    await act(ids[0]!, { action: 'done' })
    expect(await act(ids[1]!, { action: 'snooze', for: 'PT10M' })).toEqual({
      action: 'snooze',
      result: 'already_done',
      at: new Date('2030-01-01T00:01:00Z'),
      dueAt: null,
      timezone: 'UTC',
    })
    await advance('P1D')
    expect(sent()).toEqual([1, 1, 1])
  })

  it('until tomorrow morning is at nine on their clock, and the same whenever it is pressed', async () => {
    const { act, ids, belfry, advance } = await rung()
    await belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    const answer = await act(ids[0]!, { action: 'snooze', for: 'tomorrow' })
    // It is 09:01 in Seoul.
    expect(answer.dueAt).toEqual(new Date('2030-01-02T00:00:00Z'))
    await advance('PT1H')
    expect(await act(ids[1]!, { action: 'snooze', for: 'tomorrow' })).toEqual(answer)
  })

  it('refuses what is no while, and what is no action', async () => {
    const { act, ids } = await rung()
    await expect(act(ids[0]!, { action: 'snooze' })).rejects.toMatchObject({ code: 'missing_field', field: '/for' })
    await expect(act(ids[0]!, { action: 'snooze', for: 'soon' })).rejects.toMatchObject({ code: 'invalid_duration' })
    await expect(act(ids[0]!, { action: 'explode' as 'done' })).rejects.toMatchObject({ field: '/action' })
    await expect(act(ids[0]!, { action: 'done', for: 'PT1H' })).rejects.toMatchObject({ field: '/for' })
  })
})

describe('unsubscribe', () => {
  it('switches off this type on this channel, once, and again after it was switched on', async () => {
    const { act, ids, belfry } = await rung()
    const first = await act(ids[0]!, { action: 'unsubscribe' })
    expect(first).toMatchObject({ result: 'unsubscribed' })
    const { version } = (await belfry.recipients.get('ana'))!
    expect(await act(ids[0]!, { action: 'unsubscribe' })).toEqual(first)
    expect((await belfry.recipients.get('ana'))!.version).toBe(version)
    await belfry.recipients.put({ id: 'ana', preferences: null })
    await act(ids[0]!, { action: 'unsubscribe' })
    expect((await belfry.recipients.get('ana'))!.version).toBe(version + 2)
    const { items } = await belfry.audit.list({ recipient: 'ana' })
    expect(items.filter(({ action }) => action === 'unsubscribed').map(({ data }) => data)).toEqual([
      { type: 'note', channel: 'email' },
      { type: 'note', channel: 'email' },
    ])
  })
})

describe('somebody who is not there', () => {
  it('cannot act, and another tenant’s deliveries are not there', async () => {
    const { belfry, act, ids } = await rung()
    await belfry.tenants.put({ id: 'other' })
    await expect(belfry.as({ tenant: 'other' }).deliveries.act(ids[0]!, { action: 'done' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(belfry.as({ tenant: 'other' }).deliveries.seen(ids[0]!)).rejects.toMatchObject({ code: 'not_found' })
    await belfry.recipients.delete('ana')
    await expect(act(ids[0]!, { action: 'done' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
