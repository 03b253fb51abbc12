// The server keeps to its own document: tests made from what /openapi.json says.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sized } from '../size.ts'
import {
  type Checks,
  createChecks,
  type OpenApi,
  operationsOf,
  resolve,
  type Schema,
  scopeOf,
} from './contract/document.ts'
import { fuzz, showTally } from './contract/fuzz.ts'
import { raise, type Stage } from './contract/stage.ts'

/** Another seed, or more: BELFRY_FUZZ_SEED=7 BELFRY_FUZZ_REQUESTS=100000. */
const seed = Number(process.env.BELFRY_FUZZ_SEED ?? 20_310_101)
const requests = Number(process.env.BELFRY_FUZZ_REQUESTS ?? sized(12_000, 20_000))

let database: TestDatabase
let stage: Stage
let document: OpenApi
/** Compiling its schemas takes seconds: once. */
let checks: Checks

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await raise(database.url)
  document = (await stage.ask('GET', '/openapi.json', { key: null })).body
  checks = createChecks(document)
})

afterAll(async () => {
  await stage.close()
  await database.drop()
})

/** Every schema in the document, wherever it stands, with its place. */
function schemasOf(value: unknown, place: string): [place: string, schema: Schema][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const here = `${place}/${name}`
    if (name === 'schema') return [[here, one as Schema] as [string, Schema]]
    return schemasOf(one, here)
  })
}

describe('the document', () => {
  it('is OpenAPI 3.1 with one operation for each name', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const names = operationsOf(document).map(({ operationId }) => operationId)
    expect(names.length).toBeGreaterThan(50)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z]+\.[a-z][A-Za-z]+$/.test(name))).toEqual([])
  })

  it('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
    expect(references.length).toBeGreaterThan(50)
    for (const $ref of new Set(references)) expect(() => resolve(document, { $ref })).not.toThrow()
  })

  it('declares every part of a path, and nothing twice', () => {
    for (const { path, parameters } of operationsOf(document)) {
      const inPath = parameters.filter((one) => one.in === 'path')
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name)).toEqual(wanted)
      expect(inPath.every(({ required }) => required)).toBe(true)
      const all = parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`)
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('has schemas that compile, and examples that fit them', () => {
    const all = [
      ...schemasOf(document.paths, ''),
      ...Object.keys(document.components.schemas).map(
        (name) => [name, { $ref: `#/components/schemas/${name}` }] as [string, Schema],
      ),
    ]
    for (const [place, schema] of all) {
      const check = checks.of(schema)
      for (const [where, part, example] of examplesOf(schema.$ref ? resolve(document, schema) : schema)) {
        const ofPart = where === '' ? check : checks.of(part)
        expect(ofPart(example), `${place}${where}: ${JSON.stringify(ofPart.errors)}`).toBe(true)
      }
    }
  })

  it('says of every operation how it can be refused', () => {
    for (const operation of operationsOf(document)) {
      const { operationId, responses } = operation
      const statuses = Object.keys(responses)
      expect(
        statuses.some((status) => status.startsWith('2')),
        operationId,
      ).toBe(true)
      expect(statuses, operationId).toEqual(expect.arrayContaining(['400', '421', '429', '500', '503']))
      if (scopeOf(operation) !== 'anyone') expect(statuses, operationId).toEqual(expect.arrayContaining(['401', '403']))
      if (operation.body) expect(statuses, operationId).toEqual(expect.arrayContaining(['413', '415']))
      for (const [status, answer] of Object.entries(responses)) {
        if (Number(status) < 400 || (operationId === 'health.ready' && status === '503')) continue
        expect(answer.content, `${operationId} ${status}`).toHaveProperty(['application/problem+json'])
        expect(answer['x-codes']?.length, `${operationId} ${status}`).toBeGreaterThan(0)
      }
    }
  })
})

/** Examples of a schema and of the parts that it has in place. */
function examplesOf(schema: Schema, where = ''): [where: string, schema: Schema, example: unknown][] {
  return [
    ...('example' in schema ? [[where, schema, schema.example] as [string, Schema, unknown]] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => examplesOf(one, `${where}/${name}`)),
    ...(schema.items ? examplesOf(schema.items, `${where}/items`) : []),
    ...(schema.anyOf ?? []).flatMap((one, i) => examplesOf(one, `${where}/anyOf/${i}`)),
  ]
}

describe('fuzzed', () => {
  it(`${requests} requests of seed ${seed} are answered as the document says`, { timeout: 600_000 }, async () => {
    const tally = await fuzz(stage, document, { seed, requests, checks })
    const shown = [...stage.faults, showTally(tally)].join('\n')
    expect(tally.flaws, shown).toEqual([])
    const good = (counts: ReadonlyMap<number, number> = new Map()) =>
      [...counts].reduce((sum, [status, count]) => (status < 300 ? sum + count : sum), 0)
    const names = operationsOf(document).map(({ operationId }) => operationId)
    const missed = names.filter((name) => good(tally.counts.get(name)) === 0)
    expect(missed, shown).toEqual([])
    const all = names.reduce((sum, name) => sum + good(tally.counts.get(name)), 0)
    expect(all / tally.requests, shown).toBeGreaterThan(0.3)
  })
})
