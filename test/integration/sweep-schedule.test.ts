// When sweeps run by themselves: the schedule is in the table, survives restarts, is not doubled by several workers, and a tick
// that was missed runs once.

import { describe, expect, it, vi } from 'vitest'
import type { SweepItem } from '../../src/index.ts'
import { asleep, useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, open, client } = useDatabase()

const startsOf = async (belfry: Awaited<ReturnType<typeof open>>, name = 'tasks') =>
  (await belfry.sweeps.runs(name, { limit: 200 })).runs.map(({ startedAt }) => startedAt.toISOString()).reverse()

describe('a sweep runs by its schedule', () => {
  it('over 48 hours of a driven clock an hourly sweep runs at exactly its ticks', async () => {
    const test = await start({ now: '2030-01-15T10:20:00Z' })
    const sql = await client()
    await makeTasks(sql)
    await test.belfry.sweeps.put(hourly())
    await addTask(sql, 1, at('+PT30H'))
    await test.advance('PT48H')
    const expected = Array.from({ length: 48 }, (_, i) => at(`+PT${i + 1}H`).toISOString())
    expect(await startsOf(test.belfry)).toEqual(expected)
    expect(told(test.memory)).toEqual(['1 due_soon'])
    expect(test.memory.sent[0]!.dueAt).toEqual(at('+PT6H'))
  })

  it('the clock of a server, too, stops at each of its ticks', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await test.belfry.sweeps.put(hourly({}, { every: '*/30 * * * *' }))
    expect(await test.belfry.clock.advance('PT3H')).toMatchObject({ reached: true })
    const expected = [30, 60, 90, 120, 150, 180].map((minutes) => at(`+PT${minutes}M`).toISOString())
    expect(await startsOf(test.belfry)).toEqual(expected)
  })

  it('survives a restart, and a missed tick runs once', async () => {
    const first = await start({ now })
    await makeTasks(await client())
    await first.belfry.sweeps.put(hourly())
    await first.advance('PT1H')
    await first.belfry.close()
    const again = await start({ now: at('+PT5H30M').toISOString() })
    await again.settled()
    await again.advance('PT1H')
    expect(await startsOf(again.belfry)).toEqual(
      [at('+PT1H'), at('+PT5H30M'), at('+PT6H')].map((one) => one.toISOString()),
    )
    expect((await again.belfry.sweeps.get('tasks'))!.nextRunAt).toEqual(at('+PT7H'))
  })

  it('several workers do not double it', async () => {
    const test = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 50; id++) await addTask(sql, id, at('+PT30H'))
    const others = await Promise.all([1, 2, 3].map(() => open()))
    for (const other of others) other.startWorker()
    await test.belfry.sweeps.put(hourly())
    // One call takes so long and no longer: the clock may stand on the way, and is moved on.
    const endMs = at('+PT10H').getTime()
    for (let leftMs = 36_000_000; leftMs > 0; )
      leftMs = endMs - (await test.belfry.clock.advance(`PT${leftMs / 1_000}S`)).now.getTime()
    const expected = Array.from({ length: 10 }, (_, i) => at(`+PT${i + 1}H`).toISOString())
    expect(await startsOf(test.belfry)).toEqual(expected)
  })

  it('in real time a worker wakes for it by itself', async () => {
    const belfry = await open(asleep)
    const sql = await client()
    await makeTasks(sql)
    const worker = belfry.startWorker()
    const ended = new Promise((resolve) =>
      belfry.onNotice((notice) => notice.kind === 'sweep' && notice.sweep === 'tasks' && resolve(notice)),
    )
    await new Promise((resolve) => worker.events.once('idle', resolve))
    await belfry.sweeps.put(hourly())
    // A minute is the shortest interval: the next tick is put so near that nothing but the sleep can bring it.
    await sql.query(`update belfry.sweeps set next_at = clock_timestamp() + interval '300 ms' where name = 'tasks'`)
    await sql.query('notify belfry')
    expect(await ended).toMatchObject({ outcome: 'ok', reminded: 0, errors: 0 })
  })

  it('one that is not enabled runs only when it is asked to', async () => {
    const test = await start({ now })
    await makeTasks(await client())
    const put = await test.belfry.sweeps.put(hourly({}, { enabled: false }))
    expect(put.nextRunAt).toBe(null)
    await test.advance('PT5H')
    expect(await startsOf(test.belfry)).toEqual([])
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ trigger: 'request' })
    expect((await test.belfry.sweeps.put(hourly())).nextRunAt).toEqual(at('+PT6H'))
    await test.advance('PT1H')
    expect((await test.belfry.sweeps.get('tasks'))!.lastRun).toMatchObject({ trigger: 'schedule', state: 'done' })
  })

  it('described anew it keeps its tick, unless the schedule is another one', async () => {
    const test = await start({ now: at('+PT20M').toISOString() })
    await makeTasks(await client())
    await test.belfry.sweeps.put(hourly())
    await test.belfry.clock.set(at('+PT2H20M'))
    expect((await test.belfry.sweeps.put(hourly({}, { kind: 'soon' }))).nextRunAt!.getTime()).toBeLessThanOrEqual(
      at('+PT3H').getTime(),
    )
    await test.settled()
    expect((await test.belfry.sweeps.put(hourly({}, { every: 'PT6H' }))).nextRunAt).toEqual(at('+PT8H'))
    // The clock was put back: it does not wait for years.
    await test.belfry.clock.set(at('-PT24H'))
    expect((await test.belfry.sweeps.put(hourly({}, { every: 'PT6H' }))).nextRunAt).toEqual(at('-PT22H'))
  })

  it('a worker that stops ends its run between two batches, and the next run goes on', async () => {
    const test = await start({ now })
    let asked = 0
    let stopping: Promise<void> | null = null
    function* items(): Generator<SweepItem> {
      for (let id = 1; id <= 40; id++) {
        asked = id
        if (id === 15) stopping ??= test.worker.stop()
        yield { id: String(id), due: at('+PT5H'), recipient: 'ana' }
      }
    }
    await test.belfry.sweeps.put({ name: 'slow', every: 'PT1H', batchSize: 10, source: { items } })
    await test.belfry.clock.set(at('+PT1H'))
    test.worker.wake()
    await new Promise((resolve) => test.worker.events.once('stopped', () => resolve(null)))
    await stopping
    const [run] = (await test.belfry.sweeps.runs('slow')).runs
    expect(run).toMatchObject({ state: 'done', reminded: 10 })
    expect(asked).toBe(20)
    // It is due again at once, for whichever worker there is.
    expect((await test.belfry.sweeps.get('slow'))!.nextRunAt).toEqual(at('+PT1H'))
    const other = test.belfry.startWorker()
    await new Promise((resolve) =>
      test.belfry.onNotice((notice) => notice.kind === 'sweep' && notice.sweep === 'slow' && resolve(null)),
    )
    await other.stop()
    const [next] = (await test.belfry.sweeps.runs('slow')).runs
    expect(next).toMatchObject({ reminded: 30, skipped: { already_reminded: 10 } })
  })
})

