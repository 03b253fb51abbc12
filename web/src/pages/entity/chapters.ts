// The story of a thing, the oldest first: what was done to it and to its reminders, what rang and what did not, what is to come.

import type { Timeline } from '../../api.ts'
import { hrefs } from '../../parts/names.tsx'
import { linesOfChange, tellAction, tellThing } from '../../stories/changes.ts'
import { type Chapter, toneOfState } from '../../stories/chapter.tsx'
import { tellWhich } from '../../stories/tell.ts'
import type { EntityWords } from '../../words/entity.ts'
import type { ReminderWords } from '../../words/reminder.ts'
import type { Reason, Telling } from '../../words/telling.ts'

type Item = Timeline['items'][number]

export interface Said {
  readonly w: EntityWords
  readonly r: ReminderWords
  readonly t: Telling
  /** Of what it is. */
  readonly type: string
  readonly nameOf: (recipient: string) => string
}

export function chaptersOf(items: readonly Item[], zone: string, said: Said): Chapter[] {
  const isOfThing = ({ what, state }: Item) => what === 'change' && state.startsWith('entity_')
  const things = items.flatMap((item, i) => (isOfThing(item) ? [changeOf(item, i)] : []))
  const titles = new Map(tellThing(things, thingWords(said)).map((one) => [one.key, one]))
  // They come in the order in which they happened, also those of one moment.
  return items.flatMap((item, i): Chapter[] => {
    if (!isOfThing(item)) return [chapterOf(item, i, zone, said)]
    const told = titles.get(keyOf(item, i))
    if (!told) return []
    const { key, instant, actor, title } = told
    return [{ key, instant, zone, actor, title, tone: '', lines: [] }]
  })
}

const keyOf = ({ what }: Item, i: number) => `${what} ${i}`

function changeOf(item: Item, i: number) {
  const { at, actor, state, data } = item
  return { key: keyOf(item, i), instant: at.instant, actor: actor ?? '', action: state, data }
}

/** On the page of the thing itself it is not "what it is about". */
function thingWords({ r }: Said): ReminderWords {
  return {
    ...r,
    thing: Object.fromEntries(Object.keys(r.thing).map((action) => [action, tellAction(action)])),
    thingChanged: tellAction('entity_changed'),
    thingCreated: tellAction('entity_created'),
    thingDated: r.datedHere,
    thingMoved: r.movedHere,
    firstAt: r.createdHere,
  }
}

function chapterOf(item: Item, i: number, zone: string, said: Said): Chapter {
  const { w, r, t, type, nameOf } = said
  const theirs = item.recipient ? item.at.timezone : zone
  const whose =
    item.recipient && item.kind
      ? ([nameOf(item.recipient), tellWhich({ entity: { type }, kind: item.kind }, t)] as const)
      : null
  const base = {
    key: keyOf(item, i),
    instant: item.at.instant,
    zone: theirs,
    actor: item.actor,
    lines: item.what === 'change' ? linesOfChange(item.state, item.data, theirs, r) : [],
    ...(item.reminderId ? { href: hrefs.reminder(item.reminderId) } : {}),
  }
  if (item.what === 'upcoming') return { ...base, tone: 'next', title: w.ringsBy(whose?.[0] ?? '', whose?.[1] ?? '') }
  const what = item.what === 'change' ? tellAction(item.state, item.data) : ringWords(item, t, nameOf)
  return {
    ...base,
    tone: item.what === 'change' ? '' : toneOfState(item.state),
    title: whose ? w.ofReminder(what.replace(/\.$/, ''), ...whose) : what,
  }
}

function ringWords({ state, channel, reason, recipient }: Item, t: Telling, nameOf: Said['nameOf']): string {
  const why = reason && reason in t.reasons ? t.reasons[reason as Reason](nameOf(recipient ?? '')) : state
  switch (state) {
    case 'sent':
      return t.sentBy(channel ?? '')
    case 'sending':
      return t.beingSentBy(channel ?? '')
    case 'pending':
      return t.waitsBy(channel ?? '')
    case 'unknown':
      return t.unknownBy(channel ?? '', why)
    default:
      return channel ? t.notSentBy(channel, why) : t.notSent(why)
  }
}
