// Which addresses a request of Belfry's may go to: those of the public internet, and no others. It looks at the bytes, so that it
// does not matter how somebody spells them. What is not known to be public is refused: of IPv6, everything outside 2000::/3.

import { isIPv4, isIPv6 } from 'node:net'

/** 4 or 16 of them. */
export type AddressBytes = readonly number[]

export interface Network {
  readonly bytes: AddressBytes
  /** How many of the first bits are the network's. */
  readonly bits: number
}

/** Null: not an address in its plain spelling. One with a zone (`fe80::1%eth0`) names a link of this machine, and is none either. */
export function readAddressBytes(text: string): AddressBytes | null {
  if (isIPv4(text)) return text.split('.').map(Number)
  if (!isIPv6(text) || text.includes('%')) return null
  const [head = '', tail] = withHexTail(text).split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = new Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0)
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff])
}

/** `::ffff:127.0.0.1` is `::ffff:7f00:1`. */
function withHexTail(text: string): string {
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/** `10.1.0.0/16`, `fd00::/8`, or one address. */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/')
  const bytes = readAddressBytes(address.replace(/^\[(.*)\]$/, '$1'))
  if (bytes === null || rest.length > 0) return null
  if (length === undefined) return { bytes, bits: bytes.length * 8 }
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  return bits <= bytes.length * 8 ? { bytes, bits } : null
}

/** A network of IPv4 has no address of IPv6 in it, also not one that carries the same four bytes. */
export function isWithin(address: AddressBytes, { bytes, bits }: Network): boolean {
  if (address.length !== bytes.length) return false
  return bytes.every((byte, i) => {
    const shift = 8 - Math.min(8, Math.max(0, bits - i * 8))
    return byte >> shift === address[i]! >> shift
  })
}

export function isSameAddress(a: AddressBytes, b: AddressBytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

const notPublic: readonly (readonly [string, string])[] = [
  ['0.0.0.0/8', 'this machine'],
  ['10.0.0.0/8', 'a private network'],
  ['100.64.0.0/10', 'a provider’s own network'],
  ['127.0.0.0/8', 'loopback'],
  // The metadata services of most clouds are at 169.254.169.254; those of some at addresses that look public.
  ['169.254.0.0/16', 'link-local'],
  ['168.63.129.16/32', 'a metadata service'],
  ['172.16.0.0/12', 'a private network'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.88.99.0/24', 'a relay of 6to4'],
  ['192.168.0.0/16', 'a private network'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'this machine'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'IPv4 inside IPv6'],
  ['::ffff:0:0:0/96', 'IPv4 inside IPv6'],
  ['::/96', 'IPv4 inside IPv6'],
  // An IPv6-only network that reaches the IPv4 internet this way has to allow it: the last four bytes may be anything.
  ['64:ff9b::/96', 'IPv4 behind NAT64'],
  ['64:ff9b:1::/48', 'IPv4 behind NAT64'],
  ['fc00::/7', 'a private network'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['2001::/32', 'IPv4 behind Teredo'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'for documentation'],
  ['2002::/16', 'IPv4 behind 6to4'],
  ['3fff::/20', 'for documentation'],
]

const forbidden = notPublic.map(([text, why]) => ({ network: readNetwork(text)!, why }))
const globalUnicast = readNetwork('2000::/3')!

/** Why nothing goes to this address, in words; null: it is public. */
export function whyNotPublic(address: AddressBytes): string | null {
  const found = forbidden.find(({ network }) => isWithin(address, network))
  if (found) return found.why
  if (address.length === 4) return null
  if (!isWithin(address, globalUnicast)) return 'not of the public internet'
  return isIsatap(address) ? 'IPv4 behind ISATAP' : null
}

/** Under any prefix: …:0:5efe:a.b.c.d or …:200:5efe:a.b.c.d. */
function isIsatap(address: AddressBytes): boolean {
  const [first, ...rest] = address.slice(8, 12)
  return (first === 0 || first === 2) && rest.join() === '0,94,254'
}
