// A route is a value: method, path, who may call it, what goes in, what comes out, and what it does. Types, validation, the
// OpenAPI document and the client all come from these values; nothing about a route is said twice.

import type { z } from 'zod'
import type { OperatorVerbs, Scope, Verbs } from '../index.ts'
import type { ProblemCode } from './problem.ts'
import type { Server } from './server.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** `anyone` needs no key. `read` and `write` are for keys of a tenant, `operator` for an operator's, `key` for every key. */
export type Door = 'anyone' | 'key' | 'read' | 'write' | 'operator'

/**
 * What a recipient's own token may do here: `reminder`: the id in the path has to be a reminder of theirs; `recipient`: the id
 * in the path is theirs; `filter`: the list is theirs; `owner`: the handler asks for what is theirs. Left out: nothing.
 */
export type OwnRule = 'reminder' | 'recipient' | 'filter' | 'owner'

export interface Caller {
  /** For the audit trail and for scoping idempotency keys: `key:…`, `operator`, `recipient:…`. */
  readonly name: string
  readonly tenant: string
  readonly door: 'anyone' | 'key' | 'recipient' | 'operator'
  readonly scopes: readonly Scope[]
  /** The one recipient that a token is for. */
  readonly recipient: string | null
  /** Signed in until then, where a cookie stood for the key. */
  readonly sessionUntil?: Date
}

/** The request as it came, for what is signed. */
export interface RawRequest {
  /** Null where the route does not ask for it. */
  readonly text: string | null
  /** One value; '' where there is none. */
  header(name: string): string
}

export interface Call<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly caller: Caller
  /** The verbs for the caller's tenant; with an Idempotency-Key, inside the transaction that keeps the answer. */
  readonly verbs: Verbs
  readonly operator: OperatorVerbs
  readonly server: Server
  readonly raw: RawRequest
  /** What If-Match expects. */
  readonly version: number | undefined
  /** `If-Match: *`: whatever version, but it has to be there. */
  readonly mustExist: boolean
}

export type Schemas = Readonly<Record<number, z.ZodType>>
export type Headers = Readonly<Record<string, string>>

/** What a schema accepts, from the library's own values, whose lists are read-only. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Given<T[Key]> }
    : T

export type Answer<A extends Schemas> = {
  readonly [S in keyof A & number]: {
    readonly status: S
    readonly body: Given<z.input<A[S]>>
    readonly headers?: Headers
  }
}[keyof A & number]

export interface Route<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends Schemas = Schemas,
> {
  readonly method: Method
  /** As in OpenAPI: `/v1/reminders/{id}`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly door: Door
  readonly own?: OwnRule
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answers: A
  /** Codes of its own, beside those that every route can answer. */
  readonly problems?: readonly ProblemCode[]
  /** Where the library's names of fields are not the request's: how its JSON pointers begin here. */
  readonly pointers?: Readonly<Record<string, string>>
  /**
   * A POST that changes something takes an Idempotency-Key: `optional` (the default), or `required`. `beside`: its answer is
   * kept, but what it does takes too long for the transaction that keeps it. `none`: it changes nothing.
   */
  readonly idempotency?: 'optional' | 'required' | 'beside' | 'none'
  /** Has a version: answers with an ETag, or honours If-Match. */
  readonly versioned?: boolean
  readonly bodyBytesMax?: number
  /** Somebody has signed the body: its text is kept for the handler. */
  readonly isSigned?: boolean
  /** Its answer takes as long as there is work: the connection is not ended for being silent meanwhile. */
  readonly takesLong?: boolean
  /** With `Accept: text/event-stream`, answers with events as they come. */
  readonly streams?: 'events' | 'inbox'
  /** Not JSON: the media type of its answer. */
  readonly mediaType?: string
  handle(call: Call<z.output<P>, z.output<Q>, z.output<B>>): Promise<Answer<NoInfer<A>>>
}

/** Keeps the types of a route while it is written down. */
export function route<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, const A extends Schemas>(
  definition: Route<P, Q, B, A>,
): Route<P, Q, B, A> {
  return definition
}

/** As the server keeps it: it validates what goes in, so the types inside need not be known. */
export type AnyRoute = Omit<Route, 'handle'> & {
  handle(call: Call<unknown, unknown, unknown>): Promise<{ status: number; body: unknown; headers?: Headers }>
}

/** `part` tells answers of one version apart, where something else than its version changes them. */
export function etagOf(version: number, part: string | null = null): Headers {
  return { etag: part === null ? `"${version}"` : `"${version}-${part}"` }
}
