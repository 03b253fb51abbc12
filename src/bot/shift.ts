// Another time, or another rhythm, for a reminder that is there: what `reminders.change` has to be told. Pure.

import type { ChangeInput, Reminder, RepeatInput } from '../index.ts'
import type { Rule } from '../time/recurrence/rule.ts'
import { weekdays } from '../time/recurrence/rule.ts'
import { Temporal } from '../time/temporal.ts'
import { instantToLocal, localAt, localToInstant, nominalLocal } from '../time/zone.ts'

export type Shift = 'tenMinutes' | 'hour' | 'tomorrow'
export type Rhythm = 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'once'

/** When it is, and on whose clock it is said. */
export interface Here {
  readonly now: Date
  readonly zone: string
}

const minutes = { tenMinutes: 10, hour: 60 } as const

/** Null: that cannot be said of it. `same`: it is so already. */
export function shifted(reminder: Reminder, shift: Shift, here: Here): ChangeInput | 'same' | null {
  const { rule } = reminder.series ?? {}
  if (rule && shift !== 'tomorrow') return shiftedRule(rule, reminder, minutes[shift], here)
  const from = instantOf(reminder, here)
  const to = shift === 'tomorrow' ? tomorrow(from, here, zoneOf(reminder, here)) : from.add({ minutes: minutes[shift] })
  if (to.equals(from)) return 'same'
  return momentOf(reminder, to, here)
}

/** The ring that comes next, before quiet hours moved it. What has none counts from now. */
function instantOf({ plannedAt, dueAt }: Reminder, { now }: Here): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds((plannedAt ?? dueAt ?? now).getTime())
}

function zoneOf({ timezone }: Reminder, { zone }: Here): string {
  return timezone ?? zone
}

/** The same wall clock on the day after today. */
function tomorrow(from: Temporal.Instant, { now }: Here, zone: string): Temporal.Instant {
  const today = localAt(now, zone).toPlainDate()
  const time = instantToLocal(from, zone).toPlainTime()
  return localToInstant(today.add({ days: 1 }).toPlainDateTime(time), zone).instant
}

/** An instant stays one; a wall clock stays on its clock. */
function momentOf(reminder: Reminder, to: Temporal.Instant, here: Here): ChangeInput {
  const nominal = reminder.series?.start ?? reminder.occurrence
  const local = nominalLocal(to, zoneOf(reminder, here))
  // The second of two equal wall clocks cannot be written as one: its instant can.
  if (nominal.endsWith('Z') || local.endsWith('~2')) return { at: new Date(to.epochMilliseconds), timezone: null }
  return { at: local, timezone: reminder.timezone }
}

/** Every time of day moves along; where one would leave its day, the days of the rule would be other ones. */
function shiftedRule(rule: Rule, reminder: Reminder, by: number, here: Here): ChangeInput | null {
  const start = instantOf(reminder, here).add({ minutes: by })
  if (!rule.at) return isOnAClock(rule) ? null : momentOf(reminder, start, here)
  const at = rule.at.map((time) => moved(time, by))
  if (at.includes(null)) return null
  return { ...momentOf(reminder, start, here), rule: { ...rule, at: at as string[] } }
}

function isOnAClock({ atHours, atMinutes, atSeconds }: Rule): boolean {
  return [atHours, atMinutes, atSeconds].some((list) => list !== undefined)
}

function moved(time: string, by: number): string | null {
  const from = Temporal.PlainTime.from(time)
  const to = from.add({ minutes: by })
  const isNextDay = Temporal.PlainTime.compare(to, from) < 0
  return isNextDay ? null : to.toString({ smallestUnit: to.second === 0 ? 'minute' : 'second' })
}

/** How often it asks again is no rhythm, and stays; `usual`: what they want of everything that does not say otherwise. */
export function rhythmOf(
  reminder: Reminder,
  rhythm: Rhythm,
  here: Here,
  usual: RepeatInput | null,
): ChangeInput | 'same' {
  const zone = zoneOf(reminder, here)
  const next = instantToLocal(instantOf(reminder, here), zone).round({ smallestUnit: 'minute', roundingMode: 'floor' })
  if (rhythm === 'once' && !reminder.series?.rule && !reminder.series?.repeat?.afterCompletion) return 'same'
  const at = next.toString({ smallestUnit: 'minute' })
  const own = reminder.series?.repeat?.nag
  return { at, timezone: reminder.timezone, rule: ruleOf(rhythm, next), repeat: own ? { nag: own } : usual }
}

function ruleOf(rhythm: Rhythm, next: Temporal.PlainDateTime): Rule | null {
  const at = [next.toPlainTime().toString({ smallestUnit: 'minute' })]
  switch (rhythm) {
    case 'daily':
      return { every: 'day', at }
    case 'weekdays':
      return { every: 'week', on: weekdays.slice(0, 5), at }
    case 'weekly':
      return { every: 'week', on: [weekdays[next.dayOfWeek - 1]!], at }
    case 'monthly':
      return { every: 'month', onDays: [next.day], at }
    case 'once':
      return null
  }
}
