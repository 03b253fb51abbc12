import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arrayLiteral, toParameters } from './parameters.ts'

it('writes numbers, texts, booleans and nulls as PostgreSQL reads them', () => {
  expect(arrayLiteral([1, null, -2.5])).toBe('{1,NULL,-2.5}')
  expect(arrayLiteral(['a', 'NULL', '', 'say "hi" \\ {x,y}'])).toBe('{"a","NULL","","say \\"hi\\" \\\\ {x,y}"}')
  expect(arrayLiteral([true, false])).toBe('{true,false}')
  expect(arrayLiteral([])).toBe('{}')
  expect(arrayLiteral([null, null])).toBe('{}')
})

it('leaves everything but lists alone', () => {
  const date = new Date(0)
  expect(toParameters([1, 'a', null, date])).toEqual([1, 'a', null, date])
})

it('round-trips any text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (list) => {
      const inside = arrayLiteral(list).slice(2, -2)
      expect(inside.split('","').map((one) => one.replace(/\\(.)/gs, '$1'))).toEqual(list)
    }),
    { examples: [[['a', '"', '\\', 'NULL']]] },
  )
})
