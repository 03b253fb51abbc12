// Text into HTML. A value in a template is escaped unless it was made by `html` itself, so nothing has to remember to escape;
// attributes are always written in double quotes. There is no way to pass a ready-made string.

import { escapeHtml } from '../../escape-html.ts'

export class Html {
  readonly #text: string

  /** Private to this file in effect: only `html` and `join` call it. */
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(texts.map((text, i) => `${text}${i < pieces.length ? written(pieces[i]) : ''}`).join(''))
}

function written(piece: Piece | unknown): string {
  if (piece instanceof Html) return piece.toString()
  if (piece === undefined || piece === null || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(written).join('')
  return escapeHtml(String(piece))
}
