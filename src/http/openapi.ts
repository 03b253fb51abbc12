// The OpenAPI 3.1 document, made from the routes and their schemas.

import { z } from 'zod'
import { meetingStatuses } from '../index.ts'
import { allRoutes } from './api.ts'
import { bodyOf, Problem, type ProblemCode, problemCodes, statusOf } from './problem.ts'
import type { AnyRoute, Schemas } from './route.ts'

type Json = Record<string, unknown>

const everywhere: readonly ProblemCode[] = [
  'host_not_allowed',
  'rate_limited',
  'internal',
  'database_unavailable',
  'busy',
  'request_timeout',
]
const behindTheDoor: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'origin_not_allowed', 'not_found']
const withInput: readonly ProblemCode[] = [
  'invalid_input',
  'unknown_field',
  'missing_field',
  'text_too_long',
  'too_many',
]
const withBody: readonly ProblemCode[] = ['malformed_json', 'unsupported_media_type', 'payload_too_large']
const withKey: readonly ProblemCode[] = ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress']

/** Every code that a route can answer with. */
export function problemsOf(route: AnyRoute): ProblemCode[] {
  const takesBody = route.method === 'POST' || route.method === 'PUT'
  return [
    ...new Set<ProblemCode>([
      ...(route.problems ?? []),
      ...everywhere,
      ...(route.door === 'anyone' ? [] : behindTheDoor),
      ...withInput,
      ...(takesBody || route.method === 'DELETE' ? withBody : []),
      ...(hasKey(route) ? withKey : []),
      ...(route.idempotency === 'required' ? (['idempotency_key_missing'] as const) : []),
      ...(route.versioned && route.method !== 'GET' ? (['version_conflict'] as const) : []),
    ]),
  ]
}

function hasKey(route: AnyRoute): boolean {
  return route.method === 'POST' && route.idempotency !== 'none'
}

export function openApiDocument(version: string): Json {
  const schemas: Json = { Problem: problemSchema }
  const paths: Record<string, Json> = {}
  for (const [name, route] of allRoutes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operationOf(name, route, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Belfry',
      version,
      description:
        'Tell it what is going to happen and who cares; it reminds each of them on time, once, on the channels they chose, and can show the proof.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tags(),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `bf_live_…`.' },
        recipientToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A recipient’s token, `bft_…`: what is theirs.',
        },
      },
    },
  }
}

function tags(): Json[] {
  return [...new Set(allRoutes.map(([name]) => name.split('.')[0]!))].map((name) => ({ name }))
}

function operationOf(name: string, route: AnyRoute, schemas: Json): Json {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: securityOf(route),
    parameters: parametersOf(route, schemas),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input', schemas) } },
          },
        }
      : {}),
    responses: { ...answersOf(route, route.answers, schemas), ...problemAnswers(route) },
  }
}

/** OpenAPI 3.1 lets a scheme of any type name the roles that are needed. */
function securityOf(route: AnyRoute): Json[] {
  if (route.door === 'anyone') return []
  return [{ apiKey: [route.door] }, ...(route.own ? [{ recipientToken: [] }] : [])]
}

function parametersOf(route: AnyRoute, schemas: Json): Json[] {
  const fields = (object: z.ZodObject | undefined, where: 'path' | 'query') =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => {
      const { description, ...rest } = schemaOf(schema as z.ZodType, 'input', schemas) as { description?: string }
      const isRequired = where === 'path' || !(schema instanceof z.ZodOptional)
      return { name, in: where, required: isRequired, ...(description ? { description } : {}), schema: rest }
    })
  const header = (name: string, description: string, required = false, schema: Json = { type: 'string' }) => ({
    ...{ name, in: 'header', required, description, schema },
  })
  return [
    ...fields(route.params, 'path'),
    ...fields(route.query, 'query'),
    ...(route.door === 'anyone'
      ? []
      : [header('Belfry-Tenant', 'For an operator’s key: which tenant it acts for; `default` if left out.')]),
    ...(hasKey(route)
      ? [
          header(
            'Idempotency-Key',
            'Repeating the request under the same key gets the same answer, for 24 hours.',
            route.idempotency === 'required',
            { type: 'string', minLength: 1, maxLength: 255 },
          ),
        ]
      : []),
    ...(route.versioned
      ? [
          route.method === 'GET'
            ? header('If-None-Match', 'An ETag: 304 when nothing has changed since.')
            : header('If-Match', 'An ETag: 412 unless it is still the latest.'),
        ]
      : []),
  ]
}

