import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryId } from '../../engine/key.ts'
import { callbackData, keyboard, readCallbackData } from './buttons.ts'

const id = '0f0e0d0c-0b0a-0908-0706-050403020100.ffffffffffffffff'

describe('callback data', () => {
  it('has room in 64 bytes and reads back, for every delivery', () => {
    void fc.assert(
      fc.property(
        fc.uuid(),
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        fc.constantFrom('done', 'snooze'),
        (reminder, key, action) => {
          const delivery = deliveryId({ reminder, occurrenceKey: key.toString() })
          const data = callbackData(action as 'done' | 'snooze', delivery)
          expect(Buffer.byteLength(data)).toBe(34)
          expect(readCallbackData(data)).toEqual({ action, delivery })
        },
      ),
    )
  })

  it('is read strictly', () => {
    const data = callbackData('done', id)
    expect(readCallbackData(data)).toEqual({ action: 'done', delivery: id })
    for (const other of [
      '',
      'd:',
      `x${data.slice(1)}`,
      `${data}A`,
      data.slice(0, -1),
      `${data}\n`,
      data.replace(/.$/, '='),
    ])
      expect(readCallbackData(other), JSON.stringify(other)).toBeNull()
    expect(() => callbackData('done', 'something else')).toThrow('not the id of a delivery')
  })
})

describe('buttons', () => {
  const actions = (root: string) => ({
    ...{
      open: `${root}/r/t`,
      done: `${root}/r/t?do=done`,
      snooze: `${root}/r/t?do=snooze`,
      unsubscribe: `${root}/r/t`,
      token: 't',
    },
  })

  it('call back where a bot answers, and are links otherwise, and only to https', () => {
    const at = (callbacks: boolean, root: string | null, locale = 'en') =>
      keyboard({ id, locale }, { callbacks, links: root === null ? null : actions(root) })
    expect(at(false, null)).toEqual([])
    expect(at(false, 'http://example.com')).toEqual([])
    expect(at(false, 'https://example.com')).toEqual([
      [
        { text: '✓ Done', url: 'https://example.com/r/t?do=done' },
        { text: 'Snooze', url: 'https://example.com/r/t?do=snooze' },
      ],
    ])
    const called = [
      { text: '✓ 완료', callback_data: callbackData('done', id) },
      { text: '다시 알림', callback_data: callbackData('snooze', id) },
    ]
    expect(at(true, null, 'ko-KR')).toEqual([called])
    expect(at(true, 'https://example.com', 'ko')).toEqual([called, [{ text: '열기', url: 'https://example.com/r/t' }]])
  })
})
