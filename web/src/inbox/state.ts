// What the inbox shows, as one value.

import type { Client } from '../../../src/client/index.ts'

export type Item = Awaited<ReturnType<Client['inbox']['get']>>
export type Counts = Awaited<ReturnType<Client['inbox']['counts']>>
export type Person = Awaited<ReturnType<Client['recipients']['get']>>
export type QuietWindow = NonNullable<Person['quietHours']>[number]

export const listNames = ['unread', 'all', 'archived'] as const
export type ListName = (typeof listNames)[number]

export interface Said {
  readonly kind: 'said' | 'failed'
  readonly text: string
  readonly undo: (() => void) | null
}

export interface InboxState {
  /** `ended`: nobody is let in with the token that there is. */
  readonly status: 'opening' | 'open' | 'failed' | 'ended'
  /** What went wrong, in words. */
  readonly trouble: string
  /** No hints come: what is shown may be old. */
  readonly isLost: boolean
  readonly tab: ListName | 'settings'
  readonly counts: Counts
  readonly items: readonly Item[]
  /** Null: there are no more. */
  readonly nextCursor: string | null
  readonly isLoading: boolean
  readonly said: Said | null
  /** For those who hear the page. */
  readonly news: string
}

export const nothing: InboxState = {
  status: 'opening',
  trouble: '',
  isLost: false,
  tab: 'unread',
  counts: { unread: 0, read: 0, archived: 0, snoozed: 0, done: 0, total: 0 },
  items: [],
  nextCursor: null,
  isLoading: true,
  said: null,
  news: '',
}

/** As if it were in that state already. */
export function withState({ counts, items, ...rest }: InboxState, id: string, state: Item['state']): InboxState {
  const before = items.find((item) => item.id === id)
  if (!before || before.state === state) return { counts, items, ...rest }
  return {
    ...rest,
    counts: { ...counts, [before.state]: counts[before.state] - 1, [state]: counts[state] + 1 },
    items: items.map((item) => (item.id === id ? { ...item, state } : item)),
  }
}

/** Whether it stays in a list. What was read stays among the unread until one looks elsewhere: nothing vanishes under a finger. */
export function belongs(item: Item, tab: InboxState['tab'], kept: ReadonlySet<string>): boolean {
  if (tab === 'unread') return item.state === 'unread' || (item.state === 'read' && kept.has(item.id))
  return tab !== 'archived' || item.state === 'archived'
}

export function newestFirst(items: Iterable<Item>): Item[] {
  const byId = new Map([...items].map((item) => [item.id, item]))
  return [...byId.values()].sort((a, b) => msOf(b) - msOf(a))
}

/** When it came. */
export function msOf({ at }: Item): number {
  return Date.parse(at.instant)
}
