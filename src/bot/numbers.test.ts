import { describe, expect, it } from 'vitest'
import { readNumbers } from './numbers.ts'

const numbers = (...list: number[]) => ({ kind: 'numbers', numbers: list })

describe('readNumbers', () => {
  it.each([
    ['3', numbers(3)],
    [' 3 ', numbers(3)],
    ['#3', numbers(3)],
    ['# 3', numbers(3)],
    ['３', numbers(3)],
    ['＃３', numbers(3)],
    ['③', numbers(3)],
    ['3.', numbers(3)],
    ['3)', numbers(3)],
    ['1,3', numbers(1, 3)],
    ['1, 3', numbers(1, 3)],
    ['１，３', numbers(1, 3)],
    ['1、3', numbers(1, 3)],
    ['1 3', numbers(1, 3)],
    ['1 and 3', numbers(1, 3)],
    ['1 & 3', numbers(1, 3)],
    ['1, 2 and 5', numbers(1, 2, 5)],
    ['#1 #3', numbers(1, 3)],
    ['3 1 3', numbers(3, 1)],
    ['2-4', numbers(2, 3, 4)],
    ['2 - 4', numbers(2, 3, 4)],
    ['2–4', numbers(2, 3, 4)],
    ['2~4', numbers(2, 3, 4)],
    ['２～４', numbers(2, 3, 4)],
    ['2 to 4', numbers(2, 3, 4)],
    ['4-2', numbers(2, 3, 4)],
    ['1,3-5', numbers(1, 3, 4, 5)],
    ['1 3-5 9', numbers(1, 3, 4, 5, 9)],
    ['number 3', numbers(3)],
    ['numbers 1 and 3', numbers(1, 3)],
    ['no. 3', numbers(3)],
    ['delete 3', numbers(3)],
    ['delete #3 please', numbers(3)],
    ['3번', numbers(3)],
    ['3 번', numbers(3)],
    ['３번', numbers(3)],
    ['3번째', numbers(3)],
    ['1번 3번', numbers(1, 3)],
    ['1번, 3번', numbers(1, 3)],
    ['1번과 3번', numbers(1, 3)],
    ['1번이랑 3번', numbers(1, 3)],
    ['1번하고 3번', numbers(1, 3)],
    ['2번부터 4번까지', numbers(2, 3, 4)],
    ['2번에서 4번까지', numbers(2, 3, 4)],
    ['2~4번', numbers(2, 3, 4)],
    ['2-4번까지', numbers(2, 3, 4)],
    ['3번이요', numbers(3)],
    ['3번을 지워 줘', numbers(3)],
    ['3번 삭제해주세요', numbers(3)],
    ['1번이랑 3번 지워줘', numbers(1, 3)],
    ['0', numbers(0)],
  ])('reads %s', (text, expected) => {
    expect(readNumbers(text)).toEqual(expected)
  })

  it.each([
    'all',
    'All',
    'ALL',
    'everything',
    'all of them',
    '전부',
    '모두',
    '전부 다',
    '다',
    '전체',
    '모두 지워줘',
    'all!',
  ])('reads %s as everything', (text) => {
    expect(readNumbers(text)).toEqual({ kind: 'all' })
  })

  it.each(['', '   ', '\n'])('nothing said is nothing', (text) => {
    expect(readNumbers(text)).toEqual({ kind: 'none' })
  })

  it.each([
    'call mom',
    '3 call mom',
    'tomorrow at 3',
    '3pm',
    '3/4',
    '3월 4일',
    '3시',
    '-3',
    '1.5',
    '3-',
    '1-2-3',
    'all but 3',
    'not 3',
    '1, two',
    '3번 말고',
    '9999999',
    '1-5000',
    'the third',
    '😀',
    ',',
    '#',
  ])('%s says something else', (text) => {
    expect(readNumbers(text)).toEqual({ kind: 'unclear' })
  })

  it('is bounded, however long the text', () => {
    expect(readNumbers('1 '.repeat(500))).toEqual(numbers(1))
    // cut off, it would say something else
    expect(readNumbers(`${'1 '.repeat(500)}and nothing else`)).toEqual({ kind: 'unclear' })
    expect(readNumbers(Array.from({ length: 300 }, (_, i) => i).join(' '))).toEqual({ kind: 'unclear' })
    for (const one of ['번', '-', ' to ', '부터', '3-', 'delete ', ' 지워'])
      expect(['unclear', 'none', 'all', 'numbers']).toContain(readNumbers(one.repeat(50_000)).kind)
  })
})
