import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory where there is plenty of it: making a database is making 300 files, which takes a third of a second on a disk. */
export function fastestFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= 8 * 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
