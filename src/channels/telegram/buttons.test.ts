import { describe, expect, it } from 'vitest'
import { type Button, keyboard } from './buttons.ts'
import { readCallback, signingKeyOf } from './callback.ts'

const id = '0f0e0d0c-0b0a-0908-0706-050403020100.ffffffffffffffff'
const bundle = '0f0e0d0c-0b0a-0908-0706-050403020100'
const signingKey = signingKeyOf('4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo')

/** Each button as what it says and what it carries, or where it leads. */
const read = (rows: readonly (readonly Button[])[]) =>
  rows.map((row) =>
    row.map((button) => [button.text, 'url' in button ? button.url : readCallback(signingKey, button.callback_data)]),
  )

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
    const at = (key: Buffer | null, root: string | null, locale = 'en', of = id) =>
      read(keyboard({ id: of, locale }, { signingKey: key, links: root === null ? null : actions(root) }))
    expect(at(null, null)).toEqual([])
    expect(at(null, 'http://example.com')).toEqual([])
    expect(at(null, 'https://example.com')).toEqual([
      [
        ['✓ Done', 'https://example.com/r/t?do=done'],
        ['Snooze', 'https://example.com/r/t?do=snooze'],
      ],
    ])
    const carry = (action: string, of = id) => ({ action, version: 0, id: of })
    const called = [
      [
        ['✓ 완료', carry('d')],
        ['10분', carry('a')],
        ['1시간', carry('h')],
      ],
      [
        ['내일', carry('t')],
        ['…', carry('m')],
      ],
    ]
    expect(at(signingKey, null, 'ko-KR')).toEqual(called)
    expect(at(signingKey, 'http://example.com', 'ko')).toEqual(called)
    expect(at(signingKey, 'https://example.com', 'ko')).toEqual([...called, [['열기', 'https://example.com/r/t']]])
    expect(at(signingKey, null, 'fr', bundle)).toEqual([
      [
        ['✓ Done', carry('d', bundle)],
        ['10 min', carry('a', bundle)],
        ['1 h', carry('h', bundle)],
      ],
      [
        ['Tomorrow', carry('t', bundle)],
        ['…', carry('m', bundle)],
      ],
    ])
  })

  it('are not made of what is no delivery', () => {
    expect(keyboard({ id: 'test', locale: 'en' }, { signingKey, links: null })).toEqual([])
  })
})
