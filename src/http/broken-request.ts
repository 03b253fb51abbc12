// What never becomes a request: not HTTP, headers that are too large, a client that takes too long. Node hands over the socket, and
// the problem is written to it as it is.

import * as crypto from 'node:crypto'
import * as http from 'node:http'
import type { Socket } from 'node:net'
import { securityHeaders } from './guard.ts'
import { bodyOf, Problem, statusOf } from './problem.ts'

export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(textOf(problemOf(error.code)))
  socket.destroy(error)
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request took too long to arrive.')
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('payload_too_large', 'The headers are larger than accepted.')
    default:
      return new Problem('invalid_input', 'This is not a request as HTTP has them.')
  }
}

function textOf(problem: Problem): string {
  const status = statusOf(problem.code)
  const requestId = crypto.randomUUID()
  const body = JSON.stringify(bodyOf(problem, requestId))
  const headers = {
    ...securityHeaders,
    'x-request-id': requestId,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n')
}
