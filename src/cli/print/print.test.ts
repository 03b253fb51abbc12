import { describe, expect, it } from 'vitest'
import { paintFor, plain } from './paint.ts'
import { Progress } from './progress.ts'
import { table, width } from './table.ts'
import { relative, when } from './times.ts'

const now = new Date('2030-03-05T13:30:00Z')
const words = (at: string, zone = 'UTC') => when(new Date(at), zone, now)

describe('times', () => {
  it.each([
    ['2030-03-05T13:30:10Z', 'UTC', 'in 10 s (13:30:10)'],
    ['2030-03-05T13:27:00Z', 'UTC', '3 min ago (13:27:00)'],
    ['2030-03-05T13:30:00.2Z', 'UTC', 'now (13:30:00)'],
    ['2030-03-05T18:00:00Z', 'UTC', 'today 18:00'],
    ['2030-03-05T18:00:00Z', 'Asia/Seoul', 'tomorrow 03:00'],
    ['2030-03-04T09:00:00Z', 'UTC', 'yesterday 09:00'],
    ['2030-03-07T09:00:00Z', 'Europe/Paris', 'Thu 7 Mar 10:00'],
    ['2031-01-02T09:00:00Z', 'UTC', 'Thu 2 Jan 2031 09:00'],
  ])('%s in %s', (at, zone, text) => {
    expect(words(at, zone)).toBe(text)
  })

  it('say long distances in large units', () => {
    expect([relative(5_400_000), relative(-10 * 3_600_000), relative(5 * 86_400_000)]).toEqual([
      'in 90 min',
      '10 h ago',
      'in 5 days',
    ])
  })
})

describe('tables', () => {
  const options = { columns: 20, paint: paintFor(false), cut: true }

  it('are as wide as they need, and the last column is cut', () => {
    expect(
      table(
        ['id', 'text'],
        [
          ['1', 'short'],
          ['22', 'a text that is too long'],
        ],
        options,
      ),
    ).toBe('id  text\n1   short\n22  a text that is …\n')
  })

  it('count places, not characters', () => {
    expect(width('전화 🔔')).toBe(7)
    expect(width(paintFor(true).red('ok'))).toBe(2)
    expect(
      table(
        ['a', 'b'],
        [
          ['전화', 'x'],
          ['abcd', 'y'],
        ],
        options,
      ),
    ).toBe('a     b\n전화  x\nabcd  y\n')
  })
})

describe('paint', () => {
  it('is there only where it is wanted', () => {
    expect(paintFor(false).red('x')).toBe('x')
    expect(paintFor(true).red('x')).toBe('\u001b[31mx\u001b[39m')
  })

  it('a stored text cannot drive the terminal', () => {
    expect(plain('a\u001b[2J\u0007b\nc\u202ed\u009bx')).toBe('a [2J b c d x')
  })
})

describe('progress', () => {
  function progress(isTty: boolean) {
    let nowMs = 0
    const said: string[] = []
    const one = new Progress('rows', { isTty, say: (text) => said.push(text), nowMs: () => nowMs })
    return { one, said, later: (ms: number) => (nowMs += ms) }
  }

  it('is a bar on a terminal', () => {
    const { one, said, later } = progress(true)
    one.at(1, 0.01)
    later(200)
    one.at(500, 0.5)
    one.end(1_000)
    expect(said).toEqual([
      '\r\u001b[K[############............] rows: 50 %, 500',
      '\r\u001b[K',
      'rows: 1,000 in 0.2 s\n',
    ])
  })

  it('is a line now and then elsewhere', () => {
    const { one, said, later } = progress(false)
    later(200)
    one.at(500)
    later(5_000)
    one.at(1_000)
    one.end(1_200)
    expect(said).toEqual(['rows: 1,000\n', 'rows: 1,200 in 5.2 s\n'])
  })
})