const rateHeaders = {
  'X-Request-Id': { description: 'Names the request in the log.', schema: { type: 'string' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'string' } },
}

function answersOf(route: AnyRoute, answers: Schemas, schemas: Json): Json {
  const mediaType = route.mediaType?.split(';')[0] ?? 'application/json'
  return {
    ...Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [
        status,
        {
          description: descriptions[status] ?? 'An answer.',
          headers: {
            ...rateHeaders,
            ...(route.versioned ? { ETag: { description: 'Its version.', schema: { type: 'string' } } } : {}),
            ...(hasKey(route)
              ? {
                  'Idempotent-Replayed': {
                    description: '`true` when it is the answer of before.',
                    schema: { type: 'string' },
                  },
                }
              : {}),
          },
          content: {
            [mediaType]: { schema: schemaOf(schema, 'output', schemas) },
            ...(route.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
          },
        },
      ]),
    ),
    ...(route.versioned && route.method === 'GET' ? { 304: { description: 'Nothing has changed.' } } : {}),
  }
}

const descriptions: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  503: 'Not ready.',
}

function problemAnswers(route: AnyRoute): Json {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(route)) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in route.answers))
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${problemCodes[code]}`).join('\n\n'),
          'x-codes': codes,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )
}

/** Schemas with a name move into the components; everything else stays where it is used. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs,
    ...plain
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json }
  for (const [name, one] of Object.entries($defs ?? {})) schemas[name] ??= relinked(withoutId(one as Json))
  const { id } = plain as { id?: string }
  if (typeof id !== 'string') return relinked(plain) as Json
  schemas[id] ??= relinked(withoutId(plain))
  return { $ref: `#/components/schemas/${id}` }
}

function withoutId({ id: _, ...schema }: Json): Json {
  return schema
}

function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === '$ref' && typeof one === 'string' ? one.replace('#/$defs/', '#/components/schemas/') : relinked(one),
    ]),
  )
}

const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457. `code` is stable, `pointer` says where.',
  example: bodyOf(
    new Problem('missing_field', 'recipient is missing.', { pointer: '/recipient' }),
    '3f1d7c1e-8f0b-4c9a-9a55-0d5f5f6f7a10',
  ),
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  additionalProperties: false,
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problemCodes) },
    detail: { type: 'string' },
    pointer: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'detail', 'pointer'],
        additionalProperties: false,
        properties: {
          code: { enum: Object.keys(problemCodes) },
          detail: { type: 'string' },
          pointer: { type: 'string' },
        },
      },
    },
    ...problemFacts(),
    requestId: { type: 'string' },
  },
}

/** Facts of some codes. */
function problemFacts(): Json {
  const reading = {
    type: 'object',
    required: ['instant', 'local'],
    additionalProperties: false,
    properties: { instant: { type: 'string' }, local: { type: 'string' } },
  }
  return {
    currentStatus: {
      enum: meetingStatuses,
      description: 'Of `invalid_transition`: the status that the meeting is in.',
    },
    childMeetingId: { type: 'string', description: 'Of `invalid_transition`: the meeting that took its place.' },
    conflicts: {
      type: 'array',
      description:
        'Of `slot_conflict`: what stands in the way, as in the answer of `/v1/conflicts/check`; `local` is UTC.',
      items: { $ref: '#/components/schemas/Conflict' },
    },
    readings: {
      type: 'object',
      description: 'Of `offset_mismatch`: what the time means by its offset, and what by the clocks of the zone.',
      required: ['byOffset', 'byZone'],
      additionalProperties: false,
      properties: { byOffset: reading, byZone: reading },
    },
  }
}
