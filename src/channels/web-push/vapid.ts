// VAPID (RFC 8292): push services know by our key that messages come from whom the browser subscribed to. The key is made once
// and kept, sealed, in the database: a new one would make every subscription useless.

import * as crypto from 'node:crypto'
import type { Database } from '../../engine/database.ts'
import { BelfryError } from '../../errors.ts'
import { wallClockMs } from '../../time/clock.ts'
import type { Vault } from '../channel.ts'
import { curve } from './encrypt.ts'

export interface VapidKeys {
  /** The point, 65 bytes in base64url: what a page gives to `pushManager.subscribe`. */
  readonly publicKey: string
  readonly privateKey: crypto.KeyObject
}

const secretName = 'vapid'

/** Servers that share a database share the key: whoever comes first makes it, and everybody reads what is there. */
export async function keptKeys(db: Database, vault: Vault): Promise<VapidKeys> {
  const made = crypto.createECDH(curve)
  made.generateKeys()
  const sealed = await vault.seal(made.getPrivateKey().toString('base64url'), secretName)
  const [row] = await db.run<{ value: Buffer }>('ensure-secret', [secretName, sealed])
  return keysOf(Buffer.from(await vault.open(row!.value, secretName), 'base64url'))
}

/** Keys of another system, whose subscriptions go on. */
export function givenKeys(publicKey: string, privateKey: string): VapidKeys {
  const accepted = 'a key pair of P-256 in base64url, as `web-push generate-vapid-keys` prints it'
  const keys = keysOrNull(Buffer.from(privateKey, 'base64url'))
  if (!keys) throw new BelfryError('invalid_input', 'Not a private key.', { field: '/privateKey', accepted })
  if (keys.publicKey !== Buffer.from(publicKey, 'base64url').toString('base64url'))
    throw new BelfryError('invalid_input', 'The public key is not that of the private key.', {
      field: '/publicKey',
      accepted,
    })
  return keys
}

function keysOrNull(privateKey: Buffer): VapidKeys | null {
  try {
    return privateKey.length === 32 ? keysOf(privateKey) : null
  } catch {
    // Not a number that the curve has.
    return null
  }
}

function keysOf(privateKey: Buffer): VapidKeys {
  const pair = crypto.createECDH(curve)
  pair.setPrivateKey(privateKey)
  const point = pair.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    // OpenSSL leaves out zeros at its beginning.
    d: Buffer.concat([Buffer.alloc(32), privateKey])
      .subarray(-32)
      .toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: crypto.createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

const lifeMs = 12 * 3_600_000
/** A word that is about to expire may do so on its way, or by the other's clock. */
const renewedBeforeMs = 3_600_000
const originsMax = 1_000

export interface Vapid {
  /** The value of the Authorization header for that endpoint. */
  authorization(endpoint: URL): string
  /** The push service did not believe it: the next one is a new one. */
  forget(endpoint: URL): void
}

/** One signed word a push service, used for hours: signing takes longer than everything else about a message. */
export function createVapid({ publicKey, privateKey }: VapidKeys, subject: string, nowMs = wallClockMs): Vapid {
  const known = new Map<string, { readonly token: string; readonly expiresMs: number }>()
  return {
    authorization({ origin }) {
      let word = known.get(origin)
      if (!word || word.expiresMs - nowMs() < renewedBeforeMs) {
        if (known.size >= originsMax) known.clear()
        const expiresMs = nowMs() + lifeMs
        word = { token: sign({ aud: origin, exp: Math.floor(expiresMs / 1_000), sub: subject }, privateKey), expiresMs }
        known.set(origin, word)
      }
      return `vapid t=${word.token}, k=${publicKey}`
    },
    forget({ origin }) {
      known.delete(origin)
    },
  }
}

const jwtHeader = base64url({ typ: 'JWT', alg: 'ES256' })

function sign(claims: object, key: crypto.KeyObject): string {
  const text = `${jwtHeader}.${base64url(claims)}`
  const signature = crypto.sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const nowhere = /(^|\.)(localhost|local|internal|invalid|test)$/

/** Whom a push service writes to when something is wrong. Apple's refuses every message where this cannot be right. */
export function readSubject(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  const host = /^mailto:[^\s@<>,;"]+@([^\s@<>,;"?]+)$/i.exec(text)?.[1] ?? httpsHost(text)
  if (host && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(host) && !nowhere.test(host.toLowerCase())) return text
  throw new BelfryError('invalid_input', 'Push services want to know whom to write to.', {
    field: '/subject',
    accepted: 'mailto: and an address that can be written to, or the https: URL of a page; not localhost',
  })
}

function httpsHost(text: string): string | undefined {
  if (!/^https:\/\/\S+$/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).hostname
}
