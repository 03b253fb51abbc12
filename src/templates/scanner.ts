// Reads a text once, from front to back, and never goes back: what a template costs grows with its length alone. Every look at
// a character is a step, so that a test can count them.

import { BelfryError } from '../errors.ts'

export class Scanner {
  readonly text: string
  /** JSON pointer, for errors. */
  readonly field: string
  at = 0
  steps = 0

  constructor(text: string, field: string) {
    this.text = text
    this.field = field
  }

  get isEnd(): boolean {
    return this.at >= this.text.length
  }

  peek(): string {
    this.steps++
    return this.text.charAt(this.at)
  }

  /** Passes it by if it comes next. */
  take(word: string): boolean {
    this.steps += word.length
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  /** What comes next, as long as the characters fit; at most so many. */
  takeWhile(fits: (character: string) => boolean, most = Number.POSITIVE_INFINITY): string {
    const from = this.at
    while (!this.isEnd && this.at - from < most && fits(this.peek())) this.at++
    return this.text.slice(from, this.at)
  }

  /** An error that names the place. */
  refuse(what: string, accepted: string, at = this.at): BelfryError {
    const before = this.text.slice(0, at).split('\n')
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
    return new BelfryError('invalid_input', `${what} (${place}).`, { field: this.field, accepted })
  }
}
