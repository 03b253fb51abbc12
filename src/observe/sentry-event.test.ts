import { describe, expect, it } from 'vitest'
import { BelfryError } from '../errors.ts'
import { readDsn } from './sentry-dsn.ts'
import { eventOf, safeMessage } from './sentry-event.ts'

const about = { release: 'belfry@1', environment: 'test', serverName: 'here' }
const incident = { key: ['a'], level: 'error', message: 'Words', tags: {}, count: 1, isUrgent: true } as const
const secrets = ['ana@example.com', 'Take your pills', '+49 170 1234567', 'r-4711']

/** What node-pg throws: the message, the detail and the query hold values. */
function databaseError(): Error {
  return Object.assign(new Error(`duplicate key "ana@example.com"`), {
    name: 'error',
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (recipient)=(r-4711) already exists.',
    where: 'Take your pills',
  })
}

interface Value {
  readonly type: string
  readonly value: string
  readonly stacktrace?: { readonly frames: { filename: string; function: string; in_app: boolean; lineno: number }[] }
}
const valuesOf = (error: unknown) => (eventOf({ ...incident, error }, about).exception as { values: Value[] }).values

describe('what is said of an error', () => {
  it.each([
    [
      'a code of Belfry’s',
      new BelfryError('unknown_recipient', 'There is no recipient "r-4711".'),
      'unknown_recipient: No recipient of that id.',
    ],
    ['a SQLSTATE', databaseError(), 'SQLSTATE 23505'],
    ['an errno', Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [
      'the runtime’s words without values',
      new TypeError(`Cannot read properties of undefined (reading 'r-4711')`),
      'Cannot read properties of undefined (reading …)',
    ],
    ['nothing after a colon', new RangeError('Invalid language tag: Take your pills'), 'Invalid language tag…'],
    ['nothing of JSON.parse', new SyntaxError(`Unexpected token 'T', "Take your pills" is not valid JSON`), ''],
    ['nothing of somebody’s error', new Error('no route to ana@example.com'), ''],
    ['nothing of what is no error', 'ana@example.com', ''],
  ])('%s', (_, error, expected) => {
    expect(safeMessage(error)).toBe(expected)
  })

  it('holds no text, address or id, in whatever field of whatever cause it stood', () => {
    const cause = databaseError()
    const inner = new BelfryError('database_refused', 'Take your pills', { cause, field: '/r-4711' })
    const outer = Object.assign(new Error(secrets.join('\n    at '), { cause: inner }), { name: 'ana@example.com' })
    const text = JSON.stringify(eventOf({ ...incident, error: outer }, about))
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(valuesOf(outer).map(({ type }) => type)).toEqual(['error', 'BelfryError', 'Error'])
  })

  it('names places in Belfry’s own code relative to it, the newest call last', () => {
    const thrower = () => new TypeError('x')
    const [value] = valuesOf(thrower())
    const frames = value!.stacktrace!.frames
    expect(frames.at(-1)).toMatchObject({
      filename: 'src/observe/sentry-event.test.ts',
      function: 'thrower',
      in_app: true,
    })
    expect(frames.some(({ filename, in_app }) => filename.startsWith('node_modules/') && !in_app)).toBe(true)
    expect(frames.filter(({ filename }) => /^(\/|file:|[A-Z]:)/.test(filename))).toEqual([])
  })

  it('leaves out places of other programs, and what only looks like a place', () => {
    const error = new TypeError('one\n    at r-4711 (src/x.ts:1:2)\ntwo')
    error.stack = `TypeError: ${error.message}\n    at f (/srv/ana/app/index.js:1:2)\n    at async g (node:internal/x:3:4)`
    const [value] = valuesOf(error)
    expect(value!.stacktrace!.frames).toEqual([
      { filename: 'node:internal/x', function: 'g', lineno: 3, colno: 4, in_app: false },
    ])
  })
})

describe('a DSN', () => {
  it.each([
    ['https://abc@o1.ingest.example.com/42', 'https://o1.ingest.example.com/api/42/envelope/'],
    [
      'http://abc:secret@sentry.example.com:9000/behind/proxy/7',
      'http://sentry.example.com:9000/behind/proxy/api/7/envelope/',
    ],
  ])('%s', (dsn, url) => {
    expect(readDsn(dsn)).toEqual({ url, publicKey: 'abc' })
  })

  it.each([
    '',
    'sentry',
    'https://example.com/42',
    'https://abc@example.com/',
    'ftp://abc@example.com/42',
    'https://abc@example.com/x',
  ])('is not %j, and the error does not repeat it', (dsn) => {
    expect(() => readDsn(dsn)).toThrow(expect.objectContaining({ code: 'invalid_input', field: '/sentryDsn' }))
    expect(() => readDsn('https://topsecretkey@example.com/x')).not.toThrow(/topsecretkey/)
  })
})
