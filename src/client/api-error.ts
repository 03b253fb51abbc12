// What the server refused: an RFC 9457 problem as an error.

import type { ProblemBody } from '../http/problem.ts'

export class BelfryApiError extends Error {
  override readonly name = 'BelfryApiError'
  readonly status: number
  /** Stable; docs/reference/errors.md lists them. `unreadable` where the answer was not Belfry's. */
  readonly code: ProblemBody['code'] | 'unreadable'
  /** JSON pointer of what was wrong. */
  readonly pointer: string | undefined
  readonly requestId: string | undefined
  readonly errors: NonNullable<ProblemBody['errors']>

  constructor(status: number, body: unknown) {
    const problem = isProblem(body) ? body : undefined
    super(problem?.detail ?? `The server answered ${status}.`)
    this.status = status
    this.code = problem?.code ?? 'unreadable'
    this.pointer = problem?.pointer
    this.requestId = problem?.requestId
    this.errors = problem?.errors ?? []
  }
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
