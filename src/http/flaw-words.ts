// What is wrong with a value, for whoever sent it: what was given, and what is accepted. What zod says is for whoever wrote the schema.

import { z } from 'zod'

/** Null: nothing is known that is better than what the schema says itself. */
export function flawWords(issue: z.core.$ZodIssue, schema: z.ZodType | undefined, given: unknown): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${kinds[issue.expected] ?? `a value of the kind ${issue.expected}`}, not ${kindOf(issue.expected, given)}.`
    case 'invalid_value':
      return `${capital(shown(given))} is not one of the choices. Accepted: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
    case 'too_big':
      return sizeWords(issue, schema, given)
    case 'invalid_union':
      return unionWords(issue, given)
    case 'invalid_format':
      return formatWords(issue, schema)
    default:
      return null
  }
}

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

type Size = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig

function sizeWords(issue: Size, schema: z.ZodType | undefined, given: unknown): string | null {
  if (issue.origin === 'number' || issue.origin === 'int')
    return `${capital(shown(given))} is ${issue.code === 'too_small' ? 'too small' : 'too big'}. Accepted: ${boundsOf(issue, schema)}.`
  const accepted = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
  if (issue.origin === 'array' && Array.isArray(given)) {
    const count = given.length === 0 ? 'The list is empty' : `The list has ${given.length}`
    return `${count}. Accepted: ${accepted}.`
  }
  if (issue.origin === 'string' && typeof given === 'string') {
    const length = given.length === 0 ? 'The text is empty' : `The text has ${given.length} characters`
    return `${length}. Accepted: ${accepted}.`
  }
  return null
}

function boundsOf(issue: Size, schema: z.ZodType | undefined): string {
  const { minValue, maxValue } = schema instanceof z.ZodNumber ? schema : { minValue: null, maxValue: null }
  if (isPlain(minValue) && isPlain(maxValue)) return `from ${minValue} to ${maxValue}`
  return issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
}

/** Whole numbers without a bound have that of the language. */
function isPlain(bound: number | null): boolean {
  return bound !== null && Number.isFinite(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER
}

function unionWords(issue: z.core.$ZodIssueInvalidUnion, given: unknown): string {
  const { discriminator, options } = issue as { discriminator?: string; options?: readonly unknown[] }
  if (discriminator !== undefined && options !== undefined)
    return `${capital(shown(given))} is not one of the choices. Accepted: ${options.join(', ')}.`
  const expected = issue.errors
    .flat()
    .flatMap((one) => (one.code === 'invalid_type' && one.path.length === 0 ? [kinds[one.expected] ?? []] : []))
    .flat()
  const accepted = [...new Set(expected)].join(' or ')
  return accepted === '' ? 'In none of the forms that are accepted.' : `Expected ${accepted}, not ${kindOf('', given)}.`
}

function formatWords(issue: z.core.$ZodIssueInvalidStringFormat, schema: z.ZodType | undefined): string {
  // A rule of our own has words of its own.
  if (!issue.message.startsWith('Invalid ')) return `${issue.message}.`
  const { example } = (schema?.meta() ?? {}) as { example?: unknown }
  return `Not in the form that is accepted${example === undefined ? '' : `, such as ${example}`}.`
}

/** Only its kind: in the place of a password it may be one. A fraction in the place of a whole number says itself. */
function kindOf(expected: string, value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'number' && expected === 'int') return String(value)
  if (typeof value === 'boolean') return String(value)
  return kinds[Array.isArray(value) ? 'array' : typeof value] ?? 'that'
}

/** What was given, short: a text may be a million characters long. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  return typeof value === 'number' ? String(value) : kindOf('', value)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
