// Requests from schemas: values that fit, helped by what their names mean (values.ts).

import { componentPrefix, type OpenApi, type Operation, resolve, type Schema } from './document.ts'
import { completeMeeting } from './meetings.ts'
import { entity, fields, inPath, type Making, owned, shapes } from './values.ts'

export interface Wanted {
  readonly operation: Operation
  readonly method: string
  /** As it goes over the wire: encoded, with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** As text; undefined: none. */
  readonly body: string | undefined
  /** Something about it is wrong on purpose. */
  readonly spoilt: string | null
}

export interface Parts {
  readonly path: Record<string, string>
  readonly query: [string, string][]
  body: unknown
}

/** Everything that goes into a request, before it is written down or spoilt. */
export function partsOf(document: OpenApi, operation: Operation, making: Making): Parts {
  const path: Record<string, string> = {}
  const query: [string, string][] = []
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where === 'path') path[name] = inPath(name, making)
    // Filters that all have to hold find nothing: most requests have one or none.
    if (where !== 'query' || (!required && !making.random.chance(0.25))) continue
    const value = makeValue(document, schema, making, name)
    if (value !== undefined) query.push([name, String(value)])
  }
  completePair(query, making)
  if ('type' in path && 'id' in path) Object.assign(path, entity(making))
  for (const kind of ['device', 'block', 'calendar'] as const)
    if (kind in path) Object.assign(path, owned(kind, making))
  const parts: Parts = { path, query, body: operation.body ? makeValue(document, operation.body, making) : undefined }
  const [noun, verb = ''] = operation.operationId.split('.')
  if (noun === 'meetings' && 'id' in path) completeMeeting(verb, parts, making)
  return parts
}

/** An entity is named by both or by none. */
function completePair(query: [string, string][], making: Making): void {
  const has = (name: string) => query.some(([one]) => one === name)
  if (has('entityType') === has('entityId')) return
  const { type, id } = entity(making)
  query.push(has('entityType') ? ['entityId', id] : ['entityType', type])
}

export function write({ path: template }: Operation, { path, query }: Parts): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  if (query.length === 0) return filled
  return `${filled}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
}

function makeValue(document: OpenApi, schema: Schema, making: Making, name = ''): unknown {
  const { random } = making
  const component = schema.$ref?.slice(componentPrefix.length) ?? ''
  // Now and then by the schema alone: combinations that nobody thought of.
  const isPlain = random.chance(0.06) && component !== 'CalendarInput'
  if (!isPlain && shapes[component]) return shapes[component](making)
  const plain = resolve(document, schema)
  if (plain.enum) return random.pick(plain.enum)
  if (plain.const !== undefined) return plain.const
  if (fields[name] && !isTimeOfDay(plain) && !(isPlain && plain.anyOf)) return fields[name](making)
  const variants = plain.anyOf ?? plain.oneOf
  if (variants) return makeValue(document, pickVariant(variants, making), making, name)
  switch (typeOf(plain)) {
    case 'object':
      return objectOf(document, plain, making)
    case 'array':
      return listOf(document, plain, making, name)
    case 'integer':
      return Math.round(numberIn(plain, making))
    case 'number':
      return numberIn(plain, making)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return textOf(plain, making)
    default:
      return { any: random.below(9) }
  }
}

/** Null is one of many, not every second. */
function pickVariant(variants: readonly Schema[], { random }: Making): Schema {
  const real = variants.filter(({ type }) => type !== 'null')
  return real.length === variants.length || random.chance(0.85) ? random.pick(real) : { type: 'null' }
}

function typeOf({ type, properties }: Schema): string | undefined {
  if (type === undefined) return properties ? 'object' : undefined
  return typeof type === 'string' ? type : type[0]
}

function objectOf(document: OpenApi, schema: Schema, making: Making): object {
  const made: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name) && !making.random.chance(0.3)) continue
    const value = makeValue(document, one, making, name)
    if (value !== undefined) made[name] = value
  }
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object' && !schema.properties)
    made[making.random.pick(['scripted', 'due'])] = makeValue(document, additionalProperties, making)
  return made
}

function listOf(document: OpenApi, { items, minItems = 0, maxItems = 3 }: Schema, making: Making, name: string) {
  const count = Math.max(minItems, making.random.below(Math.min(3, maxItems) + 1))
  return Array.from({ length: count }, () => makeValue(document, items ?? {}, making, name))
}

function numberIn({ minimum = -5, maximum = 50 }: Schema, { random }: Making): number {
  return random.chance(0.1)
    ? random.pick([minimum, maximum])
    : minimum + random.next() * Math.min(maximum - minimum, 30)
}

function isTimeOfDay({ pattern }: Schema): boolean {
  return pattern?.includes('[01]\\d|2[0-3]):') === true && !pattern.includes('T')
}

function textOf(schema: Schema, { random }: Making): string {
  if (isTimeOfDay(schema)) return random.pick(['09:00', '23:59', '00:00'])
  if (typeof schema.example === 'string') return schema.example
  return 'x'.repeat(Math.max(schema.minLength ?? 1, 1 + random.below(5)))
}