describe('a function that yields items', () => {
  it('is asked for the window, and items outside of it are left out', async () => {
    const test = await start({ now })
    const windows: { after: Date; upto: Date }[] = []
    async function* items(window: { after: Date; upto: Date }): AsyncGenerator<SweepItem> {
      windows.push(window)
      yield { id: 'now', due: at('+PT0S'), recipient: 'ana' }
      yield { id: 'soon', due: '2030-01-15T12:00:00', recipient: 'ana', values: { title: 'Soon' } }
      yield { id: 'bo', due: at('+PT24H'), recipient: 'bo', profile: { timezone: 'Asia/Seoul' } }
      yield { id: 'later', due: at('+PT24H0.001S'), recipient: 'ana' }
      yield { id: 'nobody', due: at('+PT5H') }
      yield { id: 'bad', due: 'tomorrow', recipient: 'ana' }
    }
    await test.belfry.sweeps.put({ name: 'things', every: 'PT1H', source: { items } })
    const run = await test.belfry.sweeps.run('things')
    await test.settled()
    expect(windows).toEqual([{ after: at('+PT0S'), upto: at('+PT24H') }])
    expect(run).toMatchObject({ examined: 6, reminded: 2, errors: 1, skipped: { outside: 2, no_recipient: 1 } })
    expect(run.problems).toMatchObject([{ item: 'bad' }])
    expect(told(test.memory)).toEqual(['bo due_soon', 'soon due_soon'])
    expect(test.memory.sent.find(({ entity }) => entity.id === 'soon')).toMatchObject({ title: 'Soon' })
    expect(await test.belfry.recipients.get('bo')).toMatchObject({ timezone: 'Asia/Seoul' })
  })

  it('lives in the process that has it: no other one runs that sweep', async () => {
    const test = await start({ now })
    const other = await open()
    const worker = other.startWorker()
    await test.belfry.sweeps.put({ name: 'mine', every: 'PT1H', source: { items: () => [] } })
    await expect(other.sweeps.run('mine')).rejects.toMatchObject({ code: 'in_use' })
    expect((await other.sweeps.get('mine'))!.definition).toMatchObject({ source: { items: 'function' } })
    await test.advance('PT3H')
    expect(await startsOf(test.belfry, 'mine')).toHaveLength(3)
    await test.worker.stop()
    await other.clock.set(at('+PT5H'))
    await new Promise((resolve) => {
      worker.events.once('idle', resolve)
      worker.wake()
    })
    expect(await startsOf(other, 'mine')).toHaveLength(3)
  })

  it('that throws fails the run, and what it had yielded stays done', async () => {
    const test = await start({ now })
    let broken = true
    function* items(): Generator<SweepItem> {
      yield { id: '1', due: at('+PT5H'), recipient: 'ana' }
      if (broken) throw new Error('no such host')
      yield { id: '2', due: at('+PT5H'), recipient: 'ana' }
    }
    await test.belfry.sweeps.put({ name: 'things', every: 'PT1H', batchSize: 1, source: { items } })
    expect(await test.belfry.sweeps.run('things')).toMatchObject({ state: 'failed', reminded: 1 })
    broken = false
    expect(await test.belfry.sweeps.run('things')).toMatchObject({ state: 'done', reminded: 1 })
  })
})

