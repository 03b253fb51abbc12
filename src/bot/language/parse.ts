// Text, now and a zone → a moment, a rule, a question or a refusal.
//
//   normalise → signs → phrases → the best cover → what the sentence says → what to answer → in words
//
// Nothing is guessed silently: what could be otherwise is `ambiguous` and the other reading is offered, and what cannot be decided is a
// question with the likely answers. No clock and no zone of the host is looked at.

import { BelfryError } from '../../errors.ts'
import { readMoment } from '../../time/moment-text.ts'
import type { Rule } from '../../time/recurrence/rule.ts'
import type { Temporal } from '../../time/temporal.ts'
import { canonicalZone, instantToLocal, localToInstant } from '../../time/zone.ts'
import { Asked, type Context, localOf, type Point, type Problem } from './context.ts'
import { cover } from './cover.ts'
import { type Decision, decide, offerPoints, type Repeated, saidZoneOf } from './decide.ts'
import { leftText } from './left-text.ts'
import { normalise, spanOf } from './normalise.ts'
import type { Chosen } from './resolve-moment.ts'
import type { Defaults, Language, Offer, Parsed, ParseOptions } from './result.ts'
import { wordsOf } from './say.ts'
import { readSentence, type Sentence } from './sentence.ts'

/** Nobody writes a longer reminder by hand; what is longer is refused, so that the work is bounded. */
export const textCharsMax = 500

export const usualDefaults: Defaults = {
  dateWithoutTime: '09:00',
  morning: '09:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '21:00',
  weekStart: 'monday',
}

export function parse(text: string, options: ParseOptions): Parsed {
  if (typeof text !== 'string') throw new BelfryError('invalid_input', 'Expected a text.', { field: '/text' })
  const context = contextOf(text, options)
  const language = context.language
  if (text.length > textCharsMax) {
    const understood = wordsOf[language].refusal('too long')
    return { kind: 'refusal', reason: 'too long', understood, explain: [], spans: [], text, language }
  }
  const normalised = normalise(text)
  const sentence = readSentence(normalised.text, cover(normalised.text).phrases)
  const spans = sentence.phrases.map(({ start, end }) => spanOf(normalised, start, end))
  return answer(decide(sentence, context), sentence, context, { spans, text: leftText(text, spans), language })
}

function contextOf(text: string, { now, zone: name, locale, defaults }: ParseOptions): Context {
  const zone = canonicalZone(name, '/zone')
  const instant = nowOf(now, zone)
  const local = instantToLocal(instant, zone)
  return {
    now: instant,
    local,
    today: local.toPlainDate(),
    zone,
    defaults: { ...usualDefaults, ...defaults },
    language: languageOf(text, locale),
  }
}

function nowOf(now: Date | string, zone: string): Temporal.Instant {
  const { value, zone: named } = readMoment(now, '/now')
  if (value.kind === 'instant') return value.instant
  if (value.offsetMs !== null)
    return value.local.toZonedDateTime('UTC').toInstant().subtract({ milliseconds: value.offsetMs })
  return localToInstant(value.local, named ?? zone).instant
}

function languageOf(text: string, locale: string | undefined): Language {
  if (locale !== undefined) return /^ko\b/i.test(locale) ? 'ko' : 'en'
  return /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/.test(text) ? 'ko' : 'en'
}

interface Frame {
  readonly spans: Parsed['spans']
  readonly text: string
  readonly language: Language
}

function answer(decision: Decision, sentence: Sentence, context: Context, frame: Frame): Parsed {
  if ('problem' in decision) return problemAnswer(decision.problem, sentence, context, frame)
  if ('moment' in decision) return momentAnswer(decision.moment, sentence, context, frame)
  return repeatAnswer(decision.repeated, context, frame)
}

function problemAnswer(problem: Problem, sentence: Sentence, context: Context, frame: Frame): Parsed {
  const words = wordsOf[context.language]
  if (problem instanceof Asked) {
    const offers = offerPoints(problem.offers, context).map((point) => offer(point, context, sentence))
    return {
      kind: 'question',
      why: problem.why,
      offers,
      understood: words.question(problem.why),
      explain: [],
      ...frame,
    }
  }
  return { kind: 'refusal', reason: problem.reason, understood: words.refusal(problem.reason), explain: [], ...frame }
}

function offer(point: Point, context: Context, sentence?: Sentence): Offer {
  const local = localOf(point, context)
  // Counted from now, it has the seconds of now. Nobody said those, nor waits for them, unless it is close.
  const isClose = point.instant.since(context.now).total('second') < 120
  const isSaid = local.second !== context.local.second
  const shown = isClose || isSaid ? local : local.with({ second: 0 })
  const words = wordsOf[context.language].moment(shown, context.today.year)
  const saidZone = sentence && saidZoneOf(sentence)
  return {
    ...{ at: point.at, instant: new Date(point.instant.epochMilliseconds), words },
    ...(saidZone === undefined ? {} : { saidZone }),
  }
}

function momentAnswer(
  { point, others, isElapsed }: Chosen,
  sentence: Sentence,
  context: Context,
  frame: Frame,
): Parsed {
  const words = wordsOf[context.language]
  const chosen = offer(point, context, sentence)
  const offers = others.map((other) => offer(other, context, sentence))
  const shown = localOf(point, context)
  const isDefault = sentence.times.length === 0 && sentence.spans.length === 0
  const explain = [
    ...(point.gap ? [words.gap(point.gap, shown)] : []),
    ...(point.isTwice ? [words.twice(shown)] : []),
    ...(offers[0] ? [words.otherReading(chosen.words, offers[0].words)] : []),
    ...(isDefault ? [words.defaultTime(context.defaults.dateWithoutTime)] : []),
  ]
  const ambiguous = offers.length > 0
  return {
    kind: 'moment',
    ...chosen,
    zone: context.zone,
    isElapsed,
    ambiguous,
    offers,
    understood: chosen.words,
    explain,
    ...frame,
  }
}

function repeatAnswer(found: Repeated, context: Context, frame: Frame): Parsed {
  const words = wordsOf[context.language]
  const { rule, repeat, start, ends } = found
  const next = found.next.map((point) => offer(point, context))
  const offers = found.others.map((other) => offer(other, context))
  const understood = [rule && words.rule(rule), repeat && words.repeat(repeat)].filter(Boolean).join(', ')
  const explain = [
    ...adjustments(rule, found.next, context),
    ...(offers[0] && next[0] ? [words.otherReading(next[0].words, offers[0].words)] : []),
    ...(repeat?.nag ? [words.nagMost(repeat.nag.atMost)] : []),
  ]
  return {
    kind: 'rule',
    ...(rule ? { rule } : {}),
    ...(repeat ? { repeat } : {}),
    ...{
      start,
      zone: found.zone ?? context.zone,
      next,
      ends,
      ambiguous: offers.length > 0,
      offers,
      understood,
      explain,
      ...frame,
    },
  }
}

/** What months and clocks do to a rule, in words. */
function adjustments(rule: Rule | undefined, next: readonly Point[], context: Context): string[] {
  const words = wordsOf[context.language]
  const late = rule?.onDays?.filter((day) => day > 28) ?? []
  const isLeapDay = rule?.inMonths?.join() === '2' && late[0] === 29
  const short = late.length === 0 ? [] : isLeapDay ? [words.leapDay()] : [words.shortMonths(Math.max(...late))]
  const gaps = next.flatMap(({ gap, instant }) => (gap ? [words.gap(gap, instantToLocal(instant, context.zone))] : []))
  return [...short, ...gaps]
}
