// The cases of test/vectors: what is said, and what should be understood.

import type { Offer, Parsed } from '../../src/bot/language/index.ts'

export interface Case {
  say: string
  at?: string
  next?: string[]
  text?: string
  ambiguous?: boolean
  ask?: boolean
  offers?: string[]
  reject?: string
  ends?: boolean
  nag?: string
  afterCompletion?: string
  orAsk?: boolean
}

const seconds = ({ at }: Pick<Offer, 'at'>) => (at.length === 16 ? `${at}:00` : at)

/** What was answered, in the fields of the case. */
export function answered(parsed: Parsed, one: Case): Case {
  const offers = 'offers' in parsed ? parsed.offers.map(seconds) : []
  return {
    say: one.say,
    ...(parsed.kind === 'moment' ? { at: seconds(parsed) } : {}),
    ...(parsed.kind === 'rule' && parsed.rule
      ? { next: parsed.next.map(seconds).slice(0, one.next?.length ?? 5) }
      : {}),
    ...(parsed.kind === 'question' ? { ask: true } : {}),
    ...(parsed.kind === 'refusal' ? { reject: parsed.reason } : {}),
    ...('ambiguous' in parsed && parsed.ambiguous ? { ambiguous: true } : {}),
    ...(one.offers ? { offers: offers.filter((offer) => one.offers?.includes(offer)) } : {}),
    ...(one.ends !== undefined && parsed.kind === 'rule' ? { ends: parsed.ends } : {}),
    ...(parsed.kind === 'rule' && parsed.repeat?.nag ? { nag: parsed.repeat.nag.every } : {}),
    ...(parsed.kind === 'rule' && parsed.repeat?.afterCompletion
      ? { afterCompletion: parsed.repeat.afterCompletion }
      : {}),
    ...(parsed.text === '' ? {} : { text: parsed.text }),
  }
}
