// Reading schemas: references resolved, `allOf` folded together, and the words for type and limits.

import type { OpenApiDocument, Reference, Schema, SchemaObject } from './document.ts'

/** A schema without a reference, and the component it came from. */
export interface Resolved {
  readonly schema: SchemaObject
  readonly name: string | undefined
}

export type Lookup = (schema: Schema | undefined) => Resolved

// Longer chains of references do not occur in documents that were made for people; this ends a circle.
const chainMax = 20

export function lookupIn(document: OpenApiDocument): Lookup {
  return (schema) => resolve(document, schema, 0)
}

function resolve(document: OpenApiDocument, schema: Schema | undefined, depth: number): Resolved {
  let current: SchemaObject = typeof schema === 'object' && schema !== null ? schema : {}
  let name: string | undefined
  for (let i = 0; current.$ref !== undefined && i < chainMax; i++) {
    const { $ref, ...beside } = current
    name = $ref.split('/').at(-1)
    // 2020-12: what stands beside a reference counts too.
    current = { ...((at(document, $ref) as SchemaObject | undefined) ?? {}), ...beside }
  }
  return { schema: folded(document, current, depth), name }
}

/** Parameters, answers, headers and examples may be references as well. */
export function dereference<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  let current: T | Reference = value
  for (let i = 0; '$ref' in current && i < chainMax; i++) current = (at(document, current.$ref) ?? {}) as T | Reference
  return current as T
}

function at(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined
  }, document)
}

function folded(document: OpenApiDocument, schema: SchemaObject, depth: number): SchemaObject {
  if (schema.allOf === undefined || depth > chainMax) return schema
  const { allOf, ...own } = schema
  const parts = [...allOf.map((part) => resolve(document, part, depth + 1).schema), own]
  const whole: SchemaObject = Object.assign({}, ...parts)
  const properties: SchemaObject['properties'] = Object.assign({}, ...parts.map((part) => part.properties))
  return { ...whole, properties: properties ?? {}, required: parts.flatMap((part) => part.required ?? []) }
}

/** The alternatives, without `null`: that one is said in words. */
export function alternatives(schema: SchemaObject): readonly Schema[] {
  return (schema.oneOf ?? schema.anyOf ?? []).filter((one) => !(typeof one === 'object' && one.type === 'null'))
}

export function isNullable(schema: SchemaObject): boolean {
  const listed = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return (
    (Array.isArray(schema.type) && schema.type.includes('null')) ||
    listed.some((one) => typeof one === 'object' && one.type === 'null')
  )
}

export function typeWords(schema: Schema | undefined, lookup: Lookup, depth = 0): string {
  const { schema: resolved } = lookup(schema)
  const words = plainWords(resolved, lookup, depth)
  return isNullable(resolved) ? `${words} or null` : words
}

function plainWords(schema: SchemaObject, lookup: Lookup, depth: number): string {
  const options = alternatives(schema)
  if (options.length > 0 && depth < 3)
    return [...new Set(options.map((option) => typeWords(option, lookup, depth + 1)))].join(' or ')
  const types = [schema.type ?? impliedType(schema)].flat().filter((type) => type !== 'null')
  return types.map((type) => typeWord(type, schema, lookup, depth)).join(' or ')
}

function typeWord(type: string, schema: SchemaObject, lookup: Lookup, depth: number): string {
  if (type === 'array' && schema.items !== undefined && depth < 3) {
    const inner = typeWords(schema.items, lookup, depth + 1)
    return `array of ${inner.includes(' or ') ? `(${inner})` : inner}`
  }
  if (type === 'string' && schema.format) return `string, ${schema.format}`
  return type
}

export function impliedType(schema: SchemaObject): string {
  if (schema.const !== undefined) return typeof schema.const
  if (schema.enum?.[0] !== undefined) return typeof schema.enum[0]
  if (schema.properties) return 'object'
  return schema.items ? 'array' : 'any'
}

/** What a value is held to, in words; empty when everything of its type is accepted. */
export function limitWords(schema: SchemaObject): string[] {
  const words = [
    span(schema.minLength, schema.maxLength, 'characters'),
    span(schema.minItems, schema.maxItems, 'items'),
    span(schema.minProperties, schema.maxProperties, 'entries'),
    span(bounded(schema.minimum), bounded(schema.maximum), ''),
    schema.exclusiveMinimum !== undefined && `more than ${number(schema.exclusiveMinimum)}`,
    schema.exclusiveMaximum !== undefined && `less than ${number(schema.exclusiveMaximum)}`,
    schema.multipleOf !== undefined && `a multiple of ${number(schema.multipleOf)}`,
    schema.uniqueItems === true && 'each once',
  ]
  return words.filter((word): word is string => typeof word === 'string')
}

/** The ends of what a JavaScript number can count are no limit that anybody chose. */
function bounded(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit
}

function span(least: number | undefined, most: number | undefined, unit: string): string | false {
  if (least !== undefined && least === most) return `exactly ${number(least)} ${unit}`.trimEnd()
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)} ${unit}`.trimEnd()
  if (most !== undefined) return `at most ${number(most)} ${unit}`.trimEnd()
  return least !== undefined && `at least ${number(least)} ${unit}`.trimEnd()
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

/** The values a field may have, where they are listed. */
export function choices(schema: Schema | undefined, lookup: Lookup): unknown[] {
  const { schema: resolved } = lookup(schema)
  if (resolved.const !== undefined) return [resolved.const]
  if (resolved.enum) return [...resolved.enum]
  const options = alternatives(resolved).map((option) => lookup(option).schema)
  return options.flatMap((option) => (option.const !== undefined ? [option.const] : [...(option.enum ?? [])]))
}
