// Spans, through OpenTelemetry's API package alone: who wants them registers an SDK. Without one, beginning a span is a call
// that does nothing (30 ns), and what happens for each delivery is not even that: sends look at whether their batch has a
// span. Spans carry channels, counts and outcomes; never texts, addresses or ids, and of an error its code only.

import {
  type Attributes,
  type Context,
  context,
  INVALID_TRACEID,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** What spans that begin later hang under, or are linked with. */
export type TraceContext = Context

export interface TraceSpan {
  /** Null when nobody traces. */
  readonly context: TraceContext | null
  set(attributes: Attributes): void
  /** Says where it came from, when that was several. */
  link(contexts: Iterable<TraceContext>): void
  /** What it was about went wrong: a code, never a message. */
  fail(type: string): void
  /** Runs work; spans that begin in it hang under this one. Ends with it, and says so if it threw. */
  watch<T>(work: () => T): T
}

export interface SpanPlace {
  readonly kind?: 'internal' | 'server' | 'client'
  /** Left out: whatever is under way. `root`: nothing, for a worker's own doing. */
  readonly parent?: TraceContext | 'root'
  /** Headers of a request, which may name the caller's span. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type { Attributes }

/** Work under a span of its own, such as one HTTP request. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: TraceSpan) => Promise<T>,
  place: SpanPlace = {},
): Promise<T> {
  const span = startSpan(name, place, attributes)
  return await span.watch(() => work(span))
}

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

export function startSpan(name: string, place: SpanPlace = {}, attributes: Attributes = {}): TraceSpan {
  const parent = parentOf(place)
  // Asked for each time: an SDK may bring its own copy of the API, and register after this was loaded.
  const span = trace.getTracer('belfry').startSpan(name, { kind: kinds[place.kind ?? 'internal'], attributes }, parent)
  if (span.spanContext().traceId === INVALID_TRACEID) return noSpan
  const inside = trace.setSpan(parent, span)
  const fail = (type: string) => {
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR, message: type })
  }
  return {
    context: inside,
    set: (more) => void span.setAttributes(more),
    link(contexts) {
      for (const one of contexts) {
        const linked = trace.getSpanContext(one)
        if (linked) span.addLink({ context: linked })
      }
    },
    fail,
    watch(work) {
      const failed = (error: unknown): never => {
        fail(errorType(error))
        span.end()
        throw error
      }
      try {
        const result = context.with(inside, work)
        if (!(result instanceof Promise)) {
          span.end()
          return result
        }
        const watched = result.then((value: unknown) => {
          span.end()
          return value
        }, failed)
        return watched as typeof result
      } catch (error) {
        return failed(error)
      }
    },
  }
}

/** A span under another's, or none where that one is none. */
export function startSpanUnder(parent: TraceContext | null, name: string, place: SpanPlace = {}): TraceSpan {
  return parent === null ? noSpan : startSpan(name, { ...place, parent })
}

function parentOf({ parent, headers }: SpanPlace): Context {
  const under = parent === 'root' ? ROOT_CONTEXT : (parent ?? context.active())
  return headers ? propagation.extract(under, headers) : under
}

const noSpan: TraceSpan = {
  context: null,
  set: () => {},
  link: () => {},
  fail: () => {},
  watch: (work) => work(),
}

function errorType(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'object'
}

/** The same verbs, each call under a span that has the verb's name. */
export function traceVerbs<T extends object>(noun: string, verbs: T): T {
  const entries = Object.entries(verbs).map(([name, verb]: [string, unknown]) => {
    const path = `${noun}.${name}`
    if (typeof verb === 'object' && verb !== null) return [name, traceVerbs(path, verb)]
    return [name, typeof verb === 'function' ? tracing(path, verb as (...input: unknown[]) => unknown) : verb]
  })
  return Object.fromEntries(entries) as T
}

function tracing(name: string, verb: (...input: unknown[]) => unknown) {
  return (...input: unknown[]) => startSpan(name).watch(() => verb(...input))
}
