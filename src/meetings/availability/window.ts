// The stretch of time that a caller asks about.

import type { Context } from '../../engine/context.ts'
import { refuse } from '../../input.ts'
import { limits } from '../../limits.ts'
import { type MomentInput, parseMoment } from '../../time/moment.ts'
import type { Range } from '../../time/ranges.ts'

interface WindowInput {
  readonly from: unknown
  readonly to: unknown
  /** The zone beside them, if there is one, and the zone of local times where there is none. */
  readonly timezone?: string | undefined
  readonly defaultTimezone: string
}

const dayMs = 86_400_000

/** `names` are what the two ends are called; `base` is the pointer of the object that they are in. */
export function readWindow(
  context: Context,
  input: WindowInput,
  base = '',
  names: readonly [from: string, to: string] = ['from', 'to'],
): Range {
  const { timezone, defaultTimezone } = input
  const read = (value: unknown, name: string) => {
    const field = `${base}/${name}`
    if (value === undefined)
      throw refuse('missing_field', 'A required field is missing.', { field, accepted: 'a moment' })
    const options = { timezone, defaultTimezone, field, timezoneField: `${base}/timezone` }
    return parseMoment(value as MomentInput, options, context.rules).instant.epochMilliseconds
  }
  const [from, to] = names
  const window = { fromMs: read(input.from, from), toMs: read(input.to, to) }
  const field = `${base}/${to}`
  if (window.toMs <= window.fromMs)
    throw refuse('invalid_input', 'It ends before it begins.', { field, accepted: `a moment after ${from}` })
  if (window.toMs - window.fromMs > limits.availabilityDaysMax * dayMs)
    throw refuse('invalid_input', 'That is too long a time to ask about.', {
      field,
      accepted: `a moment at most ${limits.availabilityDaysMax} days after ${from}`,
    })
  return window
}
