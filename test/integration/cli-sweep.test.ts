// `belfry sweep`, on a table of somebody's.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry, type Run, type Sweep } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { proxyTo } from '../database-proxy.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

const tasks = {
  name: 'tasks',
  every: 'PT1H',
  source: { table: 'public.tasks', due: 'due_date', recipient: 'owner', columns: { title: 'title' } },
}
const noSweep = 'There is no sweep "none". (at /name) Accepted: one that belfry sweep lists.'

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

beforeEach(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.clock.set(new Date('2031-03-01T08:30:00Z'))
  cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven' })
  await library.recipients.put({ id: 'ana' })
  await query(`create table public.tasks (id integer primary key, due_date timestamptz not null, owner text, title text);
    insert into public.tasks select i, '2031-03-01T12:00:00Z', 'ana', 'Task ' || i from generate_series(1, 3) i;
    create index on public.tasks (due_date)`)
  writeFileSync(join(cli.directory, 'tasks.json'), JSON.stringify(tasks))
})
afterEach(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

describe('sweep', () => {
  it('puts, lists, shows, runs and deletes', async () => {
    expect(await cli.json<Sweep>(['sweep', 'put', 'tasks.json'])).toMatchObject({ name: 'tasks', lastRun: null })
    const listed = await cli.inside(['sweep', 'list'])
    expect(listed.stdout).toMatch(/^name +every +next +last +from\n/)
    expect(listed.stdout).toMatch(/\ntasks +PT1H +in 30 min \(10:00:00\) +never +library\n/)
    // Belfry's own are there, too.
    expect(listed.stdout).toMatch(/\nretention +P1D .* built_in\n/)
    const run = await cli.json<Run>(['sweep', 'run', 'tasks'])
    expect(run).toMatchObject({
      sweep: 'tasks',
      state: 'done',
      trigger: 'request',
      examined: 3,
      reminded: 3,
      errors: 0,
    })
    const again = await cli.inside(['sweep', 'run', 'tasks'])
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/^Done in \d+\.\d s: 0 of 3 reminded of, skipped: 3 already_reminded\.\n$/)
    const { items } = await cli.json<{ items: Run[] }>(['sweep', 'runs', 'tasks'])
    expect(items.map(({ reminded }) => reminded)).toEqual([0, 3])
    expect((await cli.inside(['sweep', 'runs', 'tasks', '--limit', '1'])).stdout).toMatch(
      / +done +3 +0 +3 already_reminded +0 /,
    )
    expect((await cli.inside(['sweep', 'show', 'tasks'])).stdout).toContain('"table": "public.tasks"')
    expect(await cli.inside(['sweep', 'delete', 'tasks'])).toMatchObject({ code: 0, stdout: 'Deleted: tasks.\n' })
    expect(await library.sweeps.get('tasks')).toBeNull()
  })

  it('a run that failed ends with 1, and says why', async () => {
    const proxy = await proxyTo(database.url)
    try {
      const environment = { BELFRY_CONNECTION_CLINIC: proxy.url }
      const elsewhere = { ...tasks, source: { ...tasks.source, connection: 'clinic' } }
      writeFileSync(join(cli.directory, 'tasks.json'), JSON.stringify(elsewhere))
      await cli.inside(['sweep', 'put', 'tasks.json'], { environment })
      await proxy.takeAway()
      const failed = await cli.inside(['sweep', 'run', 'tasks'], { environment })
      expect(failed.code).toBe(1)
      expect(failed.stdout).toMatch(/^Failed in/)
      await proxy.bringBack()
      expect(await cli.json<Run>(['sweep', 'run', 'tasks'], { environment })).toMatchObject({
        state: 'done',
        reminded: 3,
      })
    } finally {
      await proxy.close()
    }
  })

  it('a row that is bad is named, and the others go on', async () => {
    await query(`update public.tasks set owner = repeat('x', 300) where id = 2`)
    await cli.json(['sweep', 'put', 'tasks.json'])
    const { code, stdout } = await cli.inside(['sweep', 'run', 'tasks'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Done in .*: 2 of \d reminded of.*, 1 with errors\.\n\nitem +what was wrong\n2 +\S/)
  })

  it.each([
    [['sweep', 'run', 'none'], 3, noSweep],
    [['sweep', 'runs', 'none'], 3, noSweep],
    [['sweep', 'show', 'none'], 3, noSweep],
    [['sweep', 'delete', 'none'], 3, noSweep],
    [['sweep', 'run'], 2, 'Which sweep?'],
    [['sweep', 'fly'], 2, '"fly" is nothing to do with sweeps.'],
    [['sweep', 'constructor'], 2, '"constructor" is nothing to do with sweeps.'],
    [['sweep', 'toString', 'tasks'], 2, '"toString" is nothing to do with sweeps.'],
    [['sweep', 'list', 'tasks'], 2, '"tasks" is one word too many.'],
    [['sweep', 'show', 'tasks', 'again'], 2, '"again" is one word too many.'],
    [['sweep', 'put', 'none.json'], 3, 'There is no file none.json.'],
  ])('%j ends with %i', async (words, code, why) => {
    const ended = await cli.inside(words)
    expect([ended.code, ended.stdout]).toEqual([code, ''])
    expect(ended.stderr).toContain(why)
  })

  it('what is wrong with a description is said with its place', async () => {
    const wrong = async (text: string) => {
      writeFileSync(join(cli.directory, 'wrong.json'), text)
      const { code, stderr } = await cli.inside(['sweep', 'put', 'wrong.json'])
      return `${code} ${stderr.split('\n').at(-2)}`
    }
    expect(await wrong('{')).toContain('2 belfry: wrong.json is not JSON.')
    expect(await wrong(JSON.stringify({ ...tasks, evry: 'PT1H' }))).toMatch(/^2 .*Did you mean every\?/)
    expect(await wrong(JSON.stringify({ ...tasks, every: 'often' }))).toMatch(/^2 .*\(at \/every\)/)
  })
})

describe('the sweeps of the configuration file', () => {
  const file = `export default { sweeps: [
    ${JSON.stringify(tasks)},
    { name: 'counted', every: 'PT1H', source: { items: () => [{ id: '7', due: '2031-03-01T12:00:00Z', recipient: 'ana' }] } },
  ] }\n`

  it('are run from the command line, functions too, and not for a tenant of an option', async () => {
    writeFileSync(join(cli.directory, 'belfry.config.mjs'), file)
    const config = ['--config', 'belfry.config.mjs']
    expect(await cli.json<Run>(['sweep', 'run', 'counted', ...config])).toMatchObject({ state: 'done', reminded: 1 })
    await library.tenants.put({ id: 'acme' })
    const named = async (...words: string[]) => {
      const { items } = await cli.json<{ items: Sweep[] }>(['sweep', 'list', ...words, ...config])
      return items.filter(({ origin }) => origin === 'config').map(({ name }) => name)
    }
    expect(await named('--tenant', 'acme')).toEqual([])
    expect(await named()).toEqual(['counted', 'tasks'])
  })

  it.each([['list'], ['runs', 'tasks'], ['show', 'tasks'], ['put', 'other.json']])(
    'are left as they are by sweep %s %s',
    async (...words) => {
      await library.sweeps.put({ ...tasks, enabled: false })
      writeFileSync(join(cli.directory, 'other.json'), JSON.stringify({ ...tasks, name: 'other' }))
      writeFileSync(join(cli.directory, 'belfry.config.mjs'), file)
      expect(await cli.inside(['sweep', ...words, '--config', 'belfry.config.mjs'])).toMatchObject({ code: 0 })
      expect(await library.sweeps.get('tasks')).toMatchObject({ enabled: false, origin: 'library' })
      expect(await library.sweeps.get('counted')).toBeNull()
    },
  )

  it('are named by belfry config, and of connections nothing but the name', async () => {
    writeFileSync(join(cli.directory, 'belfry.config.mjs'), file)
    const environment = { BELFRY_CONNECTION_CLINIC: 'postgres://u:hunter2@db.example.com/x' }
    const shown = await cli.inside(['config', '--config', 'belfry.config.mjs'], { environment })
    expect(shown.stdout).toContain('\nsweeps: tasks, counted\nconnections: clinic\n')
    const json = await cli.inside(['config', '--json', '--config', 'belfry.config.mjs'], { environment })
    expect(JSON.parse(json.stdout)).toMatchObject({ sweeps: ['tasks', 'counted'], connections: ['clinic'] })
    expect(shown.stdout + shown.stderr + json.stdout).not.toMatch(/hunter2|db\.example\.com/)
  })

  it('are run by a server on their schedule', async () => {
    writeFileSync(join(cli.directory, 'belfry.config.js'), file)
    const server = cli.start(['serve', '--port', '0', '--rings'])
    await server.says('Belfry runs on')
    await library.clock.advance('PT30M')
    await server.says(/Task 1/)
    await expect.poll(async () => (await library.sweeps.runs('counted')).runs[0]?.state).toBe('done')
    await server.stop()
    const { runs } = await library.sweeps.runs('counted')
    expect(runs).toMatchObject([{ trigger: 'schedule', state: 'done', reminded: 1 }])
  })
})

describe('doctor', () => {
  it('says when a due column has no index, and when a table is gone', async () => {
    await query('drop index public.tasks_due_date_idx')
    await cli.json(['sweep', 'put', 'tasks.json'])
    const finding = async () => {
      const { stdout } = await cli.inside(['doctor', '--json'])
      const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; words: string }[] }
      return findings.find(({ check }) => check === 'sweeps')
    }
    expect(await finding()).toMatchObject({ state: 'warn', words: expect.stringMatching(/default\/tasks: .*index/) })
    await query('create index on public.tasks (due_date)')
    expect(await finding()).toMatchObject({ state: 'ok', words: '1, nothing is wrong with them' })
    await query('drop table public.tasks')
    expect(await finding()).toMatchObject({ state: 'warn', words: expect.stringMatching(/default\/tasks: .*table/) })
  })
})
