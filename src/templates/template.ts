// The language of templates: texts with placeholders, `{{title}}` or `{{data.room}}`. There is no logic in it: no conditions, no
// loops, no parts of other templates, and what a value says is never read as a template again.

import { limits } from '../limits.ts'
import { type Form, type Value, write } from './escape.ts'
import { Scanner } from './scanner.ts'

export interface Placeholder {
  /** `data.room` */
  readonly name: string
  readonly form: Form
}

/** A text as it is, or a place for a value. */
export type Piece = string | Placeholder

/** A value by its name; '' where there is none. */
export type Values = (name: string) => Value

const nameCharsMax = 100
const example = 'placeholders like {{title}} or {{data.room}}'

/** Reads `{{name}}`, which begins here. */
export function readPlaceholder(scanner: Scanner): string {
  const from = scanner.at
  scanner.take('{{')
  scanner.takeWhile((character) => character === ' ', nameCharsMax)
  const name = scanner.takeWhile((character) => /[A-Za-z0-9_.-]/.test(character), nameCharsMax)
  scanner.takeWhile((character) => character === ' ', nameCharsMax)
  if (scanner.take('}}') && isName(name)) return name
  throw scanner.refuse('A placeholder that cannot be read', `${example}: no logic, and }} at its end`, from)
}

function isName(name: string): boolean {
  return name !== '' && name.split('.').every((part) => part !== '')
}

/** Pieces as they come, checked by number. */
export class Pieces {
  readonly #scanner: Scanner
  readonly list: Piece[] = []
  #from = 0
  #placeholders = 0

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  /** A placeholder begins here. Answers where it stands in the list. */
  placeholder(form: Form): string {
    this.flush()
    const name = readPlaceholder(this.#scanner)
    if (++this.#placeholders > limits.templatePlaceholdersMax)
      throw this.#scanner.refuse('Too many placeholders', `at most ${limits.templatePlaceholdersMax}`)
    this.list.push({ name, form })
    this.#from = this.#scanner.at
    return name
  }

  /** What was read since the last placeholder. */
  flush(): void {
    const { text, at } = this.#scanner
    if (at > this.#from) this.list.push(text.slice(this.#from, at))
    this.#from = at
  }

  /** What the placeholders since then stand in is known only after them. */
  become(from: number, form: Form): void {
    for (let i = from; i < this.list.length; i++) {
      const piece = this.list[i]!
      if (typeof piece !== 'string') this.list[i] = { ...piece, form }
    }
  }
}

/** A text without markup. */
export function readTemplate(text: string, field: string, form: Form): readonly Piece[] {
  return scanTemplate(new Scanner(text, field), form)
}

export function scanTemplate(scanner: Scanner, form: Form): readonly Piece[] {
  const pieces = new Pieces(scanner)
  while (!scanner.isEnd) {
    if (scanner.peek() === '{' && scanner.text.charAt(scanner.at + 1) === '{') pieces.placeholder(form)
    else scanner.at++
  }
  pieces.flush()
  return pieces.list
}

/** What values can be made of a small template is bounded too. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
  /** So many had been written when it was given up. */
  readonly chars: number

  constructor(chars: number) {
    super(`more than ${limits.messageCharsMax} characters`)
    this.chars = chars
  }
}

/** Adds up what is written of one text while it is written: the first piece too many is the last one that costs anything. */
export class Room {
  #chars = 0

  add(text: string): string {
    this.#chars += text.length
    if (this.#chars > limits.messageCharsMax) throw new TooLong(this.#chars)
    return text
  }
}

const writtenForms = new WeakMap<Values, Map<string, string>>()

/** A value in a form is written once, however often a template names it. */
export function written(values: Values, name: string, form: Form): string {
  const known = writtenForms.get(values) ?? new Map<string, string>()
  writtenForms.set(values, known)
  const key = `${form} ${name}`
  const text = known.get(key) ?? write(values(name), form)
  known.set(key, text)
  return text
}

export function render(pieces: readonly Piece[], values: Values): string {
  const room = new Room()
  return pieces
    .map((piece) => room.add(typeof piece === 'string' ? piece : written(values, piece.name, piece.form)))
    .join('')
}
