// The page about sentences shows what is understood: so it is.

import { expect, it } from 'vitest'
import { asDocument } from '../../src/bot/language/document.ts'
import { parse } from '../../src/bot/language/index.ts'
import { inWords } from '../../src/cli/print/sentences.ts'
import { fencesOf, readPage } from './fences.ts'

const here = { now: '2030-11-20T10:00:00', zone: 'Asia/Seoul' }
const page = readPage('docs/guides/language.md')
const rows = [...page.matchAll(/^\| ([a-z ]+) \| ([^|]+) \| ([^|`]+) \|$/gm)].filter(([, kind]) => kind !== 'kind')

it('every example of the table is a moment or a rule', () => {
  expect(rows.length).toBeGreaterThan(8)
  for (const [, kind, ...cells] of rows)
    for (const say of cells.flatMap((cell) => cell.split(', '))) {
      // What only ends a rule needs one.
      const text = kind === 'until' ? `${/[가-힣]/.test(say) ? '매일' : 'every day'} ${say}` : say
      expect([say, parse(text, here).kind]).toEqual([say, expect.stringMatching(/^(moment|rule)$/)])
    }
})

it('the answers that it prints are those that come', () => {
  const [, called = '', shown] = fencesOf('docs/guides/language.md')
    .filter(({ language }) => language !== 'ts')
    .map(({ text }) => text)
  const [, say = ''] = /parse "([^"]+)"/.exec(called) ?? []
  expect(inWords(parse(say, here))).toBe(shown)
  expect(asDocument(parse('call mom tomorrow at 9', here))).toMatchObject({
    at: '2030-11-21T09:00:00',
    text: 'call mom',
  })
})
