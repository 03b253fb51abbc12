// What an item is, in words, beside its title: three lines about one meeting are told apart by it. From facts alone, in the reader's
// language: what became of a meeting, or when what it is about takes place and which of its reminders this is.

import type { NoticeKind } from '../../../src/meetings/notices.ts'
import type { Language } from '../language.ts'
import { distanceIn, kindIn } from '../spans.ts'
import type { InboxWords } from '../words/inbox.ts'
import type { Item } from './state.ts'
import { showMoment } from './times.ts'

/** '': its title says all there is. */
export function whatOf(item: Item, words: InboxWords, language: Language): string {
  return newsOf(item, words, language) ?? placeOf(item, words, language) ?? ''
}

/** What became of a meeting: who did it, and which times it is about. */
function newsOf({ entity, kind, data, at, recipient }: Item, words: InboxWords, language: Language): string | null {
  const { by, byName, slots, was } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (entity.type !== 'meeting' || !Object.hasOwn(words.news, kind) || !Array.isArray(slots)) return null
  const [first] = slots.map((slot: { readonly start?: unknown } | null) => String(slot?.start))
  if (first === undefined || Number.isNaN(Date.parse(first))) return null
  const who = by === recipient ? words.byYou : typeof byName === 'string' ? words.byOf(byName) : null
  const when = slots.length > 1 ? words.oneOf(slots.length) : showMoment(first, at.timezone, language)
  const before = String((was as { readonly start?: unknown } | null | undefined)?.start)
  const old = Number.isNaN(Date.parse(before)) ? null : showMoment(before, at.timezone, language)
  return upper(words.news[kind as NoticeKind](who, when, old))
}

function placeOf({ kind, occurrence, generation, startsAt, dueAt }: Item, words: InboxWords, language: Language) {
  if (startsAt) {
    const which = distanceIn(language, Date.parse(dueAt.instant) - Date.parse(startsAt.instant))
    return upper(words.which(showMoment(startsAt.instant, startsAt.timezone, language), which))
  }
  if (generation > 1 || occurrence.includes('#')) return words.onceMore
  return kindIn(language, kind)
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
