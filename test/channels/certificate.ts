// A certificate for this machine's loopback, signed by itself, made anew for each test run: nothing secret is kept anywhere.

import * as crypto from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export function loopbackCertificate(): Certificate {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'))
  const name = sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from('localhost')))))
  const validity = sequence(tagged(0x18, Buffer.from('20200101000000Z')), tagged(0x18, Buffer.from('21200101000000Z')))
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.of(127, 0, 0, 1)))
  const extensions = sequence(
    sequence(oid('2.5.29.17'), tagged(0x04, names)),
    sequence(oid('2.5.29.19'), tagged(0x04, sequence(tagged(0x01, Buffer.of(0xff))))),
  )
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    algorithm,
    ...[name, validity, name],
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, extensions),
  )
  const signature = crypto.sign('sha256', signed, privateKey)
  const der = sequence(signed, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(0x06, Buffer.of(first * 40 + second, ...rest.flatMap(base128)))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}
