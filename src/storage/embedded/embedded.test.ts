// One process, a real server. The tests of a block share a data directory: making a cluster takes most of a second.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../log.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { isAlive, startOf } from './process.ts'
import { defaultTiming, type Surroundings } from './surroundings.ts'

const scratch: string[] = []
const open: EmbeddedDatabase[] = []

async function scratchDir(): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'belfry-embedded-'))
  await chmod(dir, 0o755)
  scratch.push(dir)
  return path.join(dir, 'data')
}

async function start(dataDir: string, settings = {}, around: Partial<Surroundings> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, logger: silentLogger, settings }, around)
  open.push(database)
  return database
}

async function ask<Row extends pg.QueryResultRow>(database: EmbeddedDatabase, text: string, over = {}): Promise<Row> {
  const client = new pg.Client({ ...database.connection, ...over })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows[0]!
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  await Promise.all(open.map((database) => database.close().catch(() => {})))
  await Promise.all(scratch.map((dir) => rm(dir, { recursive: true, force: true })))
})

describe('one server for each data directory', async () => {
  const dataDir = await scratchDir()

  it('makes a cluster, starts it durable and in UTC, and serves the database belfry', async () => {
    const database = await start(dataDir)
    expect(database.adopted).toBe(false)
    const found = await ask(
      database,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
              current_setting('synchronous_commit') as commit, current_setting('TimeZone') as zone,
              current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
              current_setting('unix_socket_permissions') as mode, current_setting('max_connections') as connections,
              (select datcollate from pg_database where datname = current_database()) as collation, current_database() as name`,
    )
    expect(found).toEqual({
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      zone: 'UTC',
      tcp: '',
      encoding: 'UTF8',
      mode: '0700',
      connections: '100',
      collation: 'C',
      name: 'belfry',
    })
    expect(await readdir(dataDir)).toEqual(['clients', 'cluster', 'lock', 'server.log'])
    expect((await stat(path.join(dataDir, 'cluster'))).mode & 0o077).toBe(0)
    await ask(database, 'create table kept (n int)')
    await database.close()
    expect(await startOf(database.pid)).toBeUndefined()
  })

  it('lets a second one join, and only the last one out stops the server', async () => {
    const first = await start(dataDir)
    const second = await start(dataDir)
    expect([first.adopted, second.adopted]).toEqual([false, true])
    expect(second.pid).toBe(first.pid)
    await first.close()
    await first.close()
    expect(await ask(second, 'select count(*)::int as n from kept')).toEqual({ n: 0 })
    await second.close()
    expect(await startOf(second.pid)).toBeUndefined()
    expect(await readdir(path.join(dataDir, 'clients'))).toEqual([])
  })

  it('starts after the server was killed while its backends lived on', async () => {
    const first = await start(dataDir)
    const busy = ask(first, 'select pg_sleep(600)').catch(() => {})
    process.kill(first.pid, 'SIGKILL')
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select count(*)::int as n from kept')).toEqual({ n: 0 })
    await busy
    await first.close()
    await second.close()
  })

  it('is not fooled by a postmaster.pid whose pid belongs to another program', async () => {
    const stranger = spawn('sleep', ['600'])
    await once(stranger, 'spawn')
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid')
    await writeFile(pidFile, `${stranger.pid}\n${dataDir}\n1700000000\n5432\n.\n\n 1234567 8\nready   \n`)
    const database = await start(dataDir)
    expect(database.adopted).toBe(false)
    expect(database.pid).not.toBe(stranger.pid)
    await database.close()
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  it('does not count a client whose pid was recycled', async () => {
    const first = await start(dataDir)
    const [file] = await readdir(path.join(dataDir, 'clients'))
    const owner = JSON.parse(await readFile(path.join(dataDir, 'clients', file!), 'utf8'))
    const recycled = JSON.stringify({ ...owner, started: '1' })
    await writeFile(path.join(dataDir, 'clients', 'recycled.json'), recycled)
    await writeFile(path.join(dataDir, 'clients', 'torn.json'), recycled.slice(0, 9))
    expect(await isAlive(owner)).toBe(true)
    // Start times are not known everywhere; where they are not, a living pid is believed.
    const known = owner.started !== ''
    await first.close()
    expect(await readdir(path.join(dataDir, 'clients'))).toEqual(known ? [] : ['recycled.json'])
  })

  it('takes settings for tests and benches over its own', async () => {
    const database = await start(dataDir, { max_connections: '20', shared_buffers: '16MB' })
    expect(await ask(database, `select current_setting('max_connections') as n`)).toEqual({ n: '20' })
    await database.close()
  })

  it('says what the server said when it does not start, and leaves nobody behind', async () => {
    const failing = start(dataDir, { shared_buffers: 'plenty' })
    await expect(failing).rejects.toMatchObject({
      code: 'embedded_failed',
      message: expect.stringContaining('"plenty"'),
    })
    expect(await readdir(path.join(dataDir, 'clients'))).toEqual([])
  })

  it('refuses a cluster of another PostgreSQL major', async () => {
    await writeFile(path.join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
    const failing = start(dataDir)
    await expect(failing).rejects.toMatchObject({
      code: 'embedded_failed',
      message: expect.stringContaining('PostgreSQL 17'),
    })
  })
})

it('puts the socket in a private temporary directory when the path is too long for one', async () => {
  const dataDir = path.join(await scratchDir(), 'x'.repeat(90))
  const first = await start(dataDir)
  const second = await start(dataDir)
  const { host } = second.connection
  expect(host).toBe(await readFile(path.join(dataDir, 'socket-directory'), 'utf8'))
  expect(host).toBe(first.connection.host)
  expect((await stat(host)).mode & 0o777).toBe(0o700)
  expect(await ask(second, 'select 1 as one')).toEqual({ one: 1 })
  await first.close()
  await second.close()
  await expect(stat(host)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('listens on loopback with a password where there are no sockets', async () => {
  const dataDir = await scratchDir()
  const first = await start(dataDir, {}, { transport: 'tcp' })
  const second = await start(dataDir, {}, { transport: 'tcp' })
  expect(second.adopted).toBe(true)
  expect(second.connection).toMatchObject({ host: '127.0.0.1', password: expect.stringMatching(/^[\w-]{43}$/) })
  expect((await stat(path.join(dataDir, 'password'))).mode & 0o077).toBe(0)
  expect(await ask(second, 'select 1 as one')).toEqual({ one: 1 })
  await expect(ask(second, 'select 1', { password: 'guess' })).rejects.toMatchObject({ code: '28P01' })
  await first.close()
  await second.close()
})

it('gives up on a server that hangs, with the end of its log, and does not leave it running', async () => {
  const dataDir = await scratchDir()
  const packageDir = path.join(path.dirname(dataDir), 'package')
  await mkdir(path.join(packageDir, 'native', 'bin'), { recursive: true })
  await mkdir(path.join(dataDir, 'cluster'), { recursive: true })
  await chmod(dataDir, 0o755)
  await writeFile(path.join(dataDir, 'cluster', 'PG_VERSION'), '18\n')
  const script = `#!/bin/sh\n[ "$1" = -V ] && echo 'postgres (PostgreSQL) 18.4' && exit\necho "hanging $$"\nexec sleep 600\n`
  await writeFile(path.join(packageDir, 'native', 'bin', 'postgres'), script, { mode: 0o755 })
  const timing = { ...defaultTiming, startQuietMs: 300 }
  const error: Error = await start(dataDir, {}, { packageDir, timing }).then(
    () => expect.unreachable(),
    (reason) => reason,
  )
  expect(error).toMatchObject({ code: 'embedded_failed' })
  const pid = Number(/hanging (\d+)/.exec(error.message)?.[1])
  await expect.poll(() => startOf(pid)).toBeUndefined()
})

it('does not touch a directory that holds something else', async () => {
  const dataDir = await scratchDir()
  await mkdir(path.join(dataDir, 'cluster'), { recursive: true })
  await writeFile(path.join(dataDir, 'cluster', 'letter.txt'), 'dear Ana')
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'embedded_failed' })
  expect(await readdir(path.join(dataDir, 'cluster'))).toEqual(['letter.txt'])
})

it('names the directory when it cannot be made', async () => {
  const dataDir = await scratchDir()
  await writeFile(dataDir, 'a file')
  const failing = start(path.join(dataDir, 'data'))
  await expect(failing).rejects.toMatchObject({ code: 'embedded_failed', message: expect.stringContaining(dataDir) })
})
