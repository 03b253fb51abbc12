// A document of the size and shape that the server makes: what zod writes (patterns beside formats, the ends of safe integers,
// `anyOf` with null), references, a type that contains itself, alternatives, and errors with codes.

import type { OpenApiDocument, Operation, Parameter, Response, Schema } from '../../src/http/reference/document.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema, example?: unknown) => ({
  'application/json': example === undefined ? { schema } : { schema, example },
})
const nullable = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] })
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

const schemas: Record<string, Schema> = {
  Entity: {
    type: 'object',
    description: 'What a reminder is about.',
    properties: {
      type: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_.-]*$',
        maxLength: 64,
        description: 'The kind of thing.',
        examples: ['meeting'],
      },
      id: { type: 'string', minLength: 1, maxLength: 256, description: 'Your id of it.', examples: ['42'] },
    },
    required: ['type', 'id'],
    additionalProperties: false,
  },
  Moment: {
    type: 'object',
    title: 'a moment',
    properties: {
      instant: {
        type: 'string',
        format: 'date-time',
        pattern: '^(?:\\d{4}-\\d{2}-\\d{2})T(?:\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?)Z$',
        examples: ['2031-12-01T08:00:00Z'],
      },
      local: { type: 'string', description: 'The wall clock there.', examples: ['2031-12-01T09:00:00'] },
      timezone: { type: 'string', description: 'Of the IANA database.', examples: ['Europe/Paris'] },
    },
    required: ['instant', 'local', 'timezone'],
  },
  RuleObject: {
    type: 'object',
    title: 'an object',
    properties: {
      every: { type: 'string', enum: ['day', 'week', 'month', 'year'] },
      on: { type: 'array', items: { type: 'string' }, maxItems: 7, description: 'Days of the week.' },
      at: { type: 'array', items: { type: 'string' }, maxItems: 24, description: 'Times of the day.' },
    },
    required: ['every'],
  },
  ScheduleReminder: {
    type: 'object',
    properties: {
      entity: ref('Entity'),
      kind: { type: 'string', maxLength: 64, default: 'once', description: 'Tells reminders of one thing apart.' },
      recipient: { type: 'string', maxLength: 256, description: 'Who is reminded.', examples: ['ana'] },
      at: {
        anyOf: [{ type: 'string' }, ref('Moment')],
        description: 'The moment: local time with a zone, or an instant with an offset. Either `at` or `in`.',
        examples: ['2031-12-01T09:00:00[Europe/Paris]'],
      },
      in: { type: 'string', format: 'duration', description: 'Instead of `at`: so long from now.' },
      rule: {
        anyOf: [{ type: 'string', title: 'RFC 5545 text' }, ref('RuleObject')],
        description: 'Repeats. `at` is its start.',
      },
      title: { type: 'string', maxLength: 2000, examples: ['Call mom'] },
      body: nullable({ type: 'string', maxLength: 20000 }),
      data: { description: 'Any JSON up to 32 KiB; it travels with every message.' },
      channels: {
        type: 'array',
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
        description: 'In order. One with `after` waits, and is left out when somebody has seen it by then.',
        items: {
          oneOf: [
            { type: 'string' },
            {
              type: 'object',
              title: 'a step',
              properties: { channel: { type: 'string' }, after: { type: 'string', format: 'duration' } },
              required: ['channel'],
            },
          ],
        },
      },
      critical: { type: 'boolean', default: false, description: 'An unknown outcome is tried once more.' },
    },
    required: ['entity', 'recipient'],
    additionalProperties: false,
  },
  ScheduleResult: {
    type: 'object',
    properties: {
      id: { type: 'string', examples: ['K3v0m1Xg8Qe2Yb7n'] },
      status: { type: 'string', enum: ['created', 'updated', 'unchanged', 'already_sent'] },
      dueAt: ref('Moment'),
      generation: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      inFlight: { type: 'array', items: { type: 'string' }, description: 'Sends that had begun.', examples: [[]] },
    },
    required: ['id', 'status', 'dueAt', 'generation', 'inFlight'],
  },
  CancelResult: {
    type: 'object',
    properties: {
      cancelled: { const: true, description: 'Nothing of it will be sent any more.' },
      inFlight: { type: 'array', items: { type: 'string' }, examples: [[]] },
      alreadySent: { type: 'array', items: { type: 'string' }, examples: [[]] },
    },
    required: ['cancelled', 'inFlight', 'alreadySent'],
  },
  Recipient: {
    type: 'object',
    properties: {
      id: { type: 'string', readOnly: true, examples: ['ana'] },
      name: { ...nullable({ type: 'string', maxLength: 256 }), examples: ['Ana'] },
      timezone: { type: 'string', default: 'UTC', description: 'Of the IANA database.', examples: ['Europe/Paris'] },
      locale: { type: 'string', default: 'en', description: 'BCP 47.' },
      addresses: {
        type: 'object',
        propertyNames: { type: 'string', title: 'channel' },
        additionalProperties: nullable({ type: 'string', maxLength: 4096 }),
        description: 'One address a channel; null removes it.',
        examples: [{ email: 'ana@example.com' }],
      },
      quietHours: nullable({
        type: 'object',
        properties: { from: { type: 'string', examples: ['22:00'] }, to: { type: 'string', examples: ['07:00'] } },
        required: ['from', 'to'],
      }),
    },
  },
  Delivery: {
    type: 'object',
    properties: {
      id: { type: 'string', examples: ['K3v0m1Xg8Qe2Yb7n.1.in_app'] },
      reminderId: { type: 'string', examples: ['K3v0m1Xg8Qe2Yb7n'] },
      entity: ref('Entity'),
      recipient: { type: 'string', examples: ['ana'] },
      channel: { type: 'string', examples: ['in_app'] },
      state: { type: 'string', enum: ['sent', 'pending', 'sending', 'failed', 'unknown', 'cancelled', 'skipped'] },
      reason: { ...nullable({ type: 'string', enum: ['too_late', 'refused', 'no_address'] }), examples: [null] },
      attempt: { type: 'integer', minimum: 0, examples: [1] },
      sentAt: nullable(ref('Moment')),
    },
    required: ['id', 'reminderId', 'entity', 'recipient', 'channel', 'state', 'reason', 'attempt', 'sentAt'],
  },
  Story: {
    type: 'object',
    description: 'One line of what happened, and what followed from it.',
    properties: {
      what: { type: 'string', examples: ['Sent on in_app.'] },
      at: ref('Moment'),
      followedBy: { type: 'array', items: ref('Story'), examples: [[]] },
    },
    required: ['what', 'at'],
  },
  PutResult: {
    type: 'object',
    properties: Object.fromEntries(
      ['created', 'moved', 'cancelled', 'unchanged', 'skippedPast', 'inFlight'].map((name, i) => [
        name,
        { type: 'integer', minimum: 0, examples: [i === 0 ? 6 : 0] },
      ]),
    ),
    required: ['created', 'moved', 'cancelled', 'unchanged', 'skippedPast', 'inFlight'],
  },
  Problem: {
    type: 'object',
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'Where this code is explained.' },
      title: { type: 'string', description: 'What the code means.' },
      status: { type: 'integer' },
      code: { type: 'string', description: 'Decide by this one.' },
      detail: { type: 'string', description: 'What was wrong with this request, for people.' },
      field: { type: 'string', format: 'json-pointer', description: 'Where in the request.' },
      accepted: { type: 'string', description: 'What would have been accepted.' },
      requestId: { type: 'string', description: 'Name it when you ask for help.' },
    },
    required: ['type', 'title', 'status', 'code', 'requestId'],
    examples: [
      {
        type: '/docs/errors#unknown_timezone',
        title: 'Not a time zone of the IANA database.',
        status: 400,
        code: 'unknown_timezone',
        detail: 'There is no time zone "Europe/Pariss".',
        field: '/timezone',
        accepted: 'an IANA name such as Europe/Paris',
        requestId: '01J9ZK3V0M1XG8QE2YB7NDR5TA',
      },
    ],
  },
}

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
                        title: 'with a plan of their own',
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
    schemas,
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' }, recipientToken: { type: 'http', scheme: 'bearer' } },
  },
}
