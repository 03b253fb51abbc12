// A caller over HTTP, as a contender: bare sockets that are kept open, and no more of HTTP than the servers here speak. On two
// cores a client library would take as much time as what it measures.

import { connect } from 'node:net'

export const name = 'http-client'

/** @param {{ port: number, key?: string }} place */
export async function open({ port, key = 'none' }) {
  const opened = []
  return {
    async connection() {
      const one = await Connection.to(port)
      opened.push(one)
      return one
    },
    /** A request as bytes, ready to be written. */
    request(method, path, body, more = '') {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}`
      if (body === undefined) return Buffer.from(`${head}\r\n`)
      const length = Buffer.byteLength(body)
      return Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`)
    },
    async close() {
      for (const one of opened) one.close()
    },
  }
}

/** One request at a time; `ask` resolves with the status and the body, as bytes. */
class Connection {
  #socket
  #waiting = null
  #status = 0
  /** Of the body: how much is still to come. */
  #left = 0
  #chunks = []

  static to(port) {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  constructor(socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  ask(bytes) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close() {
    this.#socket.destroy()
  }

  #take(chunk) {
    if (this.#status !== 0) return this.#takeBody(chunk)
    const all = this.#chunks.length === 0 ? chunk : Buffer.concat([...this.#chunks, chunk])
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) {
      this.#chunks = [all]
      return
    }
    const head = all.latin1Slice(0, end).toLowerCase()
    const at = head.indexOf('content-length:')
    if (at < 0) return this.#fail(new Error('an answer without a length'))
    this.#status = Number(head.slice(9, 12))
    this.#left = Number.parseInt(head.slice(at + 15), 10)
    this.#chunks = []
    this.#takeBody(all.subarray(end + 4))
  }

  #takeBody(chunk) {
    this.#chunks.push(chunk)
    this.#left -= chunk.length
    if (this.#left > 0) return
    const body = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks)
    const answer = { status: this.#status, body }
    this.#status = 0
    this.#chunks = []
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(answer)
  }

  #fail(error) {
    this.#waiting?.reject(error)
    this.#waiting = null
  }
}
