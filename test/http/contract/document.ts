// The OpenAPI document as tests use it: its operations, and a check for every schema in it.

import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly example?: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

export interface Answer {
  readonly description: string
  readonly 'x-codes'?: readonly string[]
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface DocumentedOperation {
  readonly operationId: string
  readonly security: readonly { readonly apiKey?: readonly string[]; readonly recipientToken?: readonly string[] }[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Operation extends DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly body: Schema | null
}

/** The scope that a key needs, and `anyone` where none is needed. */
export function scopeOf({ security }: DocumentedOperation): string {
  return security.find(({ apiKey }) => apiKey)?.apiKey?.[0] ?? 'anyone'
}

export function takesRecipientTokens({ security }: DocumentedOperation): boolean {
  return security.some(({ recipientToken }) => recipientToken)
}

export interface OpenApi {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      body: operation.requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}

export const componentPrefix = '#/components/schemas/'

export function resolve(document: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components.schemas[schema.$ref.slice(componentPrefix.length)]
  if (!found) throw new Error(`${schema.$ref} leads nowhere`)
  return found
}

export interface Checks {
  /** Compiles what it is asked for the first time. */
  of(schema: Schema): ValidateFunction
  /** What a pointer into a request can begin with; null where that can be anything. */
  namesOf(operation: Operation): readonly string[] | null
}

/** Every component under an id of its own, so that what refers to it compiles. */
export function createChecks(document: OpenApi): Checks {
  const ajv = new Ajv2020({ strict: true, inlineRefs: false, allowUnionTypes: true })
  addFormats.default(ajv)
  // Of OpenAPI's own vocabulary.
  ajv.addVocabulary(['example'])
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema({ $id: idOf(name), ...(relinked(schema) as object) })
  const compiled = new Map<Schema, ValidateFunction>()
  return {
    of(schema) {
      const known = compiled.get(schema)
      if (known) return known
      const check = ajv.compile(relinked(schema) as object)
      compiled.set(schema, check)
      return check
    },
    namesOf({ body, parameters }) {
      const { type, properties, additionalProperties } = body ? resolve(document, body) : {}
      if (typeof additionalProperties === 'object' || type === 'array') return null
      return ['Host', ...parameters.map(({ name }) => name), ...Object.keys(properties ?? {})]
    },
  }
}

function idOf(name: string): string {
  return `belfry:${name}`
}

function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === '$ref' && typeof one === 'string' ? idOf(one.slice(componentPrefix.length)) : relinked(one),
    ]),
  )
}
