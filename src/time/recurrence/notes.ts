// What was adjusted about an occurrence, as facts and in words: for a preview, and for whoever asks why.

import type { Candidate, Course } from './candidates.ts'
import { civilOf, dateText, dayMs, monthLength, timeText } from './civil.ts'
import { derived } from './day-filter.ts'
import { isElapsed } from './rule.ts'
import { nth } from './weekday.ts'

export type Note =
  /** The month is too short for these days. */
  | { readonly what: 'short_month'; readonly wanted: readonly number[]; readonly day: number }
  /** The clocks skip that time: `02:30`, or with its date where it is on another day. */
  | { readonly what: 'gap'; readonly wanted: string; readonly shown: string }
  /** The clocks show that time twice. */
  | { readonly what: 'twice'; readonly at: string; readonly which: 'first' | 'second' }

export function notesOf(candidate: Candidate, course: Course): Note[] {
  return [clampNote(candidate, course), clockNote(candidate, course)].filter((note) => note !== undefined)
}

/** `31st → 30th`, `02:30 does not exist, 03:30`, or `01:30 happens twice, the first` */
export function noteWords(note: Note): string {
  switch (note.what) {
    case 'short_month':
      return `${note.wanted.map(nth).join(' and ')} → ${nth(note.day)}`
    case 'gap':
      return `${note.wanted} does not exist, ${note.shown}`
    case 'twice':
      return `${note.at} happens twice, the ${note.which}`
  }
}

function clampNote({ nominalMs }: Candidate, { rule, anchor, strict }: Course): Note | undefined {
  const { onDays = [] } = { ...rule, ...derived(rule, Math.floor(anchor.nominalMs / dayMs)) }
  const { year, month, day } = civilOf(Math.floor(nominalMs / dayMs))
  const length = monthLength(year, month)
  const wanted = onDays.filter((one) => one > length)
  if (strict || day < length || wanted.length === 0 || onDays.includes(day) || onDays.includes(-1)) return undefined
  return { what: 'short_month', wanted, day }
}

function clockNote({ nominalMs, instant, kind, fold }: Candidate, { rule, offsets }: Course): Note | undefined {
  if (kind === 'gap') {
    const shownMs = instant + offsets.at(instant)
    const isSameDay = Math.floor(shownMs / dayMs) === Math.floor(nominalMs / dayMs)
    const text = isSameDay ? timeOf : momentOf
    return { what: 'gap', wanted: text(nominalMs), shown: text(shownMs) }
  }
  if (kind !== 'overlap' || isElapsed(rule.every)) return undefined
  return { what: 'twice', at: timeOf(nominalMs), which: fold ? 'second' : 'first' }
}

function timeOf(localMs: number): string {
  return timeText(localMs - Math.floor(localMs / dayMs) * dayMs)
}

function momentOf(localMs: number): string {
  return `${dateText(Math.floor(localMs / dayMs))} ${timeOf(localMs)}`
}
