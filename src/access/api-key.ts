// What an API key looks like: bf_live_ and 48 letters and digits: 10 that name it, 32 that are secret, 6 that are a checksum. A
// mistyped or cut key is told from a wrong one without asking the database, and scanners for leaked secrets know it by its
// first letters.

import * as crypto from 'node:crypto'

const prefix = 'bf_live_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idChars = 10
const secretChars = 32
const checksumChars = 6

export interface NewKey {
  readonly id: string
  /** Shown once, and kept by whoever asked for it. */
  readonly text: string
  readonly hash: Buffer
}

export function makeKey(): NewKey {
  const id = randomText(idChars)
  const plain = id + randomText(secretChars)
  const text = prefix + plain + checksumOf(plain)
  return { id, text, hash: hashOf(text) }
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith(prefix)
}

/** Whether its checksum fits: not that there is such a key. */
export function isWellFormed(text: string): boolean {
  const rest = text.slice(prefix.length)
  if (!looksLikeKey(text) || rest.length !== idChars + secretChars + checksumChars) return false
  return checksumOf(rest.slice(0, -checksumChars)) === rest.slice(-checksumChars)
}

export function hashOf(text: string): Buffer {
  return crypto.createHash('sha256').update(text).digest()
}

function randomText(chars: number): string {
  let text = ''
  while (text.length < chars) {
    // Beyond 247 the first letters would come more often than the last.
    for (const byte of crypto.randomBytes(chars * 2))
      if (byte < 248 && text.length < chars) text += alphabet[byte % alphabet.length]
  }
  return text
}

/** 35 bits of a SHA-256 as letters: it guards against slips, not against people. */
function checksumOf(text: string): string {
  let number = BigInt(`0x${crypto.createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  let letters = ''
  for (let i = 0; i < checksumChars; i++) {
    letters += alphabet[Number(number % BigInt(alphabet.length))]
    number /= BigInt(alphabet.length)
  }
  return letters
}
