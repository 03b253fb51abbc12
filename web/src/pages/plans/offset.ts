// A step of a plan: as it is written (`-PT24H`), as a form asks for it, and in words with its anchor and channels.

import type { Plan } from '../../api.ts'
import { wordsNow } from '../../language.ts'
import { partsOf, stepWords } from '../../step-words.ts'
import { words } from '../../words/plans.ts'
import { words as telling } from '../../words/telling.ts'

export type Step = Plan['steps'][number]
export type Unit = 'minutes' | 'hours' | 'days' | 'weeks' | 'written'
export type Side = 'before' | 'at' | 'after'

const mainAnchor = 'start'

/** A step as it stands in the form. */
export interface DraftStep {
  readonly count: string
  readonly unit: Unit
  /** Of what one count and unit cannot say: the duration without its sign. */
  readonly written: string
  readonly side: Side
  readonly anchor: string
  /** A kind that somebody chose, instead of the one that the offset gives. */
  readonly ownKind: string | null
  readonly channels: Step['channels']
}

const letters = { minutes: 'm', hours: 'h', days: 'd', weeks: 'w' } as const
const isoOf = {
  minutes: (count: string) => `PT${count}M`,
  hours: (count: string) => `PT${count}H`,
  days: (count: string) => `P${count}D`,
  weeks: (count: string) => `P${count}W`,
} as const

export const newStep: DraftStep = {
  ...{ count: '1', unit: 'hours', written: '', side: 'before', anchor: mainAnchor, ownKind: null, channels: undefined },
}

export function draftOf(step: Step): DraftStep {
  const parts = partsOf(step.offset)
  const side: Side = parts.every(([count]) => count === 0) ? 'at' : step.offset.startsWith('-') ? 'before' : 'after'
  const [only, ...others] = parts.filter(([count]) => count > 0)
  const unit = only && others.length === 0 ? unitOf(only[1]) : undefined
  const draft: DraftStep = {
    ...{ side, anchor: step.anchor, channels: step.channels, ownKind: null },
    ...(unit === undefined && side !== 'at'
      ? { count: '1', unit: 'written', written: step.offset.replace(/^[-+]/, '') }
      : { count: String(only?.[0] ?? 1), unit: unit ?? 'hours', written: '' }),
  }
  return step.kind === kindOf(draft) ? draft : { ...draft, ownKind: step.kind }
}

export function stepOf(draft: DraftStep): {
  offset: string
  anchor: string
  kind?: string
  channels?: NonNullable<Step['channels']>
} {
  const { ownKind, channels } = draft
  return {
    ...{ offset: offsetOf(draft), anchor: draft.anchor.trim() || mainAnchor },
    ...(ownKind === null ? {} : { kind: ownKind }),
    ...(channels === undefined ? {} : { channels }),
  }
}

/** Null: only the server knows. */
export function kindOf(draft: DraftStep): string | null {
  const { side, unit, count, written, anchor } = draft
  const from = anchor.trim() === '' || anchor.trim() === mainAnchor ? '' : `_${anchor.trim()}`
  if (side === 'at') return `at_time${from}`
  if (unit !== 'written') return `${Number(count)}${letters[unit]}_${side}${from}`
  const parts = partsOf(written).filter(([size]) => size > 0)
  if (parts.length === 0 || parts.some(([, one]) => unitOf(one) === undefined)) return null
  return `${parts.map(([size, one]) => `${size}${letters[unitOf(one)!]}`).join('')}_${side}${from}`
}

function offsetOf({ side, unit, count, written }: DraftStep): string {
  if (side === 'at') return 'PT0S'
  const size = unit === 'written' ? written.trim() : isoOf[unit](count.trim())
  return side === 'before' ? `-${size}` : size
}

function unitOf(unit: string): Exclude<Unit, 'written'> | undefined {
  return ({ minute: 'minutes', hour: 'hours', day: 'days', week: 'weeks' } as const)[unit]
}

export function isAtMoment(offset: string): boolean {
  const parts = partsOf(offset)
  return parts.length > 0 && parts.every(([count]) => count === 0)
}

/** `24 hours before (due), by email`. */
export function placeWords({ offset, anchor, channels }: Pick<Step, 'offset' | 'anchor' | 'channels'>): string {
  const w = wordsNow(words)
  const when = stepWords(offset)
  const from = anchor === mainAnchor ? when : w.from(when, anchor)
  if (!channels) return from
  const { by } = wordsNow(telling)
  return w.on(from, channels.map((one) => by(typeof one === 'string' ? one : one.channel)).join(', '))
}

/** Roughly, to put steps into their order. */
export function sizeOf(offset: string): number {
  const seconds: Readonly<Record<string, number>> = {
    ...{ year: 31_557_600, month: 2_629_800, week: 604_800, day: 86_400, hour: 3_600, minute: 60, second: 1 },
  }
  const size = partsOf(offset).reduce((sum, [count, unit]) => sum + count * seconds[unit]!, 0)
  return offset.startsWith('-') ? -size : size
}
