// How a reminder stands for whoever has a link to one of its deliveries.

import { actionsOf } from '../engine/acted.ts'
import type { Context } from '../engine/context.ts'
import { actedDelivery } from './act.ts'

export interface Standing {
  readonly title: string | null
  readonly body: string | null
  readonly dueAt: Date
  readonly timezone: string
  readonly locale: string
  readonly channel: string
  readonly entityType: string
  readonly state: 'open' | 'snoozed' | 'done'
  /** Since when it is done. */
  readonly doneAt: Date | null
  readonly snoozedUntil: Date | null
  readonly unsubscribed: boolean
}

/** Changes nothing. */
export async function standingOf(context: Context, id: string): Promise<Standing> {
  const row = await actedDelivery(context, id)
  const actions = await actionsOf(context, context.db, row)
  const done = actions.find(({ action }) => action === 'done')
  const until = actions.find(({ action }) => action === 'snooze')?.detail.until
  const isSnoozed = until !== undefined && Date.parse(until) > row.now_ms
  return {
    ...{ title: row.title, body: row.body, dueAt: new Date(row.due_ms), timezone: row.timezone, locale: row.locale },
    ...{ channel: row.channel, entityType: row.entity_type },
    state: done ? 'done' : isSnoozed ? 'snoozed' : 'open',
    doneAt: done ? new Date(done.at_ms) : null,
    snoozedUntil: isSnoozed ? new Date(until) : null,
    unsubscribed: actions.some(({ action }) => action === 'unsubscribe'),
  }
}
