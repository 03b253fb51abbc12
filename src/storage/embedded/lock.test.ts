// The lock and who counts as alive, without a server.

import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../log.ts'
import { countLiving, isLastHere, join } from './clients.ts'
import { ageMs, keepBeating } from './heartbeat.ts'
import { type Host, kinship, thisHost } from './host.ts'
import { withLock } from './lock.ts'
import { type Owner, ourselves } from './process.ts'
import { openSite, type Site } from './site.ts'
import { defaultTiming, lookAround } from './surroundings.ts'

const scratch: string[] = []
const timing = { ...defaultTiming, heartbeatMs: 50, pollMs: 1 }

async function newSite(): Promise<Site> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'belfry-lock-'))
  scratch.push(dataDir)
  return await openSite(dataDir, silentLogger, await lookAround({ timing }))
}

afterAll(() => Promise.all(scratch.map((dir) => rm(dir, { recursive: true, force: true }))))

const elsewhere: Host = { name: 'another-host', boot: 'another-boot', pids: 'pid:[1]' }

async function ownerOn(host: Host): Promise<Owner> {
  return { ...(await ourselves(host)), ...host }
}

/** A file as the given owner would have left it, last touched `ageS` ago. */
async function leave(file: string, owner: Owner, ageS: number): Promise<void> {
  await writeFile(file, JSON.stringify(owner))
  const then = Date.now() / 1000 - ageS
  await utimes(file, then, then)
}

describe('lock', () => {
  it('lets one in at a time and leaves few files', async () => {
    const site = await newSite()
    let inside = 0
    let most = 0
    const visit = () =>
      withLock(site, async () => {
        most = Math.max(most, ++inside)
        await turn()
        inside -= 1
      })
    await Promise.all(Array.from({ length: 40 }, visit))
    expect(most).toBe(1)
    expect((await readdir(site.locks)).length).toBeLessThanOrEqual(10)
  })

  it('is released by an error', async () => {
    const site = await newSite()
    await expect(withLock(site, () => Promise.reject(new Error('oh')))).rejects.toThrow('oh')
    expect(await withLock(site, async () => 'in')).toBe('in')
  })

  it('is taken from the dead, once', async () => {
    const site = await newSite()
    const dead = { ...site.self, pid: 2 ** 22 + 1 }
    await leave(path.join(site.locks, '7'), dead, 0)
    let inside = 0
    const most = await Promise.all(
      Array.from({ length: 10 }, () =>
        withLock(site, async () => {
          const now = ++inside
          await turn()
          inside -= 1
          return now
        }),
      ),
    )
    expect(Math.max(...most)).toBe(1)
  })

  it('held on another host: refused while its heartbeat is fresh, taken when it is not', async () => {
    const site = await newSite()
    const ticket = path.join(site.locks, '3')
    await leave(ticket, await ownerOn(elsewhere), 1)
    await expect(withLock(site, async () => {})).rejects.toMatchObject({ code: 'database_in_use' })
    await leave(ticket, await ownerOn(elsewhere), 3600)
    expect(await withLock(site, async () => 'in')).toBe('in')
  })
})

describe('clients', () => {
  it('counts the living, removes the dead', async () => {
    const site = await newSite()
    const client = await join(site)
    await leave(path.join(site.clients, 'dead.json'), { ...site.self, pid: 2 ** 22 + 1 }, 0)
    expect(await countLiving(site)).toBe(1)
    expect(await readdir(site.clients)).toHaveLength(1)
    expect(await isLastHere(site)).toBe(false)
    await client.leave()
    expect(await isLastHere(site)).toBe(true)
  })

  it('keeps its heartbeat going', async () => {
    const site = await newSite()
    const client = await join(site)
    const file = path.join(site.clients, (await readdir(site.clients))[0]!)
    await utimes(file, 1, 1)
    await expect.poll(() => ageMs(file)).toBeLessThan(10_000)
    await client.leave()
  })

  it('tells when its file was taken away', async () => {
    const site = await newSite()
    const file = path.join(site.clients, 'own.json')
    await writeFile(file, '{}')
    const lost = new Promise<void>((resolve) => {
      const stop = keepBeating(file, 5, () => resolve(stop()))
    })
    await rm(file)
    await lost
  })

  it('on another host with a fresh heartbeat: refused, with what to do', async () => {
    const site = await newSite()
    await leave(path.join(site.clients, 'other.json'), await ownerOn(elsewhere), 1)
    const refused = countLiving(site)
    await expect(refused).rejects.toMatchObject({ code: 'database_in_use' })
    await expect(refused).rejects.toThrow(/another-host.*DATABASE_URL/)
    expect(await isLastHere(site)).toBe(true)
  })

  it('on another host and silent for long: taken over', async () => {
    const site = await newSite()
    await leave(path.join(site.clients, 'other.json'), await ownerOn(elsewhere), 3600)
    expect(await countLiving(site)).toBe(0)
  })

  it('of this host before a reboot: taken over when two heartbeats have not come', async () => {
    const site = await newSite()
    const before = await ownerOn({ ...site.host, boot: 'before' })
    await leave(path.join(site.clients, 'before.json'), before, 0)
    expect(await countLiving(site)).toBe(0)
  })

  it('under our name and still beating: refused', async () => {
    const site = await newSite()
    const twin = await ownerOn({ ...site.host, pids: 'pid:[2]' })
    const file = path.join(site.clients, 'twin.json')
    await leave(file, twin, -3600) // as fresh as it gets, however slow this machine is
    await expect(countLiving(site)).rejects.toMatchObject({ code: 'database_in_use' })
  })
})

describe('host', () => {
  it('knows itself, a restart of itself, and others', async () => {
    const host = await thisHost()
    expect(kinship(host, await thisHost())).toBe('same')
    expect(kinship(host, { ...host, boot: 'x' })).toBe('restarted')
    expect(kinship(host, { ...host, pids: 'x' })).toBe('restarted')
    expect(kinship(host, { ...host, pids: 'x', name: 'y' })).toBe('other')
    expect(kinship(host, elsewhere)).toBe('other')
  })

  it('allows for a corrected clock where the boot time is computed', () => {
    const host = { name: 'a', boot: '~1000', pids: '' }
    expect(kinship(host, { ...host, boot: '~1100' })).toBe('same')
    expect(kinship(host, { ...host, boot: '~1200' })).toBe('restarted')
    expect(kinship(host, { ...host, boot: '~1100', name: 'b' })).toBe('other')
  })
})
