// The part of an OpenAPI 3.1 document that the reference page reads. Narrow on purpose: what is not here is not shown.
// Everything in it is text from somewhere else and is escaped on its way into the page (html.ts).

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  /** The first one is the address in the examples; the browser replaces it by the one it came from. */
  readonly servers?: readonly { readonly url: string }[]
  /** The nouns, in the order of the navigation. */
  readonly tags?: readonly Tag[]
  readonly security?: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: Components
}

export interface Tag {
  readonly name: string
  readonly description?: string
}

export interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
}

export interface SecurityScheme {
  readonly type: string
  readonly scheme?: string
  readonly description?: string
}

/** Scheme → scopes. One of the list is enough; an empty one means that no key is needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Reference {
  readonly $ref: string
}

export const methods = ['get', 'put', 'post', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export interface PathItem extends Partial<Readonly<Record<Method, Operation>>> {
  readonly parameters?: readonly (Parameter | Reference)[]
}

export interface Operation {
  /** `noun.verb`, as in the library; also the deep link. */
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly responses?: Readonly<Record<string, Response | Reference>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface RequestBody {
  readonly description?: string
  readonly required?: boolean
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Response {
  readonly description?: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
  /** The error codes of this status, where the schema does not list them. */
  readonly 'x-codes'?: readonly string[]
}

export interface Header {
  readonly description?: string
  readonly schema?: Schema
}

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } | Reference>>
}

/** JSON Schema 2020-12, as far as it is shown. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
}
