// Problems, as RFC 9457 has them: what an answer other than 2xx looks like, and the closed list of codes that it can carry.
// docs/reference/errors.md is this list, and a test holds the two together.

import { BelfryError, type Conflict, type ErrorCode, errorCodes } from '../index.ts'
import { presentConflict } from './present-meeting.ts'

/** Codes of the door itself, beside those of the library. */
export const doorCodes = {
  unauthenticated: 'No key or token, or one that is not known here, was revoked or has expired.',
  forbidden: 'The key or token does not allow this.',
  no_such_route: 'There is nothing at this path.',
  method_not_allowed: 'The path exists, but not with this method.',
  host_not_allowed: 'The Host header names a host that this server is not.',
  origin_not_allowed: 'A web page of that origin may not call this server.',
  malformed_json: 'The body is not JSON, or nested too deeply.',
  unsupported_media_type: 'The body is not application/json.',
  payload_too_large: 'The body is larger than accepted.',
  request_timeout: 'The request took too long to arrive.',
  rate_limited: 'Too many requests; Retry-After says when to come again.',
  idempotency_key_missing: 'This request needs an Idempotency-Key.',
  idempotency_key_invalid: 'The Idempotency-Key is empty, too long, or not printable.',
  idempotency_key_reused: 'The Idempotency-Key was used for another request.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  clock_not_driven: 'The clock is the real one: start the server with BELFRY_CLOCK=driven to move it.',
  link_expired: 'A link of a message that has expired, or what it was about is gone.',
  run_failed: 'A run of a sweep failed before its end; the next one goes on from there.',
  internal: 'A fault of the server. The request id finds it in the log.',
} as const

export const problemCodes = { ...errorCodes, ...doorCodes }
export type ProblemCode = keyof typeof problemCodes

const statuses: Partial<Record<ProblemCode, number>> = {
  unknown_recipient: 404,
  not_found: 404,
  no_such_route: 404,
  already_sent: 409,
  not_unknown: 409,
  not_failed: 409,
  not_repeating: 409,
  in_use: 409,
  invalid_transition: 409,
  slot_conflict: 409,
  not_begun: 409,
  stopped: 409,
  clock_not_driven: 409,
  idempotency_in_progress: 409,
  version_conflict: 412,
  unauthenticated: 401,
  bad_signature: 401,
  forbidden: 403,
  own_proposal: 403,
  origin_not_allowed: 403,
  method_not_allowed: 405,
  request_timeout: 408,
  link_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  host_not_allowed: 421,
  idempotency_key_reused: 422,
  offset_mismatch: 422,
  slot_in_past: 422,
  rate_limited: 429,
  busy: 503,
  database_unavailable: 503,
  database_in_use: 503,
  closed: 503,
  run_failed: 503,
  internal: 500,
  database_refused: 500,
  database_newer: 500,
  embedded_unsupported: 500,
  embedded_failed: 500,
}

/** What is wrong with a value by itself is 400; what contradicts something else is 422. */
export function statusOf(code: ProblemCode): number {
  return statuses[code] ?? 400
}

export interface Flaw {
  readonly code: ProblemCode
  readonly detail: string
  /** JSON pointer into the body, or the name of a parameter as one. */
  readonly pointer: string
}

export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly pointer: string | undefined
  readonly flaws: readonly Flaw[]
  readonly headers: Readonly<Record<string, string>>
  /** Fields of its own, such as what conflicts. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      pointer?: string
      flaws?: readonly Flaw[]
      headers?: Readonly<Record<string, string>>
      facts?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(detail)
    this.code = code
    this.pointer = more.pointer
    this.flaws = more.flaws ?? []
    this.headers = more.headers ?? {}
    this.facts = more.facts ?? {}
  }
}

/** For `If-Match: *`. */
export function requireThere(found: unknown): void {
  if (found === null)
    throw new Problem('version_conflict', 'It is not there, and was to be changed.', { pointer: '/If-Match' })
}

/** What a moment in a request can be refused for. */
export const momentProblems: readonly ProblemCode[] = ['unknown_timezone', 'impossible_date', 'offset_mismatch']

/** What the description of something that is to ring can be refused for. */
export const planProblems: readonly ProblemCode[] = [
  ...momentProblems,
  'unknown_recipient',
  'unknown_channel',
  'invalid_duration',
  'too_many',
]

export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly pointer?: string
  readonly errors?: readonly Flaw[]
  readonly requestId: string
}

/** Whatever was thrown, as a problem. What is not ours to explain is `internal`, and says nothing of itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof BelfryError) return ofLibrary(error.code, error)
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const ofServer = serverErrors[code]
  if (ofServer) return new Problem(ofServer, problemCodes[ofServer])
  return new Problem('internal', problemCodes.internal)
}

/** What fastify and node say of requests that never reach a route. */
const serverErrors: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'text_too_long',
}

const retryLater: Readonly<Record<string, string>> = { 'retry-after': '1' }

function ofLibrary(code: ErrorCode, error: BelfryError): Problem {
  const status = statusOf(code)
  // Of a fault in the database only the code is told.
  if (status === 500) return new Problem(code, problemCodes[code])
  // The place is told by itself.
  return new Problem(code, error.message.replace(` (at ${error.field})`, ''), {
    ...(error.field === undefined ? {} : { pointer: error.field }),
    ...(status === 503 ? { headers: retryLater } : {}),
    facts: factsOf(error.facts),
  })
}

/** What conflicts looks as it does in the answer of a check. Whose clocks to show is not known here: those of UTC. */
function factsOf(facts: BelfryError['facts']): BelfryError['facts'] {
  const { conflicts, ...rest } = facts
  if (!Array.isArray(conflicts)) return facts
  return { ...rest, conflicts: (conflicts as Conflict[]).map((one) => presentConflict(one)) }
}

export function bodyOf(problem: Problem, requestId: string): ProblemBody {
  return {
    type: `urn:belfry:problem:${problem.code}`,
    title: problemCodes[problem.code],
    status: statusOf(problem.code),
    code: problem.code,
    detail: problem.message,
    ...(problem.pointer === undefined ? {} : { pointer: problem.pointer }),
    ...(problem.flaws.length > 0 ? { errors: problem.flaws } : {}),
    // What every problem has cannot be overwritten: they stand in between.
    ...problem.facts,
    requestId,
  }
}
