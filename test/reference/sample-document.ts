// A document of the size and shape that the server makes: what zod writes (patterns beside formats, the ends of safe integers,
// `anyOf` with null), references, a type that contains itself, alternatives, and errors with codes.

import type { OpenApiDocument, Operation, Parameter, Response, Schema } from '../../src/http/reference/document.ts'
import { nullable, ref, sampleSchemas } from './sample-schemas.ts'

const json = (schema: Schema, example?: unknown) => ({
  'application/json': example === undefined ? { schema } : { schema, example },
})
const page = (name: string): Schema => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: ref(name) },
    nextCursor: {
      ...nullable({ type: 'string' }),
      description: 'Ask for the next page with it; null on the last one.',
    },
  },
  required: ['items', 'nextCursor'],
})

const problem = (description: string, codes: readonly string[]): Response => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
  'x-codes': codes,
})
const unauthorized = problem('No key, or not a valid one.', ['unauthorized'])
const limited = problem('Too many requests; `Retry-After` says when to come back.', ['rate_limited'])
const invalid = problem('The request is not understood.', ['invalid_input', 'unknown_field', 'missing_field'])
const missing = problem('There is nothing of that id for this key.', ['not_found'])

const read = [{ apiKey: ['read'] }]
const write = [{ apiKey: ['write'] }]

