// The connections of runs: behind a pooler, with a database URL that says things of its own, and how many there are.

import { describe, expect, it } from 'vitest'
import { proxyTo } from '../database-proxy.ts'
import { gateAtReminded } from './gate.ts'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now, told } from './sweeping.ts'

const { start, open, client, url, atEnd } = useDatabase()

const refused = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'

/** As PgBouncer does: no options when a connection begins. */
function withoutOptions(startup: Buffer): Buffer | null {
  if (!startup.toString('latin1').split('\0').includes('options')) return null
  const message = Buffer.alloc(5 + refused.length)
  message.write('E', 0)
  message.writeInt32BE(4 + refused.length, 1)
  message.write(refused, 5)
  return message
}

async function behindPooler(): Promise<string> {
  const sql = await client()
  const { rows } = await sql.query('select current_database() as name')
  // Whoever relies on a session gets this one.
  await sql.query(`alter database ${rows[0].name} set timezone = 'America/New_York'`)
  await sql.query(`alter database ${rows[0].name} set datestyle = 'SQL, DMY'`)
  const pooler = await proxyTo(url(), withoutOptions)
  atEnd(() => pooler.close())
  return pooler.url
}

describe('behind a pooler in transaction mode', () => {
  it('a table is read and claimed without a session', async () => {
    const database = await behindPooler()
    const test = await start({ now, database, pooled: true })
    const sql = await client()
    await makeTasks(sql)
    for (let id = 1; id <= 5; id++) await addTask(sql, id, at(`+PT${id}H`))
    const put = await test.belfry.sweeps.put(hourly({ reminderSentAt: 'reminder_sent_at' }, { batchSize: 2 }))
    expect(put.warnings).toEqual([])
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', examined: 5, reminded: 5, errors: 0 })
    const claimed = await sql.query('select from public.tasks where reminder_sent_at = $1', [at('+PT0S')])
    expect(claimed.rowCount).toBe(5)
    await test.settled()
    expect(told(test.memory)).toHaveLength(5)
  })

  it('so is a table of another database, whatever stands before our own', async () => {
    const app = await behindPooler()
    const test = await start({ now, connections: { app } })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.sweeps.put(hourly({ connection: 'app', reminderSentAt: 'reminder_sent_at' }))
    expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1 })
  })
})

describe('runs by request', () => {
  it('go four at a time, whoever asks: the others wait, and take no connections', async () => {
    const test = await start({ now })
    const sql = await client()
    let [running, runningMax, connectionsMax] = [0, 0, 0]
    let goOn = () => {}
    const four = new Promise<void>((resolve) => {
      goOn = resolve
    })
    async function* items() {
      running += 1
      if (running === 4) goOn()
      await four
      const { rowCount } = await sql.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'belfry sweep %'`,
      )
      connectionsMax = Math.max(connectionsMax, rowCount ?? 0)
      runningMax = Math.max(runningMax, running)
      running -= 1
      yield* []
    }
    await test.belfry.sweeps.put({ name: 'counted', every: 'PT1H', enabled: false, source: { items } })
    const askers = [test.belfry, test.belfry.as({ tenant: 'default', actor: 'somebody' })]
    const runs = await Promise.all(
      Array.from({ length: 24 }, (_, i) => askers[i % askers.length]!.sweeps.run('counted')),
    )
    expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'done'))
    expect(runningMax).toBe(4)
    expect(connectionsMax).toBeLessThanOrEqual(8)
  })

  it('one that fails gives its place to the next', async () => {
    const test = await start({ now })
    await Promise.all(
      Array.from({ length: 9 }, () =>
        expect(test.belfry.sweeps.run('none')).rejects.toMatchObject({ code: 'not_found' }),
      ),
    )
  })
})

describe('a database URL with a name and options', () => {
  const withOwn = () => {
    const database = new URL(url())
    database.searchParams.set('application_name', 'shop')
    database.searchParams.set('options', '-c search_path=app -c timezone=America/New_York -c datestyle=SQL,DMY')
    return database.href
  }

  it('does not make a run look as if it were cut off', async () => {
    const test = await start({ now, database: withOwn() })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await test.belfry.sweeps.put(hourly({ table: 'public.tasks' }, { enabled: false }))
    const other = await open({ database: withOwn() })
    const gate = await gateAtReminded(sql)
    const first = test.belfry.sweeps.run('tasks')
    await gate.reached()
    const second = await other.sweeps.run('tasks')
    const { runs } = await other.sweeps.runs('tasks')
    expect(runs.map(({ id, state }) => [id === second.id, state])).toEqual([
      [true, 'done'],
      [false, 'running'],
    ])
    await gate.open()
    expect(await first).toMatchObject({ state: 'done', reminded: 1 })
  })

  it('keeps its options, and Belfry its own', async () => {
    const database = withOwn()
    const test = await start({ now, database, connections: { app: database } })
    const sql = await client()
    await sql.query('create schema app')
    await sql.query('create table app.tasks (id bigint primary key, owner text, due_at timestamptz)')
    await sql.query(`insert into app.tasks values (1, 'ana', $1)`, [at('+PT5H')])
    for (const connection of [null, 'app']) {
      await test.belfry.sweeps.put(hourly({ connection, table: 'tasks' }, { enabled: false, kind: `by-${connection}` }))
      expect(await test.belfry.sweeps.run('tasks')).toMatchObject({ state: 'done', reminded: 1, errors: 0 })
    }
    const names = await sql.query(
      `select distinct application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(names.rows.map(({ name }) => name)).not.toContain('shop')
  })
})
