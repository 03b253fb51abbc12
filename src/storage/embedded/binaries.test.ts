// Finding the programs: platforms without them, packages without symlinks, folders that cannot be used in place.

import { chmod, cp, lstat, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../log.ts'
import { parsePasswd } from './account.ts'
import { findBinaries } from './binaries.ts'
import { openSite, type Site } from './site.ts'
import { lookAround, type Surroundings } from './surroundings.ts'
import { hydrateSymlinks } from './symlinks.ts'

let home = ''
let installed = ''
let bare = ''

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'belfry-binaries-'))
  await chmod(home, 0o755)
  const site = await siteWith({})
  installed = path.join(path.dirname((await findBinaries(site)).postgres), '..', '..')
  bare = path.join(home, 'bare')
  await copyWithoutLinks(bare)
})

afterAll(() => rm(home, { recursive: true, force: true }))

function siteWith(around: Partial<Surroundings>): Promise<Site> {
  return lookAround(around).then((all) => openSite(path.join(home, 'data'), silentLogger, all))
}

/** The package as npm unpacks it when install scripts are disabled. */
async function copyWithoutLinks(to: string): Promise<void> {
  const filter = async (file: string) => !(await lstat(file)).isSymbolicLink() && !file.endsWith('.a')
  await cp(installed, to, { recursive: true, filter })
}

describe('platforms', () => {
  it.each([
    { glibc: false, platform: 'linux', arch: 'x64' },
    { platform: 'sunos', arch: 'x64' },
    { platform: 'linux', arch: 'riscv64' },
    { platform: 'aix', arch: 'ppc64' },
  ] as const)('$platform-$arch, glibc $glibc: says to set DATABASE_URL', async (around) => {
    const failing = findBinaries(await siteWith(around))
    await expect(failing).rejects.toMatchObject({
      code: 'embedded_unsupported',
      message: expect.stringContaining('DATABASE_URL'),
    })
  })

  it('brings the PostgreSQL of its pinned version', async () => {
    const { version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as { version: string }
    expect((await findBinaries(await siteWith({}))).major).toBe(Number.parseInt(version, 10))
  })
})

describe('symlinks that npm did not make', () => {
  it('are made at the first start, by several processes at once', async () => {
    const packageDir = path.join(home, 'hydrated')
    await copyWithoutLinks(packageDir)
    const made = await Promise.all(Array.from({ length: 5 }, () => hydrateSymlinks(packageDir)))
    expect(made).toEqual(Array(5).fill(true))
    const list: { target: string }[] = JSON.parse(
      await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
    )
    for (const { target } of list) {
      expect(path.isAbsolute(await readlink(path.join(packageDir, target)))).toBe(false)
      await stat(path.join(packageDir, target))
    }
    const found = await findBinaries(await siteWith({ packageDir, cacheRoots: [] }))
    expect(found.postgres).toBe(path.join(packageDir, 'native', 'bin', 'postgres'))
  })

  // Root writes everywhere; that a copy is made for root too is in root.test.ts.
  it.skipIf(process.geteuid?.() === 0)('are made in a copy when node_modules is read-only', async () => {
    await chmod(path.join(bare, 'native', 'lib'), 0o555)
    const cache = path.join(home, 'cache-read-only')
    const found = await findBinaries(await siteWith({ packageDir: bare, cacheRoots: [cache] }))
    expect(found.postgres.startsWith(cache)).toBe(true)
    await chmod(path.join(bare, 'native', 'lib'), 0o755)
  })
})

describe('programs that cannot be run in place', () => {
  it('are copied once, whole, whoever comes first, and a broken copy is made again', async () => {
    const packageDir = path.join(home, 'closed')
    await copyWithoutLinks(packageDir)
    await chmod(path.join(packageDir, 'native', 'bin', 'postgres'), 0o600)
    const cache = path.join(home, 'cache')
    const site = await siteWith({ packageDir, cacheRoots: [path.join(home, 'bare', 'package.json', 'x'), cache] })
    const found = await Promise.all(Array.from({ length: 3 }, () => findBinaries(site)))
    expect(new Set(found.map(({ postgres }) => postgres)).size).toBe(1)
    expect((await readdir(cache)).filter((name) => name.startsWith('.draft'))).toEqual([])
    await rm(path.join(path.dirname(found[0]!.postgres), '..', 'lib'), { recursive: true })
    expect((await findBinaries(site)).postgres).toBe(found[0]!.postgres)
  })

  it('are not taken from a cache folder that others can write to', async () => {
    const packageDir = path.join(home, 'closed')
    const cache = await mkdtemp(path.join(home, 'shared-'))
    await chmod(cache, 0o777)
    const failing = findBinaries(await siteWith({ packageDir, cacheRoots: [cache] }))
    await expect(failing).rejects.toMatchObject({ code: 'embedded_unsupported' })
  })
})

it('reads the users of this machine', () => {
  const text =
    '# comment\nroot:x:0:0:root:/root:/bin/bash\nnobody:*:-2:-2:Unprivileged:/var/empty:/usr/bin/false\nbroken\n'
  expect(parsePasswd(text)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: 4294967294, gid: 4294967294 },
  ])
})