const inPath = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  example,
  schema: { type: 'string', minLength: 1, maxLength: 256 },
})
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any text of your own. The same key with the same request answers the same again, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const paging: Parameter[] = [
  { name: 'cursor', in: 'query', description: '`nextCursor` of the page before.', schema: { type: 'string' } },
  {
    name: 'limit',
    in: 'query',
    description: 'How many on a page.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
]
const reminderId = inPath('id', 'The reminder, as `schedule` answered.', 'K3v0m1Xg8Qe2Yb7n')

const schedule: Operation = {
  operationId: 'reminders.schedule',
  summary: 'Schedule a reminder',
  description:
    'One reminder of one thing, for one recipient. The same entity, kind and recipient **is** the same reminder: scheduling it again moves it.\n\nThe answer tells what became of it:\n\n- `created` or `updated`: it will ring at `dueAt`\n- `unchanged`: it was like this already\n- `already_sent`: this occurrence was sent before, and nothing was written',
  tags: ['reminders'],
  security: write,
  parameters: [idempotencyKey],
  requestBody: { required: true, content: json(ref('ScheduleReminder')) },
  responses: {
    201: {
      description: 'It will ring.',
      headers: {
        Location: { description: 'The reminder.', schema: { type: 'string', format: 'uri-reference' } },
        'Idempotent-Replayed': { description: '`true` when the answer is a stored one.', schema: { type: 'string' } },
      },
      content: json(ref('ScheduleResult')),
    },
    400: invalid,
    401: unauthorized,
    409: problem('A request with the same key is still running.', ['idempotency_running']),
    422: problem('The key was used for another request, or the recipient is not known.', [
      'idempotency_mismatch',
      'unknown_recipient',
    ]),
    429: limited,
  },
}

const reminders: Record<string, Operation> = {
  cancel: {
    operationId: 'reminders.cancel',
    summary: 'Cancel a reminder',
    description: 'After the answer no new send of it begins. What had begun is named in `inFlight`.',
    tags: ['reminders'],
    security: write,
    parameters: [reminderId, idempotencyKey],
    responses: {
      200: { description: 'Cancelled.', content: json(ref('CancelResult')) },
      401: unauthorized,
      404: missing,
      409: problem('Everything of it had been sent.', ['already_sent']),
      429: limited,
    },
  },
  list: {
    operationId: 'reminders.list',
    summary: 'List reminders',
    tags: ['reminders'],
    security: [{ apiKey: ['read'] }, { recipientToken: [] }],
    parameters: [
      { name: 'recipient', in: 'query', description: 'Only theirs.', schema: { type: 'string' } },
      ...paging,
    ],
    responses: { 200: { description: 'A page of them.', content: json(page('ScheduleResult')) }, 401: unauthorized },
  },
  explain: {
    operationId: 'reminders.explain',
    summary: 'Explain a reminder',
    description: 'What was computed, which rule applied, what was tried, why not.',
    tags: ['reminders'],
    security: read,
    parameters: [reminderId],
    responses: { 200: { description: 'Its story.', content: json(ref('Story')) }, 401: unauthorized, 404: missing },
  },
}

const entityPath = [inPath('type', 'The kind of thing.', 'meeting'), inPath('id', 'Your id of it.', 'Q4 review/1')]

export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Belfry',
    version: '0.1.0',
    description:
      'Tell Belfry what is going to happen and who cares. It reminds each of them on time, once, on the channels they chose, and it can show the proof.',
  },
  servers: [{ url: 'http://127.0.0.1:4700' }],
  tags: [
    {
      name: 'reminders',
      description: 'A reminder is one thing, one kind and one recipient, with the next moment it is due.',
    },
    {
      name: 'entities',
      description: 'What reminders are about. Moving or cancelling one moves or cancels all its reminders.',
    },
    { name: 'recipients', description: 'Who is reminded, where, and when not.' },
    { name: 'deliveries', description: 'What was sent, what was not, and why.' },
    { name: 'server' },
  ],
  paths: {
    '/v1/reminders': { get: reminders.list!, post: schedule },
    '/v1/reminders/{id}/cancel': { post: reminders.cancel! },
    '/v1/reminders/{id}/explain': { get: reminders.explain! },
    '/v1/entities/{type}/{id}': {
      parameters: entityPath,
      put: {
        operationId: 'entities.put',
        summary: 'Put an entity',
        description:
          'Creates or changes it, and plans its reminders. A field that is left out keeps its value; `null` clears it.',
        tags: ['entities'],
        security: write,
        parameters: [
          {
            name: 'If-Match',
            in: 'header',
            description: 'Refused unless it is the latest version.',
            schema: { type: 'string' },
          },
        ],
        requestBody: {
          required: true,
          content: json(
            {
              type: 'object',
              properties: {
                at: { ...nullable({ type: 'string' }), description: 'The anchor `start`.' },
                timezone: nullable({ type: 'string' }),
                title: nullable({ type: 'string', maxLength: 2000 }),
                recipients: {
                  type: 'array',
                  maxItems: 1000,
                  items: {
                    anyOf: [
                      { type: 'string' },
                      {
                        type: 'object',
                        title: 'somebody with a plan of their own',
                        properties: { id: { type: 'string' }, plan: { type: 'array', items: { type: 'string' } } },
                        required: ['id'],
                      },
                    ],
                  },
                },
                plan: {
                  anyOf: [
                    { type: 'string' },
                    { type: 'array', maxItems: 50, items: { type: 'string' } },
                    { type: 'null' },
                  ],
                  description: 'The name of a plan, or steps such as `-PT24H`.',
                },
              },
            },
            {
              at: '2031-12-02T10:00:00',
              timezone: 'Europe/Paris',
              title: "Ana's budget review",
              recipients: ['ana', 'bo'],
              plan: ['-PT24H', '-PT1H', '-PT15M'],
            },
          ),
        },
        responses: {
          200: {
            description: 'What became of its reminders.',
            headers: { ETag: { description: 'Its version.', schema: { type: 'string' } } },
            content: json(ref('PutResult')),
          },
          400: invalid,
          401: unauthorized,
          412: problem('Somebody changed it meanwhile.', ['version_conflict']),
        },
      },
      delete: {
        operationId: 'entities.remove',
        summary: 'Remove an entity',
        tags: ['entities'],
        security: write,
        responses: { 204: { description: 'It is gone, and its reminders with it.' }, 401: unauthorized, 404: missing },
      },
    },
    '/v1/recipients/{id}': {
      parameters: [inPath('id', 'Your id of the person.', 'ana')],
      put: {
        operationId: 'recipients.put',
        summary: 'Put a recipient',
        description: 'A changed zone or quiet hours re-plan what is pending for them.',
        tags: ['recipients'],
        security: write,
        requestBody: { required: true, content: json(ref('Recipient')) },
        responses: {
          200: { description: 'The recipient.', content: json(ref('Recipient')) },
          400: invalid,
          401: unauthorized,
        },
      },
    },
    '/v1/deliveries': {
      get: {
        operationId: 'deliveries.list',
        summary: 'List deliveries',
        tags: ['deliveries'],
        security: read,
        parameters: [
          {
            name: 'state',
            in: 'query',
            description: 'Only those in this state.',
            example: 'unknown',
            schema: { type: 'string', enum: ['pending', 'sending', 'sent', 'failed', 'unknown'] },
          },
          { name: 'recipient', in: 'query', schema: { type: 'string' } },
          ...paging,
        ],
        responses: { 200: { description: 'A page of them.', content: json(page('Delivery')) }, 401: unauthorized },
      },
    },
    '/v1/events': {
      get: {
        operationId: 'events.stream',
        summary: 'Follow what happens',
        tags: ['server'],
        security: read,
        responses: {
          200: {
            description: 'One event after the other.',
            content: {
              'text/event-stream': { schema: { type: 'string' }, example: 'id: 812\nevent: sent\ndata: {}\n' },
            },
          },
        },
      },
    },
    '/v1/keys': {
      post: {
        operationId: 'keys.create',
        summary: 'Create a key',
        tags: ['server'],
        security: [{ apiKey: ['operator'] }],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: {
              scope: { type: 'string', enum: ['read', 'write', 'operator'], examples: ['write'] },
              expiresAt: { type: 'string', format: 'date-time' },
            },
            required: ['scope'],
          }),
        },
        responses: {
          201: {
            description: 'The key, this once.',
            content: json({
              type: 'object',
              properties: { key: { type: 'string', examples: ['bf_live_…'] } },
              required: ['key'],
            }),
          },
          403: problem('The key has not the scope `operator`.', ['forbidden']),
        },
      },
    },
    '/healthz': {
      get: {
        operationId: 'server.healthz',
        summary: 'Is it alive?',
        tags: ['server'],
        security: [],
        responses: {
          200: { description: 'It is.', content: { 'text/plain': { schema: { type: 'string' }, example: 'ok' } } },
        },
      },
    },
  },
  components: {
    schemas: sampleSchemas,
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' }, recipientToken: { type: 'http', scheme: 'bearer' } },
  },
}
