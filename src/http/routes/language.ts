// What a sentence means, in the fields that `belfry parse --json` prints, and how to schedule it.

import { asDocument } from '../../bot/language/document.ts'
import { type Parsed, parse as parseSentence, type When, whenOf, whenOfOffer } from '../../bot/language/index.ts'
import { route } from '../route.ts'
import { parseIn, parsed as shape } from '../schemas/language.ts'

const parse = route({
  method: 'POST',
  path: '/v1/language/parse',
  summary: 'What a sentence means: a moment, a rule, a question or a refusal',
  description:
    'English and Korean. It asks instead of guessing. Nothing is written; `when` goes into `POST /v1/preview` and `POST /v1/reminders` as it is.',
  door: 'read',
  idempotency: 'none',
  body: parseIn,
  answers: { 200: shape },
  problems: ['unknown_timezone', 'impossible_date', 'offset_mismatch'],
  pointers: { '/zone': '/timezone' },
  async handle({ body: { text, timezone: zone, locale, now }, operator }) {
    const at = now ?? (await operator.clock.read()).now
    const parsed = parseSentence(text, { now: at, zone, ...(locale === undefined ? {} : { locale }) })
    return { status: 200, body: present(parsed, zone) }
  },
})

function present(parsed: Parsed, zone: string) {
  const { spans, rule, ...rest } = asDocument(parsed)
  const isKnown = parsed.kind === 'moment' || parsed.kind === 'rule'
  const offers = 'offers' in parsed ? parsed.offers : []
  return {
    ...rest,
    ...(rule ? { rule: { ...rule } } : {}),
    spans: spans.map(([from, to]) => [from, to]),
    when: isKnown ? inZone(whenOf(parsed, zone), zone) : null,
    choices: offers.map((offer) => ({ words: offer.words, when: inZone(whenOfOffer(offer), zone) })),
  }
}

/** Whoever it is for may live elsewhere: a wall clock is of the zone that was asked about. */
function inZone({ at, rule, timezone, ...when }: When, zone: string) {
  const isInstant = /Z$/.test(at)
  return { at, ...(isInstant ? {} : { timezone: timezone ?? zone }), ...when, ...(rule ? { rule: { ...rule } } : {}) }
}

export const language = { parse }
