// A recorded conversation as a picture: bubbles of a chat, as wide as a phone. It is drawn from the same words on every machine, and follows
// the reader's light or dark.

import type { Said } from './recording.ts'
import { pixels, wrapped } from './width.ts'

const page = { width: 420, margin: 16 }
const font = { size: 13, line: 18, small: 11 }
const bubble = { widthMax: 330, padX: 11, padY: 8, radius: 12, gap: 7 }
const button = { height: 26, gap: 4, radius: 7 }

interface Drawn {
  readonly svg: string
  readonly height: number
}

export function bubbles(title: string, said: readonly Said[]): string {
  const parts = [`<text class="title" x="${page.margin}" y="26">${escaped(title)}</text>`]
  let y = 42
  for (const one of said) {
    const drawn = draw(one, y)
    parts.push(drawn.svg)
    y += drawn.height + bubble.gap
  }
  const height = y + page.margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${height}" viewBox="0 0 ${page.width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    style,
    `<rect class="page" width="${page.width}" height="${height}" rx="16"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

const style = [
  '<style>',
  `text { font: ${font.size}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans KR", "Apple SD Gothic Neo", sans-serif; fill: #16202a }`,
  '.page { fill: #e4ecf2 } .bot { fill: #ffffff } .person { fill: #d6f5c6 } .button { fill: #c3d4e2 }',
  `.note { fill: #4c5d6c; font-size: ${font.small}px } .label { font-size: ${font.small + 1}px } .title { font-weight: 600 }`,
  '@media (prefers-color-scheme: dark) {',
  'text { fill: #e9eff4 } .page { fill: #17212b } .bot { fill: #243342 } .person { fill: #2f6b4f } .button { fill: #35495c } .note { fill: #a3b5c4 }',
  '}',
  '</style>',
].join('\n')

function draw(one: Said, y: number): Drawn {
  switch (one.kind) {
    case 'says':
      return drawBubble(one.text, 'person', [], y)
    case 'taps':
      return drawNote(`${one.who} · ${one.label}${one.toast ? ` → “${one.toast}”` : ''}`, y, 'end')
    case 'answers':
      return drawBubble(one.text, 'bot', one.buttons, y)
    case 'changes':
      return drawBubble(`✎ ${one.text}`, 'bot', one.buttons, y)
    case 'later':
      return drawNote(one.text, y, 'middle')
  }
}

function drawNote(text: string, y: number, anchor: 'middle' | 'end'): Drawn {
  const x = anchor === 'middle' ? page.width / 2 : page.width - page.margin
  const lines = wrapped(text, page.width - 2 * page.margin, (part) => pixels(part, font.small))
  const svg = lines.map(
    (line, i) =>
      `<text class="note" x="${x}" y="${y + 13 + i * font.line}" text-anchor="${anchor}">${escaped(line)}</text>`,
  )
  return { svg: svg.join('\n'), height: lines.length * font.line }
}

function drawBubble(text: string, who: 'bot' | 'person', buttons: readonly (readonly string[])[], y: number): Drawn {
  const lines = text.split('\n').flatMap((line) => wrapped(line, bubble.widthMax - 2 * bubble.padX, widthOf))
  const textWidth = Math.max(...lines.map(widthOf)) + 2 * bubble.padX
  const width = Math.round(buttons.length > 0 ? bubble.widthMax : Math.min(bubble.widthMax, textWidth))
  const height = lines.length * font.line + 2 * bubble.padY
  const x = who === 'bot' ? page.margin : page.width - page.margin - width
  const svg = [
    `<rect class="${who}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${bubble.radius}"/>`,
    ...lines.map((line, i) => {
      const baseline = y + bubble.padY + 13 + i * font.line
      return line === '' ? '' : `<text x="${x + bubble.padX}" y="${baseline}">${escaped(line)}</text>`
    }),
    ...buttons.map((row, i) => drawRow(row, x, y + height + button.gap + i * (button.height + button.gap))),
  ]
  const below = buttons.length * (button.height + button.gap)
  return { svg: svg.filter((part) => part !== '').join('\n'), height: height + below }
}

function drawRow(labels: readonly string[], left: number, y: number): string {
  const width = (bubble.widthMax - (labels.length - 1) * button.gap) / labels.length
  return labels
    .map((label, i) => {
      const x = Math.round((left + i * (width + button.gap)) * 10) / 10
      const middle = Math.round((x + width / 2) * 10) / 10
      const wide = Math.round(width * 10) / 10
      return [
        `<rect class="button" x="${x}" y="${y}" width="${wide}" height="${button.height}" rx="${button.radius}"/>`,
        `<text class="label" x="${middle}" y="${y + 17}" text-anchor="middle">${escaped(label)}</text>`,
      ].join('\n')
    })
    .join('\n')
}

function widthOf(text: string): number {
  return pixels(text, font.size)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
