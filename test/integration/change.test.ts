import { describe, expect, it } from 'vitest'
import { latch } from './latch.ts'
import { reminder, useDatabase } from './running.ts'

const { start, open } = useDatabase()

describe('reminders.change', () => {
  it('changes what is given, keeps what is left out and clears what is null', async () => {
    const { belfry } = await start()
    const { id } = await belfry.reminders.schedule(
      reminder('a', { title: 'Old', body: 'Text', data: { a: 1 }, channels: ['memory'], fallback: 'in_app' }),
    )
    const before = await belfry.reminders.get(id)
    expect(before).toMatchObject({ version: 1 })
    const answer = await belfry.reminders.change(id, { title: 'New', body: null })
    expect(answer).toMatchObject({
      id,
      status: 'updated',
      version: 2,
      dueAt: before!.dueAt,
      generation: 1,
      inFlight: [],
    })
    expect(await belfry.reminders.get(id)).toEqual({ ...before, title: 'New', body: null, version: 2 })
    expect(await belfry.reminders.change(id, { title: 'New' })).toMatchObject({ status: 'unchanged', version: 2 })
    const { changes } = await belfry.reminders.explain(id)
    expect(changes).toMatchObject([{ action: 'changed', data: { fields: ['title', 'body'] } }])
    expect(JSON.stringify(changes)).not.toContain('New')
  })

  it('keeps the channels with their fallback, and changes them together', async () => {
    const test = await start()
    const channels = [{ channel: 'memory' }, { channel: 'in_app', after: 'PT5M' }]
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['memory'], fallback: 'in_app' }))
    await test.belfry.reminders.change(id, { title: 'x' })
    await expect(test.belfry.reminders.change(id, { channels })).rejects.toMatchObject({ field: '/fallback' })
    await test.belfry.reminders.change(id, { channels, fallback: null })
    await test.advance('PT10M')
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual(['in_app sent', 'memory sent'])
  })

  it('says when somebody was faster', async () => {
    const { belfry } = await start()
    const { id } = await belfry.reminders.schedule(reminder('a'))
    await belfry.reminders.change(id, { title: 'x' }, { version: 1 })
    const again = belfry.reminders.change(id, { title: 'y' }, { version: 1 })
    await expect(again).rejects.toMatchObject({ code: 'version_conflict', field: '/version' })
    expect(await belfry.reminders.get(id)).toMatchObject({ title: 'x', version: 2 })
    const bad = belfry.reminders.change(id, { kind: 'once' } as object)
    await expect(bad).rejects.toMatchObject({ code: 'unknown_field', field: '/kind' })
  })

  it('leaves a snooze, a series and its rings alone when it is about the text', async () => {
    const test = await start()
    const { belfry } = test
    const rule = { every: 'day', at: ['09:00'] } as const
    const { id } = await belfry.reminders.schedule({ ...reminder('a'), in: undefined as never, rule, title: 'Old' })
    await test.advance('PT10H')
    await belfry.reminders.snooze(id, { for: 'PT30M' })
    const snoozed = await belfry.reminders.get(id)
    const { version } = await belfry.reminders.change(id, { title: 'New', channels: ['in_app'] })
    expect(version).toBeGreaterThan(snoozed!.version!)
    const changed = { title: 'New', channels: ['in_app'], ringsOn: ['in_app'], version }
    expect(await belfry.reminders.get(id)).toEqual({ ...snoozed, ...changed })
    await test.advance('PT24H')
    const { deliveries } = await belfry.reminders.explain(id)
    expect(deliveries.map(({ occurrence, generation, title }) => `${occurrence} ${generation} ${title}`)).toEqual([
      '2030-01-02T09:00 1 New',
      '2030-01-01T09:00 2 New',
      '2030-01-01T09:00 1 Old',
    ])
  })

  it('moves it by the code of schedule: what an earlier moment has under way is stopped', async () => {
    const test = await start()
    const { belfry } = test
    const begun = latch()
    const answer = latch()
    test.memory.script(async () => {
      begun.open()
      await answer.opened
      return { kind: 'deferred' }
    })
    const rule = { every: 'day', at: ['09:00'] } as const
    const { id } = await belfry.reminders.schedule({ ...reminder('a'), in: undefined as never, rule, title: 'Old' })
    await belfry.clock.set(new Date('2030-01-01T09:00:00Z'))
    await begun.opened
    const moved = await belfry.reminders.change(id, { at: '2030-01-03T10:00', rule: null })
    expect(moved).toMatchObject({ status: 'updated', dueAt: new Date('2030-01-03T10:00:00Z') })
    expect(moved.inFlight).toHaveLength(1)
    expect(await belfry.reminders.get(id)).toMatchObject({ repeats: null, title: 'Old', version: moved.version })
    answer.open()
    await test.settled()
    expect(await belfry.deliveries.get(moved.inFlight[0]!)).toMatchObject({ state: 'cancelled', reason: 'stopped' })
  })

  it('keeps the zone for a wall clock, and how long it is useful', async () => {
    const { belfry } = await start()
    const { id } = await belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: 'a' }, recipient: 'ana', at: '2030-02-01T09:00', timezone: 'Asia/Seoul' },
      tolerance: 'PT1H',
    })
    await belfry.reminders.change(id, { at: '2030-02-02T09:00' })
    expect(await belfry.reminders.get(id)).toMatchObject({
      timezone: 'Asia/Seoul',
      dueAt: new Date('2030-02-02T00:00:00Z'),
      usefulUntil: new Date('2030-02-02T01:00:00Z'),
    })
    await belfry.reminders.change(id, { timezone: null })
    expect(await belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-02-02T09:00:00Z') })
    await belfry.reminders.change(id, { tolerance: 'PT2H' })
    expect(await belfry.reminders.get(id)).toMatchObject({ usefulUntil: new Date('2030-02-02T11:00:00Z') })
    await belfry.reminders.change(id, {
      at: new Date('2030-02-03T00:00:00Z'),
      usefulUntil: new Date('2030-02-03T00:30:00Z'),
    })
    expect(await belfry.reminders.get(id)).toMatchObject({
      timezone: null,
      usefulUntil: new Date('2030-02-03T00:30:00Z'),
    })
    const useless = belfry.reminders.change(id, { usefulUntil: new Date('2030-02-02T00:00:00Z') })
    await expect(useless).rejects.toMatchObject({ code: 'invalid_input', field: '/usefulUntil' })
  })

  it('changes the rule and keeps where it began, or another way to repeat', async () => {
    const { belfry } = await start()
    const { id } = await belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: 'a' }, recipient: 'ana', at: '2030-01-07T09:00', rule: 'FREQ=WEEKLY' },
      repeat: { nag: { every: 'PT10M', atMost: 3 } },
    })
    await belfry.reminders.change(id, { rule: 'FREQ=DAILY' })
    expect(await belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-07T09:00:00Z') })
    expect((await belfry.reminders.get(id))!.repeats).toContain('day')
    await belfry.reminders.change(id, { rule: null })
    const nagging = await belfry.reminders.get(id)
    expect(nagging).toMatchObject({ dueAt: new Date('2030-01-07T09:00:00Z'), repeats: expect.any(String) })
    await belfry.reminders.change(id, { repeat: { backoff: { base: 'PT1M' } } })
    const both = belfry.reminders.change(id, { rule: 'FREQ=DAILY' })
    await expect(both).rejects.toMatchObject({ field: '/repeat' })
    await belfry.reminders.change(id, { repeat: null })
    expect(await belfry.reminders.get(id)).toMatchObject({ repeats: null })
    await expect(belfry.reminders.change(id, { missed: 'all' })).rejects.toMatchObject({ field: '/missed' })
  })

  it('places it again when it becomes critical: it breaks through quiet hours', async () => {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    const { id } = await belfry.reminders.schedule({ ...reminder('a'), in: 'PT1H' })
    const before = await belfry.reminders.get(id)
    expect(before).toMatchObject({ adjusted: 'deferred', dueAt: new Date('2030-01-01T07:00:00Z') })
    await belfry.reminders.change(id, { critical: true })
    const after = await belfry.reminders.get(id)
    expect(after).toMatchObject({ adjusted: null, dueAt: new Date('2030-01-01T01:00:00Z') })
    expect(after!.version).toBeGreaterThan(before!.version!)
  })

  it('tells what became of one that has ended', async () => {
    const test = await start()
    const { belfry } = test
    const { id: sent } = await belfry.reminders.schedule(reminder('sent'))
    await test.advance('PT1M')
    await expect(belfry.reminders.change(sent, { title: 'x' })).rejects.toMatchObject({ code: 'already_sent' })
    const { id: cancelled } = await belfry.reminders.schedule(reminder('cancelled'))
    await belfry.reminders.cancel(cancelled)
    await expect(belfry.reminders.change(cancelled, { title: 'x' })).rejects.toMatchObject({ code: 'stopped' })
    const nobody = sent.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await expect(belfry.reminders.change(nobody, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves the moment of a step to its entity', async () => {
    const { belfry } = await start()
    const at = '2030-01-05T10:00'
    await belfry.entities.put({ type: 'meeting', id: 'm', at, recipients: ['ana'], plan: ['-PT1H'] })
    const [step] = (await belfry.reminders.list({ entity: { type: 'meeting', id: 'm' } })).items
    expect(await belfry.reminders.change(step!.id, { title: 'x' })).toMatchObject({ dueAt: step!.dueAt })
    await expect(belfry.reminders.change(step!.id, { at })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('versions', () => {
  it('of a reminder are raised by what moves it', async () => {
    const test = await start()
    const { belfry } = test
    const rule = { every: 'day', at: ['09:00'] } as const
    const { id } = await belfry.reminders.schedule({ ...reminder('a'), in: undefined as never, rule })
    const versions: (number | null)[] = []
    const note = async () => versions.push((await belfry.reminders.get(id))!.version)
    await note()
    await test.advance('PT10H')
    await note()
    await belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    await note()
    await belfry.reminders.pause(id)
    await note()
    await belfry.reminders.resume(id)
    await note()
    expect(versions.every((version, i) => i === 0 || version! > versions[i - 1]!)).toBe(true)
    await belfry.reminders.cancel(id)
    expect(await belfry.reminders.get(id)).toMatchObject({ version: null, state: 'cancelled' })
  })

  it('of a recipient and of a plan are checked where they are given', async () => {
    const belfry = await open()
    const { version } = await belfry.recipients.put({ id: 'bo' })
    const next = await belfry.recipients.put({ id: 'bo', name: 'Bo', version })
    const stale = belfry.recipients.put({ id: 'bo', name: 'B.', version })
    await expect(stale).rejects.toMatchObject({ code: 'version_conflict', field: '/version' })
    expect(await belfry.recipients.get('bo')).toEqual(next)
    await expect(belfry.recipients.put({ id: 'new', version: 1 })).rejects.toMatchObject({ code: 'version_conflict' })
    expect(await belfry.recipients.get('new')).toBeNull()
    const plan = await belfry.plans.put({ name: 'p', steps: ['-PT1H'] })
    await belfry.plans.put({ name: 'p', steps: ['-PT2H'], version: plan.version })
    const old = belfry.plans.put({ name: 'p', steps: ['-PT3H'], version: plan.version })
    await expect(old).rejects.toMatchObject({ code: 'version_conflict' })
    await expect(belfry.plans.put({ name: 'q', steps: ['-PT3H'], version: 1 })).rejects.toMatchObject({
      code: 'version_conflict',
    })
    expect((await belfry.plans.list()).map(({ name, version: v }) => `${name} ${v}`)).toEqual(['p 2'])
  })
})
