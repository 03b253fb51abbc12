// An example value for a schema: what its author gave as an example, otherwise something of the right shape.

import type { MediaType, OpenApiDocument, Parameter, Schema, SchemaObject } from './document.ts'
import { alternatives, dereference, impliedType, isNullable, type Lookup } from './schema.ts'

const depthMax = 6
export const placeholder = 'text'

/** `brief`: required fields and those with an example of their own, as in a request. `whole`: everything, as in an answer. */
export type Extent = 'brief' | 'whole'

export function sampleOfMedia(
  media: MediaType | undefined,
  document: OpenApiDocument,
  lookup: Lookup,
  extent: Extent,
): unknown {
  if (media === undefined) return undefined
  if (media.example !== undefined) return media.example
  const [first] = Object.values(media.examples ?? {})
  if (first !== undefined) return dereference<{ readonly value?: unknown }>(document, first).value
  return sampleOf(media.schema, lookup, extent)
}

export function sampleOfParameter({ example, schema }: Parameter, lookup: Lookup): unknown {
  return example ?? sampleOf(schema, lookup, 'brief')
}

export function sampleOf(schema: Schema | undefined, lookup: Lookup, extent: Extent, depth = 0): unknown {
  const { schema: resolved } = lookup(schema)
  const given = givenSample(resolved)
  if (given !== undefined) return given
  const made = madeSample(resolved, lookup, extent, depth)
  // A made-up text says less than that there may be none.
  return made === placeholder && isNullable(resolved) ? null : made
}

function madeSample(schema: SchemaObject, lookup: Lookup, extent: Extent, depth: number): unknown {
  const [first] = alternatives(schema)
  if (first !== undefined && depth < depthMax) return sampleOf(first, lookup, extent, depth + 1)
  const type = [schema.type ?? impliedType(schema)].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return sampleObject(schema, lookup, extent, depth)
    case 'array':
      return depth < depthMax && schema.items !== undefined ? [sampleOf(schema.items, lookup, extent, depth + 1)] : []
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && Math.abs(schema.minimum) < Number.MAX_SAFE_INTEGER ? schema.minimum : 1
    case 'boolean':
      return true
    case 'any':
    case undefined:
      return null
    default:
      return sampleText(schema)
  }
}

/** What the schema itself says. An example of 0, false or null is one too. */
function givenSample(schema: SchemaObject): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  return schema.enum?.[0]
}

function sampleObject(schema: SchemaObject, lookup: Lookup, extent: Extent, depth: number): Record<string, unknown> {
  if (depth >= depthMax) return {}
  const wanted = Object.entries(schema.properties ?? {}).filter(([name, property]) => {
    const { schema: resolved } = lookup(property)
    if (extent === 'whole') return resolved.writeOnly !== true
    const isExemplified = resolved.example !== undefined || (resolved.examples?.length ?? 0) > 0
    return resolved.readOnly !== true && (schema.required?.includes(name) || isExemplified)
  })
  return Object.fromEntries(
    wanted.map(([name, property]) => [name, sampleOf(property, lookup, extent, depth + 1)] as const),
  )
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2031-12-01T09:00:00Z',
  date: '2031-12-01',
  time: '09:00:00',
  duration: 'PT10M',
  email: 'ana@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '3f1d7c1e-8f0b-4c9a-9a55-0d5f5f6f7a10',
}

function sampleText(schema: SchemaObject): string {
  const text = texts[schema.format ?? ''] ?? schema.title ?? placeholder
  return schema.maxLength === undefined ? text : text.slice(0, schema.maxLength)
}
