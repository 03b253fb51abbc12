// Fields, examples and calls: what a reader copies has to work, so the calls are run: in a shell, and as JavaScript.

import { execFileSync } from 'node:child_process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { firstSteps } from '../../src/http/reference/begin.ts'
import { callOf, clientCall, curl, fetchCall } from '../../src/http/reference/calls.ts'
import type { Schema } from '../../src/http/reference/document.ts'
import { fieldsOf } from '../../src/http/reference/fields.ts'
import { bookOf } from '../../src/http/reference/operations.ts'
import { sampleOf } from '../../src/http/reference/sample.ts'
import { sampleDocument } from './sample-document.ts'

const book = bookOf(sampleDocument)
const listed = (id: string) => book.nouns.flatMap(({ operations }) => operations).find((one) => one.id === id)!
const schemaNamed = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const rows = (schema: Schema, direction: 'request' | 'response' = 'request') =>
  fieldsOf(schema, book.lookup, direction).map(({ parent, name, type }) => `${parent}${name}: ${type}`)

describe('fields', () => {
  it('are nested under their parents, alternatives and items too', () => {
    const names = rows(schemaNamed('ScheduleReminder'))
    expect(names).toEqual(
      expect.arrayContaining([
        'entity: object',
        'entity.type: string',
        'at: string or object',
        'at.instant: string, date-time',
        'rule.every: string',
        'channels: array of (string or object)',
        'channels[].after: string, duration',
        'body: string or null',
      ]),
    )
    expect(names.indexOf('entity.type: string')).toBe(names.indexOf('entity: object') + 1)
  })

  it('say limits, values and defaults, and leave out what nobody chose', () => {
    const fields = new Map(
      fieldsOf(schemaNamed('ScheduleReminder'), book.lookup, 'request').map((one) => [one.name, one]),
    )
    expect(fields.get('channels')?.limits).toEqual(['1 to 8 items', 'each once'])
    expect(fields.get('title')?.limits).toEqual(['at most 2,000 characters'])
    expect(fields.get('body')?.limits).toEqual(['at most 20,000 characters'])
    expect(fields.get('every')?.choices).toEqual(['day', 'week', 'month', 'year'])
    expect(fields.get('kind')?.standard).toBe('once')
    expect(fields.get('critical')?.standard).toBe(false)
    expect(fields.get('instant')?.pattern).toBeUndefined()
    expect(fields.get('type')?.pattern).toBe('^[a-z][a-z0-9_.-]*$')
    const [, , , generation] = fieldsOf(schemaNamed('ScheduleResult'), book.lookup, 'response').filter(
      ({ depth }) => depth === 0,
    )
    expect(generation).toMatchObject({ name: 'generation', limits: ['at least 0'] })
  })

  it('end at a type that contains itself, and at a depth', () => {
    expect(rows(schemaNamed('Story'), 'response').at(-1)).toBe('followedBy[]: again the fields of Story')
    const deep = (levels: number): Schema =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } }
    expect(rows(deep(50)).length).toBeLessThan(10)
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, { type: 'string' }]))
    expect(rows({ properties: wide }).at(-1)).toBe(': and more: see openapi.json')
  })

  it('of references in a circle are none', () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
      C: { allOf: [{ $ref: '#/components/schemas/C' }], properties: { x: { type: 'string' } } },
    }
    const { lookup } = bookOf({ ...sampleDocument, components: { schemas } })
    expect(fieldsOf(schemaNamed('A'), lookup, 'request')).toEqual([])
    expect(fieldsOf(schemaNamed('C'), lookup, 'request').map(({ name }) => name)).toEqual(['x'])
  })

  it('are those of the direction: an id that only answers have is not asked for', () => {
    expect(rows(schemaNamed('Recipient'), 'response')).toContain('id: string')
    expect(rows(schemaNamed('Recipient'), 'request')).not.toContain('id: string')
    expect(rows(schemaNamed('Recipient'))).toContain('addresses.<channel>: string or null')
  })

  it('fold allOf together', () => {
    const both: Schema = {
      allOf: [schemaNamed('Entity'), { properties: { note: { type: 'string' } }, required: ['note'] }],
    }
    expect(fieldsOf(both, book.lookup, 'request').map(({ name, required }) => [name, required])).toEqual([
      ['type', true],
      ['id', true],
      ['note', true],
    ])
  })
})

