// What somebody did, as an entry of a time line. What an entry of the audit trail holds beside its action is open, so that every part
// of it is looked at before it is used.

import { ownZone, showTime } from '../clock.ts'
import { wordsNow } from '../language.ts'
import { type AuditAction, words as actionWords, takenBack } from '../words/actions.ts'
import { words as actorWords } from '../words/actors.ts'
import type { ReminderWords } from '../words/reminder.ts'
import { tellTime } from './tell.ts'

/** A ring that was to come and was put to another moment was moved, by whatever name; what was taken back says what that was. */
export function tellAction(action: string, data?: unknown): string {
  const known: Readonly<Record<string, string>> = wordsNow(actionWords)
  const { next, occurrence, change = 'cancelled' } = fieldsOf(data)
  if (action === 'snoozed' && next === true) return known.moved!
  const back: Readonly<Record<string, string>> = wordsNow(takenBack)
  // With the ring that it was said of: in an inbox, after that ring.
  const taken = change === 'snoozed' && occurrence !== undefined ? 'snoozedRing' : String(change)
  if (action === 'restored' && data !== undefined) return back[taken] ?? known.restored!
  return known[action] ?? action.replaceAll('_', ' ')
}

/** `recipient:ana` and the names of keys are left as they are. */
export function tellActor(actor: string): string {
  const known: Readonly<Record<string, string>> = wordsNow(actorWords)
  return known[actor] ?? actor
}

/** To when something was moved or snoozed, and because of what. */
export function linesOfChange(action: string, data: unknown, zone: string, w: ReminderWords): string[] {
  const { dueAt, until, because, next } = fieldsOf(data)
  const lines: string[] = []
  if (isMoment(dueAt) && action === 'moved') lines.push(w.movedTo(tellTime(dueAt, zone, ownZone.get())))
  if (isMoment(until)) lines.push((next === true ? w.movedTo : w.snoozedUntil)(tellTime(until, zone, ownZone.get())))
  if (because === 'recipient') lines.push(w.movedBecause)
  return lines
}

export interface EntityChange {
  readonly key: string
  readonly instant: string
  readonly actor: string
  readonly action: string
  readonly data: unknown
}

/** What was done to the thing itself, the oldest first: moved where its date is another than before. */
export function tellThing(changes: readonly EntityChange[], w: ReminderWords): (EntityChange & { title: string })[] {
  let before: string | null = null
  return changes.flatMap((change) => {
    const { action, data } = change
    if (action === 'entity_created' || action === 'entity_changed') {
      const at = anchorOf(data)
      const title = datedTitle(action === 'entity_created', at, before, w)
      before = at ?? before
      return [{ ...change, title }]
    }
    const title = w.thing[action]
    return title ? [{ ...change, title }] : []
  })
}

/** A meeting is created without a date, and gets its own when it is accepted. */
function datedTitle(isNew: boolean, at: string | null, before: string | null, w: ReminderWords): string {
  if (isNew) return at === null ? w.thingCreated : w.firstAt(at)
  if (at === null || at === before) return w.thingChanged
  return before === null ? w.thingDated(at) : w.thingMoved(at)
}

/** `2031-12-02T10:00:00` and a zone, as people write it. */
export function anchorOf(data: unknown): string | null {
  const { start } = fieldsOf(fieldsOf(data).anchors)
  const { nominal, timezone } = fieldsOf(start)
  if (typeof nominal !== 'string') return null
  const zone = typeof timezone === 'string' ? timezone : 'UTC'
  if (nominal.endsWith('Z')) return `${showTime(nominal, zone)} (${zone})`
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(nominal)?.[0]
  // The wall clock as it was written: read as UTC, it is shown as it is.
  return local ? `${showTime(`${local}:00Z`, 'UTC')}${typeof timezone === 'string' ? ` (${timezone})` : ''}` : null
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

export type { AuditAction }
