// What each answer of the Bot API means. The first row that fits decides. An answer that is not the Bot API's own (a proxy, a
// firewall) never says anything about a chat: only its status counts, and only where that is definite.
//
//   answered             by the table below
//   lost, or too late    unknown: it may have arrived, and there is no key to send it again under
//   unsent               deferred: refused, no such host, TLS, too late to connect; not one byte of it was handed over

import type { Outcome } from '../channel.ts'
import type { OutgoingResult } from '../outgoing/outgoing.ts'

export type Verdict =
  | Outcome
  /** Turned away for the pace: the whole bot waits. */
  | { readonly kind: 'slow'; readonly retryAfterMs: number; readonly reply: string }
  /** A group became a supergroup: this is its id from now on. */
  | { readonly kind: 'moved'; readonly chat: string; readonly reply: string }
  /** Refused for its form: the same as plain text may be taken. */
  | { readonly kind: 'simpler'; readonly reply: string }

interface Answer {
  /** The Bot API's own code where it gives one, else the status. */
  readonly code: number
  /** It is the Bot API that speaks. */
  readonly isOwn: boolean
  readonly isOk: boolean
  readonly description: string
  readonly retryAfterMs: number | null
  readonly movedTo: string | null
  readonly reply: string
}

interface Row {
  readonly name: string
  readonly fits: (answer: Answer) => boolean
  readonly means: (answer: Answer) => Verdict
}

/** Where a 429 does not say for how long. */
const pauseMs = 5_000

const saying = (code: number, words: RegExp) => (answer: Answer) =>
  answer.isOwn && answer.code === code && words.test(answer.description)
const between = (from: number, to: number) => (answer: Answer) => answer.code >= from && answer.code <= to
const as =
  (kind: 'refused' | 'unknown' | 'deferred') =>
  ({ reply }: Answer): Verdict => ({ kind, reply })
const gone =
  (fault: 'gone' | 'blocked') =>
  ({ reply }: Answer): Verdict => ({ kind: 'gone', fault, reply })

export const outcomes: readonly Row[] = [
  {
    name: 'ok',
    fits: ({ isOk }) => isOk,
    means: ({ reply }) => ({ kind: 'delivered', reply }),
  },
  {
    name: '429',
    fits: ({ code }) => code === 429,
    means: ({ retryAfterMs, reply }) => ({ kind: 'slow', retryAfterMs: retryAfterMs ?? pauseMs, reply }),
  },
  {
    name: '400 with another chat id',
    fits: ({ isOwn, code, movedTo }) => isOwn && code === 400 && movedTo !== null,
    means: ({ movedTo, reply }) => ({ kind: 'moved', chat: movedTo!, reply }),
  },
  {
    name: '400 for its form',
    fits: saying(400, /can't parse entities|ENTITY_|BUTTON_/i),
    means: ({ reply }) => ({ kind: 'simpler', reply }),
  },
  {
    name: '400 no such chat',
    fits: saying(
      400,
      /chat not found|user not found|PEER_ID_INVALID|USER_DEACTIVATED|group chat was (?:deleted|deactivated)/i,
    ),
    means: gone('gone'),
  },
  { name: '403 deactivated', fits: saying(403, /deactivated|deleted/i), means: gone('gone') },
  { name: '403', fits: saying(403, /^/), means: gone('blocked') },
  {
    name: '401 or 404: the token',
    fits: ({ code }) => code === 401 || code === 404,
    means: ({ reply }) => ({
      kind: 'deferred',
      reply: `Telegram does not know this bot; is its token right? ${reply}`,
    }),
  },
  // Said to those who ask for updates; a message was not sent in any case.
  { name: '409', fits: ({ code }) => code === 409, means: as('deferred') },
  {
    name: '400 and other 4xx of the Bot API',
    fits: (answer) => answer.isOwn && between(400, 499)(answer),
    means: as('refused'),
  },
  { name: '4xx of somebody between', fits: between(400, 499), means: as('deferred') },
  {
    name: 'asked to go elsewhere',
    fits: ({ code }) => [301, 302, 307, 308].includes(code),
    means: ({ reply }) => ({
      kind: 'deferred',
      reply: `redirected, which is not followed; is apiRoot right? ${reply}`,
    }),
  },
  // 5xx, 2xx that says nothing, and what nobody has heard of.
  { name: 'anything else', fits: () => true, means: as('unknown') },
]

/** What became of a request. */
export function verdictOf(result: OutgoingResult): Verdict {
  switch (result.kind) {
    case 'answered': {
      const answer = readAnswer(result)
      return outcomes.find(({ fits }) => fits(answer))!.means(answer)
    }
    case 'lost':
      return { kind: 'unknown', reply: result.why }
    case 'unsent':
    case 'blocked':
      return { kind: 'deferred', reply: result.why }
  }
}

/** The row that decides, for tests and explanations. */
export function rowOf(result: OutgoingResult & { kind: 'answered' }): string {
  const answer = readAnswer(result)
  return outcomes.find(({ fits }) => fits(answer))!.name
}

function readAnswer({ status, headers, body }: OutgoingResult & { kind: 'answered' }): Answer {
  const json = readJson(body)
  const isOwn = typeof json?.ok === 'boolean'
  const parameters = isObject(json?.parameters) ? json.parameters : {}
  const code = isOwn && isWhole(json.error_code) ? json.error_code : status
  const description = isOwn && typeof json.description === 'string' ? json.description : ''
  // A long answer may be cut off behind its first words, which are enough.
  const isOk = status === 200 && (isOwn ? json.ok === true : /^\{"ok":true[,}]/.test(body))
  const seconds = isWhole(parameters.retry_after)
    ? parameters.retry_after
    : Number(headers['retry-after'] ?? Number.NaN)
  return {
    ...{ code, isOwn, isOk, description },
    retryAfterMs: seconds >= 0 && Number.isFinite(seconds) ? Math.ceil(seconds * 1_000) : null,
    movedTo: isWhole(parameters.migrate_to_chat_id) ? String(parameters.migrate_to_chat_id) : null,
    reply: isOk
      ? messageOf(json)
      : `${code}${description ? ` ${description}` : isOwn ? '' : ' and no word of Telegram'}`,
  }
}

function messageOf(json: Record<string, unknown> | null): string {
  const { message_id: id } = isObject(json?.result) ? json.result : {}
  return isWhole(id) ? `message ${id}` : 'ok'
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