describe('Belfry’s own sweeps', () => {
  it('have the same shape: retention and time zones are listed and have runs', async () => {
    const test = await start({ now, retentionDays: 90 })
    await test.belfry.ledger.markReminderAsSent({ entityType: 'a', entityId: '1', reminderType: 'r', userId: 'ana' })
    await test.advance('PT24H')
    const own = (await test.belfry.sweeps.list()).filter(({ origin }) => origin === 'built_in')
    expect(own.map(({ name, every }) => ({ name, every }))).toEqual([
      { name: 'calendars', every: 'PT1M' },
      { name: 'chats', every: 'P1D' },
      { name: 'meetings', every: 'PT1M' },
      { name: 'retention', every: 'P1D' },
      { name: 'zones', every: 'PT1H' },
    ])
    // Those that look every minute leave no run where they found nothing.
    expect(own.map(({ lastRun }) => lastRun?.state)).toEqual([undefined, 'done', undefined, 'done', 'done'])
    await test.jump(at('+PT2200H').toISOString())
    const [last] = (await test.belfry.sweeps.runs('retention')).runs
    expect(last).toMatchObject({ state: 'done', examined: 1, trigger: 'schedule' })
    expect(await test.belfry.sweeps.run('retention')).toMatchObject({ state: 'done', examined: 0, trigger: 'request' })
    await expect(test.belfry.sweeps.delete('retention')).rejects.toMatchObject({ code: 'not_found' })
    await expect(test.belfry.sweeps.put(hourly({}, { name: 'zones' }))).rejects.toMatchObject({ field: '/name' })
  })

  it('remove nothing where the ledger is kept for ever', async () => {
    const test = await start({ now, retentionDays: null })
    await test.belfry.ledger.markReminderAsSent({ entityType: 'a', entityId: '1', reminderType: 'r', userId: 'ana' })
    await test.jump(at('+PT9000H').toISOString())
    expect((await test.belfry.sweeps.runs('retention')).runs).toEqual([])
    const key = { entityType: 'a', entityId: '1', reminderType: 'r', userId: 'ana' }
    expect(await test.belfry.ledger.wasReminderSent(key)).toBe(true)
  })

  it('run as often as this version says, whatever an earlier one has written', async () => {
    const test = await start({ now })
    const sql = await client()
    await sql.query(
      `update belfry.sweeps set every = 'P7D', next_at = belfry.now() + interval '7 days' where name = 'zones'`,
    )
    await test.belfry.close()
    const later = await open()
    const found = (await later.sweeps.list()).find(({ name }) => name === 'zones')
    expect(found).toMatchObject({ every: 'PT1H', definition: { every: 'PT1H' }, nextRunAt: at('+PT1H') })
  })

  it('say that they are still there while they are at work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const test = await start({ now, retentionDays: 90 })
      await test.worker.stop()
      const sql = await client()
      const other = await client()
      await other.query('begin')
      await other.query('lock table belfry.deliveries in access exclusive mode')
      const running = test.belfry.sweeps.run('retention')
      const beat = `select beat_at::text as at from belfry.runs where sweep = 'retention' and state = 'running'`
      const beatAt = async () => (await sql.query<{ at: string }>(beat)).rows[0]?.at
      let first = await beatAt()
      while (first === undefined) first = await beatAt()
      let next: string | undefined = first
      while (next === first) {
        vi.advanceTimersByTime(60_000)
        next = await beatAt()
      }
      await other.query('rollback')
      expect(await running).toMatchObject({ state: 'done' })
      expect(next).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('are not of a tenant’s business', async () => {
    const { belfry } = await start({ now })
    const verbs = belfry.as({ tenant: 'default', actor: 'somebody' })
    expect(await verbs.sweeps.list()).toEqual([])
    await expect(verbs.sweeps.run('zones')).rejects.toMatchObject({ code: 'not_found' })
  })
})
