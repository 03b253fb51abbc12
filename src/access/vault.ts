// Secrets at rest: AES-256-GCM under a key that is not in the database. The key comes from the configuration, or from a file that
// is made once, beside the data, for its owner alone. What was sealed for one purpose opens for no other.

import * as crypto from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../channels/channel.ts'
import type { Database } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'

const fileName = 'encryption.key'
const version = 1
const ivBytes = 12
const tagBytes = 16

/** What everybody's key has to open. Whoever seals first keeps it in the database. */
const canary = { name: 'vault', text: 'the key of this database' } as const

interface VaultOptions {
  readonly encryptionKey: string | null
  readonly dataDir: string
}

/**
 * The key is looked for when something is first sealed or opened: most installations keep no secrets. A database has one key: where
 * something was sealed with another one, or the file is missing, nothing is sealed, opened or made.
 */
export function openVault({ encryptionKey, dataDir }: VaultOptions, db: Pick<Database, 'run'>): Vault {
  const given = encryptionKey === null ? null : digest(encryptionKey)
  let known: Buffer | null = null
  const checked = (key: Buffer | null, kept: Buffer) => {
    if (key === null) throw otherKey(`This database has a key, and it is not here: ${fileName} is missing.`)
    if (decrypt(key, kept, canary.name) !== canary.text) throw otherKey('This database has another key.')
    known = key
    return key
  }
  /** Null: nothing was ever sealed. */
  const keptKey = async () => {
    if (known) return known
    const [row] = await db.run<{ value: Buffer }>('secret', [canary.name])
    return row ? checked(given ?? readKey(join(dataDir, fileName)), row.value) : null
  }
  const firstKey = async () => {
    const key = given ?? keyOfFile(dataDir)
    // Somebody else may have been first, with another key.
    const [row] = await db.run<{ value: Buffer }>('ensure-secret', [
      canary.name,
      encrypt(key, canary.text, canary.name),
    ])
    return checked(key, row!.value)
  }
  return {
    async check() {
      await keptKey()
    },
    async seal(plain, context) {
      return encrypt((await keptKey()) ?? (await firstKey()), plain, context)
    },
    async open(sealed, context) {
      const key = (await keptKey()) ?? given ?? readKey(join(dataDir, fileName))
      const plain = key && decrypt(key, sealed, context)
      if (plain === null) throw otherKey('A secret in the database was sealed with another key.')
      return plain
    },
  }
}

function encrypt(key: Buffer, plain: string, context: string): Buffer {
  const iv = crypto.randomBytes(ivBytes)
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([Buffer.of(version), iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Null: with another key, for another purpose, or changed since. */
function decrypt(key: Buffer, sealed: Buffer, context: string): string | null {
  try {
    const decipher = crypto.createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const text = sealed.subarray(1 + ivBytes, -tagBytes)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function otherKey(words: string): BelfryError {
  return new BelfryError('invalid_input', words, {
    field: '/encryptionKey',
    accepted: `the key its secrets were sealed with: BELFRY_ENCRYPTION_KEY, or the file ${fileName} of the data directory`,
  })
}

function digest(text: string): Buffer {
  return crypto.createHash('sha256').update(text).digest()
}

/** Made under another name and linked: of two processes that start together, one makes it and both read it. */
function keyOfFile(dataDir: string): Buffer {
  const path = join(dataDir, fileName)
  const found = readKey(path)
  if (found) return found
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${crypto.randomBytes(6).toString('hex')}`
  const text = `${crypto.randomBytes(32).toString('base64')}\n`
  writeFlushed(draft, text)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (isOneOf(error, noLinks)) makeInPlace(path, text)
    else if (!isOneOf(error, ['EEXIST'])) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  flushDirectory(dataDir)
  return readKey(path)!
}

/** What file systems without hard links say. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

function makeInPlace(path: string, text: string): void {
  try {
    writeFlushed(path, text)
  } catch (error) {
    if (!isOneOf(error, ['EEXIST'])) throw error
  }
}

/** It is on disk before anything is sealed with it: what it seals would outlive it. */
function writeFlushed(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function flushDirectory(path: string): void {
  let directory: number
  try {
    directory = openSync(path, 'r')
  } catch (error) {
    // Windows opens no directories.
    if (isOneOf(error, ['EISDIR', 'EPERM', 'EACCES'])) return
    throw error
  }
  try {
    fsyncSync(directory)
  } catch (error) {
    if (!isOneOf(error, ['EINVAL', 'EPERM', 'ENOTSUP'])) throw error
  } finally {
    closeSync(directory)
  }
}

function readKey(path: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isOneOf(error, ['ENOENT'])) return null
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32)
    throw new BelfryError('invalid_input', `${fileName} holds no key.`, {
      field: '/encryptionKey',
      accepted: '32 bytes in base64, as Belfry wrote them',
    })
  try {
    // Whoever copied it may have opened it to others.
    chmodSync(path, 0o600)
  } catch (error) {
    // Another's file, or a place that cannot be written to: it is read all the same.
    if (!isOneOf(error, ['EPERM', 'EROFS'])) throw error
  }
  return key
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
