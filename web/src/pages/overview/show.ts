// Numbers as people read them.

import type { Overview } from '../../api.ts'
import { language, wordsNow } from '../../language.ts'
import { words } from '../../words/overview.ts'

/** `4.2 ms`, `1.3 s`, `12 min`. */
export function showMs(ms: number): string {
  const w = wordsNow(words)
  if (ms < 1_000) return w.ms(plain(ms < 10 ? round(ms, 1) : Math.round(ms)))
  if (ms < 120_000) return w.seconds(plain(round(ms / 1_000, ms < 10_000 ? 1 : 0)))
  return w.minutes(plain(Math.round(ms / 60_000)))
}

/** Large ones are estimates, and say so. */
export function showCount({ value, precision }: Overview['due']): string {
  const w = wordsNow(words)
  const text = plain(value)
  return precision === 'exact' ? text : precision === 'estimate' ? w.roughly(text) : w.atLeast(text)
}

export function plain(value: number): string {
  return value.toLocaleString(language.get())
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
