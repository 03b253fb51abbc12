// Quiet hours, as a person's own clock shows them.

import type { Recipient } from './api.ts'
import { dateIn, localText } from './zoned.ts'

type Windows = NonNullable<Recipient['quietHours']>
export type QuietWindow = Pick<Windows[number], 'from' | 'to' | 'days'>

const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const dayMs = 86_400_000

/** Of a day from midnight to midnight, whatever day it is. */
export function isQuiet({ from, to }: Pick<QuietWindow, 'from' | 'to'>, minute: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end
}

/** Of a moment. Hours over midnight are of the day on which they begin. */
export function isQuietAt(windows: readonly QuietWindow[], ms: number, zone: string): boolean {
  const minute = minutesOf(localText(ms, zone).slice(11, 16))
  const midnight = Date.parse(`${dateIn(ms, zone)}T00:00:00Z`)
  return windows.some((one) => {
    if (!isQuiet(one, minute)) return false
    const isOfYesterday = minutesOf(one.from) > minutesOf(one.to) && minute < minutesOf(one.to)
    const day = new Date(isOfYesterday ? midnight - dayMs : midnight).getUTCDay()
    return one.days === undefined || (one.days as readonly string[]).includes(names[day]!)
  })
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
