// A database whose timeline has changed may have forgotten what was sent last: everything is held, once, whoever looks first.

import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createBelfry, memoryChannel } from '../../src/index.ts'
import { type Logger, silentLogger } from '../../src/log.ts'
import { startEmbedded } from '../../src/storage/embedded/embedded.ts'
import { reminder, useDatabase } from './running.ts'

const { start, open, client, url, atEnd } = useDatabase()

const errorsInto = (lines: object[]): Logger => ({ ...silentLogger, error: (fields) => lines.push(fields) })

describe('a changed timeline', () => {
  it.each([
    ['another timeline', 'timeline = timeline + 1'],
    ['another cluster', `system_identifier = '1'`],
  ])('%s holds once, however many look, and what was due is unknown', async (_, change) => {
    const { belfry, worker, memory } = await start()
    await worker.stop()
    const due = await belfry.reminders.schedule(reminder('due'))
    const ahead = await belfry.reminders.schedule(reminder('ahead', { in: 'PT2H' }))
    await belfry.clock.set(new Date('2030-01-01T01:00:00Z'))
    const sql = await client()
    await sql.query(`update belfry.lineage set ${change}`)
    const errors: object[] = []
    const options = { database: url(), logger: errorsInto(errors), channels: [memory], defaultChannels: ['memory'] }
    const others = await Promise.all(Array.from({ length: 5 }, () => createBelfry(options)))
    for (const other of others) atEnd(() => other.close())
    expect(errors).toEqual([expect.objectContaining({ unknown: 1 })])
    expect(await belfry.holds.list()).toMatchObject([{ reason: 'restored' }])
    expect((await belfry.reminders.explain(due.id)).deliveries).toMatchObject([
      { state: 'unknown', reason: 'restored' },
    ])
    expect(await belfry.reminders.get(ahead.id)).toMatchObject({ state: 'scheduled' })
    await belfry.holds.release()
    await (await createBelfry(options)).close()
    expect(await belfry.holds.list()).toEqual([])
    expect(memory.sent).toEqual([])
  })

  it('is ignored where that was asked for, and not found again later', async () => {
    const belfry = await open()
    const sql = await client()
    await sql.query('update belfry.lineage set timeline = timeline + 1')
    await (await createBelfry({ database: url(), onTimelineChange: 'ignore' })).close()
    await (await createBelfry({ database: url() })).close()
    expect(await belfry.holds.list()).toEqual([])
    await expect(createBelfry({ database: url(), onTimelineChange: 'never' as 'hold' })).rejects.toMatchObject({
      field: '/onTimelineChange',
    })
  })

  it('cannot be seen where the server does not tell: said once, and everything works', async () => {
    const sql = await client()
    await (await open()).close()
    await sql.query(`create role teller login bypassrls; grant usage on schema belfry to teller;
      grant all on all tables in schema belfry to teller; grant execute on all functions in schema belfry to teller;
      revoke execute on function pg_catalog.pg_control_system() from public`)
    atEnd(async () => {
      await sql.query(
        `drop owned by teller; drop role teller; grant execute on function pg_catalog.pg_control_system() to public`,
      )
    })
    const as = new URL(url())
    as.username = 'teller'
    const warnings: string[] = []
    const logger = { ...silentLogger, warn: (_: object, message: string) => warnings.push(message) }
    const belfry = await createBelfry({ database: as.href, logger })
    atEnd(() => belfry.close())
    const worker = belfry.startWorker()
    await new Promise((resolve) => worker.events.once('idle', resolve))
    expect(warnings.filter((message) => message.includes('timeline'))).toHaveLength(1)
  })
})

/** A cluster of its own that could have a standby. */
async function cluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-timeline-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { wal_level: 'replica', fsync: 'off' }
  const server = await startEmbedded({ dataDir, logger: silentLogger, settings })
  atEnd(() => server.close())
  const { host, port, user, password, database } = server.connection
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user
  if (password) url.password = password
  url.searchParams.set('host', host)
  const channel = memoryChannel()
  return { dataDir, server, channel, options: { database: url.href, channels: [channel], defaultChannels: ['memory'] } }
}

/** The next start of the cluster is that of a standby, which waits to be promoted. */
async function makeStandby(dataDir: string): Promise<void> {
  const file = join(dataDir, 'cluster', 'standby.signal')
  await writeFile(file, '')
  const { uid, gid } = await stat(join(dataDir, 'cluster'))
  await chown(file, uid, gid)
}

async function promote(connection: pg.ClientConfig): Promise<void> {
  const sql = new pg.Client(connection)
  sql.on('error', () => {})
  await sql.connect()
  await sql.query('select pg_promote(true)')
  await sql.end()
}

/** A server that is just starting refuses for a while. */
async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await work().then(
      () => true,
      () => false,
    )
    await new Promise(setImmediate)
  }
}

/** Until it is gone, whoever looks takes it for one that runs. */
async function killed(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal)
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise(setImmediate)
  }
}

describe('a real cluster', () => {
  it('is not held after a restart or a crash', async () => {
    const { server, options, dataDir } = await cluster()
    await (await createBelfry(options)).close()
    await killed(server.pid, 'SIGQUIT')
    await untilDone(() => server.revive())
    const crashed = await createBelfry(options)
    expect(await crashed.holds.list()).toEqual([])
    await crashed.close()
    await server.close()
    const restarted = await createBelfry({ dataDir })
    expect(await restarted.holds.list()).toEqual([])
    await restarted.close()
  })

  it('is held after a promotion, before a worker that lived through it fires', async () => {
    const { server, options, dataDir, channel } = await cluster()
    const errors: object[] = []
    const belfry = await createBelfry({ ...options, logger: errorsInto(errors) })
    atEnd(() => belfry.close())
    await belfry.recipients.put({ id: 'ana' })
    await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
    await belfry.reminders.schedule(reminder('due'))
    const worker = belfry.startWorker()
    await new Promise((resolve) => worker.events.once('idle', resolve))
    await makeStandby(dataDir)
    await killed(server.pid, 'SIGINT')
    await untilDone(() => server.revive())
    // Now it is a standby: it can be read, and its timeline is still the old one.
    worker.wake()
    await new Promise<void>((resolve) => worker.events.on('database', ({ state }) => state === 'lost' && resolve()))
    await untilDone(() => promote(server.connection))
    const isIdle = new Promise((resolve) => worker.events.once('idle', resolve))
    await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await isIdle
    expect(await belfry.holds.list()).toMatchObject([{ reason: 'restored' }])
    expect(channel.sent).toEqual([])
    expect(errors).toHaveLength(1)
  })
})
