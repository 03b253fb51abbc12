// How a reminder repeats, in words for people.

import { ruleWords } from '../time/recurrence/recurrence.ts'
import type { Repeat } from './repeat.ts'

export function repeatWords({ kind, rule, nag, backoff, after }: Repeat): string {
  const nagging = nag ? `every ${msWords(nag.everyMs)} until it is done, ${nag.atMost} times at most` : ''
  switch (kind) {
    case 'rule':
      return `${rule ? ruleWords(rule) : ''}${nagging ? `, and then ${nagging}` : ''}`
    case 'nag':
      return nagging
    case 'backoff': {
      const { baseMs, factor, capMs } = backoff ?? { baseMs: 0, factor: 1, capMs: 0 }
      return `after ${msWords(baseMs)}, then ${factor} times as long each time, ${msWords(capMs)} at most`
    }
    case 'after_completion':
      return `${after ?? ''} after it is done`
  }
}

function msWords(ms: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const
  const [size, unit] = units.find(([length]) => ms % length === 0) ?? ([1, 'millisecond'] as const)
  const count = ms / size
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
