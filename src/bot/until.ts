// /pause 3 · /pause until monday · /pause for 3 days · /pause 3번 · /pause 월요일까지 · /pause 3일 동안: what is to be paused, and until when.

import { type Language, type Parsed, parse } from './language/index.ts'
import { type Picked, readNumbers } from './numbers.ts'

export interface PauseWanted {
  readonly picked: Picked
  /** How the language reads it; null: nothing was said of it. */
  readonly when: string | null
}

/** `a week`, `3 days`: as long as that from now, in the language that it was said in. */
function fromNow(length: string): string {
  return isHangul(length) ? `${length} 후` : `in ${length}`
}

function isHangul(text: string): boolean {
  return /\p{Script=Hangul}/u.test(text)
}

const picks = String.raw`(?:[#＃]?\s*[\d０-９]+\s*번\S*[\s,]*)+|전부|모두|다|전체`
/** The 간 of an hour (시간) is its own: `3일간`, and `1시간` without more. */
const during = '동안|(?<!시)간|(?<=시간)'
const forms: readonly { readonly pattern: RegExp; readonly isLength: boolean }[] = [
  { pattern: /^(?<head>.*?)\s*\b(?:until|till|til)\b\s+(?<when>.+)$/is, isLength: false },
  { pattern: /^(?<head>.*?)\s*\bfor\b\s+(?<when>.+)$/is, isLength: true },
  { pattern: new RegExp(`^(?<head>(?:${picks})(?=[\\s,]))?\\s*(?<when>.+?)\\s*까지(?:만)?$`, 's'), isLength: false },
  { pattern: new RegExp(`^(?<head>(?:${picks})(?=[\\s,]))?\\s*(?<when>.+?)\\s*(?:${during})$`, 's'), isLength: true },
]

export function readPause(said: string): PauseWanted {
  const text = said.trim()
  const whole = readNumbers(text)
  if (whole.kind !== 'unclear') return { picked: whole, when: null }
  for (const { pattern, isLength } of forms) {
    const { head = '', when } = pattern.exec(text)?.groups ?? {}
    if (when === undefined) continue
    return { picked: readNumbers(head), when: isLength ? fromNow(when) : when }
  }
  return { picked: { kind: 'none' }, when: lengthOr(text) }
}

/** A bare `3 days` or `월요일`. */
function lengthOr(text: string): string {
  const isLength =
    /^(?:\d+|an?|one|two|three)\s*(?:minutes?|min|hours?|h|days?|d|weeks?|months?)$|^\S+\s*(?:분|시간|일|주|주일|달|개월)$/i
  return isLength.test(text) && !/월\s*\S*일$/.test(text) ? fromNow(text) : text
}

export type Until = { readonly kind: 'until'; readonly at: Date } | { readonly kind: 'past' | 'unclear' }

/** A day without an hour ends at the hour at which they begin the day. */
export function readUntil(
  when: string,
  at: { readonly now: Date; readonly zone: string; readonly language: Language; readonly defaultHour: string },
): Until {
  const parsed: Parsed = parse(when, {
    ...{ now: at.now, zone: at.zone, locale: isHangul(when) ? 'ko' : at.language },
    defaults: { dateWithoutTime: at.defaultHour },
  })
  if (parsed.kind === 'moment')
    return parsed.instant > at.now ? { kind: 'until', at: parsed.instant } : { kind: 'past' }
  const isPast =
    (parsed.kind === 'question' && parsed.why === 'past') || (parsed.kind === 'refusal' && parsed.reason === 'past')
  return { kind: isPast ? 'past' : 'unclear' }
}
