// Signing in to the dashboard. The session is the key itself, sealed with AES-256-GCM into a cookie that no script reads, together with
// when it ends. Whoever comes with the cookie comes as if with the key in the Authorization header, so that a key that is revoked or
// changed ends its sessions: there is no second list of who may do what, and nothing is stored.
//
// A browser sends a cookie along by itself, also where another site made it ask. So the cookie counts only where the browser says that a
// page of this server asks; SameSite=Strict says the same once more.

import * as crypto from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { looksLikeToken } from '../index.ts'
import { wallClockMs } from '../time/clock.ts'
import { challenge, type Doorkeeper } from './authenticate.ts'
import { Problem } from './problem.ts'
import type { AnyRoute, Caller } from './route.ts'
import type { SignInCodes } from './sign-in-codes.ts'

/** Of this host alone: `__Host-` keeps others from setting it, subdomains among them. */
export const sessionCookie = '__Host-belfry'
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'
/** Real time, also while the clock is driven. */
const lifeS = 12 * 3_600
const ivBytes = 12
const tagBytes = 16
const untilBytes = 6

export interface Sessions {
  /** For the tenant that goes without saying: which one is chosen with each request. Throws where the key opens nothing. */
  begin(key: string): Promise<Begun>
  /** The same by the code of a link, which is good once. */
  beginByCode(code: string): Promise<Begun>
  /** What the cookie of a request stands for; null where it has none that counts. Throws where somebody else's page asks. */
  open(route: AnyRoute, request: Asking): OpenSession | null
  /** Signing in and out is for pages of this server, and for programs, which send no Origin. */
  refuseOthers(headers: { readonly origin: string; readonly host: string }): void
  /** The Set-Cookie that ends it. */
  readonly ended: string
}

export interface Begun {
  readonly caller: Caller
  readonly cookie: string
}

export interface OpenSession {
  /** As the header that it stands for. */
  readonly authorization: string
  readonly until: Date
}

interface Asking {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

export interface SessionsOptions {
  readonly secret: Buffer
  readonly publicUrl: string | undefined
  readonly doorkeeper: Pick<Doorkeeper, 'identify'>
  readonly codes: Pick<SignInCodes, 'take'>
}

export function createSessions({ secret, publicUrl, doorkeeper, codes }: SessionsOptions): Sessions {
  const seal = Buffer.from(crypto.hkdfSync('sha256', secret, '', 'belfry session cookie', 32))
  const publicHost = publicUrl === undefined ? null : hostOf(publicUrl)
  const isOwn = (origin: string, host: string | undefined) => {
    const asking = hostOf(origin)
    return asking !== null && (asking === withoutPort(host ?? '') || asking === publicHost)
  }
  const begin = async (key: string, refused: Problem): Promise<Begun> => {
    const authorization = headerOf(Buffer.from(key))
    const caller = await doorkeeper.identify(authorization, undefined).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'unauthenticated' ? refused : error
    })
    const untilMs = Math.floor(wallClockMs()) + lifeS * 1_000
    const value = close(seal, Buffer.from(key), untilMs)
    return {
      caller: { ...caller, sessionUntil: new Date(untilMs) },
      cookie: `${sessionCookie}=${value}; ${attributes}; Max-Age=${lifeS}`,
    }
  }
  return {
    async begin(key) {
      if (looksLikeToken(key)) throw unknownKey('A recipient’s token opens an inbox, and not this.')
      return await begin(key, unknownKey())
    },
    async beginByCode(code) {
      const key = codes.take(code)
      if (key === null) throw usedCode()
      return await begin(key, usedCode())
    },
    open({ method, door }, request) {
      const value = cookieOf(request.headers.cookie)
      // A GET that does something is for crons: a browser follows a link to it too easily.
      if (value === null || (method === 'GET' && door === 'write')) return null
      refuseOtherSites(request, isOwn)
      const opened = open(seal, value)
      if (opened === null || opened.untilMs <= wallClockMs())
        throw new Problem('unauthenticated', 'The session has ended; sign in again.', { headers: challenge })
      return { authorization: headerOf(opened.key), until: new Date(opened.untilMs) }
    },
    refuseOthers({ origin, host }) {
      if (origin !== '' && !isOwn(origin, host)) throw otherSite()
    },
    ended: `${sessionCookie}=; ${attributes}; Max-Age=0`,
  }
}

type IsOwn = (origin: string, host: string | undefined) => boolean

function refuseOtherSites({ method, headers }: Asking, isOwn: IsOwn): void {
  const site = headers['sec-fetch-site']
  // `none`: somebody typed the address.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw otherSite()
  if (method === 'GET' || method === 'HEAD') return
  if (!isOwn(headers.origin ?? '', headers.host)) throw otherSite()
}

function otherSite(): Problem {
  return new Problem(
    'origin_not_allowed',
    'A session is for the pages of this server: the Origin of the request is another. Behind a proxy, BELFRY_PUBLIC_URL says how the server is reached.',
  )
}

function unknownKey(detail = 'The key is not known here, was revoked, or has expired.'): Problem {
  return new Problem(
    'unauthenticated',
    `${detail} Accepted: the operator’s key (BELFRY_OPERATOR_KEY, or the one that the first start printed), or a key made by \`belfry keys create\`.`,
    { pointer: '/key', headers: challenge },
  )
}

function usedCode(): Problem {
  return new Problem(
    'unauthenticated',
    'The link was used already, is older than ten minutes, or is of a server that was started anew. Sign in with a key: BELFRY_OPERATOR_KEY, or the one that the first start printed; `belfry keys create ops --scope operator` makes another.',
    { pointer: '/code', headers: challenge },
  )
}

/** Without its scheme, which is another one behind a proxy; null: none of the web. */
function hostOf(url: string): string | null {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return null
  return withoutPort(new URL(url).host)
}

/** Browsers leave out the port that goes without saying; proxies may not. */
function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:(80|443)$/, '')
}

/** A header is bytes, which node shows as Latin-1. */
function headerOf(key: Buffer): string {
  return `Bearer ${key.toString('latin1')}`
}

function cookieOf(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === sessionCookie && value !== '') return value
  }
  return null
}

function close(seal: Buffer, key: Buffer, untilMs: number): string {
  const plain = Buffer.alloc(untilBytes + key.length)
  plain.writeUIntBE(untilMs, 0, untilBytes)
  key.copy(plain, untilBytes)
  const iv = crypto.randomBytes(ivBytes)
  const cipher = crypto.createCipheriv('aes-256-gcm', seal, iv)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null: sealed by somebody else, or changed since. */
function open(seal: Buffer, value: string): { readonly key: Buffer; readonly untilMs: number } | null {
  const sealed = Buffer.from(value, 'base64url')
  if (sealed.length <= ivBytes + untilBytes + tagBytes) return null
  try {
    const decipher = crypto.createDecipheriv('aes-256-gcm', seal, sealed.subarray(0, ivBytes))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const plain = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
    return { key: plain.subarray(untilBytes), untilMs: plain.readUIntBE(0, untilBytes) }
  } catch {
    return null
  }
}
