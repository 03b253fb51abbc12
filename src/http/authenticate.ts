// Who is calling: an API key, the operator's preset key, or a recipient's token, in the Authorization header or in the cookie that stands
// for it (session.ts). What they may do is one line of the route.

import * as crypto from 'node:crypto'
import type { Belfry, KnownKey } from '../index.ts'
import { looksLikeKey, looksLikeToken } from '../index.ts'
import type { MonotonicClock } from '../time/clock.ts'
import { Problem } from './problem.ts'
import type { AnyRoute, Caller } from './route.ts'

/** So long a key that was good is taken for good without asking again. */
const rememberedMs = 2_000
const rememberedMax = 10_000

export interface Doorkeeper {
  /** Throws where nobody is let in. */
  identify(authorization: string | undefined, tenant: string | undefined): Promise<Caller>
  forget(): void
}

export interface DoorkeeperOptions {
  readonly belfry: Belfry
  readonly secret: Buffer
  /** BELFRY_OPERATOR_KEY. */
  readonly operatorKey: string | undefined
  readonly defaultTenant: string
  readonly clock: MonotonicClock
}

export function createDoorkeeper(options: DoorkeeperOptions): Doorkeeper {
  const { belfry, clock } = options
  // A header is bytes, which node shows as Latin-1; a secret may be any text.
  const preset = options.operatorKey === undefined ? null : digest(Buffer.from(options.operatorKey))
  const keys = new Map<string, { readonly key: KnownKey; readonly untilMs: number }>()
  const tenants = new Map<string, number>()

  async function findKey(text: string): Promise<KnownKey | null> {
    const name = crypto.hash('sha256', text, 'base64')
    const remembered = keys.get(name)
    if (remembered && remembered.untilMs > clock.nowMs()) return remembered.key
    const key = await belfry.access.findKey(text)
    if (keys.size >= rememberedMax) keys.clear()
    if (key) keys.set(name, { key, untilMs: clock.nowMs() + rememberedMs })
    else keys.delete(name)
    return key
  }

  /** An operator acts for the tenant of the header; it has to be there. */
  async function chosenTenant(wanted: string | undefined): Promise<string> {
    const tenant = wanted ?? options.defaultTenant
    if ((tenants.get(tenant) ?? 0) > clock.nowMs()) return tenant
    const found = /^[A-Za-z0-9_.-]{1,64}$/.test(tenant) ? await belfry.tenants.get(tenant) : null
    if (!found) throw new Problem('not_found', 'There is no such tenant.', { pointer: '/Belfry-Tenant' })
    if (tenants.size >= rememberedMax) tenants.clear()
    tenants.set(tenant, clock.nowMs() + rememberedMs)
    return tenant
  }

  const operator = async (name: string, wanted: string | undefined): Promise<Caller> => ({
    ...{ name, tenant: await chosenTenant(wanted), door: 'operator', scopes: ['operator'], recipient: null },
  })

  return {
    async identify(authorization, wanted) {
      const text = bearer(authorization)
      if (preset && crypto.timingSafeEqual(digest(Buffer.from(text, 'latin1')), preset))
        return await operator('operator', wanted)
      if (looksLikeToken(text)) {
        const bearerOf = belfry.access.readToken(text, options.secret)
        if (!bearerOf) throw stranger()
        const { tenant, recipient } = bearerOf
        refuseOther(wanted, tenant)
        return { name: `recipient:${recipient}`, tenant, door: 'recipient', scopes: [], recipient }
      }
      const key = looksLikeKey(text) ? await findKey(text) : null
      if (!key) throw stranger()
      if (key.tenant === null) return await operator(`key:${key.id}`, wanted)
      refuseOther(wanted, key.tenant)
      return { name: `key:${key.id}`, tenant: key.tenant, door: 'key', scopes: key.scopes, recipient: null }
    },
    forget() {
      keys.clear()
    },
  }
}

/** A key of one tenant knows of no other. */
function refuseOther(wanted: string | undefined, tenant: string): void {
  if (wanted !== undefined && wanted !== tenant)
    throw new Problem('not_found', 'There is no such tenant.', { pointer: '/Belfry-Tenant' })
}

export function admit(route: AnyRoute, caller: Caller): void {
  if (route.door === 'anyone' || caller.door === 'operator') return
  if (caller.door === 'recipient') {
    if (route.own) return
    throw new Problem('forbidden', 'A recipient’s token opens what is theirs, and not this.')
  }
  if (route.door === 'key') return
  if (route.door === 'operator') throw new Problem('forbidden', 'This needs an operator’s key.')
  if (!caller.scopes.includes(route.door)) throw new Problem('forbidden', `The key lacks the scope ${route.door}.`)
}

function bearer(authorization: string | undefined): string {
  const [, text] = /^Bearer +(\S.{0,2047})$/i.exec(authorization ?? '') ?? []
  if (text) return text
  throw stranger(authorization === undefined ? 'Authorization: Bearer with a key is missing.' : undefined)
}

/** What every 401 has. */
export const challenge = { 'www-authenticate': 'Bearer realm="belfry"' }

function stranger(detail = 'The key or token is not known here, was revoked, or has expired.'): Problem {
  return new Problem('unauthenticated', detail, { headers: challenge })
}

function digest(value: string | Buffer): Buffer {
  return crypto.createHash('sha256').update(value).digest()
}
