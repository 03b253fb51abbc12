// The text part, line by line. A line that consists of placeholders without a value is not there, and neither is the empty line
// that would stand twice without it. The same lines make the HTML where a template brings none of its own.

import { escapeHtml } from '../escape-html.ts'
import type { Form } from './escape.ts'
import { type Piece, Room, type Values, written } from './template.ts'

export type Line = readonly Piece[]

/** Empty lines stand between paragraphs. */
export function linesOf(pieces: readonly Piece[]): readonly Line[] {
  const lines: Piece[][] = [[]]
  for (const piece of pieces) {
    const [first = '', ...others] = typeof piece === 'string' ? piece.split('\n') : [piece]
    if (first !== '') lines.at(-1)!.push(first)
    for (const text of others) lines.push(text === '' ? [] : [text])
  }
  return lines
}

/** Lines that are there, in paragraphs. */
function paragraphsOf(lines: readonly Line[], values: Values): Line[][] {
  const paragraphs: Line[][] = [[]]
  for (const line of lines) {
    if (isBlank(line)) paragraphs.push([])
    else if (isThere(line, values)) paragraphs.at(-1)!.push(line)
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

function isBlank(line: Line): boolean {
  return line.every((piece) => typeof piece === 'string' && piece.trim() === '')
}

function isThere(line: Line, values: Values): boolean {
  return line.some((piece) =>
    typeof piece === 'string' ? piece.trim() !== '' : written(values, piece.name, 'text') !== '',
  )
}

export function textOf(lines: readonly Line[], values: Values): string {
  return paragraphs(lines, values, { form: 'text', literal: (text) => text, between: '\n\n' })
}

/** Telegram keeps line breaks. */
export function chatOf(lines: readonly Line[], values: Values, { isFirstBold = false } = {}): string {
  const first = isFirstBold ? (text: string) => `<b>${text}</b>` : (text: string) => text
  return paragraphs(lines, values, { form: 'timedChat', literal: escapeHtml, between: '\n\n', first })
}

export function htmlOf(lines: readonly Line[], values: Values, { isFirstBold = false } = {}): string {
  const first = isFirstBold ? (text: string) => `<strong>${text}</strong>` : (text: string) => text
  return paragraphs(lines, values, {
    form: 'html',
    literal: escapeHtml,
    between: '\n',
    lineBreak: '<br>\n',
    first,
    // A list stands by itself.
    paragraph: (text) => (text.startsWith('<ul>') ? text : `<p>${text}</p>`),
  })
}

interface Writing {
  readonly form: Form
  readonly literal: (text: string) => string
  readonly between: string
  readonly lineBreak?: string
  readonly first?: (text: string) => string
  readonly paragraph?: (text: string) => string
}

function paragraphs(lines: readonly Line[], values: Values, writing: Writing): string {
  const { form, literal, between, lineBreak = '\n', first = (text) => text, paragraph = (text) => text } = writing
  const room = new Room()
  const write = (line: Line) =>
    line
      .map((piece) => room.add(typeof piece === 'string' ? literal(piece) : written(values, piece.name, form)))
      .join('')
  const texts = paragraphsOf(lines, values).map((some, i) => {
    const [top = '', ...others] = some.map(write)
    return paragraph([i === 0 ? first(top) : top, ...others].join(lineBreak))
  })
  // What stands between them counts too.
  return new Room().add(texts.join(between))
}
