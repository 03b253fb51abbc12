import * as crypto from 'node:crypto'
import * as ece from 'http_ece'
import { describe, expect, it } from 'vitest'
import { encrypt, isPublicKey, plaintextBytesMax } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const example = {
  plaintext: bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24'),
  senderPrivate: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  receiverPrivate: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body: [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join(''),
}

function receiver() {
  const privateKey = crypto.createECDH('prime256v1')
  const p256dh = privateKey.generateKeys()
  const auth = crypto.randomBytes(16)
  const read = (body: Buffer) =>
    ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth.toString('base64url') })
  return { p256dh, auth, read }
}

describe('encryption of a push message', () => {
  it('gives the body of the example in RFC 8291', () => {
    const { plaintext, p256dh, auth, salt, senderPrivate: privateKey } = example
    const body = encrypt(plaintext, { p256dh, auth }, { salt, privateKey, paddedTo: 0 })
    expect(body.toString('base64url')).toBe(example.body)
  })

  it('is read by another implementation, whatever its length', () => {
    const { read, ...keys } = receiver()
    for (const length of [0, 1, 255, 256, 257, 1_000, plaintextBytesMax]) {
      const plaintext = crypto.randomBytes(length)
      expect(read(encrypt(plaintext, keys)).equals(plaintext)).toBe(true)
    }
  })

  it('tells little about the length, and fits into what every push service takes', () => {
    const { read: _, ...keys } = receiver()
    const lengths = [1, 100, 256].map((length) => encrypt(Buffer.alloc(length), keys).length)
    expect(new Set(lengths).size).toBe(1)
    expect(encrypt(Buffer.alloc(plaintextBytesMax), keys).length).toBe(4_096)
  })

  it('has another key and another salt each time', () => {
    const { read: _, ...keys } = receiver()
    const [one, two] = [encrypt(Buffer.from('x'), keys), encrypt(Buffer.from('x'), keys)]
    expect(one.subarray(0, 16).equals(two.subarray(0, 16))).toBe(false)
    expect(one.subarray(21, 86).equals(two.subarray(21, 86))).toBe(false)
  })
})

describe('a public key of a browser', () => {
  it('is a point of the curve', () => {
    expect(isPublicKey(example.p256dh)).toBe(true)
    const beside = Buffer.from(example.p256dh)
    beside[64]! ^= 1
    expect(isPublicKey(beside)).toBe(false)
    expect(isPublicKey(example.p256dh.subarray(1))).toBe(false)
    expect(isPublicKey(Buffer.alloc(65, 4))).toBe(false)
    expect(isPublicKey(Buffer.alloc(0))).toBe(false)
  })
})
