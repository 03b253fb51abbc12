// Tomorrow morning, as people say it.

import { formatLocal } from '../time/local.ts'
import { instantToLocal } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'

const morning = '09:00:00'
/** Somebody who is still awake at two means the morning that comes. */
const nightEndsHour = 4

/** Nine o'clock in the morning, local time. */
export function tomorrowMorning(nowMs: number, timezone: string, rules: ZoneRules): string {
  const now = instantToLocal(instantAt(Math.floor(nowMs)), timezone, rules)
  const date = now.toPlainDate().add({ days: now.hour < nightEndsHour ? 0 : 1 })
  return formatLocal(date.toPlainDateTime(morning))
}
