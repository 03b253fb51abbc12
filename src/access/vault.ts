// Secrets at rest: AES-256-GCM under a key that is not in the database. The key comes from the configuration, or from a file that
// is made once, beside the data, for its owner alone. What was sealed for one purpose opens for no other.

import * as crypto from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../channels/channel.ts'
import { BelfryError } from '../errors.ts'

const fileName = 'encryption.key'
const version = 1
const ivBytes = 12
const tagBytes = 16

/** The key is looked for when something is first sealed or opened: most installations keep no secrets. */
export function openVault({ encryptionKey, dataDir }: { encryptionKey: string | null; dataDir: string }): Vault {
  let known: Buffer | null = null
  const key = () => {
    known ??= encryptionKey === null ? keyOfFile(dataDir) : digest(encryptionKey)
    return known
  }
  return {
    seal(plain, context) {
      const iv = crypto.randomBytes(ivBytes)
      const cipher = crypto.createCipheriv('aes-256-gcm', key(), iv)
      cipher.setAAD(Buffer.from(context))
      return Buffer.concat([Buffer.of(version), iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      try {
        const decipher = crypto.createDecipheriv('aes-256-gcm', key(), sealed.subarray(1, 1 + ivBytes))
        decipher.setAAD(Buffer.from(context))
        decipher.setAuthTag(sealed.subarray(-tagBytes))
        const text = sealed.subarray(1 + ivBytes, -tagBytes)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch (error) {
        if (error instanceof BelfryError) throw error
        throw new BelfryError('invalid_input', 'A secret in the database was sealed with another key.', {
          field: '/encryptionKey',
          accepted: `the key it was sealed with: BELFRY_ENCRYPTION_KEY, or the file ${fileName} of the data directory`,
        })
      }
    },
  }
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
  writeFileSync(draft, `${crypto.randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(path)!
}

function readKey(path: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
    if (key.length !== 32)
      throw new BelfryError('invalid_input', `${fileName} holds no key.`, {
        field: '/encryptionKey',
        accepted: '32 bytes in base64, as Belfry wrote them',
      })
    // Whoever copied it may have opened it to others.
    chmodSync(path, 0o600)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
