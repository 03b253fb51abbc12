// Tables for people: columns as wide as they need, the last cut to the width of the terminal.

import type { Paint } from './paint.ts'

export interface TableOptions {
  readonly columns: number
  readonly paint: Paint
  /** Whether a person reads it: a program that reads words gets them whole. */
  readonly cut: boolean
}

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, paint, cut }: TableOptions,
): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => width(row[i] ?? ''))))
  const last = head.length - 1
  const before = widths.slice(0, last).reduce((sum, one) => sum + one + 2, 0)
  const room = cut ? Math.max(10, columns - before) : Number.POSITIVE_INFINITY
  const lines = all.map((row, at) => {
    const cells = row.map((cell, i) => {
      if (i === last) return shorten(cell, room)
      return cell + ' '.repeat(widths[i]! - width(cell))
    })
    const line = cells.join('  ').trimEnd()
    return at === 0 ? paint.dim(line) : line
  })
  return `${lines.join('\n')}\n`
}

const wide =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u
const unseen = /[\p{Mark}\p{Cf}]/u
const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

/** How many places of a line it takes: Korean, Chinese and emoji take two, marks none. */
export function width(text: string): number {
  let places = 0
  for (const character of text.replaceAll(escapes, ''))
    places += wide.test(character) ? 2 : unseen.test(character) ? 0 : 1
  return places
}

function shorten(text: string, room: number): string {
  if (width(text) <= room) return text
  let cut = ''
  for (const character of text) {
    if (width(cut + character) > room - 1) break
    cut += character
  }
  return `${cut}…`
}
