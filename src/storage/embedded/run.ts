// Runs one of PostgreSQL's programs to its end.

import { spawn } from 'node:child_process'

export interface Finished {
  readonly ok: boolean
  /** Everything it said on either stream, or why it could not be run at all. */
  readonly output: string
}

export interface RunOptions {
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
  readonly timeoutMs: number
}

/**
 * Not our own environment: PGDATA, PGOPTIONS, LC_ALL or TZ of whoever starts Belfry must not shape the database. On
 * Windows programs do not run without SystemRoot and its kin, so there it is inherited.
 */
export function cleanEnvironment(platform: NodeJS.Platform): NodeJS.ProcessEnv | undefined {
  return platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

export function run(file: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  const { timeoutMs, ...place } = options
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    const child = spawn(file, args, {
      ...place,
      env: cleanEnvironment(process.platform),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own session too: Ctrl-C during the first start must not leave initdb to be waited for.
      detached: process.platform !== 'win32',
    })
    // Not spawn's own time-out: when the program cannot be run, that one goes on ticking and keeps the process alive.
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const finish = (finished: Finished) => {
      clearTimeout(timer)
      resolve(finished)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => finish({ ok: false, output: error.message }))
    child.once('close', (code, signal) => {
      finish({ ok: code === 0, output: signal ? `${output}\nkilled by ${signal}` : output })
    })
  })
}
