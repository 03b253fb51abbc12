// What was understood of a sentence: for programs in the fields of the vector files in test/vectors, for people in words.

import type { Offer, Parsed } from '../../bot/language/index.ts'
import { plain } from './paint.ts'

/** Local, with seconds; the fold of a second 01:30 is not shown here. */
function shown({ at }: Pick<Offer, 'at'>): string {
  const text = at.replace(/~2$/, '')
  return text.length === 16 ? `${text}:00` : text
}

const some = <T>(name: string, values: readonly T[]) => (values.length > 0 ? { [name]: values } : {})

export function asDocument(parsed: Parsed): Record<string, unknown> {
  const { kind, text, understood, explain, spans } = parsed
  const rest = { text, understood, ...some('explain', explain), spans }
  switch (kind) {
    case 'moment': {
      const { isElapsed, ambiguous, offers } = parsed
      return { kind, at: shown(parsed), isElapsed, ambiguous, ...some('offers', offers.map(shown)), ...rest }
    }
    case 'rule': {
      const { rule, repeat, next, ends, ambiguous, offers, start, zone } = parsed
      const { nag, afterCompletion } = repeat ?? {}
      return {
        kind,
        ...(rule ? { rule, next: next.map(shown) } : {}),
        ...(nag ? { nag: nag.every } : {}),
        ...(afterCompletion ? { afterCompletion } : {}),
        ...{ start, zone, ends, ambiguous, ...some('offers', offers.map(shown)), ...rest },
      }
    }
    case 'question':
      return { kind, ask: true, why: parsed.why, offers: parsed.offers.map(shown), ...rest }
    case 'refusal':
      return { kind, reject: parsed.reason, ...rest }
  }
}

export function inWords(parsed: Parsed): string {
  const { text, understood, explain } = parsed
  const lines = [text === '' ? understood : `${understood}: ${plain(text)}`, ...explain.map((one) => `  ${one}`)]
  if (parsed.kind === 'rule') lines.push(...parsed.next.map(({ words }) => `  ${words}`))
  return [...lines, ...offered(parsed)].join('\n')
}

function offered(parsed: Parsed): string[] {
  return 'offers' in parsed ? parsed.offers.map(({ words }) => `  ? ${words}`) : []
}
