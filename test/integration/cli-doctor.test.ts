// doctor on a database in which trouble was planted.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

interface Diagnosis {
  readonly state: string
  readonly findings: readonly {
    readonly check: string
    readonly state: string
    readonly words: string
    readonly todo?: string
  }[]
}

let database: TestDatabase
let belfry: Belfry
let client: pg.Client
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url })
  await belfry.recipients.put({ id: 'ana' })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  cli = new CommandLine({ DATABASE_URL: database.url })
})
afterAll(async () => {
  await cli.close()
  await client.end()
  await belfry.close()
  await database.drop()
})

async function diagnose() {
  const { code, stdout } = await cli.inside(['doctor', '--json'])
  const { state, findings } = JSON.parse(stdout) as Diagnosis
  // How fast this machine is today is no trouble that was planted; what is said of it is in src/cli/doctor/checks.test.ts.
  const planted = findings.filter(({ check }) => check !== 'round trip')
  const bad = planted.filter((one) => one.state !== 'ok').map((one) => [one.check, one.state])
  return { code, state, bad: Object.fromEntries(bad) as Record<string, string>, findings }
}

it('with a worker and nothing wrong, all is well', async () => {
  const worker = belfry.startWorker()
  await expect.poll(() => belfry.workers.list()).toMatchObject([{ id: worker.id }])
  const { code, bad, findings } = await diagnose().finally(() => worker.stop())
  expect({ code, bad }).toEqual({ code: 0, bad: {} })
  expect(findings.find(({ check }) => check === 'worker')?.words).toBe(worker.id)
  expect(findings.find(({ check }) => check === 'demo mode')?.words).toBe(
    'email, web_push, telegram: nothing is sent there',
  )
})

it('finds each trouble that is there, and says what to do', async () => {
  const { id } = await belfry.reminders.schedule({ entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1H' })
  await client.query(
    `update belfry.reminders set due_at = now() - interval '10 minutes', tz_version = '1999a' where id = $1`,
    [id],
  )
  await belfry.ledger.markReminderAsSent({ entityType: 'note', entityId: '2', reminderType: 'once', userId: 'ana' })
  for (const [i, state] of ['unknown', 'failed', 'quarantined'].entries()) {
    await client.query(
      `insert into belfry.deliveries (at, due_at, occurrence_key, attention_at, useful_until, generation, attempt, bucket, critical,
         parked, repeatable, reminder, tenant, entity_type, entity_id, kind, recipient, occurrence, channel, state, reason)
       select at, due_at, $1, now(), useful_until, generation, 1, bucket, critical, parked, repeatable, reminder, tenant,
         entity_type, entity_id, kind, recipient, occurrence, 'email', $2, $3
       from belfry.deliveries where entity_id = '2' and channel = 'hand'`,
      [i + 1, state, { unknown: 'outcome_unknown', failed: 'refused', quarantined: 'lost_too_often' }[state] ?? null],
    )
  }
  await client.query(
    `insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
     values (0, 'w-gone', now() - interval '1 minute', '{}', '{}', '{}', '{}')`,
  )
  await client.query(
    `insert into belfry.requests (tenant, verb, entity_type, entity_id, entity_lock, input, failed_at, error)
     values ('default', 'schedule', 'note', '3', 1, '{}', now(), '{"code": "invalid_input", "message": "x"}')`,
  )
  await belfry.holds.hold({ channel: 'email', reason: 'planted' })
  await belfry.clock.set(new Date((await belfry.clock.read()).now))
  const { code, state, bad, findings } = await diagnose()
  expect({ code, state }).toEqual({ code: 1, state: 'fail' })
  expect(bad).toEqual({
    'driven clock': 'fail',
    'time zones': 'warn',
    holds: 'warn',
    worker: 'fail',
    overdue: 'fail',
    leases: 'warn',
    unknown: 'warn',
    failed: 'warn',
    quarantined: 'fail',
    requests: 'warn',
  })
  expect(findings.filter((one) => one.state !== 'ok' && !one.todo)).toEqual([])
  const { stdout } = await cli.run(['doctor'])
  expect(stdout).toMatch(/fail {2}worker +none is running\n +→ belfry serve, or belfry work\n/)
})

it('is coloured for people, unless they do not want that', async () => {
  expect((await cli.inside(['doctor'], { isTty: true })).stdout).toContain('\u001b[31mfail\u001b[39m')
  const plain = await cli.inside(['doctor'], { isTty: true, environment: { NO_COLOR: '1' } })
  expect(plain.stdout).toMatch(/^ok {4}database/)
  expect(plain.stdout).not.toContain('\u001b')
})
