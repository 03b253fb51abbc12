// The platform package cannot carry symlinks through npm: it lists them in native/pg-symlinks.json and makes them in its
// postinstall. Where install scripts are disabled, we make them at the first start.

import { lstat, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

interface Link {
  readonly source: string
  readonly target: string
}

/** Makes what is missing below `packageDir`; false when something could not be made (a read-only node_modules). */
export async function hydrateSymlinks(packageDir: string): Promise<boolean> {
  const text = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const made = await Promise.all((JSON.parse(text) as Link[]).map((link) => hydrate(packageDir, link)))
  return made.every(Boolean)
}

async function hydrate(packageDir: string, { source, target }: Link): Promise<boolean> {
  const at = path.join(packageDir, target)
  if (await lstat(at).catch(() => undefined)) return true
  // Relative, so that the folder can be moved and copied.
  const to = path.relative(path.dirname(at), path.join(packageDir, source))
  try {
    await symlink(to, at)
    return true
  } catch (error) {
    // Another process made it in this moment; symlink(2) is atomic, so it is whole.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
