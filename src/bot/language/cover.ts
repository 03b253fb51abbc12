// The best cover: of all phrases that can be read anywhere, those that together explain most of the text, without overlapping.
// A longer phrase beats two shorter ones (`next friday` is not `next` and `friday`), a longer word two shorter ones (주말, not 주 and 말).

import type { Part } from './meaning.ts'
import { phrase } from './phrases.ts'
import { Reader } from './reader.ts'
import { isHangul, isWordLetter, readSigns } from './signs.ts'

export interface Phrase {
  readonly start: number
  readonly end: number
  readonly parts: readonly Part[]
}

interface Candidate extends Phrase {
  readonly score: number
  /** It begins or ends inside a word, which is right only where another phrase is beside it: 내일오후3시. */
  readonly isOpenStart: boolean
  readonly isOpenEnd: boolean
}

interface Best {
  readonly score: number
  readonly last?: { readonly candidate: Candidate; readonly before: Best }
}

export function cover(text: string): { phrases: Phrase[]; steps: number } {
  const reader = new Reader(text, readSigns(text))
  const from = candidates(reader)
  // Two columns: where a phrase that ends inside a word waits for the next one, and all others.
  const closed: (Best | undefined)[] = [{ score: 0 }]
  const open: (Best | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const [here, waiting] = [closed[at], open[at]]
    if (here) better(closed, at + 1, { score: here.score, ...(here.last ? { last: here.last } : {}) })
    for (const candidate of from.get(at) ?? []) {
      reader.steps++
      const before = candidate.isOpenStart ? waiting : here
      if (!before) continue
      const best = { score: before.score + candidate.score, last: { candidate, before } }
      better(candidate.isOpenEnd ? open : closed, candidate.end, best)
    }
  }
  return { phrases: chosen(closed[text.length]), steps: reader.steps }
}

function better(column: (Best | undefined)[], at: number, best: Best): void {
  if (best.score > (column[at]?.score ?? -1)) column[at] = best
}

function chosen(best: Best | undefined): Phrase[] {
  const phrases: Phrase[] = []
  for (let last = best?.last; last; last = last.before.last) phrases.unshift(last.candidate)
  return phrases
}

function candidates(reader: Reader): Map<number, Candidate[]> {
  const { text, lattice } = reader
  const found = new Map<number, Candidate[]>()
  for (const start of lattice.keys()) {
    const all = phrase(reader, start).flatMap(({ end, value, signs }): Candidate[] => {
      if (isPossessive(text, end) || !isFree(text, start)) return []
      const letters = text.slice(start, end).replaceAll(/\s/g, '').length
      const isOpenEnd = isInside(text, end)
      const base = {
        start,
        end,
        parts: value,
        score: letters * 10 - 5 - signs - (isWeak(value) ? 6 : 0),
        isOpenStart: isInside(text, start),
        isOpenEnd,
      }
      // 3시회의, 5분뒤물: a firm end may have text behind it, if nothing better is found.
      return isOpenEnd && isFirm(text, end) ? [base, { ...base, isOpenEnd: false, score: base.score - 8 }] : [base]
    })
    if (all.length > 0) found.set(start, all)
  }
  return found
}

/** What may be a name is covered only where nothing else needs the word. */
function isWeak(parts: readonly Part[]): boolean {
  return parts.every((part) => 'weak' in part && part.weak !== undefined)
}

/** Monday's report is a report. */
function isPossessive(text: string, end: number): boolean {
  if (text[end] === '의' && isHangul(text[end - 1]) && !isHangul(text[end + 1])) return true
  return /^'s?(?![a-z])/.test(text.slice(end, end + 3)) && /[a-z]/.test(text[end - 1] ?? '')
}

/** Not behind a sign that makes a number something else: #3, $5, v2. */
function isFree(text: string, start: number): boolean {
  // Two nights and three days.
  if (/\d박 ?$/.test(text.slice(Math.max(0, start - 5), start))) return false
  return !(
    /[0-9]/.test(text[start] ?? '') &&
    /[#$€£₩.,:/\\-]/.test(text[start - 1] ?? ' ') &&
    /\S/.test(text[start - 2] ?? '#')
  )
}

function isInside(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]]
  if (!isWordLetter(before) || !isWordLetter(after)) return false
  const isLatinBefore = !isHangul(before) && !/[0-9]/.test(before!)
  // From Latin letters to Hangul there is a border: 9am에.
  return !(isLatinBefore && isHangul(after)) && !(isHangul(before) && !isHangul(after))
}

function isFirm(text: string, end: number): boolean {
  return /(?:[0-9]\s?시|[0-9]\s?분|요일|뒤에?|후에|에|까지|마다|오늘|내일|모레)$/.test(
    text.slice(Math.max(0, end - 6), end),
  )
}
