// Forms of the pages check names by the server's rule.

import { expect, it } from 'vitest'
import { readName } from '../src/input.ts'
import { isName, languageTag, nameLike } from '../web/src/naming.ts'

const isTaken = (text: string) => {
  try {
    return readName(text, '/name') === text
  } catch {
    return false
  }
}

it.each(['soon', 'our meetings', '', '-soon', 'a.b:c_d-e', 'é', '우리', '9', 'x'.repeat(64), 'x'.repeat(65), 'a\n'])(
  'a form takes %j as a name where the server does',
  (text) => expect(isName(text)).toBe(isTaken(text)),
)

it.each([
  ['our meetings', 'our-meetings'],
  [' - Soon!', 'Soon'],
  ['우리 회의', 'other'],
  [`${'x'.repeat(63)} y`, `${'x'.repeat(63)}-`],
])('the name that is nearest to %j', (text, near) => {
  expect(nameLike(text, 'other')).toBe(near)
  expect(isTaken(near)).toBe(true)
})

it('a language is kept as the server keeps it', () => {
  expect(['KO', 'en-gb', 'our language', ''].map(languageTag)).toEqual(['ko', 'en-GB', null, null])
})
