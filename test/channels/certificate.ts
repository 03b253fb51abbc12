// A certificate for tests, made on the spot: no key lies in the repository, and none runs out.

import { createSign, generateKeyPairSync } from 'node:crypto'

export interface Certificate {
  readonly key: string
  /** Signed by itself: also what to trust. */
  readonly cert: string
}

/** For names and IPv4 addresses. Valid from 2000 to 2049, the whole of what its short form of dates can say. */
export function selfSigned(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const commonName = sequence(set(sequence(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from('Belfry test')))))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    commonName,
    sequence(utcTime('000101000000Z'), utcTime('491231235959Z')),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(alternativeNames(names))),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const der = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function alternativeNames(names: readonly string[]): Buffer {
  const isAddress = (name: string) => /^[\d.]+$/.test(name)
  const entries = names.map((name) =>
    isAddress(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name)),
  )
  return sequence(oid(0x55, 0x1d, 0x11), tlv(0x04, sequence(...entries)))
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

function set(...parts: readonly Buffer[]): Buffer {
  return tlv(0x31, Buffer.concat(parts))
}

function oid(...bytes: readonly number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes))
}

function utcTime(text: string): Buffer {
  return tlv(0x17, Buffer.from(text))
}
