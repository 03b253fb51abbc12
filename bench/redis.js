// redis-server from the system's packages, on a loopback port of its own. Two kinds: `durable` writes and fsyncs its log
// before it answers, as PostgreSQL does; `fast` keeps everything in memory only, and loses it with the process.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--no-appendfsync-on-rewrite', 'no']
const fast = ['--appendonly', 'no']

/** The version, or null where there is none and none can be installed. */
export function ensureRedis(say) {
  if (redisVersion() === null && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing redis-server from the system packages')
    try {
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { stdio: 'ignore' })
    } catch {
      say('redis-server could not be installed')
    }
  }
  return redisVersion()
}

function redisVersion() {
  try {
    return /v=([\d.]+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1] ?? null
  } catch {
    return null
  }
}

/** @param {'durable' | 'fast'} kind */
export async function startRedis(kind) {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--daemonize', 'no']
  const child = spawn('redis-server', [...args, ...(kind === 'durable' ? durable : fast)], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  await untilListening(port)
  return {
    place: { host: '127.0.0.1', port },
    async stop() {
      process.off('exit', endWithUs)
      child.kill('SIGTERM')
      await Promise.race([gone, wait(5_000).then(() => child.kill('SIGKILL'))])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilListening(port) {
  for (let tries = 0; tries < 200; tries++) {
    const answered = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (answered) return
    await wait(50)
  }
  throw new Error('redis-server did not start')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
