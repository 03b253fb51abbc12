// Descriptions. OpenAPI says CommonMark; what is understood here is what descriptions of an API need: paragraphs, lists with
// dashes, `code`, **strong** and links. Anything else stays as it was written.

import { type Html, html, type Piece } from './html.ts'

export function prose(text: string | undefined): Html {
  const blocks = (text ?? '')
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
  return html`${blocks.map(block)}`
}

function block(text: string): Html {
  const items = text.split(/^[-*] /m).filter((item) => item.trim() !== '')
  if (/^[-*] /.test(text)) return html`<ul>${items.map((item) => html`<li>${inline(item.trim())}</li>`)}</ul>`
  return html`<p>${inline(text)}</p>`
}

/** One line: for cells of tables and summaries. */
export function inline(text: string | undefined): Html {
  const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g
  const pieces: Piece[] = []
  const source = text ?? ''
  let end = 0
  for (const found of source.matchAll(marks)) {
    pieces.push(source.slice(end, found.index), mark(found))
    end = found.index + found[0].length
  }
  return html`${pieces}${source.slice(end)}`
}

function mark([whole, code, strong, label, address]: RegExpMatchArray): Html {
  if (code !== undefined) return html`<code>${code}</code>`
  if (strong !== undefined) return html`<strong>${strong}</strong>`
  // Nothing but plain addresses: `javascript:` and its like stay text.
  if (!/^(https?:\/\/|\/(?!\/)|#)/.test(address ?? '')) return html`${whole}`
  return html`<a href="${address}" rel="noreferrer">${label}</a>`
}
