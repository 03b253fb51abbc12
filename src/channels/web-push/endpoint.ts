// Where a browser's push service takes messages. The URL comes from somebody's browser, so it could name any host: a push service has
// a public name and speaks https. Its addresses are looked at when it is connected to (channels/outgoing).

import * as crypto from 'node:crypto'
import * as net from 'node:net'
import { BelfryError } from '../../errors.ts'
import { readText } from '../../input.ts'

const accepted = 'the https: URL of a push service, as the browser gave it'
const bytesMax = 2_048

/** http, addresses and names without a dot only for what the operator has listed: a push service of one's own. */
export function readEndpoint(value: unknown, allowedTargets: readonly string[], field: string): string {
  const text = readText(value, field, { bytesMax, pattern: /^[\x21-\x7e]+$/, accepted })
  const refuse = (what: string) => new BelfryError('invalid_input', what, { field, accepted })
  if (!URL.canParse(text)) throw refuse('Not a URL.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw refuse('A URL with a password is no push endpoint.')
  if (isListed(url, allowedTargets) && (url.protocol === 'https:' || url.protocol === 'http:')) return text
  if (url.protocol !== 'https:') throw refuse('Not an https: URL.')
  if (!isPublicName(url.hostname)) throw refuse('No push service has that address.')
  return text
}

/** The hosts and networks of the configuration, as they are written there. */
export function isListed({ hostname }: URL, allowedTargets: readonly string[]): boolean {
  const host = bare(hostname)
  const kind = net.isIPv6(host) ? 'ipv6' : 'ipv4'
  return allowedTargets.some((target) => {
    if (target.toLowerCase() === host) return true
    const [, network = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(target) ?? []
    if (net.isIP(host) === 0 || net.isIP(network) !== net.isIP(host)) return false
    const list = new net.BlockList()
    list.addSubnet(network, Math.min(Number(bits), kind === 'ipv6' ? 128 : 32), kind)
    return list.check(host, kind)
  })
}

function isPublicName(hostname: string): boolean {
  const isName = net.isIP(bare(hostname)) === 0 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/.test(hostname)
  return isName && !/(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/.test(hostname)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** The first 32 hexadecimal digits of the endpoint's SHA-256: a page can compute it too. */
export function subscriptionId(endpoint: string): string {
  return crypto.createHash('sha256').update(endpoint).digest('hex').slice(0, 32)
}

/** Who carries the message, for people: the rest of the URL is a secret of the browser. */
export function serviceOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'unknown'
}
