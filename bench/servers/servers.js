// Servers under load, each in a process of its own on a loopback port, ended by its own pid.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What Belfry's server has by default; the bare route gets as many. */
const connections = 10
/** The whole load comes from one address with one key. */
const unlimited = { BELFRY_RATE_LIMIT_PER_KEY: '0', BELFRY_RATE_LIMIT_PER_ADDRESS: '0' }
export const belfryProgram = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const programOf = (name) => fileURLToPath(new URL(`./${name}.js`, import.meta.url))

export async function startBareRoute(database) {
  const port = await freePort()
  const environment = { DATABASE_URL: database, PORT: String(port), CONNECTIONS: String(connections) }
  return await start([programOf('bare-route')], environment, port)
}

/** `belfry serve` as it is, its worker included. */
export async function startServe(settings) {
  const port = await freePort()
  return await start([belfryProgram, 'serve'], { ...unlimited, BELFRY_PORT: String(port), ...settings }, port)
}

export async function startWithoutRoles(database) {
  const port = await freePort()
  return await start([programOf('without-roles')], { DATABASE_URL: database, PORT: String(port) }, port)
}

/** Nothing of the caller's environment reaches a server, and no configuration file. */
export function childOptions(environment) {
  const { PATH, HOME, NODE_OPTIONS, TMPDIR } = process.env
  return {
    cwd: tmpdir(),
    env: JSON.parse(JSON.stringify({ PATH, HOME, NODE_OPTIONS, TMPDIR, BELFRY_LOG_LEVEL: 'error', ...environment })),
  }
}

async function start(command, environment, port) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, command, { ...childOptions(environment), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([gone, wait(20_000, null, { ref: false }).then(() => child.kill('SIGKILL'))])
    process.off('exit', endWithUs)
  }
  try {
    await untilReady(port, child)
  } catch (error) {
    await stop()
    throw new Error(`${error.message}: ${said}`)
  }
  return { port, pid: child.pid, readyMs: performance.now() - startedMs, stop }
}

async function untilReady(port, child) {
  for (const startedMs = performance.now(); performance.now() - startedMs < 60_000; await wait(5)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (await isReady(port)) return
  }
  throw new Error('the server was not ready within a minute')
}

async function isReady(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/** Processor time that a process has used, in ms; null where the system does not say. */
export function cpuMsOf(pid) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ')
  // Fields 14 and 15 of proc(5), in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
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
