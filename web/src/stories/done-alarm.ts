// Whether the alarm of a story is done, and since when. Its reminder only says that nothing is due, which is also so while it rings; what
// was said last tells the two apart.

import type { Story } from '../api.ts'

/** What begins one that is done again, beside Done itself. */
const deciding: ReadonlySet<string> = new Set([
  ...['acknowledged', 'restored', 'alarm_registered', 'alarm_more_often', 'snoozed', 'resumed'],
])

/** When somebody marked it as done; null: it is no alarm, or goes on. */
export function alarmDoneAt({ reminder, changes }: Story): string | null {
  const isAlarm = reminder.entity.type === 'page' && reminder.kind === 'alarm'
  if (!isAlarm || reminder.state !== 'waiting') return null
  // They come with the newest first.
  const last = changes.find(({ action }) => deciding.has(action))
  return last?.action === 'acknowledged' ? last.at.instant : null
}
