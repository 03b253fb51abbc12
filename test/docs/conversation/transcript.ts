// A recorded conversation as text: who, and what they said, one below the other.

import type { Said } from './recording.ts'
import { wrapped } from './width.ts'

const columns = 110

export function transcript(said: readonly Said[]): string {
  const names = said.flatMap((one) => ('who' in one ? [one.who] : []))
  const indent = Math.max(...['Belfry', ...names].map(cells)) + 2
  return said.flatMap((one) => linesOf(one, indent)).join('\n')
}

function linesOf(one: Said, indent: number): string[] {
  switch (one.kind) {
    case 'says':
      return hung(one.who, one.text, indent)
    case 'taps':
      return hung(one.who, `taps [${one.label}]${one.toast ? ` → “${one.toast}”` : ''}`, indent)
    case 'answers':
    case 'changes': {
      const text = one.kind === 'changes' ? `(the same message) ${one.text}` : one.text
      const rows = one.buttons.map((row) => row.map((label) => `[${label}]`).join(' '))
      return [...hung('Belfry', text, indent), ...rows.map((row) => ' '.repeat(indent) + row)]
    }
    case 'later':
      return ['', `${' '.repeat(indent)}— ${one.text} —`]
  }
}

function hung(who: string, text: string, indent: number): string[] {
  const lines = text.split('\n').flatMap((line) => wrapped(line, columns - indent, cells))
  return lines.map((line, i) => {
    const head = i === 0 ? who + ' '.repeat(indent - cells(who)) : ' '.repeat(indent)
    return (head + line).trimEnd()
  })
}

/** Korean takes two cells where letters have one width. */
function cells(text: string): number {
  return [...text].reduce(
    (sum, character) => sum + (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  )
}
