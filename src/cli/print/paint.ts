// Colour, where a person reads; and texts from outside without the control characters that could drive a terminal.

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

export function paintFor(isColoured: boolean): Paint {
  const code = (start: number, end: number) => (text: string) =>
    isColoured && text !== '' ? `\u001b[${start}m${text}\u001b[${end}m` : text
  return { bold: code(1, 22), dim: code(2, 22), red: code(31, 39), green: code(32, 39), yellow: code(33, 39) }
}

/** One line of plain text, whatever somebody has stored. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}
