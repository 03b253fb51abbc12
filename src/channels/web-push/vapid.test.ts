import * as crypto from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createVapid, givenKeys, readSubject } from './vapid.ts'

function pair() {
  const made = crypto.createECDH('prime256v1')
  return { publicKey: made.generateKeys('base64url'), privateKey: made.getPrivateKey('base64url') }
}

/** As a push service checks it: by the key that comes with it. */
function verify(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = crypto.createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never)
  const isSigned = crypto.verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return { isSigned, header: parse(header), claims: parse(claims), key }
}

describe('VAPID', () => {
  const endpoint = new URL('https://push.example.net/send/abc')
  const subject = 'mailto:ops@example.com'

  it('says who we are, for one push service and twelve hours', () => {
    const { publicKey, privateKey } = pair()
    const nowMs = Date.parse('2030-01-01T00:00:00Z')
    const vapid = createVapid(givenKeys(publicKey, privateKey), subject, () => nowMs)
    const { isSigned, header, claims, key } = verify(vapid.authorization(endpoint))
    expect(isSigned).toBe(true)
    expect(header).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(claims).toEqual({ aud: 'https://push.example.net', exp: nowMs / 1_000 + 12 * 3_600, sub: subject })
    expect(key).toBe(publicKey)
  })

  it('signs once a service, until it is about to expire or was not believed', () => {
    const { publicKey, privateKey } = pair()
    let nowMs = 0
    const vapid = createVapid(givenKeys(publicKey, privateKey), subject, () => nowMs)
    const first = vapid.authorization(endpoint)
    expect(vapid.authorization(new URL('https://push.example.net/send/other'))).toBe(first)
    expect(vapid.authorization(new URL('https://other.example.net/'))).not.toBe(first)
    nowMs = 10 * 3_600_000
    expect(vapid.authorization(endpoint)).toBe(first)
    nowMs = 11 * 3_600_000 + 1
    const second = vapid.authorization(endpoint)
    expect(second).not.toBe(first)
    vapid.forget(endpoint)
    expect(vapid.authorization(endpoint)).not.toBe(second)
  })

  it('takes keys whose private number begins with zeros', () => {
    const privateKey = Buffer.concat([Buffer.alloc(2), crypto.randomBytes(30)])
    const made = crypto.createECDH('prime256v1')
    made.setPrivateKey(privateKey)
    const keys = givenKeys(made.getPublicKey('base64url'), privateKey.toString('base64url'))
    expect(verify(createVapid(keys, subject).authorization(endpoint)).isSigned).toBe(true)
  })

  it('refuses keys that do not belong together, or are none', () => {
    const [one, two] = [pair(), pair()]
    expect(() => givenKeys(one.publicKey, two.privateKey)).toThrow(/\/publicKey/)
    expect(() => givenKeys(one.publicKey, 'abc')).toThrow(/\/privateKey/)
    expect(() => givenKeys(one.publicKey, Buffer.alloc(32, 255).toString('base64url'))).toThrow(/\/privateKey/)
  })

  it.each(['mailto:ops@example.com', 'https://example.com/contact', 'mailto:a.b+c@mail.example.co.kr'])(
    'takes %s for a subject',
    (text) => {
      expect(readSubject(text)).toBe(text)
    },
  )

  it.each([
    undefined,
    '',
    'ops@example.com',
    'mailto:',
    'mailto:ops',
    'mailto:ops@localhost',
    'mailto:ops@box.local',
    'mailto:<ops@example.com>',
    'mailto:a@example.com,b@example.com',
    'mailto:a@example.com\r\nX: y',
    'http://example.com',
    'https://localhost:4700',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://',
    'javascript:alert(1)',
  ])('refuses %j for a subject', (text) => {
    expect(() => readSubject(text)).toThrow(/at \/subject/)
  })
})
