import { describe, expect, it } from 'vitest'
import { memoryChannel, type Worker } from '../../src/index.ts'
import { createMetrics, type Metrics, type MetricsOptions } from '../../src/observe/metrics.ts'
import { onServer } from '../database.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

function watch(belfry: MetricsOptions['belfry'], ...workers: Worker[]): Metrics {
  const metrics = createMetrics({ belfry, version: '1.2.3', sampleEveryMs: 0, sampleWaitMs: 60_000 })
  atEnd(async () => metrics.close())
  for (const worker of workers) metrics.observe(worker)
  return metrics
}

/** The value of one series, named as in the text. */
async function seriesValue(metrics: Metrics, series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('what workers did', () => {
  it('is counted by channel and outcome, with lateness and durations', async () => {
    const test = await start()
    const metrics = watch(test.belfry, test.worker)
    test.memory.script(({ entity }) => ({ kind: entity.id === '0' ? 'refused' : 'delivered' }))
    await test.belfry.reminders.scheduleMany(many(5))
    await test.belfry.reminders.schedule(reminder('inbox', { channels: ['in_app'] }))
    await test.jump('2030-01-01T00:01:40Z')
    const text = await metrics.text()
    expect(text).toContain('belfry_deliveries_total{channel="memory",outcome="sent"} 4\n')
    expect(text).toContain('belfry_deliveries_total{channel="memory",outcome="failed"} 1\n')
    expect(text).toContain('belfry_deliveries_total{channel="in_app",outcome="sent"} 1\n')
    expect(text).toContain('belfry_attempts_total{channel="memory",outcome="delivered"} 4\n')
    expect(text).toContain('belfry_attempts_total{channel="memory",outcome="refused"} 1\n')
    expect(text).toContain('belfry_attempt_duration_seconds_count{channel="memory",outcome="delivered"} 4\n')
    // due at one minute, sent forty seconds later, in-app too
    expect(text).toContain('belfry_lateness_seconds_bucket{le="30"} 0\n')
    expect(text).toContain('belfry_lateness_seconds_count 6\n')
    expect(text).toMatch(/belfry_batch_duration_seconds_count\{step="fire"\} [1-9]/)
    expect(text).toMatch(/belfry_batch_duration_seconds_count\{step="conclude"\} [1-9]/)
    expect(text).toContain('belfry_workers 1\n')
    expect(text).toContain('belfry_workers_idle 1\n')
    expect(text).toContain('belfry_deliveries_attention{state="failed"} 1\n')
  })

  it('a retry and a later channel are not late', async () => {
    const later = memoryChannel({ name: 'later' })
    const test = await start({ channels: [later] })
    const metrics = watch(test.belfry, test.worker)
    test.memory.script(({ attempt }) => ({ kind: attempt === 1 ? 'deferred' : 'delivered' }))
    await test.belfry.reminders.schedule(reminder('a', { channels: ['memory', { channel: 'later', after: 'PT30M' }] }))
    await test.advance('PT1H')
    expect(later.sent).toHaveLength(1)
    const text = await metrics.text()
    expect(text).toContain('belfry_attempts_total{channel="memory",outcome="deferred"} 1\n')
    expect(text).toContain('belfry_deliveries_total{channel="memory",outcome="sent"} 1\n')
    expect(text).toContain('belfry_lateness_seconds_count 2\n')
    expect(text).toContain('belfry_lateness_seconds_bucket{le="60"} 2\n')
  })

  it('leases that ran out, and batches that failed', async () => {
    const test = await start()
    const metrics = watch(test.belfry, test.worker)
    const sql = await client()
    await sql.query(`create function public.poison() returns trigger language plpgsql as $$
      begin if new.entity_id = '1' and new.state <> 'quarantined' then raise exception 'poison'; end if; return new; end $$`)
    await sql.query(
      'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
    )
    await test.belfry.reminders.scheduleMany(many(2))
    const quarantined = new Promise((resolve) => test.worker.events.once('quarantined', resolve))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await quarantined
    expect(await seriesValue(metrics, 'belfry_failures_total{step="fire",failure="statement"}')).toBeGreaterThanOrEqual(
      5,
    )
    expect(await seriesValue(metrics, 'belfry_deliveries_total{channel="none",outcome="quarantined"}')).toBe(1)
    expect(await seriesValue(metrics, 'belfry_lease_expiries_total')).toBe(0)
    test.worker.events.emit('reaped', { count: 3 })
    expect(await seriesValue(metrics, 'belfry_lease_expiries_total')).toBe(3)
  })

  it('what passed before it was planned, and what a series missed', async () => {
    const test = await start()
    const metrics = watch(test.belfry, test.worker)
    const meeting = { type: 'meeting', id: 'm', recipients: ['ana'], plan: ['-PT24H', '-PT1H'] }
    await test.belfry.entities.put({ ...meeting, at: '2030-01-01T05:00:00Z' })
    expect(await seriesValue(metrics, 'belfry_occurrences_skipped_past_total')).toBe(1)
    await test.belfry.reminders.schedule({
      entity: { type: 'habit', id: 'h' },
      recipient: 'ana',
      at: '2030-01-01T09:00:00',
      timezone: 'UTC',
      rule: 'FREQ=DAILY',
      missed: 'skip',
    })
    await test.jump('2030-01-03T12:00:00Z')
    expect(await seriesValue(metrics, 'belfry_occurrences_missed_total')).toBeGreaterThanOrEqual(1)
  })

  it('batches of alarms: how long, how many at once, and what became of them', async () => {
    const memory = memoryChannel()
    const belfry = await open({ channels: [memory], defaultChannels: ['memory'] })
    await belfry.clock.set(new Date('2031-01-01T01:00:00Z'))
    const metrics = watch(belfry)
    memory.script(({ recipient }) => ({
      kind: recipient === 'a' ? 'refused' : recipient === 'b' ? 'unknown' : 'delivered',
    }))
    for (const userId of ['a', 'b', 'c', 'd']) await belfry.alarms.put({ pageId: `page-${userId}`, userId })
    await belfry.alarms.run({ concurrency: 3 })
    // A request's verbs are heard, too.
    await belfry.as({ actor: 'somebody' }).alarms.run({ concurrency: 5 })
    const text = await metrics.text()
    expect(text).toContain('belfry_alarm_run_duration_seconds_count 2\n')
    expect(text).toContain('belfry_alarm_run_concurrency 5\n')
    expect(text).toContain('belfry_alarm_run_alarms_total{outcome="sent"} 2\n')
    expect(text).toContain('belfry_alarm_run_alarms_total{outcome="failed"} 1\n')
    expect(text).toContain('belfry_alarm_run_alarms_total{outcome="other"} 1\n')
  })

  it('looks go on counting when a worker has stopped', async () => {
    const test = await start()
    const metrics = watch(test.belfry, test.worker)
    await test.settled()
    const before = await seriesValue(metrics, 'belfry_worker_looks_total')
    await test.worker.stop()
    expect(await seriesValue(metrics, 'belfry_worker_looks_total')).toBeGreaterThanOrEqual(before!)
    expect(await seriesValue(metrics, 'belfry_workers')).toBe(0)
  })
})

describe('a scrape', () => {
  it('has the pools, the build, the process, the sweeps and the requests', async () => {
    const belfry = await open()
    const metrics = watch(belfry)
    metrics.sweep('cleanup', 'ok')
    metrics.http('GET', '/v1/reminders/:id', 200, 0.004)
    metrics.http('BREW', '/v1/reminders/:id', 404, 0.004)
    const text = await metrics.text()
    expect(text).toContain('belfry_database_up 1\n')
    expect(text).toMatch(/belfry_pool_connections\{pool="verbs",state="idle"\} [1-9]/)
    expect(text).toContain('belfry_pool_waiting{pool="verbs"} 0\n')
    expect(text).toContain(
      `belfry_build_info{version="1.2.3",node="${process.version}",tzdb="${process.versions.tz}"} 1\n`,
    )
    expect(text).toMatch(/process_resident_memory_bytes [1-9]/)
    expect(text).toMatch(/belfry_event_loop_delay_seconds\{quantile="1"\} \d/)
    expect(text).toContain('belfry_sweep_runs_total{sweep="cleanup",outcome="ok"} 1\n')
    expect(text).toContain('belfry_http_requests_total{method="GET",route="/v1/reminders/:id",status="200"} 1\n')
    expect(text).toContain('belfry_http_requests_total{method="OTHER",route="/v1/reminders/:id",status="404"} 1\n')
    expect(text).toContain(
      'belfry_http_request_duration_seconds_bucket{method="GET",route="/v1/reminders/:id",le="0.005"} 1\n',
    )
  })

  it('is well-formed: each line is a comment or a sample of the family above it', async () => {
    const test = await start()
    const metrics = watch(test.belfry, test.worker)
    await test.belfry.reminders.scheduleMany(many(2))
    await test.jump('2030-01-01T00:01:00Z')
    const text = await metrics.text()
    expect(text.endsWith('\n')).toBe(true)
    let family = ''
    for (const line of text.slice(0, -1).split('\n')) {
      const [, name] = /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line) ?? []
      family = name ?? family
      if (line.startsWith('# ')) continue
      expect(line).toMatch(/^[a-z_]+(\{([a-z]+="([^"\\\n]|\\[\\n"])*",?)+\})? (-?\d+(\.\d+)?(e[-+]\d+)?|[+-]Inf)$/)
      expect(line.replace(/[{ ].*$/, '').replace(/_(bucket|sum|count)$/, '')).toBe(family)
    }
  })

  it('of a database that is away answers with the last numbers, and says so', async () => {
    const belfry = await open()
    const metrics = watch(belfry)
    await belfry.reminders.schedule(reminder('a', { in: 'P1D' }))
    expect(await seriesValue(metrics, 'belfry_reminders_pending')).toBe(1)
    const name = new URL(url()).pathname.slice(1)
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    // the first may still find a connection that does not know yet; it fails all the same
    const text = await metrics.text()
    expect(text).toContain('belfry_database_up 0\n')
    expect(text).toContain('belfry_reminders_pending 1\n')
    await onServer(`alter database ${name} allow_connections true`)
    expect(await seriesValue(metrics, 'belfry_database_up')).toBe(1)
  })
})
