// What placeholders can name. Nothing else has a value: a name is looked up among these, and below `data.` among the fields that
// the data itself has.

import type { MessageMember } from '../channels/channel.ts'
import type { Actions, ComposedMessage } from '../channels/content.ts'
import { type Listener, type SaidMoment, sayDistance, sayMoment, saySpan } from '../time/say-moment.ts'
import { sayShort, sayShortSpan } from '../time/short-moment.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import type { About, Detailed } from './details.ts'
import { membersOf } from './details.ts'
import type { Text, Timed, Value } from './escape.ts'
import { type Moments, momentsOf } from './moments.ts'
import { noticeOf } from './notice.ts'
import type { Values } from './template.ts'

export interface Facts {
  readonly message: ComposedMessage
  readonly detailed: Detailed
  readonly actions: Actions | null
  readonly moments: Moments
  /** The language of the words around: moments are said in it. */
  readonly locale: string
  readonly rules: ZoneRules
  readonly isChat: boolean
  /** Moments are said as the bot says them. */
  readonly isShort?: boolean
  /** How one of several is shown in a list, and what follows after too many. */
  readonly itemWords: { readonly untitled: string; more(count: number): string }
}

type Source = (facts: Facts) => Value

/** Every name, with what it stands for: docs/guides/templates.md has the same list. */
const sources = {
  title: ({ message, detailed }) => message.title ?? detailed.about.title ?? '',
  body: ({ message }) => message.body ?? '',
  kind: ({ message }) => message.kind,
  'recipient.name': ({ detailed }) => detailed.about.recipientName ?? '',
  'recipient.id': ({ message }) => message.recipient,
  'entity.type': ({ message }) => message.entity.type,
  'entity.id': ({ message }) => message.entity.id,
  'entity.title': ({ detailed }) => detailed.about.title ?? '',
  when: (facts) => timedWhen(facts.moments, listenerOf(facts)),
  in: (facts) => sayDistance(facts.moments.dueMs, listenerOf(facts)),
  ...saying('due', ({ dueMs }) => dueMs),
  ...saying('start', ({ startMs }) => startMs),
  ...saying('end', ({ endMs }) => endMs),
  'link.open': ({ actions }) => actions?.open ?? '',
  'link.done': ({ actions }) => actions?.done ?? '',
  'link.snooze': ({ actions }) => actions?.snooze ?? '',
  'link.unsubscribe': ({ actions }) => actions?.unsubscribe ?? '',
  count: ({ message }) => String(message.members?.length ?? 1),
  items: itemsOf,
  by: ({ message }) => noticeBy(message),
  reason: ({ message }) => noticeOf(message.data)?.reason ?? '',
  slots: slotsOf,
  was: wasOf,
} satisfies Record<string, Source>

export const valueNames: readonly string[] = Object.keys(sources)

export function isValueName(name: string): boolean {
  return name.startsWith('data.') || Object.hasOwn(sources, name)
}

export function valuesOf(facts: Facts): Values {
  const known = new Map<string, Value>()
  return (name) => {
    const found = known.get(name) ?? read(name, facts)
    known.set(name, found)
    return found
  }
}

function read(name: string, facts: Facts): Value {
  if (name.startsWith('data.')) return fieldOf(facts.message.data, name.split('.').slice(1))
  const source: Source | undefined = Object.hasOwn(sources, name) ? sources[name as keyof typeof sources] : undefined
  return source?.(facts) ?? ''
}

/** Only what the data itself has: nothing that every object of the language has besides. */
function fieldOf(data: unknown, path: readonly string[]): string {
  let value = data
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return ''
    value = (value as Record<string, unknown>)[part]
  }
  if (Array.isArray(value)) return value.map(scalar).filter(Boolean).join(', ')
  return scalar(value)
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

interface Reader extends Listener {
  readonly isShort?: boolean
}

function listenerOf({ message, detailed, locale, isShort = false }: Facts): Reader {
  return { timezone: message.timezone, locale, nowMs: detailed.about.nowMs, isShort }
}

function saying(name: 'due' | 'start' | 'end', momentOf: (moments: Moments) => number | null) {
  const say = (part: keyof SaidMoment) => (facts: Facts) => {
    const atMs = momentOf(facts.moments)
    return atMs === null ? '' : sayMoment(atMs, listenerOf(facts))[part]
  }
  const timed = (facts: Facts) => {
    const atMs = momentOf(facts.moments)
    return atMs === null ? '' : timedMoment(atMs, listenerOf(facts))
  }
  return {
    [name]: timed,
    [`${name}.date`]: say('date'),
    [`${name}.time`]: say('time'),
    [`${name}.zone`]: say('zone'),
  }
}

/** From when to when where it has an end, and it counts from its start; otherwise the moment it is about. */
export function sayWhen(moments: Moments, listener: Listener): string {
  return timedWhen(moments, listener).said
}

function timedWhen({ dueMs, startMs, endMs }: Moments, listener: Reader): Timed {
  const hasSpan = startMs === dueMs && endMs !== null && endMs > startMs
  return hasSpan ? timedSpan(startMs, endMs, listener) : timedMoment(dueMs, listener)
}

function timedMoment(atMs: number, listener: Reader): Timed {
  if (listener.isShort) {
    const { text, isToday } = sayShort(atMs, listener)
    return { before: '', said: text, after: '', atMs, format: isToday ? 't' : 'wdt' }
  }
  const { full, date } = sayMoment(atMs, listener)
  return { before: '', said: full, after: '', atMs, format: full.startsWith(date) ? 'wDt' : 't' }
}

/** Telegram has moments and no spans: this one is shown as it is said, and its start on a tap. */
function timedSpan(startMs: number, endMs: number, listener: Reader): Timed {
  const say = listener.isShort ? sayShortSpan : saySpan
  return { before: '', said: say(startMs, endMs, listener), after: '', atMs: startMs, format: '' }
}

/** What nobody did was done by Belfry. */
function noticeBy({ data }: ComposedMessage): string {
  const notice = noticeOf(data)
  return notice ? (notice.by ?? 'Belfry') : ''
}

/** The slots of a notice: one is a text, several are a list. */
function slotsOf(facts: Facts): Value {
  const slots = noticeOf(facts.message.data)?.slots ?? []
  const said = slots.map(({ startMs, endMs }) => timedSpan(startMs, endMs, listenerOf(facts)))
  return said.length > 1 ? said : (said[0] ?? '')
}

function wasOf(facts: Facts): Value {
  const was = noticeOf(facts.message.data)?.was
  return was ? timedSpan(was.startMs, was.endMs, listenerOf(facts)) : ''
}

const itemsMax = 50

/** `Budget review (10:00 AM CET)`, one for each of several. */
function itemsOf(facts: Facts): readonly Text[] {
  const { message, detailed, itemWords } = facts
  const members = membersOf(message)
  const items = members.slice(0, itemsMax).map((member, i) => itemOf(member, detailed.members[i]!, facts))
  return members.length > itemsMax ? [...items, itemWords.more(members.length - itemsMax)] : items
}

function itemOf(member: MessageMember, about: About, facts: Facts): Text {
  const { message, rules, itemWords, isChat } = facts
  const moments = momentsOf(member, about, { timezone: message.timezone, rules, isChat })
  const title = member.title ?? about.title ?? member.body ?? itemWords.untitled
  return { ...timedWhen(moments, listenerOf(facts)), before: `${title} (`, after: ')' }
}
