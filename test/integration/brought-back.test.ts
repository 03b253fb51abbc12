// A reminder by itself that was cancelled or marked as done, brought back later: it is what it was, without anybody who remembers it.

import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { longLease, useDatabase } from './running.ts'

const { start } = useDatabase()
let test: TestBelfry

beforeEach(async () => {
  test = await start({ now: '2030-03-01T08:00:00Z', worker: longLease })
})

const note = { entity: { type: 'note', id: '1' }, recipient: 'ana' }
const at = '2030-03-05T10:00:00Z'
const rung = () => test.memory.sent.map(({ title, dueAt }) => `${title} ${dueAt.toISOString().slice(5, 16)}`)

async function ended(more: object, how: 'cancel' | 'acknowledge' = 'cancel'): Promise<string> {
  const { id } = await test.belfry.reminders.schedule({ ...note, title: 'Water', ...more })
  await test.belfry.reminders[how](id)
  return id
}

describe('a reminder by itself', () => {
  it('is brought back with all it had, and rings once', async () => {
    const had = {
      ...{ at: '2030-03-05T10:00:00', timezone: 'Europe/Paris', tolerance: 'PT2H', critical: true },
      ...{ body: 'The roses', data: { bed: 3 }, channels: ['memory'] },
    }
    const { id } = await test.belfry.reminders.schedule({ ...note, title: 'Water', ...had })
    const { version: _, createdAt: __, ...before } = (await test.belfry.reminders.get(id))!
    await test.belfry.reminders.cancel(id)
    await test.advance('P1D')
    const dueAt = new Date('2030-03-05T09:00:00Z')
    expect(await test.belfry.reminders.restore(id)).toEqual({ id, restored: true, dueAt, timezone: 'Europe/Paris' })
    expect(await test.belfry.reminders.get(id)).toMatchObject(before)
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ restored: false, dueAt })
    await test.advance('P7D')
    expect(rung()).toEqual(['Water 03-05T09:00'])
    const { items } = await test.belfry.audit.list({ reminder: id })
    expect(items.map(({ action }) => action)).toContain('restored')
  })

  it('goes by its recipient’s clock again, wherever they are now', async () => {
    const id = await ended({ at: '2030-03-05T10:00:00' })
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ dueAt: new Date('2030-03-05T01:00:00Z') })
  })

  it('comes back after Done', async () => {
    const id = await ended({ at }, 'acknowledge')
    await test.belfry.reminders.restore(id)
    await test.advance('P7D')
    expect(rung()).toEqual(['Water 03-05T10:00'])
  })

  it('rings where somebody had put it off to', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note, title: 'Water', at })
    await test.belfry.reminders.snooze(id, { until: '2030-03-06T07:00:00Z' })
    await test.belfry.reminders.cancel(id)
    await test.belfry.reminders.restore(id)
    await test.advance('P7D')
    expect(rung()).toEqual(['Water 03-06T07:00'])
  })

  it('goes on repeating, without what was missed meanwhile', async () => {
    const id = await ended({ at: '2030-03-02T09:00:00', timezone: 'UTC', rule: { every: 'day' } })
    await test.advance('P3D')
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ dueAt: new Date('2030-03-04T09:00:00Z') })
    await test.advance('P2D')
    expect(rung()).toEqual(['Water 03-04T09:00', 'Water 03-05T09:00'])
  })

  it('is refused when its moment, or the last one of its rule, has gone by', async () => {
    const id = await ended({ at })
    const daily = await ended({ kind: 'daily', at: '2030-03-02T09:00:00', rule: { every: 'day', count: 2 } })
    await test.jump('2030-03-06T00:00:00Z')
    await expect(test.belfry.reminders.restore(id)).rejects.toMatchObject({ code: 'stopped' })
    await expect(test.belfry.reminders.restore(daily)).rejects.toMatchObject({ code: 'stopped' })
  })

  it('is refused when it was sent', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note, title: 'Water', in: 'PT10S' })
    await test.advance('PT1M')
    await test.belfry.reminders.acknowledge(id)
    await expect(test.belfry.reminders.restore(id)).rejects.toMatchObject({ code: 'not_found' })
    expect(rung()).toHaveLength(1)
  })

  it('says nothing of its texts in the audit trail', async () => {
    const id = await ended({ at, body: 'a secret', data: { of: 'mine' } })
    const { items } = await test.belfry.audit.list({ reminder: id })
    // Titles are looked up where they are; the entry itself keeps none.
    expect(JSON.stringify(items.map(({ data }) => data))).not.toMatch(/Water|secret|mine/)
  })
})
