// A tracer provider and a context manager as an SDK would register them, in memory and in a few lines.

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export interface Recorded {
  readonly name: string
  readonly id: string
  readonly traceId: string
  readonly parentId: string | undefined
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly links: Link[]
  status: SpanStatus
  ended: boolean
}

export interface Recording {
  readonly spans: Recorded[]
  named(name: string): Recorded[]
  stop(): void
}

export function record(): Recording {
  const spans: Recorded[] = []
  let made = 0
  const startSpan = (name: string, options: SpanOptions = {}, under: Context = context.active()): Span => {
    const parent = options.root ? undefined : trace.getSpanContext(under)
    made += 1
    const id = made.toString(16).padStart(16, '0')
    const span: Recorded = {
      ...{ name, id, traceId: parent?.traceId ?? id.padStart(32, 'a'), parentId: parent?.spanId },
      ...{ kind: options.kind ?? SpanKind.INTERNAL, attributes: { ...options.attributes }, links: [] },
      ...{ status: { code: SpanStatusCode.UNSET }, ended: false },
    }
    spans.push(span)
    return spanOf(span)
  }
  const tracer = { startSpan } as unknown as Tracer
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  context.setGlobalContextManager(new AsyncContexts())
  propagation.setGlobalPropagator(traceparent)
  return {
    spans,
    named: (name) => spans.filter((span) => span.name === name),
    stop() {
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

function spanOf(span: Recorded): Span {
  const spanContext: SpanContext = { traceId: span.traceId, spanId: span.id, traceFlags: 1 }
  const made: Span = {
    spanContext: () => spanContext,
    setAttribute: (key, value) => made.setAttributes({ [key]: value }),
    setAttributes(attributes) {
      Object.assign(span.attributes, attributes)
      return made
    },
    addEvent: () => made,
    addLink(link) {
      span.links.push(link)
      return made
    },
    addLinks: () => made,
    setStatus(status) {
      span.status = status
      return made
    },
    updateName: () => made,
    end() {
      if (span.ended) throw new Error(`${span.name} ended twice`)
      span.ended = true
    },
    isRecording: () => !span.ended,
    recordException: () => {},
  }
  return made
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    under: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...input: A
  ): ReturnType<F> {
    return this.#storage.run(under, () => work.apply(self, input))
  }

  bind<T>(_: Context, target: T): T {
    return target
  }

  enable(): this {
    return this
  }

  disable(): this {
    this.#storage.disable()
    return this
  }
}

const traceparent: TextMapPropagator = {
  inject: () => {},
  extract(under, carrier: Record<string, string>) {
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(carrier.traceparent ?? '') ?? []
    return traceId && spanId ? trace.setSpanContext(under, { traceId, spanId, traceFlags: 1, isRemote: true }) : under
  },
  fields: () => ['traceparent'],
}
