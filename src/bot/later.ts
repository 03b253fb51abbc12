// What "later" means on a button, on the clock of whoever is reminded.

import { ringActions } from '../channels/telegram/buttons.ts'
import type { ActionInput, Standing } from '../index.ts'
import { formatLocal } from '../time/local.ts'
import { Temporal } from '../time/temporal.ts'
import { localAt } from '../time/zone.ts'
import { usualDefaults } from './language/index.ts'

/** Somebody who answers in the night what rang in the evening means the day after that evening. */
const sameDayMs = 12 * 3_600_000

const lengths: Readonly<Record<string, string>> = {
  [ringActions.tenMinutes]: 'PT10M',
  [ringActions.oneHour]: 'PT1H',
  [ringActions.threeHours]: 'PT3H',
}

/** Tomorrow and next week are the same wall clock as the ring that was due, whatever the clocks do in between. */
export function laterOf(action: string, standing: Pick<Standing, 'dueAt' | 'timezone'>, now: Date): ActionInput {
  const length = lengths[action]
  if (length !== undefined) return { action: 'snooze', for: length }
  const { timezone } = standing
  const local = localAt(now, timezone)
  if (action === ringActions.evening) {
    const evening = local.toPlainDate().toPlainDateTime(Temporal.PlainTime.from(usualDefaults.evening))
    const isPast = Temporal.PlainDateTime.compare(evening, local) <= 0
    return { action: 'snooze', until: formatLocal(isPast ? evening.add({ days: 1 }) : evening), timezone }
  }
  const due = localAt(standing.dueAt, timezone)
  const isSameDay = now.getTime() - standing.dueAt.getTime() < sameDayMs
  const day = (isSameDay ? due : local).toPlainDate().add({ days: action === ringActions.nextWeek ? 7 : 1 })
  return { action: 'snooze', until: formatLocal(day.toPlainDateTime(due.toPlainTime())), timezone }
}
