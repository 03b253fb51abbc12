// Somebody wants to be left alone for a while: as if nobody had been there to ring for them, and for nobody else.

import { describe, expect, it } from 'vitest'
import { gathered } from './backing-up.ts'
import { blocked } from './gate.ts'
import { reminder, useDatabase } from './running.ts'

const running = useDatabase()
const began = '2031-05-05T08:00:00Z'

const titles = (sent: readonly { readonly title: string | null }[]) => sent.map(({ title }) => title)

async function paused(until?: string) {
  const test = await running.start({ now: began })
  await test.belfry.recipients.put({ id: 'bo' })
  await test.belfry.recipients.put({ id: 'ana', paused: until === undefined ? {} : { until } })
  return test
}

describe('a recipient who is paused', () => {
  it('hears nothing, and others do; what is still useful when it is over rings then, the rest is too late', async () => {
    const test = await paused('2031-05-08T08:00:00Z')
    const at = (id: string, at: string, more: object = {}) => reminder(id, { in: undefined, at, title: id, ...more })
    const early = await test.belfry.reminders.schedule(at('early', '2031-05-05T09:00:00Z'))
    const late = await test.belfry.reminders.schedule(at('late', '2031-05-07T12:00:00Z'))
    await test.belfry.reminders.schedule(at('after', '2031-05-08T09:00:00Z'))
    await test.belfry.reminders.schedule(at('bo', '2031-05-05T09:00:00Z', { recipient: 'bo' }))
    await test.advance('PT71H')
    expect(titles(test.memory.sent)).toEqual(['bo'])
    const put = await test.belfry.reminders.get(early.id)
    expect(put).toMatchObject({
      ...{ state: 'paused', adjusted: 'paused', plannedAt: new Date('2031-05-05T09:00:00Z') },
      dueAt: new Date('2031-05-08T08:00:00Z'),
    })
    await test.advance('PT1H')
    expect(titles(test.memory.sent)).toEqual(['bo', 'late'])
    const story = await test.belfry.reminders.explain(early.id)
    expect(story?.deliveries).toMatchObject([{ state: 'expired', reason: 'too_late' }])
    expect((await test.belfry.reminders.explain(late.id))?.deliveries[0]?.why).toContain('After a pause instead of')
    await test.advance('PT1H')
    expect(titles(test.memory.sent)).toEqual(['bo', 'late', 'after'])
    expect((await test.belfry.recipients.get('ana'))?.paused).toBeNull()
  })

  it('until they say otherwise: what was put off has no moment, and comes back with their word', async () => {
    const test = await paused()
    const one = await test.belfry.reminders.schedule(reminder('one', { title: 'one' }))
    const daily = await test.belfry.reminders.schedule(
      reminder('daily', { in: undefined, rule: { every: 'day', at: ['09:00'] }, title: 'daily' }),
    )
    const critical = await test.belfry.reminders.schedule(reminder('critical', { title: 'critical', critical: true }))
    await test.advance('PT2H')
    expect(test.memory.sent).toEqual([])
    for (const { id } of [one, daily, critical])
      expect(await test.belfry.reminders.get(id)).toMatchObject({ state: 'paused', dueAt: null })
    expect((await test.belfry.recipients.get('ana'))?.paused).toEqual({ until: null })
    await test.belfry.recipients.put({ id: 'ana', paused: null })
    await test.settled()
    // late ones of one person come in one message; the critical one by itself
    expect(titles(test.memory.sent).sort()).toEqual(['2 reminders', 'critical'])
    // the rule goes on where its calendar has it
    expect((await test.belfry.reminders.get(daily.id))?.dueAt).toEqual(new Date('2031-05-06T09:00:00Z'))
    await test.advance('P1D')
    expect(test.memory.sent.length).toBe(3)
  })

  it('a daily one that fell into a pause of a week rings once afterwards, and not seven times', async () => {
    const test = await paused('2031-05-12T10:00:00Z')
    await test.belfry.reminders.schedule(
      reminder('daily', { in: undefined, rule: { every: 'day', at: ['09:00'] }, title: 'daily' }),
    )
    await test.advance('P6D')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT26H')
    expect(test.memory.sent.map(({ occurrence }) => occurrence)).toEqual(['2031-05-12T09:00'])
    await test.advance('PT24H')
    expect(test.memory.sent.map(({ occurrence }) => occurrence)).toEqual(['2031-05-12T09:00', '2031-05-13T09:00'])
  })

  it('only what the pause has put off comes back: what was paused by itself stays so', async () => {
    const test = await paused()
    const own = await test.belfry.reminders.schedule(
      reminder('own', { in: undefined, rule: { every: 'day', at: ['09:00'] } }),
    )
    const later = await test.belfry.reminders.schedule(reminder('later', { in: 'PT10H' }))
    await test.belfry.reminders.pause(own.id)
    await test.advance('PT2H')
    await test.belfry.recipients.put({ id: 'ana', paused: null })
    await test.settled()
    expect(test.memory.sent).toEqual([])
    expect(await test.belfry.reminders.get(own.id)).toMatchObject({ state: 'paused', dueAt: null })
    expect(await test.belfry.reminders.get(later.id)).toMatchObject({ state: 'scheduled', adjusted: null, version: 1 })
  })

  describe('does not bring back with its end', () => {
    const daily = { in: undefined, rule: { every: 'day', at: ['09:00'] }, title: 'daily' }
    const resume = async (test: Awaited<ReturnType<typeof paused>>) => {
      await test.belfry.recipients.put({ id: 'ana', paused: null })
      await test.settled()
    }

    it.each([[undefined], ['2031-05-05T18:00:00Z']])(
      'what was put off, and then paused by itself (%s)',
      async (until) => {
        const test = await paused(until)
        const { id } = await test.belfry.reminders.schedule(reminder('daily', daily))
        await test.advance('PT2H')
        await test.belfry.reminders.pause(id)
        await resume(test)
        expect(test.memory.sent).toEqual([])
        expect(await test.belfry.reminders.get(id)).toMatchObject({ state: 'paused', dueAt: null, adjusted: null })
        expect((await test.belfry.reminders.explain(id)).next).toBe('Paused: rings after it is resumed.')
        expect((await test.belfry.reminders.resume(id)).dueAt).toEqual(new Date('2031-05-06T09:00:00Z'))
      },
    )

    it('an alarm that was put off, and then done', async () => {
      const test = await paused()
      const { reminderId } = await test.belfry.alarms.put({ pageId: 'page', userId: 'ana', title: 'page' })
      await test.advance('PT1H')
      await test.belfry.reminders.acknowledge(reminderId)
      await resume(test)
      expect(test.memory.sent).toEqual([])
      expect(await test.belfry.alarms.get('page')).toMatchObject({ status: 'done', nextAlarmTime: null })
    })

    it('what rang after the pause, snoozed or not, and waits for Done', async () => {
      const test = await paused('2031-05-05T18:00:00Z')
      const done = { repeat: { afterCompletion: 'P2D' } }
      const plain = await test.belfry.reminders.schedule(reminder('plain', done))
      const later = await test.belfry.reminders.schedule(reminder('later', done))
      await test.belfry.reminders.snooze(later.id, { for: 'PT10M' })
      await test.advance('PT11H')
      expect(test.memory.sent).toHaveLength(2)
      for (const { id } of [plain, later]) {
        expect(await test.belfry.reminders.get(id)).toMatchObject({ state: 'waiting', dueAt: null, plannedAt: null })
        expect((await test.belfry.reminders.explain(id)).next).toContain('to be marked as done')
      }
      await test.belfry.recipients.put({ id: 'ana', paused: {} })
      await resume(test)
      expect(test.memory.sent).toHaveLength(2)
    })
  })

  it('what was put off is not forgotten over a snooze of what rang before', async () => {
    const test = await running.start({ now: began })
    const daily = { in: undefined, rule: { every: 'day', at: ['09:00'] }, title: 'daily' }
    const { id } = await test.belfry.reminders.schedule(reminder('daily', daily))
    await test.advance('PT2H')
    await test.belfry.recipients.put({ id: 'ana', paused: {} })
    await test.advance('P1D')
    // it comes before, or together with that
    expect(await test.belfry.reminders.snooze(id, { for: 'PT10M' })).toMatchObject({ collapsed: true })
    await test.belfry.recipients.put({ id: 'ana', paused: null })
    await test.advance('P1D')
    expect((await test.belfry.reminders.get(id))?.dueAt).toEqual(new Date('2031-05-08T09:00:00Z'))
  })

  it('what was put off and then paused by itself still rings once both are over, where it would wait for Done', async () => {
    const test = await paused()
    const { id } = await test.belfry.reminders.schedule(reminder('one', { repeat: { afterCompletion: 'P2D' } }))
    await test.advance('PT1H')
    await test.belfry.reminders.pause(id)
    await test.belfry.recipients.put({ id: 'ana', paused: null })
    await test.belfry.reminders.resume(id)
    await test.settled()
    expect(test.memory.sent).toHaveLength(1)
  })

  it('a snoozed one stays snoozed; one that is cancelled meanwhile never rings', async () => {
    const test = await paused()
    const snoozed = await test.belfry.reminders.schedule(reminder('snoozed', { title: 'snoozed' }))
    const gone = await test.belfry.reminders.schedule(reminder('gone'))
    await test.belfry.reminders.snooze(snoozed.id, { for: 'PT10M' })
    await test.advance('PT1H')
    const put = { state: 'paused', dueAt: null, adjusted: 'snoozed' }
    expect(await test.belfry.reminders.get(snoozed.id)).toMatchObject(put)
    expect((await test.belfry.reminders.explain(snoozed.id)).next).toMatch(/^The recipient wants to be left alone/)
    expect(await test.belfry.reminders.cancel(gone.id)).toMatchObject({ cancelled: true })
    await test.belfry.recipients.put({ id: 'ana', paused: null })
    await test.settled()
    expect(titles(test.memory.sent)).toEqual(['snoozed'])
  })

  it.each([[undefined], ['2031-05-09T08:00:00Z']])(
    'what was put off and is snoozed then stays useful as long as it was (%s)',
    async (until) => {
      const test = await paused(until)
      const usefulUntil = '2031-05-07T08:01:00Z'
      const { id } = await test.belfry.reminders.schedule(reminder('one', { title: 'one', usefulUntil }))
      await test.advance('PT1H')
      await test.belfry.reminders.snooze(id, { for: 'PT1H' })
      expect((await test.belfry.reminders.get(id))?.usefulUntil).toEqual(new Date('2031-05-07T10:00:00Z'))
      // a second time, when that was put off too
      await test.advance('PT2H')
      await test.belfry.reminders.snooze(id, { for: 'P5D' })
      expect((await test.belfry.reminders.get(id))?.usefulUntil).toEqual(new Date('2031-05-12T11:00:00Z'))
      await test.belfry.recipients.put({ id: 'ana', paused: null })
      await test.advance('P5D')
      expect(titles(test.memory.sent)).toEqual(['one'])
    },
  )

  describe('a snoozed step of a plan that was put off', () => {
    async function snoozedStep(until?: string) {
      const test = await paused(until)
      const entity = {
        type: 'talk',
        id: '1',
        at: '2031-05-05T13:00:00Z',
        recipients: ['ana'],
        plan: ['-PT1H'],
        title: 'talk',
      }
      const { reminders } = await test.belfry.entities.put(entity)
      await test.belfry.reminders.snooze(reminders[0]!.id, { for: 'PT10M' })
      await test.advance('PT1H')
      return { test, entity }
    }

    it.each([[undefined], ['2031-05-05T11:00:00Z']])(
      'is exported with the moment that was chosen (%s)',
      async (until) => {
        const { test } = await snoozedStep(until)
        const lines = await gathered(test.belfry.export())
        const step = { recipient: 'ana', kind: '1h_before', until: '2031-05-05T08:10:00.000Z' }
        expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ snoozed: [step] }))
      },
    )

    it('is not forgotten when its entity changes', async () => {
      const { test, entity } = await snoozedStep()
      await test.belfry.entities.put({ ...entity, title: 'another title' })
      await test.belfry.recipients.put({ id: 'ana', paused: null })
      await test.settled()
      expect(titles(test.memory.sent)).toEqual(['another title'])
    })
  })

  it('another end moves what was put off, to and fro', async () => {
    const test = await paused('2031-05-06T08:00:00Z')
    await test.belfry.reminders.schedule(reminder('one', { title: 'one' }))
    await test.advance('PT1H')
    await test.belfry.recipients.put({ id: 'ana', paused: { until: '2031-05-05T12:00:00' } })
    await test.advance('PT2H')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1H')
    expect(titles(test.memory.sent)).toEqual(['one'])
  })

  describe('with quiet hours', () => {
    const night = { from: '22:00', to: '07:00' }
    const at = (id: string, moment: string, more: object = {}) =>
      reminder(id, { in: undefined, at: moment, title: id, ...more })

    it('is left alone until those end, also where they are said later', async () => {
      const test = await paused('2031-05-05T23:00:00')
      const put = await test.belfry.recipients.put({ id: 'ana', quietHours: night })
      expect(put.paused).toEqual({ until: new Date('2031-05-06T07:00:00Z') })
      const again = await test.belfry.recipients.put({ id: 'ana', paused: { until: '2031-05-05T23:30:00' } })
      expect(again.paused).toEqual({ until: new Date('2031-05-06T07:00:00Z') })
      await test.belfry.reminders.schedule(at('noon', '2031-05-05T12:00:00Z'))
      await test.advance('PT22H')
      expect(test.memory.sent).toEqual([])
      await test.advance('PT1H')
      expect(titles(test.memory.sent)).toEqual(['noon'])
      // A pause that is over does not come back with other hours.
      const later = await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '06:30', to: '21:00' } })
      expect(later.paused).toBeNull()
    })

    it('says so in the night: what can wait does, what cannot is shown in the app, and what is critical rings', async () => {
      const test = await paused()
      await test.belfry.recipients.put({ id: 'ana', quietHours: night, channels: ['memory'] })
      const wait = await test.belfry.reminders.schedule(at('wait', '2031-05-05T12:00:00Z'))
      await test.belfry.reminders.schedule(at('critical', '2031-05-05T22:30:00Z', { critical: true }))
      const early = at('early', '2031-05-05T22:50:00Z', { usefulUntil: '2031-05-06T03:00:00Z' })
      const advanced = await test.belfry.reminders.schedule(early)
      expect(await test.belfry.reminders.get(advanced.id)).toMatchObject({ adjusted: 'advanced' })
      await test.advance('PT14H10M')
      const shown = at('shown', '2031-05-05T22:20:00Z', { usefulUntil: '2031-05-06T03:00:00Z' })
      const inApp = await test.belfry.reminders.schedule(shown)
      expect(await test.belfry.reminders.get(inApp.id)).toMatchObject({ adjusted: 'in_app_only' })
      await test.advance('PT25M')
      await test.belfry.recipients.put({ id: 'ana', paused: null })
      await test.settled()
      expect(titles(test.memory.sent)).toEqual(['critical'])
      expect(await test.belfry.reminders.get(wait.id)).toMatchObject({
        ...{ adjusted: 'deferred', dueAt: new Date('2031-05-06T07:00:00Z') },
        plannedAt: new Date('2031-05-05T12:00:00Z'),
      })
      await test.advance('PT1H')
      expect(titles(test.memory.sent)).toEqual(['critical'])
      for (const { id } of [advanced, inApp])
        expect((await test.belfry.reminders.explain(id))?.deliveries).toMatchObject([
          { channel: 'in_app', state: 'sent' },
        ])
      await test.advance('PT8H')
      expect(titles(test.memory.sent)).toEqual(['critical', 'wait'])
    })

    it('what they had moved to the morning stays useful as long as it was', async () => {
      const test = await paused()
      await test.belfry.recipients.put({ id: 'ana', quietHours: night })
      const rule = { every: 'day', at: ['23:00'] }
      const daily = await test.belfry.reminders.schedule(reminder('daily', { in: undefined, rule, title: 'daily' }))
      const { usefulUntil } = (await test.belfry.reminders.get(daily.id))!
      await test.advance('PT24H')
      expect(await test.belfry.reminders.get(daily.id)).toMatchObject({ adjusted: 'paused', usefulUntil })
      await test.belfry.recipients.put({ id: 'ana', paused: {} })
      expect(await test.belfry.reminders.get(daily.id)).toMatchObject({ usefulUntil })
    })
  })

  it('whoever ends the pause while something is being put off comes before or after it: nothing is left behind', async () => {
    const test = await paused()
    const { id } = await test.belfry.reminders.schedule(reminder('one', { title: 'one' }))
    const sql = await running.client()
    // the fire stands between having put it off and its commit
    await sql.query('begin')
    await sql.query(
      `update belfry.reminders set due_at = null, planned_at = due_at, adjusted = 'paused', version = version + 1 where id = $1`,
      [id],
    )
    await sql.query(`select from belfry.recipients where id = 'ana' for share`)
    let isResumed = false
    const resuming = test.belfry.recipients.put({ id: 'ana', paused: null }).then(() => {
      isResumed = true
    })
    for (let i = 0; i < 20; i++) await test.belfry.clock.read()
    expect(isResumed).toBe(false)
    await sql.query('commit')
    await resuming
    expect(await test.belfry.reminders.get(id)).toMatchObject({ state: 'scheduled', adjusted: null })
  })

  it('what comes due while the pause is just being ended waits for that, and rings', async () => {
    const test = await paused()
    await test.belfry.reminders.schedule(reminder('one', { title: 'one' }))
    const [sql, watcher] = [await running.client(), await running.client()]
    await sql.query('begin')
    await sql.query(`update belfry.recipients set paused_until = null where id = 'ana'`)
    await test.belfry.clock.set(new Date('2031-05-05T08:01:00Z'))
    // the worker has tried meanwhile, and did not decide by what it could see
    await blocked(watcher)
    await sql.query('commit')
    await test.settled()
    expect(titles(test.memory.sent)).toEqual(['one'])
  })

  it('what cannot be read is refused, with its place', async () => {
    const test = await running.start()
    for (const [value, field] of [
      [true, '/paused'],
      [{ until: 'monday' }, '/paused/until'],
      [{ from: 'x' }, '/paused/from'],
    ] as const)
      await expect(test.belfry.recipients.put({ id: 'ana', paused: value as object })).rejects.toMatchObject({ field })
  })

  it('is told in the audit trail', async () => {
    const test = await paused()
    const { items } = await test.belfry.audit.list({ recipient: 'ana' })
    expect(items.map(({ action }) => action)).toContain('recipient_paused')
  })

  it('survives export and import, and what was put off is put off again', async () => {
    const test = await running.start({ now: began })
    const until = '2031-06-01T00:00:00.000Z'
    await test.belfry.recipients.put({ id: 'bo', paused: { until } })
    const { id } = await test.belfry.reminders.schedule(reminder('one', { title: 'one', recipient: 'bo' }))
    await test.advance('PT1H')
    const putOff = { state: 'paused', adjusted: 'paused', dueAt: new Date(until) }
    expect(await test.belfry.reminders.get(id)).toMatchObject(putOff)
    const lines = await gathered(test.belfry.export())
    expect(lines.join('\n')).toContain(`"paused":{"until":"${until}"}`)
    expect(lines.join('\n')).not.toContain('"adjusted"')
    const target = await running.open({ tenant: 'target' })
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [] })
    expect((await target.recipients.get('bo'))?.paused).toEqual({ until: new Date(until) })
    await test.settled()
    expect((await target.reminders.list({ recipient: 'bo' })).items).toMatchObject([{ title: 'one', ...putOff }])
  })
})
