// Signing in: a key, or the code of a link, becomes a cookie (session.ts), for the dashboard.

import { timeOrNull } from '../present.ts'
import { Problem } from '../problem.ts'
import { type Caller, route } from '../route.ts'
import * as shapes from '../schemas/session.ts'

const start = route({
  method: 'POST',
  path: '/v1/session',
  summary: 'Sign in with a key, or by a link',
  description:
    'Sets the cookie `__Host-belfry`, good for twelve hours, or until the key is revoked. It stands for the key in requests of pages of this server; a request other than GET needs their `Origin`. An `Authorization` header goes before it. Browsers keep the cookie with HTTPS, and on the machine itself.',
  door: 'anyone',
  // The answer is not kept: it is a key, and good for less than answers are kept.
  idempotency: 'none',
  body: shapes.sessionIn,
  answers: { 200: shapes.session },
  problems: ['unauthenticated', 'origin_not_allowed', 'not_found'],
  async handle({ body, raw, server: { sessions } }) {
    sessions.refuseOthers({ origin: raw.header('origin'), host: raw.header('host') })
    const { key, code } = body
    if ((key === undefined) === (code === undefined))
      throw new Problem('invalid_input', 'Exactly one of key and code is needed.', { pointer: '/key' })
    const { caller, cookie } = await (code === undefined
      ? sessions.begin(key!.trim())
      : sessions.beginByCode(code.trim()))
    return { status: 200, body: presentSession(caller), headers: { 'set-cookie': cookie } }
  },
})

const read = route({
  method: 'GET',
  path: '/v1/session',
  summary: 'Who is asking, and what they may do',
  door: 'key',
  answers: { 200: shapes.session },
  async handle({ caller }) {
    return { status: 200, body: presentSession(caller) }
  },
})

const end = route({
  method: 'DELETE',
  path: '/v1/session',
  summary: 'Sign out',
  description: 'Takes the cookie away from the browser. The key stays good; revoking it ends every session of it.',
  door: 'anyone',
  answers: { 200: shapes.sessionEnded },
  problems: ['origin_not_allowed'],
  async handle({ raw, server: { sessions } }) {
    sessions.refuseOthers({ origin: raw.header('origin'), host: raw.header('host') })
    return { status: 200, body: { ended: true as const }, headers: { 'set-cookie': sessions.ended } }
  },
})

/** A session is of a key: behind its door nobody comes with less. */
function presentSession({ name, door, tenant, scopes, sessionUntil }: Caller) {
  const kind: 'operator' | 'key' = door === 'operator' ? 'operator' : 'key'
  return { name, door: kind, tenant, scopes, expiresAt: timeOrNull(sessionUntil ?? null) }
}

export const session = { start, read, end }
