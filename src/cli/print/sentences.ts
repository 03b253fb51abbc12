// What was understood of a sentence, for people.

import type { Parsed } from '../../bot/language/index.ts'
import { plain } from './paint.ts'

export function inWords(parsed: Parsed): string {
  const { text, understood, explain } = parsed
  const lines = [text === '' ? understood : `${understood}: ${plain(text)}`, ...explain.map((one) => `  ${one}`)]
  if (parsed.kind === 'rule') lines.push(...parsed.next.map(({ words }) => `  ${words}`))
  return [...lines, ...offered(parsed)].join('\n')
}

function offered(parsed: Parsed): string[] {
  return 'offers' in parsed ? parsed.offers.map(({ words }) => `  ? ${words}`) : []
}
