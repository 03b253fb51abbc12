// What was understood of a sentence, for programs: in the fields of the vector files in test/vectors.

import type { Rule } from '../../time/recurrence/rule.ts'
import type { Offer, Parsed, QuestionCode, RefusalReason } from './result.ts'

export interface ParsedDocument {
  readonly kind: Parsed['kind']
  readonly text: string
  readonly understood: string
  readonly explain?: readonly string[]
  readonly spans: Parsed['spans']
  /** Of a moment. */
  readonly at?: string
  readonly isElapsed?: boolean
  readonly ambiguous?: boolean
  readonly offers?: readonly string[]
  /** Of what repeats. */
  readonly rule?: Rule
  readonly next?: readonly string[]
  readonly nag?: string
  readonly afterCompletion?: string
  readonly start?: string
  readonly zone?: string
  readonly ends?: boolean
  /** Of a question. */
  readonly ask?: true
  readonly why?: QuestionCode
  /** Of a refusal. */
  readonly reject?: RefusalReason
}

/** Local, with seconds; the fold of a second 01:30 is not shown here. */
function shown({ at }: Pick<Offer, 'at'>): string {
  const text = at.replace(/~2$/, '')
  return text.length === 16 ? `${text}:00` : text
}

const some = <N extends 'explain' | 'offers'>(name: N, values: readonly string[]) =>
  (values.length > 0 ? { [name]: values } : {}) as { readonly [K in N]?: readonly string[] }

export function asDocument(parsed: Parsed): ParsedDocument {
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
