// The words of a command line: options by their long names, everything else in order. An unknown option is an error that names
// the nearest known one.

import { BelfryError } from '../../errors.ts'
import { nearest } from '../../input.ts'
import type { Option } from './command.ts'

export interface Arguments {
  readonly words: readonly string[]
  /** Each option with the values it was given, in order; a switch has an empty text. */
  readonly options: ReadonlyMap<string, readonly string[]>
}

const short = new Map([
  ['-h', '--help'],
  ['-j', '--json'],
])

export function readArguments(given: readonly string[], known: Readonly<Record<string, Option>>): Arguments {
  const words: string[] = []
  const options = new Map<string, string[]>()
  const rest = [...given]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      words.push(...rest)
      break
    }
    const long = short.get(word) ?? word
    if (!long.startsWith('-') || long === '-' || /^-\d/.test(long)) {
      words.push(word)
      continue
    }
    const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(long) ?? []
    const option = Object.hasOwn(known, name) ? known[name]! : refuseUnknown(long, known)
    const value = readValue(name, option, inline, rest)
    const values = options.get(name) ?? []
    if (values.length > 0 && !option.many) throw usageError(`--${name} was given twice.`, 'it once')
    options.set(name, [...values, value])
  }
  return { words, options }
}

function readValue(name: string, option: Option, inline: string | undefined, rest: string[]): string {
  if (option.value === undefined) {
    if (inline === undefined) return ''
    throw usageError(`--${name} takes no value.`, `--${name}`)
  }
  const value = inline ?? rest.shift()
  // Another option in its place is a value that was forgotten; a negative duration is not.
  if (value === undefined || (inline === undefined && /^--/.test(value)))
    throw usageError(`--${name} needs a value.`, `--${name} ${option.value}`)
  return value
}

function refuseUnknown(given: string, known: Readonly<Record<string, Option>>): never {
  const shown = given.replace(/=.*$/s, '').slice(0, 60)
  const near = nearest(
    shown,
    Object.keys(known).map((name) => `--${name}`),
  )
  throw usageError(`There is no option ${shown} here.${near ? ` Did you mean ${near}?` : ''}`)
}

export function usageError(what: string, accepted?: string): BelfryError {
  return new BelfryError('invalid_input', what, accepted === undefined ? {} : { accepted })
}
