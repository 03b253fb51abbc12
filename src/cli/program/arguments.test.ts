import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

const known = {
  to: { value: '<recipient>', about: '' },
  channel: { value: '<channel>', about: '', many: true },
  wait: { about: '' },
  json: { about: '' },
}
const read = (...words: string[]) => {
  const { words: rest, options } = readArguments(words, known)
  return { rest, options: Object.fromEntries(options) }
}

describe('words and options', () => {
  it('stand in any order', () => {
    expect(read('10s', '--to', 'ana', 'Stand', '--wait', 'up', '--channel=a', '--channel', 'b', '-j')).toEqual({
      rest: ['10s', 'Stand', 'up'],
      options: { to: ['ana'], wait: [''], channel: ['a', 'b'], json: [''] },
    })
  })

  it('after -- everything is a word, and so is a single dash', () => {
    expect(read('-', '--', '--to', '-x').rest).toEqual(['-', '--to', '-x'])
    expect(read('-5').rest).toEqual(['-5'])
    expect(read('constructor', '__proto__').rest).toEqual(['constructor', '__proto__'])
    expect(read('--to=--odd').options).toEqual({ to: ['--odd'] })
  })

  it.each([
    [['--wiat'], 'There is no option --wiat here. Did you mean --wait?'],
    [['--too=secret'], 'There is no option --too here. Did you mean --to?'],
    [['-x'], 'There is no option -x here.'],
    [['--to'], '--to needs a value. Accepted: --to <recipient>.'],
    [['--to', '--wait'], '--to needs a value.'],
    [['--wait=1'], '--wait takes no value.'],
    [['--to', 'a', '--to', 'b'], '--to was given twice.'],
    [['--constructor'], 'There is no option --constructor here.'],
  ])('%j is refused', (words, why) => {
    expect(() => read(...words)).toThrow(why)
  })
})
