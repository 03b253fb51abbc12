// A copy of the platform package (60 MB) where the server's user can run it, made once for each version. It appears
// whole, by rename, so that processes starting together, or a crash, never leave half of one.

import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pidExists } from './process.ts'
import type { Site } from './site.ts'
import { hydrateSymlinks } from './symlinks.ts'

/**
 * Copies to try, in order: the one that is there, a fresh one in its place (a crash of the machine can leave empty
 * files behind a finished rename), then the next folder.
 */
export async function* cachedCopies(site: Site, packageDir: string, version: string): AsyncGenerator<string> {
  const name = `postgres-${version}-${site.platform}-${site.arch}`
  for (const root of site.cacheRoots ?? usualRoots()) {
    const copy = path.join(root, name)
    try {
      await makeRoot(root)
      if (await lstat(copy).catch(() => undefined)) {
        yield copy
        await rename(copy, path.join(root, `.broken-${randomUUID()}`)).catch(() => {})
      }
      await makeCopy(packageDir, copy)
    } catch (error) {
      site.logger.debug({ err: error, root }, 'this folder cannot hold a copy of the PostgreSQL programs')
      continue
    }
    yield copy
  }
}

function usualRoots(): string[] {
  const uid = process.geteuid?.()
  if (uid === 0) return ['/var/cache/belfry', '/var/lib/belfry', '/opt/belfry']
  return [
    path.join(os.homedir(), '.cache', 'belfry'),
    path.join(os.tmpdir(), `belfry-${uid ?? os.userInfo().username}`),
  ]
}

/** Programs that root runs from here must not be replaceable by others, nor may /tmp hold a folder made in our name. */
async function makeRoot(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(root)
  const ours = process.geteuid?.()
  if (ours === undefined) return
  if (uid !== ours || (mode & 0o022) !== 0) throw new Error(`${root} belongs to somebody else or is writable by others`)
  if ((mode & 0o755) !== 0o755) await chmod(root, 0o755)
}

async function makeCopy(packageDir: string, copy: string): Promise<void> {
  await removeLeftovers(path.dirname(copy))
  const draft = path.join(path.dirname(copy), `.draft-${process.pid}-${randomUUID()}`)
  try {
    await cp(path.join(packageDir, 'native'), path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await hydrateSymlinks(draft)
    await rename(draft, copy).catch(ignoreExisting)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Whatever the modes in node_modules were: everybody may read, and run what could be run. */
async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o755)
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) await openToAll(file)
    else if (entry.isFile()) await chmod(file, path.basename(dir) === 'bin' ? 0o755 : 0o644)
  }
}

async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = /^\.draft-(\d+)-/.exec(name)?.[1]
    const abandoned = name.startsWith('.broken-') || (pid !== undefined && !pidExists(Number(pid)))
    if (abandoned) await rm(path.join(root, name), { recursive: true, force: true }).catch(() => {})
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  // Another process finished first; its copy is as good.
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
