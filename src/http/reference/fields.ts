// A schema as rows of a table: one for each field, nested ones under their parent. Bounded in depth and in length, and a type
// that contains itself is named instead of repeated.

import type { Schema, SchemaObject } from './document.ts'
import { alternatives, choices, type Lookup, limitWords, typeWords } from './schema.ts'

export interface Field {
  /** What stands before the name: `entity.`, `recipients[].`. */
  readonly parent: string
  /** Empty for a row that only says something about what follows. */
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly deprecated: boolean
  readonly description: string
  readonly limits: readonly string[]
  readonly choices: readonly unknown[]
  /** A pattern says little beside a format: it is shown where there is none. */
  readonly pattern: string | undefined
  readonly standard: unknown
}

/** Who reads the table: fields of an answer are not asked for, and the other way round. */
export type Direction = 'request' | 'response'

const depthMax = 5
const rowsMax = 150

interface Walk {
  readonly lookup: Lookup
  readonly direction: Direction
  readonly rows: Field[]
}

interface Place {
  readonly parent: string
  readonly depth: number
  /** Names of the components this one is inside of. */
  readonly inside: readonly string[]
}

export function fieldsOf(schema: Schema | undefined, lookup: Lookup, direction: Direction): readonly Field[] {
  const walk: Walk = { lookup, direction, rows: [] }
  enter(walk, schema, { parent: '', depth: 0, inside: [] })
  if (walk.rows.length <= rowsMax) return walk.rows
  return [...walk.rows.slice(0, rowsMax), remark({ parent: '', depth: 0, inside: [] }, 'and more: see openapi.json')]
}

/** Adds the rows of what is inside of a value; scalars have nothing inside. */
function enter(walk: Walk, schema: Schema | undefined, place: Place): void {
  const { schema: resolved, name } = walk.lookup(schema)
  if (walk.rows.length > rowsMax || !hasInside(resolved)) return
  if (name !== undefined && place.inside.includes(name)) {
    walk.rows.push(remark(place, `again the fields of ${name}`))
    return
  }
  if (place.depth > depthMax) {
    walk.rows.push(remark(place, 'nested deeper: see openapi.json'))
    return
  }
  const here = name === undefined ? place : { ...place, inside: [...place.inside, name] }
  enterAlternatives(walk, resolved, here)
  enterObject(walk, resolved, here)
  if (resolved.items !== undefined) enter(walk, resolved.items, { ...here, parent: joined(here.parent, '[]') })
}

function hasInside(schema: SchemaObject): boolean {
  return [schema.properties, schema.items, schema.oneOf, schema.anyOf, schema.additionalProperties].some(Boolean)
}

function enterObject(walk: Walk, schema: SchemaObject, place: Place): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { schema: resolved } = walk.lookup(property)
    if (walk.direction === 'request' ? resolved.readOnly : resolved.writeOnly) continue
    const isRequired = schema.required?.includes(name) ?? false
    walk.rows.push(fieldOf(property, walk.lookup, { name, required: isRequired, ...place }))
    enter(walk, property, inside(place, name))
  }
  if (typeof schema.additionalProperties === 'object') {
    const name = `<${walk.lookup(schema.propertyNames).schema.title ?? 'any name'}>`
    // Names that are anybody's are neither asked for nor missing.
    const required = walk.direction === 'response'
    walk.rows.push(fieldOf(schema.additionalProperties, walk.lookup, { name, required, ...place }))
    enter(walk, schema.additionalProperties, inside(place, name))
  }
}

/** `null` is said by the type. Of several, those that have fields are told one after the other. */
function enterAlternatives(walk: Walk, schema: SchemaObject, place: Place): void {
  const options = alternatives(schema)
  const nested = options.filter((option) => hasInside(walk.lookup(option).schema))
  for (const option of nested) {
    const before = walk.rows.length
    const { schema: resolved, name } = walk.lookup(option)
    const called = resolved.title ?? name ?? typeWords(option, walk.lookup)
    if (options.length > 1) walk.rows.push(remark(place, `${before === 0 ? 'either' : 'if it is'} ${called}`))
    enter(walk, option, place)
    // An alternative without a field of its own is in the type already.
    if (options.length > 1 && walk.rows.length === before + 1) walk.rows.pop()
  }
}

function inside(place: Place, name: string): Place {
  return { ...place, parent: joined(place.parent, name), depth: place.depth + 1 }
}

function joined(parent: string, name: string): string {
  return parent === '' || name === '[]' ? `${parent}${name}` : `${parent}.${name}`
}

function remark({ parent, depth }: Place, type: string): Field {
  const nothing = { required: false, deprecated: false, description: '', limits: [], choices: [] }
  return { parent, name: '', depth, type, ...nothing, pattern: undefined, standard: undefined }
}

interface Named {
  readonly parent: string
  readonly name: string
  readonly depth: number
  readonly required: boolean
}

export function fieldOf(schema: Schema | undefined, lookup: Lookup, { parent, name, depth, required }: Named): Field {
  const { schema: resolved } = lookup(schema)
  const options = alternatives(resolved).map((option) => lookup(option).schema)
  // Nullable: the limits are those of the only alternative.
  const narrow = options.length === 1 ? { ...options[0]!, ...resolved } : resolved
  return {
    parent: parent === '' ? '' : `${parent}.`,
    name,
    depth,
    required,
    type: typeWords(schema, lookup),
    deprecated: narrow.deprecated ?? false,
    description: narrow.description ?? '',
    limits: limitWords(narrow),
    choices: choices(schema, lookup),
    pattern: narrow.format === undefined ? narrow.pattern : undefined,
    standard: narrow.default,
  }
}
