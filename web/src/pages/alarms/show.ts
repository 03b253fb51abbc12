import { wordsNow } from '../../language.ts'
import { words } from '../../words/alarms.ts'

/** `P2D` → `2 days`; what is no number of days stays as it is written. */
export function showInterval(duration: string): string {
  const days = /^P(\d+)D$/.exec(duration)?.[1]
  return days ? wordsNow(words).days(Number(days)) : duration
}