describe('examples', () => {
  // Formats are for people here; the shapes are what is checked.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...sampleDocument, $id: 'document' })
  const check = (schema: Schema, value: unknown) => {
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as Schema
    const fits = ajv.compile(pointed)
    return fits(value) ? [] : (fits.errors ?? [])
  }

  it('fit the schemas they were made from', () => {
    for (const name of Object.keys(sampleDocument.components?.schemas ?? {})) {
      expect(check(schemaNamed(name), sampleOf(schemaNamed(name), book.lookup, 'whole')), name).toEqual([])
      expect(check(schemaNamed(name), sampleOf(schemaNamed(name), book.lookup, 'brief')), name).toEqual([])
    }
    expect(check(schemaNamed('Entity'), { type: 'meeting' })).not.toEqual([])
  })

  it('of the first steps fit the operations they are calls of', () => {
    expect(firstSteps).toHaveLength(3)
    for (const { method, template, body } of firstSteps) {
      const operation = sampleDocument.paths[template]?.[method]
      expect(operation, template).toBeDefined()
      const given = operation?.requestBody as { content: Record<string, { schema: Schema }> } | undefined
      if (body !== undefined) expect(check(given!.content['application/json']!.schema, body), template).toEqual([])
    }
  })
})

describe('calls', () => {
  const call = callOf(listed('entities.put'), book)
  const body = {
    at: '2031-12-02T10:00:00',
    timezone: 'Europe/Paris',
    title: "Ana's budget review",
    recipients: ['ana', 'bo'],
    plan: ['-PT24H', '-PT1H', '-PT15M'],
  }

  it('work in a shell, quotes and all', () => {
    const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${curl(call, 'http://host')}`
    const words = execFileSync('sh', ['-c', script], { env: { BELFRY_KEY: 'secret' } })
      .toString()
      .split('\0')
    expect(words.slice(0, 3)).toEqual(['-X', 'PUT', 'http://host/v1/entities/meeting/Q4%20review%2F1'])
    expect(words).toContain('Authorization: Bearer secret')
    expect(words).toContain('Content-Type: application/json')
    expect(JSON.parse(words[words.indexOf('-d') + 1]!)).toEqual(body)
  })

  it('are written with their query, and a shell does not take it apart', () => {
    const text = curl(callOf(listed('deliveries.list'), book), 'http://host')
    expect(text.split(' \\\n')[0]).toBe("curl 'http://host/v1/deliveries?state=unknown'")
  })

  it('work as JavaScript', async () => {
    const seen: unknown[] = []
    const answer = { json: async () => ({ created: 6 }) }
    const fake = async (...given: unknown[]) => {
      seen.push(...given)
      return answer
    }
    await run(fetchCall(call, 'http://host'), { fetch: fake, key: 'secret' })
    expect(seen[0]).toBe('http://host/v1/entities/meeting/Q4%20review%2F1')
    const options = seen[1] as { method: string; headers: object; body: string }
    expect(options.method).toBe('PUT')
    expect(options.headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' })
    expect(JSON.parse(options.body)).toEqual(body)
  })

  it('work with the client: everything in one object', async () => {
    const seen: unknown[] = []
    const createClient = (options: unknown) => {
      seen.push(options)
      return { entities: { put: (...given: unknown[]) => seen.push(...given) } }
    }
    const [imported, , ...lines] = clientCall(call, 'http://host').split('\n')
    expect(imported).toBe("import { createClient } from 'belfry/client'")
    await run(lines.join('\n'), { createClient, key: 'secret' })
    expect(seen).toEqual([
      { url: 'http://host', key: 'secret' },
      { type: 'meeting', id: 'Q4 review/1', ...body },
    ])
  })

  it('need no key where none is asked for', () => {
    expect(curl(callOf(listed('server.healthz'), book), 'http://host')).toBe('curl http://host/healthz')
  })
})

/** Runs lines of JavaScript with these names in scope. */
async function run(code: string, scope: Record<string, unknown>): Promise<void> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...given: unknown[]) => Promise<void>
  await new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope))
}
