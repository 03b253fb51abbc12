// Where a URL leads, as far as its text tells. The URL parser of the web turns every spelling of an IPv4 address (decimal, hex, octal,
// short, full-width) into the plain one; what it leaves as a name has to look like a name. Whether a name may be reached is known
// once it is resolved: `admits` is asked about each of its addresses, and what is odd about the URL has to be allowed by then.

import { type AddressBytes, isWithin, type Network, readAddressBytes, readNetwork, whyNotPublic } from './address.ts'

export interface TargetRules {
  /** Networks and hosts that the operator allows. */
  readonly allowed: AllowList
  readonly allowHttp: boolean
  readonly anyTarget: boolean
  readonly publicName: boolean
}

export interface AllowList {
  readonly networks: readonly Network[]
  readonly hosts: ReadonlySet<string>
}

export interface Target {
  readonly url: URL
  /** Without brackets, and without a dot at its end. */
  readonly host: string
  /** Where the host is an address itself. */
  readonly literal: AddressBytes | null
  readonly port: number
  readonly isSecure: boolean
  /** What only an allowed target may have: a plain connection, an odd port, an internal name. */
  readonly odd: string | null
}

export type ReadTarget = Target | { readonly blocked: string }

/** Null: neither a network nor a host. */
export function readAllowed(text: string): Network | string | null {
  const network = readNetwork(text)
  if (network) return network
  const host = text.toLowerCase().replace(/\.$/, '')
  return isHostName(host) ? host : null
}

export function readAllowList(texts: readonly string[]): AllowList {
  const read = texts.map(readAllowed)
  return {
    networks: read.filter((one): one is Network => typeof one === 'object' && one !== null),
    hosts: new Set(read.filter((one) => typeof one === 'string')),
  }
}

export function readTarget(text: string, rules: TargetRules): ReadTarget {
  // The parser drops line breaks and takes backslashes for slashes: who writes them wants to be read in two ways.
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return { blocked: 'not a URL' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { blocked: 'only https and http are spoken' }
  if (url.username !== '' || url.password !== '') return { blocked: 'no user or password in a URL' }
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  if (port === 0) return { blocked: 'no port 0' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const literal = readAddressBytes(host)
  if (literal === null && !isHostName(host)) return { blocked: 'not the name of a host' }
  const target = { url, host, literal, port, isSecure, odd: oddity({ host, literal, port, isSecure }, rules) }
  const why = whyBlockedByText(target, rules)
  return why === null ? target : { blocked: why }
}

/** What can be told before the name is resolved. */
function whyBlockedByText(target: Target, rules: TargetRules): string | null {
  if (target.literal) {
    if (rules.publicName && !isListed(target, target.literal, rules)) return 'an address, not a name'
    return whyBlocked(target, target.literal, rules)
  }
  if (rules.publicName) return isAllowedHost(target, rules) ? null : target.odd
  // A name that is allowed, or may turn out to lie in a network that is.
  const mayBeAllowed = rules.anyTarget || isAllowedHost(target, rules) || rules.allowed.networks.length > 0
  return mayBeAllowed ? null : target.odd
}

/** May a connection be made to this address, for this target? Null: yes. */
export function whyBlocked(target: Target, address: AddressBytes, rules: TargetRules): string | null {
  if (rules.anyTarget || isListed(target, address, rules)) return null
  return target.odd ?? whyNotPublic(address)
}

function isListed(target: Target, address: AddressBytes, rules: TargetRules): boolean {
  return isAllowedHost(target, rules) || rules.allowed.networks.some((network) => isWithin(address, network))
}

function isAllowedHost({ host }: Target, { allowed }: TargetRules): boolean {
  return allowed.hosts.has(host)
}

function oddity(
  { host, literal, port, isSecure }: Pick<Target, 'host' | 'literal' | 'port' | 'isSecure'>,
  { allowHttp }: TargetRules,
): string | null {
  if (literal === null && isInternalName(host)) return 'an internal name'
  if (!isSecure && !allowHttp) return 'only https'
  if (port !== 443 && port !== 80 && (port < 1_024 || otherProtocols.has(port)))
    return `port ${port} is not one of the web`
  return null
}

/** Names that no public name server should know: a single label, and the endings that are set aside for machines near by. */
function isInternalName(host: string): boolean {
  return (
    !host.includes('.') ||
    /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/.test(host)
  )
}

/** Lower case, as the URL parser gives it. A last label that begins with a digit would be an address in some other spelling. */
function isHostName(host: string): boolean {
  if (host.length > 253) return false
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (!/^[a-z]/.test(last)) return false
  return labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
}

/** The ports above 1,023 that browsers refuse too: what listens there speaks something else, and may take a request for it. */
const otherProtocols: ReadonlySet<number> = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
])
