// A build of Belfry to put on trial: a copy of dist/ in a temporary directory, so that nobody's rebuild pulls it away
// under a running proof, and so that it can be sabotaged. A patch whose text is not found any more is an error: a
// sabotage that changes nothing would prove nothing.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createBelfry } from 'belfry'

export interface Patch {
  /** Below the package: `dist/storage/sql/fire.sql`, `migrations/0001_engine.sql`. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface Embedded {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password?: string
  }
  readonly pid: number
  close(): Promise<void>
}

export interface Build {
  /** URL of the entry module, for child processes. */
  readonly entry: string
  readonly createBelfry: typeof createBelfry
  readonly startEmbedded: (options: {
    dataDir: string
    logger: Logger
    settings?: Record<string, string>
  }) => Promise<Embedded>
  remove(): Promise<void>
}

export async function makeBuild(root: string, patches: readonly Patch[] = []): Promise<Build> {
  const dir = await mkdtemp(join(tmpdir(), 'belfry-build-'))
  for (const part of ['dist', 'migrations', 'package.json']) {
    await cp(join(root, part), join(dir, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir')
  for (const patch of patches) await apply(dir, patch)
  const load = await nodeImport(dir)
  return {
    entry: pathToFileURL(join(dir, 'dist', 'index.js')).href,
    createBelfry: (await load('./dist/index.js')).createBelfry,
    startEmbedded: (await load('./dist/storage/embedded/embedded.js')).startEmbedded,
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Node's own import, also inside vitest, which would otherwise transform the build on trial as if it were a test. */
async function nodeImport(
  dir: string,
): Promise<(path: string) => Promise<Pick<Build, 'createBelfry' | 'startEmbedded'>>> {
  const loader = join(dir, 'load.cjs')
  await writeFile(loader, 'module.exports = (path) => import(path)')
  return createRequire(import.meta.url)(loader)
}

async function apply(dir: string, { file, find, replace }: Patch): Promise<void> {
  const path = join(dir, file)
  // An empty `find` is a new file.
  const text = find === '' ? '' : await readFile(path, 'utf8')
  const places = find === '' ? 1 : text.split(find).length - 1
  if (places !== 1) throw new Error(`sabotage: ${places} places instead of 1 in ${file} for:\n${find}`)
  await writeFile(path, find === '' ? replace : text.replace(find, () => replace))
}
