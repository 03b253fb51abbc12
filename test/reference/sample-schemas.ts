// The schemas of the sample document.

import type { Schema } from '../../src/http/reference/document.ts'

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const nullable = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] })

export const sampleSchemas: Record<string, Schema> = {
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
