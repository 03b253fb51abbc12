// How the server names its data directory. As root, a directory under a 0700 home (`/root/clone/data`) is closed to the
// server's user: it owns the cluster but cannot walk the path to it. Moving the data elsewhere would leave a mounted
// volume empty, so on Linux the server is started with the cluster as its working directory (libuv changes directory
// before it drops root) and told that its data is in `/proc/self/cwd`: that link leads there without walking the path.

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { BelfryError } from '../../errors.ts'
import { type Account, runAs } from './account.ts'

export interface DataDirectory {
  /** What follows `-D`. */
  readonly argument: string
  readonly spawn: { readonly cwd: string; readonly uid?: number; readonly gid?: number }
}

export async function dataDirectory(dir: string, account: Account | undefined): Promise<DataDirectory> {
  const spawn = { cwd: dir, ...runAs(account) }
  if (account === undefined || (await canWalkTo(dir, account))) return { argument: dir, spawn }
  if (process.platform === 'linux' && (await stat('/proc/self/cwd').catch(() => undefined))) {
    return { argument: '/proc/self/cwd', spawn }
  }
  throw new BelfryError(
    'embedded_failed',
    `PostgreSQL does not run as root, and user ${account.name} cannot reach ${dir}: choose a data directory whose parents it may enter, or run Belfry as an ordinary user.`,
  )
}

/** By the mode bits alone. An access list can open more, and then the detour was needless but right. */
export async function canWalkTo(dir: string, account: Account): Promise<boolean> {
  for (let step = path.dirname(path.resolve(dir)); ; step = path.dirname(step)) {
    const { mode, uid, gid } = await stat(step)
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (step === path.dirname(step)) return true
  }
}
