// Everything the embedded server takes from the world around it, in one place, so that a test can stand in another
// host, another platform or a faster heart.

import { type Host, thisHost } from './host.ts'

export interface Timing {
  /** How often a live process touches its file in `clients/` (and the lock while it holds it). */
  readonly heartbeatMs: number
  /** After this long without a heartbeat a process on another host counts as gone. */
  readonly staleMs: number
  /** A server that writes nothing to its log for this long while starting has failed. Recovery logs every 10 s. */
  readonly startQuietMs: number
  /** How long a fast shutdown may take (it writes a checkpoint) before the server is stopped without one. */
  readonly stopMs: number
  /** The pause between two looks at a file or a process. */
  readonly pollMs: number
}

export interface Surroundings {
  readonly timing: Timing
  readonly host: Host
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** False on musl, whose loader cannot run the shipped binaries. */
  readonly glibc: boolean
  /** `tcp` where there are no Unix sockets. */
  readonly transport: 'socket' | 'tcp'
  /** Users the server may run as when we are root; the first that exists. */
  readonly accountNames: readonly string[]
  /** The platform package's folder; found by module resolution when not given. */
  readonly packageDir?: string
  /** Where a copy of the binaries may go; the usual cache folders when not given. */
  readonly cacheRoots?: readonly string[]
}

export const defaultTiming: Timing = {
  heartbeatMs: 10_000,
  staleMs: 60_000,
  startQuietMs: 30_000,
  stopMs: 60_000,
  pollMs: 20,
}

export async function lookAround(given: Partial<Surroundings>): Promise<Surroundings> {
  const platform = given.platform ?? process.platform
  return {
    timing: defaultTiming,
    host: given.host ?? (await thisHost()),
    arch: process.arch,
    glibc: platform !== 'linux' || hasGlibc(),
    transport: platform === 'win32' ? 'tcp' : 'socket',
    // A user of our own first, if the operator made one. `nobody` last: other daemons share it.
    accountNames: ['belfry', 'postgres', '_postgres', 'nobody'],
    ...given,
    platform,
  }
}

function hasGlibc(): boolean {
  const report = process.report as typeof process.report & { excludeNetwork?: boolean }
  // Without this the report resolves the names of all open sockets, which can take seconds.
  const before = report.excludeNetwork
  report.excludeNetwork = true
  try {
    const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } }
    return header?.glibcVersionRuntime !== undefined
  } finally {
    report.excludeNetwork = before ?? false
  }
}
