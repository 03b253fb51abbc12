// The operations of a document, by noun, with everything resolved that their part of the page needs.

import {
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type RequestBody,
  type Response,
  type SecurityRequirement,
} from './document.ts'
import { dereference, type Lookup, lookupIn } from './schema.ts'

export interface Noun {
  readonly name: string
  readonly description: string
  readonly operations: readonly Listed[]
}

export interface Listed {
  /** The deep link. */
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly title: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  readonly body: RequestBody | undefined
  readonly answers: readonly Answer[]
  readonly security: readonly SecurityRequirement[]
}

export interface Answer {
  readonly status: string
  readonly response: Response
  readonly mediaName: string | undefined
  readonly media: MediaType | undefined
  readonly isProblem: boolean
}

/** What every part of the page needs to know. */
export interface Book {
  readonly document: OpenApiDocument
  readonly lookup: Lookup
  readonly nouns: readonly Noun[]
  /** The address in the examples. */
  readonly server: string
}

export function bookOf(document: OpenApiDocument): Book {
  const listed = Object.entries(document.paths).flatMap(([path, item]) => operationsAt(document, path, item))
  const nounOf = ({ operation }: Listed) => operation.tags?.[0] ?? 'other'
  const known = (document.tags ?? []).map(({ name }) => name)
  const names = new Set([...known, ...listed.map(nounOf)])
  const nouns = [...names].map((name) => ({
    name,
    description: document.tags?.find((tag) => tag.name === name)?.description ?? '',
    operations: listed.filter((one) => nounOf(one) === name),
  }))
  const address = document.servers?.[0]?.url ?? ''
  return {
    document,
    lookup: lookupIn(document),
    nouns: nouns.filter(({ operations }) => operations.length > 0),
    server: /^https?:\/\//.test(address) ? address.replace(/\/+$/, '') : 'http://127.0.0.1:4700',
  }
}

/** In the document's own order, within a path too. */
function operationsAt(document: OpenApiDocument, path: string, item: PathItem): Listed[] {
  const given = Object.keys(item).filter((key): key is Method => (methods as readonly string[]).includes(key))
  return given.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const id = idOf(operation, method, path)
    return [
      {
        id,
        method,
        path,
        title: operation.summary ?? id,
        operation,
        parameters: parametersOf(document, item, operation),
        body: operation.requestBody && dereference<RequestBody>(document, operation.requestBody),
        answers: answersOf(document, operation),
        security: operation.security ?? document.security ?? [],
      },
    ]
  })
}

/** Goes into an id, a class of links and a fragment: nothing but plain characters. */
function idOf(operation: Operation, method: Method, path: string): string {
  return (operation.operationId ?? `${method}${path}`).replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** Those of the operation outdo those of the path. */
function parametersOf(document: OpenApiDocument, item: PathItem, operation: Operation): Parameter[] {
  const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  const byName = new Map(
    all.map((one) => dereference<Parameter>(document, one)).map((one) => [`${one.in} ${one.name}`, one]),
  )
  return [...byName.values()]
}

function answersOf(document: OpenApiDocument, operation: Operation): Answer[] {
  return Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const response = dereference<Response>(document, given)
    const entries = Object.entries(response.content ?? {})
    const [mediaName, media] = entries.find(([name]) => name.includes('json')) ?? entries[0] ?? []
    return { status, response, mediaName, media, isProblem: mediaName === 'application/problem+json' }
  })
}

/** The media type of a body that the page can show: JSON, else the first. */
export function bodyMedia(body: RequestBody | undefined): readonly [name: string, media: MediaType] | undefined {
  const entries = Object.entries(body?.content ?? {})
  return entries.find(([name]) => name.includes('json')) ?? entries[0]
}
