import { describe, expect, it } from 'vitest'
import { BelfryError } from '../../errors.ts'
import { readEmailAddress, readMailbox } from './address.ts'

describe('an address', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['Ana.Maria+reminders@Example.COM', 'Ana.Maria+reminders@example.com'],
    ["o'neill_1-2=3@sub.example.co.uk", "o'neill_1-2=3@sub.example.co.uk"],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is one', (given, kept) => {
    expect(readEmailAddress(given, '/a')).toBe(kept)
  })

  it.each([
    ...[
      '',
      '@',
      'ana',
      'ana@',
      '@example.com',
      'ana@localhost',
      'a@b@example.com',
      'ana@example..com',
      'ana@.example.com',
    ],
    ...['ana@example.com, bo@example.com', 'ana@example.com;bo@example.com', 'ana@example.com bo@example.com'],
    ...['Ana <ana@example.com>', '<ana@example.com>', 'ana@example.com>', 'group:ana@example.com;'],
    ...['"ana"@example.com', '"a b"@example.com', '"a@b"@example.com', 'a\\@b@example.com', 'ana(comment)@example.com'],
    ...['ana@example.com\r\nBcc: bo@example.com', 'ana@example.com\n', '\rana@example.com', 'ana\0@example.com'],
    ...[
      'ana@example.com\u2028',
      'ana@exam\u2029ple.com',
      'a\u0085na@example.com',
      'ana@example.com\u200b',
      'ana@ex\u00adample.com',
    ],
    ...['ana @example.com', ' ana@example.com', 'ana@example.com ', 'ana\t@example.com'],
    ...['.ana@example.com', 'ana.@example.com', 'a..na@example.com', 'ána@example.com', '한국@example.com'],
    ...['ana@127.0.0.1', 'ana@[127.0.0.1]', 'ana@0x7f.1', 'ana@2130706433', 'ana@example.123', 'ana@-example.com'],
    ...[
      'ana@exam_ple.com',
      'ana@example.com.',
      'ana@example.com/x',
      'ana@example.com#x',
      'ana@example.com%0a',
      'ana@xn--a.com',
    ],
    ...[`${'a'.repeat(65)}@example.com`, `ana@${'a'.repeat(64)}.com`, `ana@${'a.'.repeat(130)}com`],
  ])('%j is none', (given) => {
    expect(() => readEmailAddress(given, '/addresses/email')).toThrowError(BelfryError)
    expect(() => readEmailAddress(given, '/addresses/email')).toThrowError(/one address such as ana@example.com/)
  })
})

describe('a sender', () => {
  it('may have a name', () => {
    expect(readMailbox('Belfry <reminders@example.com>', '/from')).toEqual({
      name: 'Belfry',
      address: 'reminders@example.com',
    })
    expect(readMailbox('알림 봇 <a@example.com>', '/from')).toEqual({ name: '알림 봇', address: 'a@example.com' })
    expect(readMailbox('a@example.com', '/from')).toEqual({ name: null, address: 'a@example.com' })
  })

  it.each([
    'A, B <a@example.com>',
    'A\r\nB <a@example.com>',
    '"A" <a@example.com>',
    'A <a@example.com> <b@example.com>',
    'A <>',
  ])('%j is none', (given) => {
    expect(() => readMailbox(given, '/from')).toThrowError(BelfryError)
  })
})
