// A channel that posts each message to the sink over one connection and waits for its answer.

import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const nowUs = () => Number(process.hrtime.bigint() / 1000n)

/** @param {number} port */
export function connectSink(port) {
  /** @type {Map<number, { resolve: (answer: object) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  let number = 0
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the sink is gone'))
  })
  createInterface({ input: socket })
    .on('error', () => {})
    .on('line', (line) => {
      const { number: answered, ...answer } = JSON.parse(line)
      waiting.get(answered)?.resolve(answer)
      waiting.delete(answered)
    })

  return {
    ready: new Promise((resolve) => socket.once('connect', resolve)),
    /** @param {object} settings name, idempotent, concurrency, timeoutMs */
    channel: (settings) => ({
      needsAddress: false,
      ...settings,
      async send(message) {
        const answer = await post(settings.name, message)
        if (answer.kind === 'throw') throw new Error(answer.reply ?? 'the provider threw')
        return answer
      },
    }),
  }

  function post(channel, message) {
    number += 1
    const mine = number
    const { id, attempt, dueAt, data } = message
    const send = { id, attempt, channel, pid: process.pid, dueMs: dueAt.getTime(), begunUs: nowUs() }
    return new Promise((resolve, reject) => {
      waiting.set(mine, { resolve, reject })
      socket.write(`${JSON.stringify({ ...send, number: mine, script: data ?? {} })}\n`)
    })
  }
}
