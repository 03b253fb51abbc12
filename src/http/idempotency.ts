// Idempotency-Key: the same request under the same key is done once and answered alike. What makes it the same request is its
// method, its path and its body, whatever the order of the fields.

import * as crypto from 'node:crypto'
import { Problem } from './problem.ts'

const keyCharsMax = 255

/** Quoted, as the standard writes it, or bare: one key. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = (Array.isArray(header) ? header.join(',') : header).trim()
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)
  const key = quoted ? quoted[1]!.replaceAll(/\\(["\\])/g, '$1') : text
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= keyCharsMax) return key
  throw new Problem(
    'idempotency_key_invalid',
    `An Idempotency-Key has 1 to ${keyCharsMax} printable ASCII characters.`,
    {
      pointer: '/Idempotency-Key',
    },
  )
}

export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return crypto
    .createHash('sha256')
    .update(`${method} ${path}\n${body === undefined ? '' : canonical(body)}`)
    .digest()
}

/** JSON with its fields in order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.keys(value).sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`
}
