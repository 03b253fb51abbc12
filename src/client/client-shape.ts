// The client's type, from the server's routes: what a route takes as parameters, query and body is one object here.

import type { z } from 'zod'
import type { Api } from '../http/api.ts'
import type { Route } from '../http/route.ts'

export interface ClientOptions {
  /** Where the server is: `http://127.0.0.1:4700`. */
  readonly url: string
  /** An API key, or a recipient's token. */
  readonly key?: string
  /** For an operator's key: which tenant it acts for. */
  readonly tenant?: string
  /** How often a request is tried that found no server, or one that was busy. Default 4. */
  readonly tries?: number
  readonly fetch?: typeof fetch
}

export interface RequestOptions {
  /** The caller's own; otherwise each call has a new one, kept through its tries. */
  readonly idempotencyKey?: string
  /** Refused with `version_conflict` unless it is still the latest. */
  readonly version?: number
  readonly signal?: AbortSignal
}

/** Nothing where a route has none: its schema is then one of any fields. */
type Fields<T> = [T] extends [never] ? unknown : string extends keyof T ? (unknown extends T[string] ? unknown : T) : T
type Known<S> = S extends z.ZodType ? Fields<z.input<S>> : unknown
type InputOf<R> = R extends Route<infer P, infer Q, infer B, infer _A> ? Known<P> & Known<Q> & Known<B> : never
type OutputOf<R> = R extends Route<infer _P, infer _Q, infer _B, infer A> ? z.output<A[keyof A & (200 | 201)]> : never
type Call<R> =
  Record<never, never> extends InputOf<R>
    ? (input?: InputOf<R>, options?: RequestOptions) => Promise<OutputOf<R>>
    : (input: InputOf<R>, options?: RequestOptions) => Promise<OutputOf<R>>

export type Client = {
  readonly [Noun in keyof Api]: { readonly [Verb in keyof Api[Noun]]: Call<Api[Noun][Verb]> }
}
