// Strict reading of what callers pass in: every value has a kind, a limit and a place, and an unknown field is an error
// that names the nearest known one.

import { BelfryError, type ErrorDetail } from './errors.ts'
import { limits } from './limits.ts'

export function refuse(
  code: 'invalid_input' | 'missing_field' | 'text_too_long' | 'too_many',
  what: string,
  detail: ErrorDetail,
): BelfryError {
  return new BelfryError(code, what, detail)
}

export function readObject(value: unknown, known: readonly string[], field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalid_input', 'Expected an object.', { field, accepted: `an object with ${known.join(', ')}` })
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw unknownField(key, known, field)
  }
  return value as Record<string, unknown>
}

function unknownField(key: string, known: readonly string[], field: string): BelfryError {
  // Cut before anything looks at it: a key may be a million characters long.
  const shown = key.slice(0, 60)
  const near = nearest(shown, known)
  const hint = near ? ` Did you mean ${near}?` : ''
  return new BelfryError('unknown_field', `There is no field ${JSON.stringify(shown)}.${hint}`, {
    field: `${field}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    accepted: known.join(', '),
  })
}

/** The known word that differs least, if it differs by no more than a third. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((candidate) => ({
    candidate,
    distance: distance(word.toLowerCase(), candidate.toLowerCase()),
  }))
  ranked.sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** Letters to change, add, leave out or swap with their neighbour: `titel` is one away from `title`. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, change, isSwap ? before[j - 2]! + 1 : change))
    }
    before = row
    row = next
  }
  return row[b.length]!
}

interface TextRules {
  readonly bytesMax?: number
  readonly charsMax?: number
  readonly pattern?: RegExp
  readonly accepted?: string
}

export function readText(value: unknown, field: string, rules: TextRules = {}): string {
  const accepted =
    rules.accepted ??
    (rules.bytesMax ? `a text of 1 to ${rules.bytesMax} bytes` : `a text of at most ${rules.charsMax} characters`)
  if (value === undefined) throw refuse('missing_field', 'A required field is missing.', { field, accepted })
  if (typeof value !== 'string' || (rules.bytesMax !== undefined && value.length === 0)) {
    throw refuse('invalid_input', 'Expected a text.', { field, accepted })
  }
  if (value.includes('\u0000')) throw refuse('invalid_input', 'A text may not contain NUL.', { field, accepted })
  if (!value.isWellFormed()) throw refuse('invalid_input', 'The text is not well-formed Unicode.', { field, accepted })
  if (
    (rules.bytesMax !== undefined && Buffer.byteLength(value) > rules.bytesMax) ||
    (rules.charsMax !== undefined && value.length > rules.charsMax)
  ) {
    throw refuse('text_too_long', 'The text is too long.', { field, accepted })
  }
  if (rules.pattern && !rules.pattern.test(value))
    throw refuse('invalid_input', 'The text has another form.', { field, accepted })
  return value
}

export function readId(value: unknown, field: string): string {
  return readText(value, field, { bytesMax: limits.idBytesMax })
}

/** Names that may become part of a path, a log line or a metric. */
export function readName(value: unknown, field: string): string {
  return readText(value, field, {
    bytesMax: limits.kindBytesMax,
    pattern: /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/,
    accepted: `a name of letters, digits, "_", "-", "." and ":", at most ${limits.kindBytesMax} long`,
  })
}

export function readBoolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean')
    throw refuse('invalid_input', 'Expected true or false.', { field, accepted: 'true or false' })
  return value
}

export function readInteger(value: unknown, field: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw refuse('invalid_input', 'Expected a whole number.', {
      field,
      accepted: `a whole number from ${min} to ${max}`,
    })
  }
  return value
}

// What PostgreSQL's jsonb cannot hold. JSON.stringify writes each as an escape: NUL always, half of a surrogate pair only
// when it stands alone. An even number of backslashes before it is a text about escapes, not an escape.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** A JSON value, as the text that is stored. */
export function readJson(value: unknown, field: string, bytesMax: number = limits.dataBytesMax): string {
  const accepted = `a JSON value of at most ${bytesMax} bytes`
  const text = toJson(value)
  if (text === undefined) throw refuse('invalid_input', 'Not a JSON value.', { field, accepted })
  if (Buffer.byteLength(text) > bytesMax) throw refuse('text_too_long', 'The data is too large.', { field, accepted })
  if (unstorable.test(text))
    throw refuse('invalid_input', 'A text in it contains NUL or is not well-formed Unicode.', { field, accepted })
  return text
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // a cycle, a BigInt, nested too deep, a toJSON that throws
    return undefined
  }
}

/** A list without holes. */
export function readList(value: unknown, countMax: number, field: string): unknown[] {
  const accepted = `a list of at most ${countMax}`
  if (!Array.isArray(value)) throw refuse('invalid_input', 'Expected a list.', { field, accepted })
  if (value.length > countMax) throw refuse('too_many', 'Too many in one call.', { field, accepted })
  return Array.from(value)
}

export function readDate(value: unknown, field: string): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value
  throw refuse('invalid_input', 'Expected a Date.', { field, accepted: 'a valid Date' })
}

/** Equal JSON values give equal texts, in whatever order their keys are: jsonb does not keep it. */
export function sameText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
