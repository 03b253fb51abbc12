// Runs a step in a child process (step.js) and hears what it tells. Children are ended by their own pid, always.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./step.js', import.meta.url))

/**
 * @param {{ contender: string, place: object, step: string, options?: object, execArgv?: string[],
 *   onProgress?: (message: { progress: number, rss?: number }) => void, timeoutMs?: number }} what
 */
export function startStep({ contender, place, step, options = {}, execArgv = [], onProgress, timeoutMs = 600_000 }) {
  const child = fork(program, [], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ready = deferred()
  const result = deferred()
  const timer = setTimeout(() => end(new Error(`${contender} ${step}: no end after ${timeoutMs} ms`)), timeoutMs)
  const end = (error, value) => {
    clearTimeout(timer)
    if (error) {
      ready.reject(error)
      result.reject(error)
    } else result.resolve(value)
    child.kill('SIGKILL')
  }
  ready.promise.catch(() => {})
  result.promise.catch(() => {})
  child.on('message', (message) => {
    if (message.progress !== undefined) onProgress?.(message)
    else if (message.ready) ready.resolve()
    else if (message.error) end(new Error(`${contender} ${step}: ${message.error}`))
    else end(null, message.result)
  })
  child.on('exit', (code) => end(new Error(`${contender} ${step}: ended with ${code}`)))
  child.send({ contender, place, step, options })
  return {
    pid: child.pid,
    ready: ready.promise,
    result: result.promise,
    say: (word) => child.send({ say: word }),
    stop: () => {
      child.send({ say: 'stop' })
      return result.promise
    },
    kill: () => end(new Error(`${contender} ${step}: killed`)),
  }
}

export async function runStep(what) {
  return await startStep(what).result
}

function deferred() {
  let resolve
  let reject
  const promise = new Promise((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
