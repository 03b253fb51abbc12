// Does an answer keep to the document? Its status, its media type, its body, its code, and the headers that go with them.

import type { Answer, Checks, Operation } from './document.ts'
import type { Wanted } from './generate.ts'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** What is wrong with an answer, in words; null when nothing is. */
export function flawOf(checks: Checks, wanted: Wanted, answered: Answered): string | null {
  const { status, headers, text } = answered
  if (status >= 500 && !isMissingPlan(text)) return `answered ${status} ${text.slice(0, 300)}`
  if (typeof headers['x-request-id'] !== 'string') return 'has no X-Request-Id'
  if (wanted.method === 'HEAD' || wanted.method === 'OPTIONS') return text === '' || status >= 400 ? null : 'has a body'
  if (wanted.spoilt === 'method') return problemFlaw(answered, ['method_not_allowed'])
  if (wanted.spoilt === 'path' && problemFlaw(answered, ['no_such_route']) === null) return null
  const documented = wanted.operation.responses[status]
  if (!documented) return `${status} is not documented: ${text.slice(0, 300)}`
  if (status === 304) return text === '' ? null : '304 has a body'
  return (
    contentFlaw(checks, documented, answered) ??
    versionFlaw(wanted.operation, documented, answered) ??
    pointerFlaw(checks, wanted, answered)
  )
}

/** A sweep may name a plan that nobody has made yet; its runs fail, as the document says. */
function isMissingPlan(text: string): boolean {
  return text.includes('"code":"run_failed"') && text.includes('There is no plan')
}

/** A pointer begins with a name that the request has: of a parameter, a header, or a field of its body. */
function pointerFlaw(checks: Checks, { operation }: Wanted, { status, text }: Answered): string | null {
  if (status < 400) return null
  const { code, pointer = '' } = JSON.parse(text) as { code: string; pointer?: string }
  if (pointer === '' || code === 'unknown_field') return null
  const [, first = ''] = pointer.split('/')
  // Conditions are refused by name wherever they are not looked at.
  if (first === 'If-Match' || first === 'If-None-Match') return null
  const known = checks.namesOf(operation)
  return known === null || known.includes(first) ? null : `points to ${pointer}: ${text.slice(0, 300)}`
}

function contentFlaw(checks: Checks, documented: Answer, answered: Answered): string | null {
  const mediaType = String(answered.headers['content-type']).split(';')[0] ?? ''
  const content = documented.content?.[mediaType]
  if (!content) return `${answered.status} came as ${mediaType}`
  const body: unknown = mediaType.endsWith('json') ? JSON.parse(answered.text) : answered.text
  const check = checks.of(content.schema)
  if (!check(body)) return `does not fit: ${describe(check.errors)} in ${answered.text.slice(0, 400)}`
  return mediaType === 'application/problem+json' ? problemFlaw(answered, documented['x-codes'] ?? []) : null
}

function problemFlaw({ status, headers, text }: Answered, codes: readonly string[]): string | null {
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `no problem: ${text.slice(0, 200)}`
  const body = JSON.parse(text) as { code: string; status: number; requestId: string }
  if (!codes.includes(body.code)) return `${status} ${body.code} is not documented: ${text.slice(0, 300)}`
  if (body.status !== status) return `says ${body.status} and is ${status}`
  return body.requestId === headers['x-request-id'] || headers['idempotent-replayed'] === 'true'
    ? null
    : 'names another request'
}

/** A version in the body and the ETag say the same. */
function versionFlaw({ method }: Operation, { headers: documented }: Answer, { headers, text }: Answered) {
  if (!documented || !('ETag' in documented) || !String(headers['content-type']).includes('json')) return null
  const { version } = JSON.parse(text) as { version?: number | null }
  if (typeof version !== 'number') return null
  // More than the version may tell answers apart: whose address is suspended.
  const [, etag] = /^"(\d+)(?:-[0-9a-f]{12})?"$/.exec(String(headers.etag)) ?? []
  return etag === String(version) ? null : `${method} has version ${version} and ETag ${String(headers.etag)}`
}

function describe(errors: unknown): string {
  return JSON.stringify(errors).slice(0, 300)
}
