// How a reminder stands for whoever has a link to one of its deliveries.

import { actionsOf } from '../engine/acted.ts'
import type { Context } from '../engine/context.ts'
import { whenOf } from '../templates/when.ts'
import { actedDelivery, ofEachInMessage } from './acted-delivery.ts'

export interface Standing {
  /** How many reminders the message was about; of several, the rest is about all of them together. */
  readonly count: number
  readonly title: string | null
  readonly body: string | null
  /** When it rang. */
  readonly dueAt: Date
  /** When what it is about takes place, and that as the message says it. */
  readonly at: Date
  readonly when: string
  readonly timezone: string
  readonly locale: string
  readonly channel: string
  readonly entityType: string
  /** Whom it was for. */
  readonly recipient: string
  readonly state: 'open' | 'snoozed' | 'done'
  /** Since when it is done. */
  readonly doneAt: Date | null
  readonly snoozedUntil: Date | null
  readonly unsubscribed: boolean
}

/** Changes nothing. */
export async function standingOf(context: Context, id: string): Promise<Standing> {
  const all = await ofEachInMessage(context, id, (one) => standingOfOne(context, one))
  return all.length === 1 ? all[0]! : together(all)
}

function together(all: readonly Standing[]): Standing {
  const inOrder = all.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  const first = inOrder[0]!
  const open = inOrder.find(({ state }) => state === 'open')
  const snoozed = inOrder.find(({ state }) => state === 'snoozed')
  const { state, doneAt, snoozedUntil } = open ?? snoozed ?? first
  return {
    ...first,
    ...{ state, doneAt, snoozedUntil },
    count: all.length,
    title: null,
    body: inOrder.map(({ title, body, when }) => `${title ?? body ?? ''} (${when})`).join('\n'),
    unsubscribed: all.every(({ unsubscribed }) => unsubscribed),
  }
}

async function standingOfOne(context: Context, id: string): Promise<Standing> {
  const row = await actedDelivery(context, id)
  const actions = await actionsOf(context, context.db, row)
  const done = actions.find(({ action }) => action === 'done')
  const until = actions.find(({ action }) => action === 'snooze')?.detail.until
  const { title, body, timezone, locale, channel } = row
  const dueAt = new Date(row.due_ms)
  const { at, text: when } = await whenOf(context, {
    ...{ id, tenant: context.tenant, recipient: row.recipient, entity: { type: row.entity_type, id: row.entity_id } },
    ...{ kind: '', occurrence: row.occurrence, title, body, data: null, dueAt, usefulUntil: null },
    ...{ timezone, locale, channel },
  })
  const isSnoozed = until !== undefined && Date.parse(until) > row.now_ms
  return {
    count: 1,
    ...{
      title,
      body,
      dueAt,
      at,
      when,
      timezone,
      locale,
      channel,
      entityType: row.entity_type,
      recipient: row.recipient,
    },
    state: done ? 'done' : isSnoozed ? 'snoozed' : 'open',
    doneAt: done ? new Date(done.at_ms) : null,
    snoozedUntil: isSnoozed ? new Date(until) : null,
    unsubscribed: actions.some(({ action }) => action === 'unsubscribe'),
  }
}
