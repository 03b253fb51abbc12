// A meeting as a calendar file: an invitation that changes as the meeting does, under one name (UID) from its first proposal to the
// last, each change with a higher SEQUENCE.

import { calendarText } from '../../calendar-text.ts'
import type { StepInput } from '../../entities/steps.ts'
import { mainAnchor } from '../../entities/steps.ts'
import { zoneLines } from '../../time/zone-component.ts'
import type { ZoneRules } from '../../time/zone-rules.ts'
import { type EventGround, eventLines, type FiledMeeting, methodOf, type People, slotOf, zoneOf } from './event.ts'
import { fileWords } from './words.ts'

export interface FileOptions {
  readonly tenant: string
  /** In whose language it is. */
  readonly locale: string
  readonly rules: ZoneRules
  /** Of the plan that the meeting names; left out where it has steps of its own. */
  readonly steps?: readonly StepInput[]
  /** For a calendar that keeps it, not for somebody who is invited: without a method, and its server tells nobody (RFC 6638). */
  readonly isStored?: boolean
}

export function meetingFile(meeting: FiledMeeting, people: People, options: FileOptions): string {
  const ground = groundOf(meeting, people, options)
  const { rules, isStored = false } = options
  const lines = [...zonesOf([meeting], rules), ...eventLines(meeting, ground, { isStored })]
  return calendarText(isStored ? null : methodOf(meeting), lines)
}

export function groundOf({ plan }: FiledMeeting, people: People, options: FileOptions): EventGround {
  const { tenant, locale, rules, steps = [] } = options
  const own = typeof plan === 'string' ? steps : plan
  return { tenant, people, rules, words: fileWords(locale), steps: own.map(stepOf) }
}

function stepOf(step: StepInput): EventGround['steps'][number] {
  if (typeof step === 'string') return { offset: step, anchor: mainAnchor }
  return { offset: step.offset, anchor: step.anchor ?? mainAnchor }
}

/** Every zone once, for as long as there is something in it. */
export function zonesOf(meetings: readonly FiledMeeting[], rules: ZoneRules): string[] {
  const eras = new Map<string, { fromMs: number; toMs: number }>()
  for (const meeting of meetings) {
    const zone = zoneOf(meeting, rules)
    if (zone === null) continue
    const { start, end } = slotOf(meeting)
    const { fromMs, toMs } = eras.get(zone) ?? { fromMs: start.getTime(), toMs: end.getTime() }
    eras.set(zone, { fromMs: Math.min(fromMs, start.getTime()), toMs: Math.max(toMs, end.getTime()) })
  }
  return [...eras].sort().flatMap(([zone, era]) => zoneLines(zone, era, rules))
}
