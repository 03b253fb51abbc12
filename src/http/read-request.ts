// Reading a request by the schemas of its route. Every flaw is named, with the place as a JSON pointer, and a field that does
// not exist with the nearest one that does.

import { z } from 'zod'
import { nearest } from '../input.ts'
import { flawWords } from './flaw-words.ts'
import { type Flaw, Problem, type ProblemCode } from './problem.ts'

/** More than this many flaws help nobody. */
const flawsMax = 20

export function read(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  // No more of them are looked at than are told: a body may be wrong in a hundred thousand places.
  const flaws = result.error.issues
    .slice(0, flawsMax)
    .flatMap((issue) => flawsOf(issue, { schema, value }, []))
    .slice(0, flawsMax)
  const [first] = flaws
  throw new Problem(first?.code ?? 'invalid_input', first?.detail ?? 'Not what this route accepts.', {
    pointer: first?.pointer ?? '',
    flaws,
  })
}

/** Parameters in a URL are text: those whose schema is a number or a boolean are turned into one. */
export function readParameters(schema: z.ZodObject, raw: Readonly<Record<string, unknown>>): unknown {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(raw)) given[name] = fromText(schema.shape[name], value)
  return read(schema, given)
}

function fromText(schema: unknown, value: unknown): unknown {
  const kind = unwrapped(schema)
  if (typeof value !== 'string') return value
  if (kind instanceof z.ZodNumber && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (kind instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema
}

type Path = readonly PropertyKey[]

/** What was read, and by what. */
interface Reading {
  readonly schema: z.ZodType
  readonly value: unknown
}

function flawsOf(issue: z.core.$ZodIssue, reading: Reading, before: Path): Flaw[] {
  const path = [...before, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(reading.schema, path)
    return issue.keys.slice(0, flawsMax).map((key) => {
      const near = nearest(key.slice(0, 60), known)
      return flaw(
        'unknown_field',
        `There is no field ${JSON.stringify(key.slice(0, 60))}.${near ? ` Did you mean ${near}?` : ''}`,
        [...path, key.slice(0, 60)],
      )
    })
  }
  if (issue.code === 'invalid_union') {
    // The variant that came closest says most.
    const [closest] = issue.errors.filter((one) => one.length > 0).toSorted((a, b) => depthOf(b) - depthOf(a))
    if (closest && depthOf(closest) > 0) return closest.slice(0, flawsMax).flatMap((one) => flawsOf(one, reading, path))
  }
  const code = codeOf(issue)
  return [flaw(code, wordsOf(code, issue, reading, path), path)]
}

function wordsOf(code: ProblemCode, issue: z.core.$ZodIssue, { schema, value }: Reading, path: Path): string {
  if (code === 'missing_field') return `${String(path.at(-1))} is missing.`
  return flawWords(issue, schemaAt(schema, path), valueAt(value, path)) ?? `${issue.message}.`
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  )
}

function depthOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (most, { path, code }) => Math.max(most, path.length + (code === 'unrecognized_keys' ? 1 : 0)),
    0,
  )
}

function codeOf(issue: z.core.$ZodIssue): ProblemCode {
  if (issue.code === 'invalid_type' && issue.path.length > 0 && issue.message.endsWith('received undefined'))
    return 'missing_field'
  if (issue.code === 'too_big' && issue.origin === 'string') return 'text_too_long'
  if (issue.code === 'too_big' && issue.origin === 'array') return 'too_many'
  return 'invalid_input'
}

function flaw(code: ProblemCode, detail: string, path: Path): Flaw {
  return { code, detail, pointer: pointerOf(path) }
}

function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The fields an object has at a place, as far as the schema is a plain object there. */
function fieldsAt(schema: unknown, path: Path): string[] {
  const found = schemaAt(schema, path)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

function schemaAt(schema: unknown, path: Path): z.ZodType | undefined {
  let at: unknown = schema
  for (const part of path) {
    at = unwrapped(at)
    if (at instanceof z.ZodObject) at = at.shape[String(part)]
    else if (at instanceof z.ZodArray) at = at.element
    else return undefined
  }
  const found = unwrapped(at)
  return found instanceof z.ZodType ? found : undefined
}
