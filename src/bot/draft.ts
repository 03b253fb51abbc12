// What somebody wrote, on its way to a reminder: ready, or with something that has to be asked. Pure, and plain data, so that a talk can
// keep it.

import { cutText } from '../cut-text.ts'
import { limits } from '../index.ts'
import type { Rule } from '../time/recurrence/rule.ts'
import {
  type Language,
  type Moment,
  type Offer,
  type Parsed,
  parse,
  type QuestionCode,
  type RefusalReason,
  type Repeating,
  textCharsMax,
  type When,
  whenOf,
  whenOfOffer,
} from './language/index.ts'

/** On whose clock, in which language, and by which habits it is read. */
export interface Reader {
  readonly now: Date
  readonly zone: string
  readonly language: Language
  readonly defaultHour: string
}

/** A moment that may have been meant, as a button has it. */
export interface Offered {
  readonly words: string
  readonly when: When
}

export type Reading =
  | {
      readonly kind: 'ready'
      /** Empty: nothing is left to remind of. */
      readonly what: string
      readonly when: When
      /** What was adjusted or assumed. */
      readonly explain: readonly string[]
      /** It could have been meant so too. */
      readonly other: Offered | null
    }
  | {
      readonly kind: 'question'
      readonly what: string
      readonly why: QuestionCode
      readonly words: string
      readonly offers: readonly Offered[]
    }
  | { readonly kind: 'refusal'; readonly what: string; readonly reason: RefusalReason; readonly words: string }

export function readDraft(text: string, reader: Reader): Reading {
  if (text.length > textCharsMax) return readLong(text, reader)
  return readingOf(parsed(text, reader), reader)
}

/** Somebody else's words: a time in them is a guess, and everything that was said is kept. */
export function readForwarded(text: string, reader: Reader): Reading {
  const reading = readDraft(text, reader)
  const asked = askWhen(text, reader)
  if (reading.kind !== 'ready') return asked
  const found = parsed(text.slice(0, textCharsMax), reader)
  const words = found.kind === 'rule' || found.kind === 'moment' ? found.understood : ''
  return words === '' ? asked : { ...asked, offers: [{ words, when: reading.when }, ...asked.offers] }
}

/** Longer than what is looked through: people say when at the beginning or at the end. Else that is asked. */
function readLong(text: string, reader: Reader): Reading {
  const head = /^.*?(?:\n|$)/s.exec(text)![0]
  const tail = text.slice(text.trimEnd().lastIndexOf('\n') + 1)
  const first = head.length <= textCharsMax ? head : beginningOf(head)
  const last = tail.length <= textCharsMax ? tail : endOf(tail)
  const atFirst = readingOf(parsed(first, reader), reader)
  if (atFirst.kind === 'ready') return { ...atFirst, what: joinedAt(atFirst.what, first, text.slice(first.length)) }
  const atLast = readingOf(parsed(last, reader), reader)
  if (atLast.kind === 'ready') {
    const rest = text.slice(0, text.length - last.length)
    return { ...atLast, what: joinedAt(rest.trim(), rest, atLast.what) }
  }
  return askWhen(text, reader)
}

/** A line, or as much of one as is looked through, without half a word. */
function beginningOf(line: string): string {
  const cut = cutText(line, textCharsMax)
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}

function endOf(line: string): string {
  const from = line.length - textCharsMax
  const space = line.indexOf(' ', from)
  return line.slice(space < 0 ? from : space)
}

function joinedAt(one: string, before: string, other: string): string {
  const isNewLine = /\n\s*$/.test(before) || /^\s*\n/.test(other)
  return `${one.trim()}${isNewLine ? '\n' : ' '}${other.trim()}`.trim()
}

/** When? With what people often want. */
export function askWhen(what: string, reader: Reader): Extract<Reading, { kind: 'question' }> {
  const reading = readingOf(parsed('', reader), reader)
  const { words, offers } = reading.kind === 'question' ? reading : { words: '', offers: [] }
  return { kind: 'question', why: 'when', what: what.trim(), words, offers }
}

function parsed(text: string, { now, zone, language, defaultHour }: Reader): Parsed {
  return parse(text, { now, zone, locale: language, defaults: { dateWithoutTime: defaultHour } })
}

function readingOf(found: Parsed, { zone }: Reader): Reading {
  const what = isFiller(found.text) ? '' : found.text
  switch (found.kind) {
    case 'moment':
    case 'rule':
      return { kind: 'ready', what, when: whenOf(found, zone), explain: found.explain, other: otherOf(found, zone) }
    case 'question':
      return {
        kind: 'question',
        what,
        why: found.why,
        words: found.understood,
        offers: offersOf(found.why, found.offers),
      }
    case 'refusal':
      return { kind: 'refusal', what, reason: found.reason, words: found.understood }
  }
}

/** Where a rule is asked about, a moment is no answer: it would ring once. */
function offersOf(why: QuestionCode, offers: readonly Offer[]): Offered[] {
  return why === 'how_often' || why === 'first_time' ? [] : offers.map(offeredOf)
}

function offeredOf(offer: Offer): Offered {
  return { words: offer.words, when: whenOfOffer(offer) }
}

function otherOf(found: Moment | Repeating, zone: string): Offered | null {
  const [offer] = found.offers
  if (!offer) return null
  if (found.kind === 'moment') return offeredOf(offer)
  const when = whenOf(found, zone)
  const rule = when.rule && otherRule(when.rule, offer)
  // On another clock than that of the offer, it cannot be said what the rule would be.
  return rule && !when.timezone ? { words: offer.words, when: { ...when, ...whenOfOffer(offer), rule } } : null
}

function otherRule(rule: Rule, { at }: Offer): Rule | null {
  return rule.at?.length === 1 ? { ...rule, at: [at.slice(11, 16)] } : null
}

/** What people say around a time, and nobody wants to be reminded of. */
const filler =
  /^(?:please|pls|plz|thanks|thank you|thx|ok(?:ay)?|yes|let'?s say|(?:make|change|move|set|put) (?:it|that|this)(?: to| for)?|maybe|then|instead|네|예|응|그럼|그러면|음|로|으로|쯤|해\s?줘요?|해\s?주세요|부탁해요?|부탁드려요|할게요?|하자|좋아요?|바꿔\s?(?:줘요?|주세요)|옮겨\s?(?:줘요?|주세요)|[\s.,!?~…])+$/i

export function isFiller(text: string): boolean {
  return text.trim() === '' || filler.test(text.trim())
}

/** As a title has room; what is longer goes on in the body. */
export function asContent(what: string): { readonly title: string; readonly body?: string } {
  const text = what.trim()
  if (text.length <= limits.titleCharsMax) return { title: text }
  const near = text.slice(0, limits.titleCharsMax)
  const space = Math.max(near.lastIndexOf('\n'), near.lastIndexOf(' '))
  const end = space > limits.titleCharsMax / 2 ? space : cutText(text, limits.titleCharsMax).length
  return { title: text.slice(0, end).trimEnd(), body: cutText(text.slice(end).trim(), limits.bodyCharsMax) }
}

const nagsMax = 12

/** Whoever wants to be asked again until it is done wants that of everything that does not say otherwise. */
export function withNag(when: When, nag: string | null): When {
  const repeat = nagOf(nag)
  return repeat === null || when.repeat ? when : { ...when, repeat }
}

/** Null: they do not want that. */
export function nagOf(nag: string | null): NonNullable<When['repeat']> | null {
  return nag === null ? null : { nag: { every: nag, atMost: nagsMax } }
}
