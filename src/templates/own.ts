// A template as it is used: read once, checked once.

import { type Line, linesOf } from './lines.ts'
import { readMarkup } from './markup.ts'
import { chatRules, mailRules } from './markup-rules.ts'
import { type Piece, readTemplate } from './template.ts'

/** The texts of a template; what is null is the built-in's. */
export interface Texts {
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
}

export interface Compiled {
  readonly subject: readonly Piece[] | null
  readonly text: readonly Line[] | null
  /** For email. */
  readonly html: readonly Piece[] | null
  /** For chat; null: made from the text. */
  readonly chat: readonly Piece[] | null
}

/** Throws a BelfryError that names the place of what cannot be used. */
export function compile({ subject, text, html }: Texts, isChat: boolean, field = ''): Compiled {
  const markup = html === null ? null : readMarkup(html, `${field}/html`, isChat ? chatRules : mailRules)
  return {
    subject: subject === null ? null : readTemplate(subject, `${field}/subject`, 'line'),
    text: text === null ? null : linesOf(readTemplate(text, `${field}/text`, 'text')),
    html: isChat ? null : markup,
    chat: isChat ? markup : null,
  }
}

export function namesIn({ subject, text, html, chat }: Compiled): { name: string; field: string }[] {
  const named = (pieces: readonly Piece[] | null, field: string) =>
    (pieces ?? []).flatMap((piece) => (typeof piece === 'string' ? [] : [{ name: piece.name, field }]))
  return [...named(subject, '/subject'), ...named(text?.flat() ?? null, '/text'), ...named(html ?? chat, '/html')]
}
