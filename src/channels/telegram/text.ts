// The text of a message, at most 4,096 UTF-16 units as a reader sees it: tags and the spelling of entities do not count. A longer one is
// cut between two characters, never inside a tag or an entity, and what is open is closed.

import { cutMark, cutText, cutWithMark } from '../../cut-text.ts'
import { escapeHtml } from '../../escape-html.ts'
import type { Message } from '../channel.ts'

export const textUnitsMax = 4_096
/** Telegram takes no empty message. */
const nothingToSay = '⏰'

export interface Texts {
  /** HTML of the tags that Telegram knows. */
  readonly html: string
  readonly plain: string
}

/** `knowsTimes`: whether the server takes times that each reader sees on their own clock. */
export function textsOf(
  { content, title, body }: Pick<Message, 'content' | 'title' | 'body'>,
  knowsTimes = true,
): Texts {
  const plain = content ? content.text || content.subject : [title, body].filter((part) => part).join('\n\n')
  if (plain.trim() === '' && !content?.html?.trim()) return { html: nothingToSay, plain: nothingToSay }
  const html = content?.html ?? escapeHtml(plain)
  return {
    html: cutHtml(knowsTimes ? html : html.replaceAll(timeTags, '')),
    plain: cutWithMark(plain.trim() === '' ? nothingToSay : plain, textUnitsMax),
  }
}

const timeTags = /<\/?tg-time\b[^<>]*>/g

/** Whether a server complains about them: `Unsupported start tag "tg-time"`. */
export function isAboutTimes(reply: string): boolean {
  return /tg-time|date_?time/i.test(reply)
}

// A tag, an entity, or text up to the next of either. A lone `<` or `&` is text: Telegram will say what it thinks of it.
const pieces = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#[0-9]{1,7}|#x[0-9a-f]{1,6});|[^<&]+|[<&]/gi

export function cutHtml(html: string, unitsMax = textUnitsMax): string {
  let left = unitsMax
  /** Where to cut, if there is too much: the mark needs a place. */
  let kept: { readonly text: string; readonly open: readonly string[] } | null = null
  let text = ''
  const open: string[] = []
  for (const [piece] of html.matchAll(pieces)) {
    if (piece.length > 1 && piece.startsWith('<')) {
      follow(piece, open)
      text += piece
      continue
    }
    const units = unitsOf(piece)
    if (kept === null && left - units < cutMark.length) {
      const part = isEntity(piece) ? '' : cutText(piece, left - cutMark.length)
      kept = { text: text + part, open: [...open] }
    }
    left -= units
    if (left < 0) return `${kept!.text}${cutMark}${kept!.open.toReversed().map(closing).join('')}`
    text += piece
  }
  return text
}

function isEntity(piece: string): boolean {
  return piece.length > 1 && piece.startsWith('&')
}

function follow(tag: string, open: string[]): void {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(tag)![1]!.toLowerCase()
  if (!tag.startsWith('</')) open.push(name)
  else if (open.at(-1) === name) open.pop()
}

function closing(name: string): string {
  return `</${name}>`
}

function unitsOf(piece: string): number {
  if (!isEntity(piece)) return piece.length
  const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(piece) ?? []
  const point = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? 0)
  return point > 0xffff ? 2 : 1
}
