import { describe, expect, it } from 'vitest'
import { readAddress, readChat } from './address.ts'

describe('an address', () => {
  it.each([
    ['123456789', { id: 123_456_789, topic: null, key: '123456789', isGroup: false }],
    ['-42', { id: -42, topic: null, key: '-42', isGroup: true }],
    ['-1001234567890', { id: -1_001_234_567_890, topic: null, key: '-1001234567890', isGroup: true }],
    ['-1001234567890/17', { id: -1_001_234_567_890, topic: 17, key: '-1001234567890', isGroup: true }],
    ['4503599627370495', { id: 4_503_599_627_370_495, topic: null, key: '4503599627370495', isGroup: false }],
    ['@TeamNews', { id: '@teamnews', topic: null, key: '@teamnews', isGroup: true }],
    ['@team_news/3', { id: '@team_news', topic: 3, key: '@team_news', isGroup: true }],
  ])('%s is a chat', (text, chat) => {
    expect(readChat(text)).toEqual(chat)
    expect(readAddress(text, '/addresses/telegram')).toBe(text.toLowerCase())
  })

  it.each([
    ...[
      '',
      '0',
      '-0',
      '+1',
      '007',
      '1.5',
      '1e9',
      '0x1f',
      ' 1',
      '1 ',
      '1\n',
      '1\r\n2',
      '1,2',
      '1;2',
      '1\u0000',
      '1\u2028',
      '１２',
    ],
    ...[
      '4503599627370496',
      '99999999999999999',
      '@abc',
      '@1abc',
      '@a-bcd',
      '@',
      `@${'a'.repeat(33)}`,
      'name',
      '@ab cd',
      '@ábcde',
    ],
    ...['-1/0', '-1/', '-1/2/3', '-1/2147483648', '5/1', 'https://t.me/name', 't.me/name'],
  ])('%j is none', (text) => {
    expect(readChat(text)).toBeNull()
    expect(() => readAddress(text, '/addresses/telegram')).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: '/addresses/telegram', accepted: expect.any(String) }),
    )
  })
})
