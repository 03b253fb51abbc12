// What lives in the server while it is fuzzed: names and ids that answers gave, for the requests that follow.

import type { Random } from './random.ts'

const eachMax = 200

export const kinds = [
  'recipient',
  'reminder',
  'series',
  'entity',
  'plan',
  'template',
  'page',
  'sweep',
  'webhook',
  'failed',
  'unknown',
  // reminders of which something failed
  'failing',
  'delivery',
  // with its recipient: `5d41… ana`
  'device',
  // of an inbox
  'item',
  // of an inbox, Done or snoozed
  'said',
  // `id requester another start`, in what a URL encodes of each
  'meeting',
  'accepted',
  // with their recipients, as devices
  'block',
  'calendar',
  'key',
  'tenant',
] as const
export type Kind = (typeof kinds)[number]

export interface Pool {
  add(kind: Kind, value: string): void
  remove(kind: Kind, value: string): void
  /** One of that kind, the newer the likelier; undefined while there is none. */
  one(kind: Kind): string | undefined
  all(kind: Kind): readonly string[]
  cursor(operation: string, value?: string | null): string | undefined
}

export function createPool(random: Random): Pool {
  const values = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]))
  const cursors = new Map<string, string>()
  return {
    add(kind, value) {
      const list = values.get(kind)!
      if (list.includes(value)) return
      if (list.length >= eachMax) list.shift()
      list.push(value)
    },
    remove(kind, value) {
      const list = values.get(kind)!
      const at = list.indexOf(value)
      if (at >= 0) list.splice(at, 1)
    },
    one(kind) {
      const list = values.get(kind)!
      const back = Math.min(list.length, random.chance(0.7) ? 20 : list.length)
      return list[list.length - 1 - random.below(back)]
    },
    all: (kind) => values.get(kind)!,
    cursor(operation, value) {
      if (typeof value === 'string') cursors.set(operation, value)
      return cursors.get(operation)
    },
  }
}
