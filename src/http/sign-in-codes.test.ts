import { expect, it } from 'vitest'
import { codeLifeMs, createSignInCodes } from './sign-in-codes.ts'

function start() {
  let nowMs = 0
  const codes = createSignInCodes({ nowMs: () => nowMs })
  return { codes, pass: (ms: number) => (nowMs += ms) }
}

it('a code is good once, and says nothing of its key', () => {
  const { codes } = start()
  const [one, other] = [codes.issue('the key'), codes.issue('the key')]
  expect(one).toMatch(/^[\w-]{32}$/)
  expect(other).not.toBe(one)
  expect([codes.take(one), codes.take(one)]).toEqual(['the key', null])
  expect([codes.take(`${other}A`), codes.take(''), codes.take(other)]).toEqual([null, null, 'the key'])
})

it('it is good for ten minutes', () => {
  const { codes, pass } = start()
  const [early, late] = [codes.issue('a'), codes.issue('b')]
  pass(codeLifeMs - 1)
  expect(codes.take(early)).toBe('a')
  pass(1)
  expect(codes.take(late)).toBeNull()
})

it('of very many the last ones are kept', () => {
  const { codes } = start()
  const made = Array.from({ length: 150 }, (_, i) => codes.issue(String(i)))
  expect(codes.take(made[49]!)).toBeNull()
  expect(codes.take(made[50]!)).toBe('50')
  expect(codes.take(made[149]!)).toBe('149')
})

it('one process does not know the codes of another', () => {
  expect(start().codes.take(start().codes.issue('the key'))).toBeNull()
})
