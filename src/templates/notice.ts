// What a notice of a meeting carries, as the core of meetings writes it into the data of the reminder: who did it, why, and which
// slots it is about.

import type { NoticeKind } from './words/words.ts'

export interface NoticeData {
  /** Who did it, by name where there is one; null: nobody, it happened. */
  readonly by: string | null
  readonly reason: string | null
  readonly slots: readonly NoticeSlot[]
  /** Of one that was moved and is agreed on again: when it was to be before. */
  readonly was: NoticeSlot | null
}

interface NoticeSlot {
  readonly startMs: number
  readonly endMs: number
}

const kinds: readonly NoticeKind[] = ['requested', 'accepted', 'denied', 'moved', 'cancelled', 'expired']

export function noticeKindOf(kind: string): NoticeKind | null {
  return kinds.find((one) => one === kind) ?? null
}

/** Null: it is about no slots, so it is no notice; data are anybody's. */
export function noticeOf(data: unknown): NoticeData | null {
  if (typeof data !== 'object' || data === null) return null
  const { by, byName, reason, slots, was } = data as Record<string, unknown>
  const read = Array.isArray(slots) ? slots.map(slotOf) : []
  const known = read.filter((slot) => slot !== null)
  if (known.length === 0 || known.length < read.length) return null
  return { by: textOf(byName) ?? textOf(by), reason: textOf(reason), slots: known, was: slotOf(was) }
}

function slotOf(value: unknown): NoticeSlot | null {
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown }
  const [startMs, endMs] = [Date.parse(String(start)), Date.parse(String(end))]
  return endMs > startMs ? { startMs, endMs } : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
