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
}

export function render(pieces: readonly Piece[], values: Values): string {
  return joined(pieces.map((piece) => (typeof piece === 'string' ? piece : write(values(piece.name), piece.form))))
}

/** Adds up before it joins. */
export function joined(texts: readonly string[], between = ''): string {
  let chars = between.length * Math.max(0, texts.length - 1)
  for (const text of texts) chars += text.length
  if (chars > limits.messageCharsMax) throw new TooLong(`more than ${limits.messageCharsMax} characters`)
  return texts.join(between)
}
