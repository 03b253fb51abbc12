// Links in messages: /r/{token}. GET shows a page and changes nothing, because programs that look at mail follow every link; POST
// does what a button says. The token is all that is needed, and it opens one delivery; it is in no log. Also the one-click POST of
// RFC 8058, which mail programs send when somebody presses their own button of unsubscribing.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ActionAnswer, type ActionInput, BelfryError, type Standing } from '../index.ts'
import { type First, type Page, pagePolicy, refusalPage, standingPage } from './link-page.ts'
import { timeOf, timeOrNull } from './present.ts'
import { Problem } from './problem.ts'
import type { Server } from './server.ts'

/** So much a form of ours has, or a mail program sends. */
const formBytesMax = 4_096

/** `countBad` counts who comes with a token that opens nothing, and throws where that is too often. */
export function serveLinks(app: FastifyInstance, server: Server, countBad: (request: FastifyRequest) => void): void {
  app.register(async (scope) => {
    const texts = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(texts, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
      done(null, String(text)),
    )
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Problem && error.code === 'rate_limited') || wantsJson(request)) throw error
      return sendPage(reply.headers(error.headers), 429, refusalPage(localeOf(request), 'too_often'))
    })
    scope.get<{ Params: Params }>('/r/:token', async (request, reply) =>
      answering(request, reply, async () => {
        const { verbs, delivery } = await opened(server, request.params.token, () => countBad(request))
        const standing = await verbs.deliveries.standing(delivery)
        return { standing, answer: null }
      }),
    )
    scope.post<{ Params: Params }>('/r/:token', { bodyLimit: formBytesMax }, async (request, reply) =>
      answering(request, reply, async () => {
        const { verbs, delivery } = await opened(server, request.params.token, () => countBad(request))
        const { channel } = await verbs.deliveries.standing(delivery)
        const answer = await verbs.deliveries.act(delivery, { ...readAction(request), via: `link:${channel}` })
        return { standing: await verbs.deliveries.standing(delivery), answer }
      }),
    )
  })
}

interface Params {
  readonly token: string
}

async function opened(server: Server, token: string, bad: () => void) {
  const read = await server.belfry.access.readActionToken(token)
  if (read.kind !== 'good') bad()
  if (read.kind === 'expired') throw new Problem('link_expired', 'The link has expired.')
  if (read.kind === 'forged') throw new Problem('not_found', 'There is nothing behind this link.')
  return { verbs: server.belfry.as({ tenant: read.tenant, actor: 'link' }), delivery: read.delivery }
}

/** What was asked for: by a form, by the buttons of a notification (JSON), or by a mail program on its own. */
function readAction(request: FastifyRequest): ActionInput {
  const { body } = request
  if (typeof body === 'object' && body !== null) {
    const { action, for: duration } = body as { action?: unknown; for?: unknown }
    return inputOf(action, duration)
  }
  const text = typeof body === 'string' ? body : ''
  // By its name and value alone: what kind of form it is is up to the mail program.
  if (/List-Unsubscribe(=|"\s+)One-Click/.test(text)) return inputOf('unsubscribe', undefined)
  const fields = new URLSearchParams(text)
  return inputOf(fields.get('action'), fields.get('for') ?? undefined)
}

/** What is none is refused by the verb. */
function inputOf(action: unknown, duration: unknown): ActionInput {
  return { action: action as ActionInput['action'], ...(duration === undefined ? {} : { for: duration as string }) }
}

interface Shown {
  readonly standing: Standing
  readonly answer: ActionAnswer | null
}

async function answering(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Shown>,
): Promise<FastifyReply> {
  reply.headers({ 'x-robots-tag': 'noindex, nofollow', vary: 'Accept' })
  const isJson = wantsJson(request)
  try {
    const { standing, answer } = await work()
    if (isJson) return reply.send(answer ? presentAnswer(answer) : presentStanding(standing))
    return sendPage(reply, 200, standingPage(standing, firstOf(request), answer))
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    if (isJson) throw refused.problem
    const kind = refused.status === 400 || refused.status === 409 ? 'not_understood' : 'not_there'
    return sendPage(reply, refused.status, refusalPage(localeOf(request), kind))
  }
}

/** Whose language it is nobody knows: whoever asks says which they read. */
function localeOf({ headers }: FastifyRequest): string {
  return String(headers['accept-language'] ?? 'en')
}

/** Null: a fault of ours, which is told like every other. */
function refusalOf(error: unknown): { readonly status: number; readonly problem: Problem } | null {
  if (error instanceof Problem && error.code === 'link_expired') return { status: 410, problem: error }
  if (error instanceof Problem && error.code === 'not_found') return { status: 404, problem: error }
  if (!(error instanceof BelfryError)) return null
  // Cleaned up, or erased.
  if (error.code === 'not_found')
    return { status: 410, problem: new Problem('link_expired', 'What the link was about is gone.') }
  const isTheirs = ['invalid_input', 'missing_field', 'invalid_duration', 'text_too_long', 'unknown_field']
  if (!isTheirs.includes(error.code)) return null
  return { status: 400, problem: new Problem('invalid_input', error.message) }
}

function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

function firstOf({ query }: FastifyRequest): First | null {
  const { a } = query as { a?: unknown }
  return a === 'done' || a === 'snooze' || a === 'unsubscribe' ? a : null
}

function sendPage(reply: FastifyReply, status: number, { text, language }: Page): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': pagePolicy, 'content-language': language })
    .type('text/html; charset=utf-8')
    .send(text)
}

function presentAnswer({ action, result, at, dueAt, timezone }: ActionAnswer) {
  return { action, result, at: timeOf(at, timezone), dueAt: timeOrNull(dueAt, timezone) }
}

function presentStanding({ timezone: zone, ...standing }: Standing) {
  return {
    ...standing,
    dueAt: timeOf(standing.dueAt, zone),
    at: timeOf(standing.at, zone),
    doneAt: timeOrNull(standing.doneAt, zone),
    snoozedUntil: timeOrNull(standing.snoozedUntil, zone),
  }
}
