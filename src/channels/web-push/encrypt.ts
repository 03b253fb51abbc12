// Message encryption for Web Push (RFC 8291) in the content encoding aes128gcm (RFC 8188): only the browser that made the
// subscription can read a message, and not the push service that carries it.

import * as crypto from 'node:crypto'

/** What a browser gives: its public key, and a secret that it shares with us. */
export interface ReceiverKeys {
  /** 65 bytes: a point of P-256, uncompressed. */
  readonly p256dh: Buffer
  /** 16 bytes. */
  readonly auth: Buffer
}

/** Made anew for each message; given only by tests that follow the RFC's example. */
export interface Ephemeral {
  readonly salt: Buffer
  readonly privateKey: Buffer | null
  readonly paddedTo: number
}

export const curve = 'prime256v1'
const headerBytes = 86
const tagBytes = 16
const recordBytes = 4_096

/** A push service has to take 4,096 bytes; the header, the tag and the byte that ends the text are in them. */
export const plaintextBytesMax = recordBytes - headerBytes - tagBytes - 1

/** The length of a message tells something about it: it is rounded up to this. */
const paddingBytes = 256

export function encrypt(
  plaintext: Buffer,
  { p256dh, auth }: ReceiverKeys,
  { salt, privateKey, paddedTo }: Ephemeral = fresh(plaintext),
): Buffer {
  const sender = crypto.createECDH(curve)
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
  const secret = hkdf(sender.computeSecret(p256dh), auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = crypto.createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record, which is the only one.
  const record = Buffer.concat([plaintext, Buffer.from([2]), Buffer.alloc(Math.max(0, paddedTo - plaintext.length))])
  return Buffer.concat([header(salt, senderKey), cipher.update(record), cipher.final(), cipher.getAuthTag()])
}

function fresh(plaintext: Buffer): Ephemeral {
  const rounded = Math.ceil(plaintext.length / paddingBytes) * paddingBytes
  return { salt: crypto.randomBytes(16), privateKey: null, paddedTo: Math.min(rounded, plaintextBytesMax) }
}

function header(salt: Buffer, senderKey: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey])
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(crypto.hkdfSync('sha256', secret, salt, info, bytes))
}

/** Is it a point of the curve? Anything else fails at every send. */
export function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    crypto.ECDH.convertKey(bytes, curve)
    return true
  } catch {
    return false
  }
}
