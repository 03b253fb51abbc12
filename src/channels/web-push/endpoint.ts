// Where a browser's push service takes messages. The URL comes from somebody's browser, so it could name any host: a push service has
// a public name and speaks https. Its addresses are looked at when it is connected to (channels/outgoing).

import * as crypto from 'node:crypto'
import { BelfryError } from '../../errors.ts'
import { readText } from '../../input.ts'
import { type OutgoingRules, whyNoTarget } from '../outgoing/outgoing.ts'

const accepted = 'the https: URL of a push service, as the browser gave it'
const bytesMax = 2_048

/** For subscribing and for sending: http, addresses and internal names only where the operator has listed them, for a push service of one's own. */
export function pushRules(allowedTargets: readonly string[]): OutgoingRules {
  return { allowedTargets, publicName: true }
}

export function readEndpoint(value: unknown, allowedTargets: readonly string[], field: string): string {
  const text = readText(value, field, { bytesMax, pattern: /^[\x21-\x7e]+$/, accepted })
  const why = whyNoTarget(text, pushRules(allowedTargets))
  if (why === null) return text
  throw new BelfryError('invalid_input', `No push service is there: ${why}.`, { field, accepted })
}

/** The first 32 hexadecimal digits of the endpoint's SHA-256: a page can compute it too. */
export function subscriptionId(endpoint: string): string {
  return crypto.createHash('sha256').update(endpoint).digest('hex').slice(0, 32)
}

/** Who carries the message, for people: the rest of the URL is a secret of the browser. */
export function serviceOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'unknown'
}
