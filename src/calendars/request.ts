// Requests to a calendar: through the guard, a few redirects on, and with its user name and password only where they belong. What goes
// wrong on the way is a `CalendarTrouble`, whose words people may read: never a header, never what a server wrote.

import type { OutgoingGround } from '../channels/outgoing/connect.ts'
import {
  type OutgoingRequest,
  type OutgoingResult,
  type OutgoingRules,
  outgoing,
} from '../channels/outgoing/outgoing.ts'
import type { Context } from '../engine/context.ts'
import { limits } from '../limits.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface CalendarPlace {
  readonly url: string
  readonly credentials: Credentials | null
}

export interface CalendarRequest {
  readonly url: string
  readonly method: OutgoingRequest['method']
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  /** Answers with a redirect instead of following it. */
  readonly stays?: boolean
}

export interface CalendarAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Where it came from in the end. */
  readonly url: string
}

export type Requests = (request: CalendarRequest) => Promise<CalendarAnswer>

export class CalendarTrouble extends Error {
  override readonly name = 'CalendarTrouble'
}

/** The answer is over the limit: whoever asked for many things may ask for fewer. */
export class TooLarge extends CalendarTrouble {}

/** Where calendars may be. */
export function placeRules({ sending }: Pick<Context, 'sending'>, isPublicOnly: boolean): OutgoingRules {
  return isPublicOnly ? { allowedTargets: [], publicName: true } : { allowedTargets: sending.allowedTargets }
}

export interface RequestGround {
  readonly rules: OutgoingRules
  readonly signal: AbortSignal
  /** Tests bring their own, and have less time. */
  readonly network?: OutgoingGround | undefined
  readonly requestMs?: number | undefined
}

const redirectsMax = 3
/** In one reading: 20,000 objects, 50 in a request, and some for what stands around it. */
const requestsMax = 600
const bytesMax = 64 * 1_048_576

export function requestsTo({ url, credentials }: CalendarPlace, ground: RequestGround): Requests {
  const send = outgoing(ground.rules, ground.network)
  const home = new URL(url).origin
  const secret =
    credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  let requests = 0
  let bytes = 0
  const once = async (request: CalendarRequest, target: URL): Promise<CalendarAnswer> => {
    if (++requests > requestsMax || bytes > bytesMax) throw new CalendarTrouble('It takes too many requests to read.')
    const result = await send({
      url: target.href,
      method: request.method,
      headers: {
        'user-agent': 'Belfry',
        ...request.headers,
        ...(secret !== null && target.origin === home && { authorization: secret }),
      },
      body: request.body ?? null,
      signal: ground.signal,
      answerBytesMax: limits.calendarBytesMax + 1,
      ...(ground.requestMs !== undefined && { timeoutMs: ground.requestMs }),
    })
    const { status, headers, body } = answered(result)
    bytes += body.length
    return { status, headers, body, url: target.href }
  }
  return async (request) => {
    let target = new URL(request.url)
    for (let redirects = 0; ; redirects++) {
      const answer = await once(request, target)
      const next = request.stays ? null : redirectOf(request, answer)
      if (next === null) return answer
      if (redirects === redirectsMax) throw new CalendarTrouble('It leads from one address to the next too often.')
      target = next
    }
  }
}

function answered(result: OutgoingResult): Extract<OutgoingResult, { kind: 'answered' }> {
  switch (result.kind) {
    case 'blocked':
      throw new CalendarTrouble(`Nothing can be read there: ${result.why}.`)
    case 'unsent':
    case 'lost':
      throw new CalendarTrouble(`There is no answer: ${result.why}.`)
    case 'answered':
      if (Buffer.byteLength(result.body) > limits.calendarBytesMax)
        throw new TooLarge(`The answer is larger than ${limits.calendarBytesMax} bytes.`)
      if (result.isCut) throw new CalendarTrouble('The answer broke off.')
      if (/\S/.test(result.headers['content-encoding']?.replace('identity', '') ?? ''))
        throw new CalendarTrouble('The answer is compressed, which nobody asked for.')
      return result
  }
}

/** What changes something is not taken elsewhere. */
function redirectOf({ method }: CalendarRequest, { status, headers, url }: CalendarAnswer): URL | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  if (method === 'PUT' || method === 'DELETE' || (status === 303 && method !== 'GET')) return null
  if (!URL.canParse(location, url)) throw new CalendarTrouble('It leads to something that is no address.')
  return new URL(location, url)
}

export class Refused extends CalendarTrouble {
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

/** A status that is no success, in words. */
export function refused(status: number): Refused {
  const hasMoved = 'it has moved, put its new address'
  const words: Readonly<Record<number, string>> = {
    ...{ 301: hasMoved, 302: hasMoved, 307: hasMoved, 308: hasMoved },
    401: 'user name or password are missing or wrong',
    403: 'it is forbidden',
    404: 'there is nothing at this address',
    410: 'it is not there any more',
    429: 'it was asked too often',
  }
  const why = words[status] ?? (status >= 500 ? 'the server has trouble of its own' : 'that was not expected')
  return new Refused(status, `The answer is ${status}: ${why}.`)
}
