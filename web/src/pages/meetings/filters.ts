// What is looked for, as the address says it.

import type { Meeting } from '../../api.ts'
import { nowMs, ownZone } from '../../clock.ts'
import { dateIn, isDate } from '../../zoned.ts'

export const statuses = ['pending', 'accepted', 'denied', 'rescheduled', 'cancelled', 'completed'] as const

export interface Filters {
  readonly participant: string | undefined
  readonly status: Meeting['status'] | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

export function readFilters(search: URLSearchParams): Filters {
  const dateOf = (name: string) => {
    const text = search.get(name) ?? ''
    return isDate(text) ? text : undefined
  }
  return {
    participant: search.get('participant') || undefined,
    status: statuses.find((one) => one === search.get('status')),
    from: dateOf('from'),
    to: dateOf('to'),
  }
}

/** Where a list begins unless it is asked to begin elsewhere: what is over is not what people look for. */
export function today(): string {
  return dateIn(nowMs(), ownZone.get())
}

/** Fields that are not there are not sent. */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
