import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryId } from '../../engine/key.ts'
import { readCallback, readChoice, signingKeyOf, writeCallback, writeChoice } from './callback.ts'

const key = signingKeyOf('123456:one-bot-of-several-there')
const otherKey = signingKeyOf('123456:another-token-of-the-same')

const action = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
const version = fc.integer({ min: 0, max: 65_535 })
const delivery = fc
  .tuple(fc.uuid(), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n))
  .map(([reminder, occurrence]) => deliveryId({ reminder, occurrenceKey: occurrence.toString() }))
const callback = fc.record({ action, version, id: fc.oneof(fc.uuid(), delivery) })
const choice = fc.record({
  action,
  value: fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => Buffer.byteLength(text) <= 30),
})

/** The text with one bit of one of its bytes turned. */
function turned(data: string, at: number): string {
  const bytes = Buffer.from(data, 'latin1')
  const place = at % (bytes.length * 8)
  bytes[place >> 3]! ^= 1 << (place & 7)
  return bytes.toString('latin1')
}

/** The same of what stands behind the letters, which are no bytes of their own: the letters stay good ones. */
function turnedInside(data: string, at: number): string {
  const bytes = Buffer.from(data.slice(1), 'base64url')
  const place = at % (bytes.length * 8)
  bytes[place >> 3]! ^= 1 << (place & 7)
  return data[0] + bytes.toString('base64url')
}

describe('what a button carries', () => {
  it('has room in 64 bytes and reads back, for every reminder, delivery and version', () => {
    fc.assert(
      fc.property(callback, (one) => {
        const data = writeCallback(key, one)
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
        expect(readCallback(key, data)).toEqual(one)
        expect(readChoice(key, data)).toBeNull()
      }),
    )
  })

  it('has room in 64 bytes and reads back, for every short text', () => {
    fc.assert(
      fc.property(choice, (one) => {
        const data = writeChoice(key, one)
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
        expect(readChoice(key, data)).toEqual(one)
        expect(readCallback(key, data)).toBeNull()
      }),
    )
    const longest = writeChoice(key, { action: '0', value: '가'.repeat(10) })
    expect(readChoice(key, longest)).toEqual({ action: '0', value: '가'.repeat(10) })
  })

  it('is refused with one bit turned', () => {
    fc.assert(
      fc.property(callback, choice, fc.nat(), (one, other, at) => {
        for (const turn of [turned, turnedInside]) {
          expect(readCallback(key, turn(writeCallback(key, one), at))).toBeNull()
          expect(readChoice(key, turn(writeChoice(key, other), at))).toBeNull()
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is refused when another bot signed it', () => {
    fc.assert(
      fc.property(callback, choice, (one, other) => {
        expect(readCallback(otherKey, writeCallback(key, one))).toBeNull()
        expect(readChoice(otherKey, writeChoice(key, other))).toBeNull()
      }),
    )
  })

  it('is one kind and not the other, also for whoever changes its first letter', () => {
    const text = writeChoice(key, { action: 'd', value: 'x'.repeat(18) })
    expect(readCallback(key, `a${text.slice(1)}`)).toBeNull()
  })

  it('is nothing that somebody made up', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 70 })), (text) => {
        for (const data of [text, `a${text}`, `b${text}`]) {
          expect(readCallback(key, data)).toBeNull()
          expect(readChoice(key, data)).toBeNull()
        }
      }),
    )
    const data = writeCallback(key, { action: 'd', version: 1, id: '0f0e0d0c-0b0a-0908-0706-050403020100' })
    for (const other of [`${data}A`, data.slice(0, -1), `${data}\n`, ` ${data}`, `${data}=`, `${data}.`])
      expect(readCallback(key, other), JSON.stringify(other)).toBeNull()
  })

  it('is not written of what it has no room for', () => {
    const id = '0f0e0d0c-0b0a-0908-0706-050403020100'
    expect(() => writeCallback(key, { action: 'd', version: 1, id: 'something else' })).toThrow('not the id')
    for (const bad of [-1, 1.5, 65_536, Number.NaN])
      expect(() => writeCallback(key, { action: 'd', version: bad, id })).toThrow('not a version')
    for (const bad of ['', 'dd', '가', ':'])
      expect(() => writeChoice(key, { action: bad, value: '' })).toThrow('not an action')
    for (const bad of ['x'.repeat(31), '가'.repeat(11), '\ud800'])
      expect(() => writeChoice(key, { action: '0', value: bad })).toThrow('not a short text')
  })

  it('does not say the token', () => {
    expect(key.toString('latin1')).not.toContain('one-bot')
    expect(key.equals(otherKey)).toBe(false)
  })
})
