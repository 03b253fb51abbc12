// What was adjusted about an occurrence, in words: for a preview, and for whoever asks why.

import type { Candidate, Course } from './candidates.ts'
import { civilOf, dateText, dayMs, monthLength, timeText } from './civil.ts'
import { derived } from './day-filter.ts'
import { isElapsed } from './rule.ts'
import { nth } from './weekday.ts'

export function notesOf(candidate: Candidate, course: Course): string[] {
  return [clampNote(candidate, course), clockNote(candidate, course)].filter((note) => note !== undefined)
}

/** `31st → 30th` */
function clampNote({ nominalMs }: Candidate, { rule, anchor, strict }: Course): string | undefined {
  const { onDays = [] } = { ...rule, ...derived(rule, Math.floor(anchor.nominalMs / dayMs)) }
  const { year, month, day } = civilOf(Math.floor(nominalMs / dayMs))
  const length = monthLength(year, month)
  const beyond = onDays.filter((wanted) => wanted > length)
  if (strict || day < length || beyond.length === 0 || onDays.includes(day) || onDays.includes(-1)) return undefined
  return `${beyond.map(nth).join(' and ')} → ${nth(day)}`
}

/** `02:30 does not exist, 03:30`, or `01:30 happens twice, the first` */
function clockNote({ nominalMs, instant, kind, fold }: Candidate, { rule, offsets }: Course): string | undefined {
  if (kind === 'gap') {
    const shownMs = instant + offsets.at(instant)
    const isSameDay = Math.floor(shownMs / dayMs) === Math.floor(nominalMs / dayMs)
    const text = isSameDay ? timeOf : momentOf
    return `${text(nominalMs)} does not exist, ${text(shownMs)}`
  }
  if (kind !== 'overlap' || isElapsed(rule.every)) return undefined
  return `${timeOf(nominalMs)} happens twice, the ${fold ? 'second' : 'first'}`
}

function timeOf(localMs: number): string {
  return timeText(localMs - Math.floor(localMs / dayMs) * dayMs)
}

function momentOf(localMs: number): string {
  return `${dateText(Math.floor(localMs / dayMs))} ${timeOf(localMs)}`
}
