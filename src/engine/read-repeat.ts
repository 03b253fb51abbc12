// How callers say that a reminder repeats, read strictly.

import { BelfryError } from '../errors.ts'
import { readInteger, readObject, refuse } from '../input.ts'
import { durationMs, parseDuration } from '../time/duration.ts'
import { type QuietWindow, readWindow } from '../time/quiet-hours.ts'
import type { Backoff } from './backoff.ts'
import type { Nag, RepeatDefinition } from './repeat.ts'

const dayMs = 86_400_000

export interface RepeatInput {
  /** Growing intervals, counted from each delivery: base, base × factor, … up to cap. */
  readonly backoff?: { readonly base: string; readonly factor?: number; readonly cap?: string }
  /** Every so often until acknowledged. */
  readonly nag?: { readonly every: string; readonly atMost?: number; readonly hours?: QuietWindow }
  /** So long after it was acknowledged. */
  readonly afterCompletion?: string
}

export function readRepeat(value: unknown, hasRule: boolean, field: string): RepeatDefinition {
  const { backoff, nag, afterCompletion } = readObject(value, ['backoff', 'nag', 'afterCompletion'], field)
  const given = [backoff, nag, afterCompletion].filter((one) => one !== undefined).length
  if (given !== 1 || (hasRule && nag === undefined)) {
    throw refuse('invalid_input', hasRule ? 'Beside a rule only a nag can stand.' : 'Expected one way to repeat.', {
      field,
      accepted: hasRule ? 'nag' : 'one of backoff, nag, afterCompletion; or a rule beside it',
    })
  }
  if (backoff !== undefined) return { kind: 'backoff', backoff: readBackoff(backoff, `${field}/backoff`) }
  if (nag !== undefined) return { kind: hasRule ? 'rule' : 'nag', nag: readNag(nag, `${field}/nag`) }
  parseDuration(String(afterCompletion), `${field}/afterCompletion`, { allowZero: false })
  return { kind: 'after_completion', after: String(afterCompletion) }
}

function readBackoff(value: unknown, field: string): Backoff {
  const { base, factor, cap } = readObject(value, ['base', 'factor', 'cap'], field)
  const baseMs = readMs(base, `${field}/base`)
  const capMs = cap === undefined ? 256 * dayMs : readMs(cap, `${field}/cap`)
  if (factor !== undefined && !(typeof factor === 'number' && factor >= 1 && factor <= 100)) {
    throw refuse('invalid_input', 'Not a factor.', { field: `${field}/factor`, accepted: 'a number from 1 to 100' })
  }
  if (capMs < baseMs) {
    throw refuse('invalid_input', 'The cap is below the base.', { field: `${field}/cap`, accepted: 'base or longer' })
  }
  return { baseMs, factor: (factor as number | undefined) ?? 2, capMs }
}

function readNag(value: unknown, field: string): Nag {
  const { every, atMost, hours } = readObject(value, ['every', 'atMost', 'hours'], field)
  const nag = {
    everyMs: readMs(every, `${field}/every`),
    atMost: atMost === undefined ? 12 : readInteger(atMost, `${field}/atMost`, 2, 1_000),
  }
  if (hours === undefined) return nag
  const window = readWindow(hours, `${field}/hours`)
  if (!window.days) return { ...nag, hours: window }
  throw refuse('invalid_input', 'Hours of a nag are the same every day.', {
    field: `${field}/hours/days`,
    accepted: 'from and to',
  })
}

function readMs(value: unknown, field: string): number {
  const ms = durationMs(value, field)
  if (ms >= 1_000) return ms
  throw new BelfryError('invalid_duration', 'Too short to be repeated.', { field, accepted: 'a second or longer' })
}
